"""DVE programs as samples for the suite `repair`: shapes in which stores are late, and programs of generate_dve.py. A set of candidates is a list for --atomic: a
barrier for any transition, an atomic write for each global that a transition's effects assign. What the list has already stays, and is no candidate."""
import os
import random

from . import generate_dve
from . import naive_dve as naive
from .common import Run, write
from .naive_dve import Channel, Process, Transition, Variable
from .repair_subsets import Sample, choose_property

MOST = 6        # each set is a call of its own


# ---- Drawing ----

def place(name):
    return ('var', name[:-3], ('num', int(name[-2]))) if name.endswith(']') else ('var', name, None)


def store(name, value):
    return (place(name), ('num', value))


def load(local, name):
    return (place(local), place(name))


def chain(rng, me, names):
    """The effects of a process's transitions, one after the other; what it saw is in u."""
    mine, other = (names[0], names[1]) if me == 0 else (names[1], names[0])
    kind = rng.random()
    if kind < 0.6:
        steps = [[store(mine, 1)], [load('u', other)]]
    elif kind < 0.8:
        steps = [[store(names[0], 1)], [store(names[1], 1)]] if me == 0 else [[load('u', names[1])], [load('v', names[0])]]
    else:
        steps = [[store(mine, 1)], [store(other, 2)]]
    if rng.random() < 0.3:
        steps.insert(rng.randint(0, 2), [store(rng.choice(names), rng.choice([1, 2]))])
    if rng.random() < 0.25:
        steps[0] = steps[0] + [rng.choice([store(rng.choice(names), rng.choice([1, 2])), load('v', other)])]
    return steps


def shape(rng):
    names = ['x', 'y'] if rng.random() < 0.7 else ['a[0]', 'a[1]'] if rng.random() < 0.5 else ['x', 'a[1]']
    globals_ = [Variable('x'), Variable('y')] + ([Variable('a', 'byte', 2)] if any('a' in n for n in names) else [])
    channels = [Channel('c')] if rng.random() < 0.15 else []
    processes = []
    for me in range(2):
        effects = chain(rng, me, names)
        states = ['q%d' % i for i in range(len(effects) + 1)]
        made = [Transition(states[i], states[i + 1], effects=e) for i, e in enumerate(effects)]
        if channels:
            at = made[rng.randrange(len(made))]
            at.channel, at.sends = 'c', me == 0
        if rng.random() < 0.2:
            made[-1].guard = ('==', place(rng.choice(names)), ('num', rng.choice([0, 1])))
        if rng.random() < 0.15:
            made.append(Transition(states[-1], states[0]))
        p = Process('PQ'[me], [Variable('u'), Variable('v')], states, made)
        if rng.random() < 0.1:
            p.committed = [rng.choice(states[1:])]
        processes.append(p)
    program = naive.Program(globals_, channels, processes)
    return program if not naive.meets_twice(program) else shape(rng)


def any_program(rng):
    """From the whole language, without errors of their own."""
    while True:
        generator = generate_dve.Generator(rng)
        generator.use.discard('failures')
        made = generator.make()
        for p in made.processes:
            p.asserts = []
        if len(made.processes) == 2 and not naive.meets_twice(made):
            made.atomic = []
            return made


class Program(Sample):
    file = 'model.dve'

    def __init__(self, seed, number):
        rng = random.Random('repair dve %d %d' % (seed, number))
        self.draw_request(rng, number % 6 == 5)
        self.memory = rng.choice(['tso', 'pso', 'slot'])
        self.draw()

    def draw(self):
        while True:
            self.made = (shape if self.rng.random() < 0.7 else any_program)(self.rng)
            if self.rng.random() < 0.2:
                self.made.atomic = generate_dve.Generator(self.rng).atomic(self.made)
            self.find_candidates()
            if 0 < len(self.offered()) <= MOST:
                return

    def find_candidates(self):
        self.candidates, self.entries, self.line = [], [], {}
        names, given = {v.name for v in self.made.globals}, set(self.made.atomic)
        lines = self.made.text().split('\n')
        for p in self.made.processes:
            line = lines.index('process %s {' % p.name)
            line = next(i for i in range(line, len(lines)) if lines[i] == '  trans') + 1
            local = {v.name for v in p.locals}
            for number, t in enumerate(p.transitions, 1):
                written = list(dict.fromkeys(where[1] for where, _ in t.effects if where[1] in names - local))
                for name in [None, *written]:
                    if (name, p.name, number) in given or name and ('*', p.name, number) in given:
                        continue
                    self.line[len(self.candidates)] = (line + number, self.text_of((name, p.name, number)) if name else None)
                    self.candidates.append(('atomic' if name else 'mfence', False))
                    self.entries.append((name, p.name, number))
        self.owner = range(len(self.candidates))    # none are merged

    def place_of(self, found, key):
        return found[key], found['text'] if key == 'line' else None

    @staticmethod
    def text_of(entry):
        return '(%s, %s.%d)' % entry if entry[0] else 'barrier %s.%d' % entry[1:]

    def render(self, chosen):
        return self.made.text()

    def list_of(self, chosen):
        return self.made.atomic_text() + ''.join(self.text_of(self.entries[n]) + '\n' for n in chosen)

    # ---- files ----
    @property
    def options(self):
        return ['--atomic', 'given.txt'] if self.made.atomic else []

    def write_model(self, folder):
        write(folder, 'given.txt', self.made.atomic_text())
        return super().write_model(folder)

    def check_sets(self, settings, folder, sets, options):
        path, answers = write(folder, 'subset.dve', self.made.text()), []
        for chosen in sets:
            run = Run(settings, ['check', '--json', '-', '--memory', self.memory, *options, path, '--atomic', write(folder, 'subset.txt', self.list_of(chosen))])
            answers.append(run.json()['verdict'] if run.code in (0, 1, 2) and not run.trouble() else 'error')
        return answers

    def apply(self, folder, patch):
        with open(os.path.join(folder, patch)) as text:
            return '' if text.read().startswith(self.made.atomic_text()) else 'the list has not what was given'

    def repaired(self, folder):
        return [*super().repaired(folder), '--atomic', os.path.join(folder, 'model.diff')]

    # ---- properties ----
    def choose(self, settings, folder):
        options = ['--no-deadlock', '--max-states', '4000']
        options += ['--fairness', self.rng.choice(['all', 'all', 'memory', 'none', 'process', 'strong'])] if self.temporal else []
        for attempt in range(8):
            tried = [('--ltl', f) for f in self.formulas()] if self.temporal else [('--never', c) for c in self.conditions()]
            path = write(folder, 'bare.dve', self.made.text())
            found = choose_property(settings, path, self.memory, tried, [*options, '--atomic', write(folder, 'given.txt', self.made.atomic_text())])
            if found or attempt == 7:
                return [*options, *(found or tried[0])]
            self.draw()

    def conditions(self):
        """Both processes are somewhere, and have seen or left something."""
        rng, found = self.rng, []
        for _ in range(8):
            parts = ['%s.%s' % (p.name, p.states[-1] if rng.random() < 0.8 else rng.choice(p.states)) for p in self.made.processes]
            for p in self.made.processes:
                parts += ['%s->%s == %d' % (p.name, v.name, rng.choice([0, 0, 1])) for v in p.locals if not v.size and rng.random() < (0.8 if v.name == 'u' else 0.3)]
            if rng.random() < 0.3:
                v = rng.choice(self.made.globals)
                parts.append('%s%s == %d' % (v.name, '[0]' if v.size else '', rng.choice([0, 1, 2])))
            found.append(' and '.join(parts))
        return list(dict.fromkeys(found))

    def formulas(self):
        shapes = ['[] !(%s)', '[] !(%s)', '<> (%s)', '[] ((%s) -> <> (%s))', '<> [] !(%s)', '[] ((%s) -> X !(%s))']
        found = []
        for condition in self.conditions():
            shape = self.rng.choice(shapes)
            found.append(shape % tuple(([condition] + self.conditions())[:shape.count('%s')]))
        return list(dict.fromkeys(found))
