"""Syntax trees of the generated programs, and how they are printed as Promela.

The generator builds these trees, the naive implementation runs them, and only the printers below know how they are written.
Nothing here parses anything.

Expressions are tuples:
  ('const', n) ('var', name, index or None) ('un', op, a) ('bin', op, a, b) ('cond', a, b, c) ('pid',) ('nr_pr',) ('timeout',)
  ('len'|'empty'|'nempty'|'full'|'nfull', channel) ('poll', channel, patterns, random) ('at', process, label)
Patterns of a receive: ('const', n) matches, ('eval', e) matches, ('var', ...) is filled, ('any',) is thrown away.

Styles of printing: plain (style 1 with fences as mfence), words (style 3: store and load where they apply), mmlib, and spin (what
the reference tool reads under SC: fences are skip, locked instructions are d_step blocks).
"""
from dataclasses import dataclass, field

MMLIB_HEADER = {'sc': 'sc.h', 'tso': 'tso.h', 'pso': 'pso.h'}


@dataclass
class Var:
    name: str
    type: str                  # bit bool byte short int, or u2: unsigned of 2 bits
    size: int = 0              # 0: a scalar
    initial: int = 0
    ghost: bool = False


@dataclass
class Chan:
    name: str
    capacity: int
    fields: list


@dataclass
class Stmt:
    kind: str
    label: str = None
    target: tuple = None       # ('var', name, index)
    expr: tuple = None
    other: tuple = None        # new value of cas
    result: tuple = None       # local of xchg, fetch_add, cas
    chan: str = None
    args: list = field(default_factory=list)
    special: bool = False      # !! or ??
    peek: bool = False
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


def type_text(kind):
    return 'unsigned' if kind == 'u2' else kind


def declare(var, mark_ghost):
    text = ('ghost ' if var.ghost and mark_ghost else '') + type_text(var.type) + ' ' + var.name
    if var.type == 'u2':
        text += ' : 2'
    if var.size:
        text += '[%d]' % var.size
    if var.initial:
        text += ' = %d' % var.initial
    return text


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
        for v in p.globals:
            if self.style == 'mmlib' and not v.ghost:
                continue
            self.out(0, declare(v, self.style in ('plain', 'words')) + ';')
        for c in p.chans:
            self.out(0, 'chan %s = [%d] of { %s };' % (c.name, c.capacity, ', '.join(c.fields)))
        for q in p.procs:
            self.proc(q)
        return '\n'.join(self.lines) + '\n'

    def mmlib_head(self):
        p = self.program
        shared = [v for v in p.globals if not v.ghost]
        self.out(0, '#define PROCSIZE %d' % 8)
        self.out(0, '#define VARSIZE %d' % max(1, len(shared)))
        self.out(0, '#define BUFFSIZE %d' % max(1, p.bound))
        for number, v in enumerate(shared):
            self.out(0, '#define %s %d' % (v.name, number))
        self.out(0, '#include "library/%s"' % MMLIB_HEADER[p.header])

    def out(self, depth, text):
        self.lines.append('    ' * depth + text)
        return len(self.lines)

    def proc(self, q):
        if q.name == 'init':
            head = 'init'
        else:
            head = ('active [%d] ' % q.active if q.active > 1 else 'active ' if q.active else '') + 'proctype ' + q.name
            head += '(' + '; '.join(declare(v, False) for v in q.params) + ')'
        if q.provided:
            head += ' provided (%s)' % self.expr(q.provided)
        self.out(0, head + ' {')
        for v in q.locals:
            self.out(1, declare(v, False) + ';')
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
        if k == 'assign':
            if s.target[1] in self.relaxed:
                if self.style == 'words':
                    return 'store(%s, %s)' % (self.place(s.target), e(s.expr))
                if self.style == 'mmlib':
                    return 'WRITE(%s, %s)' % (self.place(s.target), e(s.expr))
            return '%s = %s' % (self.place(s.target), e(s.expr))
        if k == 'expr':
            v = s.expr
            if self.style == 'words' and v[0] == 'bin' and v[1] == '==' and v[2][0] == 'var' and v[2][1] in self.relaxed:
                return 'load(%s, %s)' % (self.place(v[2]), e(v[3]))
            return e(v)
        if k in ('xchg', 'fetch_add', 'cas'):
            return self.locked(s)
        if k in ('mfence', 'sync'):
            return 'skip' if self.style == 'spin' else 'FENCE()' if self.style == 'mmlib' else k
        if k == 'assert':
            return 'assert(%s)' % e(s.expr)
        if k == 'send':
            return '%s!%s%s' % (s.chan, '!' if s.special else '', ', '.join(e(a) for a in s.args))
        if k == 'recv':
            text = ', '.join(self.pattern(a) for a in s.args)
            return '%s?%s%s' % (s.chan, '?' if s.special else '', '<' + text + '>' if s.peek else text)
        if k == 'run':
            return 'run %s(%s)' % (s.name, ', '.join(e(a) for a in s.args))
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
            values = [e(s.expr)] + ([e(s.other)] if s.kind == 'cas' else [])
            return '%s(%s)' % (s.kind, ', '.join([x] + values + [r]))
        if s.kind == 'xchg':
            return 'd_step { %s = %s; %s = %s }' % (r, x, x, e(s.expr))
        if s.kind == 'fetch_add':
            return 'd_step { %s = %s; %s = %s + %s }' % (r, x, x, x, e(s.expr))
        return ('d_step { if :: %s == %s -> %s = %s; %s = 1 :: else -> %s = 0 fi }'
                % (x, e(s.expr), x, e(s.other), r, r))

    def place(self, v):
        return v[1] if v[2] is None else '%s[%s]' % (v[1], self.expr(v[2]))

    def pattern(self, a):
        if a[0] == 'any':
            return '_'
        if a[0] == 'eval':
            return 'eval(%s)' % self.expr(a[1])
        return self.expr(a)

    def expr(self, e):
        k = e[0]
        if k == 'const':
            return str(e[1])
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
            return '%s(%s)' % (k, e[1])
        if k == 'poll':
            return '%s?%s[%s]' % (e[1], '?' if e[3] else '', ', '.join(self.pattern(a) for a in e[2]))
        if k == 'at':
            return '%s@%s' % (e[1], e[2])
        return {'pid': '_pid', 'nr_pr': '_nr_pr', 'timeout': 'timeout'}[k]


def promela(program, style=None):
    return Printer(program, style).text()
