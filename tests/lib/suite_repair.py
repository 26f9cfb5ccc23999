"""`tarry fence` against brute force: generated programs whose candidates are all tried in all combinations, as text, by `tarry check`.

The generator knows by itself where a fence may stand (docs/REPAIR.md): between two statements of a sequence and behind the last one of an option or an inline; not
in atomic or unless, not beside fences that are there. Every subset is written out as a model of its own; the cheapest that holds, and with --all every one that holds
and of which no part does, is what `fence` must find. Its patch must apply, its proof must be confirmed, and a proof that was tampered with must not.
"""
import itertools
import json
import os
import random
import subprocess
from dataclasses import dataclass, field

from .common import ROOT, Case, Report, Run, generated_batches, scratch, write

BATCH = 10
FIXED, FRESH, FIXED_QUICK, FRESH_QUICK = 300, 60, 40, 20
MOST = 8              # candidates of one program
COSTS = ((3, 1, 5), (1, 1, 1), (2, 1, 2), (3, 2, 1))


@dataclass
class Node:
    kind: str                 # line, store, fence, if, do, atomic, unless, call
    text: str = ''
    parts: list = field(default_factory=list)     # sequences
    target: str = ''          # of a store
    value: str = ''
    candidate: int = -1       # of a fence or a store


class Program:
    """A tree, its candidates (kind, is there), and how it looks with some of them."""

    def __init__(self, seed, number):
        self.rng = rng = random.Random('repair %d %d' % (seed, number))
        self.memory = rng.choice(['tso', 'tso', 'pso', 'pso', 'slot'])
        self.temporal = number % 6 == 5
        self.using = rng.choice(['fences', 'fences', 'atomic', 'both'])
        self.cost = dict(zip(('mfence', 'sfence', 'atomic'), rng.choice(COSTS)))
        self.keep = rng.random() < 0.2
        self.candidates = []
        self.has_fence = rng.random() < 0.3
        self.inline = None
        for size in range(100, -1, -1):   # smaller and smaller
            self.size = size / 100
            self.candidates = []
            self.draw()
            if len(self.offered()) <= MOST:
                break

    # ---- drawing ----
    def draw(self):
        rng = self.rng
        names = 'xy' if rng.random() < 0.6 else 'xyz'
        self.names = names
        self.inline = [self.store(True) for _ in range(2)] if rng.random() < 0.15 else None
        self.processes = [self.body(names, i) for i in range(2)]
        if self.inline:
            self.mark(self.inline, 'inline')
        for body in self.processes:
            self.mark(body, 'whole')

    def body(self, names, me):
        rng = self.rng
        chance = lambda p: rng.random() < p * self.size
        mine, other = (names[0], names[-1]) if me == 0 else (names[-1], names[0])
        if len(names) == 3 and chance(0.3):
            mine = names[1]
        core = [Node('store', target=mine, value='1'), Node('line', 'atomic { r%d = %s; done++ }' % (me, other))]
        if chance(0.35):
            core.insert(rng.randint(0, 2), self.store())
        if chance(0.25):
            core.insert(rng.randint(0, len(core)), Node('line', rng.choice(['skip', 'g = 1', '(%s == %s)' % (mine, mine)])))
        if chance(0.2):
            core.insert(rng.randint(1, len(core)), self.choice(other))
        if chance(0.15):
            core.insert(rng.randint(0, len(core)), Node('atomic', parts=[[self.store(), Node('line', 'g = 0')]]))
        if chance(0.08):
            core.insert(rng.randint(0, len(core)), Node('unless', parts=[[self.store(), Node('line', 'skip')], [Node('line', 'g == 3')]]))
        if self.inline and chance(0.8):
            core.insert(rng.randint(0, 1), Node('call'))
        if chance(0.15):
            core = [Node('do', parts=[[Node('line', 'n%d < 1' % me), Node('line', 'n%d++' % me)] + core, [Node('line', 'else'), Node('line', 'break')]])]
        if self.has_fence and chance(0.7):
            core.insert(rng.randint(1, len(core)), Node('fence', 'mfence' if self.memory != 'pso' or chance(0.5) else 'sfence'))
        return core

    def store(self, plain=False):
        return Node('store', target=self.rng.choice(self.names), value=self.rng.choice(['1', '2', '1'] if plain else ['1', '2', 'x + 1']))

    def choice(self, other):
        options = [[Node('line', '%s == 0' % other), self.store()]]
        second = [[Node('line', '%s != 0' % other), Node('line', 'skip')], [Node('line', 'else'), self.store()], [self.store(), Node('line', 'g = 2')]]
        return Node('if', parts=options + [self.rng.choice(second)])

    # ---- candidates, in the order in which they are met ----
    def mark(self, body, where, closed=False, beside_else=False):
        """Adds gaps to the sequence, and marks fences and stores."""
        has_gaps, out = not closed, []
        for i, node in enumerate(body):
            before = body[i - 1] if i else None
            if before and has_gaps and 'fence' not in (before.kind, node.kind) and not self.leaves(before):
                out.append(self.gap())
            out.append(node)
            if node.kind == 'fence' and has_gaps and (before or where == 'whole'):
                node.candidate = self.add(node.text, True)
            if node.kind == 'store' and has_gaps and not (beside_else and not before):
                node.candidate = self.add('atomic', False)
            if node.kind in ('if', 'do'):
                has_else = any(o[0].text == 'else' for o in node.parts)
                for part in node.parts:
                    self.mark(part, 'option', closed, has_else or (beside_else and not before))
            elif node.kind in ('atomic', 'unless'):
                for part in node.parts:
                    self.mark(part, 'block', True)
        if where in ('option', 'inline') and has_gaps and body[-1].kind != 'fence' and not self.leaves(body[-1]):
            out.append(self.gap())
        body[:] = out

    def leaves(self, node):
        return node.text == 'break'

    def gap(self):
        made = Node('gap', candidate=self.add('mfence', False))
        self.add('sfence', False)
        return made

    def add(self, kind, there):
        self.candidates.append((kind, there))
        return len(self.candidates) - 1

    def offered(self):
        """The candidates that `fence` may choose."""
        found = []
        for number, (kind, there) in enumerate(self.candidates):
            if there and self.keep:
                continue
            if kind == 'atomic' and self.using != 'fences' or kind == 'mfence' and (self.using != 'atomic' or there) \
                    or kind == 'sfence' and self.memory == 'pso' and (self.using != 'atomic' or there):
                found.append(number)
        return found

    # ---- text ----
    def render(self, chosen):
        """The model with these candidates; self.line has the line of each candidate in the model as it is."""
        self.lines, self.line = [], {}
        chosen = set(chosen) | {n for n, (_, there) in enumerate(self.candidates) if there and self.keep}
        for name in self.names:
            self.lines.append('byte %s;' % name)
        self.lines.append('ghost byte r0, r1, g, done, n0, n1;')
        if self.inline:
            self.lines.append('inline both() {')
            self.write(self.inline, chosen)
            self.lines.append('}')
        for number, body in enumerate(self.processes):
            self.lines.append('active proctype P%d() {' % number)
            self.write(body, chosen)
            self.lines.append('}')
        return '\n'.join(self.lines) + '\n'

    def write(self, body, chosen):
        for node in body:
            if node.kind == 'gap':
                for number in (node.candidate, node.candidate + 1):
                    self.line[number] = len(self.lines)
                    if number in chosen:
                        self.lines.append(self.candidates[number][0] + ';')
                continue
            if node.candidate >= 0:
                self.line[node.candidate] = len(self.lines) + 1
            if node.kind == 'fence':
                self.lines.append((node.text if node.candidate < 0 or node.candidate in chosen else 'skip') + ';')
            elif node.kind == 'store':
                self.lines.append(('xchg(%s, %s, _);' if node.candidate in chosen else '%s = %s;') % (node.target, node.value))
            elif node.kind == 'call':
                self.lines.append('both();')
            elif node.kind in ('if', 'do'):
                self.lines.append(node.kind)
                for part in node.parts:
                    self.lines.append('::')
                    self.write(part, chosen)
                self.lines.append('fi;' if node.kind == 'if' else 'od;')
            elif node.kind in ('atomic', 'unless'):
                for word, part in zip(('atomic {' if node.kind == 'atomic' else '{', 'unless {'), node.parts):
                    self.lines.append(word)
                    self.write(part, chosen)
                    self.lines.append('}' if node.kind == 'unless' and word == '{' else '};')
            else:
                self.lines.append(node.text + ';')

    def as_it_is(self):
        return self.render([n for n, (_, there) in enumerate(self.candidates) if there])

    def price(self, chosen):
        return sum(self.cost[self.candidates[n][0]] for n in chosen)


# ---- Properties ----

def conditions(program):
    rng = program.rng
    if not program.temporal:
        values = list(itertools.product((0, 1), (0, 1)))
        rng.shuffle(values)
        bad = ['--never', 'done == 2 && r0 == %d && r1 == %d'], ['--never', 'done == 2 && x != %d && y == 1' % rng.choice([1, 2])]
        return [['--never', 'done == 2 && r0 == %d && r1 == %d' % v] for v in values] + [bad[1]]
    formulas = ['[] (done == 0 -> X !(r0 == 0 && done == 2))', '[] !(done == 2 && r0 == 0 && r1 == 0)', '<> (done == 2)', '[] (r0 == 1 -> <> (r1 == 0))', '<> (x == 1 && y == 1)',
                '!<> (r0 == 0 && <> (r1 == 0 && done == 2))', '<> [] (done == 2 && (r0 == 1 || r1 == 1))']
    rng.shuffle(formulas)
    fairness = rng.choice(['all', 'all', 'all', 'memory', 'none', 'process', 'strong'])
    return [['--ltl', f, '--fairness', fairness] for f in formulas[:4]]


def verdict(settings, path, options):
    run = Run(settings, ['check', path, '--json', '-', *options])
    return run.json()['verdict'] if run.code in (0, 1, 2) and not run.trouble() else 'error'


def choose_property(settings, folder, program):
    """One that holds under SC and is violated on the machine, if there is one: the others say little."""
    bare = write(folder, 'bare.pml', program.render([]))
    tried = conditions(program)
    for options in tried:
        options = ['--no-deadlock', *options]
        if verdict(settings, bare, [*options, '--memory', program.memory]) == 'violated' and verdict(settings, bare, [*options, '--memory', 'sc']) == 'holds':
            return options
    return ['--no-deadlock', *tried[0]]


# ---- Brute force ----

def check_all(settings, folder, program, options):
    """The verdict of every subset of the candidates."""
    offered = program.offered()
    subsets = [s for size in range(len(offered) + 1) for s in itertools.combinations(offered, size)]
    models = os.path.join(folder, 'subsets')
    os.makedirs(models, exist_ok=True)
    for old in os.listdir(models):
        os.remove(os.path.join(models, old))
    names = {}
    for number, subset in enumerate(subsets):
        names[write(models, 'm%04d.pml' % number, program.render(subset))] = subset
    run = Run(settings, ['check', '--json', '-', '--memory', program.memory, *options, *sorted(names)], timeout=300)
    if run.trouble() or run.code == 3:
        return None
    data = run.json()
    results = data.get('results', [data])
    return {names[r['file']]: r['verdict'] for r in results}


def expected(program, verdicts):
    """The least cost (None: nothing helps) and the minimal sets."""
    good = {s for s, v in verdicts.items() if v == 'holds'}
    minimal = [s for s in good if not any(set(t) < set(s) for t in good)]
    least = min((program.price(s) for s in good), default=None)
    return least, minimal


def found_sets(program, answer):
    """The solutions of the report as sets of candidates."""
    by_place = {}
    for number, (kind, there) in enumerate(program.candidates):
        by_place[kind, there, program.line[number]] = number
    sets = []
    for solution in answer['solutions']:
        chosen = [by_place.get((f['kind'], f['is_there'], f['line' if f['is_there'] else 'after_line'])) for f in solution['fences']]
        chosen += [by_place.get(('atomic', False, w['line'])) for w in solution['atomic_writes']]
        sets.append(tuple(sorted(c for c in chosen if not (program.keep and program.candidates[c][1]))))
    return sets


# ---- One program ----

def compare(settings, folder, program, name, report):
    options = choose_property(settings, folder, program)
    verdicts = check_all(settings, folder, program, options)
    if verdicts is None or set(verdicts.values()) - {'holds', 'violated'}:
        report.tally['left out'] += 1
        return
    least, minimal = expected(program, verdicts)
    path = write(folder, 'model.pml', program.as_it_is())
    proof = os.path.join(folder, 'proof.json')
    if os.path.exists(proof):
        os.remove(proof)
    arguments = ['fence', 'model.pml', '--memory', program.memory, *options, '--with', program.using,
                 '--cost', ','.join('%s=%d' % c for c in program.cost.items()), *(['--keep'] if program.keep else [])]
    run = Run(settings, [*arguments, '--json', '-', '--certificate', proof], cwd=folder)
    everything = Run(settings, [*arguments, '--all', '--json', '-'], cwd=folder)
    what = '%s (%s): ' % (name, ' '.join(arguments[2:]))
    shown = '\n' + program.as_it_is()
    if not report.check(not run.trouble() and run.code == (0 if least is not None else 1), what + 'exit code %d, least cost %s\n%s' % (run.code, least, run.tail()) + shown, run.command):
        return
    report.tally['program'] += 1
    report.tally[program.memory + (' ltl' if program.temporal else '')] += 1
    report.tally['nothing helps' if least is None else 'holds as it is' if least == 0 else 'repaired'] += 1
    answer = run.json()
    if least is not None:
        report.check(answer['solutions'][0]['cost'] == least, what + 'cost %d instead of %d' % (answer['solutions'][0]['cost'], least) + shown, run.command)
        check_patch(settings, folder, program, options, arguments, path, what, report)
        confirm(settings, folder, proof, what, report)
    if report.check(not everything.trouble() and everything.code == run.code, what + '--all: exit code %d' % everything.code, everything.command) and least is not None:
        program.as_it_is()
        sets = found_sets(program, everything.json())
        report.check(sorted(sets) == sorted(minimal), what + 'minimal sets %s instead of %s' % (sorted(sets), sorted(minimal)) + shown, everything.command)
        costs = [s['cost'] for s in everything.json()['solutions']]
        report.check(costs == sorted(costs), what + 'not cheapest first', everything.command)


def check_patch(settings, folder, program, options, arguments, path, what, report):
    run = Run(settings, [*arguments, '--patch', 'model.diff'], cwd=folder)
    text = open(os.path.join(folder, 'model.diff')).read()
    if text:
        done = subprocess.run(['patch', '-p0', '-i', 'model.diff'], cwd=folder, capture_output=True, text=True)
        if not report.check(done.returncode == 0, what + 'its patch does not apply: ' + done.stdout + done.stderr + text, run.command):
            return
    holds = verdict(settings, path, [*options, '--memory', program.memory])
    report.check(holds == 'holds', what + 'after its patch the model is %s\n%s' % (holds, open(path).read()), run.command)
    write(folder, 'model.pml', program.as_it_is())


def confirm(settings, folder, proof, what, report):
    run = Run(settings, ['certify', 'model.pml', proof], cwd=folder)
    report.check(run.code == 0 and not run.trouble(), what + 'its proof is not confirmed: exit code %d\n%s' % (run.code, run.tail()), run.command)
    saved = json.load(open(proof))
    for change in (tamper_clause, tamper_steps, tamper_reasons, tamper_cost):
        wrong = json.loads(json.dumps(saved))
        if not change(wrong['proof']):
            continue
        write(folder, 'wrong.json', json.dumps(wrong))
        run = Run(settings, ['certify', 'model.pml', 'wrong.json'], cwd=folder)
        report.check(run.code == 1 and not run.trouble(), what + '%s: exit code %d\n%s' % (change.__name__, run.code, run.tail()), run.command)


def tamper_clause(proof):
    for reason in proof['reasons']:
        if len(reason.get('clause', [])) > 1:
            reason['clause'].pop()
            return True
    return False


def tamper_steps(proof):
    for reason in proof['reasons']:
        if reason['steps']:
            reason['steps'].pop()
            return reason['loop'] is None
    return False


def tamper_reasons(proof):
    """Without its runs the set is not known to be the cheapest."""
    proof['reasons'] = []
    return proof['solution_cost'] > 0


def tamper_cost(proof):
    proof['solution_cost'] += 1
    return True


def compare_batch(settings, seed, numbers):
    report = Report()
    with scratch() as folder:
        for number in numbers:
            compare(settings, folder, Program(seed, number), 'program %d of seed %d' % (number, seed), report)
    return report


# ---- Known answers ----

# Model, memory, further options; fences or writes in a cheapest set, such sets, fences that are there and not needed.
EXCLUSION = ('--no-deadlock',)
LONG = ('tests/repair/bakery.pml',)    # seconds here, minutes where hashes are weak
KNOWN = [
    ('tests/repair/dekker.pml', 'tso', EXCLUSION, 2, 1, 0), ('tests/repair/dijkstra.pml', 'tso', EXCLUSION, 2, 1, 0),
    ('tests/repair/burns.pml', 'tso', EXCLUSION, 2, 1, 0), ('tests/repair/peterson.pml', 'tso', EXCLUSION, 2, 1, 0),
    ('tests/repair/peterson.pml', 'pso', EXCLUSION, 4, 4, 0), ('tests/repair/fast.pml', 'tso', EXCLUSION, 4, 1, 0),
    ('tests/repair/bakery.pml', 'tso', EXCLUSION, 4, 12, 0),
    # The third fence is before or behind the last store of the way in: two sets, but for places between the same accesses. Only one of them has no deadlock.
    ('tests/repair/szymanski.pml', 'tso', EXCLUSION, 3, 7, 0), ('tests/repair/szymanski.pml', 'tso', (), 3, 1, 0),
    ('bench/models/pimp/dekker.pimp', 'tso', (), 2, 1, 0), ('bench/models/pimp/dekker-fenced.pimp', 'tso', (), 2, 1, 2),
    ('bench/models/pimp/lamport.pimp', 'tso', (), 4, 1, 0), ('bench/models/pimp/lamport-fenced.pimp', 'tso', (), 4, 1, 2),
    ('bench/models/pimp/peterson.pimp', 'tso', (), 2, 1, 0), ('bench/models/pimp/peterson-fenced.pimp', 'tso', (), 2, 1, 0),
    ('bench/models/pimp/szymanski.pimp', 'tso', (), 3, 1, 0), ('bench/models/pimp/szymanski-fenced.pimp', 'tso', (), 3, 1, 5),
    ('examples/sb.litmus', 'tso', (), 2, 1, 0),
]
CORPUS = [('dve/thesis-peterson-N2.dve', 'slot', ('--no-deadlock', '--with', 'atomic', '--never', 'P_0.CS and P_1.CS'), 4, 1, 0)]


def known(settings, path, memory, options, size, sets, removed):
    report = Report()
    run = Run(settings, ['fence', path, '--memory', memory, '--cost', 'mfence=1,sfence=1,atomic=1', '--all', '--json', '-', *options])
    if not report.check(run.code == 0 and not run.trouble(), 'exit code %d\n%s' % (run.code, run.tail()), run.command):
        return report
    solutions = run.json()['solutions']
    best = [s for s in solutions if s['cost'] == solutions[0]['cost']]
    for s in best:
        report.check(len(s['fences']) + len(s['atomic_writes']) == size, '%s instead of %d' % (s, size), run.command)
        report.check(len(s['not_needed']) == removed, '%s: %d are not needed' % (s, removed), run.command)
    report.check(len(best) == sets, '%d cheapest sets instead of %d' % (len(best), sets), run.command)
    with scratch() as folder:
        proof = os.path.join(folder, 'proof.json')
        Run(settings, ['fence', path, '--memory', memory, '--certificate', proof, *options])
        run = Run(settings, ['certify', path, proof])
        report.check(run.code == 0 and not run.trouble(), 'its proof is not confirmed: %s' % run.tail(), run.command)
    return report


# Arguments, exit code, what is said.
CALLS = [
    (('--memory', 'sc'), 3, 'under sc no store waits'), (('--memory', 'tso-us'), 3, 'approximations'), (('--cost', 'mfence=0'), 3, 'cost'), (('--cost', 'lfence=1'), 3, 'cost'),
    (('--json', '-', '--patch', '-'), 3, 'standard output'), (('--certificate', '-'), 3, 'name of a file'), (('--with', 'locks'), 3, "'locks'"),
    (('--max-states', '1', '--engine', 'explicit'), 2, 'unknown'), (('--never', 'ncrit == 1'), 1, 'whatever is added'), ((), 0, 'No set costs less'),
    (('--keep', '--all'), 0, 'all minimal sets'), (('--with', 'both', '--cost', 'atomic=1'), 0, 'atomic write'),
]


def call(settings, options, code, text):
    report = Report()
    run = Run(settings, ['fence', os.path.join(ROOT, 'tests', 'repair', 'peterson.pml'), *options])
    report.check(run.code == code and not run.trouble() and text in run.out + run.err, 'exit code %d, not %d with "%s"\n%s' % (run.code, code, text, run.tail()), run.command)
    return report


def no_corpus(settings):
    return Report(skipped=len(CORPUS), notes=['TARRY_CORPUS is not set: the model of the thesis is left out'])


def known_cases(settings):
    found = [Case('%s under %s' % (c[0], c[1]), known, (os.path.join(ROOT, c[0]), *c[1:])) for c in KNOWN if not (settings.again and c[0] in LONG)]
    found += [Case('fence %s' % ' '.join(c[0]), call, c) for c in CALLS]
    corpus = os.environ.get('TARRY_CORPUS')
    if corpus:
        return found + [Case('%s under %s' % (c[0], c[1]), known, (os.path.join(corpus, c[0]), *c[1:])) for c in CORPUS]
    return found + [Case('corpus', no_corpus)]


def cases(settings):
    fixed, fresh = (FIXED_QUICK, FRESH_QUICK) if settings.quick else (FIXED, FRESH)
    return ([] if settings.count else known_cases(settings)) + generated_batches(settings, fixed, fresh, BATCH, compare_batch)
