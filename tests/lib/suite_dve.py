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

LOCK = """byte x, y;
process P { byte u; state a, b, CS; init a; trans a -> b { effect x = 1; }, b -> CS { guard y == 0; effect u = 1; }; }
process Q { state a, b, CS; init a; trans a -> b { effect y = 1; }, b -> CS { guard x == 0; }; }
system async;
"""
ASKED = ['--mutex', 'CS', '--no-deadlock']
WRONG = [   # text, where, what
    ('(x, P.1)\n(z, P.1)', '2:2', 'there is no global variable z'), ('(x, P.3)', '1:5', 'there is no transition P.3: those of P are P.1 to P.2'),
    ('(x, P.0)', '1:5', 'there is no transition P.0'), ('(x P.1)', '1:4', "expected ',' behind the variable, found 'P'"), ('(y, P.1)', '1:2', 'transition P.1 (line 2: '),
    ('(u, P.2)', '1:2', 'there is no global variable u'), ('(*, P.2)', '1:5', 'transition P.2'), ('\nbarrier R.1', '2:9', 'there is no process R'),
    ('barrier P', '1:10', "expected '.' behind the process"), ('fence P.1', '1:1', "expected '(x, P.1)'"), ('(x, P.a)', '1:7', 'expected a number'),
    ('(x, P.1', '1:8', "expected ')'"), ('(state, P.1)', '1:2', "'state' is a word"), ('(x, P.1) $', '1:10', "the character '$'"),
]


def corpus():
    return os.path.join(os.environ.get('TARRY_CORPUS') or os.path.join(os.path.dirname(ROOT), 'shared', 'corpus'), 'dve')


def rows(name):
    path = os.path.join(corpus(), name)
    if not os.path.exists(path):
        return []
    with open(path, encoding='utf-8') as text:
        return list(csv.DictReader(text, delimiter='\t'))


def cases(settings):
    found = [Case('an error is a state', errors), Case('a template', template), Case('atomic writes', atomic), Case('repair by heuristics', repair), Case('wrong lists of atomic writes', wrong_lists)]
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


def atomic(settings):
    """A trace and a proof speak of one list of atomic writes."""
    report = Report()
    with scratch() as folder:
        path, saved, proof = write(folder, 'lock.dve', LOCK), os.path.join(folder, 'trace.json'), os.path.join(folder, 'proof.json')
        lists = {name: write(folder, name + '.txt', text) for name, text in (('none', ''), ('one', '(x, P.1) // the first\n'), ('both', '(*, P.1) (y, Q.1)'),
                                                                            ('again', '(y, Q.1)\n(x, P.1)'), ('barriers', 'barrier P.2\nbarrier Q.2'))}
        for memory in ('tso', 'pso', 'slot'):
            for name, code in (('none', 1), ('one', 1), ('both', 0), ('again', 0), ('barriers', 0)):
                run = Run(settings, ['check', path, '--memory', memory, *ASKED, '--atomic', lists[name]])
                report.check(run.code == code, 'exit code %d instead of %d\n%s' % (run.code, code, run.tail()), run.command)
        Run(settings, ['check', path, *ASKED, '--atomic', lists['one'], '--json', saved])
        Run(settings, ['check', path, *ASKED, '--atomic', lists['both'], '--certificate', proof])
        for command, answer, names in (('replay', saved, {'one': 0, 'none': 3, 'both': 3}), ('certify', proof, {'both': 0, 'again': 0, 'one': 3})):
            for name, code in [*names.items(), (None, 0)]:
                run = Run(settings, [command, path, answer, *(['--atomic', lists[name]] if name else [])])
                report.check(run.code == code, 'exit code %d instead of %d\n%s' % (run.code, code, run.tail()), run.command)
    return report


def repair(settings):
    """The list that the thesis's heuristics make does repair; also from a list that is there; and what cannot be repaired is told."""
    report = Report()
    with scratch() as folder:
        path, made, begun = write(folder, 'lock.dve', LOCK), os.path.join(folder, 'atomic.txt'), write(folder, 'begun.txt', '(y, Q.1)')
        peterson = os.path.join(corpus(), 'thesis-peterson-N2.scalar.dve')
        locks = [(path, [], 2), (path, ['--atomic', begun], 2), (path, ['--memory', 'pso'], 2)] + ([(peterson, [], 4)] if os.path.exists(peterson) else [])
        for lock, options, wanted in locks:
            run = Run(settings, ['fence', lock, '--repair', 'thesis', *ASKED, *options, '--patch', made])
            said = 'holds with %d of ' % wanted
            if report.check(run.code == 0 and said in run.out, run.tail(), run.command):
                again = Run(settings, ['check', lock, '--memory', 'slot', *ASKED, '--atomic', made])
                report.check(again.code == 0, again.tail(), again.command)
        broken = write(folder, 'broken.dve', LOCK.replace('guard x == 0; ', ''))
        for arguments, code, said in (([broken, *ASKED], 1, 'violated under SC already'), ([os.path.join(ROOT, 'examples', 'peterson.pml')], 3, 'DVE models'),
                                      ([path, *ASKED, '--max-states', '3'], 2, 'unknown'), ([path, *ASKED, '--json', made], 3, 'no JSON')):
            run = Run(settings, ['fence', *arguments, '--repair', 'thesis'])
            report.check(run.code == code and said in run.out + run.err, 'exit code %d\n%s' % (run.code, run.tail()), run.command)
    return report


def wrong_lists(settings):
    report = Report()
    with scratch() as folder:
        path = write(folder, 'lock.dve', LOCK)
        for text, place, message in WRONG:
            run = Run(settings, ['check', path, '--atomic', write(folder, 'atomic.txt', text)])
            report.check(run.code == 3 and 'atomic.txt:%s: error: %s' % (place, message) in run.err and '^' in run.err, run.tail(), run.command)
        run = Run(settings, ['check', os.path.join(ROOT, 'examples', 'peterson.pml'), '--atomic', path])
        report.check(run.code == 3 and 'DVE' in run.err, run.tail(), run.command)
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
