"""Syntax trees of the generated programs, and how they are printed as Promela.

The generator builds these trees, the naive implementation runs them, and only the printers below know how they are written.
Nothing here parses anything.

Expressions are tuples:
  ('const', n) ('var', name, index or None) ('un', op, a) ('bin', op, a, b) ('cond', a, b, c) ('pid',) ('nr_pr',) ('timeout',)
  ('len'|'empty'|'nempty'|'full'|'nfull', channel) ('poll', channel, patterns, random) ('mtype', name)
  a channel is a name, or (name, index) for an element of an array
  ('at', process, label, number or None) ('remote', process, variable, number or None) ('view', process, variable): what that process sees
A variable of a struct is named after its path: `s.a`, and `t#.a` where the index of an array of structs belongs at the sign.
Patterns of a receive: ('const', n) matches, ('eval', e) matches, ('var', ...) is filled, ('any',) is thrown away.

Styles of printing: plain (style 1 with fences as mfence), words (style 3: store and load where they apply), mmlib, and spin (what
the reference tool reads under SC: fences are skip, locked instructions are d_step blocks).
"""
from dataclasses import dataclass, field

LOCKED = ('xchg', 'fetch_add', 'cas', 'cmpxchg')   # kinds of statements: one step on memory, the own buffer drained
COMPARING = ('cas', 'cmpxchg')
MMLIB_HEADER = {'sc': 'sc.h', 'tso': 'tso.h', 'pso': 'pso.h'}


@dataclass
class Var:
    name: str
    type: str                  # bit bool byte short int mtype, or u2, u3, ..: unsigned of that many bits
    size: int = 0              # 0: a scalar
    initial: object = 0        # a number; of a local also an expression
    ghost: bool = False


@dataclass
class Chan:
    name: str
    capacity: int
    fields: list
    size: int = 0              # of an array of channels; 0: a single one


@dataclass
class Stmt:
    kind: str
    label: str = None
    target: tuple = None       # ('var', name, index)
    expr: tuple = None
    other: tuple = None        # new value of cas, cmpxchg
    result: tuple = None       # local of a locked operation
    chan: str = None
    args: list = field(default_factory=list)
    special: bool = False      # !! or ??; a condition: printed as await (e)
    peek: bool = False
    counts: bool = False       # an assignment of itself plus or minus one: printed as x++, x--
    options: list = None       # if, do: lists of statements
    body: list = None          # atomic, d_step, for, unless
    escape: list = None        # unless
    name: str = None           # of goto, run
    line: int = 0              # where it was last printed


@dataclass
class Proc:
    name: str
    params: list = field(default_factory=list)   # Vars
    locals: list = field(default_factory=list)
    body: list = field(default_factory=list)
    active: int = 0            # init has 1
    provided: tuple = None


@dataclass
class Program:
    globals: list = field(default_factory=list)
    chans: list = field(default_factory=list)
    procs: list = field(default_factory=list)
    style: str = 'plain'
    header: str = None         # mmlib: sc, tso or pso, the header that is included
    bound: int = 0             # mmlib: BUFFSIZE
    mtypes: list = field(default_factory=list)   # names
    structs: list = field(default_factory=list)  # (name, size); their members are among the globals


def bits_of(kind):
    """Of an unsigned type; None for others."""
    return int(kind[1:]) if kind[0] == 'u' else None


def struct_of(name):
    """The struct that a variable is a member of, and its name there; None for others."""
    return (name.split('.')[0].rstrip('#'), name.split('.')[1]) if '.' in name else None


def mtype_value(names, name):
    """As SPIN numbers them: the last one is 1."""
    return len(names) - names.index(name)


class Printer:
    """Prints one program; every statement is on a line of its own, and its number is left in Stmt.line."""

    def __init__(self, program, style=None):
        self.program = program
        self.style = style or program.style
        self.lines = []
        self.relaxed = {v.name for v in program.globals if not v.ghost}

    def text(self):
        p = self.program
        if self.style == 'mmlib':
            self.mmlib_head()
        elif self.style == 'spin':
            pass
        if p.mtypes:
            self.out(0, 'mtype = { %s };' % ', '.join(p.mtypes))
        for name, size in p.structs:
            self.struct(name, size)
        for v in p.globals:
            if not struct_of(v.name) and (self.style != 'mmlib' or v.ghost):
                self.out(0, self.declare(v, self.style in ('plain', 'words')) + ';')
        for c in p.chans:
            self.out(0, 'chan %s%s = [%d] of { %s };' % (c.name, '[%d]' % c.size if c.size else '', c.capacity, ', '.join(c.fields)))
        for q in p.procs:
            self.proc(q)
        return '\n'.join(self.lines) + '\n'

    def mmlib_head(self):
        p = self.program
        shared = [v for v in p.globals if not v.ghost]
        self.out(0, '#define PROCSIZE %d' % 8)
        self.out(0, '#define VARSIZE %d' % max(1, sum(max(1, v.size) for v in shared)))
        self.out(0, '#define BUFFSIZE %d' % max(1, p.bound))
        number = 0
        for v in shared:
            self.out(0, '#define %s %d' % (v.name, number))
            number += max(1, v.size)
        self.out(0, '#include "library/%s"' % MMLIB_HEADER[p.header])

    def struct(self, name, size):
        members = [v for v in self.program.globals if struct_of(v.name) and struct_of(v.name)[0] == name]
        inner = [self.declare(Var(struct_of(v.name)[1], v.type, 0 if size else v.size), False) for v in members]
        self.out(0, 'typedef T_%s { %s };' % (name, '; '.join(inner)))
        self.out(0, 'T_%s %s%s;' % (name, name, '[%d]' % size if size else ''))

    def declare(self, v, mark_ghost):
        text = ('ghost ' if v.ghost and mark_ghost else '') + ('unsigned' if bits_of(v.type) else v.type) + ' ' + v.name
        if bits_of(v.type):
            text += ' : %d' % bits_of(v.type)
        if v.size:
            text += '[%d]' % v.size
        if v.initial:
            text += ' = %s' % (self.expr(v.initial) if isinstance(v.initial, tuple) else v.initial)
        return text

    def out(self, depth, text):
        self.lines.append('    ' * depth + text)
        return len(self.lines)

    def proc(self, q):
        if q.name == 'init':
            head = 'init'
        else:
            head = ('active [%d] ' % q.active if q.active > 1 else 'active ' if q.active else '') + 'proctype ' + q.name
            head += '(' + '; '.join(self.declare(v, False) for v in q.params) + ')'
        if q.provided:
            head += ' provided (%s)' % self.expr(q.provided)
        self.out(0, head + ' {')
        for v in q.locals:
            self.out(1, self.declare(v, False) + ';')
        self.sequence(q.body, 1)
        self.out(0, '}')

    def sequence(self, statements, depth):
        for s in statements:
            self.statement(s, depth)

    def statement(self, s, depth):
        prefix = s.label + ': ' if s.label else ''
        if s.kind in ('if', 'do'):
            s.line = self.out(depth, prefix + s.kind)
            for option in s.options:
                mark = len(self.lines)
                self.sequence(option, depth + 1)
                self.lines[mark] = '    ' * depth + ':: ' + self.lines[mark].lstrip()
            self.out(depth, {'if': 'fi', 'do': 'od'}[s.kind] + ';')
        elif s.kind in ('atomic', 'd_step', 'for', 'unless', 'block'):
            head = {'block': '{', 'unless': '{'}.get(s.kind, s.kind + ' {')
            if s.kind == 'for':
                head = 'for (%s : %s .. %s) {' % (self.expr(s.target), self.expr(s.expr), self.expr(s.other))
            s.line = self.out(depth, prefix + head)
            self.sequence(s.body, depth + 1)
            if s.kind == 'unless':
                self.out(depth, '} unless {')
                self.sequence(s.escape, depth + 1)
            self.out(depth, '};')
        else:
            s.line = self.out(depth, prefix + self.simple(s) + ';')

    def simple(self, s):
        k = s.kind
        e = self.expr
        if k == 'declare':
            return self.declare(Var(s.target[1], s.name, 0, s.expr), False)
        if k == 'init':
            return 'INIT(%s, %s)' % (self.place(s.target), e(s.expr))
        if k == 'assign':
            if s.counts:
                return self.place(s.target) + ('++' if s.expr[1] == '+' else '--')
            if s.target[1] in self.relaxed:
                if self.style == 'words':
                    return 'store(%s, %s)' % (self.place(s.target), e(s.expr))
                if self.style == 'mmlib':
                    return 'WRITE(%s, %s)' % (self.place(s.target), e(s.expr))
            return '%s = %s' % (self.place(s.target), e(s.expr))
        if k == 'expr':
            v = s.expr
            if s.special and self.style != 'spin':
                return 'await (%s)' % e(v)
            if self.style == 'words' and v[0] == 'bin' and v[1] == '==' and v[2][0] == 'var' and v[2][1] in self.relaxed:
                return 'load(%s, %s)' % (self.place(v[2]), e(v[3]))
            return e(v)
        if k in LOCKED:
            return self.locked(s)
        if k in ('mfence', 'sfence', 'sync', 'membarrier'):
            return 'skip' if self.style == 'spin' else 'FENCE()' if self.style == 'mmlib' and k == 'mfence' else k
        if k == 'assert':
            return 'assert(%s)' % e(s.expr)
        if k == 'send':
            text = ', '.join(e(a) for a in s.args)
            return '%s!%s%s' % (self.channel(s.chan), '!' if s.special else ' ' if text.startswith('!') else '', text)
        if k == 'recv':
            text = ', '.join(self.pattern(a) for a in s.args)
            return '%s?%s%s' % (self.channel(s.chan), '?' if s.special else '', '<' + text + '>' if s.peek else text)
        if k == 'run':
            return (self.place(s.result) + ' = ' if s.result else '') + 'run %s(%s)' % (s.name, ', '.join(e(a) for a in s.args))
        if k == 'goto':
            return 'goto ' + s.name
        if k == 'printf':
            return 'printf("%d\\n", ' + e(s.expr) + ')'
        if k == 'select':
            return 'select (%s : %s .. %s)' % (self.place(s.target), e(s.expr), e(s.other))
        return k   # skip break else

    def locked(self, s):
        e = self.expr
        x, r = self.place(s.target), e(s.result)
        if self.style != 'spin':
            values = [e(s.expr)] + ([e(s.other)] if s.kind in COMPARING else [])
            return '%s(%s)' % (s.kind, ', '.join([x] + values + [r]))
        if s.kind == 'xchg':
            return 'd_step { %s = %s; %s = %s }' % (r, x, x, e(s.expr))
        if s.kind == 'fetch_add':
            return 'd_step { %s = %s; %s = %s + %s }' % (r, x, x, x, e(s.expr))
        if s.kind == 'cmpxchg':
            return 'd_step { if :: %s == %s -> %s = %s; %s = %s :: else -> %s = %s fi }' % (x, e(s.expr), r, x, x, e(s.other), r, x)
        return ('d_step { if :: %s == %s -> %s = %s; %s = 1 :: else -> %s = 0 fi }'
                % (x, e(s.expr), x, e(s.other), r, r))

    def place(self, v):
        if v[2] is None:
            return v[1]
        if self.style == 'mmlib' and v[1] in self.relaxed:
            return '%s + %s' % (v[1], self.expr(v[2]))
        name = v[1] if '#' in v[1] else v[1] + '#'
        return name.replace('#', '[%s]' % self.expr(v[2]))

    def channel(self, name):
        return name if isinstance(name, str) else '%s[%s]' % (name[0], self.expr(name[1]))

    def process(self, name, number):
        return name if number is None else '%s[%s]' % (name, self.expr(number))

    def pattern(self, a):
        if a[0] == 'any':
            return '_'
        if a[0] == 'eval':
            return 'eval(%s)' % self.expr(a[1])
        return self.expr(a)

    def expr(self, e):
        k = e[0]
        if k == 'const':
            return str(e[1]) if e[1] >= 0 else '(%d)' % e[1]
        if k == 'var':
            text = self.place(e)
            return 'READ(%s)' % text if self.style == 'mmlib' and e[1] in self.relaxed else text
        if k == 'un':
            return '%s(%s)' % (e[1], self.expr(e[2]))
        if k == 'bin':
            return '(%s %s %s)' % (self.expr(e[2]), e[1], self.expr(e[3]))
        if k == 'cond':
            return '(%s -> %s : %s)' % tuple(self.expr(a) for a in e[1:])
        if k in ('len', 'empty', 'nempty', 'full', 'nfull'):
            return '%s(%s)' % (k, self.channel(e[1]))
        if k == 'poll':
            return '%s?%s[%s]' % (self.channel(e[1]), '?' if e[3] else '', ', '.join(self.pattern(a) for a in e[2]))
        if k == 'mtype':
            return e[1]
        if k == 'at':
            return '%s@%s' % (self.process(e[1], e[3]), e[2])
        if k == 'remote':
            return '(%s:%s)' % (self.process(e[1], e[3]), self.place(e[2]))
        if k == 'view':
            return 'view(%s, %s)' % (e[1], self.place(e[2]))
        return {'pid': '_pid', 'nr_pr': '_nr_pr', 'timeout': 'timeout'}[k]


def promela(program, style=None):
    return Printer(program, style).text()
