"""Random PIMP programs, half of them shaped like litmus tests, and a shrinker for them.

A statement is a tuple: ('store', x, value) ('wait', condition) ('assert', condition) ('mfence',) ('sfence',) ('skip',) ('if', condition, body, other)
('while', condition, body); bodies are lists. Conditions and values are text.
"""
import copy

from . import shrink as shrinking

WORDS = {'store': '%s := %s', 'wait': 'wait (%s)', 'assert': 'assert (%s)', 'mfence': 'mfence', 'sfence': 'sfence', 'skip': 'skip'}


class Program:
    def __init__(self, threads, violations):
        self.threads, self.violations = threads, violations

    def text(self):
        lines = ['program generated']
        for number, body in enumerate(self.threads, 1):
            lines += ['thread %d {' % number, *body_lines(body, '    '), '}']
        return '\n'.join(lines + ['violation ' + v for v in self.violations]) + '\n'


def body_lines(body, indent):
    lines = []
    for s in body or [('skip',)]:
        if lines:
            lines[-1] += ';'
        if s[0] in WORDS:
            lines.append(indent + WORDS[s[0]] % s[1:])
            continue
        lines += ['%s%s (%s) {' % (indent, s[0], s[1]), *body_lines(s[2], indent + '    '), indent + '}']
        if s[0] == 'if' and s[3]:
            lines[-1] += ' else {'
            lines += [*body_lines(s[3], indent + '    '), indent + '}']
    return lines


class Generator:
    def __init__(self, rng):
        self.rng = rng
        self.shared = ['x', 'y', 'z'][:rng.choice([2, 2, 3])]
        self.fences = rng.choice([0, 0, 0.1, 0.25])
        self.barriers = rng.choice([0, 0, 0.15])
        self.loops = rng.choice([0, 0, 0.15])

    def comparison(self):
        x = self.rng.choice(self.shared)
        return '%s %s %s' % (x, self.rng.choice(['=', '=', '=', '!=', '<', '>=']), self.rng.choice(['0', '0', '1', '1', '2', *self.shared]))

    def condition(self):
        roll = self.rng.random()
        if roll < 0.75:
            return self.comparison()
        if roll < 0.85:
            return 'not ' + self.comparison()
        return '%s %s %s' % (self.comparison(), self.rng.choice(['and', 'or']), self.comparison())

    def store(self, places):
        value = self.rng.choice(['0', '1', '1', '1', '2'])
        if self.rng.random() < 0.15:
            value = self.rng.choice(self.shared) + self.rng.choice(['', ' + 1', ' - 1'])
        return ('store', self.rng.choice(places), value)

    def bounded(self, s):
        """A store that adds to what it reads would have no end in a loop."""
        return (s[0], s[1], '1') if s[0] == 'store' and not s[2].isdigit() else s

    def statement(self, places, depth, looped):
        roll = self.rng.random()
        if roll < self.fences:
            return ('mfence',)
        if self.rng.random() < self.barriers:
            return ('sfence',)
        if depth < 2 and self.rng.random() < self.loops:
            return ('while', self.condition(), self.body(places, depth + 1, True, 2))
        roll = self.rng.random()
        if roll < 0.5:
            s = self.store(places)
            return self.bounded(s) if looped else s
        if roll < 0.65:
            return ('wait', self.condition())
        if roll < 0.68:
            return ('assert', self.condition())
        if roll < 0.7 or depth >= 2:
            return ('skip',)
        return ('if', self.condition(), self.body(places, depth + 1, looped, 2), self.body(places, depth + 1, looped, 1) if roll < 0.8 else [])

    def body(self, places, depth, looped, most):
        return [self.statement(places, depth, looped) for _ in range(self.rng.randint(1, most))]

    def litmus(self, number, own):
        """Stores, then loads whose outcome is kept in a variable of the thread's own."""
        body = [('store', self.rng.choice(self.shared), self.rng.choice(['1', '1', '2'])) for _ in range(self.rng.choice([1, 1, 2]))]
        loads = [('if', self.comparison(), [('store', own, str(n + 1))], []) for n in range(self.rng.choice([1, 1, 2]))]
        parts = body + loads if self.rng.random() < 0.7 else loads + body
        if self.rng.random() < 0.25:
            parts.insert(self.rng.randrange(len(parts)), (self.rng.choice(['mfence', 'sfence']),))
        return parts

    def make(self):
        rng = self.rng
        count = rng.choice([2, 2, 2, 3])
        shaped = rng.random() < 0.5
        own = ['r%d' % n for n in range(1, count + 1)]
        threads = [self.litmus(n, own[n]) if shaped else self.body(self.shared, 0, False, 5 if count == 2 else 3) for n in range(count)]
        violations = [' and '.join('%s = %d' % (r, rng.choice([0, 1, 1, 2])) for r in own)] if shaped else []
        for _ in range(rng.choice([0, 1, 1, 2])):
            violations.append(self.condition())
        return Program(threads, violations)


def program(rng):
    return Generator(rng).make()


# ---- Shrinking ----
def bodies(p):
    found = []
    def visit(body):
        found.append(body)
        for s in body:
            for part in s[2:]:
                if isinstance(part, list):
                    visit(part)
    for body in p.threads:
        visit(body)
    return found


def candidates(p):
    for group in ('threads', 'violations'):
        for number in range(len(getattr(p, group))):
            if group == 'violations' or len(p.threads) > 1:
                smaller = copy.deepcopy(p)
                del getattr(smaller, group)[number]
                yield smaller
    for number, body in enumerate(bodies(p)):
        for position, s in enumerate(body):
            for replacement in [[]] + [part for part in s[2:] if isinstance(part, list) and part]:
                smaller = copy.deepcopy(p)
                bodies(smaller)[number][position:position + 1] = copy.deepcopy(replacement)
                yield smaller


def shrink(p, fails, budget=300):
    return shrinking.smallest(p, candidates, fails, budget)
