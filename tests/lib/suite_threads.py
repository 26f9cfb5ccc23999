"""Generated PIMP programs. tests/reach compares what the explicit engine reaches with what the events engine reaches, and with what is left
by each reduction; the tool itself is asked for verdicts with all engines, orders and reductions. What fails is shown on the smallest
program that still fails."""
import random

from . import generate_pimp, reached
from .common import Report, Run, generated_batches, scratch, write
from .suite_engines import reach

BATCH = 25
FIXED, FRESH, FIXED_QUICK, FRESH_QUICK = 100, 50, 25, 25
STATES, STATES_QUICK = 5000, 1000     # weak hashes make the time grow with their square
EXPLICIT = ['--engine', 'explicit']
WAYS = [['--engine', 'events'], [*EXPLICIT, '--reduction', 'none'], [*EXPLICIT, '--reduction', 'auto'], [*EXPLICIT, '--reduction', 'ample'],
        [*EXPLICIT, '--reduction', 'sleep'], [*EXPLICIT, '--reduction', 'sleep', '--search', 'bfs'],
        [*EXPLICIT, '--search', 'best:auto'], [*EXPLICIT, '--search', 'best:pw', '--ties', 'lifo', '--reduction', 'ample']]


def cases(settings):
    fixed, fresh = (FIXED_QUICK, FRESH_QUICK) if settings.quick else (FIXED, FRESH)
    return generated_batches(settings, fixed, fresh, BATCH, compare_batch)


def states(settings):
    return STATES_QUICK if settings.quick else STATES


def compare_batch(settings, seed, numbers):
    report = Report()
    with scratch() as folder:
        programs = {}
        for number in numbers:
            made = generate_pimp.program(random.Random('pimp %d %d' % (seed, number)))
            programs[write(folder, '%d.pimp' % number, made.text())] = made
        for line in reach(settings, [], list(programs)):
            good = line.split(None, 1)[0] in ('same', 'within', 'approximate', 'unfinished', 'refused')
            report.check(good, line if good else explain(settings, folder, programs, line))
        compare_verdicts(settings, list(programs), report)
        compare_sets(settings, list(programs), report)
    return report


def explain(settings, folder, programs, line):
    found = [path for path in programs if path in line]
    if not found:
        return line
    head = line.split(None, 1)[0]

    def again(made):
        path = write(folder, 'shrunk.pimp', made.text())
        return [other for other in reach(settings, [], [path], 60) if other.split(None, 1)[0] == head]

    made = programs[found[0]]
    smallest = generate_pimp.shrink(made, again) if again(made) else made
    return '\n'.join([line, *again(smallest)[:1], smallest.text()])


def compare_sets(settings, paths, report):
    """Buffers as sets may only add behaviours: what is violated under TSO does not hold there."""
    answers = []
    for memory in ('tso', 'tso-us'):
        run = Run(settings, ['check', *paths, '--memory', memory, *EXPLICIT, '--errors', 'all', '--max-states', str(4 * states(settings)), '--json', '-'], timeout=600)
        if not report.check(not run.trouble() and run.code != 3, '%s\n%s' % (run.trouble(), run.tail()), run.command):
            return
        answers.append(run.json()['results'])
    for path, exact, sets in zip(paths, *answers, strict=True):
        wrong = {p['name'] for p in exact['properties'] if p['verdict'] == 'violated'}
        held = {p['name'] for p in sets['properties'] if p['verdict'] == 'holds'}
        with open(path, encoding='utf-8') as text:
            source = text.read()
        report.check(not wrong & held, 'violated under TSO, and held by tso-us: %s\n%s' % (sorted(wrong & held), source))
        report.check(not reached.disagreement(exact, sets), 'TSO and tso-us: %s\n%s' % (reached.disagreement(exact, sets), source))


def compare_verdicts(settings, paths, report):
    for memory in ('sc', 'tso', 'pso'):
        answers = []
        for way in WAYS:
            run = Run(settings, ['check', *paths, '--memory', memory, *way, '--errors', 'all', '--max-states', str(states(settings)), '--json', '-'], timeout=600)
            if not report.check(not run.trouble() and run.code != 3, '%s\n%s' % (run.trouble(), run.tail()), run.command):
                return
            answers.append(run.json()['results'])
        for path, *results in zip(paths, *answers, strict=True):
            verdicts = [r['verdict'] for r in results]
            with open(path, encoding='utf-8') as text:
                report.check(len(set(verdicts) - {'unknown'}) <= 1, '%s: %s\n%s' % (memory, verdicts, text.read()))
            with open(path, encoding='utf-8') as text:
                wrong = list(filter(None, (reached.disagreement(one, other) for one, other in zip(results, results[1:]))))
                report.check(not wrong, '%s: %s\n%s' % (memory, wrong, text.read()))
            report.tally['lists of unreached statements'] += sum('unreached' in r for r in results)
