"""The models of examples/: every command that their heads show (expected.py) is run, and answers so. Every violation replays, every proof of the events engine and of `fence` is
certified, a bounded part of the explicit search contradicts nothing, and of Promela models that hold every statement is reached. The table of examples/README.md has a row for each model, and its verdicts are those of the heads."""
import os
import re
from collections import Counter

from .common import ROOT, Case, Report, Run, scratch, short
from .expected import MODELS, expected_of
from .suite_models import check_group

FOLDER = os.path.join(ROOT, 'examples')
WAYS = (('auto', ''), ('explicit', '--max-states 20000'))
MEMORIES = ('sc', 'tso', 'pso')
ROW = re.compile(r'\| \[([^]]+)\]\(([^)]+)\) \|(.*)\|')


def names():
    return sorted(n for n in os.listdir(FOLDER) if n.endswith(MODELS))


def cases(settings):
    return [Case('examples/' + name, check_example, (os.path.join(FOLDER, name),)) for name in names()] + [Case('examples/README.md', check_table)]


def check_example(settings, path):
    report = Report()
    found, wrong = expected_of(path)
    for what in wrong:
        report.check(False, 'an expectation cannot be read: ' + what)
    report.check(found, 'no line `// expect: COMMAND => ANSWER` in its head')
    for expected in found:
        if expected.command == 'check':
            ways = WAYS[:1] if settings.quick or '--engine' in expected.options else WAYS
            results = check_group(settings, path, {'options': expected.options, 'verdict': expected.answer, 'lines': []}, ways, report)
            check_reached(path, expected, results.get(WAYS[0], {}), report)
        else:
            check_repair(settings, path, expected, report)
    return report


def check_reached(path, expected, result, report):
    """What holds because nobody gets there says nothing. The models in PIMP have one entry for each thread, and do not reach all."""
    left = result.get('unreached', []) if expected.answer == 'holds' and path.endswith('.pml') else []
    report.check(not left, 'these statements are not reached: %s' % left, 'tarry check %s %s' % (short(path), ' '.join(expected.options)))


# ---- fence ----

def check_repair(settings, path, expected, report):
    with scratch() as folder:
        proof = os.path.join(folder, 'proof.json')
        run = Run(settings, ['fence', path, *expected.options, '--json', '-', '--certificate', proof])
        good = run.code == (1 if expected.answer == 'no repair' else 0) and not run.trouble()
        if not report.check(good, 'exit code %d, expected %s\n%s' % (run.code, expected.answer, run.tail()), run.command) or run.code:
            return
        said = repair(run.json()['solutions'][0])
        report.check(said == expected.answer, 'needs %s, expected %s' % (said, expected.answer), run.command)
        again = Run(settings, ['certify', path, proof])
        report.check(again.code == 0 and not again.trouble(), 'its proof is not confirmed: exit code %d\n%s' % (again.code, again.tail()), run.command + '; ' + again.command)


def repair(solution):
    """A solution as the heads write it: what it adds, fences that are there aside."""
    counts = Counter(f['kind'] for f in solution['fences'] if not f['is_there'])
    counts['atomic'] = len(solution['atomic_writes'])
    return ', '.join('%d %s' % (counts[kind], kind) for kind in ('mfence', 'sfence', 'atomic') if counts[kind]) or 'no fence'


# ---- The table ----

def check_table(settings):
    report = Report()
    with open(os.path.join(FOLDER, 'README.md'), encoding='utf-8') as file:
        rows = [found.groups() for found in map(ROW.fullmatch, file.read().split('\n')) if found]
    report.check(Counter(row[0] for row in rows) == Counter(names()), 'the rows are not one for each model: %s' % sorted((Counter(names()) - Counter(r[0] for r in rows)) + (Counter(r[0] for r in rows) - Counter(names()))))
    for name, target, rest in rows:
        report.check(name == target, 'the row of %s leads to %s' % (name, target))
        if name in names():
            check_row(name, [cell.strip() for cell in rest.split('|')], report)
    return report


def check_row(name, cells, report):
    """What it is; the verdict under SC, TSO and PSO of the model as it stands; the variants that mend it."""
    found = [e for e in expected_of(os.path.join(FOLDER, name))[0] if e.command == 'check']
    verdicts = [next((e.answer for e in found if e.memory() == memory and not e.defines()), '') for memory in MEMORIES]
    if report.check(len(cells) == 5 and cells[0], '%s: a row has what it is, three verdicts and what mends it' % name):
        report.check(cells[1:4] == verdicts, '%s: the table has %s, its head %s' % (name, cells[1:4], verdicts))
        for variant, memory in re.findall(r'`-D ([^`]+)`(?: for (SC|TSO|PSO))?', cells[4]):
            for wanted in [memory.lower()] if memory else [m for m, verdict in zip(MEMORIES, verdicts) if verdict == 'violated']:
                report.check(any(e.defines() == tuple(variant.split(' -D ')) and e.memory() == wanted and e.answer == 'holds' for e in found),
                             '%s: its head does not expect that it holds with -D %s under %s' % (name, variant, wanted))
