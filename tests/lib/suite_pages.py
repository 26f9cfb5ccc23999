"""HTML reports and drawings of the models that have a violation: what they say, against the JSON report of the same call, and against axioms.

The states that follow from the changes of each step are those of the JSON. The way of each store and the source of each load fit them: memory and buffers are what
the stores make of them at every step, and a load has the value of the store that it is said to see.

The graph of reads and writes that --dot draws has no cycle under SC; under TSO and PSO none without what their buffers allow (a read before an older write, under PSO also
writes to different locations out of order).
"""
import json
import os
import re

from .common import Case, Report, Run, scratch, short
from .suite_models import cases as model_cases, expectations


def cases(settings):
    models = model_cases(settings)
    return [Case(case.name, check_model, case.arguments) for case in models] + \
        [Case('several memory models: ' + case.name, check_several, case.arguments) for case in (models[::4] if settings.quick else models)]


def page_data(path):
    with open(path, encoding='utf-8') as text:
        data = re.search(r'<script type="application/json" id="data">(.*?)</script>', text.read(), re.S).group(1)
    return data, json.loads(data)


def check_model(settings, path):
    report = Report()
    groups = [group for group in expectations(path) if group['verdict'] == 'violated']
    for group in groups[:1] if settings.quick else groups:
        with scratch() as folder:
            page, saved, drawing = (os.path.join(folder, name) for name in ('page.html', 'saved.json', 'run.dot'))
            run = Run(settings, ['check', path, *group['options'], '--json', saved, '--html', page, '--dot', drawing])
            if not report.check(run.code == 1 and not run.trouble(), 'exit code %d\n%s' % (run.code, run.tail()), run.command):
                continue
            text, data = page_data(page)
            report.check(not re.search('[<>&\u2028\u2029]', text), 'the data have characters of markup', run.command)
            with open(saved, encoding='utf-8') as plain:
                result = json.load(plain)
            shown = data['report']['results'][0]
            cycle = find_cycle(drawing, result['memory'])
            report.check(not cycle, 'the events of the run have a cycle: %s' % cycle, run.command)
            report.check([p['name'] for p in shown['properties']] == [p['name'] for p in result['properties']], 'other properties', run.command)
            for number, trace in enumerate(result['traces']):
                wrong = compare(shown, shown['traces'][number], trace)
                report.check(not wrong, '%s: trace %d: %s' % (short(path), number, wrong), run.command)
    return report


def without_memory(options):
    """Neither the memory model, nor an approximation's engine or bound."""
    kept, rest = [], iter(options)
    for option in rest:
        if option == '--memory':
            next(rest)
        elif not option.startswith('--memory='):
            kept.append(option)
    return kept


def check_several(settings, path):
    """The same under SC, TSO and PSO in one call: verdicts as by single calls, page as JSON, runs that replay, and a difference that is one."""
    report = Report()
    groups = expectations(path)
    if not groups or any(o.startswith(('--engine', '--overflow')) for o in groups[0]['options']):
        report.skipped += 1
        return report
    options, names = [path, *without_memory(groups[0]['options']), '--time-limit', '20'], ('sc', 'tso', 'pso')
    with scratch() as folder:
        page, saved = (os.path.join(folder, name) for name in ('page.html', 'saved.json'))
        run = Run(settings, ['check', *options, '--memory', ','.join(names), '--json', saved, '--html', page])
        if not report.check(run.code in (0, 1, 2, 3) and not run.trouble(), run.tail(), run.command):
            return report
        with open(saved, encoding='utf-8') as plain:
            results = json.load(plain)['results']
        shown = page_data(page)[1]['report']['results'][0]['results']
        report.check([r['memory'] for r in results] == list(names), 'not the models that were asked for', run.command)
        for name, result, drawn in zip(names, results, shown, strict=True):
            report.check(drawn.get('unreached') == result.get('unreached') and ('checked' in drawn) == (result['verdict'] == 'holds'), 'what it rests on is not told', run.command)
            single = Run(settings, ['check', *options, '--memory', name, '--json', '-'])
            report.check(single.json()['verdict'] == result['verdict'], '%s: %s alone' % (name, single.json()['verdict']), run.command)
            report.check(drawn['verdict'] == result['verdict'] and drawn.get('difference') == result.get('difference'), 'the page says something else', run.command)
            for number, trace in enumerate(result.get('traces', [])):
                wrong = compare(drawn, drawn['traces'][number], trace)
                report.check(not wrong, '%s: trace %d: %s' % (name, number, wrong), run.command)
        if any(r.get('traces') for r in results):
            again = Run(settings, ['replay', path, saved])
            report.check(again.code == 0, again.tail(), again.command)
        wrong = check_difference(results)
        report.check(not wrong, wrong, run.command)
    return report


def check_difference(results):
    """What is wrong with the difference that is told, or with none; None where nothing is."""
    verdicts = [{p['name']: p['verdict'] for p in r.get('properties', [])} for r in results]
    definite = ({'holds', 'violated'},)
    first = next((i for i in range(1, len(results)) if any({verdicts[i][name], verdicts[k].get(name)} in definite for k in range(i) for name in verdicts[i])), None)
    told = [i for i, r in enumerate(results) if 'difference' in r]
    if told != ([] if first is None else [first]):
        return 'the difference is told of %s, and is in %s' % (told, first)
    if first is None:
        return None
    text = results[first]['difference']
    found = re.search(r'Its run under (\w+) is .* in step (\d+)(?:, line \d+)?, (.*?) (?:reads|has its store|sets|sends) .* (?:own|older) store (\S+) = (\S+) \(step (\d+)', text)
    late = re.search(r'Its run under (\w+) is .* (?:the store of .* \S+ = \S+ \(step \d+.*(?:does not reach memory|reaches memory only in step \d+)|after step \d+.* stores of .* wait)', text)
    if not found:
        return None if late else 'not explained: ' + text
    model, step, process, location, value, made = found.groups()
    property_name = text.split(': it ')[0]
    ran = next(r for r in results if r['memory'] == model.lower())
    trace = ran['traces'][next(p['trace'] for p in ran['properties'] if p['name'] == property_name and p['trace'] is not None)]
    taken, maker = trace['steps'][int(step) - 1], trace['steps'][int(made) - 1]
    if taken['process'] != process or maker['process'] != process or int(made) >= int(step):
        return 'other steps: ' + text
    if not any(name == location for name, _ in taken['buffers'].get(process, [])):
        return 'no such store waits after step %s: %s' % (step, text)
    return None


def compare(shown, page, trace):
    """What is wrong with a trace of the page; None where nothing is."""
    state = {part: dict(page['initial'].get(part, {})) for part in ('memory', 'ghosts', 'buffers', 'channels')}
    initial = dict(state['memory'])
    named = shown['value_names']

    def text(location, value):
        return named.get(location, {}).get(str(value), str(value))

    for at, (step, whole) in enumerate(zip(page['steps'], trace['steps'], strict=True)):
        before = dict(state['memory'])
        for part in state:
            state[part].update(step.get(part, {}))
            now = {k: v for k, v in state[part].items() if part not in ('buffers', 'channels') or v}
            if now != {k: v for k, v in whole.get(part, {}).items() if part != 'channels' or v}:
                return 'step %d: %s is %s, not %s' % (at + 1, part, now, whole.get(part))
        wrong = compare_flow(page, at, state, before, initial, text)
        if wrong:
            return 'step %d: %s' % (at + 1, wrong)
    return None


def compare_flow(page, at, state, before, initial, text):
    arrived = {}
    for process, location, value, made, reached, left in page['writes']:
        if reached is not None and reached <= at and reached >= arrived.get(location, (0, None))[0]:
            arrived[location] = (reached, value)
    for location, value in state['memory'].items():
        wanted = arrived[location][1] if location in arrived else text(location, initial[location])
        if text(location, value) != wanted:
            return 'memory has %s = %s, the stores say %s' % (location, value, wanted)
    for process, stores in state['buffers'].items():
        waiting = sorted([w[1], w[2]] for w in page['writes'] if w[0] == process and w[3] <= at and (w[5] is None or w[5] > at))
        if not any(name == '...' for name, _ in stores) and waiting != sorted([name, text(name, value)] for name, value in stores):
            return 'the buffer of %s has %s, the stores say %s' % (process, stores, waiting)
    for step, location, value, write, own in page['reads']:
        if step != at:
            continue
        seen = page['writes'][write] if write is not None else None
        if (seen[2] if seen else text(location, initial[location])) != value:
            return 'a load sees %s = %s, its store says %s' % (location, value, seen)
        if own and not (seen and seen[3] <= at and (seen[5] is None or seen[5] >= at)):
            return 'a load of the own buffer sees %s, which is not there' % seen
    return None


def find_cycle(drawing, memory):
    """A cycle of events that the memory model forbids; None where there is none."""
    with open(drawing, encoding='utf-8') as text:
        lines = text.read()
    events = dict(re.findall(r'^ *(e\d+_\d+) \[label="(.*)"\];$', lines, re.M))
    edges = {}
    for source, target, name in re.findall(r'^ *(e\d+_\d+) -> (e\d+_\d+) \[label="(\w+)"', lines, re.M):
        edges.setdefault(name, []).append((source, target))
    after = {event: set() for event in events}
    of_process = [re.findall(r'^ *(e\d+_\d+) \[label', part, re.M) for part in lines.split('subgraph ')[1:]]
    for order in of_process:
        for i, first in enumerate(order):
            for second in order[i + 1:]:
                if is_ordered(events[first], events[second], memory):
                    after[first].add(second)
    process = {event: number for number, order in enumerate(of_process) for event in order}
    for name in ('rf', 'co', 'fr'):
        for source, target in edges.get(name, []):
            if memory == 'sc' or process[source] != process[target]:
                after[source].add(target)
    return cycle_in(after)


def is_ordered(a, b, memory):
    if any(one.lower().startswith('sfence') for one in (a, b)) and memory != 'sc':
        return 'R' not in (a[0], b[0])
    if memory == 'sc' or a[0] not in 'RW' or b[0] not in 'RW':
        return True
    if a[0] == 'W' and b[0] == 'R':
        return False        # also of locked instructions, whose kind the drawing does not tell
    same = a[2:].split('=')[0] == b[2:].split('=')[0]
    return memory == 'tso' or a[0] == 'R' or same


def cycle_in(after):
    state = {}
    for root in after:
        stack = [(root, iter(after[root]))] if root not in state else []
        state.setdefault(root, 1)
        while stack:
            node, targets = stack[-1]
            for target in targets:
                if state.get(target) == 1:
                    return [name for name, _ in stack] + [target]
                if target not in state:
                    state[target] = 1
                    stack.append((target, iter(after[target])))
                    break
            else:
                state[node] = 2
                stack.pop()
    return None
