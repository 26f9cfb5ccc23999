"""Litmus tests as samples for the suite `repair`: those of `litmus-generate` and random ones. A fence may stand before every instruction but the first of a thread, in a
row of its own; a fence that is there is a candidate itself. There are no atomic writes. After `exists` the state shall not be, as after `~exists`."""
import os
import random
import re

from .common import Run, write
from .repair_subsets import Sample, choose_property
from .suite_axioms import draw_test

MOST = 8
FENCES = {'MFENCE': 'mfence', 'SFENCE': 'sfence'}
FAMILIES = ('SB', 'MP', 'R', 'S', '2+2W', 'RWC', 'WRC', '3.SB', 'W+RWC', 'CoRR', 'LB')
made_tests = {}     # by family: what litmus-generate wrote


def family(settings, name):
    if name not in made_tests:
        run = Run(settings, ['litmus-generate', '--families', name, '--edges', 'po,mfence,sfence,rfi'])
        made_tests[name] = run.out.split('\n\n')
    return made_tests[name]


def forbidden(text):
    return re.sub(r'^exists', '~exists', text, flags=re.MULTILINE)


class Program(Sample):
    file = 'model.litmus'

    def __init__(self, seed, number):
        rng = random.Random('repair litmus %d %d' % (seed, number))
        self.draw_request(rng, number % 6 == 5)
        self.using = rng.choice(['fences', 'fences', 'both'])

    # ---- drawing ----
    def draw(self, settings):
        while True:
            text = self.rng.choice(family(settings, self.rng.choice(FAMILIES))) if self.rng.random() < 0.6 else draw_test(self.rng, 'random')
            if self.memory == 'slot':       # has no room for barriers
                text = text.replace('SFENCE', 'MFENCE')
            self.read(text)
            self.candidates, self.owner, self.numbers = [], [], {}
            for thread, column in enumerate(self.columns):
                self.mark(thread, column)
            if 0 < len(self.offered()) <= MOST:
                return

    def read(self, text):
        """The head, the columns of instructions, what follows the table, and the condition."""
        lines = text.rstrip('\n').split('\n')
        first = next(i for i, line in enumerate(lines) if line.strip().startswith('P0'))
        last = max(i for i, line in enumerate(lines) if line.rstrip().endswith(';') and '|' in line)
        rows = [[cell.strip() for cell in line.rstrip().rstrip(';').split('|')] for line in lines[first + 1:last + 1]]
        self.head, self.condition = lines[:first + 1], lines[-1]
        self.columns = [[row[thread] for row in rows if row[thread]] for thread in range(len(rows[0]))]

    def mark(self, thread, column):
        for i, instruction in enumerate(column):
            if instruction in FENCES:
                self.numbers[thread, i] = self.add(thread, FENCES[instruction], True)
            elif i and column[i - 1] not in FENCES:
                self.numbers[thread, i] = self.add(thread, 'mfence', False)
                self.add(thread, 'sfence', False)

    def add(self, thread, kind, there):
        self.candidates.append((kind, there))
        self.owner.append(thread)
        return len(self.candidates) - 1

    # ---- text ----
    def render(self, chosen):
        """Each row has at most one instruction of a column; as it is, the n-th of all columns share a row."""
        chosen, self.line, placed = set(chosen) | {n for n, (_, there) in enumerate(self.candidates) if there and self.keep}, {}, []
        for thread, column in enumerate(self.columns):
            cells = []
            for i, instruction in enumerate(column):
                number = self.numbers.get((thread, i))
                there = number is not None and self.candidates[number][1]
                if number is not None and not there:
                    self.line[number] = self.line[number + 1] = ('P%d' % thread, len(self.head) + i)
                    cells += [word for n, word in ((number, 'MFENCE'), (number + 1, 'SFENCE')) if n in chosen]
                if there:
                    self.line[number] = ('P%d' % thread, len(self.head) + i + 1)
                if not there or number in chosen:
                    cells.append(instruction)
            placed.append(cells)
        rows = [[c[k] if k < len(c) else '' for c in placed] for k in range(max(map(len, placed)))]
        return '\n'.join([*self.head, *[' | '.join(row) + ' ;' for row in rows], self.condition]) + '\n'

    def check_sets(self, settings, folder, sets, options):
        asked, self.condition = self.condition, forbidden(self.condition)
        answers = super().check_sets(settings, folder, sets, options)
        self.condition = asked
        return answers

    def apply(self, folder, patch):
        wrong, path = super().apply(folder, patch), os.path.join(folder, self.file)
        with open(path) as text:
            write(folder, self.file, forbidden(text.read()))
        return wrong

    def place_of(self, found, key):
        return found['process'], found[key]

    # ---- properties ----
    def choose(self, settings, folder):
        """A test and a condition that is met on the machine only."""
        for _ in range(6):
            self.draw(settings)
            conditions = self.conditions()
            answers = []
            for memory in ('sc', self.memory):
                paths = []
                for number, self.condition in enumerate(map(forbidden, conditions)):
                    paths.append(write(folder, 'tried%d.litmus' % number, self.render([])))
                run = Run(settings, ['check', '--json', '-', '--memory', memory, *paths])
                answers.append([r['verdict'] for r in run.json()['results']] if run.code in (0, 1, 2) else [])
            found = [c for c, right, wrong in zip(conditions, *answers) if right == 'holds' and wrong == 'violated']
            self.condition = found[0] if found else conditions[0]
            if found:
                break
        if not self.temporal:
            return []
        options = ['--fairness', self.rng.choice(['all', 'all', 'memory', 'none', 'process', 'strong'])]
        tried = [('--ltl', f) for f in ('[] !(x == 1 && <> (x == 0))', '<> (x != 0)', '[] (x == 1 -> <> (x != 1))', '<> [] (x >= 0)', '[] (x == 0 -> X (x != 2))',
                                        '[] !(x == 2 && <> [] (x == 1))', '<> [] !(x == 2)')]
        self.rng.shuffle(tried)
        path = write(folder, 'bare.litmus', forbidden(self.render([])))
        return [*options, *(choose_property(settings, path, self.memory, tried, options) or tried[0])]

    def conditions(self):
        """The test's own, and others on what its threads have seen and left in memory."""
        rng, found = self.rng, [self.condition]
        names = sorted({cell.split(',')[0].split()[-1] for column in self.columns for cell in column if cell not in FENCES and ',' in cell})
        seen = sorted({'%d:%s' % (thread, r) for thread, column in enumerate(self.columns) for cell in column for r in ('EAX', 'EBX') if cell.startswith('MOV %s,[' % r)})
        places = [n.strip('[]') for n in names if n.startswith('[')]
        for _ in range(8):
            parts = ['%s=%d' % (name, rng.choice([0, 0, 1, 2])) for name in seen if rng.random() < 0.8] + ['%s=%d' % (rng.choice(places), rng.choice([1, 2])) for _ in range(rng.choice([0, 1])) if places]
            if parts:
                found.append(rng.choice(['exists (%s)', 'exists (%s)', '~exists (%s)', 'forall (not (%s))']) % ' /\\ '.join(parts))
        return found
