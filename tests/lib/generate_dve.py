"""Random DVE programs, with entries of an atomic.txt, and a shrinker for them. Each program draws which parts of the language it uses."""
import copy

from . import naive_dve as naive
from . import shrink as shrinking
from .naive_dve import Channel, Process, Program, Transition, Variable

FEATURES = ('arrays', 'channels', 'rendezvous', 'committed', 'others', 'failures', 'effects')


class Generator:
    def __init__(self, rng):
        self.rng = rng
        self.use = {f for f in FEATURES if rng.random() < 0.35}
        self.globals = [Variable(n, rng.choice(['byte', 'byte', 'int']), initial=self.initial()) for n in ['x', 'y', 'z'][:rng.choice([2, 2, 3])]]
        if 'arrays' in self.use:
            self.globals.append(Variable('a', 'byte', 2, (0, 1, 7)[:rng.choice([0, 1, 2, 3])]))
        self.channels = []
        if 'rendezvous' in self.use:
            self.channels.append(rng.choice([Channel('c'), Channel('c', ('byte',), 0, True), Channel('c', ('byte', 'int'), 0, True), Channel('c', (None,))]))
        if 'channels' in self.use:
            self.channels.append(Channel('d', rng.choice([('byte',), ('int',), ('byte', 'byte')]), rng.choice([1, 1, 2]), True))

    def initial(self):
        rng = self.rng
        return (rng.choice([254, 255] if 'failures' in self.use else [1, 2]),) if rng.random() < 0.2 else (0,) if rng.random() < 0.3 else ()

    # ---- Expressions ----
    def element(self, v, depth):
        if not v.size:
            return None
        return ('num', self.rng.randrange(v.size)) if 'failures' not in self.use or self.rng.random() < 0.5 else self.expression(depth + 1)

    def name(self, variables, depth=0):
        v = self.rng.choice(variables)
        return ('var', v.name, self.element(v, depth))

    def leaf(self, depth):
        rng, roll = self.rng, self.rng.random()
        if roll < 0.3:
            return ('num', rng.choice([0, 0, 1, 1, 1, 2]))
        if roll < 0.4 and 'others' in self.use and depth < 2:
            other = rng.choice(self.processes)
            if other.locals and rng.random() < 0.5:
                v = rng.choice(other.locals)
                return ('remote', other.name, v.name, self.element(v, depth))
            return ('at', other.name, rng.choice(other.states))
        return self.name(self.globals + self.here.locals, depth)

    def expression(self, depth=0):
        rng, roll = self.rng, self.rng.random()
        if depth >= 3 or roll < 0.45:
            return self.leaf(depth)
        if roll < 0.52:
            return (rng.choice(['not', 'not', 'neg', '~']), self.expression(depth + 1))
        common = ['==', '==', '!=', '<', '>=', 'and', 'or', '+', '-', '&', '|', '^', 'imply', '<=', '>', '*']
        rare = ['/', '%', '<<', '>>'] if 'failures' in self.use else []
        return (rng.choice(common + rare), self.expression(depth + 1), self.expression(depth + 1))

    def condition(self):
        if self.rng.random() < 0.6:
            return (self.rng.choice(['==', '==', '!=', '<', '>=']), self.name(self.globals + self.here.locals), ('num', self.rng.choice([0, 0, 1, 2])))
        return self.expression()

    def value(self):
        rng = self.rng
        if rng.random() < 0.6:
            return ('num', rng.choice([0, 1, 1, 2]))
        e = self.expression(1)
        return e if 'failures' in self.use else ('&', e, ('num', 3))

    # ---- Transitions ----
    def effect(self):
        places = self.globals + self.here.locals if self.rng.random() < 0.3 else self.globals
        return self.name(places), self.value()

    def transition(self, source, target):
        rng = self.rng
        t = Transition(source, target)
        if rng.random() < 0.55:
            t.guard = self.condition()
        if self.channels and rng.random() < 0.5:
            c = rng.choice(self.channels)
            t.channel, t.sends = c.name, rng.random() < 0.5
            t.values = [self.value() if t.sends else self.name(self.globals + self.here.locals) for _ in c.fields]
        count = rng.choice([0, 1, 1, 2, 3]) if 'effects' in self.use else rng.choice([0, 1, 1])
        t.effects = [self.effect() for _ in range(count)]
        return t

    def process(self, p):
        rng, self.here = self.rng, p
        for i in range(rng.choice([2, 3, 3, 4, 5])):
            source = p.states[i % len(p.states)] if rng.random() < 0.7 else rng.choice(p.states)
            target = p.states[(p.states.index(source) + 1) % len(p.states)] if rng.random() < 0.7 else rng.choice(p.states)
            p.transitions.append(self.transition(source, target))
        if rng.random() < 0.5:
            p.asserts = [(rng.choice(p.states), self.condition()) for _ in range(rng.choice([1, 1, 2]))]

    def atomic(self, program):
        rng, made = self.rng, []
        names = {v.name for v in program.globals}
        for p in program.processes:
            for number, t in enumerate(p.transitions, 1):
                placed = [place for place, _ in t.effects] + ([] if t.sends or not t.channel else t.values)
                written = sorted({place[1] for place in placed} & names)
                if written and rng.random() < 0.3:
                    made.append((rng.choice([*written, '*']), p.name, number))
                if rng.random() < 0.1:
                    made.append((None, p.name, number))
        return made

    def make(self):
        rng = self.rng
        count = rng.choice([2, 2, 2, 3])
        self.processes = []
        for n in range(count):
            states = ['q%d' % i for i in range(rng.choice([2, 3, 3, 4] if count == 2 else [2, 3]))]
            own = [Variable('u', rng.choice(['byte', 'int'])), Variable('v', 'byte', 2)][:rng.choice([0, 1, 1, 2 if 'arrays' in self.use else 1])]
            self.processes.append(Process('PQR'[n], own, states, []))
        for p in self.processes:
            if 'committed' in self.use and rng.random() < 0.6:
                p.committed = [rng.choice(p.states[1:])]
            self.process(p)
        made = Program(self.globals, self.channels, self.processes)
        made.atomic = self.atomic(made) if rng.random() < 0.5 else []
        return made


def program(rng):
    return Generator(rng).make()


# ---- Shrinking ----
def changed(program, change):
    smaller = copy.deepcopy(program)
    change(smaller)
    return smaller


def without_process(program, number):
    def change(p):
        gone = p.processes.pop(number).name
        p.atomic = [e for e in p.atomic if e[1] != gone]
    return changed(program, change)


def without_transition(program, i, k):
    def change(p):
        name = p.processes[i].name
        del p.processes[i].transitions[k]
        p.atomic = [(v, q, n - (q == name and n > k + 1)) for v, q, n in p.atomic if (q, n) != (name, k + 1)]
    return changed(program, change)


def replaced(program, i, k, **fields):
    return changed(program, lambda p: p.processes[i].transitions[k].__dict__.update(copy.deepcopy(fields)))


def candidates(program):
    for i in range(len(program.processes)):
        if len(program.processes) > 1:
            yield without_process(program, i)
        for k in range(len(program.processes[i].transitions)):
            yield without_transition(program, i, k)
    for n in range(len(program.atomic)):
        yield changed(program, lambda p, n=n: p.atomic.pop(n))
    for i, q in enumerate(program.processes):
        for part in ('committed', 'asserts', 'locals'):
            for n in range(len(getattr(q, part))):
                yield changed(program, lambda p, i=i, n=n, part=part: getattr(p.processes[i], part).pop(n))
        for k, t in enumerate(q.transitions):
            if t.guard:
                for guard in [None, *shrinking.expression_cuts(t.guard)]:
                    yield replaced(program, i, k, guard=numbers(guard))
            if t.channel:
                yield replaced(program, i, k, channel=None, sends=False, values=[])
            for n, (place, e) in enumerate(t.effects):
                yield replaced(program, i, k, effects=t.effects[:n] + t.effects[n + 1:])
                for smaller in shrinking.expression_cuts(e):
                    yield replaced(program, i, k, effects=t.effects[:n] + [(place, numbers(smaller))] + t.effects[n + 1:])
    for part in ('globals', 'channels'):
        for n in range(len(getattr(program, part))):
            yield changed(program, lambda p, n=n, part=part: getattr(p, part).pop(n))


def numbers(e):
    """The cuts of other generators call a number a const."""
    return e if not isinstance(e, tuple) else ('num', e[1]) if e[0] == 'const' else tuple(numbers(part) for part in e)


def is_sound(program):
    try:
        naive.explore(program, 'sc', limit=20)
        return True
    except (KeyError, IndexError, TypeError):
        return False


def shrink(p, fails, budget=400):
    return shrinking.smallest(p, candidates, lambda q: is_sound(q) and fails(q), budget)
