"""Several threads: verdict, counts and runs are the same with any number of them, of searches by levels and of two engines side by side.

A build for hostile tests goes over to levels after a few states, in chunks of a few, and lets both engines have short turns: there generated programs are compared, with channels, blocks, processes that come and go, and
alike processes. Elsewhere only large searches get there.
"""
import json
import os
import random

from .common import ROOT, Case, Report, Run, generated_batches, models_in, scratch, short, write
from .suite_models import expectations
from .suite_naive import Sample as Plain
from .suite_symmetry import Sample as Alike
from .syntax import promela

BATCH = 10
FIXED, FRESH, FIXED_QUICK, FRESH_QUICK = 400, 200, 80, 40
THREADS = (2, 3, 5)
WAYS = (('--engine', 'explicit', '--search', 'bfs', '--reduction', 'none'), ('--engine', 'explicit', '--search', 'bfs', '--reduction', 'ample'), ('--engine', 'explicit', '--search', 'bfs'),
        ('--engine', 'auto', '--reduction', 'none'), ('--engine', 'auto'), ('--engine', 'auto', '--ltl'))
UNBOUNDED = 0.5     # the events engine takes part there alone
CHANCE = ('seconds', 'peak_memory_bytes', 'state_bytes')

# The events engine refuses it, since it asks how many processes there are; the violation may be in the last of its states.
COUNTERS = '''ghost byte a, b, c, d;
active proctype A() { do :: a < %(n)d -> a++ :: else -> break od }
active proctype B() { do :: b < %(n)d && _nr_pr > 0 -> b++ :: else -> break od }
active proctype C() { do :: c < %(n)d -> c++ :: else -> break od }
active proctype D() { do :: d < %(n)d -> d++ :: else -> break od }
'''
LAST = ('--never', 'a + b + c + d == %d')


def cases(settings):
    if not is_hostile(settings):
        return [Case('large searches', large), Case('large searches that end early', large_violated)]
    fixed, fresh = (FIXED_QUICK, FRESH_QUICK) if settings.quick else (FIXED, FRESH)
    models = models_in('models')[::5 if settings.again else 1]
    return [*generated_batches(settings, fixed, fresh, BATCH, compare_batch), Case('contents of buffers', contents), Case('states that get too large', too_large), Case('the depth of what is new', depth), Case('limits', limits),
            *(Case('models from the %dth on' % i, compare_models, (models[i:i + BATCH],)) for i in range(0, len(models), BATCH))]


def is_hostile(settings):
    return 'hostile' in settings.tarry or 'tsan' in settings.tarry


def without_chance(value):
    if isinstance(value, dict):
        return {k: without_chance(v) for k, v in value.items() if k not in CHANCE}
    return [without_chance(v) for v in value] if isinstance(value, list) else value


def ask(settings, path, options, threads, report):
    """What is said, times and memory aside; None where it took too long, or the program is refused."""
    run = Run(settings, ['check', path, *options, '--threads', str(threads), '--json', '-'], timeout=60)
    if run.timed_out or run.code == 3:
        return None
    report.check(not run.trouble(), run.trouble(), run.command)
    return None if run.trouble() else json.dumps(without_chance(run.json()), sort_keys=True)


def difference(wanted, got):
    """The first place where the texts part."""
    at = len(os.path.commonprefix([wanted, str(got)]))
    return '%s\n%s' % (wanted[max(0, at - 80):at + 120], str(got)[max(0, at - 80):at + 120])


def agree(settings, path, options, threads, report, name):
    wanted = ask(settings, path, options, 1, report)
    if wanted is None:
        report.skipped += 1
        return None
    for count in threads:
        got = ask(settings, path, options, count, report)
        report.check(got == wanted, '%s: %d threads say something else: %s' % (name, count, difference(wanted, got)), ' '.join(['tarry check', path, *options]))
    return json.loads(wanted)


def formula(rng, program):
    """About one of its variables; both engines have something to do."""
    simple = [v.name for v in program.globals if not v.size and '.' not in v.name]
    about = '(%s == %d)' % (rng.choice(simple), rng.choice([0, 1])) if simple else '(1 == 0)'
    return rng.choice(['[] <> %s', '<> [] %s', '[] %s', '<> %s']) % about


def note_engine(answer, report):
    if answer:
        report.tally['engine ' + answer['engine'] + (', side by side' if 'engine_reason' in answer and 'cannot' not in answer['engine_reason'] else '')] += 1


def compare_batch(settings, seed, numbers):
    report = Report()
    with scratch() as folder:
        for number in numbers:
            rng = random.Random('levels %d %d' % (seed, number))
            sample = (Alike if rng.random() < 0.3 else Plain)(seed, number)
            options = list(sample.options if isinstance(sample, Alike) else sample.options())
            if '--buffer' not in options and rng.random() >= UNBOUNDED and sample.memory not in ('sc', 'slot') and getattr(sample.program, 'style', '') != 'mmlib':
                options += ['--buffer', str(rng.choice([1, 2, 3]))]
            if rng.random() < 0.5 and '--errors' not in options:
                options += ['--errors', 'all']
            path = write(folder, 'p%d.pml' % number, promela(sample.program))
            options += [*rng.choice(WAYS)]
            if options[-1] == '--ltl':
                options.append(formula(rng, sample.program))
            options += ['--max-states', str(rng.choice([rng.randrange(41, 400), rng.randrange(41, 3000), 8000]))]
            answer = agree(settings, path, options, THREADS, report, 'program %d of seed %d' % (number, seed))
            if answer:
                note_engine(answer, report)
                report.tally['%s%s' % (answer['verdict'], ', many states' if answer['statistics']['states_stored'] > 200 else '')] += 1
    return report


def compare_models(settings, paths):
    """As their heads ask, with both engines in turn where that is left open."""
    report = Report()
    for path in paths:
        for group in expectations(path)[:2 if settings.quick else None]:
            if group['verdict'] != 'error' and '--threads' not in group['options'] and '--time-limit' not in group['options']:
                answer = agree(settings, path, group['options'], (3,), report, short(path))
                note_engine(answer, report)
    return report


def large(settings):
    report = Report()
    with scratch() as folder:
        path = write(folder, 'counters.pml', COUNTERS % {'n': 17})
        for options in (('--memory', 'sc'), ('--memory', 'sc', '--engine', 'explicit', '--search', 'bfs')):
            answer = agree(settings, path, options, (2, 4), report, 'counters')
            report.check(bool(answer) and answer['verdict'] == 'holds' and answer['statistics']['states_stored'] > 36**4 / 2, str(answer)[:500])
        model = os.path.join(ROOT, 'bench', 'models', 'filter.pml')
        options = ('-D', 'N=3', '--buffer', '2', '--engine', 'explicit', '--reduction', 'none', '--search', 'bfs', '--errors', 'all')
        answer = agree(settings, model, options, (2,), report, 'filter')
        report.check(bool(answer) and answer['verdict'] == 'violated' and answer['statistics']['states_stored'] > 6000000, str(answer)[:500])
    return report


def large_violated(settings):
    report = Report()
    with scratch() as folder:
        path = write(folder, 'counters.pml', COUNTERS % {'n': 13})
        for end in (26, 52):
            for options in (('--memory', 'sc'), ('--memory', 'sc', '--engine', 'explicit', '--search', 'bfs')):
                answer = agree(settings, path, (*options, LAST[0], LAST[1] % end), (2, 3), report, 'counters to %d' % end)
                report.check(bool(answer) and answer['verdict'] == 'violated' and len(answer['traces'][0]['steps']) >= end, str(answer)[:500])
        run = Run(settings, ['check', path, '--memory', 'sc', '--max-states', '300000', '--threads', '2', '--json', '-'])
        report.check(run.code == 2 and run.json()['statistics']['states_stored'] < 400000, 'far beyond the limit on states: ' + run.tail(), run.command)
    return report


# Every chunk has contents of buffers that nobody has met.
CONTENTS = '''int x, y, z;
active proctype P() { byte i; do :: i < 12 -> i++; x = i; y = 2 * i :: else -> break od }
active proctype Q() { byte i; do :: i < 12 -> i++; y = i; z = 3 * i :: else -> break od }
active proctype R() { byte i; do :: i < 12 -> i++; z = i; x = 5 * i :: else -> break od }
'''


def contents(settings):
    report = Report()
    with scratch() as folder:
        path = write(folder, 'contents.pml', CONTENTS)
        for memory in ('tso', 'pso'):
            answer = agree(settings, path, ('--memory', memory, '--buffer', '4', *WAYS[0], '--max-states', '2000'), (2, 4), report, 'contents under %s' % memory)
            report.check(bool(answer) and answer['statistics']['states_stored'] >= 2000, str(answer)[:500])
    return report


# A violation is known when the states cannot be written anew.
TOO_LARGE = '''int a[9000];
active proctype P() { byte i; do :: i < 100 -> i++; assert(i != 50) :: i == 100 -> a[0] = 2000000000; break od }
active proctype Q() { byte j; do :: j < 3 -> j++ :: else -> break od }
'''


def too_large(settings):
    report = Report()
    with scratch() as folder:
        path = write(folder, 'large.pml', TOO_LARGE)
        answer = agree(settings, path, ('--memory', 'sc', *WAYS[0], '--errors', 'all'), (2,), report, 'too large')
        report.check(bool(answer) and answer['reason'] == 'a state takes more than 32 KiB', str(answer)[:500])
    return report


# When the search depth first goes over to levels after 40 states, the deepest open state leads nowhere, and what is new lies no deeper.
DEPTH = '''byte a, c;
active proctype A() { end: do :: atomic { a < 20 && (c == 0 || a < 19) && _nr_pr > 0 -> a++ } od }
active proctype C() { end: do :: atomic { a < 19 && c == 0 -> c = 1 } od }
'''


def depth(settings):
    report = Report()
    with scratch() as folder:
        answer = agree(settings, write(folder, 'depth.pml', DEPTH), ('--memory', 'sc', '--reduction', 'none'), (2,), report, 'depth')
        report.check(bool(answer) and answer['statistics']['states_stored'] == 41, str(answer)[:500])
    return report


# Once there are some states, one thread or another is in a step that does not end.
ENDLESS = '''byte x;
active proctype P() { byte i; do :: i < 50 -> i++ od }
active proctype Q() { byte i; int k; do :: i < 50 -> i++ :: i == 30 -> %s od }
'''
ENDLESS_STEPS = {'d_step': 'd_step { k = 0; do :: k < 2000000000 -> k++ :: else -> break od }', 'atomic': 'atomic { do :: k++ od }'}


def limits(settings):
    report = Report()
    with scratch() as folder:
        for name, step in ENDLESS_STEPS.items():
            path = write(folder, name + '.pml', ENDLESS % step)
            for threads, way in ((threads, way) for threads in (1, 2, 4) for way in (('--engine', 'explicit', '--search', 'bfs', '--reduction', 'none'), ('--engine', 'auto', '--reduction', 'none'))):
                run = Run(settings, ['check', path, '--memory', 'sc', *way, '--threads', str(threads), '--time-limit', '1', '--json', '-'])
                report.check(run.code == 2 and run.json()['reason'] == 'the time limit was reached', '%s: %s' % (run.code, run.tail()), run.command)
    return report
