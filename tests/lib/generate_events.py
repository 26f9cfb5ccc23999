"""Random programs on which the search over events has something to do: loops that store without end, loops in loops, jumps out of them,
two to four processes that watch each other's locations. Nothing that it refuses, or hardly.
"""
from .generate import Generator
from .syntax import Chan, Stmt, Var


class EventsGenerator(Generator):
    def __init__(self, rng, size=4):
        super().__init__(rng, faults=rng.random() < 0.05, size=size)
        self.loopy = rng.choice([0.15, 0.3, 0.5])      # how likely a compound statement is a loop
        self.fences = rng.choice([0, 0.05, 0.15])
        self.blocks = rng.choice([0, 0, 0.1, 0.25])    # atomic blocks
        self.locks = rng.choice([0, 0, 0.08])
        self.ghostly = rng.choice([0, 0, 0.12])

    def make(self):
        rng = self.rng
        self.declare()
        self.count = rng.choice([2, 2, 2, 2, 3, 3, 4])
        if self.count > 2:
            self.size = min(self.size, 6 - self.count)
        self.creates = self.count < 4 and self.chance(0.05)
        for name in 'PQRS'[:self.count]:
            self.add_process(name, 1)
        if self.count == 2 and self.chance(0.1):
            self.program.procs[0].active = 2
        if self.creates:
            self.add_child(self.program.procs[0])
        self.share()
        return self.program

    def declare(self):
        rng, p = self.rng, self.program
        for name in 'xyz'[:rng.choice([1, 2, 2, 2, 3])]:
            p.globals.append(Var(name, rng.choice(['bit', 'bit', 'u2']), 0, 0))
        if self.chance(0.06):
            p.globals.append(Var('a', 'bit', 2, 0))
        if self.ghostly or self.chance(0.1):
            p.globals.append(Var('g', rng.choice(['bit', 'u2']), 0, 0, True))
        if self.chance(0.2):
            p.chans.append(Chan('c', rng.choice([0, 0, 1, 1, 2]), [rng.choice(['bit', 'byte'])]))

    def add_process(self, name, active):
        super().add_process(name, active)
        q = self.program.procs[-1]
        if len(q.locals) > 1 and self.count > 2:
            used = str(q.body)
            q.locals = [v for n, v in enumerate(q.locals) if n == 0 or ("'%s'" % v.name) in used]
        if self.chance(0.25):                          # the whole body again and again
            q.body = [Stmt('do', options=[[s for s in q.body]])] if not self.has_jump(q.body) else q.body

    def has_jump(self, body):
        return any(s.kind in ('goto', 'else') or s.label or any(self.has_jump(b) for b in (s.options or []) + [s.body or []]) for s in body)

    def value(self):
        roll = self.rng.random()
        if roll < 0.65:
            return ('const', self.rng.choice([0, 1, 1, 1, 2]))
        _, a = self.variable()
        if roll < 0.9 or self.faults:
            return a if not self.faults or roll < 0.95 else ('bin', '/', ('const', 1), a)
        return ('bin', self.rng.choice(['+', '^']), a, ('const', 1))

    def channel(self):
        """What a rendezvous hands over may be wrong, when somebody is there to take it: where others may find that is not the sender's affair."""
        made = super().channel()
        if self.program.chans[0].capacity or not self.chance(0.25):
            return made
        arrays = [v for v in self.program.globals if v.size]
        _, a = self.variable()
        if made.kind == 'send':
            wrong = ('var', arrays[0].name, self.local()) if arrays and self.q.locals and self.chance(0.5) else ('bin', '/', ('const', 1), a)
        elif arrays and self.q.locals and self.chance(0.5):
            wrong = ('var', arrays[0].name, self.local())
        else:
            wrong = ('eval', ('bin', '/', ('const', 1), a))
        made.args[0] = wrong
        return made

    def assign(self):
        ghosts = [v for v in self.program.globals if v.ghost]
        relaxed = [v for v in self.program.globals if not v.ghost]
        roll = self.rng.random()
        if ghosts and roll < self.ghostly:
            v = ghosts[0]
        elif roll < 0.75 or not self.q.locals:
            v = self.rng.choice(relaxed)
        else:
            v = self.rng.choice(self.q.locals)
        target = ('var', v.name, self.index(v))
        if self.chance(0.08):
            return Stmt('assign', target=target, expr=self.fit(v, ('bin', '+', target, ('const', 1))))
        return Stmt('assign', target=target, expr=self.fit(v, self.value()))

    def simple(self):
        if self.chance(self.barriers):
            return Stmt('sfence')
        roll = self.rng.random()
        if roll < self.fences:
            return Stmt('mfence') if self.atomic or self.d_step or self.chance(0.8) else Stmt('sync' if self.creates or self.chance(0.5) else 'membarrier')
        roll = self.rng.random()
        if roll < self.locks and self.q.locals:
            return self.locked()
        roll = self.rng.random()
        if roll < 0.12 and self.program.chans and not self.d_step and (self.program.chans[0].capacity or not self.atomic):
            return self.channel()
        if roll < 0.30 and not self.d_step:
            return Stmt('expr', expr=self.condition(), special=self.chance(0.2))
        if roll < 0.34:
            return Stmt('assert', expr=self.condition())
        if roll < 0.36:
            return Stmt('skip')
        return self.assign()

    def statement(self):
        roll = self.rng.random()
        if self.depth >= 3 or roll < (0.5 if self.depth == 0 else 0.65):
            return self.simple()
        self.depth += 1
        try:
            roll = self.rng.random()
            if roll < self.blocks and not self.d_step:
                return self.block('atomic' if self.chance(0.8) else 'd_step')
            roll = self.rng.random()
            if roll < self.loopy and not self.atomic and not self.d_step:
                return self.store_loop() if self.chance(0.4) else self.choice('do')
            if roll < 0.75:
                return self.choice('if')
            return self.simple()
        finally:
            self.depth -= 1

    def store_loop(self):
        """Stores any number of times: do :: x = 1 od, with a way out or none, perhaps watching something."""
        options = []
        for _ in range(self.rng.choice([1, 1, 2, 2, 3])):
            option = [Stmt('expr', expr=self.condition())] if self.chance(0.35) else []
            option += [self.assign() for _ in range(self.rng.choice([1, 1, 2]))]
            options.append(option)
        if self.chance(0.75):
            options.append(([Stmt('expr', expr=self.condition())] if self.chance(0.4) else []) + [Stmt('break')])
        return Stmt('do', options=options)

    def first(self, jumps=True):
        roll = self.rng.random()
        if roll < 0.5:
            return Stmt('expr', expr=self.condition())
        if roll < 0.6 and self.program.chans and not self.d_step and (self.program.chans[0].capacity or not self.atomic):
            return self.channel()
        if roll < 0.68 and jumps and self.loop:
            return Stmt('break')
        if roll < 0.73 and jumps and not self.d_step:
            return Stmt('goto')
        if roll < 0.73 + self.blocks / 2 and jumps and not self.d_step and not self.atomic:
            return self.block('atomic' if self.chance(0.8) else 'd_step', True)
        return Stmt('sfence') if self.chance(self.barriers / 2) else self.assign()

    def conditions(self):
        """A few conditions on whole states, for lines `// never:`."""
        found = []
        labelled = [(q, s.label) for q in self.program.procs for s in q.body if s.label]
        for _ in range(self.rng.choice([0, 1, 2])):
            parts = []
            for v in self.rng.sample(self.program.globals, min(2, len(self.program.globals))):
                if not v.size:
                    parts.append('%s == %d' % (v.name, self.rng.choice([0, 1, 1])))
            if labelled and self.chance(0.6):
                q, label = self.rng.choice(labelled)
                parts.append('%s@%s' % (q.name, label))
            q = self.rng.choice(self.program.procs)
            if self.chance(0.3) and q.active == 1:
                v = self.rng.choice([v for v in self.program.globals if not v.size and not v.ghost])
                parts.append('view(%s, %s) == %d' % (q.name, v.name, self.rng.choice([0, 1])))
            found.append(' && '.join(parts))
        return found


def program(rng, **settings):
    """A program and conditions on its states."""
    generator = EventsGenerator(rng, **settings)
    made = generator.make()
    return made, generator.conditions()
