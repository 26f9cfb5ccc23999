"""Generated DVE programs, half of them with an atomic.txt: numbers of states and transitions, and verdicts, under SC, TSO, PSO and slot against a naive
implementation; what the engines answer for all buffer sizes against bounds; every violation replays, every proof certifies. Programs in which two that meet assign
one global must be refused."""
import functools
import json
import os
import random

from . import generate_dve
from . import naive_dve as naive
from .common import Report, Run, compare_each, generated_batches, write

BATCH = 20
FIXED, FRESH, FIXED_QUICK, FRESH_QUICK = 120, 60, 20, 20
STATES = 400
MEMORIES = [('sc', 0), ('tso', 1), ('tso', 2), ('pso', 1), ('slot', 0)]


def sample(seed, number):
    return generate_dve.program(random.Random('dve %d %d' % (seed, number)))


def cases(settings):
    fixed, fresh = (FIXED_QUICK, FRESH_QUICK) if settings.quick else (FIXED, FRESH)
    return generated_batches(settings, fixed, fresh, BATCH, functools.partial(compare_each, sample, compare))


def options_of(folder, program, memory, bound, wraps):
    options = [write(folder, 'program.dve', program.text()), '--memory', memory, '--errors', 'all']
    if program.atomic:
        options += ['--atomic', write(folder, 'atomic.txt', program.atomic_text())]
    return options + (['--buffer', str(bound)] if bound else []) + (['--overflow-values', 'wrap'] if wraps else [])


def verdicts_of(program, answer):
    """In the order of the report."""
    asserts = [(p.name, n) for p in program.processes for n in range(len(p.asserts))]
    return [answer.error, answer.deadlock, *[a in answer.broken for a in asserts]]


def verdicts_in(result):
    return [p['verdict'] == 'violated' for p in result['properties']]


def mismatch(settings, folder, program, memory, bound, wraps):
    """What differs; '' where nothing does, or the program is too large."""
    answer = naive.explore(program, memory, bound, wraps, STATES)
    if not answer:
        return ''
    run = Run(settings, ['check', *options_of(folder, program, memory, bound, wraps), '--engine', 'explicit', '--reduction', 'none', '--json', '-'])
    if run.trouble() or run.code not in (0, 1):
        return 'exit code %d %s\n%s' % (run.code, run.trouble(), run.tail())
    result = run.json()
    got = result['statistics']['states_stored'], result['statistics']['transitions'], verdicts_in(result)
    wanted = answer.states, answer.transitions, verdicts_of(program, answer)
    return '' if got == wanted else 'states, transitions and violations are %s, and naively %s' % (got, wanted)


def exported(settings, folder, program, memory, bound, wraps):
    """The model with its slots as variables, read again, has under SC what the program has under slot."""
    answer = naive.explore(program, 'slot', 0, wraps, STATES)
    more = ['--overflow-values', 'wrap'] if wraps else []
    made = Run(settings, ['export', '--to', 'dve', *options_of(folder, program, 'slot', 0, wraps)[:1], *more,
                          *(['--atomic', os.path.join(folder, 'atomic.txt')] if program.atomic else [])])
    if not answer or (made.code == 3 and 'export --to dve: ' in made.err):
        return ''
    if made.code:
        return 'exit code %d\n%s' % (made.code, made.tail())
    path = write(folder, 'exported.dve', made.out)
    run = Run(settings, ['check', path, '--memory', 'sc', '--errors', 'all', '--engine', 'explicit', '--reduction', 'none', '--json', '-', *more])
    if run.trouble() or run.code not in (0, 1):
        return 'exit code %d %s\n%s' % (run.code, run.trouble(), run.tail())
    result = run.json()
    got = result['statistics']['states_stored'], result['statistics']['transitions'], verdicts_in(result)
    wanted = answer.states, answer.transitions, verdicts_of(program, answer)
    return '' if got == wanted else 'exported: states, transitions and violations are %s, and naively under slot %s' % (got, wanted)


def freely(settings, folder, program, memory, bound, wraps):
    """All buffer sizes, by whichever engine takes the program: what a small bound shows is shown there too (but a store that waits for room in a committed state
    is a deadlock that no other bound has); traces replay and proofs certify."""
    answer = naive.explore(program, memory, 1, wraps, STATES)
    saved, proof = os.path.join(folder, 'trace.json'), os.path.join(folder, 'proof.json')
    options = options_of(folder, program, memory, 0, wraps)
    run = Run(settings, ['check', *options, '--max-states', '20000', '--json', saved])
    if not answer or run.code == 2:
        return ''
    if run.trouble() or run.code not in (0, 1):
        return 'exit code %d %s\n%s' % (run.code, run.trouble(), run.tail())
    with open(saved, encoding='utf-8') as text:
        result = json.load(text)
    lost = [p['name'] for p, bad in zip(result['properties'], verdicts_of(program, answer)) if bad and p['verdict'] == 'holds' and p['kind'] != 'deadlock']
    if lost:
        return 'violated with small buffers, and held by %s: %s' % (result['engine'], lost)
    if run.code == 1:
        again = Run(settings, ['replay', options[0], saved])
        return '' if again.code == 0 else 'not confirmed: %s' % again.tail()
    if result['engine'] != 'events':
        return ''
    made = Run(settings, ['check', *options, '--certificate', proof])
    again = Run(settings, ['certify', options[0], proof])
    return '' if made.code == again.code == 0 else 'not certified: %s %s' % (made.tail(), again.tail())


def explain(settings, folder, program, name, wraps, way, memory, bound):
    smallest = generate_dve.shrink(program, lambda p: not naive.meets_twice(p) and way(settings, folder, p, memory, bound, wraps))
    return '%s, %s %d%s: %s\n%s%s' % (name, memory, bound, ', values wrap' if wraps else '', way(settings, folder, smallest, memory, bound, wraps),
                                      smallest.text(), smallest.atomic_text())


def compare(settings, folder, program, name, report):
    wraps = sum(map(ord, name)) % 2 == 0
    if naive.meets_twice(program):
        run = Run(settings, ['check', *options_of(folder, program, 'sc', 0, wraps)])
        report.check(run.code == 3 and 'both assign' in run.err, '%s is not refused\n%s' % (name, program.text()), run.command)
        report.tally['refused'] += 1
        return
    rng = random.Random(name)
    ways = [(mismatch, *way) for way in rng.sample(MEMORIES[1:], 2) + MEMORIES[:1]] + [(freely, rng.choice(['tso', 'pso', 'slot']), 0), (exported, 'slot', 0)]
    for way, memory, bound in ways:
        wrong = way(settings, folder, program, memory, bound, wraps)
        if not report.check(not wrong, wrong and explain(settings, folder, program, name, wraps, way, memory, bound)):
            break
    report.tally['with atomic writes' if program.atomic else 'without'] += 1
