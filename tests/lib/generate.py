"""Random small programs for the comparisons, as syntax trees.

Everything is kept finite and small: values lie in 0..3 (wider types are masked), loops inside atomic blocks are bounded, only the
first process creates others, and a program has two or three processes of a few statements.
"""
from .syntax import LOCKED, Chan, Proc, Program, Stmt, Var

COMPARE = ['==', '!=', '<', '>=']
NARROW = ['bit', 'bool', 'u2']
WIDE = ['byte', 'short', 'int']


class Generator:
    """style as in syntax.py. faults: division and indices that may fail. strict: only what SPIN takes. spin: no fences, but also
    what the naive implementation does not know (unless, provided). barriers: sfence in some of the programs."""

    def __init__(self, rng, style='plain', faults=True, strict=False, spin=False, size=5, barriers=True):
        self.rng, self.style, self.faults, self.spin, self.size = rng, style, faults, spin, size
        self.strict = strict or spin
        self.barriers = rng.choice([0, 0, 0.15, 0.3]) if barriers and not spin else 0
        self.program = Program(style=style)

    def chance(self, probability):
        return self.rng.random() < probability

    def make(self):
        self.declare()
        names = 'PQR'[:self.rng.choice([2, 2, 2, 3])]
        with_init = self.chance(0.25)
        for name in names:
            self.add_process(name, 0 if with_init else 1)
        first = self.program.procs[0]
        if not with_init and len(names) == 2 and self.chance(0.2):
            first.active = 2
        if not with_init and self.chance(0.12):
            self.add_child(first)
        if with_init:
            self.add_init(names)
        self.share()
        return self.program

    # ---- declarations ----
    def declare(self):
        p, rng = self.program, self.rng
        for name in 'xyz'[:rng.choice([2, 2, 3])]:
            kind = 'int' if self.style == 'mmlib' else rng.choice(NARROW + WIDE)
            initial = 0 if self.style == 'mmlib' or self.chance(0.8) else 1
            p.globals.append(Var(name, kind, 0, initial))
        if self.style != 'mmlib' and self.chance(0.25):
            p.globals.append(Var('a', 'byte', 2, rng.choice([0, 0, 1])))
        if self.chance(0.4):
            p.globals.append(Var('g', rng.choice(['bit', 'u2', 'byte']), 0, 0, True))
        if self.chance(0.4):
            p.chans.append(Chan('c', rng.choice([0, 0, 1, 1, 2]), [rng.choice(['byte', 'short', 'byte'])] + (['byte'] if self.chance(0.3) else [])))

    def add_process(self, name, active):
        q = Proc(name, active=active)
        for local in 'rs'[:self.rng.choice([1, 1, 2])]:
            q.locals.append(Var(local, self.rng.choice(NARROW + ['byte']), 0, self.rng.choice([0, 0, 0, 1])))
        if not active and self.chance(0.4):
            q.params.append(Var('n', self.rng.choice(['bit', 'byte'])))
        self.program.procs.append(q)
        self.q = q
        self.loop = self.atomic = self.d_step = False
        self.depth = 0
        self.no_else = False
        count = self.rng.randint(2, self.size)
        q.body = [self.statement() for _ in range(count)]
        self.place_labels(q)
        if self.spin and self.chance(0.08):
            q.provided = self.condition(globals_only=True)

    def place_labels(self, q):
        """Turns the goto marks into jumps to labels on statements of the outermost level."""
        wanted = []
        def visit(body):
            for s in body:
                if s.kind == 'goto':
                    wanted.append(s)
                for inner in (s.options or []) + [s.body or [], s.escape or []]:
                    visit(inner)
        visit(q.body)
        for s in wanted:
            position = self.rng.randrange(len(q.body))
            target = q.body[position]
            if target.kind not in ('assign', 'expr', 'assert', 'skip', 'printf', 'mfence', 'sfence', 'sync', 'send', 'recv', 'if', 'do', 'atomic', 'run'):
                q.body.insert(position, Stmt('skip'))
                target = q.body[position]
            if not target.label:
                target.label = 'L%d' % position
                taken = [t.label for t in q.body if t is not target]
                while target.label in taken:
                    target.label += 'x'
            s.name = target.label

    def add_child(self, creator):
        self.add_process('C', 0)
        child = self.program.procs[-1]
        labelled = [position for position, s in enumerate(creator.body) if s.label]
        at = self.rng.randrange(min(labelled + [len(creator.body)]) + 1)      # not in a loop
        creator.body.insert(at, Stmt('run', name='C', args=[('const', self.rng.randrange(2)) for _ in child.params]))

    def add_init(self, names):
        init = Proc('init', active=1)
        self.q = init
        runs = []
        for q in [q for q in self.program.procs if q.name in names]:
            runs.append(Stmt('run', name=q.name, args=[('const', self.rng.randrange(2)) for _ in q.params]))
        if self.chance(0.4):
            runs = [Stmt('atomic', body=runs)]
        self.depth, self.loop, self.atomic, self.d_step = 9, False, False, False
        if self.chance(0.4):
            runs.insert(0, self.simple())
        if self.chance(0.3):
            runs.append(self.simple())
        init.body = runs
        self.program.procs.append(init)

    def share(self):
        """Mostly lets every relaxed variable be accessed by two processes, so that counts can be compared."""
        for v in self.program.globals:
            if v.ghost or self.chance(0.1):
                continue
            users = [q for q in self.program.procs if v.name in str(q.body)]
            for q in self.rng.sample(self.program.procs, len(self.program.procs)):
                if len(users) >= 2 or sum(u.active for u in users) >= 2:
                    break
                if q in users or q.name == 'init' or not q.locals:
                    continue
                index = ('const', self.rng.randrange(v.size)) if v.size else None
                read = Stmt('assign', target=('var', q.locals[0].name, None), expr=('bin', '&', ('var', v.name, index), ('const', 1)))
                q.body.insert(self.rng.randrange(len(q.body) + 1), read)
                users.append(q)

    # ---- expressions ----
    def variables(self, globals_only=False, writable=False):
        found = [] if globals_only else [('local', v) for v in self.q.locals + ([] if writable else self.q.params)]
        return found + [('ghost' if v.ghost else 'relaxed', v) for v in self.program.globals]

    def index(self, v):
        if not v.size:
            return None
        if self.faults and self.chance(0.1):
            return self.local()      # a constant out of range would be refused
        return ('const', self.rng.randrange(v.size)) if self.chance(0.7) or not self.q.locals else ('bin', '&', self.local(), ('const', 1))

    def local(self):
        return ('var', self.rng.choice(self.q.locals).name, None) if self.q.locals else ('const', 0)

    def variable(self, globals_only=False, writable=False):
        weights = {'local': 1, 'ghost': 1, 'relaxed': 2}
        found = self.variables(globals_only, writable)
        _, v = self.rng.choices(found, [weights[kind] for kind, _ in found])[0]
        return v, ('var', v.name, self.index(v))

    def constant(self):
        return ('const', self.rng.choice([0, 0, 1, 1, 2, 3]))

    def value(self):
        roll = self.rng.random()
        if roll < 0.45:
            return self.constant()
        _, a = self.variable()
        if roll < 0.7:
            return a
        if self.faults and not self.spin and roll < 0.72:
            return ('bin', self.rng.choice(['/', '%']), ('const', 2), a)
        if roll < 0.92:
            other = self.constant() if self.chance(0.6) else self.variable()[1]
            return ('bin', self.rng.choice(['+', '-', '^', '*', '|', '&']), a, other)
        if roll < 0.96:
            return ('cond', ('bin', self.rng.choice(COMPARE), a, self.constant()), self.constant(), self.variable()[1])
        return self.rng.choice([('un', '!', a), ('un', '-', a), ('un', '~', a), ('nr_pr',), ('pid',)])

    def condition(self, globals_only=False):
        roll = self.rng.random()
        if roll < 0.06 and self.program.chans and self.program.chans[0].capacity and not globals_only:
            return (self.rng.choice(['empty', 'nempty', 'full', 'nfull']), 'c')
        _, a = self.variable(globals_only)
        if roll < 0.7 or globals_only:
            return ('bin', self.rng.choice(COMPARE), a, ('const', self.rng.choice([0, 1, 1, 2])))
        if roll < 0.85:
            return ('bin', self.rng.choice(COMPARE), a, self.value())
        b = ('bin', '==', self.variable()[1], self.constant())
        return ('bin', self.rng.choice(['&&', '||']), ('bin', '!=', a, self.constant()), b)

    # ---- statements ----
    def fit(self, v, e):
        """Keeps values of wide variables in 0..3."""
        if v.type in NARROW or e[0] == 'const':
            return e
        return ('bin', '&', e, ('const', 3))

    def assign(self):
        v, target = self.variable(writable=True)
        if v.type in NARROW and self.chance(0.2):
            return Stmt('assign', target=target, expr=('bin', '+', target, ('const', 1)))
        return Stmt('assign', target=target, expr=self.fit(v, self.value()))

    def simple(self):
        if self.chance(self.barriers):
            return Stmt('sfence')
        roll = self.rng.random()
        if roll < 0.5:
            return self.assign()
        if roll < 0.58 and not self.d_step:
            return Stmt('expr', expr=self.condition(), special=self.chance(0.2))
        if roll < 0.68:
            return Stmt('assert', expr=self.condition())
        if roll < 0.72:
            return Stmt('skip') if self.chance(0.7) else Stmt('printf', expr=self.value())
        if roll < 0.80 and not self.spin:
            return Stmt('mfence') if self.atomic or self.d_step or self.style == 'mmlib' or self.chance(0.8) else Stmt('sync')
        if roll < 0.90 and self.program.chans and not self.d_step:
            return self.channel()
        if roll < 0.97 and self.q.locals and self.style != 'mmlib' and not (self.spin and self.d_step):
            return self.locked()
        return self.assign()

    def locked(self):
        v = self.rng.choice([v for v in self.program.globals if not v.ghost])
        target = ('var', v.name, ('const', self.rng.randrange(v.size)) if v.size else None)
        kind = self.rng.choice([k for k in LOCKED if k != 'fetch_add' or v.type in NARROW])
        return Stmt(kind, target=target, expr=self.constant(), other=self.constant(), result=self.local())

    def channel(self):
        c = self.program.chans[0]
        if self.chance(0.5):
            return Stmt('send', chan='c', args=[self.fit(Var('', 'int'), self.value()) for _ in c.fields],
                        special=c.capacity > 0 and self.chance(0.15))
        args = []
        for _ in c.fields:
            roll = self.rng.random()
            if roll < 0.6:
                allowed = [v for kind, v in self.variables(writable=True) if not v.size and (kind != 'relaxed' or self.style != 'mmlib')]
                if self.strict:   # pan takes back a receive into a narrower variable wrongly
                    allowed = [v for v in allowed if v.type in WIDE]
                allowed = [v for v in allowed if not any(a[0] == 'var' and a[1] == v.name for a in args)]
                args.append(('var', self.rng.choice(allowed).name, None) if allowed else ('any',))
            else:
                args.append(self.rng.choice([('const', self.rng.randrange(2)), ('eval', self.local()), ('any',)]))
        return Stmt('recv', chan='c', args=args, special=c.capacity > 0 and self.chance(0.15), peek=c.capacity > 0 and self.chance(0.1))

    def statement(self):
        roll = self.rng.random()
        if self.depth >= 2 or roll < 0.55:
            return self.simple()
        self.depth += 1
        try:
            if roll < 0.70:
                return self.choice('if')
            if roll < 0.80 and not self.atomic and not self.d_step:
                return self.choice('do')
            if roll < 0.90 and not self.d_step:
                return self.block('atomic')
            if roll < 0.95 and not self.d_step:
                return self.block('d_step')
            if roll < 0.97 and self.q.locals and not self.d_step:
                v = self.q.locals[0]
                if v.type in ('u2', 'byte'):
                    return Stmt('select', target=('var', v.name, None), expr=('const', self.rng.randrange(2)), other=('const', 2))
            if roll < 0.98 and self.q.locals and not self.spin:
                v = self.q.locals[-1]
                if v.type in ('u2', 'byte'):
                    return Stmt('for', target=('var', v.name, None), expr=('const', 0), other=('const', 1), body=self.for_body(v))
            if self.spin and not self.d_step and roll < 0.99:
                return self.unless()
            return self.simple()
        finally:
            self.depth -= 1

    def for_body(self, v):
        """The counter is not assigned inside, so that the loop is bounded."""
        body = [s for s in (self.simple() for _ in range(2)) if ("'%s'" % v.name) not in str(s)]
        return body or [Stmt('skip')]

    def unless(self):
        body = [self.statement() for _ in range(self.rng.randint(1, 3))]
        escape = [Stmt('expr', expr=self.condition(), special=self.chance(0.2))] + [self.simple() for _ in range(self.rng.randint(0, 2))]
        return Stmt('unless', body=body, escape=escape)

    def block(self, kind, as_option=False):
        """As the first statement of an option it must start with a plain statement: two `else` of one choice are an error."""
        saved = self.atomic, self.d_step, self.loop
        if kind == 'atomic':
            self.atomic = True
        else:
            self.d_step, self.loop = True, False
        body = [self.first(False)] if self.chance(0.4) and kind == 'atomic' else []
        if kind == 'd_step' and self.chance(0.4):
            body = [Stmt('expr', expr=self.condition())]
        body += [self.simple() if as_option and not body and not n else self.statement() for n in range(self.rng.randint(1, 3))]
        if kind == 'd_step' and self.chance(0.04):
            body.append(Stmt('expr', expr=self.condition()))
        self.atomic, self.d_step, self.loop = saved
        return Stmt(kind, body=body)

    def first(self, jumps=True):
        """The first statement of an option."""
        roll = self.rng.random()
        if roll < 0.6:
            return Stmt('expr', expr=self.condition(), special=self.chance(0.2))
        if roll < 0.7 and self.program.chans and not self.d_step:
            return self.channel()
        if roll < 0.76 and jumps and self.loop:
            return Stmt('break')
        if roll < 0.80 and jumps and not self.d_step:
            return Stmt('goto')
        if roll < 0.86 and jumps and not self.d_step and not self.atomic:
            return self.block('atomic', True)
        if roll < 0.9 and jumps and not self.d_step and not self.atomic:
            return self.block('d_step', True)
        return self.assign() if roll < 0.95 else self.simple()

    def bars_else(self, s):
        """Must there be no else beside an option that starts with s? SPIN refuses it beside every look at a channel."""
        if s.kind in ('atomic', 'd_step', 'block'):
            return self.bars_else(s.body[0])
        if self.strict and s.kind == 'expr' and s.expr[0] in ('empty', 'nempty', 'full', 'nfull', 'len'):
            return True
        return s.kind in ('send', 'recv') and (self.strict or self.program.chans[0].capacity == 0)

    def choice(self, kind):
        saved = self.loop
        self.loop = self.loop or kind == 'do'
        options = []
        for _ in range(self.rng.choice([1, 2, 2, 3])):
            option = [self.first()]
            if option[0].kind not in ('break', 'goto'):
                option += [self.statement() for _ in range(self.rng.choice([0, 1, 1, 2]))]
                if self.loop and self.chance(0.25):
                    option.append(Stmt('break'))
                elif not self.d_step and self.chance(0.06):
                    option.append(Stmt('goto'))
            options.append(option)
        # In a d_step every choice has an else: a blocked one would be an error.
        if not any(self.bars_else(o[0]) for o in options) and (self.d_step or self.chance(0.4)):
            options.append([Stmt('else')] + ([self.simple()] if self.chance(0.5) else []) + ([Stmt('break')] if self.loop and self.chance(0.6) else []))
        self.loop = saved
        return Stmt(kind, options=options)


def program(rng, **settings):
    return Generator(rng, **settings).make()
