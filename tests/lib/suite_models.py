"""Models that carry their expectations in their first lines.

    // check: --memory tso        options; starts a new expectation
    // verdict: violated          or holds, unknown, error (exit code 3)
    // property: assertion        a property of this kind has that verdict, or the one that is named after it; may be repeated
    // states: 42                 statistics.states_stored of the complete search
    // warning: substring         on standard error
    // scope: substring           of the JSON's scope;  // reason: substring of its reason
    // exact: false               the JSON's

Each runs under every engine that can take it in every order of search, with and without reduction: verdicts agree, the counts of complete searches of the
explicit engine without reduction agree, every violation replays, and a trace that was tampered with is rejected, and the lists of unreached statements agree. What the events engine proves is certified. The
automata engine may not come to an end, but may not contradict. Options that name an engine (--engine) are for that engine alone.
"""
import json
import os
import random
import shlex
import zlib

from . import reached
from .common import EXIT, Case, Report, Run, certify, head, models_in, scratch, short, write
from .expected import expected_of

TEMPORAL = ('ltl', 'claim', 'acceptance', 'progress')
# engine and how; all must agree
SEARCHES = (('explicit', '--reduction none --search dfs'), ('explicit', '--reduction none --search bfs'), ('explicit', '--search dfs'), ('explicit', '--search bfs'),
            ('events', ''), ('automata', ''), ('auto', ''))
SEARCHES_AGAIN = ((SEARCHES[0], SEARCHES[4]), (SEARCHES[3], SEARCHES[4]))   # on a second build: one or the other, by model
LABELS = ('property', 'states', 'warning', 'scope', 'reason', 'exact')


def expectations(path):
    groups = [{'options': e.options, 'verdict': e.answer, 'lines': []} for e in expected_of(path)[0] if e.command == 'check']
    for key, value in head(path):
        if key == 'check':
            groups.append({'options': shlex.split(value), 'verdict': None, 'lines': []})
        elif key == 'verdict' or key in LABELS:
            if not groups or key == 'verdict' and groups[-1]['verdict']:
                groups.append({'options': groups[-1]['options'] if groups else [], 'verdict': None, 'lines': []})
            if key == 'verdict':
                groups[-1]['verdict'] = value
            else:
                groups[-1]['lines'].append((key, value))
    return groups


def cases(settings):
    return [Case(short(path), check_model, (path,)) for path in models_in('models')]


def check_model(settings, path):
    report = Report()
    groups = expectations(path)
    if not report.check(groups and all(g['verdict'] for g in groups), 'no expectation (// verdict: ...) in its head'):
        return report
    for group in groups:
        check_group(settings, path, group, searches(settings, path, group['options']), report)
    return report


def searches(settings, path, options):
    """(engine, options) of each way to check; the engine that the options name is the only one."""
    return [(options[options.index('--engine') + 1], '')] if '--engine' in options else \
        SEARCHES_AGAIN[zlib.crc32(short(path).encode()) % 2] if settings.again or settings.quick else SEARCHES


def check_group(settings, path, group, ways, report):
    """The reports of those ways (engine, options) that gave the verdict."""
    with scratch() as folder:
        results = {}
        for engine, how in ways:
            saved = os.path.join(folder, engine + how.replace(' ', '') + '.json')
            chosen = (['--engine', engine] if '--engine' not in group['options'] else []) + how.split()
            if engine == 'automata' and '--time-limit' not in group['options']:
                chosen += ['--time-limit', '2']
            run = Run(settings, ['check', path, *group['options'], *chosen, '--json', saved])
            if not report.check(not run.trouble(), run.trouble(), run.command):
                return results
            if group['verdict'] == 'error':
                report.check(run.code == 3 and not run.out and run.err, 'exit code %d instead of 3\n%s' % (run.code, run.tail()), run.command)
                check_lines(group, None, run, report)
                return results
            if run.code == 3 and 'cannot check this' in run.err and engine in ('events', 'automata') and '--engine' not in group['options']:
                continue        # not admissible for this engine, which said why
            if run.code == 2 and '--engine' not in group['options'] and (engine == 'automata' or '--max-states' in how or engine == 'events' and leaves_temporal(saved)):
                continue
            if not report.check(run.code == EXIT[group['verdict']],
                                'exit code %d, expected %s\n%s' % (run.code, group['verdict'], run.tail()), run.command):
                return results
            with open(saved, encoding='utf-8') as text:
                results[engine, how] = result = json.load(text)
            report.check(result['verdict'] == group['verdict'], 'verdict %s in JSON' % result['verdict'], run.command)
            check_lines(group, result, run, report)
            if result['traces'] or group['verdict'] == 'violated' and not lacks_outcome(result):
                replay(settings, path, saved, result, folder, report, not settings.again and not settings.quick and (engine, how) in (SEARCHES[0], SEARCHES[4]))
            elif group['verdict'] == 'holds' and {result['engine']} | {p.get('engine', 'events') for p in result['properties']} == {'events'}:
                certify(settings, path, group['options'], report)
        compare_reached(path, group, results, report)
        if SEARCHES[0] in results and SEARCHES[1] in results:
            compare_searches(settings, path, group, results, report)
        return results


def compare_reached(path, group, results, report):
    """The lists of statements that no run executes agree, where there are such lists and one scope."""
    listed = [(way, r) for way, r in results.items() if 'unreached' in r]
    for (way, one), (other_way, other) in zip(listed, listed[1:]):
        if one['scope'] == other['scope']:
            trouble = reached.disagreement(one, other)
            report.check(not trouble, '%s, and %s: %s' % (' '.join(way), ' '.join(other_way), trouble), 'tarry check %s %s' % (short(path), ' '.join(group['options'])))


def leaves_temporal(saved):
    """Whether what is unknown are temporal properties only: not every engine knows all of them."""
    with open(saved, encoding='utf-8') as text:
        return all(p['kind'] in TEMPORAL for p in json.load(text)['properties'] if p['verdict'] == 'unknown')


def lacks_outcome(result):
    """Whether all that is violated is the condition of a litmus test that no final state has: there is no run to show."""
    return all(p['kind'] == 'final' and p['trace'] is None for p in result['properties'] if p['verdict'] == 'violated')


def check_lines(group, result, run, report):
    for key, value in group['lines']:
        if key == 'warning':
            report.check(value in run.err, 'no such warning: %s\n%s' % (value, run.err[-1000:]), run.command)
        elif key == 'property' and result:
            kind, wanted = (value.split() + [group['verdict']])[:2]
            report.check(any(p['kind'] == kind and p['verdict'] == wanted for p in result['properties']),
                         'no property of kind %s is %s: %s' % (kind, wanted, result['properties']), run.command)
        elif key in ('scope', 'reason') and result and (key == 'reason' or result['engine'] == 'explicit'):   # others have no bound
            report.check(value in str(result.get(key)), '%s is "%s"' % (key, result.get(key)), run.command)
        elif key == 'exact' and result:
            report.check(value == str(result['exact']).lower(), 'exact is %s' % result['exact'], run.command)


def compare_searches(settings, path, group, results, report):
    """Breadth-first traces are the shortest, and complete searches of the explicit engine count the same states whatever their
    order. With a violation only --errors all is complete."""
    command = 'tarry check %s %s --engine explicit --reduction none --search dfs|bfs' % (short(path), ' '.join(group['options']))
    dfs, bfs = results[SEARCHES[0]], results[SEARCHES[1]]
    complete = group['verdict'] == 'holds'
    if group['verdict'] == 'violated':
        shortest, other = (len(r['traces'][0]['steps']) for r in (bfs, dfs))
        report.check(shortest <= other, 'bfs gives %d steps, dfs %d' % (shortest, other), command)
    if group['verdict'] == 'violated' and ('sc' in group['options'] or '--buffer' in group['options']):
        runs = [Run(settings, ['check', path, *group['options'], '--engine', 'explicit', '--reduction', 'none', '--search', order, '--errors', 'all', '--json', '-'])
                for order in ('dfs', 'bfs')]
        for run in runs:
            if not report.check(run.code == 1 and not run.trouble(), '--errors all: exit code %d %s' % (run.code, run.trouble()), run.command):
                return
        dfs, bfs = (run.json() for run in runs)
        complete = not any(p['kind'] == 'runtime' and p['verdict'] == 'violated' for p in dfs['properties'])
    stored = [r['statistics']['states_stored'] for r in (dfs, bfs)]
    if complete:
        report.check(stored[0] == stored[1], 'stored states: dfs %d, bfs %d' % tuple(stored), command)
    for key, value in group['lines']:
        if key == 'states':
            report.check(complete and stored[0] == int(value), 'stored states: %d, expected %s' % (stored[0], value), command)


# ---- Replay ----

def replay(settings, path, saved, result, folder, report, tampers):
    run = Run(settings, ['replay', path, saved])
    made = 'tarry check %s ... --json %s; ' % (short(path), saved)
    if not report.check(run.code == 0 and not run.trouble(), 'the trace does not replay: exit code %d\n%s' % (run.code, run.tail()), made + run.command):
        return
    rng = random.Random('%s %d' % (short(path), settings.fresh_seed))
    for what, changed in tamperings(result, rng) if tampers else ():
        forged = write(folder, 'forged.json', json.dumps(changed))
        run = Run(settings, ['replay', path, forged])
        report.check(run.code in (1, 3) and not run.trouble(), 'a tampered trace was accepted: %s: exit code %d' % (what, run.code), run.command)


def tamperings(result, rng):
    """(what, a changed copy) for each way to tamper that is not void."""
    def copy():
        return json.loads(json.dumps(result))

    steps = result['traces'][0]['steps']
    with_memory = [i for i, s in enumerate(steps) if s['memory']]
    if with_memory:
        i = rng.choice(with_memory)
        name = rng.choice(sorted(steps[i]['memory']))
        changed = copy()
        changed['traces'][0]['steps'][i]['memory'][name] += rng.choice([-1, 1, 7])
        yield 'memory %s of step %d' % (name, i + 1), changed
    edges = [i for i, s in enumerate(steps) if 'edge' in s]
    if edges:
        i = rng.choice(edges)
        changed = copy()
        changed['traces'][0]['steps'][i]['edge'] += rng.choice([1, 2, 1000])
        yield 'edge of step %d' % (i + 1), changed
    with_buffers = [i for i, s in enumerate(steps) if any(s['buffers'].values())]
    if with_buffers:
        i = rng.choice(with_buffers)
        owner = rng.choice(sorted(steps[i]['buffers']))
        changed = copy()
        rng.choice(changed['traces'][0]['steps'][i]['buffers'][owner])[1] += 1
        yield 'a buffered value of step %d' % (i + 1), changed
        changed = copy()
        changed['traces'][0]['steps'][i]['buffers'][owner].pop()
        yield 'a buffered store of step %d removed' % (i + 1), changed
    yield from reorderings(steps, copy, rng)
    yield from false_claims(result, copy)


def false_claims(result, copy):
    """What the list of properties says, and no trace shows."""
    for i, p in enumerate(result['properties']):
        wrong = [('a trace that is not there', {'trace': len(result['traces'])}), ('a negative trace', {'trace': -1}), ('no kind', {'kind': 'other'}),
                 ('another name', {'name': p['name'] + '0'}), ('no verdict', {'verdict': 'maybe'})]
        if p['trace'] is None:
            wrong += [('a trace that is not its own', {'verdict': 'violated', 'trace': 0}), ('a trace, though it holds', {'trace': 0}),
                      ('no trace', {'verdict': 'violated'})]
        else:
            wrong += [('its trace taken away', {'trace': None}), ('a verdict that the trace contradicts', {'verdict': 'holds'}),
                      ('a trace that nobody claims', {'verdict': 'holds', 'trace': None})]
        if p['kind'] != 'final':    # of these `holds` may be what a trace shows
            for what, fields in wrong:
                changed = copy()
                changed['properties'][i].update(fields)
                yield 'property %d has %s' % (i, what), changed
        if p['kind'] != 'final' and p['verdict'] == 'holds':
            changed = copy()
            changed['traces'].append(changed['traces'][0])
            changed['properties'][i].update({'verdict': 'violated', 'trace': len(result['traces'])})
            yield 'property %d has a copy of a trace that is not its own' % i, changed
    for what, fields in (('verdict', {'verdict': 'holds'}), ('verdict', {'verdict': 'unknown'}), ('bound', {'buffer': 77}), ('bound', {'buffer_reached': 77}),
                         ('properties', {'properties': result['properties'][:-1]}), ('properties', {'properties': result['properties'] * 2})):
        yield 'another %s' % what, {**copy(), **fields}


def state_of(step):
    return step['memory'], step['buffers'], step.get('ghosts')


def stores_waiting(step):
    return sum(map(len, step['buffers'].values()))


def reorderings(steps, copy, rng):
    """Dropping or swapping steps where no run can hide it: another step that follows could write over what a missing one wrote, and the
    trace would be one after all. A step that writes nothing cannot, nor can any step bring back a store that waits or has left, but one that
    writes the whole buffer to memory."""
    states = [state_of(s) for s in steps]
    shows = [i for i in range(len(steps) - 1) if steps[i + 1]['kind'] in ('local', 'load')]
    lossy = [i for i in range(1, len(steps) - 1) if states[i] != states[i - 1] and steps[i]['kind'] != 'end'
             and (i in shows or stores_waiting(steps[i]) != stores_waiting(steps[i - 1]) and steps[i + 1]['kind'] not in ('fence', 'atomic'))]
    if lossy:
        i = rng.choice(lossy)
        changed = copy()
        del changed['traces'][0]['steps'][i]
        yield 'step %d dropped' % (i + 1), changed
    pairs = [i for i in range(len(steps) - 2) if steps[i]['process_index'] == steps[i + 1]['process_index'] and 'edge' in steps[i]
             and 'edge' in steps[i + 1] and steps[i]['edge'] != steps[i + 1]['edge'] and states[i] != states[i + 1] and i + 1 in shows]
    if pairs:
        i = rng.choice(pairs)
        changed = copy()
        order = changed['traces'][0]['steps']
        order[i], order[i + 1] = order[i + 1], order[i]
        yield 'steps %d and %d swapped' % (i + 1, i + 2), changed
