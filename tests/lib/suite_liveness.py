"""Formulas for all buffer sizes: the events engine against the explicit engine with bounds 1, 2 and 3, on generated programs under SC, TSO and PSO.

What it proves no bound may violate; a run that it finds is executed again by the tool itself; and where the control flow bounds the buffers both say the same."""
import random
from functools import partial

from . import generate, generate_events, naive_temporal, shrink, suite_temporal
from .common import Run, compare_each, generated_batches, write
from .syntax import LOCKED, Chan, Proc, Program, Stmt, Var, promela

BATCH = 10
FIXED, FRESH, FIXED_QUICK, FRESH_QUICK = 90, 40, 20, 10
FORMULAS = 4            # of one program
BOUNDS = (1, 2, 3)
LIMITS = ['--time-limit', '1', '--memory-limit', '500', '--max-states', '20000']   # what is not told by then is left out


def cases(settings):
    fixed, fresh = (FIXED_QUICK, FRESH_QUICK) if settings.quick else (FIXED, FRESH)
    return generated_batches(settings, fixed, fresh, BATCH, partial(compare_each, Sample, compare))


# ---- Programs ----

class Rounds:
    """Processes that go round for ever with stores, loads, fences, locked instructions, a buffered channel and labels."""

    def __init__(self, rng):
        self.rng, self.program = rng, Program()
        self.fences, self.locks, self.blocks, self.in_block = rng.choice([0, 1, 3]), rng.choice([0, 1, 2]), rng.choice([0, 0, 2, 4]), False
        self.faults = rng.random() < 0.1
        for name in 'xyz'[:rng.choice([1, 2, 2, 3])]:
            self.program.globals.append(Var(name, rng.choice(['bit', 'bit', 'u2'])))
        if rng.random() < 0.2:
            self.program.globals.append(Var('g', 'bit', 0, 0, True))
        if rng.random() < 0.15:
            self.program.globals.append(Var('a', 'bit', 2))
        if rng.random() < 0.2:
            self.program.chans.append(Chan('c', rng.choice([1, 1, 2]), ['bit']))
        for name in 'PQR'[:rng.choice([1, 2, 2, 2, 3])]:
            self.process = Proc(name, locals=[Var('r', 'bit')], active=1)
            body = [self.statement(2) for _ in range(rng.choice([1, 2, 2, 3]))]
            if rng.random() < 0.8:
                body = [self.statement(0) for _ in range(rng.choice([0, 0, 1]))] + [Stmt('do', options=[[Stmt('expr', expr=('const', 1))] + body])]
            self.process.body = body
            self.program.procs.append(self.process)
        if len(self.program.procs) == 1 or rng.random() < 0.1:
            self.program.procs[0].active = 2

    def place(self, local=0.0):
        if self.rng.random() < local:
            return ('var', 'r', None)
        v = self.rng.choice(self.program.globals)
        return ('var', v.name, ('const', self.rng.randrange(v.size)) if v.size else None)

    def condition(self):
        return Stmt('expr', expr=('bin', self.rng.choice(['==', '==', '!=']), self.place(0.2), ('const', self.rng.choice([0, 1]))), special=self.rng.random() < 0.2)

    def block(self):
        """Jumps out of it are left to the other generators."""
        self.in_block = True
        made = Stmt('atomic', body=[self.statement(self.rng.choice([0, 0, 1])) for _ in range(self.rng.choice([2, 2, 3]))])
        self.in_block = False
        return made

    def statement(self, depth):
        rng = self.rng
        if not self.in_block and rng.random() < self.blocks / 12:
            return self.block()
        kind = rng.choice(['store'] * 8 + ['load'] * 2 + ['wait'] * 2 + ['if', 'if'] * (depth > 0) + ['do'] * (depth > 0 and not self.in_block) + ['mfence'] * self.fences + ['locked'] * self.locks
                          + ['channel'] * 3 * len(self.program.chans) + ['fault', 'assert'] * self.faults)
        if kind == 'wait':
            return self.condition()
        if kind == 'if':
            last = rng.choice([[self.condition(), self.statement(0)], [Stmt('else')], [self.statement(0)]])
            return Stmt('if', options=[[self.condition(), self.statement(depth - 1)], last])
        if kind == 'do':
            return Stmt('do', options=[[self.statement(0)], [self.condition(), Stmt('break')]])
        if kind == 'mfence':
            return Stmt('mfence')
        if kind == 'load':
            return Stmt('assign', target=('var', 'r', None), expr=self.place())
        if kind == 'locked':
            at = rng.choice([v for v in self.program.globals if not v.ghost and not v.size])
            return Stmt(rng.choice(LOCKED), target=('var', at.name, None), expr=('const', rng.choice([0, 1])), other=('const', rng.choice([0, 1])),
                        result=('var', 'r', None))
        if kind == 'channel':
            if rng.random() < 0.5:
                return Stmt('send', chan='c', args=[rng.choice([('const', 1), ('var', 'r', None)])])
            return Stmt('recv', chan='c', args=[rng.choice([('const', 1), ('var', 'r', None), self.place()])])
        if kind == 'fault':
            return Stmt('assign', target=('var', 'r', None), expr=('bin', '/', ('const', 1), self.place()))
        if kind == 'assert':
            return Stmt('assert', expr=('bin', '==', self.place(), ('const', 0)))
        value = ('const', rng.choice([0, 1])) if rng.random() < 0.7 else ('bin', '-', ('const', 1), self.place(0.3)) if rng.random() < 0.7 else self.place(0.3)
        return Stmt('assign', target=self.place(0.15), expr=value)


def add_labels(rng, program):
    """Names some places: none that begins an option, where SPIN takes none."""
    count = 0

    def visit(body, is_option):
        nonlocal count
        for n, s in enumerate(body):
            if not s.label and s.kind not in ('else', 'break', 'goto') and not (is_option and n == 0) and rng.random() < 0.3:
                s.label = 'at%d' % count
                count += 1
            for option in s.options or []:
                visit(option, True)
            if s.kind == 'atomic':
                visit(s.body, True)

    for q in program.procs:
        visit(q.body, False)


def labels_of(body):
    for s in body:
        if s.label:
            yield s.label
        for inner in [*(s.options or []), s.body or []]:
            yield from labels_of(inner)


def make_program(rng):
    roll = rng.random()
    if roll < 0.7:
        made = Rounds(rng).program
    elif roll < 0.95:
        made, _ = generate_events.program(rng, size=rng.choice([2, 3]))
        suite_temporal.with_loops(rng, made)
    else:
        made = generate.program(rng, style=rng.choice(['plain', 'words']), faults=rng.random() < 0.1, size=rng.choice([2, 3]))
        suite_temporal.with_loops(rng, made)
    add_labels(rng, made)
    return made


# ---- Formulas ----

def atom(rng, program):
    """A condition on memory or ghosts, on a label, or on a local of a process."""
    q = rng.choice(program.procs)
    number = '[%d]' % program.procs.index(q) if all(p.active == 1 for p in program.procs) and rng.random() < 0.3 else ''
    places, roll = list(labels_of(q.body)), rng.random()
    named = q.active and q.name != 'init'
    if named and places and roll < 0.3:
        return ('atom', '%s%s@%s' % (q.name, number, rng.choice(places)), None)
    if named and q.locals and roll < 0.45:
        return ('atom', '%s%s:%s == %d' % (q.name, number, rng.choice(q.locals).name, rng.choice([0, 1])), None)
    return suite_temporal.atom(rng, program)


def formula(rng, program, depth):
    if depth == 0:
        return atom(rng, program)
    kind = rng.choice(['always', 'eventually', 'always', 'eventually', 'until', 'release', 'and', 'or', 'not'])
    if kind in ('always', 'eventually', 'not'):
        return (kind, formula(rng, program, depth - 1))
    return (kind, formula(rng, program, rng.randrange(depth)), formula(rng, program, depth - 1))


def usual(rng, program):
    p, q = atom(rng, program), atom(rng, program)
    again = ('always', ('eventually', p))
    return rng.choice([again, ('eventually', ('always', p)), ('always', ('or', ('not', p), ('eventually', q))), ('eventually', p), ('always', p), ('until', p, q),
                       ('or', ('not', again), ('always', ('eventually', q))), ('not', ('and', again, ('always', ('eventually', q)))),
                       ('eventually', ('and', p, ('always', q)))])


# ---- The comparison ----

class Sample:
    def __init__(self, seed, number):
        rng = random.Random('liveness %d %d' % (seed, number))
        self.memory = rng.choice(['sc', 'tso', 'tso', 'tso', 'pso', 'pso'])
        self.program = make_program(rng)
        self.formulas = [usual(rng, self.program) if rng.random() < 0.6 else formula(rng, self.program, rng.choice([1, 2, 3])) for _ in range(FORMULAS)]

    def ask(self, settings, path, formulas, options):
        arguments = ['check', path, '--memory', self.memory, *options, '--errors', 'all', '--no-deadlock', *LIMITS, '--json', '-']
        for f in formulas:
            arguments += ['--ltl', naive_temporal.text(f)]
        return Run(settings, arguments, timeout=60)

    def bounds(self):
        return BOUNDS if self.memory != 'sc' else (0,)

    def answers(self, settings, path, formulas):
        """The runs of both engines: events first, then the explicit engine with each bound."""
        yield self.ask(settings, path, formulas, ['--engine', 'events'])
        for bound in self.bounds():
            yield self.ask(settings, path, formulas, ['--engine', 'explicit'] + (['--buffer', str(bound)] if bound else []))

    def is_exact(self, settings, path):
        """Does no buffer ever need more room than the last bound gives?"""
        if self.memory == 'sc':
            return True
        options = ['--engine', 'explicit', '--buffer', str(BOUNDS[-1]), '--overflow', 'error']
        run = self.ask(settings, path, [], options)
        return run.code in (0, 1) and all(p['verdict'] == 'holds' for p in run.json()['properties'] if p['kind'] in ('overflow', 'runtime'))


def told(run):
    return [p for p in run.json()['properties'] if p['kind'] == 'ltl']


def judge(events, bounded, exact):
    """What is wrong with the answer to one formula; '' when nothing is. `exact`: with the last bound, the machine can do all that it can with any."""
    if events['verdict'] == 'holds' and any(b['verdict'] == 'violated' for b in bounded):
        return 'events says that it holds for all buffer sizes, but it is violated with %s' % next(b['scope'] for b in bounded if b['verdict'] == 'violated')
    if events['verdict'] == 'violated' and exact and bounded[-1]['verdict'] == 'holds':
        return 'events has a run that violates it, but it holds'
    return ''


def compare(settings, folder, sample, name, report):
    path = write(folder, 'p.pml', promela(sample.program))
    bounded = []
    for number, run in enumerate(sample.answers(settings, path, sample.formulas)):
        if run.code == 3 and (number == 0 or 'no machine can tell' in run.err):
            report.tally['refused program'] += 1
            return
        if not report.check(not run.trouble() and run.code != 3, '%s: %s\n%s' % (name, run.trouble() or run.err, promela(sample.program)), run.command):
            return
        bounded.append(told(run))
        if number == 0 and all(p['verdict'] == 'unknown' for p in bounded[0]):
            break
    exact = len(bounded) > 1 and sample.is_exact(settings, path)
    for f, answers in zip(sample.formulas, zip(*bounded, strict=True), strict=True):
        events = answers[0]
        refused = events['verdict'] == 'unknown' and 'not found' not in (events.get('reason') or '') and 'limit' not in (events.get('reason') or '')
        report.tally['refused' if refused else events['verdict']] += 1
        report.tally['exact'] += exact
        wrong = judge(events, answers[1:], exact)
        if not wrong:
            report.passed += 1
        else:
            report.check(False, '%s: %s\n%s' % (name, explain(settings, folder, sample, f, wrong), promela(sample.program)), '')


def explain(settings, folder, sample, f, wrong):
    """The mistake on the smallest program that still shows it."""
    def differs(program):
        sample.program = program
        try:
            path = write(folder, 'shrunk.pml', promela(program))
            answers = [told(run)[0] for run in sample.answers(settings, path, [f])]
            return bool(judge(answers[0], answers[1:], sample.is_exact(settings, path)))
        except Exception:      # a cut that leaves no program, such as a goto without its label
            return False

    sample.program = shrink.shrink(sample.program, differs, 300)
    return '%s under %s: %s' % (naive_temporal.text(f), sample.memory, wrong)
