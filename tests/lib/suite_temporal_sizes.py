"""Temporal formulas for all buffer sizes: the events engine against the explicit one with buffers of 1, 2 and 3 stores, under SC, TSO and PSO.

What holds for all sizes holds for each of these, and is certified; what is violated is violated with some small size; and every run is executed again.
"""
import random
import re
from functools import partial

from .common import Run, compare_each, generated_batches, write

BATCH = 10
FIXED, FRESH, FIXED_QUICK, FRESH_QUICK = 300, 150, 30, 20
FORMULAS = 3
SIZES, LARGE = (1, 2, 3), 8   # a block may need many places
LIMITS = ['--max-states', '60000', '--time-limit', '5']


def cases(settings):
    fixed, fresh = (FIXED_QUICK, FRESH_QUICK) if settings.quick else (FIXED, FRESH)
    return generated_batches(settings, fixed, fresh, BATCH, partial(compare_each, Sample, compare))


# What a program is made of, beside stores, loads, waits, fences and locked instructions.
THEMES = {'plain': (), 'runs': ('runs', 'blocks', 'd_steps', 'channels', 'meetings'), 'views': ('views', 'blocks', 'd_steps', 'channels', 'meetings'), 'blocks': ('blocks',), 'channels': ('channels', 'blocks'), 'd_steps': ('d_steps', 'blocks', 'channels'),
          'syncs': ('syncs', 'blocks', 'channels', 'meetings'), 'meetings': ('meetings', 'blocks', 'd_steps', 'channels', 'syncs')}


class Sample:
    """Two or three processes that store, wait, and go round, with labels and ghosts and what the theme says; formulas over all of these."""

    def __init__(self, seed, number):
        self.rng = rng = random.Random('sizes %d %d' % (seed, number))
        self.memory = rng.choice(['sc', 'tso', 'tso', 'tso', 'pso', 'pso'])
        self.theme = rng.choice(list(THEMES))
        self.fairness = rng.choice(['all'] * 6 + ['process', 'process', 'memory', 'none'])
        self.names = 'PQR'[:rng.choice([2, 2, 2, 3])]
        self.globals = 'xyz'[:rng.choice([2, 2, 3])]
        self.fences, self.locks, self.ghosts = rng.choice([0, 0.1, 0.25]), rng.choice([0, 0, 0.15]), rng.choice([0, 0, 0.15])
        self.blocks = rng.choice([0.15, 0.3]) if self.draws('blocks') else 0
        self.d_steps = rng.choice([0.2, 0.4]) if self.draws('d_steps') else 0
        self.views, self.runs = self.draws('views'), self.draws('runs')
        self.syncs = rng.choice([0.15, 0.3]) if self.draws('syncs') else 0
        self.meetings = rng.choice([0.2, 0.4]) if self.draws('meetings') else 0
        self.own = self.runs and rng.random() < 0.3
        self.channels = rng.choice([0.15, 0.3]) if self.draws('channels') else 0
        self.labels = 0
        in_pairs = self.theme == 'meetings' and rng.random() < 0.5
        procs = [self.meeting_process(name) if in_pairs else self.process(name) for name in self.names]
        self.at = [name + '@' + label for name, text in zip(self.names, procs, strict=True) for label in re.findall(r'(L\d+):', text)]
        procs += self.created(procs) if self.runs else []
        self.text = 'bit %s;\nghost bit g;\nchan c = [%d] of { bit }, d = [1] of { bit, bit }%s;\n%s\n' % (
            ', '.join(self.globals), rng.choice([1, 1, 2]), ', m = [0] of { bit }' if self.meetings else '', '\n'.join(procs))
        self.formulas = [self.usual() if rng.random() < 0.6 else self.formula(rng.choice([1, 2, 3])) for _ in range(FORMULAS)]

    def draws(self, what):
        return what in THEMES[self.theme] and (what == self.theme or self.rng.random() < 0.4)

    def process(self, name):
        body = '; '.join(self.statement(2) for _ in range(self.rng.choice([1, 2, 6 - len(self.names)])))
        if self.rng.random() < 0.75:
            body = 'do :: %s od' % body
        return 'active proctype %s() { %sbit r; %s }' % (name, 'chan e = [1] of { bit }; ' if self.own else '', body)

    def created(self, procs):
        """A process that the others create, once or twice, with what they read as its argument; it may end, and its number be used again."""
        z = self.process('Z').replace('active proctype Z() {', 'proctype Z(bit r) {').replace(' bit r;', '', 1)
        for i in range(len(procs)):
            if not i or self.rng.random() < 0.3:
                head, rest = procs[i].split('bit r; ', 1)
                first = self.rng.choice(['', '', 'r = %s; ' % self.variable(), '%s = 1; ' % self.variable()])
                create = 'run Z(%s); ' % self.rng.choice(['0', '1', 'r', self.variable()])
                procs[i] = head + 'bit r; ' + first + create + self.rng.choice(['', '', create, 'run Z(1 - r); ']) + rest
        return [z]

    def meeting_process(self, name):
        """One that goes round and meets others, always as a sender or always as a receiver; the last one receives, so that there is somebody to meet."""
        receives = name == self.names[-1] or self.rng.random() < 0.3
        body = [self.labelled(self.simple()) for _ in range(self.rng.choice([0, 0, 1, 2]))]
        met = 'm?' + self.rng.choice(['r', 'r', self.variable(), self.bit()]) if receives else 'm!' + self.rng.choice(['0', '1', 'r', self.variable()])
        if receives and self.rng.random() < 0.4:
            met = 'atomic { %s; %s }' % (met, self.simple())
        body.insert(self.rng.randint(0, len(body)), self.labelled(met))
        aside = ' :: ' + self.simple() if self.rng.random() < 0.3 else ''
        return 'active proctype %s() { bit r; do :: %s%s od }' % (name, '; '.join(body), aside)

    def bit(self):
        return self.rng.choice('01')

    def variable(self):
        return self.rng.choice(self.globals)

    def condition(self):
        roll = self.rng.random()
        if roll < 0.65:
            return '%s %s %s' % (self.variable(), self.rng.choice(['==', '==', '!=']), self.bit())
        if roll < 0.8:
            return 'r == ' + self.bit()
        if self.channels and roll < 0.9:
            return self.rng.choice(['nempty(c)', 'len(c) == 0', 'c?[%s]' % self.bit(), 'nfull(d)'])
        return 'true' if roll < 0.9 else '(%s == %s || %s == %s)' % (self.variable(), self.bit(), self.variable(), self.bit())

    def statement(self, depth):
        rng = self.rng
        if depth and rng.random() < 0.3:
            return self.compound(depth)
        if rng.random() < self.syncs:
            return self.labelled('sync')
        if rng.random() < self.meetings:
            receive = 'm?' + rng.choice(['r', '0', '1', self.variable()])
            return self.labelled(rng.choice(['m!' + rng.choice(['0', '1', 'r', self.variable()]), receive, 'atomic { %s; %s }' % (receive, self.simple())]))
        if rng.random() < self.d_steps:
            return self.d_step()
        if rng.random() < self.blocks:
            return self.block()
        return self.labelled(self.simple())

    def labelled(self, statement):
        self.labels += 1
        return 'L%d: %s' % (self.labels, statement) if self.rng.random() < 0.3 else statement

    def compound(self, depth):
        loop, options = self.rng.random() < 0.5, []
        for _ in range(self.rng.choice([1, 2, 2])):
            body = [self.statement(depth - 1) for _ in range(self.rng.choice([1, 1, 2]))]
            body += ['break'] if loop and self.rng.random() < 0.3 else []
            options.append(' :: %s -> %s' % (self.condition(), '; '.join(body)))
        return ('do%s od' if loop else 'if%s fi') % ''.join(options)

    def d_step(self):
        """After the first statement nothing waits."""
        rng = self.rng
        plain = ['%s = %s' % (self.variable(), rng.choice(['0', '1', 'r', '1 - r'])) for _ in range(2)] + ['g = 1 - g', 'g = 1', 'r = 1 - r', 'r = ' + self.variable()]
        parts = [rng.choice(plain + ['do :: %s -> %s; %s; break :: else -> break od' % (self.condition(), rng.choice(plain), rng.choice(plain)),
                                     'do :: r == 0 -> %s; r = 1 :: else -> break od' % rng.choice(plain), 'if :: %s -> %s :: else fi' % (self.condition(), rng.choice(plain))])
                 for _ in range(rng.choice([1, 2, 2, 3]))]
        if rng.random() < 0.2:
            self.labels += 1
            parts.append('L%d: skip' % self.labels)
        return 'd_step { %s }' % '; '.join([self.simple() if rng.random() < 0.4 else rng.choice(plain), *parts])

    def block(self):
        body = [self.d_step() if self.rng.random() < self.d_steps else self.simple() for _ in range(self.rng.choice([2, 2, 3]))]
        if self.rng.random() < self.meetings:
            body.insert(self.rng.randrange(len(body)), 'm?' + self.rng.choice(['r', self.bit(), self.variable()]))
        if self.rng.random() < 0.2:
            self.labels += 1
            body.insert(1, 'L%d: skip' % self.labels)
        if self.rng.random() < 0.2:
            body.append('if :: %s -> %s :: else fi' % (self.condition(), self.simple()))
        return 'atomic { %s }' % '; '.join(body)

    def message(self):
        """A send or a receive: also into what is stored to, and without taking the message out."""
        rng, a, b = self.rng, self.rng.choice(['0', '1', 'r', self.variable()]), self.bit()
        if rng.random() < 0.75:
            return rng.choice(['c!' + a, 'c!' + a, 'c?r', 'c?' + self.variable(), 'c?' + b, 'c?<r>'])
        first, second = rng.choice([('r', self.variable()), (self.variable(), 'r'), tuple(rng.sample(self.globals, 2)), (b, self.variable())])
        return rng.choice(['d!%s,%s' % (a, b), 'd!%s,%s' % (b, a), 'd?%s,%s' % (first, second), 'd??%s,%s' % (b, second)])

    def simple(self):
        rng = self.rng
        for chance, texts in ((self.fences, ['mfence', 'mfence', 'mfence', 'sfence']), (self.ghosts, ['g = 1 - g', 'g = 0', 'g = 1']), (self.channels, [self.message()]), (0.3 * self.own, ['e!' + self.rng.choice(['0', '1', 'r']), 'e?' + self.rng.choice(['r', self.variable()])]),
                              (self.locks, ['xchg(%s, %s, r)' % (self.variable(), self.bit()),
                                            '%s(%s, %s, %s, r)' % (self.rng.choice(['cas', 'cmpxchg']), self.variable(), self.bit(), self.bit())])):
            if rng.random() < chance:
                return rng.choice(texts)
        store = '%s = %s' % (self.variable(), rng.choice(['0', '1', '1', 'r', '1 - r']))
        return rng.choice([store, store, store, 'r = ' + self.variable(), 'skip', '(%s)' % self.condition()])

    def atom(self):
        roll = self.rng.random()
        if self.at and roll < (0.25 if self.views else 0.45):
            return self.rng.choice(self.at)
        if self.views and roll < 0.85:
            return '(view(%s, %s) %s %s)' % (self.rng.choice(self.names), self.variable(), self.rng.choice(['==', '==', '!=']), self.rng.choice(['0', '1', self.variable()]))
        if roll < 0.55:
            return '(%s:r == %s)' % (self.rng.choice(self.names), self.bit())
        if self.channels and roll < 0.75:
            return self.rng.choice(['(len(c) == %s)' % self.bit(), 'full(c)', 'empty(c)', 'c?[%s]' % self.bit(), 'nempty(d)', 'd?[1,0]'])
        return '(%s == %s)' % (self.rng.choice(self.globals + 'g'), self.bit())

    def formula(self, depth):
        if not depth:
            return self.atom()
        kind = self.rng.choice(['[]', '<>', '[]', '<>', 'U', 'V', '&&', '||', '!'])
        if kind in ('[]', '<>', '!'):
            return '%s (%s)' % (kind, self.formula(depth - 1))
        return '((%s) %s (%s))' % (self.formula(self.rng.randrange(depth)), kind, self.formula(depth - 1))

    def usual(self):
        p, q = self.atom(), self.atom()
        return self.rng.choice(['[] (%s -> <> %s)' % (p, q), '[] <> ' + p, '<> [] ' + p, '<> ' + p, '[] <> %s -> [] <> %s' % (p, q), '[] ' + p, '%s U %s' % (p, q)])


def ask(settings, path, sample, more, name, report):
    """The verdict on each formula, or that it was refused; none where something is wrong, which the report then has."""
    asked = [part for formula in sample.formulas for part in ('--ltl', formula)]
    run = Run(settings, ['check', path, '--no-deadlock', '--memory', sample.memory, '--fairness', sample.fairness, *asked, '--errors', 'all', '--json', '-', *LIMITS, *more], timeout=60)
    if run.code == 3 and 'cannot check this' in run.err:
        return ['refused'] * FORMULAS
    if report.check(not run.trouble() and run.code in (0, 1, 2), '%s: %s\n%s' % (name, run.trouble() or run.err, sample.text), run.command):
        return ['refused' if p['verdict'] == 'unknown' and p['states_stored'] == 0 else p['verdict'] for p in run.json()['properties'] if p['kind'] == 'ltl']
    return []


def certify(settings, path, sample, formulas, name, report):
    """One certificate for all formulas that hold, where no run-time error comes in between."""
    asked = [part for formula in formulas for part in ('--ltl', formula)]
    saved = path + '.cert'
    made = Run(settings, ['check', path, '--no-deadlock', '--memory', sample.memory, '--fairness', sample.fairness, *asked, '--json', '-', '--certificate', saved, *LIMITS], timeout=60)
    if not report.check(made.code in (0, 1, 2), '%s: %s\n%s' % (name, made.trouble() or made.err, sample.text), made.command) or made.code:
        report.tally['not to be certified'] += 1
        errors = [p for p in made.json()['properties'] if p['kind'] != 'ltl' and p['verdict'] == 'violated']
        report.check(made.code == 2 or errors, '%s: a formula that holds is violated\n%s' % (name, sample.text), made.command)
        return
    run = Run(settings, ['certify', path, saved], timeout=60)
    report.tally['certified'] += len(formulas)
    report.check(run.code == 0, '%s: a certificate of %s is not confirmed: %s%s\n%s' % (name, formulas, run.out, run.err, sample.text), made.command + '; ' + run.command)


def compare(settings, folder, sample, name, report):
    path = write(folder, 'p.pml', sample.text)
    overflow = 'error' if re.search('atomic|d_step', sample.text) else sample.rng.choice(['block', 'block', 'error'])  # a block that a full buffer stops is none
    bounds = [['--buffer', str(size), '--overflow', overflow] for size in SIZES] if sample.memory != 'sc' else [[]]
    found = [ask(settings, path, sample, ['--engine', *more], name, report) for more in [['events'], ['auto'], *(['explicit', *bound] for bound in bounds)]]
    if any('violated' in (events, auto) and set(bounded) == {'holds'} for events, auto, *bounded in zip(*found)) and sample.memory != 'sc':
        found.append(ask(settings, path, sample, ['--engine', 'explicit', '--buffer', str(LARGE), '--overflow', overflow], name, report))
    for formula, events, auto, *bounded in zip(sample.formulas, *found):
        report.tally['%s %s' % (sample.theme if sample.fairness == 'all' else 'fairness ' + sample.fairness, events)] += 1
        for engine, all_sizes in (('events', events), ('auto', auto)):
            agree = 'violated' not in bounded if all_sizes == 'holds' else all_sizes != 'violated' or set(bounded) - {'holds'}
            report.check(bool(agree), '%s: %s under %s, fairness %s: %s %s, explicit %s\n%s' % (name, formula, sample.memory, sample.fairness, engine, all_sizes, bounded, sample.text))
    holding = [formula for formula, all_sizes in zip(sample.formulas, found[0]) if all_sizes == 'holds']
    if holding:
        certify(settings, path, sample, holding, name, report)
