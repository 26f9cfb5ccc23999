"""How long the runs to violations are: on the locks of bench/models no engine shows one of more than twice the steps of a breadth-first search, with room for enough stores.

What the breadth-first search takes a while for is kept in build/reference with the models' texts as its key; --quick leaves out three processes."""
import os

from .common import ROOT, Case, Report, Run
from .pan import kept_answer

FOLDER = os.path.join(ROOT, 'bench', 'models')
PLAIN = ('bakery', 'dekker', 'fast', 'filter', 'mcs', 'peterson', 'szymanski', 'ticket')
FENCED = ('bakery', 'dekker', 'fast', 'filter', 'mcs', 'peterson', 'ring', 'szymanski')    # with fewer fences than PSO needs; the other locks hold without
ENGINES = ('events', 'explicit', 'auto')
ROOM = (1, 2, 3, 4)
SHORTEST = ('--engine', 'explicit', '--search', 'bfs', '--reduction', 'none')


def cases(settings):
    models = [(name, ()) for name in PLAIN] + [('mm/' + name, ('-D', 'FENCES=%d' % fences)) for name in FENCED for fences in (0, 1)]
    found = [(name, defines, count, memory) for count in ((2,) if settings.quick else (2, 3)) for name, defines in models for memory in ('tso', 'pso')]
    found += [] if settings.quick else [('mm/ring', ('-D', 'FENCES=1', '-D', 'PSO'), 4, 'pso')]    # a deadlock of all, far from the start
    return [Case('%s %s, %d processes, %s' % (name, ' '.join(defines), count, memory), compare, (name, (*defines, '-D', 'N=%d' % count), memory))
            for name, defines, count, memory in found]


def steps(settings, path, options):
    """Of the shortest run that is shown; None where the property holds."""
    run = Run(settings, ['check', path, *options, '--memory-limit', '3000', '--json', '-'])
    if run.trouble() or run.code not in (0, 1):
        raise RuntimeError('%s\n%s\n%s' % (run.command, run.trouble(), run.tail()))
    return min((len(t['steps']) for t in run.json()['traces']), default=None)


def shortest(settings, path, options):
    found = None
    for room in ROOM:
        now = steps(settings, path, (*options, *SHORTEST, '--buffer', str(room)))
        if found is not None and now >= found:
            break
        found = now
    return found


def compare(settings, name, defines, memory):
    report = Report()
    path, options = os.path.join(FOLDER, name + '.pml'), (*defines, '--memory', memory)
    lengths = {engine: steps(settings, path, (*options, '--engine', engine, '--buffer', 'unbounded')) for engine in ENGINES}
    report.check(len({length is None for length in lengths.values()}) == 1, 'the engines disagree: %s' % lengths)
    if None in lengths.values():
        return report
    with open(path, encoding='utf-8') as text:
        least = kept_answer('\n'.join(['lengths', text.read(), *options]), lambda: shortest(settings, path, options))
    for engine, length in lengths.items():
        report.check(length <= 2 * least, '%d steps, and breadth first %d' % (length, least), 'tarry check %s %s --engine %s --buffer unbounded' % (path, ' '.join(options), engine))
    return report
