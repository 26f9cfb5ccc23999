"""A naive implementation of SC, TSO, PSO and the one-slot PSO of a thesis (slot) over the generator's syntax trees.

It is the second opinion on what programs mean: written from the description of the language, sharing nothing with the tool, and
as plain as possible. States are tuples, the search is a set and a list.

How states are counted (as SPIN does): a state is counted when it is reached outside an atomic block, or inside one whose process
cannot go on. The removal of an ended process is a step; only the youngest process can be removed, and only with an empty buffer.
`goto` and `break` cost a step only as the first statement of an option.

Readings chosen where the description leaves room:
- fences, locked instructions and run that stand anywhere inside atomic or d_step (also first) write the own buffer out themselves;
- a step that would put more stores into a bounded buffer than fit does not happen at all (it blocks);
- a store that finds the buffer full inside a d_step, not as its first step, blocks the d_step: a run-time error;
- an erroneous step (index, division, blocked d_step) has no successor, but the process counts as able to move;
- after a rendezvous the receiver's statement decides whether, and for which process, an atomic block goes on;
- which channel a rendezvous is on is asked always, what it sends is evaluated only when some other process is at a receive on that channel;
- `timeout` is true when, with timeout read as false, no process can move or be removed and every buffer is empty.
"""
from dataclasses import replace

from .syntax import LOCKED, Stmt, Var, bits_of, mtype_value

BITS = {'bit': 1, 'bool': 1, 'byte': 8, 'mtype': 8}


class Blocked(Exception):
    """The step is not possible now."""


class RuntimeFault(Exception):
    """The step is possible and wrong."""


class TooLarge(Exception):
    """More states than the caller wants to see."""


class Unsupported(Exception):
    """The program has something that is not known here."""


def wrap(kind, value):
    if kind == 'short':
        return ((value + 0x8000) & 0xffff) - 0x8000
    if kind == 'int':
        return ((value + 0x80000000) & 0xffffffff) - 0x80000000
    return value & ((1 << (bits_of(kind) or BITS[kind])) - 1)


def wrap32(value):
    return wrap('int', value)


# ---- Control flow ----

def does_nothing(s):
    return not s.label and (s.kind in ('skip', 'printf') or s.kind == 'expr' and s.expr == ('const', 1))


def without_needless_skips(option):
    """SPIN leaves out a skip of an option after another one or after a printf, unless it comes last."""
    kept = []
    for position, s in enumerate(option):
        if not (kept and does_nothing(kept[-1]) and does_nothing(s) and s.kind != 'printf' and position < len(option) - 1):
            kept.append(s)
    return kept


class Node:
    def __init__(self):
        self.edges = []      # (statement, target, hold): hold means that the process goes on alone afterwards
        self.final = False
        self.number = -1
        self.final_label = False
        self.escape = None   # the node with the first statements of what interrupts here


class Compiler:
    """The control-flow graph of one process, by walking its statements from the last to the first."""

    def __init__(self, proc):
        self.labels, self.held, self.escape = {}, set(), None
        self.find_held(proc.body, False)
        self.end = Node()
        self.end.final = True
        self.entry = self.sequence(proc.body, self.end, None, False, False)
        self.nodes = []
        for start in [self.entry, *self.labels.values()]:
            self.number(start)

    def find_held(self, body, inside):
        """The labels inside atomic blocks."""
        for s in body:
            if s.label and inside:
                self.held.add(s.label)
            for part in [*(s.options or []), s.body or [], s.escape or []]:
                self.find_held(part, inside or s.kind == 'atomic')

    def number(self, start):
        todo = [start]
        while todo:
            node = todo.pop()
            if node.number >= 0:
                continue
            node.number = len(self.nodes)
            self.nodes.append(node)
            todo.extend([target for _, target, _ in node.edges] + ([node.escape] if node.escape else []))

    def label(self, name):
        return self.labels.setdefault(name, Node())

    def sequence(self, body, after, leave, inside, hold_last):
        """The node where the body starts. leave: where break goes, and whether an atomic block goes on there; inside: lexically in
        an atomic block; hold_last: the block goes on after the last statement. A goto goes on with it where it leads into a block."""
        node = after
        for position in range(len(body) - 1, -1, -1):
            hold = hold_last if position == len(body) - 1 else inside
            node = self.start(body[position], node, leave, inside, hold)
        return node

    def start(self, s, after, leave, inside, hold):
        if s.kind == 'membarrier':
            raise Unsupported('a statement of several steps')   # the machine of the suite splits has it
        if s.kind in ('goto', 'break') and s.label:
            raise Unsupported('a label on a jump')
        if s.kind == 'unless':
            return self.interrupted(s, after, leave, inside, hold)
        if s.kind in ('goto', 'break') and not inside:
            return self.label(s.name) if s.kind == 'goto' else leave[0]
        if s.kind == 'block':
            return self.sequence(s.body, after, leave, inside, hold)
        node = self.label(s.label) if s.label and s.kind != 'for' else Node()
        self.emit(s, node, after, leave, inside, hold)
        return node

    def interrupted(self, s, after, leave, inside, hold):
        if self.escape or s.label or inside:
            raise Unsupported('an unless in another, in a block, or with a label')
        escape = self.sequence(s.escape, after, leave, inside, hold)
        self.escape = escape
        start = self.sequence(s.body, after, leave, inside, hold)
        self.escape = None
        if s.body[0].kind in ('goto', 'break'):
            raise Unsupported('an unless of a jump')
        return start

    def first(self, s, node, after, leave, inside, hold):
        """Statement s as the first one of an option: a jump to its label leads to it alone."""
        if s.label and s.kind != 'for':
            self.emit(s, self.label(s.label), after, leave, inside, hold)
        self.emit(s, node, after, leave, inside, hold)

    def emit(self, s, node, after, leave, inside, hold):
        """Adds to node the edges with which statement s starts."""
        if s.label and s.label.startswith('end') and node is self.labels.get(s.label):
            node.final_label = True
        node.escape = self.escape
        if s.kind == 'unless':
            raise Unsupported('an unless with which something begins')
        if s.kind in ('if', 'do'):
            back, out, back_hold = (node, (after, hold), inside) if s.kind == 'do' else (after, leave, hold)
            for option in map(without_needless_skips, s.options):
                rest = self.sequence(option[1:], back, out, inside, back_hold)
                first_hold = back_hold if len(option) == 1 else inside
                self.first(option[0], node, rest, out, inside, first_hold)
        elif s.kind == 'atomic':
            rest = self.sequence(s.body[1:], after, leave, True, hold)
            self.emit(s.body[0], node, rest, leave, True, hold if len(s.body) == 1 else True)
        elif s.kind == 'block':
            rest = self.sequence(s.body[1:], after, leave, inside, hold)
            self.emit(s.body[0], node, rest, leave, inside, hold if len(s.body) == 1 else inside)
        elif s.kind == 'goto':
            node.edges.append((Skip, self.label(s.name), inside and s.name in self.held))
        elif s.kind == 'break':
            node.edges.append((Skip, *leave))
        elif s.kind == 'for':
            self.emit_for(s, node, after, inside, hold)
        elif s.kind == 'select':
            self.emit_select(s, node, after, inside, hold)
        elif s.kind == 'd_step':
            node.edges.append((DStep(s), after, hold))
        else:
            node.edges.append((Simple(s, inside), after, hold))

    def emit_for(self, s, node, after, inside, hold):
        """for (i : a .. b) { body } is  i = a; do :: i <= b -> body; i++ :: else -> break od; a label of it stands before the do."""
        step = Stmt('assign', target=s.target, expr=('bin', '+', s.target, ('const', 1)))
        loop = Stmt('do', label=s.label, options=[[Stmt('expr', expr=('bin', '<=', s.target, s.other))] + s.body + [step],
                                   [Stmt('else'), Stmt('break')]])
        rest = self.start(loop, after, None, inside, hold)
        node.edges.append((Simple(Stmt('assign', target=s.target, expr=s.expr), inside), rest, inside))

    def emit_select(self, s, node, after, inside, hold):
        """select (i : a .. b) with constants is one step: any of the values."""
        if s.expr[0] != 'const' or s.other[0] != 'const':
            raise Unsupported('a select with other bounds than constants')
        for value in range(s.expr[1], s.other[1] + 1):
            node.edges.append((Simple(Stmt('assign', target=s.target, expr=('const', value)), inside), after, hold))


class SkipStep:
    is_else = False
    s = None

    def do(self, m, p):
        pass

Skip = SkipStep()


class Simple:
    def __init__(self, s, inside):
        self.s = s
        self.inside = inside
        self.is_else = s.kind == 'else'

    def do(self, m, p):
        m.execute(self.s, p, self.inside)


class DStep:
    """A whole d_step as one step: the first possible edge each time."""
    is_else = False

    def __init__(self, s):
        inner = Compiler.__new__(Compiler)
        inner.labels, inner.held, inner.escape = {}, set(), None
        inner.end = Node()
        inner.entry = inner.sequence(s.body, inner.end, None, True, True)
        self.entry, self.end = inner.entry, inner.end
        self.s = None

    def do(self, m, p):
        node, first = self.entry, True
        while node is not self.end:
            for what, target, _ in node.edges:   # an else is tried where it stands, as in SPIN: after those that come before it
                if m.possible(what, p):
                    what.do(m, p)
                    node, first = target, False
                    break
            else:
                if first:
                    raise Blocked
                raise RuntimeFault


# ---- The machine ----

def with_first_declarations(q):
    """A declaration before all statements gives a value when the process is created, a later one where it stands."""
    first = next((n for n, s in enumerate(q.body) if s.kind != 'declare'), len(q.body))
    return replace(q, locals=q.locals + [Var(s.target[1], s.name, 0, s.expr) for s in q.body[:first]], body=q.body[first:]) if first else q


class Machine:
    """One program under one memory model. The working state is mutable; freeze and thaw turn it into a tuple and back."""

    def __init__(self, program, memory, bound):
        self.memory_model, self.bound = 'pso' if memory == 'slot' else memory, bound
        self.overwrites = memory == 'slot'   # a store takes the place of a pending one to the same element; there is no bound
        self.fence_flushes = program.style == 'mmlib'
        self.pid_base = 1 if program.style == 'mmlib' and program.header in ('tso', 'pso') else 0
        self.globals = {}
        initial = []
        for v in program.globals:
            self.globals[v.name] = (len(initial), max(1, v.size), v)
            initial += [wrap(v.type, v.initial)] * max(1, v.size)
        self.chans = {}      # name -> number of its first channel
        for c in program.chans:
            self.chans[c.name] = sum(max(1, other.size) for other in program.chans[:program.chans.index(c)])
        self.chan_info = [c for c in program.chans for _ in range(max(1, c.size))]
        self.types = []
        for q in map(with_first_declarations, program.procs):
            self.types.append((q, Compiler(q), self.layout(q)))
        self.type_number = {q.name: number for number, (q, _, _) in enumerate(self.types)}
        self.mem = initial
        self.queues = [[] for _ in self.chan_info]
        self.mtypes = program.mtypes
        self.meets = any(not c.capacity for c in program.chans)
        self.procs = []      # [type, node, locals]
        self.timeout = False
        self.touched = {}    # relaxed element -> processes that accessed it: who needs a buffer at all
        self.several = set() # types that have had two processes at a time which were not there from the start
        self.buffers = []    # TSO: list of (element, value); PSO: list of stages, divided by sfence, each a dict element -> list of values
        for number, (q, _, _) in enumerate(self.types):
            for _ in range(q.active):
                self.create(number, [])
        self.touched.clear()
        self.failed = set()  # lines of violated assertions
        self.executed = set()  # (proctype, line) of statements that were
        self.conditions = [] # (option, expression): properties of whole states
        self.bad = set()     # numbers of those that are violated
        if self.meets and any(node.escape for _, graph, _ in self.types for node in graph.nodes):
            raise Unsupported('unless and rendezvous')

    @staticmethod
    def layout(q):
        places, size = {}, 0
        for v in q.params + q.locals + [Var(s.target[1], s.name) for s in q.body if s.kind == 'declare']:
            places[v.name] = (size, max(1, v.size), v)
            size += max(1, v.size)
        return places, size

    def create(self, number, arguments):
        q, graph, (places, size) = self.types[number]
        if q.active < 2 and any(other[0] == number for other in self.procs):
            self.several.add(number)
        values = [0] * size
        self.procs.append([number, graph.entry.number, values])
        self.buffers.append([])
        for v, a in zip(q.params, arguments):
            values[places[v.name][0]] = wrap(v.type, a)
        for v in q.locals:
            start, count, _ = places[v.name]
            first = v.initial
            if isinstance(first, tuple):
                if any(look in str(first) for look in ("'nr_pr'", "'at'", "'remote'", "'timeout'")):
                    raise Unsupported('an initial value that looks at others')
                first = self.eval(first, len(self.procs) - 1)
            values[start:start + count] = [wrap(v.type, first)] * count

    def freeze(self):
        if self.memory_model == 'pso':
            buffers = tuple(tuple(tuple(sorted((e, tuple(vs)) for e, vs in stage.items())) for stage in b) for b in self.buffers)
        else:
            buffers = tuple(tuple(b) for b in self.buffers)
        return (tuple(self.mem), buffers, tuple(tuple(q) for q in self.queues),
                tuple((t, n, tuple(values)) for t, n, values in self.procs))

    def thaw(self, state):
        mem, buffers, queues, procs = state
        self.mem = list(mem)
        if self.memory_model == 'pso':
            self.buffers = [[{e: list(vs) for e, vs in stage} for stage in b] for b in buffers]
        else:
            self.buffers = [list(b) for b in buffers]
        self.queues = [list(q) for q in queues]
        self.procs = [[t, n, list(values)] for t, n, values in procs]

    # ---- memory ----
    def view(self, p, element):
        b = self.buffers[p]
        if self.memory_model == 'pso':
            for stage in reversed(b):
                if element in stage:
                    return stage[element][-1]
        else:
            for e, value in reversed(b):
                if e == element:
                    return value
        return self.mem[element]

    def store(self, p, element, value):
        if self.memory_model == 'sc':
            self.mem[element] = value
        elif self.memory_model == 'tso':
            if len(self.buffers[p]) >= self.bound:
                raise Blocked
            self.buffers[p].append((element, value))
        else:
            b = self.buffers[p]
            if not self.overwrites and sum(len(stage.get(element, ())) for stage in b) >= self.bound:
                raise Blocked
            if not b:
                b.append({})
            fifo = b[-1].setdefault(element, [])
            if self.overwrites:
                fifo.clear()
            fifo.append(value)

    def barrier(self, p):
        """A new stage, where the last one has something: no store of it is committed before all that are pending now."""
        if self.memory_model == 'pso' and self.buffers[p] and self.buffers[p][-1]:
            self.buffers[p].append({})

    def commits(self, p):
        """What can be committed of p's buffer: elements of the first stage under PSO, at most one entry under TSO."""
        b = self.buffers[p]
        if self.memory_model == 'pso':
            return sorted(b[0]) if b else []
        return [b[0][0]] if b else []

    def commit(self, p, element):
        b = self.buffers[p]
        if self.memory_model == 'pso':
            self.mem[element] = b[0][element].pop(0)
            if not b[0][element]:
                del b[0][element]
            while b and not b[0]:
                b.pop(0)
        else:
            e, value = b.pop(0)
            self.mem[e] = value

    def drain(self, p):
        while self.buffers[p]:
            self.commit(p, self.commits(p)[0])

    # ---- variables ----
    def find(self, p, v):
        """(is_global, element, variable) of a variable expression."""
        places = self.types[self.procs[p][0]][2][0] if p is not None else {}
        start, count, var = places[v[1]] if v[1] in places else self.globals[v[1]]
        index = 0 if v[2] is None else self.eval(v[2], p)
        if not 0 <= index < count:
            raise RuntimeFault
        return v[1] not in places, start + index, var

    def touch(self, p, element):
        """Positions change with the processes below, so only instances that exist from the start are told apart by them."""
        number = self.procs[p][0]
        self.touched.setdefault(element, set()).add((number, p if self.types[number][0].active > 1 else 0))

    def read(self, p, v):
        is_global, element, var = self.find(p, v)
        if not is_global:
            return self.procs[p][2][element]
        if var.ghost or p is None:
            return self.mem[element]
        self.touch(p, element)
        return self.view(p, element)

    # ---- other processes ----
    def instance(self, name, number, p):
        """Of the proctype: the process with that number, or the lowest one; None where there is none."""
        kind = self.type_number[name]
        if number is not None:
            found = self.eval(number, p) - self.pid_base
            return found if 0 <= found < len(self.procs) and self.procs[found][0] == kind else None
        return next((q for q in range(len(self.procs)) if self.procs[q][0] == kind), None)

    def is_at(self, q, label):
        t, n, _ = self.procs[q]
        labels = self.types[t][1].labels
        return label in labels and labels[label].number == n

    def look(self, e, p):
        """An expression that looks at other processes."""
        if e[0] == 'at' and e[3] is None:
            kind = self.type_number[e[1]]
            return int(any(self.procs[q][0] == kind and self.is_at(q, e[2]) for q in range(len(self.procs))))
        q = self.instance(e[1], e[3] if len(e) > 3 else None, p)
        if e[0] == 'at':
            return int(q is not None and self.is_at(q, e[2]))
        if e[0] == 'view':
            _, element, var = self.find(None, e[2])
            return self.mem[element] if q is None or var.ghost else self.view(q, element)
        if q is None:
            raise RuntimeFault
        _, element, _ = self.find(q, e[2])
        return self.procs[q][2][element]

    def write(self, p, v, value):
        is_global, element, var = self.find(p, v)
        value = wrap(var.type, value)
        if not is_global:
            self.procs[p][2][element] = value
        elif var.ghost:
            self.mem[element] = value
        else:
            self.touch(p, element)
            self.store(p, element, value)

    # ---- expressions ----
    def eval(self, e, p):
        k = e[0]
        if k == 'const':
            return e[1]
        if k == 'var':
            return self.read(p, e)
        if k == 'bin':
            return self.binary(e, p)
        if k == 'un':
            a = self.eval(e[2], p)
            return {'!': int(a == 0), '-': wrap32(-a), '~': ~a}[e[1]]
        if k == 'cond':
            return self.eval(e[2] if self.eval(e[1], p) else e[3], p)
        if k == 'pid':
            return p + self.pid_base
        if k == 'nr_pr':
            return len(self.procs) + self.pid_base
        if k == 'timeout':
            return int(self.timeout)
        if k == 'mtype':
            return mtype_value(self.mtypes, e[1])
        if k in ('at', 'remote', 'view'):
            return self.look(e, p)
        if k == 'poll':
            return int(self.matching(p, e[1], e[2], e[3]) is not None)
        number = self.channel(p, e[1])
        length, capacity = len(self.queues[number]), self.chan_info[number].capacity
        return int({'len': length, 'empty': length == 0, 'nempty': length > 0, 'full': length >= capacity,
                    'nfull': length < capacity}[k])

    def binary(self, e, p):
        op = e[1]
        a = self.eval(e[2], p)
        if op == '&&':
            return int(a != 0 and self.eval(e[3], p) != 0)
        if op == '||':
            return int(a != 0 or self.eval(e[3], p) != 0)
        b = self.eval(e[3], p)
        if op in ('/', '%'):
            if b == 0:
                raise RuntimeFault
            quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
            return wrap32(quotient) if op == '/' else a - b * quotient
        return {'+': lambda: wrap32(a + b), '-': lambda: wrap32(a - b), '*': lambda: wrap32(a * b),
                '&': lambda: a & b, '|': lambda: a | b, '^': lambda: a ^ b, '<<': lambda: wrap32(a << b) if 0 <= b < 32 else 0, '>>': lambda: a >> b if b >= 0 else 0,
                '==': lambda: int(a == b), '!=': lambda: int(a != b), '<': lambda: int(a < b), '<=': lambda: int(a <= b),
                '>': lambda: int(a > b), '>=': lambda: int(a >= b)}[op]()

    # ---- channels ----
    def first_channel(self, name):
        return self.chan_info[self.chans[name if isinstance(name, str) else name[0]]]

    def channel(self, p, name):
        """The number of the channel with that name, or of the element (name, index) of an array."""
        if isinstance(name, str):
            return self.chans[name]
        index = self.eval(name[1], p)
        if not 0 <= index < self.first_channel(name).size:
            raise RuntimeFault
        return self.chans[name[0]] + index

    def fits(self, p, patterns, message):
        for a, value in zip(patterns, message):
            if a[0] == 'const' and a[1] != value or a[0] == 'mtype' and self.eval(a, p) != value or a[0] == 'eval' and self.eval(a[1], p) != value:
                return False
        return True

    def matching(self, p, name, patterns, anywhere):
        queue = self.queues[self.channel(p, name)]
        for position, message in enumerate(queue if anywhere else queue[:1]):
            if self.fits(p, patterns, message):
                return position
        return None

    def fill(self, p, patterns, message):
        for a, value in zip(patterns, message):
            if a[0] == 'var':
                self.write(p, a, value)

    def message(self, p, s):
        fields = self.first_channel(s.chan).fields
        return tuple(wrap(kind, self.eval(a, p)) for kind, a in zip(fields, s.args))

    def is_rendezvous(self, what):
        s = what.s
        return s is not None and s.kind in ('send', 'recv') and self.first_channel(s.chan).capacity == 0

    # ---- statements ----
    def execute(self, s, p, inside):
        self.do_statement(s, p, inside)
        self.note_executed(s, p)

    def note_executed(self, s, p):
        self.executed.add((self.types[self.procs[p][0]][0].name, s.line))

    def do_statement(self, s, p, inside):
        """Does statement s for process p on the working state, or raises."""
        k = s.kind
        if k in ('assign', 'declare'):
            value = self.eval(s.expr, p)
            self.write(p, s.target, value)
        elif k == 'init':
            _, element, var = self.find(p, s.target)
            self.mem[element] = wrap(var.type, self.eval(s.expr, p))
        elif k == 'expr':
            if self.eval(s.expr, p) == 0:
                raise Blocked
        elif k == 'assert':
            if self.eval(s.expr, p) == 0:
                self.failed.add(s.line)
        elif k == 'printf':
            pass        # printing changes nothing and breaks nothing: what cannot be evaluated is shown as "?"
        elif k == 'mfence':
            self.empty_buffer(p, inside or self.fence_flushes)
        elif k == 'sfence':
            self.barrier(p)
        elif k == 'sync':
            if any(self.buffers):
                raise Blocked
        elif k in LOCKED:
            self.empty_buffer(p, inside)
            self.locked(s, p)
        elif k == 'send':
            self.send(s, p)
        elif k == 'recv':
            self.receive(s, p)
        elif k == 'run':
            self.empty_buffer(p, inside)
            self.create(self.type_number[s.name], [self.eval(a, p) for a in s.args])
            if s.result:
                self.write(p, s.result, len(self.procs) - 1 + self.pid_base)

    def empty_buffer(self, p, flush):
        if flush:
            self.drain(p)
        elif self.buffers[p]:
            raise Blocked

    def locked(self, s, p):
        """A locked instruction, with the buffer already empty: on memory at once."""
        _, element, var = self.find(p, s.target)
        if not var.ghost:
            self.touch(p, element)
        old = self.mem[element]
        value = self.eval(s.expr, p)
        if s.kind == 'xchg':
            self.mem[element] = wrap(var.type, value)
            self.write(p, s.result, old)
        elif s.kind == 'fetch_add':
            self.mem[element] = wrap(var.type, old + value)
            self.write(p, s.result, old)
        else:
            new = self.eval(s.other, p)
            if old == value:
                self.mem[element] = wrap(var.type, new)
            self.write(p, s.result, old if s.kind == 'cmpxchg' else int(old == value))

    def send(self, s, p):
        number = self.channel(p, s.chan)
        queue = self.queues[number]
        if len(queue) >= self.chan_info[number].capacity:
            raise Blocked
        message = self.message(p, s)
        position = len(queue)
        if s.special:
            while position > 0 and queue[position - 1] > message:
                position -= 1
        queue.insert(position, message)

    def receive(self, s, p):
        position = self.matching(p, s.chan, s.args, s.special)
        if position is None:
            raise Blocked
        queue = self.queues[self.channel(p, s.chan)]
        message = queue[position]
        if not s.peek:
            del queue[position]
        self.fill(p, s.args, message)

    def possible(self, what, p):
        """Can process p take this step, on the working state? The state is left as it was."""
        saved, failed, executed = self.freeze(), set(self.failed), set(self.executed)
        try:
            if self.is_rendezvous(what):
                return any(True for _ in self.handshakes(what, p)) if what.s.kind == 'send' else False
            what.do(self, p)
            return True
        except Blocked:
            return False
        except RuntimeFault:
            return True
        finally:
            self.thaw(saved)
            self.failed, self.executed = failed, executed

    def handshakes(self, what, p):
        """(receiver, its target node, its hold) for each way to complete the rendezvous send of p."""
        s = what.s
        self.channel(p, s.chan)     # fails where there is no such channel, somebody there or not
        for q in range(len(self.procs) - 1, -1, -1):
            if q == p or not self.provided(q):
                continue
            for other, target, hold in self.node(q).edges:
                if self.is_rendezvous(other) and other.s.kind == 'recv' and self.channel(q, other.s.chan) == self.channel(p, s.chan):
                    message = self.message(p, s)
                    if self.fits(q, other.s.args, message):
                        yield q, other.s, target, hold, message

    def node(self, p):
        t, n, _ = self.procs[p]
        return self.types[t][1].nodes[n]

    def provided(self, p):
        condition = self.types[self.procs[p][0]][0].provided
        try:
            return condition is None or self.eval(condition, p) != 0
        except RuntimeFault:
            raise Unsupported('a provided clause that fails') from None

    # ---- steps ----
    def moves(self, state, p, result):
        """Appends (state, who goes on alone or None) for each step of process p; True when p can move."""
        self.thaw(state)
        if not self.provided(p):
            return False
        node = self.node(p)
        if node.final:
            if p == len(self.procs) - 1 and not self.buffers[p]:
                self.procs.pop()
                self.buffers.pop()
                result.append((self.freeze(), None))
                return True
            return False
        if node.escape and self.take(state, p, node.escape, result):
            return True
        return self.take(state, p, node, result)

    def take(self, state, p, node, result):
        """The steps of process p with which the edges of a node begin."""
        able = False
        for position, (what, target, hold) in enumerate(node.edges):
            if what.is_else and any(self.possible(w, p) for w, _, _ in node.edges[:position]):
                continue   # as in SPIN: those that come after it do not matter, which an if inside an option may have
            try:
                if self.is_rendezvous(what):
                    able |= self.rendezvous(state, what, target, p, result)
                else:
                    what.do(self, p)
                    self.procs[p][1] = target.number
                    result.append((self.freeze(), p if hold else None))
                    able = True
            except Blocked:
                if what.s is not None and what.s.kind == 'expr':
                    continue        # only looked
            except RuntimeFault:
                self.fault = True
                able = True
            self.thaw(state)
        return able

    def rendezvous(self, state, what, target, p, result):
        if what.s.kind == 'recv':
            self.channel(p, what.s.chan)
            return False
        able = False
        for q, receive, receive_target, hold, message in list(self.handshakes(what, p)):
            self.thaw(state)
            try:
                self.fill(q, receive.args, message)
            except Blocked:
                continue
            self.procs[p][1] = target.number
            self.procs[q][1] = receive_target.number
            self.note_executed(what.s, p)
            self.note_executed(receive, q)
            result.append((self.freeze(), q if hold else None))
            able = True
        return able

    def successors(self, state, alone):
        """The steps from a state; `alone` is the process inside an atomic block, or None. None when that process is blocked."""
        result = []
        self.timeout = False
        if alone is not None:
            return result if self.moves(state, alone, result) else None
        able = False
        count = len(state[3])
        for p in range(count):
            self.thaw(state)
            for element in self.commits(p):
                self.thaw(state)
                self.commit(p, element)
                result.append((self.freeze(), None))
                able = True
        for p in range(count):
            able |= self.moves(state, p, result)
        if not able:
            self.timeout = True
            for p in range(count):
                able |= self.moves(state, p, result)
            self.timeout = False
        if not able:
            self.thaw(state)
            if not all(self.node(p).final or self.node(p).final_label for p in range(count)):
                self.deadlock = True
        return result

    def explore(self, limit):
        """All reachable states. Sets failed, fault, deadlock; returns the number of counted states."""
        self.fault = self.deadlock = False
        start = (self.freeze(), None)
        seen, counted, todo = {start}, {start[0]}, [start]
        self.judge(start[0])
        while todo:
            state, alone = todo.pop()
            steps = self.successors(state, alone)
            if steps is None:
                steps = [(state, None)]
            for step in steps:
                if step not in seen:
                    seen.add(step)
                    todo.append(step)
                    if step[1] is None:
                        counted.add(step[0])
                        self.judge(step[0])
                        if len(counted) > limit:
                            raise TooLarge
                    elif len(seen) > 8 * limit:
                        raise TooLarge
        return len(counted)

    def judge(self, state):
        """Looks at the conditions on whole states."""
        self.thaw(state)
        for number, (option, e) in enumerate(self.conditions):
            try:
                if option == '--mutex':
                    bad = sum(self.is_at(p, e) for p in range(len(self.procs))) > 1
                else:
                    bad = option != '--no-deadlock' and (self.eval(e, None) != 0) == (option == '--never')
            except RuntimeFault:
                bad = True      # it has no value
            if bad:
                self.bad.add(number)

    def has_private(self, program):
        """Is there a relaxed element that one process alone accesses?"""
        for v in program.globals:
            start = self.globals[v.name][0]
            for e in range(start, start + max(1, v.size)):
                if not v.ghost and len(self.touched.get(e, ())) == 1 and not any(number in self.several for number, _ in self.touched[e]):
                    return True
        return False


def run(program, memory, bound, limit=5000, conditions=()):
    """{'states', 'assertions' (lines), 'deadlock', 'runtime', 'conditions' (numbers of those that are violated), 'private', 'executed'} of the program. private:
    some location is accessed by one process alone. executed: (proctype, line) of each statement that some run executes."""
    try:
        machine = Machine(program, memory, bound)
    except RuntimeFault:
        raise Unsupported('an initial value that fails') from None
    machine.conditions = conditions
    states = machine.explore(limit)
    return {'states': states, 'assertions': sorted(machine.failed), 'deadlock': machine.deadlock and ('--no-deadlock', None) not in conditions,
            'runtime': machine.fault, 'conditions': sorted(machine.bad), 'private': machine.has_private(program), 'executed': machine.executed}
