"""PIMP: counts of states, transitions, final states and deadlocks.

Programs of our own, which show what the paper says of its approximations; generated ones, against a naive implementation, with the verdicts that
an approximation may give; and those of the corpus, where there is one (TARRY_CORPUS, or
../shared/corpus beside the repository): its expected.tsv says what each gives under each way to search. Also what a first
violation costs in each order of search, our own order among them; and the reductions."""
import csv
import os
import random
import re

from . import naive_pimp as naive
from .common import ROOT, Case, Report, Run, generated_batches, scratch, write

OPTIONS = {'sc': ['--memory', 'sc'], 'tso': ['--memory', 'tso'], 'pso': ['--memory', 'pso'], **{m: ['--memory', 'tso-' + m] for m in ('om', 'fc', 'fcany', 'us')}}
WAYS = {**OPTIONS, 'tso+por-noc3': ['--memory', 'tso', '--reduction', 'ample']}
FOUR = ('dekker', 'peterson', 'lamport', 'szymanski')
OTHERS = ('bakery', 'burns', 'kessels')   # in examples; written after best:auto was
ROOMY = ['--buffer', '16']                # no store meets it: in one search, as if there were no bound
ORDERS = {'dfs--': ['--search', 'dfs', *ROOMY], 'bfs-fifo': ['--search', 'bfs', *ROOMY]}
ORDERS.update({'%s-%s' % (h, t): ['--search', 'best:' + h, '--ties', t] for h in ('neb', 'pw', 'ipw') for t in ('fifo', 'lifo')})
FIRST = 'first-violation-'
# Program -> mode -> (states, transitions, final states, deadlocks), or None where there is no end.
OWN = {
    'thread 1 { while (true) { a := 0 } }': {
        'sc': (2, 2, 0, 0), 'tso': None, 'om': (4, 6, 0, 0), 'fc': (4, 6, 0, 0), 'fcany': (4, 6, 0, 0), 'us': (4, 8, 0, 0)},
    'thread 1 { b := 0; while (true) { a := 0 } }': {
        'sc': (3, 3, 0, 0), 'tso': None, 'om': (9, 15, 0, 0), 'fc': None, 'fcany': None, 'us': (9, 25, 0, 0)},
    'thread 1 { a := 1; b := 1; a := 2 } thread 2 { wait (b = 1); if (a = 0) { wait (false) } }': {
        'sc': (8, 9, 1, 0), 'tso': (16, 22, 1, 0), 'om': (20, 27, 1, 1), 'fc': (15, 21, 1, 0), 'us': (108, 401, 2, 2)},
    'thread 1 { x := 2; x := 0; x := x }': {'tso': (10, 12, 1, 0), 'us': (20, 48, 2, 0)},
}
MOST = 1500           # states of a generated program, for the naive implementation
LARGE = 100 * 1000   # states: left out of quick runs


def corpus():
    return os.path.join(os.environ.get('TARRY_CORPUS') or os.path.join(os.path.dirname(ROOT), 'shared', 'corpus'), 'pimp')


def rows(settings):
    """The hostile build expands breadth-first states by the dozen: it may have seen more of them before it stops at a violation."""
    orders = [o for o in ORDERS if o != 'bfs-fifo' or 'hostile' not in settings.tarry]
    path = os.path.join(corpus(), 'expected.tsv')
    if not os.path.exists(path):
        return []
    with open(path, encoding='utf-8') as text:
        return [r for r in csv.DictReader(text, delimiter='\t') if r['mode'] in WAYS and
                (r['query'] == 'full' or r['query'].removeprefix(FIRST) in orders)]


def cases(settings):
    own = [Case('%s %s' % (body, mode), own_counts, (body, mode)) for body in OWN for mode in OWN[body]]
    own += generated_batches(settings, *((6, 6) if settings.quick else (30, 30)), 6, generated)
    if not rows(settings):
        return own + [Case('expected.tsv', missing), *always()]
    found = [Case('%s %s %s' % (r['program'], r['mode'], r['query']), counts if r['query'] == 'full' else first, (r,))
             for r in rows(settings) if not settings.quick or int(r['states']) < LARGE]
    found += [Case('best:auto on the four', directed, ([os.path.join(corpus(), n + '.pimp') for n in FOUR],)),
              Case('auto keeps at most half of ample', halves)]
    return own + found + always()


def always():
    return [Case('best:auto on ' + n, directed, ([os.path.join(ROOT, 'examples', n + '.pimp')],)) for n in OTHERS]


def missing(settings):
    return Report(skipped=1, notes=['there is no %s: set TARRY_CORPUS' % os.path.join(corpus(), 'expected.tsv')])


def search(settings, path, options, report, errors='all'):
    run = Run(settings, ['check', path, '--engine', 'explicit', '--reduction', 'none', '--no-deadlock', *options, '--errors', errors, '--json', '-'])
    if not report.check(not run.trouble() and run.code in (0, 1, 2), '%s\n%s' % (run.trouble(), run.tail()), run.command):
        return None, run
    return run.json(), run


def first(settings, row):
    """How many states are generated and expanded until a violation is found."""
    report = Report()
    path = os.path.join(corpus(), row['program'] + '.pimp')
    detail = dict(part.split('=') for part in row['detail'].split(';')[0].split())
    result, run = search(settings, path, WAYS[row['mode']] + ORDERS[row['query'].removeprefix(FIRST)], report, 'first')
    for key, theirs in (('states_stored', 'generated'), ('states_visited', 'expanded')):
        if result:
            report.check(result['statistics'][key] == int(detail[theirs]),
                         '%s is %d, expected %s' % (key, result['statistics'][key], detail[theirs]), run.command)
    return report


def directed(settings, paths):
    """Our own order generates fewer states than any other, with either rule for ties, without reduction and with one."""
    report = Report()
    for reduction in ('none', 'ample'):
        def generated(options):
            total = 0
            for path in paths:
                result, run = search(settings, path, WAYS['tso'] + ['--reduction', reduction] + options, report, 'first')
                if result and report.check(result['verdict'] == 'violated', 'no violation was found', run.command):
                    total += result['statistics']['states_stored']
            return total
        best = min((generated(options), name) for name, options in ORDERS.items())
        for ties in ('fifo', 'lifo'):
            ours = generated(['--search', 'best:auto', '--ties', ties])
            report.check(ours < best[0], 'best:auto with %s generates %d states, %s %d (reduction %s)' % (ties, ours, best[1], best[0], reduction))
    return report


def halves(settings):
    report = Report()
    totals = []
    for reduction in ('auto', 'ample'):
        found = [search(settings, os.path.join(corpus(), n + '.pimp'), ['--memory', 'tso', '--reduction', reduction], report)[0] for n in FOUR]
        totals.append(sum(r['statistics']['states_stored'] for r in found if r))
    report.check(2 * totals[0] <= totals[1], 'auto keeps %d states, ample %d' % tuple(totals))
    return report


def own_counts(settings, body, mode):
    report = Report()
    with scratch() as folder:
        path = write(folder, 'own.pimp', 'program own ' + body + '\n')
        wanted = OWN[body][mode]
        result, run = search(settings, path, OPTIONS[mode] + ['--no-deadlock'] + ([] if wanted else ['--max-states', '300']), report)
        if not result:
            return report
        if not wanted:
            report.check(result['verdict'] == 'unknown' and 'limit' in result['reason'], 'it came to an end', run.command)
            return report
        got = tuple(result['statistics'].get(k, 0) for k in ('states_stored', 'transitions', 'final_states', 'deadlocks'))
        report.check(got == wanted, 'counts are %s, expected %s' % (got, wanted), run.command)
    return report


def counts(settings, row):
    report = Report()
    path = os.path.join(corpus(), row['program'] + '.pimp')
    wanted = {'states_stored': int(row['states'])}
    detail = dict(part.split('=') for part in row['detail'].split())
    for ours, theirs in (('transitions', 'trans'), ('final_states', 'final'), ('deadlocks', 'deadlock'), ('errors', 'violstates')):
        if theirs in detail:
            wanted[ours] = int(detail[theirs])
    result, run = search(settings, path, WAYS[row['mode']], report)
    if not result:
        return report
    for key, value in wanted.items():
        got = result['statistics'].get(key, 0)
        report.check(got == value, '%s is %d, expected %d' % (key, got, value), run.command)
    return report


# ---- Generated programs ----

def command(settings, path, mode, *options):
    return Run(settings, ['check', path, *OPTIONS[mode], '--no-deadlock', *options, '--json', '-'])


def wrong_counts(settings, folder, threads, names, mode):
    """What the explicit engine counts otherwise than the naive implementation; '' where nothing."""
    expected = naive.explore(mode, threads, names, MOST)
    if not expected:
        return ''
    run = command(settings, write(folder, 'p.pimp', naive.text(threads)), mode, '--engine', 'explicit', '--reduction', 'none', '--errors', 'all')
    if run.trouble() or run.code == 3:
        return '%s\n%s' % (run.trouble(), run.tail())
    statistics = run.json()['statistics']
    got = tuple(statistics.get(k, 0) for k in ('states_stored', 'transitions', 'final_states', 'deadlocks'))
    return '' if got == expected[0] else '%s: counts are %s, expected %s' % (mode, got, expected[0])


def verdict_of(mode, there, under_tso):
    """What may be said of a memory that is reached there, or not, and under TSO, or not."""
    if there and under_tso:
        return 'violated'
    if mode == 'us' and not there or mode in ('sc', 'tso', 'pso') and not there:
        return 'holds'
    return 'unknown'


def wrong_verdict(settings, folder, threads, names, mode, memory):
    reached = {m: naive.explore(m, threads, names, MOST) for m in {mode, 'tso'}}
    if not all(reached.values()):
        return ''
    there, under_tso = memory in reached[mode][1], memory in reached['tso'][1]
    if not all(re.search(r'\b%s\b' % name, naive.text(threads)) for name in names):
        return ''       # the program does not know it
    condition = ' and '.join('%s = %d' % pair for pair in memory)
    wanted = verdict_of(mode, there, under_tso or mode in ('sc', 'pso'))
    run = command(settings, write(folder, 'p.pimp', naive.text(threads)), mode, '--never', condition)
    if run.trouble() or run.code == 3:
        return '%s\n%s' % (run.trouble(), run.tail())
    return '' if run.json()['verdict'] == wanted else '%s: %s is %s, expected %s' % (mode, condition, run.json()['verdict'], wanted)


def generated(settings, seed, numbers):
    report = Report()
    with scratch() as folder:
        for number in numbers:
            rng = random.Random('%d %d' % (seed, number))
            names, threads = naive.generate(rng)
            memory = tuple((x, rng.randrange(3)) for x in sorted(names))
            for mode in OPTIONS:
                for test, more in ((wrong_counts, ()), (wrong_verdict, (memory,))):
                    what = test(settings, folder, threads, names, mode, *more)
                    if what:
                        small = naive.shrink(threads, lambda t: test(settings, folder, t, names, mode, *more))
                        what = '%s\n%s' % (test(settings, folder, small, names, mode, *more), naive.text(small))
                    report.check(not what, 'program %d of seed %d: %s' % (number, seed, what))
    return report
