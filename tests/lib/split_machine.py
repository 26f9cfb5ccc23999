"""A machine for the programs of the suite `splits`, in which every load is an instruction of its own.

A condition that fails is evaluated again from its start. So the machine goes round for ever where the tool has a process wait: a set of states that is never left, and in which some process has not
ended, is a deadlock. Who is in a membarrier notes at once whose buffer is empty. What a process does without memory belongs to the step before it: a ghost is looked at and set where the last load is
made, as the tool has it.
"""
LIMIT = 40000          # states of the machine
GLOBALS = ('x', 'y', 'a[0]', 'a[1]')
GHOST, CHANNEL = 4, 5  # their places in memory, behind those of the globals
ROOM = 2               # messages in the channel


# ---- As instructions ----

class Code:
    """Instructions of one process. What is computed is a function of the locals, a dictionary."""

    def __init__(self, body, is_started):
        self.ops, self.names = [['unborn']] if is_started else [], 0
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
        elif e[0] == 'h':
            self.emit('ghost', t)
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
            self.emit('set', t, {'==': lambda v: int(v[a] == v[b]), '!=': lambda v: int(v[a] != v[b]), '+': lambda v: v[a] + v[b], '&': lambda v: v[a] & v[b], '<': lambda v: int(v[a] < v[b])}[e[0]])
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
        if s[0] == 'count':
            return self.emit('set', 'z', lambda v: v['z'] + 1)
        if s[0] == 'if':
            return self.choice(s[1], s[2])
        if s[0] == 'wait':
            return self.choice([(s[1], [])], None)
        if s[0] == 'do':
            return self.loop(s)
        if s[0] == 'set':
            if ('h',) in s[2]:
                self.emit('step')
            t = self.load(s[2])
            self.emit('set', s[1], lambda v: v[t])
        elif s[0] == 'ghost':
            self.emit('step')
            t = self.load(s[1])
            self.emit('haunt', lambda v: v[t])
        elif s[0] == 'send':
            t = self.load(s[1])
            self.emit('send', lambda v: v[t])
        elif s[0] == 'run':
            t = self.load(s[1])
            self.emit('run', lambda v: v[t])
        elif s[0] == 'receive':
            self.emit('receive', s[1], None)
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
        elif s[0] == 'atomic':
            self.emit('atomic', s)
        else:
            self.emit(s[0], None)

    def loop(self, s):
        _, inside, body, leave = s
        self.emit('set', 'z', lambda v: 0)
        self.choice([(('&&', ('<', ('l', 'z'), ('n', 2)), inside), [('count',), *body])] + ([] if leave is None else [(('||', leave, ('<', ('n', 1), ('l', 'z'))), [])]), [] if leave is None else None, 1)

    def guard(self, g, begin):
        """An option begins with a condition, a receive or a membarrier. Each may lead back to where it began."""
        if g[0] in ('receive', 'membarrier'):
            self.emit(*g, begin)
        else:
            t = self.load(g)
            self.emit('branch', lambda v: v[t] == 0, begin)

    def choice(self, options, otherwise, loops=0):
        """Options are tried in any order; with an else each once. The first ones may lead back."""
        flags, begin, leave = [self.temporary() for _ in options], self.here(), []
        chosen = self.emit('choose', [], flags if otherwise is not None else [])
        for i, (flag, (guard, body)) in enumerate(zip(flags, options)):
            chosen[1].append((flag, self.here()))
            if otherwise is not None:
                self.emit('set', flag, lambda v: 1)
            self.guard(guard, begin)
            self.emit('forget')
            self.block(body)
            jump = self.emit('branch', lambda v: True, begin)
            if i >= loops:
                leave.append(jump)
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
    """The last process may be one that another starts. A state: memory, and of each process its instruction, its locals as sorted pairs, and its buffer of (element, value); an element of None is what an sfence leaves there."""

    def __init__(self, sample, memory, bound=0, together=False):
        self.codes, self.memory, self.bound, self.failed = [Code(body, sample.starts and body is sample.bodies[-1]).ops for body in sample.bodies], memory, bound, set()
        self.shown = len(self.codes) - sample.starts            # processes whose locals final states have
        self.barrier = 'sync' if together else 'membarrier'     # what a membarrier does
        self.steps, first = {}, ((0,) * 5 + ((),), tuple((0, (('r', 0), ('s', 0)), ()) for _ in self.codes))
        for p in range(len(self.codes)):
            first = self.settled(first, p, 0, {'r': 0, 's': 0}, (), {})
        self.first = first

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
                if i == 0 or self.memory != 'tso' and element is not None and all(e not in (element, None) for e, _ in buffer[:i]):
                    left = buffer[:i] + buffer[i + 1:]
                    while left and left[0][0] is None:
                        left = left[1:]
                    yield self.changed(state, p, (at, pairs, left), {element: value})
            for target, v, stores, written in self.execute(state, p, at, dict(pairs), buffer):
                kept = tuple(b for b in buffer if self.memory != 'slot' or b[0] not in dict(stores))     # a younger store takes the place of an older one
                yield self.settled(state, p, target, v, kept + stores if self.memory != 'sc' else (), written if self.memory != 'sc' else {**dict(stores), **written})
            if self.codes[p][at][0] == 'run' and not buffer:
                yield self.started(self.settled(state, p, at + 1, dict(pairs), (), {}), self.codes[p][at][1](dict(pairs)))

    def settled(self, state, p, at, v, buffer, written):
        """The state after what process p does next without memory."""
        while self.codes[p][at][0] in ('set', 'branch', 'forget', 'ghost', 'haunt', 'assert'):
            op = self.codes[p][at]
            at += 1
            if op[0] == 'set':
                v[op[1]] = op[2](v)
            elif op[0] == 'branch':
                at = op[2] if op[1](v) else at
            elif op[0] == 'forget':
                self.forget(v)
            elif op[0] == 'ghost':
                v[op[1]] = written.get(GHOST, state[0][GHOST])
            elif op[0] == 'haunt':
                written = {**written, GHOST: op[1](v)}
            elif not op[2](v):
                self.failed.add(op[1])
        return self.changed(state, p, (at, tuple(sorted(v.items())), buffer), written)

    def started(self, state, value):
        return self.settled(state, len(self.codes) - 1, 1, {'r': value, 's': 0}, (), {})

    @staticmethod
    def forget(v, but=()):
        for name in [n for n in v if n[0] == 't' and n not in but]:
            del v[name]

    def changed(self, state, p, process, written):
        memory = tuple(written.get(i, value) for i, value in enumerate(state[0]))
        return memory, self.noted(state[1][:p] + (process,) + state[1][p + 1:])

    def noted(self, processes):
        """Whoever is in a membarrier with nothing pending sees at once whose buffer is empty: that is its moment."""
        empty = {q for q, (_, _, buffer) in enumerate(processes) if not buffer}
        return tuple((at, pairs, buffer) if buffer or self.codes[p][at][0] != 'membarrier' else
                     (at, tuple(sorted({**dict(pairs), 'tm': tuple(sorted(empty.union(dict(pairs).get('tm', ()))))}.items())), buffer)
                     for p, (at, pairs, buffer) in enumerate(processes))

    def has_room(self, buffer, element):
        return not self.bound or self.memory == 'sc' or len([e for e, _ in buffer if e == element or self.memory == 'tso']) < self.bound

    def execute(self, state, p, at, v, buffer):
        """What the instruction leads to: the next one, the locals, what is stored and what is written at once."""
        op = self.codes[p][at]
        kind = self.barrier if op[0] == 'membarrier' else op[0]

        def view(element):
            return next((value for e, value in reversed(buffer) if e == element), state[0][element])

        if kind in ('receive', 'membarrier', 'sync') and op[-1] is not None:    # an option that is given up
            yield op[-1], dict(v), (), {}
        if kind == 'step':
            yield at + 1, v, (), {}
        elif kind == 'load':
            v[op[1]] = view(op[2](v))
            yield at + 1, v, (), {}
        elif kind == 'store':
            element = op[1](v)
            if self.has_room(buffer, element):
                yield at + 1, v, ((element, op[2](v)),), {}
        elif kind == 'choose':
            self.forget(v, op[2])
            for flag, target in op[1]:
                if not v.get(flag):
                    yield target, dict(v), (), {}
            if op[2] and all(v.get(flag) for flag in op[2]):
                yield op[3], v, (), {}
        elif kind == 'atomic':
            _, local, value, place, stored = op[1]
            v[local] = whole(value, v, view)
            yield at + 1, v, ((GLOBALS.index(place[1]) if place[0] == 'g' else 2 + whole(place[1], v, view), whole(stored, v, view)),), {}
        elif kind == 'send' and len(state[0][CHANNEL]) < ROOM:
            yield at + 1, v, (), {CHANNEL: state[0][CHANNEL] + (op[1](v),)}
        elif kind == 'receive' and state[0][CHANNEL]:
            v[op[1]] = state[0][CHANNEL][0]
            yield at + 1, v, (), {CHANNEL: state[0][CHANNEL][1:]}
        elif kind == 'sfence':
            yield at + 1, v, ((None, None),) if buffer and self.memory == 'pso' else (), {}
        elif kind == 'mfence' and not buffer:
            yield at + 1, v, (), {}
        elif kind == 'sync' and not any(b for _, _, b in state[1]):
            yield at + 1, v, (), {}
        elif kind == 'membarrier' and not buffer and len(v.get('tm', ())) == len(self.codes):
            yield at + 1, v, (), {}
        elif kind == 'locked' and not buffer:
            element = op[1](v)
            old = state[0][element]
            new = op[2](v, old)
            v[op[3]] = old
            yield at + 1, v, (), {element: new}

    def has_ended(self, state):
        return all(self.codes[p][at][0] in ('end', 'unborn') and not buffer for p, (at, _, buffer) in enumerate(state[1]))

    def finals(self):
        return {tuple([value for _, pairs, _ in state[1][:self.shown] for _, value in pairs[:2]]) + state[0][:GHOST + 1] for state in self.steps if self.has_ended(state)}

    def answer(self):
        return self.finals(), self.failed, self.has_deadlock()

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
