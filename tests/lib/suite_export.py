"""`export --to promela`: programs of all languages with their store buffers as variables, searched by SPIN without reduction. It stores as many states as our explicit engine without
reduction, and has an error exactly where we have a violation, or the state that a litmus test asks for."""
import os
import random

from . import generate, generate_dve, generate_pimp
from . import naive_dve as naive
from . import pan, syntax
from .common import Case, Report, Run, TESTS, compare_each, generated_batches, scratch, write

BATCH = 4
FIXED, FRESH, FIXED_QUICK, FRESH_QUICK = 48, 24, 8, 8
STATES = 20000
KINDS = ['dve', 'pml', 'pimp', 'litmus']
COMPILE = ['gcc', '-O0', '-w', '-DSAFETY', '-DNOREDUCE', '-DVECTORSZ=16000', '-o', 'pan', 'pan.c']


def cases(settings):
    if not pan.AVAILABLE:
        return [Case('SPIN', missing)]
    fixed, fresh = (FIXED_QUICK, FRESH_QUICK) if settings.quick else (FIXED, FRESH)
    return generated_batches(settings, fixed, fresh, BATCH, compare_batch) + [Case('what cannot be translated', refused)]


def missing(settings):
    return Report(skipped=1, notes=['there is no spin, or no gcc'])


def sample(seed, number):
    rng = random.Random('export %d %d' % (seed, number))
    kind = KINDS[number % len(KINDS)]
    options = list(rng.choice([['--memory', 'sc'], ['--memory', 'tso', '--buffer', '1'], ['--memory', 'tso', '--buffer', '2'], ['--memory', 'pso', '--buffer', '1'],
                               ['--memory', 'pso', '--buffer', '2'], ['--memory', 'slot']]))
    atomic = None
    if kind == 'dve':
        made = generate_dve.program(rng)
        while naive.meets_twice(made):
            made = generate_dve.program(rng)
        text, atomic = made.text(), made.atomic_text()
    elif kind == 'pml':
        text = 'run'
        while any(word in text for word in ('run', 'atomic', 'd_step', 'timeout', '[')):
            text = syntax.promela(generate.program(rng, style='plain', faults=rng.random() < 0.15, size=rng.choice([3, 4])))
    elif kind == 'pimp':
        text = generate_pimp.program(rng).text()
    else:
        folder = os.path.join(TESTS, 'litmus')
        with open(os.path.join(folder, rng.choice(sorted(n for n in os.listdir(folder) if n.endswith('.litmus')))), encoding='utf-8') as file:
            text = file.read()
    return kind, text, atomic, options


def compare_batch(settings, seed, numbers):
    return compare_each(sample, compare, settings, seed, numbers)


def search(folder, text):
    """Errors and states of SPIN's search."""
    pan.build(folder, text, COMPILE)
    return pan.verifier(folder, 120, '-c0', '-n')


def compare(settings, folder, drawn, name, report):
    kind, text, atomic, options = drawn
    path = write(folder, 'program.' + kind, text)
    more = ['--atomic', write(folder, 'atomic.txt', atomic)] if atomic else []
    run = Run(settings, ['check', path, *options, *more, '--engine', 'explicit', '--reduction', 'none', '--errors', 'all', '--max-states', str(STATES), '--json', '-'])
    made = Run(settings, ['export', '--to', 'promela', path, *options, *more])
    if run.code in (2, 3) or (made.code == 3 and 'export --to promela: ' in made.err):
        report.tally[kind + ' not compared'] += 1
        return
    if not report.check(made.code == 0 and not made.trouble() and not run.trouble(), '%s: %s%s\n%s' % (name, made.tail(), run.tail(), text), made.command):
        return
    result = run.json()
    if result['statistics']['states_stored'] >= STATES:
        report.tally[kind + ' not compared'] += 1
        return
    found = {p['kind'] for p in result['properties'] if p['trace'] is not None}
    failure = 'runtime' in found and kind != 'dve'      # of DVE the failure is a state for us too
    wanted = bool(found), result['statistics']['states_stored'] + failure
    try:
        answer = search(folder, made.out)
        got = answer['errors'] > 0, answer['states']
    except pan.PanError as trouble:
        got = str(trouble)
    report.check(got == wanted, '%s, %s: SPIN has an error and states: %s, and we: %s\n%s%s' % (name, ' '.join(options), got, wanted, text, atomic or ''), made.command)
    report.tally[kind] += 1


REFUSED = [('active proctype P() { atomic { skip; skip } }', 'atomic and d_step'), ('proctype P() { skip } init { run P() }', 'created by run'),
           ('int x; active proctype P() { x = 1 } ltl { <> (x == 1) }', 'formulas')]


def refused(settings):
    report = Report()
    with scratch() as folder:
        for text, said in REFUSED:
            run = Run(settings, ['export', '--to', 'promela', write(folder, 'x.pml', text), '--memory', 'sc'])
            report.check(run.code == 3 and said in run.err and not run.out, run.tail(), run.command)
        run = Run(settings, ['export', '--to', 'promela', write(folder, 'x.pml', 'int x; active proctype P() { x = 1 }')])
        report.check(run.code == 3 and '--buffer N' in run.err, run.tail(), run.command)
    return report
