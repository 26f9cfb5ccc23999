"""Temporal formulas under SC against SPIN: `pan -a`, with and without weak fairness (`-f`), on generated programs.

Where a formula has the same automaton in both tools, the numbers of states are compared too. What SPIN 6.5 sees otherwise is left out:
- its claims do not move inside atomic blocks, and ours do: there are none here;
- it takes a rendezvous for two steps, in the middle of which the receiver alone can move; so with fairness it calls a receiver idle that could always meet somebody;
- with fairness a process whose `provided` clause is false is waited for, and runs that come to rest do not count.
"""
import random
import re

from . import generate, naive_temporal, pan
from .common import Case, Report, Run, scratch, write
from .suite_temporal import formula, usual, verdicts, with_loops
from .syntax import promela

FIXED, FRESH, FIXED_QUICK, FRESH_QUICK = 60, 4, 4, 1
FORMULAS = 5


def cases(settings):
    fixed, fresh = (FIXED_QUICK, FRESH_QUICK) if settings.quick else (FIXED, FRESH)
    if settings.count:
        fixed, fresh = 0, settings.count
    return [Case('generated program %d of seed %d' % (number, seed), compare, (seed, number))
            for seed, count in ((1, fixed), (settings.fresh_seed, fresh)) for number in range(count)]


def make_comparable(body):
    """Without assertions, which pan would stop at, and without atomic blocks."""
    for s in body:
        if s.kind == 'assert':
            s.kind, s.expr = 'expr', ('const', 1)
        if s.kind == 'atomic':
            s.kind = 'block'
        for part in [*(s.options or []), s.body or [], s.escape or []]:
            make_comparable(part)


def has_same_automaton(f):
    """Eventually p, or again and again p: one and two states."""
    while f[0] in ('always', 'eventually') and f[1][0] in ('always', 'eventually'):
        if f[0] == f[1][0] or f[1][0] == 'always':
            return False
        f = f[1]
    return f[0] == 'eventually' and f[1][0] == 'atom'


def ask(settings, path, kind, formulas):
    arguments = ['check', path, '--memory', 'sc', '--engine', 'explicit', '--fairness', kind, '--errors', 'all', '--max-states', '300000', '--log', '--json', '-']
    for f in formulas:
        arguments += ['--ltl', naive_temporal.text(f)]
    return Run(settings, arguments, timeout=60)


def compare(settings, seed, number):
    report = Report()
    rng = random.Random('temporal spin %d %d' % (seed, number))
    program = generate.program(rng, spin=True, faults=False, size=rng.choice([2, 3, 4]))
    with_loops(rng, program)
    for q in program.procs:
        make_comparable(q.body)
    formulas = [usual(rng, program) if rng.random() < 0.6 else formula(rng, program, rng.choice([1, 2, 3]), False) for _ in range(FORMULAS)]
    text, names = promela(program, 'spin').replace('_nr_pr', str(len(program.procs))), ['f%d' % i for i in range(FORMULAS)]     # pan counts its claim as one more
    try:
        if not pan.AVAILABLE:
            raise pan.PanError
        said = pan.temporal(text + ''.join('\nltl %s { %s }' % pair for pair in zip(names, map(naive_temporal.text, formulas))), names, 5)
    except pan.PanError:      # a jump into a d_step, processes without end, and the like
        report.skipped += 1
        return report
    with scratch() as folder:
        path = write(folder, 'p.pml', text)
        is_other = any(c.capacity == 0 for c in program.chans) or any(q.provided for q in program.procs)
        for kind in ('none',) if is_other else ('none', 'process'):
            run = ask(settings, path, kind, formulas)
            if run.code == 3 and 'not supported' in run.err:
                report.skipped += 1
                return report
            if report.check(not run.trouble() and run.code != 3, '%s\n%s' % (run.trouble() or run.err, text), run.command):
                judge(report, kind, formulas, [said[n] for n in names], run, text)
    return report


def comes_to_rest(run, name):
    """Is the run that violates the formula one that ends?"""
    said = run.json()
    trace = next(said['traces'][p['trace']] for p in said['properties'] if p['name'] == 'ltl ' + name and p['verdict'] == 'violated')
    return trace['loop'] == len(trace['steps'])


def judge(report, kind, formulas, said, run, text):
    sizes = [int(n) for n in re.findall(r'^explicit: .*: (\d+) states stored', run.err, re.M)][-len(formulas):]
    for f, spin, got, size in zip(formulas, said, verdicts(run), sizes, strict=True):
        wanted = 'violated' if spin[kind] else 'holds'
        if got == 'unknown' or kind == 'process' and got == 'violated' != wanted and comes_to_rest(run, naive_temporal.text(f)):
            report.skipped += 1
            continue
        report.tally[wanted] += 1
        report.check(got == wanted, '%s, fairness %s: SPIN %s, tarry %s\n%s' % (naive_temporal.text(f), kind, wanted, got, text), run.command)
        if got == wanted == 'holds' and kind == 'none' and has_same_automaton(f):
            report.tally['same automaton'] += 1
            report.check(size == spin['states'], '%s: SPIN has %d states, tarry %d\n%s' % (naive_temporal.text(f), spin['states'], size, text), run.command)
