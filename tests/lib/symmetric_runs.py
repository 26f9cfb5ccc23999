"""Formulas about programs with alike processes: with and without --symmetry the answers are the same, and every run that never ends replays.

Atoms look at what is shared, at some process or other, or at one process in every way in which it can be named: by its number, by its element of an array, by a value that is its
number. Programs are those of generate_symmetric.
"""
import random
from functools import partial

from .common import Case, Report, Run, compare_each, generated_batches, scratch, write
from .generate_symmetric import Symmetric
from .syntax import promela

BATCH = 10
FIXED, FRESH, FIXED_QUICK, FRESH_QUICK = 60, 60, 20, 10
FORMULAS = 4
FAIRNESS = ('all', 'all', 'all', 'process', 'process', 'memory', 'mmlib', 'none', 'strong')
SHAPES = ('[] <> (%s)', '<> [] (%s)', '[] (%s)', '<> (%s)', '[] ((%s) -> <> (%s))', '(%s) U (%s)', '[] <> (%s) -> [] <> (%s)', '[] ((%s) -> X (%s))', '<> ((%s) && X (%s))', '(%s) W (%s)')


def cases(settings):
    fixed, fresh = (FIXED_QUICK, FRESH_QUICK) if settings.quick else (FIXED, FRESH)
    return [Case('formulas that name processes', told_apart, ())] + generated_batches(settings, fixed, fresh, BATCH, partial(compare_each, Sample, compare))


class Sample:
    def __init__(self, seed, number):
        self.rng = random.Random('symmetric runs %d %d' % (seed, number))
        rng = self.rng
        self.memory, self.bound, self.fairness = rng.choice(['sc', 'tso', 'tso', 'pso']), rng.choice([1, 1, 2]), rng.choice(FAIRNESS)
        self.made = Symmetric(rng, slip=rng.random() < 0.1, ends=rng.random() < 0.2, size=rng.choice([2, 3, 4]))
        self.engine = rng.choice(['explicit'] * 4 + ['auto'])
        self.program = self.made.make()
        self.label()
        self.formulas = [self.formula() for _ in range(FORMULAS)]

    def label(self):
        """Some statement of P gets a label, which may ask a question of its own."""
        body = next(p for p in self.program.procs if p.name == 'P').body
        self.goes_round = body[0].kind == 'do'
        if self.goes_round:
            body = body[0].options[0]
        self.labelled = len(body) > 1 and not body[-1].label
        if self.labelled:
            body[-1].label = self.name = self.rng.choice(['here', 'here', 'accept_here', 'progress_here'])

    def options(self):
        bound = ['--buffer', str(self.bound)] if self.memory != 'sc' else []
        return ['--memory', self.memory, *bound, '--fairness', self.fairness, '--no-deadlock', '--errors', 'all', '--engine', self.engine, '--max-states', '6000']

    # ---- Formulas ----
    def shared(self):
        made, found = self.made, ['x == 1', 'x == 0']
        if 'tail' in made.features:
            found += ['tail == %d' % made.nobody, 'tail != %d' % made.nobody]
        if 'chan' in made.features and self.program.chans[0].capacity:
            found.append('len(c) == 1')
        if self.labelled:
            found += ['P@' + self.name] * 2
        return self.rng.choice(found)

    def one(self):
        """About one of the processes, and sometimes two."""
        made, n = self.made, self.made.first + self.rng.randrange(self.made.count)
        found = ['P[%d]:r == 1' % n, 'P[%d]:m == %d' % (n, made.nobody), 'view(P[%d], x) == 1' % n, 'P[%d]:m == %d' % (n, made.first + made.offset), 'P:r != 0']
        if self.labelled:
            found += ['P[%d]@%s' % (n, self.name)] * 3
        if 'tail' in made.features:
            found += ['tail == %d' % (n + made.offset)] * 2
        if 'want' in made.features:
            found += ['want[%d] == 1' % (n + made.shift)] * 3
        if 'want' in made.features and 'tail' in made.features and made.shift >= made.offset:
            found.append('want[tail + %d] == 1' % (made.shift - made.offset))
        if 'next' in made.features:
            found += ['next[%d] == %d' % (n + made.shift, made.nobody), 'next[%d] == %d' % (n + made.shift, n + made.offset)]
        if 'seen' in made.features:
            found.append('P[%d]:seen[%d] == 1' % (n, n + made.shift))
        return self.rng.choice(found)

    def formula(self):
        """A formula, and whether it names a process."""
        shape, names = self.rng.choice(SHAPES), self.rng.random() < 0.55
        atoms = [self.one() if names else self.shared()] + [self.one() if names and self.rng.random() < 0.4 else self.shared()]
        self.rng.shuffle(atoms)
        if shape.count('%s') == 1 and names:
            atoms = [self.one()]
        return shape % tuple(atoms[:shape.count('%s')]), names


def ask(settings, path, sample, how, report):
    arguments = ['check', path, *sample.options(), '--symmetry', how, '--json', '-']
    for text, _ in sample.formulas:
        arguments += ['--ltl', text]
    run = Run(settings, arguments, timeout=60)
    good = report.check(not run.trouble() and run.code != 3, '%s\n%s\n%s' % (run.trouble(), run.err[-800:], promela(sample.program)), run.command)
    return (run, [p for p in run.json()['properties'] if 'fairness' in p]) if good else (run, None)


def compare(settings, folder, sample, where, report):
    path = write(folder, 'program.pml', promela(sample.program))
    run, with_it = ask(settings, path, sample, 'auto', report)
    other, without = ask(settings, path, sample, 'none', report)
    if with_it is None or without is None:
        return
    text = promela(sample.program)
    asked = [(a['name'], False) for a in with_it if a['kind'] != 'ltl'] + sample.formulas
    answers = [p for kind in (False, True) for p in zip(with_it, without) if (p[0]['kind'] == 'ltl') == kind]
    for (formula, names), (a, b) in zip(asked, answers):
        check_use(sample, formula, names, a, b, where, text, run, report)
        if 'unknown' in (a['verdict'], b['verdict']):
            report.skipped += 1
            continue
        count(a, b, names, report)
        report.check(a['verdict'] == b['verdict'], '%s: %s\n--symmetry auto: %s; none: %s\n%s' % (where, formula, a['verdict'], b['verdict'], text), run.command)
    if run.json()['traces']:
        saved = write(path + '.runs', 'run.json', run.out)
        again = Run(settings, ['replay', path, saved])
        report.check(again.code == 0 and not again.trouble(), '%s: a run does not replay: %s\n%s' % (where, again.tail(), text), run.command + '; ' + again.command)


def check_use(sample, formula, names, a, b, where, text, run, report):
    made = sample.made
    report.check('symmetry' not in b and ('symmetry' not in a or sample.fairness != 'strong'), '%s: symmetry is used for %s\n%s' % (where, formula, text), run.command)
    excused = made.slip or made.ends or (not sample.goes_round and ' X ' in formula) or made.unread or 'chans' in made.features or sample.fairness == 'strong' or sample.engine == 'auto'   # as in suite_symmetry
    excused = excused or (made.creates and made.stores_to_others and sample.memory != 'sc' and sample.fairness in ('all', 'memory'))
    report.check(names or excused or 'symmetry' in a, '%s: %s names no process, but no symmetry is used\n%s' % (where, formula, text), run.command)


def count(a, b, names, report):
    report.tally['formula'] += 1
    report.tally['formula ' + a['verdict']] += 1
    if 'symmetry' not in a:
        return
    report.tally['formula with symmetry'] += 1
    report.tally['formula with symmetry that names a process'] += names
    report.tally['formula violated with symmetry'] += a['verdict'] == 'violated'
    if a['verdict'] == b['verdict'] == 'holds':
        report.tally['formula holds with fewer states'] += a['states_stored'] < b['states_stored']
        report.check(a['states_stored'] <= b['states_stored'], '%d states with symmetry, %d without' % (a['states_stored'], b['states_stored']))


# ---- Formulas that tell processes apart ----
FLAGS = '''
bit want[4];
active [4] proctype P() {
  do
  :: want[_pid] = 1; want[_pid] = 0
  od
}
'''

LOCK = '''
bit lock;
byte owner = 9;
active [3] proctype P() {
  do
  :: atomic { lock == 0 -> lock = 1 }
in:  owner = _pid;
     owner = 9;
     lock = 0
  od
}
'''

COUNT = '''
bit x;
byte count;
active [3] proctype P() {
  skip; skip; skip;
  count++;
  do
  :: atomic { x == 0 -> x = 1 }; skip; skip; x = 0
  od
}
'''

ROUND = '''
chan c = [3] of { byte };
bit bad;
active [3] proctype P() {
  c ! _pid;
  do
  :: atomic { c ? eval(_pid); c ! _pid }
  :: bad = 1
  od
}
'''

ONCE = '''
byte count;
active [4] proctype P() {
  count++;
  count++
}
'''

CREATED = '''
byte want[3];
bit x;
chan c = [3] of { byte };
proctype R() {
  byte k;
  c ? k;
  want[k] = 1;
  do
  :: skip
  od
}
active [3] proctype P() {
  c ! _pid;
  do
  :: want[_pid] == 0 -> skip
  :: want[_pid] == 1 -> break
  od;
  x = 1;
  do
  :: skip
  od
}
init { run R() }
'''

MACHINES = {CREATED: ['--memory', 'tso', '--buffer', '1']}

# Who sorts states by what processes have would not see one of the first two; who forgets which process is which along a loop would see some of the others otherwise.
TOLD_APART = [
    (FLAGS, 'all', '[] (want[0] == 1 -> want[3] == 1)', 'violated', ['P']),
    (FLAGS, 'all', '[] (want[3] == 1 -> want[0] == 1)', 'violated', ['P']),
    (FLAGS, 'all', '<> (want[0] == 1 && want[1] == 0 && want[2] == 0)', 'violated', None),
    (FLAGS, 'all', '[] (want[0] + want[1] + want[2] + want[3] < 4)', 'violated', None),
    (FLAGS, 'all', '[] <> (want[2] == 1)', 'holds', ['P']),
    (FLAGS, 'none', '[] <> (want[2] == 1)', 'violated', ['P']),
    (FLAGS, 'all', '[] (want[1] == 1 -> <> (want[1] == 0))', 'holds', ['P']),
    (FLAGS, 'none', '[] (want[1] == 1 -> <> (want[1] == 0))', 'violated', ['P']),
    (FLAGS, 'strong', '[] <> (want[2] == 1)', 'holds', None),
    (LOCK, 'all', '[] <> P@in', 'holds', ['P']),
    (LOCK, 'all', '[] <> P[0]@in', 'violated', ['P']),
    (LOCK, 'all', '[] <> (owner == 2)', 'violated', ['P']),
    (LOCK, 'all', '[] <> (owner == 9)', 'holds', ['P']),
    (LOCK, 'all', '[] <> (owner < 3)', 'holds', None),
    (LOCK, 'all', '[] (owner == 1 -> (owner == 1 || owner == 9) U P@in)', 'holds', ['P']),
    (LOCK, 'process', '[] <> (lock == 0)', 'holds', ['P']),
    (COUNT, 'all', '<> (count == 3)', 'holds', ['P']),          # whoever is left behind is now here, now there, where others wait in vain
    (COUNT, 'process', '<> (count == 3)', 'holds', ['P']),
    (COUNT, 'none', '<> (count == 3)', 'violated', ['P']),
    (ROUND, 'all', '<> (bad == 1)', 'violated', ['P']),         # everybody gets his turn, but in no one state
    (ONCE, 'all', '<> [] (count == 8)', 'holds', ['P']),        # they end, and are removed
    (ONCE, 'all', '<> (count == 9)', 'violated', ['P']),
    (ONCE, 'all', '<> (count == 8 && X (count == 8))', 'holds', None),
    (CREATED, 'all', '<> (x == 1)', 'holds', None),             # whose element the store is for changes as they change places
    (CREATED, 'memory', '<> (x == 1)', 'violated', None),
    (CREATED, 'mmlib', '<> (x == 1)', 'holds', ['P']),
    (CREATED, 'process', '<> (x == 1)', 'violated', ['P']),
]


def told_apart(settings):
    report = Report()
    with scratch() as folder:
        for number, (text, fairness, formula, verdict, alike) in enumerate(TOLD_APART):
            path = write(folder, 't%d.pml' % number, text)
            for how, expected in (('auto', alike), ('none', None)):
                run = Run(settings, ['check', path, *MACHINES.get(text, ['--memory', 'sc']), '--fairness', fairness, '--engine', 'explicit', '--symmetry', how, '--ltl', formula, '--json', '-'])
                saved = write(folder, 't%d.json' % number, run.out)
                if run.code == 1:
                    again = Run(settings, ['replay', path, saved])
                    report.check(again.code == 0 and not again.trouble(), '%s: a run does not replay: %s' % (formula, again.tail()), run.command)
                got = [p for p in run.json()['properties'] if p['kind'] == 'ltl'][0] if not run.trouble() and run.code < 3 else {}
                report.check((got.get('verdict'), got.get('symmetry')) == (verdict, expected), '%s --symmetry %s: %s, %s instead of %s, %s\n%s'
                             % (formula, how, got.get('verdict'), got.get('symmetry'), verdict, expected, run.tail()), run.command)
    return report
