"""The second implementation of SC, TSO and PSO: axioms on candidate executions of litmus tests without jumps.

A candidate gives every read a write to read from (rf) and every location an order of its writes (co). It is allowed where certain relations have no cycle; so
nothing here knows of store buffers. Definitions as in Alglave, Maranget and Tautschnig, "Herding cats" (TOPLAS 2014):

    SC   acyclic(po u rf u co u fr)
    all  acyclic(po-loc u rf u co u fr); nothing comes between the read and the write of a locked instruction
    TSO  acyclic(ppo u rfe u co u fr u fences), ppo = po but from a write to a read
    PSO  the same, ppo = po from a read; SFENCE orders writes before it with writes after it

MFENCE and locked instructions order everything before them with everything after them. Only what the instructions of Intel's syntax without addresses
need is read; any other test is refused with Unsupported."""
import itertools
import math
import re

MODELS = ('sc', 'tso', 'pso')
REGISTERS = ('EAX', 'EBX', 'ECX', 'EDX', 'ESI', 'EDI', 'EBP', 'ESP')


class Unsupported(Exception):
    pass


class Event:
    __slots__ = ('index', 'thread', 'position', 'is_write', 'location', 'compute', 'partner', 'is_locked')

    def __init__(self, index, thread, position, is_write, location, compute=None, partner=None, is_locked=False):
        self.index, self.thread, self.position, self.is_write, self.location = index, thread, position, is_write, location
        self.compute = compute        # of a write: its value from the values of the registers' sources
        self.partner = partner        # of a locked write: the read of the same instruction
        self.is_locked = is_locked


class Test:
    """Events; the initial writes are not among them: a read from one has the source None."""

    def __init__(self, text):
        self.events, self.fences = [], []           # fences: (thread, position, 'MFENCE' or 'SFENCE')
        self.registers = {}                         # (thread, register) -> a term
        self.initial = {}
        text = re.sub(r'\(\*.*?\*\)', ' ', text, flags=re.S).split('<<')[0]
        found = re.match(r'\s*X86\s+(\S+)(.*?)\{(.*?)\}\s*;?(.*)\Z', text, re.S)
        if not found:
            raise Unsupported('no test for X86')
        self.name, first_values, rest = found.group(1), found.group(3), found.group(4)
        self.read_first_values(first_values)
        split = re.search(r'\b(locations|filter|exists|forall|final|observed)\b|~', rest)
        program, question = (rest[:split.start()], rest[split.start():]) if split else (rest, '')
        self.read_program(program)
        self.read_question(question)

    def read_first_values(self, text):
        for part in filter(None, (p.strip() for p in text.split(';'))):
            found = re.fullmatch(r'(?:P?(\d+)\s*:\s*([A-Za-z]+)|\[?([a-z]\w*)\]?)\s*(?:=\s*(-?\d+))?', part)
            if not found:
                raise Unsupported('first value ' + part)
            value = int(found.group(4) or 0)
            if found.group(1):
                self.registers[int(found.group(1)), found.group(2).upper()] = ('constant', value)
            else:
                self.initial[found.group(3)] = value

    # ---- The program ----
    def read_program(self, text):
        rows = [[cell.strip() for cell in row.split('|')] for row in text.split(';') if row.strip()]
        self.positions = [0] * len(rows[0])
        self.threads = len(rows[0])
        locked = [False] * len(rows[0])
        for row in rows[1:]:
            for thread, cell in enumerate(row):
                if cell.upper() == 'LOCK':
                    locked[thread] = True
                elif cell:
                    self.read_instruction(thread, ('LOCK ' if locked[thread] else '') + cell)
                    locked[thread] = False

    def add_event(self, thread, is_write, location, **more):
        e = Event(len(self.events), thread, self.positions[thread], is_write, location, **more)
        self.positions[thread] += 1
        self.events.append(e)
        self.initial.setdefault(location, 0)
        return e

    def value(self, thread, operand):
        found = re.fullmatch(r'\$?(-?\d+)', operand)
        if found:
            return ('constant', int(found.group(1)))
        if operand.upper() not in REGISTERS:
            raise Unsupported('operand ' + operand)
        return self.registers.get((thread, operand.upper()), ('constant', 0))

    def read_instruction(self, thread, text):
        found = re.fullmatch(r'(LOCK\s+)?([A-Z]+)(?:\s+(.*))?', text.strip(), re.I | re.S)
        if not found:
            raise Unsupported(text)
        locked, code = bool(found.group(1)), found.group(2).upper()
        operands = [o.strip() for o in (found.group(3) or '').split(',')] if found.group(3) else []
        places = [re.fullmatch(r'\[([a-z]\w*)\]', o) for o in operands]
        if any(o.startswith('[') and not p for o, p in zip(operands, places)):
            raise Unsupported('address ' + text)
        if code in ('MFENCE', 'SFENCE'):
            self.fences.append((thread, self.positions[thread], code))
        elif code == 'MOV':
            self.read_move(thread, operands, places)
        elif code == 'XCHG' and any(places):
            memory, register = (0, 1) if places[0] else (1, 0)
            old = self.value(thread, operands[register])
            read = self.add_event(thread, False, places[memory].group(1), is_locked=True)
            self.add_event(thread, True, places[memory].group(1), compute=old, partner=read, is_locked=True)
            self.registers[thread, operands[register].upper()] = ('read', read.index)
        elif code == 'XCHG':
            values = [self.value(thread, o) for o in operands]
            for register, value in zip(operands, reversed(values)):
                self.registers[thread, register.upper()] = value
        elif code in ('INC', 'DEC', 'ADD', 'SUB', 'XOR', 'OR', 'AND') and places and places[0]:
            right = self.value(thread, operands[1]) if len(operands) > 1 else ('constant', 1)
            operation = {'INC': 'ADD', 'DEC': 'SUB'}.get(code, code)
            read = self.add_event(thread, False, places[0].group(1), is_locked=locked)
            self.add_event(thread, True, places[0].group(1), compute=(operation, ('read', read.index), right), partner=read if locked else None, is_locked=locked)
        elif code not in ('LFENCE', 'NOP'):
            raise Unsupported(text)

    def read_move(self, thread, operands, places):
        if places[0]:
            self.add_event(thread, True, places[0].group(1), compute=self.value(thread, operands[1]))
        elif places[1]:
            read = self.add_event(thread, False, places[1].group(1))
            self.registers[thread, operands[0].upper()] = ('read', read.index)
        else:
            self.registers[thread, operands[0].upper()] = self.value(thread, operands[1])

    # ---- The question ----
    def read_question(self, text):
        self.shown = set()
        found = re.match(r'\s*locations\s*\[(.*?)\]\s*(?=$|filter|exists|~|forall|final)', text, re.S)
        if found:
            for part in filter(None, (p.strip().strip('[]') for p in found.group(1).split(';'))):
                self.shown.add(self.name_of(part))
            text = text[found.end():]
        if 'filter' in text:
            raise Unsupported('filter')
        for thread, register, location in re.findall(r'(?:P?(\d+)\s*:\s*([A-Z]+)|\[?\b([a-z]\w*)\]?)\s*(?:=|<>|!=)', text):
            self.shown.add((int(thread), register) if thread else location)
        self.shown = sorted(self.shown, key=lambda n: (isinstance(n, str), (n[0], REGISTERS.index(n[1])) if not isinstance(n, str) else n))

    def name_of(self, text):
        found = re.fullmatch(r'P?(\d+)\s*:\s*([A-Z]+)', text)
        return (int(found.group(1)), found.group(2)) if found else text


OPERATIONS = {'ADD': lambda a, b: a + b, 'SUB': lambda a, b: a - b, 'XOR': lambda a, b: a ^ b, 'OR': lambda a, b: a | b, 'AND': lambda a, b: a & b}


class Circular(Exception):
    pass


def evaluate(test, sources, term, depth=0):
    """The value of a term when reads have these sources. A value that depends on itself is in no allowed execution: po from a read is kept everywhere."""
    if depth > 4 * len(test.events) + 4:
        raise Circular
    if term[0] == 'constant':
        return term[1]
    if term[0] == 'read':
        source = sources[term[1]]
        return test.initial[test.events[term[1]].location] if source is None else evaluate(test, sources, source.compute, depth + 1)
    return OPERATIONS[term[0]](evaluate(test, sources, term[1], depth + 1), evaluate(test, sources, term[2], depth + 1))


# ---- Relations: for each event a mask of those that come after it ----
def is_acyclic(after):
    """Takes away events that nothing comes before, until none is left."""
    left = (1 << len(after)) - 1
    while left:
        reached = 0
        for i, mask in enumerate(after):
            if left >> i & 1:
                reached |= mask
        if left & ~reached == 0:
            return False
        left &= reached
    return True


def kept_order(test, model):
    """Pairs in program order that the model keeps."""
    order = [0] * len(test.events)
    for a in test.events:
        for b in test.events:
            if a.thread != b.thread or a.position >= b.position:
                continue
            between = {kind for thread, at, kind in test.fences if thread == a.thread and a.position < at <= b.position}
            kept = model == 'sc' or not a.is_write or 'MFENCE' in between or a.is_locked or b.is_locked
            kept |= model == 'tso' and b.is_write
            kept |= a.is_write and b.is_write and 'SFENCE' in between
            if kept:
                order[a.index] |= 1 << b.index
    return order


def same_location_order(test):
    order = [0] * len(test.events)
    for a in test.events:
        for b in test.events:
            if a.thread == b.thread and a.position < b.position and a.location == b.location:
                order[a.index] |= 1 << b.index
    return order


def communication(test, sources, orders):
    """rf, external rf, co and fr together, and a test of atomicity: (all of them, those without internal rf, atomic)."""
    count = len(test.events)
    everything, outside = [0] * count, [0] * count
    rank, atomic = {}, True
    for order in orders.values():
        for i, write in enumerate(order):
            rank[write.index] = i
            for later in order[i + 1:]:
                everything[write.index] |= 1 << later.index
                outside[write.index] |= 1 << later.index
    for read, source in sources.items():
        order = orders.get(test.events[read].location, ())
        if source is not None:
            everything[source.index] |= 1 << read
            if source.thread != test.events[read].thread:
                outside[source.index] |= 1 << read
        for later in order[0 if source is None else rank[source.index] + 1:]:
            everything[read] |= 1 << later.index
            outside[read] |= 1 << later.index
    for write in test.events:
        if write.partner is not None:
            source = sources[write.partner.index]
            atomic &= rank[write.index] == (0 if source is None else rank[source.index] + 1)
    return everything, outside, atomic


def join(a, b):
    return [x | y for x, y in zip(a, b)]


def co_orders(test):
    """Every order of the writes to each location that keeps program order."""
    writes = {}
    for e in test.events:
        if e.is_write:
            writes.setdefault(e.location, []).append(e)
    choices = []
    for group in writes.values():
        choices.append([p for p in itertools.permutations(group)
                        if all(not (a.thread == b.thread and a.position > b.position) for i, a in enumerate(p) for b in p[i + 1:])])
    for chosen in itertools.product(*choices):
        yield dict(zip(writes, chosen))


def source_choices(test):
    """For each read the writes that it may read from; None is the initial one."""
    return [[None] + [w for w in test.events if w.is_write and w.location == r.location and not (w.thread == r.thread and w.position > r.position)]
            for r in test.events if not r.is_write]


def candidate_count(test):
    """No fewer than there are candidate executions."""
    count = math.prod(len(c) for c in source_choices(test))
    for location in test.initial:
        writes = [e.thread for e in test.events if e.is_write and e.location == location]
        count *= math.factorial(len(writes)) // math.prod(math.factorial(writes.count(t)) for t in set(writes))
    return count


def final_states(test):
    """{model: the set of final states}, each a tuple of the values of test.shown."""
    found = {m: set() for m in MODELS}
    kept = {m: kept_order(test, m) for m in MODELS}
    local = same_location_order(test)
    reads = [e for e in test.events if not e.is_write]
    candidates = source_choices(test)
    orders = list(co_orders(test))
    for chosen in itertools.product(*candidates):
        sources = {r.index: w for r, w in zip(reads, chosen)}
        for order in orders:
            everything, outside, atomic = communication(test, sources, order)
            if not atomic or not is_acyclic(join(local, everything)):
                continue
            allowed = [m for m in MODELS if is_acyclic(join(kept[m], everything if m == 'sc' else outside))]
            if allowed:
                try:
                    state = outcome(test, sources, order)
                except Circular:
                    continue
                for m in allowed:
                    found[m].add(state)
    return found


def outcome(test, sources, orders):
    values = []
    for name in test.shown:
        if not isinstance(name, str):
            values.append(evaluate(test, sources, test.registers.get(name, ('constant', 0))))
        elif orders.get(name):
            values.append(evaluate(test, sources, orders[name][-1].compute))
        else:
            values.append(test.initial.get(name, 0))
    return tuple(values)
