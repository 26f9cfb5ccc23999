"""Temporal formulas: the explicit engine against a naive product search, on generated programs under SC, TSO and PSO with every kind of fairness."""
import random
from functools import partial

from . import generate, naive, naive_temporal, shrink
from .common import Run, compare_each, generated_batches, write
from .syntax import Chan, Proc, Program, Stmt, Var, promela

BATCH = 10
FIXED, FRESH, FIXED_QUICK, FRESH_QUICK = 200, 100, 40, 20
LIMIT = 1500           # states of one program; larger ones are left out
FORMULAS = 5           # of one program
KINDS = (naive_temporal.NONE, naive_temporal.PROCESS, naive_temporal.MEMORY, naive_temporal.MMLIB, naive_temporal.ALL, naive_temporal.STRONG)


def cases(settings):
    fixed, fresh = (FIXED_QUICK, FRESH_QUICK) if settings.quick else (FIXED, FRESH)
    return generated_batches(settings, fixed, fresh, BATCH, partial(compare_each, Sample, compare))


# ---- Formulas ----

def atom(rng, program):
    """A comparison of a global, as memory has it, with a small number."""
    plain = [v for v in program.globals]
    v = rng.choice(plain)
    index = ('const', rng.randrange(v.size)) if v.size else None
    number, operator = rng.choice([0, 1, 1, 2]), rng.choice(['==', '==', '==', '!=', '<'])
    expression = ('bin', operator, ('var', v.name, index), ('const', number))
    return ('atom', '%s%s %s %d' % (v.name, '[%d]' % index[1] if index else '', operator, number), expression)


def formula(rng, program, depth, with_next=True):
    if depth == 0:
        return atom(rng, program)
    kind = rng.choice(['always', 'eventually', 'always', 'eventually', 'until', 'release', 'and', 'or', 'not'] + ['next'] * with_next)
    if kind in ('always', 'eventually', 'not', 'next'):
        return (kind, formula(rng, program, depth - 1, with_next))
    return (kind, formula(rng, program, rng.randrange(depth), with_next), formula(rng, program, depth - 1, with_next))


def usual(rng, program):
    """The shapes that people write."""
    p, q = atom(rng, program), atom(rng, program)
    return rng.choice([('always', ('eventually', p)), ('eventually', ('always', p)), ('always', ('or', ('not', p), ('eventually', q))), ('eventually', p),
                       ('or', ('not', ('always', ('eventually', p))), ('always', ('eventually', q))), ('always', p), ('until', p, q)])


# ---- Programs ----

def creates(body):
    return any(s.kind == 'run' or any(creates(part) for part in [*(s.options or []), s.body or [], s.escape or []]) for s in body)


def with_loops(rng, program):
    """Most processes begin anew when they have ended, but those that create others."""
    for q in program.procs:
        if q.active and not creates(q.body) and rng.random() < 0.7:
            q.body = [Stmt('do', options=[[Stmt('expr', expr=('const', 1))] + q.body])]


class Loops:
    """Processes that go round for ever, with few values: whether something comes to pass mostly depends on what fairness is assumed."""

    def __init__(self, rng, barriers):
        self.rng, self.program, self.in_block, self.barriers = rng, Program(), False, barriers and rng.random() < 0.4
        for name in 'xyz'[:rng.choice([2, 2, 3])]:
            self.program.globals.append(Var(name, 'bit'))
        if rng.random() < 0.25:
            self.program.chans.append(Chan('c', 0, ['bit']))
        for name in 'PQR'[:rng.choice([2, 2, 3])]:
            body = [self.statement(2) for _ in range(rng.choice([1, 2, 2, 3, 4]))]
            if rng.random() < 0.85:
                body = [Stmt('do', options=[[Stmt('expr', expr=('const', 1))] + body])]
            self.program.procs.append(Proc(name, body=body, active=1))

    def variable(self):
        return ('var', self.rng.choice(self.program.globals).name, None)

    def condition(self):
        return Stmt('expr', expr=('bin', '==', self.variable(), ('const', self.rng.choice([0, 1]))))

    def statement(self, depth):
        rng = self.rng
        kind = rng.choice(['store'] * 8 + ['wait'] * 2 + ['if'] * 3 * (depth > 0) + ['atomic', 'atomic', 'mfence'] + ['sfence'] * 3 * self.barriers + ['meet'] * 3 * (not self.in_block and len(self.program.chans)))
        if kind == 'wait':
            return self.condition()
        if kind == 'if':
            last = [self.condition(), self.statement(0)] if rng.random() < 0.5 else [Stmt('else')]
            return Stmt('if', options=[[self.condition(), self.statement(depth - 1)], last])
        if kind == 'atomic' and not self.in_block:
            self.in_block = True
            body = [self.condition() if rng.random() < 0.5 else self.statement(0), self.statement(0)]
            if rng.random() < 0.4:
                body = [Stmt('do', options=[[Stmt('expr', expr=('const', 1))] + body])]
            made = Stmt('atomic', body=body)
            self.in_block = False
            return made
        if kind in ('mfence', 'sfence'):
            return Stmt(kind)
        if kind == 'meet':
            return Stmt(rng.choice(['send', 'recv']), chan='c', args=[('const', rng.choice([0, 1]))])
        value = ('const', rng.choice([0, 1])) if rng.random() < 0.7 else ('bin', '-', ('const', 1), self.variable())
        return Stmt('assign', target=self.variable(), expr=value)


class Sample:
    def __init__(self, seed, number):
        rng = random.Random('temporal %d %d' % (seed, number))
        self.memory = rng.choice(['sc', 'tso', 'tso', 'pso', 'pso', 'slot'])
        self.bound = rng.choice([1, 1, 2])
        if rng.random() < 0.6:
            self.program = Loops(rng, self.memory != 'slot').program
        else:
            self.program = generate.program(rng, style=rng.choice(['plain', 'words']), faults=rng.random() < 0.1, size=rng.choice([2, 3, 4]),
                                            barriers=self.memory != 'slot')
            with_loops(rng, self.program)
        self.program.header, self.program.bound = 'pso' if self.memory == 'slot' else self.memory, self.bound
        self.kind = rng.choice(KINDS + (naive_temporal.ALL,))
        self.formulas = [usual(rng, self.program) if rng.random() < 0.6 else formula(rng, self.program, rng.choice([1, 2, 3])) for _ in range(FORMULAS)]

    def options(self):
        options = ['--memory', self.memory, '--fairness', self.kind]
        return options + (['--buffer', str(self.bound)] if self.memory not in ('sc', 'slot') else [])

    def expect(self, formulas):
        """For each formula whether it is violated; None where it cannot be told."""
        graph = naive_temporal.Graph(self.program, self.memory, self.bound, LIMIT)
        return [naive_temporal.is_violated(graph, f, self.kind) for f in formulas]

    def ask(self, settings, path, formulas):
        arguments = ['check', path, *self.options(), '--engine', 'explicit', '--errors', 'all', '--json', '-']
        for f in formulas:
            arguments += ['--ltl', naive_temporal.text(f)]
        return Run(settings, arguments, timeout=60)


def verdicts(run):
    """Of the formulas, in their order."""
    return [p['verdict'] for p in run.json()['properties'] if p['kind'] == 'ltl']


def compare(settings, folder, sample, name, report):
    try:
        expected = sample.expect(sample.formulas)
    except (naive.TooLarge, naive.Unsupported):
        report.skipped += 1
        return
    path = write(folder, 'p.pml', promela(sample.program))
    run = sample.ask(settings, path, sample.formulas)
    if run.code == 3 and ('not supported' in run.err or 'no machine can tell' in run.err):
        report.skipped += 1
        return
    if not report.check(not run.trouble() and run.code != 3, '%s: %s\n%s' % (name, run.trouble() or run.err, promela(sample.program)), run.command):
        return
    for f, wanted, got in zip(sample.formulas, expected, verdicts(run), strict=True):
        report.tally['%s %s' % (sample.memory, 'violated' if wanted else 'holds')] += 1
        if got == ('violated' if wanted else 'holds'):
            report.passed += 1
        else:
            report.check(False, '%s: %s\n%s' % (name, explain(settings, folder, sample, f, wanted, got), promela(sample.program)), run.command)


def explain(settings, folder, sample, f, wanted, got):
    """The mismatch on the smallest program that still shows it."""
    def differs(program):
        sample.program = program
        try:
            expected = sample.expect([f])[0]
            run = sample.ask(settings, write(folder, 'shrunk.pml', promela(program)), [f])
            return not run.trouble() and run.code in (0, 1, 2) and verdicts(run)[0] != ('violated' if expected else 'holds')
        except Exception:      # a cut that leaves no program, such as a goto without its label
            return False

    sample.program = shrink.shrink(sample.program, differs, 300)
    return '%s under %s: naive %s, tarry %s' % (naive_temporal.text(f), ' '.join(sample.options()), 'violated' if wanted else 'holds', got)
