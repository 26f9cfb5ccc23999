"""--split-loads on generated programs against brute force.

Each program is written twice: as Promela, whose statements load several locations, and as code for the machine below, in which every load is an instruction of its own
and a condition that fails is evaluated again from its start. The machine goes round for ever where the tool has a process wait: a set of states that is never left, and in which some process has not
ended, is a deadlock. membarrier and sync are instructions too: who is in a membarrier notes at once whose buffer is empty. Final states, failing assertions and deadlocks must be the same under SC, TSO and PSO, by each engine; runs are replayed and proofs certified.
"""
import json
import random
from functools import partial

from .common import Run, compare_each, generated_batches, write

BATCH = 10
FIXED, FRESH, FIXED_QUICK, FRESH_QUICK = 120, 60, 20, 10
LIMIT = 40000          # states of the machine
GLOBALS = ('x', 'y', 'a[0]', 'a[1]')


def cases(settings):
    fixed, fresh = (FIXED_QUICK, FRESH_QUICK) if settings.quick else (FIXED, FRESH)
    return generated_batches(settings, fixed, fresh, BATCH, partial(compare_each, Sample, compare))


class Sample:
    """Two or three processes of a few statements without loops. Expressions are tuples: ('n', value) ('l', local) ('g', name) ('a', index) (op, a, b) ('!', a) ('?', a, b, c)."""

    def __init__(self, seed, number):
        self.rng = rng = random.Random('splits %d %d' % (seed, number))
        self.asserts = 0
        self.bodies = [[self.statement(1) for _ in range(rng.choice([1, 2, 2, 3]))] for _ in range(rng.choice([2, 2, 2, 3]))]

    def expr(self, depth):
        rng = self.rng
        if depth <= 0 or rng.random() < 0.25:
            return rng.choice([('n', rng.randrange(2)), ('l', rng.choice('rs')), ('g', 'x'), ('g', 'x'), ('g', 'y'), ('g', 'y'), ('a', ('n', rng.randrange(2)))])
        kind = rng.choice(['&&', '&&', '||', '||', '==', '!=', '+', '!', '?', 'a'])
        if kind == 'a':
            return ('a', ('&', self.expr(depth - 1), ('n', 1)))
        return (kind, *[self.expr(depth - 1) for _ in range({'!': 1, '?': 3}.get(kind, 2))])

    def place(self):
        return self.rng.choice([('g', 'x'), ('g', 'y'), ('a', ('n', self.rng.randrange(2))), ('a', ('&', self.expr(1), ('n', 1)))])

    def small(self, depth):
        return ('&', self.expr(depth), ('n', 3))

    def statement(self, depth):
        rng = self.rng
        kind = rng.choice(['set', 'set', 'store', 'store', 'store', 'wait', 'assert', 'if', 'if', 'add', 'cmpxchg', 'mfence', 'atomic', 'membarrier', 'membarrier', 'sync'])
        if kind == 'if' and depth:
            options = [(self.expr(2), [self.statement(0) for _ in range(rng.choice([0, 1]))]) for _ in range(rng.choice([1, 1, 2, 2, 3]))]
            return ('if', options, [self.statement(0)] if rng.random() < 0.7 else None)
        if kind == 'set':
            return ('set', rng.choice('rs'), self.small(2))
        if kind == 'wait':
            return ('wait', ('||', self.expr(2), self.expr(1)))
        if kind == 'assert':
            self.asserts += 1
            return ('assert', self.asserts - 1, ('!=', self.small(2), ('n', rng.randrange(3))))
        if kind == 'add':
            return ('add', self.place(), ('&', self.expr(1), ('n', 1)), rng.choice('rs'))
        if kind == 'cmpxchg':
            return ('cmpxchg', self.place(), self.small(1), self.small(1), rng.choice('rs'))
        if kind in ('mfence', 'membarrier', 'sync'):
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
    return {'set': lambda: '%s = %s' % (s[1], t(s[2])), 'store': lambda: '%s = %s' % (t(s[1]), t(s[2])), 'wait': lambda: 'await (%s)' % t(s[1]),
            'assert': lambda: '\nassert%s' % t(s[2]), 'add': lambda: 'fetch_add(%s, %s, %s)' % (t(s[1]), t(s[2]), s[3]),
            'cmpxchg': lambda: 'cmpxchg(%s, %s, %s, %s)' % (t(s[1]), t(s[2]), t(s[3]), s[4]), 'mfence': lambda: 'mfence', 'membarrier': lambda: 'membarrier', 'sync': lambda: 'sync',
            'atomic': lambda: 'atomic { %s = %s; %s = %s }' % (s[1], t(s[2]), t(s[3]), t(s[4]))}[s[0]]()


def program_of(sample):
    return 'int x, y, a[2];\n' + ''.join('active proctype P%d() { int r, s; %s }\n' % (i, '; '.join(map(promela_of, body))) for i, body in enumerate(sample.bodies))


# ---- As instructions ----

class Code:
    """Instructions of one process. What is computed is a function of the locals, a dictionary."""

    def __init__(self, body):
        self.ops, self.names = [], 0
        self.block(body)
        self.ops.append(('end',))

    def temporary(self):
        self.names += 1
        return 't%d' % self.names

    def emit(self, *op):
        self.ops.append(list(op))
        return self.ops[-1]

    def here(self):
        return len(self.ops)

    def load(self, e):
        """Loads for e, left to right; the name that has its value."""
        t = self.temporary()
        if e[0] == 'n':
            self.emit('set', t, lambda v, n=e[1]: n)
        elif e[0] == 'l':
            self.emit('set', t, lambda v, n=e[1]: v[n])
        elif e[0] == 'g':
            self.emit('load', t, lambda v, n=GLOBALS.index(e[1]): n)
        elif e[0] == 'a':
            i = self.load(e[1])
            self.emit('load', t, lambda v: 2 + v[i])
        elif e[0] in ('&&', '||'):
            a = self.load(e[1])
            self.emit('set', t, lambda v: int(v[a] != 0))
            over = self.emit('branch', (lambda v: v[a] == 0) if e[0] == '&&' else lambda v: v[a] != 0, None)
            b = self.load(e[2])
            self.emit('set', t, lambda v: int(v[b] != 0))
            over[2] = self.here()
        elif e[0] == '?':
            a = self.load(e[1])
            other = self.emit('branch', lambda v: v[a] == 0, None)
            b = self.load(e[2])
            self.emit('set', t, lambda v: v[b])
            over = self.emit('branch', lambda v: True, None)
            other[2] = self.here()
            c = self.load(e[3])
            self.emit('set', t, lambda v: v[c])
            over[2] = self.here()
        elif e[0] == '!':
            a = self.load(e[1])
            self.emit('set', t, lambda v: int(v[a] == 0))
        else:
            a, b = self.load(e[1]), self.load(e[2])
            self.emit('set', t, {'==': lambda v: int(v[a] == v[b]), '!=': lambda v: int(v[a] != v[b]), '+': lambda v: v[a] + v[b], '&': lambda v: v[a] & v[b]}[e[0]])
        return t

    def element(self, place):
        if place[0] == 'g':
            return lambda v, n=GLOBALS.index(place[1]): n
        i = self.load(place[1])
        return lambda v: 2 + v[i]

    def block(self, body):
        for s in body:
            self.statement(s)
            self.emit('forget')

    def statement(self, s):
        if s[0] == 'if':
            return self.choice(s[1], s[2])
        if s[0] == 'wait':
            return self.choice([(s[1], [])], None)
        if s[0] == 'set':
            t = self.load(s[2])
            self.emit('set', s[1], lambda v: v[t])
        elif s[0] == 'store':
            at = self.element(s[1])
            t = self.load(s[2])
            self.emit('store', at, lambda v: v[t])
        elif s[0] == 'assert':
            t = self.load(s[2])
            self.emit('assert', s[1], lambda v: v[t])
        elif s[0] == 'add':
            at = self.element(s[1])
            t = self.load(s[2])
            self.emit('locked', at, lambda v, old: old + v[t], s[3])
        elif s[0] == 'cmpxchg':
            at = self.element(s[1])
            old, new = self.load(s[2]), self.load(s[3])
            self.emit('locked', at, lambda v, was: v[new] if was == v[old] else was, s[4])
        elif s[0] in ('mfence', 'membarrier', 'sync'):
            self.emit(s[0])
        else:
            self.emit('atomic', s)

    def choice(self, options, otherwise):
        """Options are tried in any order; with an else each once."""
        flags, begin, leave = [self.temporary() for _ in options], self.here(), []
        chosen = self.emit('choose', [], flags if otherwise is not None else [])
        for flag, (guard, body) in zip(flags, options):
            chosen[1].append((flag, self.here()))
            if otherwise is not None:
                self.emit('set', flag, lambda v: 1)
            t = self.load(guard)
            self.emit('branch', lambda v, t=t: v[t] == 0, begin)
            self.emit('forget')
            self.block(body)
            leave.append(self.emit('branch', lambda v: True, None))
        chosen.append(self.here())
        if otherwise is not None:
            self.emit('forget')
            self.block(otherwise)
        for jump in leave:
            jump[2] = self.here()


def whole(e, v, view):
    """The value of e, all at once."""
    if e[0] == 'n':
        return e[1]
    if e[0] == 'l':
        return v[e[1]]
    if e[0] in 'ga':
        return view(GLOBALS.index(e[1]) if e[0] == 'g' else 2 + whole(e[1], v, view))
    if e[0] == '?':
        return whole(e[2] if whole(e[1], v, view) else e[3], v, view)
    a = whole(e[1], v, view)
    if e[0] == '!':
        return int(a == 0)
    if e[0] in ('&&', '||') and (a != 0) == (e[0] == '||'):
        return int(a != 0)
    b = whole(e[2], v, view)
    return {'&&': int(b != 0), '||': int(b != 0), '==': int(a == b), '!=': int(a != b), '+': a + b, '&': a & b}[e[0]]


# ---- The machine ----

class Machine:
    """A state: memory, and of each process its instruction, its locals as sorted pairs, and its buffer of (element, value)."""

    def __init__(self, sample, memory):
        self.codes, self.memory, self.failed = [Code(body).ops for body in sample.bodies], memory, set()
        self.first = ((0,) * 4, self.noted(tuple((0, (('r', 0), ('s', 0)), ()) for _ in self.codes)))
        self.steps = {}

    def explore(self):
        """False where there are too many states."""
        work = [self.first]
        while work:
            state = work.pop()
            if state not in self.steps:
                self.steps[state] = list(self.successors(state))
                work.extend(self.steps[state])
                if len(self.steps) > LIMIT:
                    return False
        return True

    def successors(self, state):
        for p, (at, pairs, buffer) in enumerate(state[1]):
            for i, (element, value) in enumerate(buffer):
                if i == 0 or self.memory == 'pso' and all(e != element for e, _ in buffer[:i]):
                    yield self.changed(state, p, (at, pairs, buffer[:i] + buffer[i + 1:]), {element: value})
            yield from self.execute(state, p, at, dict(pairs), buffer)

    def changed(self, state, p, process, written):
        memory = tuple(written.get(i, value) for i, value in enumerate(state[0]))
        return memory, self.noted(state[1][:p] + (process,) + state[1][p + 1:])

    def noted(self, processes):
        """Whoever is in a membarrier with nothing pending sees at once whose buffer is empty: that is its moment."""
        empty = {q for q, (_, _, buffer) in enumerate(processes) if not buffer}
        return tuple((at, pairs, buffer) if buffer or self.codes[p][at][0] != 'membarrier' else
                     (at, tuple(sorted({**dict(pairs), 'tm': tuple(sorted(empty.union(dict(pairs).get('tm', ()))))}.items())), buffer)
                     for p, (at, pairs, buffer) in enumerate(processes))

    def execute(self, state, p, at, v, buffer):
        op = self.codes[p][at]

        def view(element):
            return next((value for e, value in reversed(buffer) if e == element), state[0][element])

        def after(target=at + 1, stores=(), written=None):
            if self.memory == 'sc':
                return self.changed(state, p, (target, tuple(sorted(v.items())), ()), {**dict(stores), **(written or {})})
            return self.changed(state, p, (target, tuple(sorted(v.items())), buffer + tuple(stores)), written or {})
        if op[0] == 'set':
            v[op[1]] = op[2](v)
            yield after()
        elif op[0] == 'load':
            v[op[1]] = view(op[2](v))
            yield after()
        elif op[0] == 'branch':
            yield after(op[2] if op[1](v) else at + 1)
        elif op[0] == 'forget':
            for name in [n for n in v if n[0] == 't']:
                del v[name]
            yield after()
        elif op[0] == 'store':
            yield after(stores=[(op[1](v), op[2](v))])
        elif op[0] == 'assert':
            if not op[2](v):
                self.failed.add(op[1])
            yield after()
        elif op[0] == 'choose':
            for name in [n for n in v if n[0] == 't' and n not in op[2]]:
                del v[name]
            for flag, target in op[1]:
                if not v.get(flag):
                    yield after(target)
            if op[2] and all(v.get(flag) for flag in op[2]):
                yield after(op[3])
        elif op[0] == 'atomic':
            _, local, value, place, stored = op[1]
            v[local] = whole(value, v, view)
            yield after(stores=[(GLOBALS.index(place[1]) if place[0] == 'g' else 2 + whole(place[1], v, view), whole(stored, v, view))])
        elif op[0] == 'mfence' and not buffer:
            yield after()
        elif op[0] == 'sync' and not any(b for _, _, b in state[1]):
            yield after()
        elif op[0] == 'membarrier' and not buffer and len(v.get('tm', ())) == len(self.codes):
            yield after()
        elif op[0] == 'locked' and not buffer:
            element = op[1](v)
            old = state[0][element]
            new = op[2](v, old)
            v[op[3]] = old
            yield after(written={element: new})

    def has_ended(self, state):
        return all(self.codes[p][at][0] == 'end' and not buffer for p, (at, _, buffer) in enumerate(state[1]))

    def finals(self):
        return {tuple([value for _, pairs, _ in state[1] for _, value in pairs[:2]]) + state[0] for state in self.steps if self.has_ended(state)}

    def has_deadlock(self):
        """Is there a state from which none is reached in which all have ended?"""
        before = {}
        for state, after in self.steps.items():
            for other in after:
                before.setdefault(other, []).append(state)
        good = [state for state in self.steps if self.has_ended(state)]
        known = set(good)
        while good:
            for state in before.get(good.pop(), ()):
                if state not in known:
                    known.add(state)
                    good.append(state)
        return len(known) < len(self.steps)


# ---- Comparing ----

def outcomes(run, processes):
    names = ['P%d:%s' % (p, n) for p in range(processes) for n in 'rs'] + list(GLOBALS)
    return {tuple(state[name] for name in names) for state in run.json()['outcomes']}


def compare(settings, folder, sample, name, report):
    text = program_of(sample)
    path = write(folder, 'split.pml', text)
    lines = [i + 1 for i, line in enumerate(text.splitlines()) if line.startswith('assert')]
    memory = sample.rng.choice(['sc', 'tso', 'tso', 'pso'])
    machine = Machine(sample, memory)
    if not machine.explore():
        report.tally['too large'] += 1
        return
    failing = {lines[order_of_asserts(sample).index(n)] for n in machine.failed}
    report.tally['deadlock' if machine.has_deadlock() else 'no deadlock'] += 1
    for engine in ('events', 'explicit'):
        options = ['--split-loads', '--memory', memory, '--engine', engine]
        run = Run(settings, ['outcomes', path, *options, '--json', '-'])
        if not report.check(run.code == 0 and not run.trouble(), '%s: exit code %d\n%s\n%s' % (name, run.code, run.tail(), text), run.command):
            return
        ours = outcomes(run, len(sample.bodies))
        report.check(ours == machine.finals(), '%s: final states: too many %s, missing %s\n%s' % (name, ours - machine.finals(), machine.finals() - ours, text), run.command)
        run = Run(settings, ['check', path, *options, '--errors', 'all', '--json', path + '.json', *(['--certificate', path + '.proof'] if engine == 'events' else [])])
        if not report.check(run.code in (0, 1) and not run.trouble(), '%s: exit code %d\n%s\n%s' % (name, run.code, run.tail(), text), run.command):
            return
        said = load(path + '.json')
        violated = {p['name'] for p in said['properties'] if p['verdict'] == 'violated'}
        wanted = {'assert at %s:%d' % (path, line) for line in failing} | ({'deadlock'} if machine.has_deadlock() else set())
        report.check(violated == wanted, '%s: violated %s instead of %s\n%s' % (name, violated, wanted, text), run.command)
        if violated:
            again = Run(settings, ['replay', path, path + '.json'])
            report.check(again.code == 0, '%s: the runs are not confirmed\n%s\n%s' % (name, again.tail(), text), run.command)
        elif engine == 'events':
            again = Run(settings, ['certify', path, path + '.proof'])
            report.check(again.code == 0, '%s: the proof is not confirmed\n%s\n%s' % (name, again.tail(), text), run.command)


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
    for body in sample.bodies:
        walk(body)
    return found
