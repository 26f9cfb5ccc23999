"""PIMP: counts of states, transitions, final states and deadlocks against expected.tsv of the corpus, where there is one
(TARRY_CORPUS, or ../shared/corpus beside the repository); it says what each program gives under each way to search. Also: what a first violation
costs in each order of search, our own order among them; and the reductions."""
import csv
import os
import re

from .common import ROOT, Case, Report, Run

OPTIONS = {'sc': ['--memory', 'sc'], 'tso': ['--memory', 'tso'], 'tso+por-noc3': ['--memory', 'tso', '--reduction', 'ample']}
FOUR = ('dekker', 'peterson', 'lamport', 'szymanski')
OTHERS = ('bakery', 'burns', 'kessels')   # in examples; written after best:auto was
ROOMY = ['--buffer', '16']                # no store meets it: in one search, as if there were no bound
ORDERS = {'dfs--': ['--search', 'dfs', *ROOMY], 'bfs-fifo': ['--search', 'bfs', *ROOMY]}
ORDERS.update({'%s-%s' % (h, t): ['--search', 'best:' + h, '--ties', t] for h in ('neb', 'pw', 'ipw') for t in ('fifo', 'lifo')})
FIRST = 'first-violation-'
LARGE = 1000 * 1000   # states: left out of quick runs


def corpus():
    return os.path.join(os.environ.get('TARRY_CORPUS') or os.path.join(os.path.dirname(ROOT), 'shared', 'corpus'), 'pimp')


def rows():
    path = os.path.join(corpus(), 'expected.tsv')
    if not os.path.exists(path):
        return []
    with open(path, encoding='utf-8') as text:
        return [r for r in csv.DictReader(text, delimiter='\t') if r['mode'] in OPTIONS and
                (r['query'] == 'full' or r['query'].removeprefix(FIRST) in ORDERS)]


def cases(settings):
    if not rows():
        return [Case('expected.tsv', missing), *always()]
    found = [Case('%s %s %s' % (r['program'], r['mode'], r['query']), counts if r['query'] == 'full' else first, (r,))
             for r in rows() if not settings.quick or int(r['states']) < LARGE]
    found += [Case('best:auto on the four', directed, ([os.path.join(corpus(), n + '.pimp') for n in FOUR],)),
              Case('auto keeps at most half of ample', halves)]
    return found + always()


def always():
    return [Case('best:auto on ' + n, directed, ([os.path.join(ROOT, 'examples', n + '.pimp')],)) for n in OTHERS]


def missing(settings):
    return Report(skipped=1, notes=['there is no %s: set TARRY_CORPUS' % os.path.join(corpus(), 'expected.tsv')])


def search(settings, path, options, report, errors='all'):
    run = Run(settings, ['check', path, '--engine', 'explicit', '--no-deadlock', *options, '--errors', errors, '--json', '-'])
    if not report.check(not run.trouble() and run.code in (0, 1, 2), '%s\n%s' % (run.trouble(), run.tail()), run.command):
        return None, run
    return run.json(), run


def full(mode):
    return OPTIONS[mode] + ([] if '--reduction' in OPTIONS[mode] else ['--reduction', 'none'])


def first(settings, row):
    """How many states are generated and expanded until a violation is found."""
    report = Report()
    path = os.path.join(corpus(), row['program'] + '.pimp')
    detail = dict(part.split('=') for part in row['detail'].split(';')[0].split())
    result, run = search(settings, path, full(row['mode']) + ORDERS[row['query'].removeprefix(FIRST)], report, 'first')
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
                result, run = search(settings, path, full('tso') + ['--reduction', reduction] + options, report, 'first')
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


def counts(settings, row):
    report = Report()
    path = os.path.join(corpus(), row['program'] + '.pimp')
    wanted = {'states_stored': int(row['states'])}
    detail = dict(part.split('=') for part in row['detail'].split())
    for ours, theirs in (('transitions', 'trans'), ('final_states', 'final'), ('deadlocks', 'deadlock'), ('errors', 'violstates')):
        if theirs in detail:
            wanted[ours] = int(detail[theirs])
    result, run = search(settings, path, full(row['mode']), report)
    if not result:
        return report
    for key, value in wanted.items():
        report.check(result['statistics'][key] == value, '%s is %d, expected %d' % (key, result['statistics'][key], value), run.command)
    return report
