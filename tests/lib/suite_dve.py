"""DVE: numbers of states and transitions under SC, and of the thesis's models under its own memory model, against those of the corpus (TARRY_CORPUS, or
../shared/corpus beside the repository); models with overflow, of which the error counts as one state; templates."""
import csv
import os
import shutil

from .common import ROOT, Case, Report, Run, scratch, write

LARGE = 1000 * 1000   # states: not in CI
COUNTER = 'byte x = %d;\nprocess P { state p; init p; trans p -> p { effect x = x + 1; }, p -> p { guard x > 253; effect x = x + 2; }; }\nsystem async;\n'
TEMPLATE = """default(N, 2)
forloop(i, 0, decr(N), `byte x_`'i = i;
process P_`'i { state a, b; init a; trans a -> b { effect x_`'i = x_`'i + N; }; }
')
system async;
"""


def corpus():
    return os.path.join(os.environ.get('TARRY_CORPUS') or os.path.join(os.path.dirname(ROOT), 'shared', 'corpus'), 'dve')


def rows(name):
    path = os.path.join(corpus(), name)
    if not os.path.exists(path):
        return []
    with open(path, encoding='utf-8') as text:
        return list(csv.DictReader(text, delimiter='\t'))


def cases(settings):
    found = [Case('an error is a state', errors), Case('a template', template)]
    if not rows('expected.tsv'):
        return found + [Case('expected.tsv', missing)]
    found += [Case(r['model'], counts, (r, 'sc')) for r in rows('expected.tsv')]
    return found + [Case('%s %s' % (r['model'], r['memory']), counts, (r, r['memory'])) for r in rows('thesis-expected.tsv')
                    if int(r['states']) < LARGE]


def missing(settings):
    return Report(skipped=1, notes=['there is no %s: set TARRY_CORPUS' % os.path.join(corpus(), 'expected.tsv')])


def count(settings, path, options, report):
    run = Run(settings, ['check', path, '--engine', 'explicit', '--reduction', 'none', '--errors', 'all', '--no-deadlock', *options, '--json', '-'])
    if not report.check(not run.trouble() and run.code in (0, 1), '%s\n%s' % (run.trouble(), run.tail()), run.command):
        return None, run
    figures = run.json()['statistics']
    return (figures['states_stored'], figures['transitions']), run


def counts(settings, row, memory):
    report = Report()
    got, run = count(settings, os.path.join(corpus(), row['model'] + '.dve'), ['--memory', memory], report)
    if got:
        wanted = int(row['states']), int(row['transitions'])
        report.check(got == wanted, '%d states and %d transitions instead of %d and %d' % (got + wanted), run.command)
    return report


def errors(settings):
    """From 254 on: 255, 256 by either way and 257 are errors, all of them one state."""
    report = Report()
    with scratch() as folder:
        path = write(folder, 'counter.dve', COUNTER % 254)
        for options, wanted in (([], (3, 4)), (['--overflow-values', 'wrap'], (256, 258))):
            got, run = count(settings, path, ['--memory', 'sc', *options], report)
            report.check(got == wanted, '%s instead of %s' % (got, wanted), run.command)
    return report


def template(settings):
    report = Report()
    with scratch() as folder:
        path = write(folder, 'many.mdve', TEMPLATE)
        if not shutil.which('m4'):
            run = Run(settings, ['check', path])
            report.check(run.code == 3 and 'install the package m4' in run.err, run.tail(), run.command)
            return Report(skipped=1, notes=['there is no m4'], failures=report.failures)
        for options, wanted in (([], (4, 4)), (['-D', 'N=3'], (8, 12))):
            got, run = count(settings, path, ['--memory', 'sc', *options], report)
            report.check(got == wanted, '%s instead of %s' % (got, wanted), run.command)
        path = write(folder, 'harm.mdve', 'syscmd(touch %s/made)esyscmd(touch %s/made)builtin(`syscmd\', `touch %s/made\')' % (folder, folder, folder) + TEMPLATE)
        Run(settings, ['check', path])
        report.check(not os.path.exists(os.path.join(folder, 'made')), 'a template ran a command', 'tarry check harm.mdve')
    return report
