"""PIMP: counts of states, transitions, final states and deadlocks against expected.tsv of the corpus, where there is one
(TARRY_CORPUS, or ../shared/corpus beside the repository); it says what each program gives under each way to search."""
import csv
import os
import re

from .common import ROOT, Case, Report, Run

OPTIONS = {'sc': ['--memory', 'sc'], 'tso': ['--memory', 'tso']}
LARGE = 1000 * 1000   # states: left out of quick runs


def corpus():
    return os.path.join(os.environ.get('TARRY_CORPUS') or os.path.join(os.path.dirname(ROOT), 'shared', 'corpus'), 'pimp')


def rows():
    path = os.path.join(corpus(), 'expected.tsv')
    if not os.path.exists(path):
        return []
    with open(path, encoding='utf-8') as text:
        return [r for r in csv.DictReader(text, delimiter='\t') if r['mode'] in OPTIONS and r['query'] == 'full']


def cases(settings):
    if not rows():
        return [Case('expected.tsv', missing)]
    return [Case('%s %s' % (r['program'], r['mode']), counts, (r,)) for r in rows() if not settings.quick or int(r['states']) < LARGE]


def missing(settings):
    return Report(skipped=1, notes=['there is no %s: set TARRY_CORPUS' % os.path.join(corpus(), 'expected.tsv')])


def search(settings, path, options, report):
    run = Run(settings, ['check', path, '--engine', 'explicit', *options, '--errors', 'all', '--json', '-'])
    if not report.check(not run.trouble() and run.code in (0, 1, 2), '%s\n%s' % (run.trouble(), run.tail()), run.command):
        return None, run
    return run.json(), run


def counts(settings, row):
    report = Report()
    path = os.path.join(corpus(), row['program'] + '.pimp')
    wanted = {'states_stored': int(row['states'])}
    detail = dict(part.split('=') for part in row['detail'].split())
    for ours, theirs in (('transitions', 'trans'), ('final_states', 'final'), ('deadlocks', 'deadlock'), ('errors', 'violstates')):
        if theirs in detail:
            wanted[ours] = int(detail[theirs])
    result, run = search(settings, path, OPTIONS[row['mode']] + ['--no-deadlock'], report)
    if not result:
        return report
    for key, value in wanted.items():
        report.check(result['statistics'][key] == value, '%s is %d, expected %d' % (key, result['statistics'][key], value), run.command)
    return report
