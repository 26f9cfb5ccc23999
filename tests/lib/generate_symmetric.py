"""Programs with several processes of one type that differ only in their number, or nearly so, as syntax trees.

Where numbers of processes are kept is decided first: a *number* with offset k is the number of a process plus k, or the constant `nobody`, which is none of
these. Arrays have an element for each process, that of the process with number n at index n + c, and perhaps one more. All statements respect that, but for the
slip that some programs have: a statement, an initial value or a condition that tells one process from the others.
"""
from .syntax import LOCKED, Chan, Proc, Program, Stmt, Var

PID = ('pid',)


def const(n):
    return ('const', n)


def plus(e, n):
    return e if n == 0 else ('bin', '+' if n > 0 else '-', e, const(abs(n)))


class Symmetric:
    """`slip`: whether the program has one. `ends`: whether processes may end."""

    def __init__(self, rng, slip, ends, size):
        self.rng, self.ends, self.size = rng, ends, size
        self.program = Program()
        self.count = rng.choice([2, 2, 3, 3, 3, 4])
        self.first = rng.choice([0, 0, 0, 1])           # the number of the first process of P
        self.offset = rng.choice([0, 1, 1, 2])
        low, high = self.first + self.offset, self.first + self.offset + self.count
        self.nobody = rng.choice([high] + [low - 1] * (low > 0))
        self.shift = rng.choice([-self.first, 0, 1])    # of the array: element n + shift belongs to process n
        self.extra = rng.choice([0, 0, 1])
        self.features = {f for f in ('tail', 'next', 'want', 'chan', 'chans', 'atomic', 'locked', 'mine', 'seen', 'other', 'ghost', 'timeout') if rng.random() < 0.45}
        self.slip = rng.choice(SLIPS) if slip else None
        self.numbers, self.owned = {}, {}               # of variables: that they hold numbers; the shift of their elements
        self.unread = False                             # some local starts with 0, which nobody reads
        self.creates = not self.first and 'other' in self.features and self.chance(0.4)     # Q is created by init
        self.stores_to_others = False                   # Q stores to elements of P
        self.conditions = []
        self.labels = 0

    def chance(self, probability):
        return self.rng.random() < probability

    def make(self):
        self.declare()
        body = self.sequence(self.size, 0)
        if self.slip in STATEMENT_SLIPS:
            body.insert(self.rng.randrange(len(body) + 1), STATEMENT_SLIPS[self.slip](self))
        p = Proc('P', locals=self.locals(), body=self.finish(body), active=self.count)
        others = [Proc('Q', locals=[Var('t', 'byte', 0, self.nobody)], body=self.finish(self.other_body()), active=1)] if self.first or 'other' in self.features else []
        self.program.procs = others + [p] if self.first else [p] + others
        if self.creates:
            others[0].active = 0
            self.program.procs.append(Proc('init', body=[Stmt('run', name='Q') for _ in range(self.rng.choice([1, 1, 2]))], active=1))
        self.add_conditions()
        return self.program

    # ---- Declarations ----
    def add(self, name, kind, size=0, initial=0, number=False, owned=False, ghost=False):
        self.program.globals.append(Var(name, kind, size, initial, ghost))
        if number:
            self.numbers[name] = self.offset
        if owned:
            self.owned[name] = self.shift

    def declare(self):
        size = self.first + self.shift + self.count + self.extra
        self.add('x', self.rng.choice(['bit', 'u2', 'byte']))
        if 'tail' in self.features:
            inside = self.slip == 'initial'
            self.add('tail', 'byte', 0, self.first + self.offset if inside else self.nobody, number=True, ghost='ghost' in self.features and self.chance(0.5))
        elif self.slip == 'initial':
            self.slip = 'order'
        if 'want' in self.features or self.slip in ('index', 'partial'):
            self.features.add('want')
            self.add('want', 'bit', size - self.extra - 1 if self.slip == 'partial' and size - self.extra > 1 else size, owned=True)
        if 'next' in self.features:
            self.add('next', 'byte', size, self.nobody, number=True, owned=True, ghost='ghost' in self.features)
        if 'chan' in self.features or self.slip == 'sorted':
            self.features.add('chan')
            self.program.chans.append(Chan('c', 2 if self.slip == 'sorted' else self.rng.choice([0, 1, 2]), ['byte', 'byte'] if self.chance(0.4) else ['byte']))
        if 'chans' in self.features:
            self.program.chans.append(Chan('d', self.rng.choice([1, 1, 0]), ['byte'], size))

    def locals(self):
        found = [Var('r', 'u2')]
        if 'mine' in self.features:
            found.append(Var('mine', 'byte', 0, plus(PID, self.offset)))
            self.numbers['mine'] = self.offset
        self.unread = self.chance(0.2)
        if not self.unread:
            found.append(Var('m', 'byte', 0, self.nobody))
        else:
            found.append(Var('m', 'byte'))
        self.numbers['m'] = self.offset
        if 'seen' in self.features:
            found.append(Var('seen', 'bit', self.first + self.shift + self.count))
            self.owned['seen'] = self.shift
        return found

    # ---- Expressions ----
    def places(self):
        """Where a number of a process may be kept."""
        found = [('var', 'm', None)]
        if 'tail' in self.features:
            found += [('var', 'tail', None)] * 2
        if 'next' in self.features:
            found.append(('var', 'next', self.index()))
        return found

    def number(self):
        """The number of a process plus the offset, or nobody."""
        found = [plus(PID, self.offset), plus(PID, self.offset), const(self.nobody), *self.places()]
        if 'mine' in self.features:
            found.append(('var', 'mine', None))
        if self.chance(0.08):
            return ('cond', self.truth(0), self.rng.choice(found), self.rng.choice(found))
        return self.rng.choice(found)

    def index(self):
        """Of an array with an element for each process."""
        if self.chance(0.6):
            return plus(PID, self.shift)
        return plus(('var', 'mine' if 'mine' in self.features and self.chance(0.5) else 'm', None), self.shift - self.offset)

    def flag(self):
        """A place for 0 and 1."""
        found = [('var', 'x', None), ('var', 'r', None)]
        if 'want' in self.features:
            found += [('var', 'want', self.index())] * 2
        if 'seen' in self.features:
            found.append(('var', 'seen', self.index()))
        return self.rng.choice(found)

    def truth(self, depth=1):
        kind = self.rng.randrange(6)
        if depth and kind == 0:
            return ('bin', self.rng.choice(['&&', '||']), self.truth(0), self.truth(0))
        if kind == 1:
            return ('un', '!', ('bin', '==', self.number(), self.number()))
        if kind <= 3:
            return ('bin', self.rng.choice(['==', '!=']), self.number(), self.number())
        return ('bin', self.rng.choice(['==', '!=', '<']), self.flag(), const(self.rng.randrange(2)))

    # ---- Statements ----
    def statement(self, depth):
        choices = [self.assign_flag, self.assign_flag, self.assign_number, self.assign_number, self.guard, self.check]
        if depth < 2:
            choices += [self.choose]
        if 'locked' in self.features:
            choices += [self.locked, self.locked]
        if 'chan' in self.features or 'chans' in self.features:
            choices += [self.message, self.message]
        if 'atomic' in self.features and depth < 2:
            choices += [self.block]
        return self.rng.choice(choices)(depth)

    def assign_flag(self, depth):
        value = self.rng.choice([const(0), const(1), self.flag(), ('bin', '-', const(1), ('var', 'x', None)), ('bin', '==', self.number(), self.number())])
        return Stmt('assign', target=self.flag(), expr=value)

    def assign_number(self, depth):
        return Stmt('assign', target=self.rng.choice(self.places()), expr=self.number())

    def guard(self, depth):
        if 'timeout' in self.features and self.chance(0.15):
            return Stmt('expr', expr=('timeout',))
        return Stmt('expr', expr=self.truth())

    def check(self, depth):
        return Stmt('assert', expr=self.truth()) if self.chance(0.4) else Stmt('skip') if self.chance(0.2) else Stmt('mfence')

    def choose(self, depth):
        options = [[self.guard(depth)] + self.sequence(1, depth + 1) for _ in range(2)]
        if self.chance(0.4):
            options[1][0] = Stmt('else')
        return Stmt('if', options=options)

    def block(self, depth):
        return Stmt(self.rng.choice(['atomic', 'atomic', 'd_step']) if not self.program.chans else 'atomic', body=self.plain_sequence(2))

    def plain_sequence(self, length):
        """Assignments alone, which never block."""
        return [self.rng.choice([self.assign_flag, self.assign_number])(0) for _ in range(length)]

    def locked(self, depth):
        kind = self.rng.choice(LOCKED)
        relaxed = [v.name for v in self.program.globals if not v.ghost and v.name in self.numbers]
        if kind == 'fetch_add' or not relaxed:
            return Stmt('fetch_add', target=('var', 'x', None), expr=const(1), result=('var', 'r', None))
        target = ('var', 'tail', None) if 'tail' in relaxed else ('var', relaxed[0], self.index())
        if kind == 'xchg':
            return Stmt('xchg', target=target, expr=self.number(), result=('var', 'm', None))
        return Stmt(kind, target=target, expr=self.number(), other=self.number(), result=('var', 'r' if kind == 'cas' else 'm', None))

    def message(self, depth):
        chan = next((c for c in self.program.chans if c.name == 'c'), None)
        if chan and ('chans' not in self.features or self.chance(0.5)):
            more = [const(1)] * (len(chan.fields) - 1)
            name = 'c'
        else:
            more, name = [], ('d', self.index())
        if self.chance(0.5):
            return Stmt('send', chan=name, args=[self.number()] + more)
        pattern = ('eval', self.number()) if self.chance(0.3) else ('var', 'm', None)
        return Stmt('recv', chan=name, args=[pattern] + [('var', 'r', None)] * len(more), special=self.chance(0.2) and name == 'c')

    def sequence(self, length, depth):
        return [self.statement(depth) for _ in range(length)]

    def other_body(self):
        """Of a process of another type: it looks at numbers, stores to the element of the process that one names, and has none of its own."""
        found, named = [], ('var', 't', None)
        for _ in range(self.rng.choice([1, 2])):
            if 'want' in self.features and self.chance(0.4):
                owned = Stmt('assign', target=('var', 'want', plus(named, self.shift - self.offset)), expr=const(self.rng.randrange(2)))
                found.append(Stmt('if', options=[[Stmt('expr', expr=('bin', '!=', named, const(self.nobody))), owned], [Stmt('else'), Stmt('skip')]]))
                self.stores_to_others = True
            elif 'chan' in self.features and self.chance(0.3):
                more = [const(1)] * (len(self.program.chans[0].fields) - 1)
                found.append(Stmt(self.rng.choice(['recv', 'recv', 'send']), chan='c', args=[named] + more))
            elif 'tail' in self.features and self.chance(0.6):
                found.append(self.rng.choice([Stmt('assign', target=('var', 't', None), expr=('var', 'tail', None)),
                                              Stmt('assign', target=('var', 'tail', None), expr=('var', 't', None)),
                                              Stmt('expr', expr=('bin', '!=', ('var', 't', None), ('var', 'tail', None)))]))
            else:
                found.append(Stmt('assign', target=('var', 'x', None), expr=const(self.rng.randrange(2))))
        self.numbers['t'] = self.offset
        return found

    def finish(self, body):
        if self.ends:
            return body
        if self.creates or self.chance(0.5):             # where processes are created, those that may end are told apart
            return [Stmt('do', options=[body])]
        self.labels += 1
        return body + [Stmt('expr', label='end_%d' % self.labels, expr=('bin', '==', ('const', 1), ('const', 2)))]

    # ---- Conditions ----
    def add_conditions(self):
        one = const(self.first)
        r, m = ('remote', 'P', ('var', 'r', None), one), ('remote', 'P', ('var', 'm', None), one)
        if self.slip == 'condition':
            self.conditions.append(('--never', self.rng.choice([('bin', '==', r, const(1)), ('bin', '!=', m, const(self.nobody))])))
        if 'tail' in self.features and self.chance(0.3):
            number = const(self.first + self.offset) if self.slip == 'condition' else const(self.nobody)
            self.conditions.append(('--never', ('bin', '==', ('var', 'tail', None), number)))
        if self.chance(0.3):
            self.conditions.append(('--always', ('bin', '!=', ('var', 'x', None), const(1))))


def lower(self):
    return const(self.first + self.offset)


STATEMENT_SLIPS = {
    'order': lambda g: Stmt('expr', expr=('bin', g.rng.choice(['<', '<=', '>', '>=']), PID, const(g.first + 1))),
    'order of numbers': lambda g: Stmt('assert', expr=('bin', '<=', plus(PID, g.offset), g.number())),
    'one': lambda g: Stmt('expr', expr=('bin', g.rng.choice(['==', '!=']), PID, const(g.first))),
    'one number': lambda g: Stmt('assign', target=('var', 'm', None), expr=lower(g)),
    'index': lambda g: Stmt('assign', target=('var', 'want', const(g.first + g.shift)), expr=const(1)),
    'arithmetic': lambda g: Stmt('assign', target=('var', 'x', None), expr=('bin', g.rng.choice(['*', '&', '%']), PID, const(2))),
    'successor': lambda g: Stmt('assign', target=('var', 'm', None), expr=plus(('var', 'm', None), 1)),
    'sum': lambda g: Stmt('expr', expr=('bin', '==', ('bin', '+', PID, ('var', 'x', None)), const(g.first + 1))),
    'flag': lambda g: Stmt('assign', target=('var', 'x', None), expr=PID),
    'truth': lambda g: Stmt('expr', expr=('bin', '&&', PID, const(1))),
    'negation': lambda g: Stmt('assign', target=('var', 'x', None), expr=('un', '~', PID)),
    'choice': lambda g: Stmt('assign', target=('var', 'r', None), expr=('cond', ('bin', '==', PID, const(g.first)), const(1), const(0))),
    'offset': lambda g: g.rng.choice([Stmt('expr', expr=('bin', g.rng.choice(['==', '!=']), plus(PID, g.offset + 1), g.rng.choice(g.places()))),
                                      Stmt('assert', expr=('bin', '!=', plus(PID, g.offset + 1), g.rng.choice(g.places()))),
                                      Stmt('assign', target=g.rng.choice(g.places()), expr=plus(PID, g.offset + 1))]),
    'sorted': lambda g: Stmt('send', chan='c', args=[plus(PID, g.offset)] + [const(1)] * (len(g.program.chans[0].fields) - 1), special=True),
    'plain': lambda g: Stmt('expr', expr=('bin', '==', plus(PID, g.offset), ('var', 'x', None))),
}
SLIPS = [*STATEMENT_SLIPS, 'initial', 'partial', 'condition']
