"""`tarry fence` against brute force: generated programs whose candidates are all tried in all combinations, as text, by `tarry check` (repair_subsets.py). Here are
those in Promela, and known answers; other languages are in repair_pimp.py, repair_dve.py and repair_litmus.py.

The generator of Promela knows by itself where a fence may stand (docs/REPAIR.md): between two statements of a sequence and behind the last one of an option, an inline or a
block; not first in an escape, not where the cover of an unless ends, not beside fences that are there.
"""
import functools
import itertools
import json
import os
import random
from dataclasses import dataclass, field

from . import repair_dve, repair_litmus, repair_pimp
from .common import ROOT, Case, Report, Run, compare_each, generated_batches, scratch, write
from .repair_subsets import COSTS, Sample, choose_property, compare

BATCH = 10
MOST = 8              # candidates of one program


@dataclass
class Node:
    kind: str                 # line, store, fence, if, do, atomic, d_step, unless, call
    text: str = ''
    parts: list = field(default_factory=list)     # sequences
    target: str = ''          # of a store
    label: str = ''           # of a store
    value: str = ''
    candidate: int = -1       # of a fence or a store


class Program(Sample):
    """A tree, its candidates (kind, is there), and how it looks with some of them."""

    def __init__(self, seed, number):
        self.rng = rng = random.Random('repair %d %d' % (seed, number))
        self.memory = rng.choice(['tso', 'tso', 'pso', 'pso', 'slot'])
        self.temporal = number % 6 == 5
        self.using = rng.choice(['fences', 'fences', 'atomic', 'both'])
        self.cost = dict(zip(('mfence', 'sfence', 'atomic'), rng.choice(COSTS)))
        self.keep = rng.random() < 0.2
        self.candidates = []
        self.has_fence = rng.random() < 0.3
        self.inline = None
        self.ends_at_label = rng.random() < 0.4
        self.focus = rng.choice([0, 1, 2, 3])   # a process that begins with a block; 2, 3: none
        self.rendezvous = rng.random() < 0.08   # P0 hands over inside a block
        self.provided = rng.random() < 0.04     # P0 has a provided clause
        for size in range(100, -1, -1):   # smaller and smaller
            self.size = size / 100
            self.candidates = []
            self.draw()
            if len(self.offered()) <= MOST:
                break

    # ---- drawing ----
    def draw(self):
        rng = self.rng
        names = 'xy' if rng.random() < 0.6 else 'xyz'
        self.names = names
        self.inline = [self.store(True) for _ in range(2)] if rng.random() < 0.15 else None
        self.processes = [self.body(names, i) + [Node('line', 'out: skip')] * (self.ends_at_label and self.size > 0.2) for i in range(2)]
        self.owner = []    # by candidate: the process that has it, where there is no inline
        for self.marking, body in enumerate([self.inline] * bool(self.inline) + self.processes, -bool(self.inline)):
            self.mark(body, 'inline' if body is self.inline else 'whole')

    def body(self, names, me):
        rng = self.rng
        chance = lambda p: rng.random() < p * self.size
        mine, other = (names[0], names[-1]) if me == 0 else (names[-1], names[0])
        if len(names) == 3 and chance(0.3):
            mine = names[1]
        core = [Node('store', target=mine, value='1'), Node('line', 'READ%d(%s)' % (me, other))]
        if chance(0.1):
            core[0].label = 'first: '
        if self.rendezvous:
            inside = [core[0], Node('line', 'rv!1' if me == 0 else 'rv?_'), self.store()]
            held = Node('atomic', parts=[inside[:2] if rng.random() < 0.4 or self.size < 0.5 else inside])
            return ([held] if me == 0 or rng.random() < 0.5 else inside[:2]) + core[1:]
        if self.focus == me and self.size > 0.1:
            core[0] = rng.choice([self.block, self.unless])(other, mine)
            if rng.random() < 0.3:
                core[1:] = [Node('store', target=mine, value='1'), core[1]]
            return core
        if chance(0.35):
            core.insert(rng.randint(0, 2), self.store())
        if chance(0.25):
            core.insert(rng.randint(0, len(core)), Node('line', rng.choice(['skip', 'g = 1', '(%s == %s)' % (mine, mine)])))
        if chance(0.2):
            core.insert(rng.randint(1, len(core)), self.choice(other))
        if chance(0.35):
            core.insert(rng.randint(0, len(core)), self.block(other))
        if chance(0.2):
            core.insert(rng.randint(0, len(core)), self.unless(other))
        if self.inline and chance(0.8):
            core.insert(rng.randint(0, 1), Node('call'))
        if chance(0.15):
            core = [Node('do', parts=[[Node('line', 'n%d < 1' % me), Node('line', 'n%d++' % me)] + core, [Node('line', 'else'), Node('line', 'break')]])]
        if self.has_fence and chance(0.7):
            core.insert(rng.randint(1, len(core)), Node('fence', 'mfence' if self.memory != 'pso' or chance(0.5) else 'sfence'))
        return core

    def store(self, plain=False):
        return Node('store', target=self.rng.choice(self.names), value=self.rng.choice(['1', '2', '1'] if plain else ['1', '2', 'x + 1']))

    def block(self, other, mine=None):
        """atomic or d_step around some stores, with what may block, jump or be seen from outside."""
        rng = self.rng
        kind = rng.choice(['atomic', 'atomic', 'd_step'])
        inside = [Node('store', target=mine, value='1') if mine else self.store()]
        if rng.random() < 0.6:
            extra = ['g = 0', 'c!1', 'skip', 'done = done', 'assert(g != 7)', 'xchg(%s, 2, _)' % self.rng.choice(self.names)] + (['%s != 5' % other, '(g == 0 || %s != 0)' % other, 'c?_'] if kind == 'atomic' else [])
            inside.insert(rng.randint(0, 1), Node('line', rng.choice(extra)))
        if rng.random() < 0.3:
            inside.append(self.store())
        if rng.random() < 0.15:
            inside.insert(rng.randint(1, len(inside)), self.choice(other, kind == 'atomic'))
        if rng.random() < 0.1:
            inside.insert(rng.randint(0, len(inside)), Node(kind, parts=[[self.store(), Node('line', 'g = 1')]]))
        if self.has_fence and rng.random() < 0.2:
            inside.insert(rng.randint(1, len(inside)), Node('fence', 'mfence'))
        return Node(kind, parts=[inside[:1] if self.size < 0.3 else inside])

    def unless(self, other, mine=None):
        rng = self.rng
        main = [Node('store', target=mine, value='1') if mine else self.store(), Node('line', rng.choice(['skip', 'g = 2', '%s != 5' % other]))]
        if rng.random() < 0.3:
            main.insert(rng.randint(0, 2), self.block(other))
        if rng.random() < 0.3:
            main.append(self.store())
        if rng.random() < 0.2:
            main.insert(rng.randint(0, len(main)), self.choice(other, True))
        escape = [Node('line', rng.choice(['g == 3', 'g == 1', '%s != 0' % other, 'done == 1'])), self.store()]
        return Node('unless', parts=[main, escape[:rng.choice([1, 2, 2])]])

    def choice(self, other, jumps=False):
        options = [[Node('line', '%s == 0' % other), self.store()]]
        second = [[Node('line', '%s != 0' % other), Node('line', 'skip')], [Node('line', 'else'), self.store()], [self.store(), Node('line', 'g = 2')]]
        if jumps and self.ends_at_label and self.size > 0.2 and self.rng.random() < 0.6:
            options[0].append(Node('line', 'goto out'))
        return Node('if', parts=options + [self.rng.choice(second)])

    # ---- candidates, in the order in which they are met ----
    def mark(self, body, where, held=False, covered=False, ends_cover=False, beside_else=False):
        """Adds gaps to the sequence, and marks fences and stores. held: inside atomic or d_step; covered: by an escape; ends_cover: that ends behind the sequence."""
        out = []
        for i, node in enumerate(body):
            before, last = body[i - 1] if i else None, i == len(body) - 1
            if before and 'fence' not in (before.kind, node.kind) and not self.leaves(before) and not (covered and not held and self.leaves(node)) \
                    and not (held and self.may_lose(before)):
                out.append(self.gap())
            out.append(node)
            if node.kind == 'fence' and (before or where == 'whole') and not (last and ends_cover):
                node.candidate = self.add(node.text, True)
            if node.kind == 'store' and not (beside_else and not before):
                node.candidate = self.add('atomic', False)
            if node.kind in ('if', 'do'):
                has_else = any(o[0].text == 'else' for o in node.parts)
                for part in node.parts:
                    self.mark(part, 'option', held, covered, ends_cover and last, has_else or (beside_else and not before))
            elif node.kind in ('atomic', 'd_step'):
                # Behind a block that an escape covers the escape would come at once.
                inner = node.kind == 'd_step' and not held
                self.mark(node.parts[0], 'block', True, covered and not inner, (covered and not inner and (not held or ends_cover and last)),
                          beside_else and not before)
            elif node.kind == 'unless':
                self.mark(node.parts[0], 'main', held, True, True)
                self.mark(node.parts[1], 'escape', held, covered, ends_cover and last, True)
        if where in ('option', 'inline', 'block') and body[-1].kind != 'fence' and not self.leaves(body[-1]) and not ends_cover and not (held and self.may_lose(body[-1])):
            out.append(self.gap())
        body[:] = out

    def may_lose(self, before):
        """Behind these a process in a block may not hold atomicity any more."""
        return self.marking == 0 and self.provided or self.rendezvous and '!1' in before.text

    def leaves(self, node):
        return node.text == 'break' or node.text.startswith('goto')

    def gap(self):
        made = Node('gap', candidate=self.add('mfence', False))
        self.add('sfence', False)
        return made

    def add(self, kind, there):
        self.candidates.append((kind, there))
        self.owner.append(0 if self.inline else self.marking)
        return len(self.candidates) - 1

    # ---- text ----
    def render(self, chosen):
        """The model with these candidates; self.line has the line of each candidate in the model as it is."""
        self.lines, self.line = ['#define READ%d(x) atomic { r%d = x; done++ } /* no places in there */' % (me, me) for me in range(2)], {}
        chosen = set(chosen) | {n for n, (_, there) in enumerate(self.candidates) if there and self.keep}
        for name in self.names:
            self.lines.append('byte %s;' % name)
        self.lines.append('ghost byte r0, r1, g, done, n0, n1;')
        self.lines.append('chan c = [2] of { byte };')
        if self.rendezvous:
            self.lines.append('chan rv = [0] of { byte };')
        if self.inline:
            self.lines.append('inline both() {')
            self.write(self.inline, chosen)
            self.lines.append('}')
        for number, body in enumerate(self.processes):
            self.lines.append('active proctype P%d() %s{' % (number, 'provided (g != 1) ' * (self.provided and not number)))
            self.write(body, chosen)
            self.lines.append('}')
        return '\n'.join(self.lines) + '\n'

    def write(self, body, chosen):
        for node in body:
            if node.kind == 'gap':
                for number in (node.candidate, node.candidate + 1):
                    self.line[number] = len(self.lines)
                    if number in chosen:
                        self.lines.append(self.candidates[number][0] + ';')
                continue
            if node.candidate >= 0:
                self.line[node.candidate] = len(self.lines) + 1
            if node.kind == 'fence':
                self.lines.append((node.text if node.candidate < 0 or node.candidate in chosen else 'skip') + ';')
            elif node.kind == 'store':
                self.lines.append(node.label + ('xchg(%s, %s, _);' if node.candidate in chosen else '%s = %s;') % (node.target, node.value))
            elif node.kind == 'call':
                self.lines.append('both();')
            elif node.kind in ('if', 'do'):
                self.lines.append(node.kind)
                for part in node.parts:
                    self.lines.append('::')
                    self.write(part, chosen)
                self.lines.append('fi;' if node.kind == 'if' else 'od;')
            elif node.kind in ('atomic', 'd_step', 'unless'):
                for word, part in zip(('{' if node.kind == 'unless' else node.kind + ' {', 'unless {'), node.parts):
                    self.lines.append(word)
                    self.write(part, chosen)
                    self.lines.append('}' if node.kind == 'unless' and word == '{' else '};')
            else:
                self.lines.append(node.text + ';')

    def choose(self, settings, folder):
        tried, fairness = conditions(self)
        options = ['--no-deadlock', *fairness]
        found = choose_property(settings, write(folder, 'bare.pml', self.render([])), self.memory, tried, options)
        return [*options, *(found or tried[0])]


# ---- Programs that were made to refute the argument for places in blocks and under unless ----

def tree(*statements):
    """Stores, lines, fences; tuples are compound: a kind and its sequences."""
    made = []
    for one in statements:
        if isinstance(one, tuple):
            made.append(Node(one[0], parts=[tree(*part) for part in one[1:]]))
        elif one in ('mfence', 'sfence'):
            made.append(Node('fence', one))
        elif one[:4] in ('x = ', 'y = ', 'z = '):
            made.append(Node('store', target=one[0], value=one[4:]))
        else:
            made.append(Node('line', one))
    return made


USUAL = ('y = 1', 'READ1(x)')
TRICKY = [
    ('goto out of a block', (('atomic', ('x = 1', ('if', ('y == 0', 'goto out'), ('else', 'z = 1')))), 'READ0(y)', 'out: skip'), USUAL),
    ('a goto out of a covered block', (('unless', (('atomic', ('x = 1', ('if', ('y == 0', 'goto out'), ('else', 'skip')), 'z = 1')), 'g = 2'), ('done == 1', 'z = 2')), 'out: READ0(y)'), USUAL),
    ('blocks in the middle', (('atomic', ('x = 1', 'g == 1', 'z = 1')), 'READ0(y)'), ('y = 1', 'g = 1', 'READ1(x)')),
    ('blocks with all stored', (('atomic', ('x = 1', 'z = 1', 'y == 1')), 'READ0(z)'), ('READ1(x)', 'y = 1')),
    ('an escape in the middle of a block', (('unless', (('atomic', ('x = 1', 'g = 1', 'z = 1')), 'skip'), ('g == 1', 'z = 2')), 'READ0(y)'), USUAL),
    ('an escape behind a block', (('unless', (('atomic', ('x = 1', 'g = 1')), 'skip', 'skip'), ('g == 1', 'READ0(y)')), 'skip'), USUAL),
    ('an unless in an unless', (('unless', ('x = 1', ('unless', ('z = 1', 'skip'), ('y != 0', 'z = 2')), 'g = 2'), ('done == 1', 'skip')), 'READ0(y)'), USUAL),
    ('blocks in blocks', (('atomic', ('x = 1', ('d_step', ('z = 1', 'g = 1')), 'x = 2')), 'READ0(y)'), USUAL),
    ('one location twice', (('atomic', ('x = 1', 'x = 2')), 'READ0(y)'), ('y = 1', 'x == 1', 'READ1(x)')),
    ('a fence that is there', (('atomic', ('x = 1', 'mfence')), 'mfence', 'READ0(y)'), USUAL),
    ('a fence first in a block', (('atomic', ('mfence', 'x = 1')), 'READ0(y)'), USUAL),
    ('a block beside else', (('if', (('atomic', ('y == 0', 'x = 1')),), ('else', 'x = 2')), 'READ0(y)'), USUAL),
    ('a loop in a block', (('atomic', (('do', ('n0 < 2', 'n0++', 'x = 1'), ('else', 'break')),)), 'READ0(y)'), USUAL),
    ('a locked operation in a block', (('atomic', ('x = 1', 'xchg(z, 1, _)', 'x = 2')), 'READ0(y)'), USUAL),
    ('channels and an assertion in a d_step', (('d_step', ('x = 1', 'c!1', 'g = 1', 'assert(x == 1)', 'x = 2')), 'READ0(y)'), ('y = 1', 'c?_', 'READ1(x)')),
]
WAYS = [('tso', 'fences'), ('slot', 'fences'), ('pso', 'atomic')]


class Tricky(Program):
    def __init__(self, number, memory, using):
        self.rng = random.Random('tricky %d %s' % (number, memory))
        self.memory, self.using, self.temporal, self.keep = memory, using, number % 3 == 2, False
        self.cost = {'mfence': 2, 'sfence': 1, 'atomic': 2}
        self.inline, self.rendezvous, self.provided, self.candidates, self.owner, self.names = None, False, False, [], [], 'xyz'
        self.processes = [tree(*body) for body in TRICKY[number][1:]]
        for self.marking, body in enumerate(self.processes):
            self.mark(body, 'whole')


def compare_tricky(settings, number):
    report = Report()
    with scratch() as folder:
        for memory, using in WAYS:
            compare(settings, folder, Tricky(number, memory, using), TRICKY[number][0], report)
    return report


# ---- Properties ----

def conditions(program):
    """What may be asked, and with which options."""
    rng = program.rng
    if not program.temporal:
        values = list(itertools.product((0, 1), (0, 1)))
        rng.shuffle(values)
        return [('--never', 'done == 2 && r0 == %d && r1 == %d' % v) for v in values] + [('--never', 'done == 2 && x != %d && y == 1' % rng.choice([1, 2]))], []
    formulas = ['[] (done == 0 -> X !(r0 == 0 && done == 2))', '[] !(done == 2 && r0 == 0 && r1 == 0)', '<> (done == 2)', '[] (r0 == 1 -> <> (r1 == 0))', '<> (x == 1 && y == 1)',
                '!<> (r0 == 0 && <> (r1 == 0 && done == 2))', '<> [] (done == 2 && (r0 == 1 || r1 == 1))']
    rng.shuffle(formulas)
    fairness = rng.choice(['all', 'all', 'all', 'memory', 'none', 'process', 'strong'])
    return [('--ltl', f) for f in formulas[:4]], ['--fairness', fairness]


# ---- Known answers ----

# Model, memory, further options; fences or writes in a cheapest set, such sets, fences that are there and not needed.
EXCLUSION = ('--no-deadlock',)
MEETING = ('--never', 'P1@L || (done == 2 && r0 == 0 && r1 == 0)')
WAITING = ('--fairness', 'process', '--buffer', '2', '--ltl', '[] !(done == 2 && r0 == 0 && r1 == 0) && [] (h == 1 -> <> (d0 == 1))')
LONG = ('tests/repair/bakery.pml',)    # seconds here, minutes where hashes are weak
KNOWN = [
    ('tests/repair/dekker.pml', 'tso', EXCLUSION, 2, 1, 0), ('tests/repair/dijkstra.pml', 'tso', EXCLUSION, 2, 1, 0),
    ('tests/repair/burns.pml', 'tso', EXCLUSION, 2, 1, 0), ('tests/repair/peterson.pml', 'tso', EXCLUSION, 2, 1, 0),
    ('tests/repair/peterson.pml', 'pso', EXCLUSION, 4, 4, 0), ('tests/repair/fast.pml', 'tso', EXCLUSION, 4, 1, 0),
    ('tests/repair/bakery.pml', 'tso', EXCLUSION, 4, 1, 0),
    # The third fence is before the choice of the way in or behind its last store. Only one of the two has no deadlock.
    ('tests/repair/szymanski.pml', 'tso', EXCLUSION, 3, 2, 0), ('tests/repair/szymanski.pml', 'tso', (), 3, 1, 0),
    ('bench/models/pimp/dekker.pimp', 'tso', (), 2, 1, 0), ('bench/models/pimp/dekker-fenced.pimp', 'tso', (), 2, 1, 2),
    ('bench/models/pimp/lamport.pimp', 'tso', (), 4, 1, 0), ('bench/models/pimp/lamport-fenced.pimp', 'tso', (), 4, 1, 2),
    ('bench/models/pimp/peterson.pimp', 'tso', (), 2, 1, 0), ('bench/models/pimp/peterson-fenced.pimp', 'tso', (), 2, 1, 0),
    ('bench/models/pimp/szymanski.pimp', 'tso', (), 3, 1, 0), ('bench/models/pimp/szymanski-fenced.pimp', 'tso', (), 3, 1, 5),
    ('examples/sb.litmus', 'tso', (), 2, 1, 0),
    ('tests/models/sfence-yields.pml', 'pso', (), 1, 2, 0),   # sfence is a variable there
    # Somebody who wants to meet a process can tell that it waits at a fence: there is one place only.
    ('tests/repair/meet-before-fence.pml', 'tso', MEETING, 2, 1, 0), ('tests/repair/meet-after-store.pml', 'tso', MEETING, 2, 1, 0),
    ('tests/repair/meet-after-choice.pml', 'tso', MEETING, 2, 1, 0),
    ('tests/repair/waits-after-choice.pml', 'tso', WAITING, 2, 1, 0),
    # Blocks that are no locked operations before.
    ('bench/models/mcs.pml', 'tso', ('-DN=2',), 2, 1, 0), ('bench/models/mcs.pml', 'pso', ('-DN=2',), 3, 2, 0), ('bench/models/mcs.pml', 'tso', ('-DN=3',), 2, 1, 0),
    ('bench/models/ticket.pml', 'tso', ('-DN=2',), 1, 1, 0), ('bench/models/ticket.pml', 'pso', ('-DN=3',), 1, 1, 0),
    ('bench/models/ticket.pml', 'tso', ('-DN=2', '--with', 'atomic'), 1, 1, 0),
]
CORPUS = [('dve/thesis-peterson-N2.dve', 'slot', ('--no-deadlock', '--with', 'atomic', '--never', 'P_0.CS and P_1.CS'), 4, 1, 0)]


def known(settings, path, memory, options, size, sets, removed):
    report = Report()
    run = Run(settings, ['fence', path, '--memory', memory, '--cost', 'mfence=1,sfence=1,atomic=1', '--all', '--json', '-', *options])
    if not report.check(run.code == 0 and not run.trouble(), 'exit code %d\n%s' % (run.code, run.tail()), run.command):
        return report
    solutions = run.json()['solutions']
    best = [s for s in solutions if s['cost'] == solutions[0]['cost']]
    for s in best:
        report.check(len(s['fences']) + len(s['atomic_writes']) == size, '%s instead of %d' % (s, size), run.command)
        report.check(len(s['not_needed']) == removed, '%s: %d are not needed' % (s, removed), run.command)
    report.check(len(best) == sets, '%d cheapest sets instead of %d' % (len(best), sets), run.command)
    with scratch() as folder:
        proof = os.path.join(folder, 'proof.json')
        Run(settings, ['fence', path, '--memory', memory, '--certificate', proof, *options])
        run = Run(settings, ['certify', path, proof])
        report.check(run.code == 0 and not run.trouble(), 'its proof is not confirmed: %s' % run.tail(), run.command)
    return report


# Proofs of what is wrong: that every solution has a barrier. One atomic write is enough, but the run is there with both writes atomic and with none. The formula is
# violated where the states between store and commit are seen of both writes, or of none.
HALF = '(<> %s && !(<> %s)) || (!(<> %s) && <> %s)'
PLACED, PARTNER, VIEWED = [HALF % (pair * 2) for pair in (('(P.q1 and x == 0)', '(P.q2 and y == 0)'), ('(Q.q1 and x == 0)', '(Q.q2 and y == 0)'),
                                                          ('(view(P, x) == 1 and x == 0)', '(view(P, y) == 1 and y == 0)'))]
# What; P's and Q's synchronisation; the formula; the steps of the run.
FORGED = [
    ('alone', ('', ''), PLACED, [[0, 0], ['commit', 0, 0], [0, 1], ['commit', 0, 1], [1, 0], [1, 1]]),
    ('alone, view', ('', ''), VIEWED, [[0, 0], ['commit', 0, 0], [0, 1], ['commit', 0, 1], [1, 0], [1, 1]]),
    ('view', ('sync c?;', 'sync c!;'), VIEWED, [[1, 0, 0, 0], ['commit', 0, 0], [1, 1, 0, 1], ['commit', 0, 1]]),
    ('receiver', ('sync c?;', 'sync c!;'), PLACED, [[1, 0, 0, 0], ['commit', 0, 0], [1, 1, 0, 1], ['commit', 0, 1]]),
    ('sender', ('sync c!;', 'sync c?;'), PARTNER, [[0, 0, 1, 0], ['commit', 0, 0], [0, 1, 1, 1], ['commit', 0, 1]]),
]


def forged(settings, syncs, formula, steps):
    report, text = Report(), 'byte x, y;\nchannel c;\n'
    for name, sync, does in zip('PQ', syncs, (('effect x = 1;', 'effect y = 1;'), ('', ''))):
        text += 'process %s {\n  state q0, q1, q2;\n  init q0;\n  trans q0 -> q1 { %s %s }, q1 -> q2 { %s %s };\n}\n' % (name, sync, does[0], sync, does[1])
    with scratch() as folder:
        model, proof = write(folder, 'model.dve', text + 'system async;\n'), os.path.join(folder, 'proof.json')
        run = Run(settings, ['fence', model, '--memory', 'tso', '--no-deadlock', '--ltl', formula, '--with', 'both', '--cost', 'mfence=3,sfence=3,atomic=1', '--json', '-', '--certificate', proof])
        if not report.check(run.code == 0 and not run.trouble() and run.json()['solutions'][0]['cost'] == 1, 'not one atomic write\n' + run.tail(), run.command):
            return report
        with open(proof, encoding='utf-8') as saved:
            wrong = json.load(saved)
        reason = {'property': wrong['proof']['reasons'][0]['property'], 'clause': [0], 'loop': len(steps), 'steps': steps}
        wrong['proof'].update(reasons=[reason], solution=[0], solution_cost=3)
        run = Run(settings, ['certify', model, write(folder, 'forged.json', json.dumps(wrong))])
        report.check(run.code == 1 and 'more than its clause names' in run.out + run.err, 'exit code %d\n%s' % (run.code, run.tail()), run.command)
    return report


# Arguments, exit code, what is said.
CALLS = [
    (('--memory', 'sc'), 3, 'under sc no store waits'), (('--memory', 'tso-us'), 3, 'approximations'), (('--cost', 'mfence=0'), 3, 'cost'), (('--cost', 'lfence=1'), 3, 'cost'),
    (('--json', '-', '--patch', '-'), 3, 'standard output'), (('--certificate', '-'), 3, 'name of a file'), (('--with', 'locks'), 3, "'locks'"),
    (('--max-states', '1', '--engine', 'explicit'), 2, 'unknown'), (('--never', 'ncrit == 1'), 1, 'whatever is added'), ((), 0, 'No set costs less'),
    (('--keep', '--all'), 0, 'all minimal sets'), (('--with', 'both', '--cost', 'atomic=1'), 0, 'atomic write'),
]


# A fence that is there becomes a skip in the text: it stays where that step shows.
STAYS = [
    ('tests/repair/skip-counts.pml', ('--no-deadlock', '--ltl', '[] (a == 1 -> X (a == 2))'), 1, 'whatever is added'),
    ('tests/repair/skip-delays.pml', ('--memory', 'pso', '--never', 'P1@L || (z == 1 && x == 0)'), 1, 'whatever is added'),
]


OF_OTHERS = [
    ('examples/sb.litmus', ('--with', 'atomic'), 3, 'XCHG, needs a register; use --with fences'), ('examples/sb.litmus', ('--with', 'both'), 0, 'Only fences were tried'),
    ('examples/sb.litmus', (), 0, 'no final state has what it asks for with 2 full fences more'), ('bench/models/pimp/dekker.pimp', ('--with', 'atomic'), 3, 'PIMP has none; use --with fences'),
    ('bench/models/pimp/dekker.pimp', ('--with', 'both'), 0, 'no atomic writes: PIMP has none'),
    ('bench/models/pimp/dekker.pimp', ('--repair', 'thesis'), 3, 'is for DVE models'), ('tests/models/dve-store-buffering.dve', ('--repair', 'thesis', '--memory', 'sc'), 3, 'under sc no store waits'),
    ('tests/models/dve-store-buffering.dve', ('--repair', 'thesis', '--html', 'x'), 3, 'writes no page'), ('tests/models/dve-store-buffering.dve', ('--repair', 'thesis', '--all'), 3, 'are for --repair optimal'),
]


def call(settings, options, code, text, model='tests/repair/peterson.pml'):
    report = Report()
    run = Run(settings, ['fence', os.path.join(ROOT, model), *options])
    report.check(run.code == code and not run.trouble() and text in run.out + run.err, 'exit code %d, not %d with "%s"\n%s' % (run.code, code, text, run.tail()), run.command)
    return report


def page_of_list(settings):
    """On the page of a DVE model each solution is a list, beside the one that was given."""
    report = Report()
    with scratch() as folder:
        page = os.path.join(folder, 'page.html')
        run = Run(settings, ['fence', os.path.join(ROOT, 'tests', 'models', 'dve-store-buffering.dve'), '--memory', 'tso', '--no-deadlock', '--mutex', 'CS', '--html', page])
        with open(page, encoding='utf-8') as file:
            text = file.read()
        report.check(run.code == 0 and '"repaired":["barrier P.2\\nbarrier Q.2\\n"],"list":""' in text, 'exit code %d\n%s' % (run.code, run.tail()), run.command)
    return report


def no_corpus(settings):
    return Report(skipped=len(CORPUS), notes=['TARRY_CORPUS is not set: the model of the thesis is left out'])


def known_cases(settings):
    found = [Case('%s under %s' % (c[0], c[1]), known, (os.path.join(ROOT, c[0]), *c[1:])) for c in KNOWN if not (settings.again and c[0] in LONG)]
    found += [Case('fence %s' % ' '.join(c[0]), call, c) for c in CALLS] + [Case('fence %s %s' % (c[0], ' '.join(c[1])), call, (*c[1:], c[0])) for c in OF_OTHERS]
    found += [Case('fence %s' % c[0], call, (*c[1:], c[0])) for c in STAYS]
    found.append(Case('page of a DVE model', page_of_list))
    found += [Case('a forged proof: ' + f[0], forged, f[1:]) for f in FORGED]
    corpus = os.environ.get('TARRY_CORPUS')
    if corpus:
        return found + [Case('%s under %s' % (c[0], c[1]), known, (os.path.join(corpus, c[0]), *c[1:])) for c in CORPUS]
    return found + [Case('corpus', no_corpus)]


# How many programs: fixed, fresh; the same with --quick.
SAMPLES = {Program: (240, 40, 30, 10), repair_pimp.Program: (60, 20, 10, 10), repair_dve.Program: (60, 20, 10, 10), repair_litmus.Program: (60, 20, 10, 10)}


def cases(settings):
    tricky = [Case(t[0], compare_tricky, (number,)) for number, t in enumerate(TRICKY)]
    found = [] if settings.count else known_cases(settings) + tricky
    for sample, counts in SAMPLES.items():
        fixed, fresh = counts[2:] if settings.quick else counts[:2]
        found += generated_batches(settings, fixed, fresh, BATCH, functools.partial(compare_each, sample, compare))
    return found
