"""The final states of programs: `tarry outcomes` by every engine, against brute force, under SC, TSO and PSO.

Files of tests/outcomes say what is expected:

    // outcomes: --memory pso     options; starts a new expectation
    // states: 45                 so many, by every engine that takes the file, the same ones
    // has: P:r=1; x=2;           one of them;  // lacks: the opposite
    // refused: events            an engine that says why it cannot

Generated programs: the engines agree wherever both come to an end, and what one has found before a limit is among what the other has. A program with few
states is run by the naive implementation too, which remembers what an ended process had when it is removed.
"""
import os
import random
import shlex

from . import generate, generate_events, naive, shrink
from .common import Case, Report, Run, generated_batches, head, models_in, scratch, short, write
from .syntax import promela

BATCH = 40
FIXED, FRESH, FIXED_QUICK, FRESH_QUICK = 160, 80, 80, 40
LIMIT = 600           # states of one program for brute force; of larger ones only the engines are compared
STATES, STATES_QUICK = '20000', '2000'   # quick runs are also those of the hostile build, whose tables are lists
ENGINES = ('events', 'explicit', 'auto')
MEMORIES = ('sc', 'tso', 'pso')
UNBOUNDED = 10**6


def cases(settings):
    fixed, fresh = (FIXED_QUICK, FRESH_QUICK) if settings.quick else (FIXED, FRESH)
    files = [Case(short(path), check_file, (path,)) for path in models_in('outcomes')]
    return files + generated_batches(settings, fixed, fresh, BATCH, compare_batch)


# ---- Files ----

def check_file(settings, path):
    report, groups = Report(), []
    for key, value in head(path):
        if key == 'outcomes':
            groups.append((shlex.split(value), []))
        elif groups:
            groups[-1][1].append((key, value))
    report.check(groups, 'no expectation (// outcomes: ...) in its head')
    for options, lines in groups:
        for engine in ENGINES:
            run = Run(settings, ['outcomes', path, *options, '--engine', engine])
            if not report.check(not run.trouble(), run.trouble(), run.command):
                continue
            if ('refused', engine) in lines:
                report.check(run.code == 3 and 'cannot check this' in run.err, 'exit code %d instead of 3\n%s' % (run.code, run.tail()), run.command)
                continue
            states = run.out.splitlines()[2:]
            report.check(run.code == 0, 'exit code %d\n%s' % (run.code, run.tail()), run.command)
            for key, value in lines:
                if key == 'states':
                    report.check(len(states) == int(value), '%d states, expected %s\n%s' % (len(states), value, run.out), run.command)
                elif key in ('has', 'lacks'):
                    report.check((value in states) == (key == 'has'), '%s: %s\n%s' % (key, value, run.out), run.command)
    return report


# ---- Brute force ----

def names_of(machine):
    """How a process that exists at the start, and what it has, is called in a final state."""
    prefixes = []
    for number, (q, _, _) in enumerate(machine.types):
        prefixes += [(number, q.name + ':' if q.active == 1 else '%s[%d]:' % (q.name, i)) for i in range(q.active)]
    return prefixes


def values_of(places, values, prefix, into):
    for name, (start, count, v) in places.items():
        for i in range(count):
            into[prefix + (name + '[%d]' % i if v.size else name)] = values[start + i]


def may_end(machine, state):
    """Is every process at its end, or at a valid one?"""
    machine.thaw(state)
    graphs = [machine.types[q[0]][1] for q in machine.procs]
    ends = [[n for label, n in graph.labels.items() if label.startswith('end')] for graph in graphs]
    return all(machine.node(p).final or machine.node(p) in ends[p] for p in range(len(graphs)))


def brute_force(program, memory):
    """All final states, as sets of name and value; None when there are too many states. A state goes with what processes of the start had that are gone:
    they are the last of those that there were, and whoever gets their numbers afterwards is another."""
    try:
        machine = naive.Machine(program, memory, UNBOUNDED)
    except naive.Unsupported:
        return None
    machine.fault = machine.deadlock = False
    first = names_of(machine)
    start = (machine.freeze(), None, ())
    seen, todo, found = {start}, [start], set()
    while todo:
        state, alone, gone = todo.pop()
        machine.fault = False
        steps = machine.successors(state, alone)
        if steps == [] and alone is None and not machine.fault and may_end(machine, state):
            values = {}
            values_of(machine.globals, state[0], '', values)
            for p, (number, prefix) in enumerate(first):
                last = state[3][p][2] if p < len(first) - len(gone) else gone[len(first) - 1 - p]
                values_of(machine.types[number][2][0], last, prefix, values)
            found.add(frozenset(values.items()))
        for after, then in [(state, None)] if steps is None else steps:
            removed = len(after[3]) < len(state[3]) == len(first) - len(gone)
            step = (after, then, gone + (state[3][-1][2],) if removed else gone)
            if step not in seen:
                seen.add(step)
                todo.append(step)
        if len(seen) > LIMIT:
            return None
    return found


# ---- Generated programs ----

def sample(seed, number):
    rng = random.Random('outcomes %d %d' % (seed, number))
    if rng.random() < 0.6:
        made = generate.program(rng, faults=rng.random() < 0.1, size=rng.choice([3, 4, 5, 6]))
    else:
        made = generate_events.program(rng, size=rng.choice([2, 3, 4]))[0]
    if rng.random() < 0.5:
        add_valid_ends(rng, made)
    return made


def add_valid_ends(rng, program):
    for q in program.procs:
        for number, s in enumerate(q.body):
            if s.kind in ('expr', 'recv', 'send', 'if', 'do') and not s.label and rng.random() < 0.4:
                s.label = 'end%d' % number


def ask(settings, paths, memory, engine, report):
    """(complete, states) of each file; None where the engine cannot, or the whole call failed."""
    run = Run(settings, ['outcomes', *paths, '--memory', memory, '--engine', engine, '--max-states', STATES_QUICK if settings.quick else STATES, '--time-limit', '5', '--json', '-'], timeout=600)
    if not report.check(not run.trouble(), run.trouble(), run.command) or not run.out:
        return [None] * len(paths)
    results = run.json()['results'] if len(paths) > 1 else [run.json()]
    return [None if r['verdict'] == 'error' else (r['verdict'] != 'unknown', {without_channels(s) for s in r['outcomes']}) for r in results]


def without_channels(state):
    """The number of a channel is a value to the tool, but not to brute force."""
    return frozenset((name, value) for name, value in state.items() if name != 'c')


def difference(expected, answers):
    """A sentence on who contradicts whom, or None. `expected` is what brute force has, or None; answers are by engine."""
    known = [(engine, *answer) for engine, answer in answers.items() if answer] + ([('brute force', True, expected)] if expected is not None else [])
    for one, complete, states in known:
        for other, _, others in known:
            if complete and others - states:
                return '%s lacks %s, which %s has' % (one, sorted(sorted(s) for s in others - states)[:3], other)
    return None


def compare_batch(settings, seed, numbers):
    report = Report()
    with scratch() as folder:
        programs = [sample(seed, n) for n in numbers]
        paths = [write(folder, 'p%d.pml' % n, promela(p)) for n, p in zip(numbers, programs)]
        for memory in MEMORIES:
            answers = {engine: ask(settings, paths, memory, engine, report) for engine in ENGINES}
            for i, program in enumerate(programs):
                given = {engine: answers[engine][i] for engine in ENGINES}
                trouble = difference(brute_force(program, memory), given)
                if trouble:
                    report.failures.append((explain(settings, folder, program, memory, trouble), 'program %d of seed %d: tarry outcomes FILE --memory %s' % (
                        numbers[i], seed, memory)))
                elif sum(1 for g in given.values() if g and g[0]) < 2:
                    report.skipped += 1
                else:
                    report.passed += 1
    return report


def explain(settings, folder, program, memory, trouble):
    """The mismatch on the smallest program that still shows one."""
    def again(smaller):
        try:
            path = write(folder, 'shrunk.pml', promela(smaller))
            expected = brute_force(smaller, memory)
        except Exception:      # a cut that leaves no program, such as a goto without its label
            return None
        ignored = Report()
        return difference(expected, {engine: ask(settings, [path], memory, engine, ignored)[0] for engine in ENGINES})

    smallest = shrink.shrink(program, lambda p: again(p) is not None, 300)
    return '%s\n%s' % (again(smallest) or trouble, promela(smallest))
