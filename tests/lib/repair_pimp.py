"""PIMP programs of generate_pimp.py as samples for the suite `repair`. A fence may stand between two statements and behind the last one of a body; a fence that is
there is a candidate itself, and leaves a skip. There are no atomic writes."""
import itertools
import random

from . import generate_pimp
from .generate_pimp import WORDS
from .repair_subsets import Sample, choose_property
from .common import write

MOST = 8
FENCES = ('mfence', 'sfence')


# Threads whose stores and loads a machine may reorder; r1 and r2 are what they have seen.
CORES = (('x:1 r1:y=0', 'y:1 r2:x=0'), ('x:1 y:1', 'r1:y=1 r2:x=0'), ('x:1 y:1', 'y:2 r2:x=0'), ('x:1 y:2', 'y:1 x:2'), ('x:1 r1:x=1 r1:y=0', 'y:1 r2:x=0'),
         ('x:2 y:1', 'r1:y=1 x:1'))


def core_statement(word):
    name, rest = word.split(':')
    if '=' not in rest:
        return ('store', name, rest)
    return ('if', rest.replace('=', ' = '), [('store', name, '1')], [])


def drawn(rng):
    """One of the cores with a few statements between, or any program."""
    if rng.random() < 0.25:
        return generate_pimp.program(rng)
    generator = generate_pimp.Generator(rng)
    threads = [[core_statement(word) for word in thread.split()] for thread in rng.choice(CORES)]
    for body in threads:
        for _ in range(rng.choice([0, 0, 1, 1, 2])):
            body.insert(rng.randint(0, len(body)), generator.statement(generator.shared, 1, False))
        if rng.random() < 0.15:
            body[:] = [('while', 'n = 0', [('store', 'n', '1'), *body])]
    return generate_pimp.Program(threads, [])


class Program(Sample):
    file = 'model.pimp'

    def __init__(self, seed, number):
        rng = random.Random('repair pimp %d %d' % (seed, number))
        self.draw_request(rng, number % 6 == 5)
        self.using = rng.choice(['fences', 'fences', 'both'])
        self.draw()

    def draw(self):
        self.violation = None
        while True:
            self.made = drawn(self.rng)
            if self.memory == 'slot':       # has no room for barriers
                for body in generate_pimp.bodies(self.made):
                    body[:] = [('mfence',) if s == ('sfence',) else s for s in body]
            self.candidates, self.owner, self.numbers = [], [], {}
            for self.marking, body in enumerate(self.made.threads):
                self.mark(body, False)
            if 0 < len(self.offered()) <= MOST and any(s[0] == 'store' for body in generate_pimp.bodies(self.made) for s in body):
                return

    # ---- candidates ----
    def mark(self, body, is_path):
        """By the body and the position in it: the number of a fence, or of the first of the two that may stand before that position."""
        statements = body or [('skip',)]
        for i, s in enumerate(statements):
            if i and s[0] not in FENCES and statements[i - 1][0] not in FENCES:
                self.gap(body, i)
            if s[0] in FENCES:
                self.numbers[id(body), i, 'fence'] = self.add(s[0], True)
            for part in s[2:] if s[0] in ('if', 'while') else ():
                if part or s[0] == 'while' or part is s[2]:
                    self.mark(part, True)
        if is_path and statements[-1][0] not in FENCES:
            self.gap(body, len(statements))

    def gap(self, body, at):
        self.numbers[id(body), at, 'gap'] = self.add('mfence', False)
        self.add('sfence', False)

    def add(self, kind, there):
        self.candidates.append((kind, there))
        self.owner.append(self.marking)
        return len(self.candidates) - 1

    # ---- text ----
    def render(self, chosen):
        self.line, self.lines = {}, ['program generated']
        chosen = set(chosen) | {n for n, (_, there) in enumerate(self.candidates) if there and self.keep}
        for number, body in enumerate(self.made.threads, 1):
            self.lines.append('thread %d {' % number)
            self.write(body, chosen, '    ')
            self.lines.append('}')
        return '\n'.join(self.lines + (['violation ' + self.violation] if self.violation else [])) + '\n'

    def write(self, body, chosen, indent):
        statements = body or [('skip',)]
        before = len(self.lines)
        for i in range(len(statements) + 1):
            first = self.numbers.get((id(body), i, 'gap'))
            if first is not None:
                self.line[first] = self.line[first + 1] = len(self.lines)
                for number in (first, first + 1):
                    if number in chosen:
                        self.put(indent + self.candidates[number][0], before)
            if i < len(statements):
                self.statement(statements[i], self.numbers.get((id(body), i, 'fence')), chosen, indent, before)

    def put(self, text, before):
        if len(self.lines) > before:
            self.lines[-1] += ';'
        self.lines.append(text)

    def statement(self, s, number, chosen, indent, before):
        if s[0] in WORDS:
            gone = number is not None and number not in chosen
            self.put(indent + ('skip' if gone else WORDS[s[0]] % s[1:]), before)
            if number is not None:
                self.line[number] = len(self.lines)
            return
        self.put('%s%s (%s) {' % (indent, s[0], s[1]), before)
        self.write(s[2], chosen, indent + '    ')
        self.lines.append(indent + '}')
        if s[0] == 'if' and s[3]:
            self.lines[-1] += ' else {'
            self.write(s[3], chosen, indent + '    ')
            self.lines.append(indent + '}')

    # ---- properties ----
    def choose(self, settings, folder):
        options = ['--no-deadlock'] + (['--fairness', self.rng.choice(['all', 'all', 'memory', 'none', 'process', 'strong'])] if self.temporal else [])
        options += ['--max-states', '4000']
        for _ in range(10):
            tried = [('--ltl', f) for f in self.formulas()] if self.temporal else [('--never', c) for c in self.conditions()]
            found = choose_property(settings, write(folder, 'bare.pimp', self.render([])), self.memory, tried, options)
            if found and not self.temporal:
                self.violation = found[1]
                return options
            if found:
                return [*options, *found]
            self.draw()
        if not self.temporal:
            self.violation = self.conditions()[0]
            return options
        return [*options, '--ltl', self.formulas()[0]]

    def conditions(self):
        """What the program's shape says may be wrong, and what is true of memory at some time."""
        names = sorted({s[1] for body in generate_pimp.bodies(self.made) for s in body if s[0] == 'store'})
        equal = lambda: '%s = %d' % (self.rng.choice(names), self.rng.choice([0, 1, 1, 2]))
        own = [n for n in names if n.startswith('r')]       # what a thread shaped like a litmus test has seen
        seen = [' and '.join('%s = %d' % pair for pair in zip(own, values)) for values in itertools.product((1, 2), repeat=len(own)) if own]
        self.rng.shuffle(seen)
        return seen[:4] + [' and '.join(equal() for _ in range(self.rng.choice([2, 2, 3]))) for _ in range(6)]

    def formulas(self):
        shapes = ['[] !(%s)', '[] !(%s)', '<> (%s)', '!<> (%s && <> (%s))', '[] ((%s) -> <> (%s))', '<> [] !(%s)', '[] ((%s) -> X !(%s))']
        found = []
        for condition in self.conditions():
            shape = self.rng.choice(shapes)
            found.append(shape % tuple('(%s)' % c for c in ([condition] + self.conditions())[:shape.count('%s')]))
        return list(dict.fromkeys(found))
