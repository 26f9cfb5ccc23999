"""--split-loads on generated programs against brute force.

Each program is written twice: as Promela, whose statements load several locations, and as code for the machine of split_machine.py, in which every load is an instruction of its own. Final states,
failing assertions and deadlocks must be the same under SC, TSO, PSO and slot, with bounded buffers too, by each engine and reduction; runs are replayed and proofs certified. Of programs with a membarrier
it is counted how many would answer otherwise with a sync in its place.
"""
import json
import random
from functools import partial

from .common import Run, compare_each, generated_batches, write
from .split_machine import GLOBALS, Machine

BATCH = 10
FIXED, FRESH, FIXED_QUICK, FRESH_QUICK = 120, 60, 20, 10


def cases(settings):
    fixed, fresh = (FIXED_QUICK, FRESH_QUICK) if settings.quick else (FIXED, FRESH)
    return generated_batches(settings, fixed, fresh, BATCH, partial(compare_each, Sample, compare))


class Sample:
    """Two or three processes of a few statements. Expressions are tuples: ('n', value) ('l', local) ('g', name) ('h',) ('a', index) (op, a, b) ('!', a) ('?', a, b, c); 'h' is the ghost."""

    def __init__(self, seed, number):
        self.rng = rng = random.Random('splits %d %d' % (seed, number))
        self.asserts, self.starts = 0, False    # starts: the last process is one that another starts
        if rng.random() < 0.2:
            self.bodies = self.moments()
        else:
            self.bodies = [[self.statement(1) for _ in range(rng.choice([1, 2, 2, 3]))] for _ in range(rng.choice([2, 2, 2, 3]))]
            if rng.random() < 0.25:
                self.start()

    def start(self):
        self.starts = True
        body = self.rng.choice(self.bodies[:-1])
        body.insert(self.rng.randrange(len(body) + 1), ('run', self.small(1)))

    def moments(self):
        """A store, a barrier and a load between two processes that each store and load: the store of the one is pending when the call begins, that of the other is made meanwhile."""
        rng = self.rng
        x, y, z = rng.sample([('g', 'x'), ('g', 'y'), ('a', ('n', 0)), ('a', ('n', 1))], 3)
        bodies = [[('store', z, ('n', 1)), ('membarrier',), ('set', 'r', y)], [('store', x, ('n', 1)), ('set', 'r', z)], [('store', y, ('n', 1)), ('set', 'r', x)]]
        for body in bodies:
            if rng.random() < 0.3:
                body.insert(rng.randrange(len(body) + 1), self.statement(0))
        rng.shuffle(bodies)
        return bodies

    def expr(self, depth):
        rng = self.rng
        if depth <= 0 or rng.random() < 0.25:
            return rng.choice([('n', rng.randrange(2)), ('l', rng.choice('rs')), ('g', 'x'), ('g', 'x'), ('g', 'y'), ('g', 'y'), ('a', ('n', rng.randrange(2)))])
        kind = rng.choice(['&&', '&&', '||', '||', '==', '!=', '+', '!', '?', 'a'])
        if kind == 'a':
            return ('a', ('&', self.expr(depth - 1), ('n', 1)))
        return (kind, *[self.expr(depth - 1) for _ in range({'!': 1, '?': 3}.get(kind, 2))])

    def guard(self, has_else):
        """The ghost is looked at last: beside an else it may be, behind a load."""
        rng = self.rng
        if has_else and rng.random() < 0.2:
            return (rng.choice(['&&', '||']), (rng.choice(['+', '==']), ('g', rng.choice('xy')), self.expr(1)), ('==', ('h',), ('n', rng.randrange(2))))
        if not has_else and rng.random() < 0.15:
            return rng.choice([('receive', rng.choice('rs')), ('membarrier',)])
        return self.expr(2)

    def place(self):
        return self.rng.choice([('g', 'x'), ('g', 'y'), ('a', ('n', self.rng.randrange(2))), ('a', ('&', self.expr(1), ('n', 1)))])

    def small(self, depth):
        return ('&', self.expr(depth), ('n', 3))

    def statement(self, depth):
        rng = self.rng
        kind = rng.choice(['set', 'set', 'store', 'store', 'store', 'wait', 'assert', 'if', 'if', 'do', 'add', 'cmpxchg', 'mfence', 'sfence', 'atomic', 'membarrier', 'membarrier', 'sync', 'ghost', 'send', 'receive'])
        if kind == 'if' and depth:
            has_else = rng.random() < 0.7
            options = [(self.guard(has_else), [self.statement(0) for _ in range(rng.choice([0, 1]))]) for _ in range(rng.choice([1, 1, 2, 2, 3]))]
            return ('if', options, [self.statement(0)] if has_else else None)
        if kind == 'do' and depth:
            return ('do', self.expr(2), [self.statement(0) for _ in range(rng.choice([0, 1]))], self.expr(2) if rng.random() < 0.6 else None)
        if kind == 'set':
            return ('set', rng.choice('rs'), self.small(2) if rng.random() < 0.8 else ('+', ('&', self.expr(2), ('n', 1)), ('h',)))
        if kind == 'ghost':
            return ('ghost', ('&', self.expr(1), ('n', 1)))
        if kind == 'send':
            return ('send', self.small(1))
        if kind == 'receive':
            return ('receive', rng.choice('rs'))
        if kind == 'wait':
            return ('wait', ('||', self.expr(2), self.expr(1)))
        if kind == 'assert':
            self.asserts += 1
            return ('assert', self.asserts - 1, ('!=', self.small(2), ('n', rng.randrange(3))))
        if kind == 'add':
            return ('add', self.place(), ('&', self.expr(1), ('n', 1)), rng.choice('rs'))
        if kind == 'cmpxchg':
            return ('cmpxchg', self.place(), self.small(1), self.small(1), rng.choice('rs'))
        if kind in ('mfence', 'sfence', 'membarrier', 'sync'):
            return (kind,)
        if kind == 'atomic':
            return ('atomic', rng.choice('rs'), self.small(2), self.place(), self.small(1))
        return ('store', self.place(), self.small(2))


# ---- As Promela ----

def text_of(e):
    if e[0] in 'ngl':
        return str(e[1])
    if e[0] == 'a':
        return 'a[%s]' % text_of(e[1])
    if e[0] == 'h':
        return 'g'
    if e[0] == 'receive':
        return 'c?%s' % e[1]
    if e[0] == 'membarrier':
        return 'membarrier'
    if e[0] == '!':
        return '!(%s)' % text_of(e[1])
    if e[0] == '?':
        return '((%s) -> (%s) : (%s))' % tuple(map(text_of, e[1:]))
    return '(%s %s %s)' % (text_of(e[1]), e[0], text_of(e[2]))


def promela_of(s):
    t = text_of
    if s[0] == 'if':
        options = [' :: %s -> %s' % (t(g), '; '.join(['skip'] + [promela_of(x) for x in body])) for g, body in s[1]]
        return 'if%s%s fi' % (''.join(options), '' if s[2] is None else ' :: else -> ' + '; '.join(promela_of(x) for x in s[2]))
    if s[0] == 'do':
        leave = 'else' if s[3] is None else '(%s || (1 < z))' % t(s[3])
        return 'z = 0; do :: ((z < 2) && %s) -> %s :: %s -> break od' % (t(s[1]), '; '.join(['z = z + 1'] + [promela_of(x) for x in s[2]]), leave)
    return {'set': lambda: '%s = %s' % (s[1], t(s[2])), 'store': lambda: '%s = %s' % (t(s[1]), t(s[2])), 'wait': lambda: 'await (%s)' % t(s[1]),
            'assert': lambda: '\nassert%s' % t(s[2]), 'add': lambda: 'fetch_add(%s, %s, %s)' % (t(s[1]), t(s[2]), s[3]),
            'cmpxchg': lambda: 'cmpxchg(%s, %s, %s, %s)' % (t(s[1]), t(s[2]), t(s[3]), s[4]), 'ghost': lambda: 'g = %s' % t(s[1]),
            'run': lambda: 'run W(%s)' % t(s[1]), 'send': lambda: 'c!%s' % t(s[1]), 'receive': lambda: 'c?%s' % s[1], **{word: lambda: s[0] for word in ('mfence', 'sfence', 'membarrier', 'sync')},
            'atomic': lambda: 'atomic { %s = %s; %s = %s }' % (s[1], t(s[2]), t(s[3]), t(s[4]))}[s[0]]()


def program_of(sample):
    text = 'int x, y, a[2]; ghost int g; chan c = [2] of { int };\n'
    for i, body in enumerate(sample.bodies):
        head = 'proctype W(int r) { int s, z;' if sample.starts and body is sample.bodies[-1] else 'active proctype P%d() { int r, s, z;' % i
        text += '%s %s }\n' % (head, '; '.join(map(promela_of, body)))
    return text


# ---- Comparing ----

def outcomes(run, processes):
    names = ['P%d:%s' % (p, n) for p in range(processes) for n in 'rs'] + [*GLOBALS, 'g']
    return {tuple(state[name] for name in names) for state in run.json()['outcomes']}


def kinds_of(body):
    for s in body:
        yield s[0]
        for part in [[(guard[0],), *inside] for guard, inside in s[1]] + [s[2] or []] if s[0] == 'if' else [s[2]] if s[0] == 'do' else []:
            yield from kinds_of(part)


def count_moments(machine, sample, report):
    """Would a sync in place of each membarrier do?"""
    other = Machine(sample, machine.memory, machine.bound, together=True)
    if other.explore():
        report.tally['membarrier'] += 1
        report.tally['membarrier that is no sync'] += other.answer() != machine.answer()


def compare(settings, folder, sample, name, report):
    text = program_of(sample)
    path = write(folder, 'split.pml', text)
    kinds = {kind for body in sample.bodies for kind in kinds_of(body)}
    memory = sample.rng.choice(['sc', 'tso', 'tso', 'pso', 'pso', 'pso' if 'sfence' in kinds else 'slot'])
    bound = 0 if 'atomic' in kinds or memory == 'slot' or sample.rng.random() < 0.8 else sample.rng.choice([1, 2])     # a block may have to wait for room half-way
    machine = Machine(sample, memory, bound)
    if not machine.explore():
        report.tally['too large'] += 1
        return
    report.tally['deadlock' if machine.has_deadlock() else 'no deadlock'] += 1
    if 'membarrier' in kinds:
        count_moments(machine, sample, report)
    options = ['--split-loads', '--memory', memory, *(['--buffer', str(bound)] if bound else [])]
    for engine in ('explicit',) if (bound and memory != 'sc') or memory == 'slot' else ('events', 'explicit'):
        compares = compare_verdicts if sample.starts and engine == 'events' else compare_engine   # final states where processes are removed are left to the explicit engine
        if not compares(settings, sample, machine, path, [*options, '--engine', engine], (name, text), report):
            return
    reduction = sample.rng.choice(['none'] if memory == 'slot' else ['none', 'ample', 'sleep'])
    compare_verdicts(settings, sample, machine, path, [*options, '--engine', 'explicit', '--reduction', reduction], (name, text), report)
    if memory in ('sc', 'tso') and not bound:
        compare_verdicts(settings, sample, machine, path, [*options, '--engine', 'automata', '--time-limit', '1'], (name, text), report)


def compare_engine(settings, sample, machine, path, options, said, report):
    name, text = said
    run = Run(settings, ['outcomes', path, *options, '--json', '-'])
    if not report.check(run.code == 0 and not run.trouble(), '%s: exit code %d\n%s\n%s' % (name, run.code, run.tail(), text), run.command):
        return False
    ours = outcomes(run, machine.shown)
    report.check(ours == machine.finals(), '%s: final states: too many %s, missing %s\n%s' % (name, ours - machine.finals(), machine.finals() - ours, text), run.command)
    return compare_verdicts(settings, sample, machine, path, options, said, report)


def compare_verdicts(settings, sample, machine, path, options, said, report):
    name, text = said
    proves = 'events' in options
    run = Run(settings, ['check', path, *options, '--errors', 'all', '--json', path + '.json', *(['--certificate', path + '.proof'] if proves else [])])
    if 'automata' in options and not run.trouble() and (run.code == 2 or run.code == 1 and load(path + '.json').get('reason')):
        report.tally['automata: no end'] += 1
        return True
    if not report.check(run.code in (0, 1) and not run.trouble(), '%s: exit code %d\n%s\n%s' % (name, run.code, run.tail(), text), run.command):
        return False
    violated = {p['name'] for p in load(path + '.json')['properties'] if p['verdict'] == 'violated'}
    lines = [i + 1 for i, line in enumerate(text.splitlines()) if line.startswith('assert')]
    wanted = {'assert at %s:%d' % (path, lines[order_of_asserts(sample).index(n)]) for n in machine.failed} | ({'deadlock'} if machine.has_deadlock() else set())
    report.check(violated == wanted, '%s: violated %s instead of %s\n%s' % (name, violated, wanted, text), run.command)
    if violated:
        again = Run(settings, ['replay', path, path + '.json'])
        report.check(again.code == 0, '%s: the runs are not confirmed\n%s\n%s' % (name, again.tail(), text), run.command)
    elif proves:
        again = Run(settings, ['certify', path, path + '.proof'])
        report.check(again.code == 0, '%s: the proof is not confirmed\n%s\n%s' % (name, again.tail(), text), run.command)
    return True


def load(path):
    with open(path, encoding='utf-8') as source:
        return json.load(source)


def order_of_asserts(sample):
    """Their numbers, as they stand in the text."""
    found = []

    def walk(body):
        for s in body:
            if s[0] == 'assert':
                found.append(s[1])
            elif s[0] == 'if':
                for _, part in s[1]:
                    walk(part)
                walk(s[2] or [])
            elif s[0] == 'do':
                walk(s[2])
    for body in sample.bodies:
        walk(body)
    return found
