"""TSO, PSO and SC against the naive implementation: generated programs, exact numbers of states, and which properties fail.

Programs are checked in batches (one call of the tool for many files). Each has a memory model, a bound on its buffers, and one of
the three styles. Some run without a bound: there the tool stops deepening at the first violation, so that then only violated or
not is compared. Without a bound, where some location is accessed by one process alone, the tool may do without its buffer: then only the
verdicts are compared; likewise after run-time errors, where searches may stop at different places.
"""
import json
import os
import random
import re

from . import generate, naive, questions, reached, shrink
from .common import Report, Run, certify, generated_batches, scratch, write
from .syntax import promela

BATCH = 40
FIXED, FRESH, FIXED_QUICK, FRESH_QUICK = 1200, 800, 160, 80
UNBOUNDED = 10**6
LIMIT = 1500          # states of one program; larger ones are left out


def cases(settings):
    fixed, fresh = (FIXED_QUICK, FRESH_QUICK) if settings.quick else (FIXED, FRESH)
    return generated_batches(settings, fixed, fresh, BATCH, compare_batch)


class Sample:
    """One program with the machine that it runs on."""

    def __init__(self, seed, number):
        rng = random.Random('naive %d %d' % (seed, number))
        self.memory = rng.choice(['sc', 'tso', 'tso', 'tso', 'pso', 'pso', 'pso', 'slot', 'slot'])
        self.bound = rng.choice([1, 1, 2, 2, 3])
        style = rng.choice(['plain', 'plain', 'words', 'mmlib'])
        if style != 'mmlib' and rng.random() < 0.2:
            self.bound = UNBOUNDED
        self.program = generate.program(rng, style=style, faults=rng.random() < 0.15, size=rng.choice([3, 4, 5]),
                                        barriers=self.memory != 'slot')
        self.program.header = rng.choice(['sc', 'tso', 'pso']) if rng.random() < 0.3 or self.memory == 'slot' else self.memory
        self.program.bound = self.bound

    def options(self):
        options = ['--memory', self.memory]
        if self.program.style != 'mmlib' and self.memory not in ('sc', 'slot') and self.bound != UNBOUNDED:
            options += ['--buffer', str(self.bound)]
        return tuple(options)

    def is_refused(self):
        """Does a statement ask whether a buffer is not empty, or full? In mmlib's style it may."""
        bounded = '--buffer' in self.options()
        return self.program.style != 'mmlib' and self.memory != 'sc' and questions.asks(self.program, bounded)

    def expect(self):
        """The naive figures; None when there are too many states."""
        try:
            figures = naive.run(self.program, self.memory, self.bound, LIMIT)
        except naive.TooLarge:
            return None
        figures['counted'] = not meets_inside_atomic(self.program)
        return figures


def meets_inside_atomic(program):
    """A rendezvous that starts inside an atomic block leaves the sender at a point between statements, a state that SPIN and the tool
    count and the naive implementation does not have; tests/conformance compares such counts."""
    meeting = {c.name for c in program.chans if c.capacity == 0}

    def sends(body, inside):
        return any((inside and s.kind == 'send' and s.chan in meeting)
                   or any(sends(part, inside or s.kind == 'atomic') for part in [*(s.options or []), s.body or [], s.escape or []]) for s in body)

    return any(sends(q.body, False) for q in program.procs)


def difference(sample, expected, result):
    """A sentence on how the tool's result differs from the naive one, or None."""
    if result.get('verdict') not in ('holds', 'violated'):
        return 'verdict %s: %s' % (result.get('verdict'), result.get('error') or result.get('reason'))
    violated = [p for p in result['properties'] if p['verdict'] == 'violated']
    lines = sorted(int(re.search(r':(\d+)', p['name']).group(1)) for p in violated if p['kind'] == 'assertion')
    kinds = {p['kind'] for p in violated}
    ours = {'assertions': lines, 'deadlock': 'deadlock' in kinds, 'runtime': 'runtime' in kinds}
    wanted = {key: expected[key] for key in ours}
    if sample.bound == UNBOUNDED and sample.memory != 'slot' and any(ours.values()) and any(wanted.values()):
        return None
    if ours != wanted:
        return 'naive: %s\ntarry: %s' % (wanted, ours)
    if not expected['runtime'] and reached.difference(sample.program, expected['executed'], result):
        return reached.difference(sample.program, expected['executed'], result)
    if expected['runtime'] or not expected['counted'] or (expected['private'] and sample.bound == UNBOUNDED and sample.memory != 'slot'):
        return None
    if result['statistics']['states_stored'] != expected['states']:
        return 'naive: %d states, tarry: %d' % (expected['states'], result['statistics']['states_stored'])
    return None


def violated(result):
    return sorted(p['name'] for p in result['properties'] if p['verdict'] == 'violated')


def compare_batch(settings, seed, numbers):
    report = Report()
    groups = {}
    with scratch() as folder:
        for number in numbers:
            sample = Sample(seed, number)
            path = write(folder, 'p%d.pml' % number, promela(sample.program))   # printing numbers the lines of assertions
            if sample.is_refused():
                expect_refusal(settings, path, sample, report)
                continue
            expected = sample.expect()
            if expected is None:
                report.skipped += 1
            else:
                groups.setdefault(sample.options(), []).append((number, path, sample, expected))
        for options, members in groups.items():
            compare_group(settings, folder, options, members, report)
    return report


def expect_refusal(settings, path, sample, report):
    run = Run(settings, ['check', path, *sample.options()])
    report.check(run.code == 3 and 'no machine can tell' in run.err and not run.trouble(),
                 'a question about a buffer is not refused: %s\n%s' % (run.tail(), promela(sample.program)), run.command)


def ask(settings, paths, engine, options, report):
    """One call for many files; their JSON objects in order, or None after a failure of the whole call."""
    run = Run(settings, ['check', *paths, *options, '--engine', engine, '--json', '-'], timeout=300)
    if not report.check(not run.trouble(), run.trouble(), 'tests/run.py --tarry %s --seed %d naive' % (settings.tarry, settings.fresh_seed)):
        return None
    if len(paths) == 1:
        return [run.json() if run.code != 3 else {'verdict': 'error', 'error': run.err}]
    return run.json()['results']


def compare_group(settings, folder, options, members, report):
    paths = [path for _, path, _, _ in members]
    complete = ask(settings, paths, 'explicit', [*options, '--errors', 'all', '--reduction', 'none'], report)
    reduced = ask(settings, paths, 'explicit', [*options, '--errors', 'all'], report)
    first = ask(settings, paths, 'explicit', [*options, '--search', 'bfs'], report)
    if complete is None or reduced is None or first is None:
        return
    if '--buffer' not in options and 'slot' not in options:
        compare_unbounded(settings, options, members, report)
    for (number, path, sample, expected), whole, less, short in zip(members, complete, reduced, first, strict=True):
        where = 'program %d of its seed: tarry check FILE %s' % (number, ' '.join(options))
        trouble = difference(sample, expected, whole)
        report.tally['lists of unreached statements'] += 'unreached' in whole
        report.tally['lists with some'] += bool(whole.get('unreached'))
        if trouble is None and reached.listed(less) is not None and reached.listed(less) != reached.listed(whole):
            trouble = 'unreached, with reduction: %s; without: %s' % (less['unreached'], whole.get('unreached'))
        if trouble is not None:
            report.failures.append((explain(settings, folder, sample, trouble), where + ' --errors all'))
        elif violated(less) != violated(whole):
            report.failures.append(('with reduction: %s; without: %s\n%s' % (violated(less), violated(whole), promela(sample.program)), where + ' --errors all'))
        elif short['verdict'] != whole['verdict']:
            report.failures.append(('bfs, first error: %s; dfs, all errors: %s\n%s' % (short['verdict'], whole['verdict'], promela(sample.program)), where))
        else:
            report.passed += 1
            if short['verdict'] == 'violated' and number % 4 == 0:
                saved = write(folder, 'trace.json', json.dumps(short))
                run = Run(settings, ['replay', path, saved])
                report.check(run.code == 0 and not run.trouble(),
                             'a trace does not replay: %s\n%s' % (run.tail(), promela(sample.program)), where + ' --search bfs')


UNBOUNDED_ENGINES = (('events',), ('events', '--errors', 'all'), ('automata', '--time-limit', '1'), ('automata', '--time-limit', '1', '--acceleration', 'interleaved'))


def compare_unbounded(settings, options, members, report):
    """The engines without bounds, on the programs that they take. The automata engine may not come to an end."""
    members = [m for m in members if m[2].program.style != 'mmlib']
    for engine, *more in UNBOUNDED_ENGINES:
        if not members or engine == 'automata' and 'pso' in options:
            continue
        results = ask(settings, [path for _, path, _, _ in members], engine, [*options, *more], report)
        for (number, path, sample, expected), result in zip(members, results or []):
            if result['verdict'] == 'error' and 'cannot check this' in str(result.get('error')):
                continue
            if result['verdict'] == 'unknown' and engine == 'automata':
                report.skipped += 1
                continue
            trouble = None if expected['runtime'] else reached.difference(sample.program, expected['executed'], result)
            report.check(trouble is None, '%s engine: %s\n%s' % (engine, trouble, promela(sample.program)),
                         'program %d of its seed: tarry check FILE %s --engine %s' % (number, ' '.join(options), ' '.join([engine, *more])))
            report.tally['lists of %s' % engine] += 'unreached' in result
            wrong = bool(expected['assertions'] or expected['deadlock'] or expected['runtime'])
            report.check(result['verdict'] == ('violated' if wrong else 'holds'),
                         '%s engine: %s; naive: %s\n%s' % (engine, result.get('error') or result['verdict'], expected, promela(sample.program)),
                         'program %d of its seed: tarry check FILE %s --engine %s' % (number, ' '.join(options), ' '.join([engine, *more])))
            if result['verdict'] == 'holds' and engine == 'events':
                certify(settings, path, options, report)
            elif wrong and engine == 'events' and sample.memory != 'sc':
                forge(settings, path, sample, report)


def forge(settings, path, sample, report):
    """What proves a program right under SC proves nothing of a model under which it is wrong, also with all its locations kept out of the buffers."""
    with scratch() as folder:
        saved = os.path.join(folder, 'proof.json')
        if Run(settings, ['check', path, '--memory', 'sc', '--certificate', saved, '--time-limit', '1']).code != 0:
            return
        with open(saved, encoding='utf-8') as text:
            made = json.load(text)
        for elements in range(1 + sum(max(1, v.size) for v in sample.program.globals)):
            proof = dict(made['proof'], unbuffered=list(range(elements)))
            forged = write(folder, 'forged.json', json.dumps(dict(made, options=dict(made['options'], memory=sample.memory), proof=proof)))
            run = Run(settings, ['certify', path, forged])
            report.check(run.code == 1 and not run.trouble(), 'a forged certificate: exit code %d\n%s\n%s' % (run.code, run.tail(), promela(sample.program)), run.command)


def explain(settings, folder, sample, trouble):
    """The mismatch on the smallest program that still shows one."""
    def again(program):
        sample.program = program
        try:
            path = write(folder, 'shrunk.pml', promela(program))
            expected = sample.expect()
        except Exception:      # a cut that leaves no program, such as a goto without its label
            return None
        if expected is None or sample.is_refused():
            return None
        run = Run(settings, ['check', path, *sample.options(), '--engine', 'explicit', '--errors', 'all', '--reduction', 'none', '--json', '-'], timeout=20)
        if run.code == 3:
            return None
        return difference(sample, expected, run.json()) if not run.trouble() else run.trouble()

    if 'verdict error' in trouble:
        return '%s\n%s' % (trouble, promela(sample.program))
    original = sample.program
    smallest = shrink.shrink(original, lambda p: again(p) is not None, 600)
    text = again(smallest) or trouble
    return '%s\n%s' % (text, promela(smallest))
