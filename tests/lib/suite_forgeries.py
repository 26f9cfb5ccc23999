"""Certificates of formulas that are violated: none may be confirmed, whatever is in it.

tests/forge hands in the states that a search for a violation keeps, which are closed as a proof's are, with all sets of processes; and mutants of them, from which states,
keys, letters, edges of the automaton or sets of processes are missing, or in which they are others. That a formula is violated is known from a run that was
executed again, so nothing is a proof of it. An engine that forgot one of its conditions of fairness would write just that.
"""
import os
import signal
from functools import partial

from .common import Case, Report, Run, compare_each, generated_batches, limited, scratch, write
from .suite_temporal_sizes import LIMITS, Sample

BATCH = 10
FIXED, FRESH, FIXED_QUICK, FRESH_QUICK = 150, 100, 20, 20
MUTANTS, MUTANTS_QUICK = 20, 5
SECONDS = 120

# memory model, length of cut words (0: any), formulas, program. Each is violated only by runs of one kind.
READER = ' active proctype R() { x == 9; y == 9 }'  # without it the buffers would not be needed
SINGLE = {
    'only a flush commits': ('tso', 0, ['[] <> (y == 1)'], 'byte x, y; active proctype P() { do :: atomic { x = 1; mfence } od }' + READER),
    'what is pending behind others is not known': (
        'tso', 1, ['!((x == 0) U (P@L && x == 0 && [] (y != %d)))' % n for n in (1, 2)],
        'byte x, y; active proctype P() { x = 1; if :: y = 1 :: y = 2 fi; y = 0; L: mfence }' + READER),
    'what is pending behind others of one location is not known': (
        'pso', 1, ['!((y == 0) U (P@L && y == 0 && [] (y != %d)))' % n for n in (1, 2)],
        'byte x, y; active proctype P() { y = 3; if :: y = 1 :: y = 2 fi; y = 0; L: mfence; x = 1 }' + READER),
    'one of two stores to a location is committed': (
        'tso', 2, ['!((x == 0) U (P@K && x == 0 && <> (P@L && x == 1)))'],
        'byte x; ghost bit g; active proctype P() { x = 1; x = 2; K: g == 1; L: skip } active proctype Q() { x == 1; g = 1 }'),
    'nothing happens any more': ('tso', 0, ['<> (x == 2)', '[] <> (x == 0)'], 'byte x; active proctype P() { x = 1; mfence }'),
    'only quiet steps are taken': ('tso', 0, ['<> (x == 1)'], 'bit x; active proctype P() { do :: skip od } active proctype Q() { x == 1 }'),
    'only commits that change nothing': ('tso', 0, ['<> (x == 1)'], 'bit x, y; active proctype P() { do :: x = 0; y = x od } active proctype Q() { y == 1; x = 1 }'),
    'a process that can go on only now and then': (
        'sc', 0, ['<> Q@L'], 'bit x; active proctype P() { do :: x = 1 - x od } active proctype Q() { x == 1; L: skip }'),
    'a process that has ended': ('tso', 0, ['[] <> (x == 1)'], 'bit x; active proctype P() { x = 1 } active proctype Q() { do :: x = 0 od }'),
    'inside a block': ('tso', 0, ['[] !(g == 1)'], 'bit x; ghost bit g; active proctype P() { do :: atomic { g = 1; x = 1; g = 0 } od }'),
    'in the middle of a block that waits': (
        'tso', 0, ['[] <> (g == 0)'], 'bit x; ghost bit g; active proctype P() { atomic { g = 1; x == 1; g = 0 } } active proctype Q() { do :: skip od }'),
    'after a d_step': ('sc', 0, ['[] !(g == 2)', '[] <> (g == 0)'], 'ghost byte g; active proctype P() { d_step { g = 1; g = 2 } }'),
    'a partner that is there only now and then': (
        'tso', 0, ['<> P@L'], 'chan c = [0] of { bit }; active proctype P() { c!1; L: skip } active proctype Q() { do :: skip; if :: c?_ :: skip fi od }'),
    'words that are empty only now and then': (
        'tso', 0, ['<> P@L'], 'byte x, y; active proctype P() { sync; L: skip } active proctype Q() { do :: x = 1; x = 2 od }' + READER),
    'two marks': ('sc', 0, ['!([] <> (x == 1) && [] <> (x == 2) && [] <> (x == 0))'], 'byte x; active proctype P() { do :: x = 1; x = 2; x = 0 od }'),
    'two processes in turn': (
        'tso', 0, ['<> (P@E && Q@E)', '<> [] (x == y)'],
        'bit x, y; active proctype P() { do :: x = 1; x = 0 :: break od; E: skip } active proctype Q() { do :: y = 1; mfence; y = 0 :: break od; E: skip }'),
}


def forger(settings):
    """As `comparer` of the suite engines."""
    folder = os.path.dirname(settings.tarry)
    beside = os.path.join(folder, 'tests', 'forge')
    return beside if os.path.isfile(beside) else os.path.join(folder, 'build', 'release', 'tests', 'forge')


def cases(settings):
    fixed, fresh = (FIXED_QUICK, FRESH_QUICK) if settings.quick else (FIXED, FRESH)
    return [Case(name, forge_single, (name,)) for name in SINGLE] + generated_batches(settings, fixed, fresh, BATCH, partial(compare_each, Sample, forge_sample))


def forge(settings, path, memory, length, formulas, seed, name, report):
    mutants = MUTANTS_QUICK if settings.quick else MUTANTS
    command = [forger(settings), str(mutants), str(seed), str(length), memory, path, *formulas]
    done = limited(command, SECONDS)
    if done.returncode == -signal.SIGXCPU:   # some graphs take long to forge a proof from
        report.skipped += 1
        return
    with open(path, encoding='utf-8') as text:
        program = text.read()
    lines = done.stdout.decode().splitlines()
    if not report.check(done.returncode == 0 and len(lines) == len(formulas), '%s: exit code %d: %s\n%s' % (name, done.returncode, done.stderr.decode(), program), ' '.join(command)):
        return
    for formula, line in zip(formulas, lines, strict=True):
        answer, *rest = line.split(' ', 2)
        report.tally[answer] += 1
        report.tally['forged'] += 1 + mutants if rest else 0
        deceived = answer == 'confirmed' or bool(rest) and rest[0] != '0'
        report.check(not deceived, '%s: %s is violated under %s, but %s, and %s mutants\n%s\n%s' % (name, formula, memory, answer, rest[0] if rest else 0, program, rest[1:]), ' '.join(command))


def violated(settings, path, memory, formulas, name, report):
    """Those of the formulas that are."""
    asked = [part for formula in formulas for part in ('--ltl', formula)]
    run = Run(settings, ['check', path, '--no-deadlock', '--memory', memory, *asked, '--errors', 'all', '--json', '-', *LIMITS], timeout=60)
    if not report.check(not run.trouble() and run.code in (0, 1, 2), '%s: %s' % (name, run.trouble() or run.err), run.command):
        return []
    verdicts = [p['verdict'] for p in run.json()['properties'] if p['kind'] == 'ltl']
    return [formula for formula, verdict in zip(formulas, verdicts, strict=True) if verdict == 'violated']


def forge_single(settings, name):
    report = Report()
    memory, length, formulas, text = SINGLE[name]
    with scratch() as folder:
        path = write(folder, 'p.pml', text)
        found = violated(settings, path, memory, formulas, name, report)
        report.check(found == formulas, '%s: of %s only %s are violated' % (name, formulas, found))
        forge(settings, path, memory, length, formulas, 1, name, report)
    report.check(report.tally['rejected'] == len(formulas), '%s: not all were forged: %s' % (name, dict(report.tally)))
    return report


def forge_sample(settings, folder, sample, name, report):
    path = write(folder, 'p.pml', sample.text)
    formulas = violated(settings, path, sample.memory, sample.formulas, name, report)
    if formulas:
        forge(settings, path, sample.memory, 0, formulas, sample.rng.randrange(1 << 30), name, report)
