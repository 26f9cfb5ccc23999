"""DVE by the rules of docs/dve.md, as plainly as possible: what the explicit engine's counts and verdicts are compared with, on generated programs.

An expression is a tuple ('num', n) ('var', name, index) ('at', P, q) ('remote', P, name, index) ('not', e) ('neg', e) ('~', e) (op, a, b); an index is an
expression or None. Memory is sc, tso, pso or slot; buffers of tso and pso have a bound, and a store to a full one makes its transition impossible."""
from dataclasses import dataclass, field

LEVELS = [['imply'], ['or', 'and'], ['|', '&', '^'], ['==', '!='], ['<', '<=', '>', '>='], ['<<', '>>'], ['+', '-'], ['*', '/', '%']]
LEVEL = {op: number for number, ops in enumerate(LEVELS) for op in ops}
RANGE = {'byte': (0, 255), 'int': (-32768, 32767), None: (-2 ** 31, 2 ** 31 - 1)}
ERROR = 'error'


@dataclass
class Variable:
    name: str
    type: str = 'byte'
    size: int = 0            # 0: a scalar
    initial: tuple = ()


@dataclass
class Channel:
    name: str
    fields: tuple = ()       # types; None: the channel is untyped
    capacity: int = 0
    typed: bool = False


@dataclass
class Transition:
    source: str
    target: str
    guard: tuple = None
    channel: str = None
    sends: bool = False
    values: list = field(default_factory=list)    # expressions, or places ('var', name, index)
    effects: list = field(default_factory=list)   # (place, expression)


@dataclass
class Process:
    name: str
    locals: list
    states: list
    transitions: list
    committed: list = field(default_factory=list)
    asserts: list = field(default_factory=list)   # (state, expression)


@dataclass
class Program:
    globals: list
    channels: list
    processes: list
    atomic: list = field(default_factory=list)    # (variable or '*', P, number) or (None, P, number): a barrier

    def text(self):
        lines = [declaration(v) for v in self.globals]
        for c in self.channels:
            lines.append('channel {%s} %s[%d];' % (', '.join(c.fields), c.name, c.capacity) if c.typed else 'channel %s;' % c.name)
        for p in self.processes:
            lines += process_lines(p)
        return '\n'.join([*lines, 'system async;']) + '\n'

    def atomic_text(self):
        return ''.join(('(%s, %s.%d)\n' % entry) if entry[0] else 'barrier %s.%d\n' % entry[1:] for entry in self.atomic)


# ---- Text ----
def declaration(v):
    initial = (' = {%s}' % ', '.join(map(str, v.initial)) if v.size else ' = %d' % v.initial[0]) if v.initial else ''
    return '%s %s%s%s;' % (v.type, v.name, '[%d]' % v.size if v.size else '', initial)


def expression(e, level=0):
    kind = e[0]
    if kind == 'num':
        return str(e[1]) if e[1] >= 0 else '(%d)' % e[1]
    if kind in ('var', 'remote', 'at'):
        name = {'var': '%s', 'remote': '%s->%s', 'at': '%s.%s'}[kind] % (e[1:2] if kind == 'var' else e[1:3])
        return name + ('[%s]' % expression(e[-1]) if kind != 'at' and e[-1] else '')
    if kind in ('not', 'neg', '~'):
        return '%s%s' % ({'not': 'not ', 'neg': '-', '~': '~'}[kind], expression(e[1], len(LEVELS)))
    made = '%s %s %s' % (expression(e[1], LEVEL[kind]), kind, expression(e[2], LEVEL[kind] + 1))
    return '(%s)' % made if LEVEL[kind] < level else made


def transition_text(t):
    parts = ['guard %s; ' % expression(t.guard)] if t.guard else []
    if t.channel:
        values = [expression(v) for v in t.values]
        parts.append('sync %s%s%s; ' % (t.channel, '!' if t.sends else '?', '' if not values else values[0] if len(values) == 1 else '{%s}' % ', '.join(values)))
    if t.effects:
        parts.append('effect %s; ' % ', '.join('%s = %s' % (expression(p), expression(e)) for p, e in t.effects))
    return '%s -> %s { %s}' % (t.source, t.target, ''.join(parts))


def process_lines(p):
    lines = ['process %s {' % p.name, *['  ' + declaration(v) for v in p.locals], '  state %s; init %s;' % (', '.join(p.states), p.states[0])]
    lines += ['  commit %s;' % ', '.join(p.committed)] if p.committed else []
    lines += ['  assert %s;' % ', '.join('%s: %s' % (q, expression(e)) for q, e in p.asserts)] if p.asserts else []
    lines += ['  trans'] + ['    %s%s' % (transition_text(t), ',' if t is not p.transitions[-1] else ';') for t in p.transitions] if p.transitions else []
    return lines + ['}']


# ---- Meaning ----
class Failure(Exception):
    pass


class Impossible(Exception):
    pass


def wrap(n, bits=32, signed=True):
    n &= (1 << bits) - 1
    return n - (1 << bits) if signed and n >> (bits - 1) else n


def divide(a, b):
    if b == 0:
        raise Failure('division')
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def shift(op, a, by):
    if not 0 <= by <= 31:
        return -1 if op == '>>' and a < 0 and by > 31 else 0
    return a << by if op == '<<' else a >> by


STRICT = {'==': lambda a, b: a == b, '!=': lambda a, b: a != b, '<': lambda a, b: a < b, '<=': lambda a, b: a <= b, '>': lambda a, b: a > b,
          '>=': lambda a, b: a >= b, '+': lambda a, b: a + b, '-': lambda a, b: a - b, '*': lambda a, b: a * b, '/': divide,
          '%': lambda a, b: a - b * divide(a, b), '|': lambda a, b: a | b, '&': lambda a, b: a & b, '^': lambda a, b: a ^ b,
          '<<': lambda a, b: shift('<<', a, b), '>>': lambda a, b: shift('>>', a, b)}


class Machine:
    """States are tuples (memory, states, locals, messages, buffers), each a tuple; of a process the buffer is a tuple of (element, value), oldest first."""

    def __init__(self, program, memory, bound, wraps):
        self.program, self.memory, self.bound, self.wraps = program, memory, bound, wraps
        self.global_at = self.lay_out(program.globals)
        self.types = [v.type for v in program.globals for _ in range(v.size or 1)]
        self.local_at = [self.lay_out(p.locals) for p in program.processes]
        self.numbers = {p.name: i for i, p in enumerate(program.processes)}
        self.channels = {c.name: (i, c) for i, c in enumerate(program.channels)}
        self.marks = {}
        for variable, process, number in program.atomic:
            self.marks.setdefault(id(program.processes[self.numbers[process]].transitions[number - 1]), set()).add(variable)

    @staticmethod
    def lay_out(variables):
        at, first = {}, 0
        for v in variables:
            at[v.name] = (first, v)
            first += v.size or 1
        return at

    @staticmethod
    def initial(variables):
        return tuple((list(v.initial) + [0] * (v.size or 1))[i] for v in variables for i in range(v.size or 1))

    def start(self):
        p = self.program
        return (self.initial(p.globals), tuple(q.states[0] for q in p.processes), tuple(self.initial(q.locals) for q in p.processes),
                tuple(() for _ in p.channels), tuple(() for _ in p.processes))


class World:
    """One state that a step is changing."""

    def __init__(self, machine, state):
        self.machine = machine
        self.memory, self.states, self.locals, self.messages, self.buffers = [list(part) for part in state]

    def frozen(self):
        return tuple(tuple(part) for part in (self.memory, self.states, self.locals, self.messages, self.buffers))

    def view(self, who, element):
        own = [value for at, value in self.buffers[who] if at == element]
        return own[-1] if own else self.memory[element]

    def element(self, who, v, first, index):
        at = self.value(who, index) if index else 0
        if not 0 <= at < (v.size or 1):
            raise Failure('index')
        return first + at

    def value(self, who, e):
        m, kind = self.machine, e[0]
        if kind == 'num':
            return e[1]
        if kind == 'at':
            return int(self.states[m.numbers[e[1]]] == e[2])
        if kind == 'remote':
            first, v = m.local_at[m.numbers[e[1]]][e[2]]
            return self.locals[m.numbers[e[1]]][self.element(who, v, first, e[3])]
        if kind == 'var' and e[1] in m.local_at[who]:
            first, v = m.local_at[who][e[1]]
            return self.locals[who][self.element(who, v, first, e[2])]
        if kind == 'var':
            first, v = m.global_at[e[1]]
            return self.view(who, self.element(who, v, first, e[2]))
        a = self.value(who, e[1])
        if kind in ('not', 'neg', '~'):
            return int(not a) if kind == 'not' else wrap(-a if kind == 'neg' else ~a)
        if kind in ('and', 'or', 'imply'):
            if bool(a) == (kind == 'or'):   # the second operand is not evaluated
                return int(kind != 'and')
            return int(bool(self.value(who, e[2])))
        return wrap(int(STRICT[kind](a, self.value(who, e[2]))))

    def kept(self, kind, value):
        low, high = RANGE[kind]
        if low <= value <= high:
            return value
        if not self.machine.wraps:
            raise Failure('value')
        return wrap(value, 8 if kind == 'byte' else 16, kind != 'byte')

    def assign(self, who, place, value, atomic):
        m = self.machine
        if place[1] in m.local_at[who]:
            first, v = m.local_at[who][place[1]]
            at, own = self.element(who, v, first, place[2]), list(self.locals[who])
            own[at] = self.kept(v.type, value)
            self.locals[who] = tuple(own)
            return
        first, v = m.global_at[place[1]]
        at = self.element(who, v, first, place[2])
        value = self.kept(v.type, value)
        if m.memory == 'sc':
            self.memory[at] = value
        elif atomic & {place[1], '*'}:
            self.write_atomically(who, at, value)
        else:
            self.store(who, at, value)

    def write_atomically(self, who, at, value):
        for element, pending in self.buffers[who] if self.machine.memory != 'slot' else ():
            self.memory[element] = pending
        self.buffers[who] = tuple(p for p in self.buffers[who] if self.machine.memory == 'slot' and p[0] != at)
        self.memory[at] = value

    def store(self, who, at, value):
        m, buffer = self.machine, self.buffers[who]
        if m.memory == 'slot':
            buffer = tuple(p for p in buffer if p[0] != at)
        elif len([p for p in buffer if m.memory == 'tso' or p[0] == at]) >= m.bound:
            raise Impossible
        buffer += ((at, value),)
        self.buffers[who] = tuple(sorted(buffer, key=lambda p: p[0])) if m.memory != 'tso' else buffer   # the order of two locations is lost

    # ---- Transitions ----
    def guard_holds(self, who, t):
        try:
            return t.guard is None or bool(self.value(who, t.guard))
        except Failure:
            if self.machine.wraps:
                return False
            raise

    def marks(self, who, t):
        return self.machine.marks.get(id(t), frozenset())

    def wait(self, who, t):
        """A barrier waits for an empty buffer, and so does an atomic write, but under slot."""
        marks = self.marks(who, t)
        if self.buffers[who] and (None in marks or (marks and self.machine.memory != 'slot')):
            raise Impossible

    def run_effects(self, who, t):
        for place, e in t.effects:
            self.assign(who, place, self.value(who, e), self.marks(who, t))

    def message(self, who, t, c):
        values = [self.value(who, e) for e in t.values]
        return tuple(self.kept(kind, v) for kind, v in zip(c.fields if c.typed else [None] * len(values), values))

    def receive(self, who, t, values):
        for place, value in zip(t.values, values):
            self.assign(who, place, value, self.marks(who, t))

    def alone(self, who, t):
        number, c = self.machine.channels.get(t.channel, (None, None))
        if c and (len(self.messages[number]) == c.capacity if t.sends else not self.messages[number]):
            raise Impossible
        if not self.guard_holds(who, t):
            raise Impossible
        self.wait(who, t)
        self.run_effects(who, t)
        if c and t.sends:
            self.messages[number] += (self.message(who, t, c),)
        elif c:
            first, self.messages[number] = self.messages[number][0], self.messages[number][1:]
            self.receive(who, t, first)
        self.states[who] = t.target

    def meet(self, sender, send, receiver, receive):
        self.wait(sender, send)
        self.wait(receiver, receive)
        values = self.message(sender, send, self.machine.channels[send.channel][1])
        self.receive(receiver, receive, values)
        self.run_effects(receiver, receive)
        self.run_effects(sender, send)
        self.states[sender], self.states[receiver] = send.target, receive.target


def attempt(machine, state, act):
    world = World(machine, state)
    try:
        act(world)
    except Failure:
        return [ERROR]
    except Impossible:
        return []
    return [world.frozen()]


def is_rendezvous(machine, t):
    return t.channel is not None and not machine.channels[t.channel][1].capacity


def holds(machine, state, who, t):
    """Of a transition that meets another; None: its guard fails."""
    try:
        return World(machine, state).guard_holds(who, t)
    except Failure:
        return None


def transitions_from(machine, state, who):
    return [t for t in machine.program.processes[who].transitions if t.source == state[1][who]]


def meetings(machine, state, movers, sender, send):
    for receiver in movers:
        for receive in transitions_from(machine, state, receiver) if receiver != sender else []:
            if receive.channel == send.channel and not receive.sends and holds(machine, state, receiver, receive):
                yield from attempt(machine, state, lambda w, r=receiver, t=receive: w.meet(sender, send, r, t))


def commits(machine, state):
    for who, buffer in enumerate(state[4]):
        for position, (at, value) in enumerate(buffer):
            if at in [p[0] for p in buffer[:position]] or (machine.memory == 'tso' and position):
                continue
            memory, buffers = list(state[0]), list(state[4])
            memory[at] = value
            buffers[who] = buffer[:position] + buffer[position + 1:]
            yield (tuple(memory), *state[1:4], tuple(buffers))


def successors(machine, state):
    """One entry for each step; ERROR for a run-time error."""
    processes = machine.program.processes
    committed = [i for i, p in enumerate(processes) if state[1][i] in p.committed]
    movers = committed or range(len(processes))
    for who in movers:
        for t in transitions_from(machine, state, who):
            if not is_rendezvous(machine, t):
                yield from attempt(machine, state, lambda w, i=who, u=t: w.alone(i, u))
            elif holds(machine, state, who, t) is None:
                yield ERROR
            elif t.sends and holds(machine, state, who, t):
                yield from meetings(machine, state, movers, who, t)
    if not committed:
        yield from commits(machine, state)


def broken_asserts(machine, state):
    for who, p in enumerate(machine.program.processes):
        for number, (q, e) in enumerate(p.asserts):
            if state[1][who] != q:
                continue
            try:
                good = bool(World(machine, state).value(who, e))
            except Failure:
                good = False
            if not good:
                yield p.name, number


@dataclass
class Answer:
    states: int
    transitions: int
    deadlock: bool
    error: bool
    broken: set


def explore(program, memory, bound=1, wraps=False, limit=3000):
    """None beyond the limit."""
    machine = Machine(program, memory, bound, wraps)
    start = machine.start()
    known, stack, answer = {start}, [start], Answer(0, 0, False, False, set())
    while stack:
        state = stack.pop()
        moved = False
        if state == ERROR:
            continue
        answer.broken |= set(broken_asserts(machine, state))
        for after in successors(machine, state):
            moved = True
            answer.error |= after == ERROR
            if after == ERROR and wraps:    # only where all errors are one state are they counted
                continue
            answer.transitions += 1
            if after not in known:
                known.add(after)
                stack.append(after)
        answer.deadlock |= not moved
        if len(known) > limit:
            return None
    answer.states = len(known)
    return answer


def places_of(program, t):
    """The globals with known elements that the transition assigns."""
    names = {v.name for v in program.globals}
    placed = [p for p, _ in t.effects] + ([] if t.sends or not t.channel else t.values)
    return [(p[1], p[2][1] if p[2] else 0) for p in placed if p[1] in names and (p[2] is None or p[2][0] == 'num')]


def meets_twice(program):
    """Two that meet assign one global: such a program is refused."""
    local = {(p.name, v.name) for p in program.processes for v in p.locals}
    rendezvous = {c.name for c in program.channels if not c.capacity}
    for a in program.processes:
        for b in program.processes:
            for s in a.transitions if a is not b else []:
                for r in b.transitions:
                    if s.channel in rendezvous and s.channel == r.channel and s.sends and not r.sends:
                        first = {x for x in effects_of(program, a, s) if (a.name, x[0]) not in local}
                        second = {x for x in places_of(program, r) if (b.name, x[0]) not in local}
                        if first & second:
                            return True
    return False


def effects_of(program, process, t):
    return [x for x in places_of(program, Transition(t.source, t.target, effects=t.effects))]
