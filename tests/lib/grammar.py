"""Random programs from the whole grammar: every kind of expression in every position that admits one.

Each program draws a set of features and uses those alone, so that few of them meet often and every pair meets sometimes. It stays small: two to five
processes of a few statements, and where something may be done again and again values are kept in a few bits. The programs of one plan have the globals x and y, the
proctypes P and Q with a local r, and the label L in common, so that one call of the tool can ask about all of them.
"""
from dataclasses import dataclass, field

from .syntax import LOCKED, Chan, Printer, Proc, Program, Stmt, Var

ARITHMETIC = ['+', '-', '*', '&', '|', '^']
COMPARE = ['==', '!=', '<', '>=', '<=', '>']
NARROW = ['bit', 'bool', 'u2', 'u3']
CORNERS = [-1, -2, 255, 256, -128, 32767, 32768, -32768, 65535, 2147483647, -2147483647]
OFTEN = ('arrays', 'structs', 'mtype', 'wide', 'negative', 'shift', 'condition', 'logic', 'channel', 'rendezvous', 'poll', 'length', 'sorted', 'random', 'peek', 'eval',
         'locked', 'fence', 'sfence', 'sync', 'atomic', 'd_step', 'goto', 'do', 'for', 'select', 'unless', 'assert', 'printf', 'declare', 'init', 'run', 'parameters', 'initial',
         'ghost', 'count', 'pid', 'end', 'twice')
SELDOM = ('divide', 'index', 'nr_pr', 'timeout', 'remote', 'at', 'provided', 'empty')      # may fail, look at others, ask for a buffer that is not empty


@dataclass
class Plan:
    """What the programs of a batch have in common."""
    style: str = 'plain'           # as in syntax.py; spin: what the reference tool judges as we do
    memory: str = 'tso'
    bound: int = 1                 # of the comparison with bounded buffers, and BUFFSIZE
    channel: bool = False          # there is a channel c
    conditions: list = field(default_factory=list)     # (option of the command line, expression)

    def options(self):
        printer = Printer(Program(style='plain'))
        return [part for option, e in self.conditions for part in ([option] if e is None else [option, e if isinstance(e, str) else printer.expr(e)])]


class Grammar:
    def __init__(self, rng, plan):
        self.rng, self.plan = rng, plan
        self.program = Program(style=plan.style, header='pso' if plan.memory == 'slot' else plan.memory, bound=plan.bound)
        often, seldom = rng.choice([0.3, 0.5, 0.7]), rng.choice([0, 0.08, 0.15])
        self.features = {f for f in OFTEN if rng.random() < often} | {f for f in SELDOM if rng.random() < seldom}
        self.used = set()
        self.scope = 'process'     # or globals: what a provided clause may look at
        self.q = Proc('none')
        self.around, self.loop, self.depth = '', False, 0
        self.quiet = False         # in a loop inside atomic: a store would make buffers longer without end, in one step

    # ---- choosing ----
    def chance(self, probability):
        return self.rng.random() < probability

    def has(self, feature):
        return feature in self.features

    def pick(self, *ways):
        """Each way: (weight, feature or None, function). One that gives None is not possible here."""
        left = [w for w in ways if w[0] > 0 and (w[1] is None or w[1] in self.features)]
        while left:
            way = self.rng.choices(left, [w[0] for w in left])[0]
            made = way[2]()
            if made is not None:
                if way[1]:
                    self.used.add(way[1])
                return made
            left.remove(way)
        return None

    # ---- declarations ----
    def make(self):
        self.declare()
        rng = self.rng
        count = rng.choice([2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 4, 5])
        starts = self.has('init') and (count < 4 or self.plan.style == 'mmlib') and self.chance(0.6)
        size = {2: rng.choice([1, 2, 3, 4]), 3: rng.choice([1, 1, 2]), 4: 1, 5: 1}[count]
        names = 'PQRST'[:count]
        for name in names:
            self.program.procs.append(Proc(name, active=0 if starts else 1))
        if self.has('run') and count < 3:
            self.program.procs.append(Proc('C'))
        for q in self.program.procs:
            self.head(q)
        for q in self.program.procs:
            self.body(q, 1 if q.name == 'C' else size)
        if starts:
            self.add_init(names)
        elif self.has('twice') and count == 2:
            rng.choice(self.program.procs[:2]).active = 2
        if self.has('provided'):
            self.q, self.scope = rng.choice(self.program.procs), 'globals'
            if self.q.name != 'init':
                self.used.add('provided')
                self.q.provided = ('bin', '||', self.condition(), ('bin', '==', ('var', 'x', None), ('const', 0)))
            self.scope = 'process'
        for q in self.program.procs:
            place_labels(self, q)
        return self.program

    def kind(self, field_of_channel=False):
        kinds = ['bit', 'bool', 'byte'] + ([] if field_of_channel else ['u2', 'u2', 'u3'])
        if field_of_channel and self.plan.style == 'spin':     # pan keeps two in a bit that is the only field
            kinds = ['byte']
        kinds += ['short', 'int'] if self.has('wide') else []
        kinds += ['mtype'] if self.program.mtypes else []
        return self.rng.choice(kinds)

    def initial(self, kind):
        if not self.has('initial') or self.chance(0.6):
            return 0
        if self.has('negative') and kind in ('short', 'int'):
            return self.rng.choice(CORNERS + [1, 2]) if kind == 'int' else self.rng.choice([-1, -32768, 32767])
        return 1

    def declare(self):
        p, rng = self.program, self.rng
        mmlib = self.plan.style == 'mmlib'
        if self.has('mtype'):
            p.mtypes = ['A', 'B', 'D'][:rng.choice([2, 3])]
        def add(name, size=0, kind=None):
            kind = 'int' if mmlib else kind or self.kind()
            p.globals.append(Var(name, kind, size, 0 if mmlib else self.initial(kind)))
        add('x')
        add('y')
        if self.chance(0.3):
            add('z')
        if self.has('arrays'):
            add('a', 2, rng.choice(self.of_arrays()))
        if self.has('structs') and not mmlib:
            size = rng.choice([0, 2])
            p.structs.append(('ts' if size else 'st', size))
            for member in 'ab'[:rng.choice([1, 2])]:
                length = size or rng.choice([0, 0, 2])
                kinds = self.of_arrays() if length and not size else NARROW + ['byte']
                p.globals.append(Var('ts#.' + member if size else 'st.' + member, rng.choice(kinds), length))
        if self.has('ghost') or self.plan.style == 'spin' and self.chance(0.3):
            p.globals.append(self.array_or_not(Var('g', self.kind(), rng.choice([0, 0, 0, 2]), 0, True)))
        fields = [self.kind(True)] + ([self.kind(True)] if self.chance(0.25) else [])
        if self.plan.channel:
            p.chans.append(Chan('c', 0 if self.has('rendezvous') and self.chance(0.5) else rng.choice([1, 1, 2]), fields))
        if self.has('channel') and self.chance(0.5):
            p.chans.append(Chan('d', 0 if self.has('rendezvous') else rng.choice([1, 2]), [self.kind(True)], 2 if self.has('arrays') and self.chance(0.6) else 0))

    def of_arrays(self):
        """SPIN has no array of an unsigned type, and keeps bits in bytes there."""
        return ['byte'] if self.plan.style == 'spin' else ['bit', 'bool', 'u2', 'byte']

    def array_or_not(self, v):
        v.size = v.size if v.type in self.of_arrays() else 0
        return v

    def head(self, q):
        self.q = q
        for name in 'rs'[:self.rng.choice([1, 1, 2])]:
            kind = self.kind()
            q.locals.append(self.array_or_not(Var(name, kind, 2 if name == 's' and self.has('arrays') and self.chance(0.3) else 0, self.initial(kind))))
        if not q.active and self.has('parameters'):
            q.params.append(Var('n', self.kind()))
        if self.has('initial') and self.chance(0.3) and self.plan.style != 'spin':
            first = self.expr(1)
            q.locals.append(Var('i', self.kind(), 0, first))

    def body(self, q, size):
        self.q, self.around, self.loop, self.depth = q, '', False, 0
        q.body = self.statements(self.rng.randint(1, size) + (1 if q.name in 'PQ' else 0))
        if q.name != 'C' and any(c.name == 'C' for c in self.program.procs) and (q.name == 'P' or self.chance(0.3)):
            q.body.insert(self.rng.randrange(len(q.body) + 1), self.run_child())
        if self.has('do') and self.chance(0.12) and not any(s.kind == 'declare' for s in q.body):
            q.body = [Stmt('do', options=[q.body])]
        elif self.has('assert') and self.chance(0.4):
            q.body.append(self.assertion())

    def run_child(self):
        child = [c for c in self.program.procs if c.name == 'C'][0]
        self.used.add('run')
        made = Stmt('run', name='C', args=[self.fit(v, self.expr(2)) for v in child.params])
        counter = [v for v in self.q.locals if not v.size and v.type in ('u2', 'u3', 'byte', 'short', 'int')]
        if counter and self.chance(0.5):       # several of them, one after the other or at a time
            i = ('var', counter[0].name, None)
            again = [Stmt('expr', expr=('bin', '<', i, ('const', 2))), made, Stmt('assign', target=i, expr=('bin', '+', i, ('const', 1)))]
            if self.has('nr_pr') and self.chance(0.5):
                again.insert(1, Stmt('expr', expr=('bin', '<=', ('nr_pr',), ('const', 2))))
            return Stmt('do', options=[again, [Stmt('else'), Stmt('break')]])
        if self.chance(0.3) and self.plan.style != 'mmlib':
            made.result = self.target(False)
        return made

    def add_init(self, names):
        init = Proc('init', active=1)
        self.q, self.around, self.loop, self.depth = init, '', False, 9
        self.used.add('init')
        runs = []
        for q in [q for q in self.program.procs if q.name in names]:
            runs.append(Stmt('run', name=q.name, args=[self.fit(v, self.expr(1)) for v in q.params]))
        if self.chance(0.4):
            runs = [Stmt('atomic', body=runs)]
        first = []
        if self.plan.style == 'mmlib':
            first = [Stmt('init', target=('var', v.name, ('const', 0) if v.size else None), expr=self.fit(v, self.expr(1)))
                     for v in self.program.globals if not v.ghost and self.chance(0.6)]
        elif self.chance(0.4):
            first = [self.assign()]
        init.body = first + runs + ([self.simple()] if self.chance(0.3) else [])
        self.program.procs.append(init)

    # ---- variables ----
    def variables(self, own=True, writable=False):
        """(weight, variable) of all that may stand here."""
        found = []
        if own and self.scope == 'process':
            found += [(2, v) for v in self.q.locals] + ([] if writable else [(2, v) for v in self.q.params])
        return found + [(1 if v.ghost else 2, v) for v in self.program.globals]

    def index(self, size, depth):
        """An index of an array of two elements."""
        if self.has('index') and self.plan.style != 'mmlib' and self.chance(0.3):
            self.used.add('index')
            e = self.expr(max(0, depth - 1))
            return e if e[0] != 'const' else ('const', self.rng.randrange(size))
        if depth <= 0 or self.chance(0.4):
            return ('const', self.rng.randrange(size))
        return ('bin', '&', self.expr(depth - 1), ('const', size - 1))

    def place(self, v, depth=1):
        return ('var', v.name, self.index(v.size, depth) if v.size else None)

    def variable(self, depth=1):
        found = self.variables()
        v = self.rng.choices([v for _, v in found], [w for w, _ in found])[0]
        return self.place(v, depth)

    def type_of(self, place):
        return next((v for v in self.q.locals + self.q.params + self.program.globals if v.name == place[1]), None)

    def target(self, own=None, depth=1):
        """A place to write to. own: True a local, False anything."""
        found = [(w, v) for w, v in self.variables(writable=True) if not own or v in self.q.locals]
        found = [(w, v) for w, v in found if v.name != 'i' and (not self.quiet or v in self.q.locals and v.type in NARROW)]
        if not found:
            return None
        v = self.rng.choices([v for _, v in found], [w for w, _ in found])[0]
        return self.place(v, self.depth_of_target(depth))

    def depth_of_target(self, depth):
        """pan takes a store back with the index that it evaluates then: it must not depend on what was stored."""
        return 0 if self.plan.style == 'spin' else depth

    # ---- expressions ----
    def constant(self):
        if self.has('negative') and self.chance(0.12):
            self.used.add('negative')
            return ('const', self.rng.choice(CORNERS))
        if self.program.mtypes and self.chance(0.1):
            self.used.add('mtype')
            return ('mtype', self.rng.choice(self.program.mtypes))
        return ('const', self.rng.choice([0, 0, 1, 1, 1, 2, 3]))

    def reference(self, c):
        """To a channel: its name, or an element of its array."""
        if not c.size:
            return c.name
        self.used.add('channels')
        return (c.name, self.index(c.size, 0 if self.plan.style == 'spin' else 1))

    def buffered(self):
        return [c for c in self.program.chans if c.capacity]

    def channel_look(self):
        found = self.buffered()
        if not found or self.scope == 'globals':
            return None
        kind = self.rng.choice(['len', 'empty', 'nempty', 'full', 'nfull']) if self.plan.style != 'spin' else 'len'
        return (kind, self.reference(self.rng.choice(found)))

    def poll(self):
        found = self.buffered()
        if not found or self.scope == 'globals':
            return None
        c = self.rng.choice(found)
        return ('poll', self.reference(c), [self.pattern(kind, False) for kind in c.fields], self.has('random') and self.chance(0.4))

    def remote(self):
        others = [q for q in self.program.procs if q is not self.q and q.name in 'PQRST' and q.locals]
        if not others or self.scope == 'globals' or self.plan.style == 'spin':
            return None
        q = self.rng.choice(others)
        v = self.rng.choice(q.locals)
        number = None if self.chance(0.5) else ('const', self.program.procs.index(q)) if self.chance(0.6) else self.expr(0)
        return ('remote', q.name, ('var', v.name, ('const', 0) if v.size else None), number)

    def at(self):
        others = [q for q in self.program.procs if q is not self.q and q.name in 'PQ']
        if not others or self.scope == 'globals' or self.plan.style == 'spin':
            return None
        q = self.rng.choice(others)
        return ('at', q.name, 'L', None if self.chance(0.6) else ('const', self.program.procs.index(q)))

    def expr(self, depth=2):
        if depth <= 0:
            return self.constant() if self.chance(0.5) else self.variable(0)
        less = depth - 1
        def binary(ops):
            return lambda: ('bin', self.rng.choice(ops), self.expr(less), self.expr(less))
        return self.pick(
            (30, None, self.constant), (30, None, lambda: self.variable(less)), (12, None, binary(ARITHMETIC)), (4, 'logic', binary(COMPARE + ['&&', '||'])),
            (3, None, lambda: ('un', self.rng.choice(['!', '-', '~']), self.expr(less))),
            (4, 'condition', lambda: ('cond', self.condition(less), self.expr(less), self.expr(less))),
            (4, 'shift', lambda: ('bin', self.rng.choice(['<<', '>>']), self.expr(less), self.expr(less) if self.plan.style != 'spin' and self.chance(0.3)
                                  else ('const', self.rng.randrange(4)))),
            (5, 'divide', lambda: ('bin', self.rng.choice(['/', '%']), self.expr(less), self.expr(less) if self.plan.style != 'spin' else ('const', 2))),
            (6, 'length', self.channel_look), (6, 'poll', self.poll), (4, 'pid', lambda: ('pid',)), (8, 'nr_pr', lambda: ('nr_pr',)),
            (4, 'timeout', lambda: ('timeout',) if self.scope == 'process' else None), (8, 'remote', self.remote), (8, 'at', self.at))

    def condition(self, depth=2):
        """Mostly a comparison that is true of what things are at first."""
        roll = self.rng.random()
        if roll < 0.55:
            return ('bin', self.rng.choice(COMPARE), self.variable(1), ('const', self.rng.choice([0, 0, 1, 1, 2])))
        if roll < 0.75 or depth <= 0:
            return ('bin', self.rng.choice(COMPARE), self.variable(1), self.expr(max(0, depth - 1)))
        if roll < 0.9:
            return ('bin', self.rng.choice(['||', '||', '&&']), self.condition(depth - 1), self.expr(depth - 1))
        return self.expr(depth)

    def fit(self, v, e):
        """Keeps what is counted up again and again in a few bits."""
        if v is None or v.type in NARROW or e[0] in ('const', 'mtype', 'var') or not (self.loop or self.has('goto')) and self.chance(0.5):
            return e
        return ('bin', '&', e, ('const', 3)) if self.chance(0.8) or self.has('divide') else ('bin', '-', ('bin', '&', e, ('const', 3)), ('const', 1))

    # ---- statements of one step ----
    def assign(self):
        target = self.target()
        if target is None:
            return Stmt('skip')
        v = self.type_of(target)
        if self.has('count') and self.chance(0.15) and v.type in NARROW and (self.plan.style != 'mmlib' or v.ghost or v in self.q.locals):
            self.used.add('count')
            return Stmt('assign', target=target, expr=('bin', self.rng.choice('+-'), target, ('const', 1)), counts=True)
        return Stmt('assign', target=target, expr=self.fit(v, self.expr(2)))

    def claim(self):
        """What is asserted: mostly that something special is not so."""
        if self.chance(0.1):
            return self.condition()
        parts = [('bin', '==', self.variable(1), ('const', self.rng.choice([1, 1, 2, 3]))) for _ in range(self.rng.choice([2, 2, 3]))]
        made = parts[0]
        for part in parts[1:]:
            made = ('bin', '&&', made, part)
        return ('un', '!', made)

    def assertion(self):
        return Stmt('assert', expr=self.claim())

    def fence(self):
        return Stmt('mfence')

    def barrier(self):
        return None if self.plan.memory == 'slot' else Stmt('sfence')

    def sync(self):
        return None if self.around or self.plan.style == 'mmlib' else Stmt('sync' if self.has('run') or self.chance(0.4) else 'membarrier')

    def locked(self):
        result = self.target(True)
        if result is None or self.quiet or self.plan.style == 'mmlib' or self.plan.style == 'spin' and self.around == 'd_step':
            return None
        v = self.rng.choice([v for v in self.program.globals if not v.ghost])
        kind = self.rng.choice([k for k in LOCKED if k != 'fetch_add' or v.type in NARROW or not self.loop and not self.has('goto')])
        depth = 0 if self.plan.style == 'spin' else 2      # there it is several steps, which read one after the other
        value, other = (self.fit(v, self.expr(depth)) for _ in range(2))
        if self.plan.style == 'spin':
            value, other = self.constant(), self.constant()
        return Stmt(kind, target=self.place(v, depth - 1), expr=value, other=other, result=result)

    def pattern(self, kind, fills):
        spin = self.plan.style == 'spin'
        if fills and self.chance(0.5) and not self.quiet:
            found = [v for _, v in self.variables(writable=True) if (self.plan.style != 'mmlib' or v.ghost or v in self.q.locals) and v.name != 'i']
            if spin:               # pan takes back a receive into a narrower variable wrongly
                found = [v for v in found if v.type in ('byte', 'short', 'int')]
            if found:
                return self.place(self.rng.choice(found), self.depth_of_target(1))
        if self.program.mtypes and kind == 'mtype':
            return ('mtype', self.rng.choice(self.program.mtypes))
        if self.has('eval') and self.chance(0.5):
            self.used.add('eval')
            return ('eval', self.expr(1))
        return ('any',) if self.chance(0.5) and fills else ('const', self.rng.randrange(2))

    def channel(self):
        c = self.rng.choice(self.program.chans) if self.program.chans else None
        if not c or self.around == 'd_step':
            return None
        if self.chance(0.5):
            special = c.capacity > 0 and self.has('sorted') and self.chance(0.4)
            return Stmt('send', chan=self.reference(c), args=[self.fit(Var('', kind), self.expr(2)) for kind in c.fields], special=special)
        args = [self.pattern(kind, True) for kind in c.fields]
        names = [a[1] for a in args if a[0] == 'var']
        if len(names) != len(set(names)):
            args[-1] = ('any',)
        return Stmt('recv', chan=self.reference(c), args=args, special=c.capacity > 0 and self.has('random') and self.chance(0.4),
                    peek=c.capacity > 0 and self.has('peek') and self.chance(0.4))

    def wait(self):
        return None if self.around == 'd_step' else Stmt('expr', expr=self.condition(), special=self.chance(0.3))

    def local_declaration(self):
        if self.depth or self.around or self.loop or any(v.name == 'k' for v in self.q.locals):
            return None
        kind = self.kind()
        self.declared = getattr(self, 'declared', set())
        if self.q.name in self.declared:
            return None
        self.declared.add(self.q.name)
        return Stmt('declare', target=('var', 'k', None), name=kind, expr=self.expr(2))

    def simple(self):
        fences = 8 if self.plan.style != 'spin' else 2
        return self.pick(
            (46, None, self.assign), (4, None, self.wait), (10, 'assert', self.assertion), (fences, 'fence', self.fence), (fences, 'sfence', self.barrier), (3, 'sync', self.sync),
            (14, 'locked', self.locked), (16, 'channel', self.channel), (10 if self.plan.channel else 0, None, self.channel), (1, None, lambda: Stmt('skip')),
            (2, 'printf', lambda: Stmt('printf', expr=self.expr(2))), (3, 'declare', self.local_declaration),
            (4, 'goto', lambda: Stmt('goto') if not self.around == 'd_step' and self.depth and self.chance(0.3) else None))

    # ---- compound statements ----
    def statements(self, count):
        made = [self.statement() for _ in range(count)]
        ends = [n for n, s in enumerate(made) if s.kind in ('goto', 'break')]
        return made[:ends[0] + 1] if ends else made

    def statement(self):
        if self.depth >= 2 or self.chance(0.6):
            return self.simple()
        self.depth += 1
        around, loop = self.around, self.loop
        made = self.pick((30, None, lambda: self.choice('if')), (14, 'do', lambda: self.choice('do')), (18, 'atomic', lambda: self.block('atomic')),
                         (12, 'd_step', lambda: self.block('d_step')), (6, 'for', self.iterate), (5, 'select', self.select), (12, 'unless', self.unless))
        self.depth -= 1
        self.around, self.loop = around, loop
        return made or self.simple()

    def counter(self):
        """Of a for or select: in a process it is a local that is wide enough."""
        found = [v for v in self.q.locals if not v.size and v.type in ('u2', 'u3', 'byte', 'short', 'int') and v.name != 'i']
        return ('var', self.rng.choice(found).name, None) if found else None

    def iterate(self):
        i = self.counter()
        if i is None:
            return None
        low, high = ('const', 0), ('const', 1)
        if self.plan.style != 'spin' and self.chance(0.5):
            low = ('bin', '&', self.expr(1), ('const', 1))
        if self.plan.style != 'spin' and self.chance(0.5):
            high = ('bin', '&', self.expr(1), ('const', 1))
        saved, self.loop = self.loop, False
        body = [s for s in (self.simple() for _ in range(self.rng.choice([1, 2]))) if ("'%s'" % i[1]) not in str(s) and s.kind != 'goto']
        self.loop = saved
        return Stmt('for', target=i, expr=low, other=high, body=body or [Stmt('skip')])

    def select(self):
        i = self.counter()
        if i is None or self.around == 'd_step':
            return None
        if self.chance(0.6) or self.plan.style == 'spin':
            return Stmt('select', target=i, expr=('const', self.rng.randrange(2)), other=('const', 2))
        return Stmt('select', target=i, expr=('bin', '&', self.expr(1), ('const', 1)), other=('bin', '&', self.expr(1), ('const', 3)))

    def unless(self):
        if self.around == 'd_step':
            return None
        body = self.statements(self.rng.randint(1, 3))
        escape = [self.first(False)] + [self.simple() for _ in range(self.rng.randint(0, 2))]
        if self.asks_for_pending(escape[0]) or escape[0].kind not in ('expr', 'recv', 'send', 'assign', 'atomic', 'd_step'):
            escape[0] = Stmt('expr', expr=self.condition())
        if escape[-1].kind == 'goto' and len(escape) == 1:
            escape.insert(0, Stmt('expr', expr=self.condition()))
        return Stmt('unless', body=body, escape=escape)

    def block(self, kind):
        if self.around == 'd_step':
            return None
        self.around, self.loop = kind, self.loop and kind == 'atomic'
        self.used.add('nested') if self.around else None
        body = []
        if self.chance(0.5):
            body.append(Stmt('expr', expr=self.condition()))
        body += self.statements(self.rng.randint(1, 3))
        if body[0].kind in ('goto', 'break', 'unless', 'declare'):
            body.insert(0, self.assign())
        return Stmt(kind, body=body)

    def first(self, jumps=True):
        """The first statement of an option."""
        saved = self.depth, self.around, self.loop
        self.depth = 2 if not jumps or self.chance(0.5) else max(1, self.depth)
        made = self.pick((40, None, lambda: Stmt('expr', expr=self.condition(), special=self.chance(0.2))), (10, None, self.assign), (14, 'channel', self.channel),
                         (6 if jumps and self.loop else 0, None, lambda: Stmt('break')),
                         (6 if jumps and self.around != 'd_step' else 0, 'goto', lambda: Stmt('goto')),
                         (8 if self.depth < 2 else 0, 'atomic', lambda: self.block('atomic')), (6 if self.depth < 2 else 0, 'd_step', lambda: self.block('d_step')),
                         (3, 'locked', self.locked), (2, 'fence', self.fence), (2, 'sfence', self.barrier), (2 if self.depth < 2 else 0, None, lambda: self.choice('if', True)),
                         (3, 'poll', lambda: Stmt('expr', expr=self.poll()) if self.buffered() and self.around != 'd_step' else None))
        self.depth, self.around, self.loop = saved
        return made

    def starts(self, s):
        """The simple statements that s may begin with."""
        if s.kind in ('if', 'do'):
            return [f for option in s.options for f in self.starts(option[0])]
        if s.kind in ('atomic', 'd_step', 'block', 'unless'):
            return self.starts(s.body[0]) + (self.starts(s.escape[0]) if s.escape else [])
        return [s]

    def asks_for_pending(self, s):
        """Would an else beside s, or an escape that begins with it, ask whether stores are pending? mmlib's FENCE() writes them out."""
        return any(f.kind in ('mfence', 'sync', 'membarrier', 'run', *LOCKED) for f in self.starts(s)) and not self.has('empty') and self.plan.style != 'mmlib'

    def bars_else(self, s):
        meeting = {c.name for c in self.program.chans if not c.capacity}
        looks = ("'len'", "'poll'", "'empty'", "'nempty'", "'full'", "'nfull'")
        for f in self.starts(s):
            if f.kind == 'else' or f.kind in ('send', 'recv') and ((f.chan if isinstance(f.chan, str) else f.chan[0]) in meeting or self.plan.style == 'spin'):
                return True
            if self.plan.style == 'spin' and any(look in str(f.expr) for look in looks):
                return True
        return self.asks_for_pending(s)

    def choice(self, kind, no_else=False):
        if kind == 'do' and self.around == 'd_step':
            return None
        saved = self.loop, self.quiet
        self.loop, self.quiet = self.loop or kind == 'do', self.quiet or kind == 'do' and self.around == 'atomic'
        options = []
        for _ in range(self.rng.choice([1, 2, 2, 3])):
            option = [self.first()]
            if option[0].kind not in ('break', 'goto'):
                option += self.statements(self.rng.choice([0, 1, 1, 2]))
                if option[-1].kind not in ('break', 'goto') and self.loop and self.chance(0.3):
                    option.append(Stmt('break'))
            options.append(option)
        barred = no_else or any(self.bars_else(o[0]) for o in options)
        if not barred and (self.around == 'd_step' or self.chance(0.45)):      # a blocked choice in a d_step would be an error
            options.append([Stmt('else')] + self.statements(self.rng.choice([0, 1])) + ([Stmt('break')] if self.loop and self.chance(0.5) else []))
            if len(options[-1]) > 2 and options[-1][-2].kind in ('goto', 'break'):
                options[-1].pop()
        elif kind == 'do' and not any(s.kind == 'break' for o in options for s in o) and self.chance(0.7):
            options.append([Stmt('break')])
        self.loop, self.quiet = saved
        return Stmt(kind, options=options)


# ---- Labels ----
def walk(body, inside=False, first_of_block=False, found=None):
    """(statement, inside an atomic block, may it bear a label) in the order of the text: no label in a d_step, and none with which a block begins."""
    found = [] if found is None else found
    for n, s in enumerate(body):
        found.append((s, inside, not (n == 0 and first_of_block) and s.kind not in ('else', 'declare', 'break', 'goto', 'unless')))
        if s.kind in ('d_step', 'for'):
            continue
        for part in [*(s.options or []), s.body or [], s.escape or []]:
            walk(part, inside or s.kind == 'atomic', True, found)
    return found


def place_labels(made, q):
    """The label L, and those that the jumps want; some more mark valid ends. Inside an atomic block one jumps on, or out of it."""
    rng = made.rng
    outer = [s for s in q.body if s.kind not in ('declare', 'unless', 'break', 'goto')]
    if not outer:
        q.body.append(Stmt('skip'))
        outer = q.body[-1:]
    if q.name != 'init':
        rng.choice(outer).label = 'L'
    all_of_them = walk(q.body)
    for number, (jump, inside, _) in enumerate(all_of_them):
        if jump.kind == 'goto':
            free = [s for n, (s, held, may) in enumerate(all_of_them) if may and not (inside and held and n < number)]
            target = rng.choice(free or outer)
            target.label = target.label or 'J%d' % number
            jump.name = target.label
    free = [s for s, _, may in all_of_them if may and not s.label]
    if made.has('end') and free and rng.random() < 0.3:
        made.used.add('end')
        rng.choice(free).label = 'end'


def program(rng, plan):
    """A program and the features that it used."""
    made = Grammar(rng, plan)
    return made.make(), made.used
