"""Temporal formulas on the naive machine: the whole product of states and automaton is built, then its strongly connected components are looked at.

Formulas are tuples: ('true',), ('false',), ('atom', text, expression), ('not', f), ('and', f, g), ('or', f, g), ('until', f, g), ('release', f, g), ('next', f),
('always', f), ('eventually', f). The automaton of a formula reads a letter with each step: its states are sets of formulas that the rest of the run must satisfy.
"""
from . import naive

NONE, PROCESS, MEMORY, MMLIB, ALL, STRONG = 'none', 'process', 'memory', 'mmlib', 'all', 'strong'


# ---- Formulas ----

def text(f):
    kind = f[0]
    if kind in ('true', 'false'):
        return kind
    if kind == 'atom':
        return '(%s)' % f[1]
    if kind in ('not', 'always', 'eventually', 'next'):
        return '%s (%s)' % ({'not': '!', 'always': '[]', 'eventually': '<>', 'next': 'X'}[kind], text(f[1]))
    return '(%s) %s (%s)' % (text(f[1]), {'and': '&&', 'or': '||', 'until': 'U', 'release': 'V'}[kind], text(f[2]))


def normal(f, negated=False):
    """With negations of atoms only, and without always and eventually."""
    kind = f[0]
    if kind in ('true', 'false'):
        return ('true',) if (kind == 'true') != negated else ('false',)
    if kind == 'atom':
        return ('not', f) if negated else f
    if kind == 'not':
        return normal(f[1], not negated)
    if kind == 'next':
        return ('next', normal(f[1], negated))
    if kind == 'always':
        return normal(('release', ('false',), f[1]), negated)
    if kind == 'eventually':
        return normal(('until', ('true',), f[1]), negated)
    other = {'and': 'or', 'or': 'and', 'until': 'release', 'release': 'until'}[kind]
    return (other if negated else kind, normal(f[1], negated), normal(f[2], negated))


def untils(f, found):
    if f[0] == 'until' and f not in found:
        found.append(f)
    for part in f[1:]:
        if isinstance(part, tuple) and f[0] not in ('atom',):
            untils(part, found)
    return found


def choices(wanted, letter):
    """The ways in which a set of formulas can be satisfied by a run that starts with the letter: (formulas of the rest, untils that were put off)."""
    todo = [(list(wanted), frozenset(), frozenset())]
    found = set()
    while todo:
        now, later, put_off = todo.pop()
        if not now:
            found.add((later, put_off))
            continue
        f, now = now[0], now[1:]
        kind = f[0]
        if kind == 'true' or kind == 'atom' and f in letter or kind == 'not' and f[1] not in letter:
            todo.append((now, later, put_off))
        elif kind == 'and':
            todo.append(([f[1], f[2]] + now, later, put_off))
        elif kind == 'or':
            todo += [([f[1]] + now, later, put_off), ([f[2]] + now, later, put_off)]
        elif kind == 'next':
            todo.append((now, later | {f[1]}, put_off))
        elif kind == 'until':
            todo += [([f[2]] + now, later, put_off), ([f[1]] + now, later | {f}, put_off | {f})]
        elif kind == 'release':
            todo += [([f[1], f[2]] + now, later, put_off), ([f[2]] + now, later | {f}, put_off)]
    return found


# ---- The states of the program ----

class Labelled(naive.Machine):
    """Steps with who takes them."""

    def rendezvous(self, state, what, target, p, result):
        if what.s.kind == 'recv':
            return False
        partners = [q for q, *_ in self.handshakes(what, p)]
        first = len(result)
        able = super().rendezvous(state, what, target, p, result)
        self.partners += partners if len(partners) == len(result) - first else [None]
        return able

    def labelled(self, state, alone):
        """([(state, alone, who moves)], who can move): who is ('step', p) or ('commit', p, element). (None, None) when `alone` is blocked."""
        steps, able = [], set()

        def take(p):
            result, self.partners = [], []
            if self.moves(state, p, result):
                able.add(p)
            if None in self.partners or self.partners and len(self.partners) != len(result):
                raise naive.Unsupported('a rendezvous among other steps')
            able.update(self.partners)
            for position, (after, hold) in enumerate(result):
                movers = frozenset([('step', p)] + ([('step', self.partners[position])] if self.partners else []))
                steps.append((after, hold, movers))

        self.timeout = False
        if alone is not None:
            take(alone)
            return (steps, able) if able else (None, None)
        count = len(state[3])
        for p in range(count):
            self.thaw(state)
            for element in self.commits(p):
                self.thaw(state)
                self.commit(p, element)
                steps.append((self.freeze(), None, frozenset([('commit', p, element)])))
        for p in range(count):
            take(p)
        if not steps and not able:
            self.timeout = True
            for p in range(count):
                take(p)
            self.timeout = False
        return steps, able

    def pending(self, state):
        self.thaw(state)
        if self.memory_model == 'pso':
            return {('commit', p, e) for p, b in enumerate(self.buffers) for stage in b for e in stage}
        return {('commit', p, e) for p, b in enumerate(self.buffers) for e, _ in b}

    def letter(self, state, atoms):
        self.thaw(state)
        found = set()
        for a in atoms:
            try:
                if self.eval(a[2], None) != 0:
                    found.add(a)
            except naive.RuntimeFault:
                pass
        return frozenset(found)


def dues_of(kind, able, pending):
    """What must not be put off for ever."""
    found = set()
    if kind in (PROCESS, MMLIB, ALL):
        found |= {('step', p) for p in able}
    if kind in (MEMORY, ALL):
        found |= pending
    if kind == MMLIB and pending:
        found.add('some commit')
    return found


def paid_by(kind, movers):
    return movers | {'some commit'} if kind == MMLIB and any(m[0] == 'commit' for m in movers) else movers


def atoms_of(f, found):
    if f[0] == 'atom':
        if f not in found:
            found.append(f)
    else:
        for part in f[1:]:
            atoms_of(part, found)
    return found


class Graph:
    """All states, inside atomic blocks too, by number: steps (target, movers), who can move, what is pending, whether a step fails."""

    def __init__(self, program, memory, bound, limit):
        try:
            self.machine = machine = Labelled(program, memory, bound)
        except naive.RuntimeFault:
            raise naive.Unsupported('an initial value that fails') from None
        machine.fault = machine.deadlock = False
        self.numbers, self.states, self.steps, self.able, self.pending, self.fails = {}, [], [], [], [], []
        self.limit = limit
        self.number((machine.freeze(), None))
        at = 0
        while at < len(self.states):
            self.expand(at)
            at += 1

    def number(self, node):
        if node not in self.numbers:
            if len(self.states) >= self.limit:
                raise naive.TooLarge
            if node[1] is not None and self.machine.labelled(*node)[0] is None:
                node_number = self.number((node[0], None))   # its process blocks inside the block: it is no longer alone
                self.numbers[node] = node_number
                return node_number
            self.numbers[node] = len(self.states)
            self.states.append(node)
        return self.numbers[node]

    def expand(self, at):
        state, alone = self.states[at]
        self.machine.fault = False
        steps, able = self.machine.labelled(state, alone)
        self.fails.append(self.machine.fault)
        pending = self.machine.pending(state)
        if not steps and not able:
            self.steps.append([(at, frozenset())])      # nothing moves any more
        else:
            self.steps.append([(self.number((after, hold)), movers) for after, hold, movers in steps])
        self.able.append(able)
        self.pending.append(pending)


# ---- The product ----

def components(successors, count):
    """Strongly connected components (Tarjan), without recursion."""
    order, low, on_stack, stack, found = [0] * count, [0] * count, [False] * count, [], []
    met = 0
    for start in range(count):
        if order[start]:
            continue
        met += 1
        order[start] = low[start] = met
        stack.append(start)
        on_stack[start] = True
        way = [(start, iter(successors[start]))]
        while way:
            at, rest = way[-1]
            for target in rest:
                if not order[target]:
                    met += 1
                    order[target] = low[target] = met
                    stack.append(target)
                    on_stack[target] = True
                    way.append((target, iter(successors[target])))
                    break
                if on_stack[target]:
                    low[at] = min(low[at], order[target])
            else:
                way.pop()
                if way:
                    low[way[-1][0]] = min(low[way[-1][0]], low[at])
                if low[at] == order[at]:
                    part = set()
                    while True:
                        other = stack.pop()
                        on_stack[other] = False
                        part.add(other)
                        if other == at:
                            break
                    found.append(part)
    return found


def is_violated(graph, formula, kind, limit=60000):
    """Is there a fair run on which the formula is false?"""
    wrong = normal(formula, True)
    promised = untils(wrong, [])
    atoms = atoms_of(formula, [])
    letters, numbers, nodes, edges = {}, {}, [], []

    def number(node):
        if node not in numbers:
            if len(nodes) >= limit:
                raise naive.TooLarge
            numbers[node] = len(nodes)
            nodes.append(node)
        return numbers[node]

    number((0, frozenset([wrong])))
    at = 0
    while at < len(nodes):
        state, wanted = nodes[at]
        if state not in letters:
            letters[state] = graph.machine.letter(graph.states[state][0], atoms)
        edges.append([(number((target, later)), movers, put_off) for later, put_off in choices(wanted, letters[state]) for target, movers in graph.steps[state]])
        at += 1
    if kind == STRONG:
        return any(has_strong_run(graph, bottom, promised, nodes, edges) for bottom in bottoms(graph))
    open_nodes = [graph.states[nodes[n][0]][1] is None for n in range(len(nodes))]
    for part in components([[e[0] for e in of] for of in edges], len(nodes)):
        if is_fair(graph, kind, promised, nodes, edges, part, open_nodes):
            return True
    within = [[e[0] for e in of if not open_nodes[n] and not open_nodes[e[0]]] for n, of in enumerate(edges)]
    return any(is_fair(graph, kind, promised, nodes, edges, part, open_nodes) for part in components(within, len(nodes)) if not any(open_nodes[n] for n in part))


def bottoms(graph):
    """Sets of states that lead to each other and nowhere else: in one of them a strongly fair run stays for ever."""
    targets = [[target for target, _ in steps] for steps in graph.steps]
    return [part for part in components(targets, len(targets)) if all(set(targets[s]) <= part and targets[s] and not graph.fails[s] for s in part)]


def has_strong_run(graph, bottom, promised, nodes, edges):
    """Is there a run that takes all steps of these states again and again and keeps its promises?"""
    wanted = {(s, target) for s in bottom for target, _ in graph.steps[s]}
    within = [[e[0] for e in of if nodes[n][0] in bottom] for n, of in enumerate(edges)]
    for part in components(within, len(nodes)):
        inside = [(n, e) for n in part if nodes[n][0] in bottom for e in edges[n] if e[0] in part]
        if {(nodes[n][0], nodes[e[0]][0]) for n, e in inside} == wanted and not any(all(u in put_off for _, (_, _, put_off) in inside) for u in promised):
            return True
    return False


def is_fair(graph, kind, promised, nodes, edges, part, open_nodes):
    """Is there a fair run through all of these nodes again and again that keeps its promises? That somebody is alone in an atomic block excuses nobody else, unless
    he stays there for ever."""
    inside = [(n, e) for n in part for e in edges[n] if e[0] in part]
    if not inside or any(all(u in put_off for _, (_, _, put_off) in inside) for u in promised):
        return False
    paid = set().union(*(paid_by(kind, movers) for _, (_, movers, _) in inside))
    steps = [dues_of(kind, graph.able[nodes[n][0]], set()) for n in part if open_nodes[n]]
    stores = [dues_of(kind, set(), graph.pending[nodes[n][0]]) for n in part]
    return set.intersection(*stores) <= paid and (not steps or set.intersection(*steps) <= paid)
