"""Symmetry: generated programs with alike processes, and with processes that are nearly alike.

With and without --symmetry the answers are the same, by both engines; every run replays, every proof is certified. What the tool says about the processes is
compared with all states that the naive implementation finds: where it says that they are alike, these are as many again after every permutation, and the explicit
engine, with a bound on buffers, stores one for each orbit. Formulas are in symmetric_runs.
"""
import copy
import itertools
import json
import random
from functools import partial

from . import naive, symmetric_runs
from .common import Run, compare_each, generated_batches, write
from .generate_symmetric import Symmetric
from .syntax import Printer, promela

BATCH = 10
FIXED, FRESH, FIXED_QUICK, FRESH_QUICK = 160, 120, 40, 20
LIMIT = 1000
ELSEWHERE = ('flag', 'one number', 'successor', 'offset', 'initial', 'partial', 'index')    # slips after which numbers may be elsewhere, and elements be nobody's


def cases(settings):
    fixed, fresh = (FIXED_QUICK, FRESH_QUICK) if settings.quick else (FIXED, FRESH)
    return generated_batches(settings, fixed, fresh, BATCH, partial(compare_each, Sample, compare)) + symmetric_runs.cases(settings)


class Sample:
    def __init__(self, seed, number):
        rng = random.Random('symmetry %d %d' % (seed, number))
        self.memory = rng.choice(['sc', 'tso', 'tso', 'pso'])
        self.bound = rng.choice([1, 2])
        self.made = Symmetric(rng, slip=rng.random() < 0.4, ends=rng.random() < 0.25, size=rng.choice([2, 3, 4, 5]))
        self.program = self.made.make()
        printer = Printer(self.program)
        self.conditions = [(option, e) for option, e in self.made.conditions]
        self.options = ['--memory', self.memory, '--errors', 'all']
        for option, e in self.conditions:
            self.options += [option, printer.expr(e)]
        self.options = tuple(self.options)

    def bounded(self):
        """So that the explicit engine stores states one by one."""
        return self.options + (('--buffer', str(self.bound)) if self.memory != 'sc' else ('--search', 'best:neb'))


def ask(settings, path, options, report):
    run = Run(settings, ['check', path, *options, '--json', '-', '--log'], timeout=20)
    if not report.check(not run.trouble() and run.code != 3, '%s\n%s' % (run.trouble(), run.err[-800:]), run.command):
        return None, run.err
    return run.json(), run.err


def violated(result):
    return sorted(p['name'] for p in result['properties'] if p['verdict'] == 'violated')


def compare(settings, folder, sample, where, report):
    path = write(folder, 'program.pml', promela(sample.program))
    text = promela(sample.program)
    told = None
    report.tally['program'] += 1
    for engine, options in (('events', sample.options), ('explicit', sample.bounded())):
        asked = (*options, '--engine', engine, '--max-states', '4000')
        if engine == 'events' and 'timeout' in text:
            continue      # not for this engine
        with_it, log = ask(settings, path, asked, report)
        without, _ = ask(settings, path, (*asked, '--symmetry', 'none'), report)
        if with_it is None or without is None:
            return
        told = is_alike(log)
        if any(p['verdict'] == 'unknown' for p in with_it['properties'] + without['properties']):
            report.skipped += 1
            continue
        report.check(violated(with_it) == violated(without), '%s\n--symmetry auto: %s; none: %s\n%s' % (where, violated(with_it), violated(without), text),
                     'tarry check FILE ' + ' '.join(asked))
        if with_it['verdict'] == 'violated':
            saved = path + '.json'
            with open(saved, 'w', encoding='utf-8') as out:
                json.dump(with_it, out)
            run = Run(settings, ['replay', path, saved])
            report.check(run.code == 0 and not run.trouble(), '%s: a run does not replay: %s\n%s' % (where, run.tail(), text), run.command)
    prove(settings, path, sample, report)
    report.tally['alike' if told else 'not alike'] += 1
    if not told:
        forge(settings, path, sample, where, text, report)
    if told and sample.made.slip:
        report.tally['alike with a slip'] += 1
    compare_states(settings, path, sample, told, with_it, where, text, report)


def without_assertions(body):
    for s in body:
        if s.kind == 'assert':
            s.kind = 'skip'
        for part in [*(s.options or []), s.body or []]:
            without_assertions(part)


def prove(settings, path, sample, report):
    """What the events engine keeps has all that can be reached, up to permutations: the program without its assertions holds, if nothing fails, and the proof says so."""
    program = copy.deepcopy(sample.program)
    for q in program.procs:
        without_assertions(q.body)
    text = promela(program)
    options = ['--memory', sample.memory, '--no-deadlock', '--max-states', '4000']
    if 'timeout' in text:
        return
    with open(path + '.bare.pml', 'w', encoding='utf-8') as out:
        out.write(text)
    made = Run(settings, ['check', path + '.bare.pml', *options, '--certificate', path + '.proof'], timeout=20)
    report.check(not made.trouble() and made.code != 3, '%s\n%s' % (made.tail(), text), made.command)
    if made.code != 0:
        return
    run = Run(settings, ['certify', path + '.bare.pml', path + '.proof'])
    report.tally['proof'] += 1
    report.check(run.code == 0 and not run.trouble(), 'a proof is not confirmed: exit code %d\n%s\n%s' % (run.code, run.tail(), text), made.command + '; ' + run.command)


def forge(settings, path, sample, where, text, report):
    """A proof that takes processes for alike which are not."""
    saved = path + '.proof'
    options = [o for o in sample.options if o not in ('--errors', 'all')]
    if Run(settings, ['check', path, *options, '--certificate', saved, '--max-states', '4000']).code != 0:
        return
    with open(saved, encoding='utf-8') as made:
        forged = json.load(made)
    forged['proof'].update(format=4, symmetry=['P'])
    with open(saved, 'w', encoding='utf-8') as out:
        json.dump(forged, out)
    run = Run(settings, ['certify', path, saved])
    report.check(run.code == 1 and not run.trouble(), '%s: a forged certificate: exit code %d %s\n%s' % (where, run.code, run.tail(), text), run.command)


def is_alike(log):
    return ' processes of P are alike' in log


# ---- All states ----
def explore(sample):
    """The naive implementation's machine, with all its states, as `explore` counts them."""
    machine = naive.Machine(sample.program, sample.memory, sample.bound if sample.memory != 'sc' else 10**6)
    machine.conditions = sample.conditions
    found = set()
    judge = machine.judge

    def note(state):
        found.add(state)
        judge(state)

    machine.judge = note
    machine.explore(LIMIT)
    return machine, found


class Renaming:
    """What a permutation of the processes of P makes of a state of the naive implementation."""

    def __init__(self, sample, machine, order):
        made, self.machine = sample.made, machine
        self.first, self.count, self.offset = made.first, made.count, made.offset
        self.to = {p: p for p in range(len(machine.procs))}
        for i, p in enumerate(order):
            self.to[self.first + i] = self.first + p
        self.cells = self.cells_of({n: (start, v.size or 1) for n, (start, _, v) in machine.globals.items()}, made)
        self.locals = [self.cells_of({n: (start, count) for n, (start, count, _) in places.items()}, made) for _, _, (places, _) in machine.types]
        self.chans = list(range(len(machine.chan_info)))
        if 'd' in machine.chans:
            for p in range(self.first, self.first + self.count):
                self.chans[machine.chans['d'] + p + made.shift] = machine.chans['d'] + self.to[p] + made.shift

    def cells_of(self, variables, made):
        """By slot: where it goes, and whether it holds a number."""
        found = {}
        for name, (start, size) in variables.items():
            for i in range(size):
                owner = i - made.owned[name] if name in made.owned else -1
                moved = self.to[owner] + made.owned[name] if self.first <= owner < self.first + self.count else i
                found[start + i] = (start + moved, name in made.numbers)
        return found

    def value(self, is_number, v):
        p = v - self.offset
        return self.to[p] + self.offset if is_number and self.first <= p < self.first + self.count else v

    def row(self, cells, values):
        out = list(values)
        for i, v in enumerate(values):
            out[cells[i][0]] = self.value(cells[i][1], v)
        return tuple(out)

    def store(self, element, v):
        return self.cells[element][0], self.value(self.cells[element][1], v)

    def buffer(self, b):
        if self.machine.memory_model != 'pso':
            return tuple(self.store(e, v) for e, v in b)
        return tuple(tuple(sorted((self.cells[e][0], tuple(self.value(self.cells[e][1], v) for v in vs)) for e, vs in stage)) for stage in b)

    def state(self, s):
        mem, buffers, queues, procs = s
        new_buffers, new_procs, new_queues = list(buffers), list(procs), list(queues)
        for p, (t, n, values) in enumerate(procs):
            to = self.to.get(p, p)   # who is created stays
            new_buffers[to] = self.buffer(buffers[p])
            new_procs[to] = (t, n, self.row(self.locals[t], values))
        for c, q in enumerate(queues):
            new_queues[self.chans[c]] = tuple((self.value(True, m[0]), *m[1:]) for m in q)
        return self.row(self.cells, mem), tuple(new_buffers), tuple(new_queues), tuple(new_procs)


def orbits(renamings, states):
    """How many sets of states that permutations make of each other; None where they lead out of the states."""
    left, count = set(states), 0
    while left:
        one = left.pop()
        count += 1
        for r in renamings:
            image = r.state(one)
            if image not in states:
                return None
            left.discard(image)
    return count


def compare_states(settings, path, sample, told, bounded, where, text, report):
    made = sample.made
    try:
        machine, states = explore(sample)
    except (naive.TooLarge, naive.Unsupported, naive.RuntimeFault):
        report.skipped += 1
        return
    if not told:
        late = 'chans' in made.features     # numbers that only come by channels which numbers choose are found too late to count as such
        report.check(made.slip or made.ends or made.unread or late, '%s: nothing tells the processes apart, but the tool says so\n%s' % (where, text), 'tarry check --log FILE')
        return
    if made.ends:
        return      # the order in which processes are removed is left out by the tool
    nodes = {tuple(n for t, n, _ in s[3]) for s in states}
    swapped = all(tuple(n[:i] + n[j:j + 1] + n[i + 1:j] + n[i:i + 1] + n[j + 1:]) in nodes for n in nodes
                  for i, j in itertools.combinations(range(made.first, made.first + made.count), 2))
    if not report.check(swapped, '%s: the processes can be told apart by where they come (%s)\n%s' % (where, made.slip, text), 'tarry check --log FILE'):
        return
    if made.unread or made.slip in ELSEWHERE:
        return
    renamings = [Renaming(sample, machine, order) for order in itertools.permutations(range(made.count))]
    count = orbits(renamings, states)
    if not report.check(count is not None, '%s: a permutation leads out of the states\n%s' % (where, text), 'tarry check --log FILE'):
        return
    if any(p['verdict'] == 'unknown' for p in bounded['properties']) or machine.fault:
        return
    if any(c.capacity == 0 for c in sample.program.chans) and 'atomic' in made.features:
        return
    report.tally['orbits'] += count
    report.check(bounded['statistics']['states_stored'] == count, '%s: %d states stored, %d orbits of %d states\n%s'
                 % (where, bounded['statistics']['states_stored'], count, len(states), text), 'tarry check FILE --engine explicit ' + ' '.join(sample.bounded()))
