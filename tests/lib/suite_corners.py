"""Programs from the whole grammar (grammar.py), asked about in every way there is; all answers must agree.

A batch shares a plan: style, memory model, bound and properties, so that one call of the tool asks about all of it. Compared are: the engines, the reductions and the
orders of search, with and without a bound; the numbers of states of complete searches; the final states of both engines; what `replay` and
`certify` say; the naive implementation where it knows the constructs; and, by tests/reach, all that is reachable. Where there is a hostile build beside
the tool, it is asked too. A batch draws some of these ways and checks, so that many programs can be tried; what fails is shown on the smallest program that still fails.
"""
import json
import os
import random
import shlex

from . import grammar, naive, reached, shrink
from .common import Case, Report, Run, scratch, write
from .suite_engines import reach
from .syntax import promela

BATCH = 25
FIXED, FRESH, FIXED_QUICK, FRESH_QUICK = 1500, 500, 150, 50
STATES = 400            # stored ones, where a search gives up
SECONDS = 10            # the same, for states with hundreds of processes in the build whose tables have collisions
NAIVE_STATES = 300
UNBOUNDED = 10**6
COMPLETE = ('--engine', 'explicit', '--reduction', 'none')
EVENTS = ('--engine', 'events')
BASE = ((*COMPLETE, '--search', 'bfs'), ('--engine', 'explicit', '--search', 'bfs'), EVENTS)      # asked about every program; breadth first needs no second search
EXPLICIT = (COMPLETE, ('--engine', 'explicit'), ('--engine', 'explicit', '--reduction', 'ample'), ('--engine', 'explicit', '--reduction', 'sleep'),
            (*COMPLETE, '--search', 'bfs'), ('--engine', 'explicit', '--reduction', 'sleep', '--search', 'bfs'), ('--engine', 'explicit', '--search', 'best:auto'))
WAYS = (*EXPLICIT, EVENTS, ('--engine', 'auto'), ('--engine', 'automata', '--time-limit', '0.1'))
REFUSALS = ('cannot check this', 'else beside a rendezvous is not supported', 'a second else at the same point', 'no machine can tell')


def cases(settings):
    fixed, fresh = (FIXED_QUICK, FRESH_QUICK) if settings.quick else (FIXED, FRESH)
    if settings.again:
        fixed //= 2
    parts = [(settings.fresh_seed, settings.first, settings.first + settings.count)] if settings.count else [(1, 0, fixed), (settings.fresh_seed, 0, fresh)]
    return [Case('generated programs %d to %d of seed %d' % (first, first + BATCH - 1, seed), compare_batch, (seed, tuple(range(first, first + BATCH))))
            for seed, start, end in parts for first in range(start // BATCH * BATCH, end, BATCH)]


# ---- What is asked about ----
def draw_plan(seed, batch):
    rng = random.Random('corners %d %d' % (seed, batch))
    plan = grammar.Plan(style=rng.choice(['plain', 'plain', 'words', 'mmlib']), memory=rng.choice(['sc', 'tso', 'tso', 'tso', 'pso', 'pso', 'pso', 'slot']), bound=rng.choice([1, 1, 2, 3]),
                        channel=rng.random() < 0.5)
    if rng.random() < 0.6:
        plan.conditions.append(('--no-deadlock', None))
    for _ in range(rng.choice([0, 0, 0, 1, 1, 2])):
        plan.conditions.append(draw_condition(rng, plan))
    return plan


def draw_condition(rng, plan):
    """A property: the globals x and y, the proctypes P and Q with local r and label L are in all programs of a plan."""
    names = [] if plan.style == 'mmlib' else ['x', 'y']
    parts = [('bin', '==', ('var', n, None), ('const', rng.choice([0, 1, 1, 2, 3]))) for n in names if rng.random() < 0.4]
    number = ('const', rng.choice([0, 1, 1, 2])) if rng.random() < 0.3 else None
    ways = [('bin', '&&', ('at', 'P', 'L', number), ('at', 'Q', 'L', None)), ('at', rng.choice('PQ'), 'L', number), ('bin', rng.choice(['==', '<', '>']), ('nr_pr',), ('const', rng.randrange(4)))]
    if names:
        view = ('view', rng.choice('PQ'), ('var', rng.choice(names), None))
        ways += [('bin', '==', view, ('const', rng.choice([0, 1, 2]))), ('bin', '!=', view, ('var', rng.choice(names), None))]
    if plan.channel:
        ways.append(('bin', '==', ('len', 'c'), ('const', rng.randrange(3))))
    parts += rng.sample(ways, rng.choice([0, 1, 1, 2]) if parts else 1)
    made = parts[0]
    for part in parts[1:]:
        made = ('bin', '&&', made, part)
    roll = rng.random()
    if roll < 0.2:
        return ('--mutex', 'L')
    return ('--never', made) if roll < 0.8 else ('--always', ('un', '!', made))


class Member:
    def __init__(self, number, made, used, plan):
        self.number, self.program, self.used = number, made, used
        self.path = None
        head = ['// never: %s\n' % text for option, text in zip(plan.options(), plan.options()[1:]) if option == '--never']
        self.above = len(head)
        self.text = ''.join(head) + promela(made)


def draw_members(seed, numbers, plan):
    found = []
    for number in numbers:
        made, used = grammar.program(random.Random('corners %d program %d' % (seed, number)), plan)
        found.append(Member(number, made, used, plan))
    return found


class Batch:
    """Programs in files, and what the tool has answered about them so far."""

    def __init__(self, settings, plan, folder, members, ways, number):
        self.settings, self.plan, self.folder, self.members, self.ways, self.number = settings, plan, folder, members, ways, number
        self.draw = random.Random(number)
        self.answers = {}
        self.naive = 0          # programs that the naive implementation could judge
        for m in members:
            m.path = write(folder, 'p%d.pml' % m.number, m.text)

    def ask(self, command, way, hostile=False):
        """One answer a member. Of a file that ended the tool: a verdict `error` with what it said."""
        key = (command, way, hostile)
        if key not in self.answers:
            settings = self.settings
            if hostile:
                settings = type(settings)(**dict(vars(settings), tarry=hostile_of(settings)))
            self.answers[key] = call(settings, [command, *[m.path for m in self.members], *way, *self.options(command, way)], self.members)
        return list(zip(self.members, self.answers[key]))

    def options(self, command, way=()):
        """Without a bound in the way there is none: that of an mmlib file is left aside."""
        return ['--memory', self.plan.memory, *([] if '--buffer' in way else ['--buffer', 'unbounded']), *(self.plan.options() if command == 'check' else []),
                '--max-states', str(STATES), *([] if '--time-limit' in way else ['--time-limit', str(SECONDS)])]


def hostile_of(settings):
    path = os.path.join(os.path.dirname(settings.tarry), 'build', 'hostile', 'tarry')
    return path if os.access(path, os.X_OK) else None


def call(settings, arguments, members):
    run = Run(settings, [*arguments, '--json', '-'], timeout=20 + 2 * len(members))
    try:
        found = run.json()
        found = found['results'] if len(members) > 1 else [found]
        if len(found) == len(members):
            return found
    except (ValueError, KeyError):
        pass
    if len(members) > 1:        # which of them?
        return [answer for m in members for answer in call(settings, [a for a in arguments if a == m.path or a not in {o.path for o in members}], [m])]
    return [{'verdict': 'error', 'error': run.trouble() or 'exit code %d: %s' % (run.code, run.tail())}]


def refused(answer):
    return answer['verdict'] == 'error' and any(text in str(answer.get('error')) for text in REFUSALS)


def is_open(answer):
    """Neither verdict: a limit, or a program that this engine does not take."""
    return answer['verdict'] == 'unknown' or refused(answer)


def is_complete(answer):
    """After a violation a search may have met its limit without a word."""
    return answer['statistics']['states_stored'] < STATES


def violated(answer):
    return sorted(p['name'].split('/')[-1] for p in answer['properties'] if p['verdict'] == 'violated')


# ---- The checks: each yields (member, what is wrong) ----
def differences(batch, ways, hostile=False):
    """Answers of each way against those of the complete search, or of the first way that has one."""
    known = {}
    for way in ways:
        for m, answer in batch.ask('check', way, hostile):
            if is_open(answer):
                continue
            said = (' '.join(way), answer)
            if answer['verdict'] == 'error':
                yield m, 'error: %s: %s' % (said[0], answer.get('error'))
                continue
            first = known.setdefault(m.number, said)
            if first[1]['verdict'] != answer['verdict']:
                yield m, 'verdicts: %s: %s %s\n%s: %s %s' % (first[0], first[1]['verdict'], violated(first[1]), said[0], answer['verdict'], violated(answer))
            elif '--errors' in way and first[1]['scope'] == answer['scope'] and violated(first[1]) != violated(answer) and is_complete(first[1]) and is_complete(answer):
                yield m, 'violated: %s: %s\n%s: %s' % (first[0], violated(first[1]), said[0], violated(answer))
            elif reached.disagreement(first[1], answer):
                yield m, 'reached: %s, and %s: %s' % (first[0], said[0], reached.disagreement(first[1], answer))
            if 'unreached' not in first[1]:
                known[m.number] = said      # it stopped at a violation


def check_verdicts(batch):
    yield from differences(batch, batch.ways)


def bounded(batch):
    return () if batch.plan.memory in ('sc', 'slot') else ('--buffer', str(batch.plan.bound))


def check_bounded(batch):
    if bounded(batch):
        more = ('--overflow', 'error') if batch.draw.random() < 0.3 else ('--errors', 'all')
        yield from differences(batch, [(*way, *bounded(batch), *more) for way in (BASE[0], BASE[1], batch.draw.choice(EXPLICIT[2:]))])


def check_hostile(batch):
    if hostile_of(batch.settings):
        plain = {m.number: answer for m, answer in batch.ask('check', batch.ways[0])}
        for way in batch.ways[:3]:
            for m, answer in batch.ask('check', way, True):
                other = plain[m.number]
                if not is_open(answer) and not is_open(other) and answer['verdict'] != other['verdict']:
                    yield m, 'hostile build, %s: %s; release: %s' % (' '.join(way), answer.get('error') or answer['verdict'], other.get('error') or other['verdict'])


def check_counts(batch):
    """Complete searches that found nothing have seen the same states."""
    orders = [batch.ask('check', way) for way in batch.ways if way[:4] == COMPLETE or 'sleep' in way]
    for one, *others in zip(*orders):
        for other in others:
            if one[1]['verdict'] == other[1]['verdict'] == 'holds' and one[1]['statistics']['states_stored'] != other[1]['statistics']['states_stored']:
                yield one[0], 'states: %d in one order, %d in another' % (one[1]['statistics']['states_stored'], other[1]['statistics']['states_stored'])


def finals(answer):
    return {json.dumps(o, sort_keys=True) for o in answer['outcomes']}


def check_outcomes(batch):
    for (m, one), (_, other) in zip(batch.ask('outcomes', ('--engine', 'events')), batch.ask('outcomes', ('--engine', 'explicit'))):
        for answer in (one, other):
            if answer['verdict'] == 'error' and not refused(answer):
                yield m, 'outcomes: %s' % answer.get('error')
        if one['verdict'] in ('holds', 'violated') and other['verdict'] in ('holds', 'violated') and one.get('exact') and other.get('scope') != 'bounded' \
                and finals(one) != finals(other):
            yield m, 'final states: only events %s; only explicit %s' % (sorted(finals(one) - finals(other))[:3], sorted(finals(other) - finals(one))[:3])


def check_confirmed(batch):
    """replay and certify; a way that changes from program to program."""
    way = batch.draw.choice(batch.ways)
    for m, answer in batch.ask('check', way):
        if answer['verdict'] == 'violated':
            run = Run(batch.settings, ['replay', m.path, write(batch.folder, 'trace.json', json.dumps(answer))])
            if run.code != 0:
                yield m, 'a trace of %s does not replay: exit code %d\n%s' % (' '.join(way), run.code, run.tail())
    for m, answer in batch.ask('check', batch.ways[2]):
        if answer['verdict'] == 'holds':
            saved = os.path.join(batch.folder, 'proof.json')
            made = Run(batch.settings, ['check', m.path, *batch.options('check'), '--certificate', saved])
            run = Run(batch.settings, ['certify', m.path, saved])
            if made.code != 0 or run.code != 0:
                yield m, 'no certificate, or it is not confirmed: exit codes %d and %d\n%s\n%s' % (made.code, run.code, made.tail()[-500:], run.tail())


def check_reach(batch):
    if batch.plan.style == 'mmlib' or batch.plan.memory == 'slot':     # which the explicit engine alone answers
        return
    paths = {m.path: m for m in batch.members}
    for line in reach(batch.settings, [*(['--private'] if batch.number % 2 else []), batch.plan.memory], list(paths), 300):
        kind = line.split(None, 1)[0]
        if kind in ('MISMATCH', 'CRASH'):
            yield next((m for path, m in paths.items() if path + ' ' in line or path + ':' in line), batch.members[0]), line


def check_naive(batch):
    """Violated or not, and the number of states where the whole of them was searched."""
    bound = batch.plan.bound if bounded(batch) else UNBOUNDED
    for m, answer in batch.ask('check', (*BASE[0], *bounded(batch), '--errors', 'all')):
        if is_open(answer) or answer['verdict'] == 'error':
            continue
        try:
            expected = naive.run(m.program, batch.plan.memory, bound, NAIVE_STATES, batch.plan.conditions)
        except (naive.TooLarge, naive.Unsupported):
            continue
        batch.naive += 1
        names = {p['kind'] for p in answer['properties'] if p['verdict'] == 'violated'}
        ours = {'assertions': 'assertion' in names, 'deadlock': 'deadlock' in names, 'runtime': 'runtime' in names, 'conditions': bool(names & {'never', 'always', 'mutex'})}
        theirs = {key: bool(expected[key]) for key in ours}
        if ours != theirs if bound != UNBOUNDED else any(ours.values()) != any(theirs.values()):
            yield m, 'naive: %s\ntarry: %s' % (theirs, ours)
        elif not expected['runtime'] and reached.difference(m.program, expected['executed'], answer, m.above):
            yield m, reached.difference(m.program, expected['executed'], answer, m.above)


def check_errors(batch):
    """Beside a formula alone, run-time errors are looked for only where some step may fail."""
    options = ['--no-deadlock', '--memory', batch.plan.memory, '--max-states', str(STATES), *(bounded(batch) or ('--buffer', 'unbounded')), *BASE[0]]
    asked = ['check', *[m.path for m in batch.members], *options]
    for m, plain, beside in zip(batch.members, call(batch.settings, asked, batch.members), call(batch.settings, [*asked, '--ltl', '[] (1 == 1)'], batch.members)):
        if plain['verdict'] == 'violated' and 'runtime' in {p['kind'] for p in plain['properties'] if p['verdict'] == 'violated'} and beside['verdict'] != 'violated':
            yield m, 'a run-time error is found, but not beside a formula: %s' % (beside.get('error') or beside['verdict'])


CHECKS = ((check_verdicts, 1), (check_counts, 1), (check_bounded, 0.3), (check_outcomes, 0.3), (check_confirmed, 0.3), (check_reach, 0.25), (check_naive, 0.5),
          (check_hostile, 0.15), (check_errors, 0.5))      # and how often


# ---- Running them ----
def draw_ways(rng, plan):
    """The first three are complete, reduced and by events; one more."""
    others = [way for way in WAYS if way not in BASE and not (plan.memory in ('pso', 'slot') and 'automata' in way)]
    more = ('--errors', 'all') if rng.random() < 0.12 else ()
    return [(*way, *more) for way in (*BASE, *rng.sample(others, 1))]


def compare_batch(settings, seed, numbers):
    report = Report()
    batch_number = numbers[0] // BATCH
    rng = random.Random('corners %d ways %d' % (seed, batch_number))
    plan = draw_plan(seed, batch_number)
    ways = draw_ways(rng, plan)
    with scratch() as folder:
        batch = Batch(settings, plan, folder, draw_members(seed, numbers, plan), ways, batch_number)
        for check, often in CHECKS:
            if rng.random() >= often:
                continue
            troubles = {}
            for m, trouble in check(batch):
                troubles.setdefault(m.number, (m, trouble))
            for m, trouble in troubles.values():
                report.failures.append((explain(batch, check, m, trouble), 'tests/run.py --tarry %s --seed %d --first %d --count 1 corners   # program %d, %s'
                                        % (settings.tarry, seed, m.number, m.number, check.__name__)))
            report.passed += len(batch.members) - len(troubles)
        tally(batch, report)
    return report


def tally(batch, report):
    """What the programs were like, for the line with which the suite ends."""
    for m, answer in batch.ask('check', batch.ways[0]):
        report.tally.update(['program', answer['verdict'] if not refused(answer) else 'refused', 'style ' + batch.plan.style, 'memory ' + batch.plan.memory,
                             '%d processes' % len(m.program.procs), *('with ' + feature for feature in m.used)])
        states = answer.get('statistics', {}).get('states_stored', 0)
        report.tally.update(['states: ' + next(text for most, text in ((10, 'to 10'), (50, 'to 50'), (200, 'to 200'), (10**9, 'more')) if states <= most)])
    report.tally.update({'answers': len(batch.answers) * len(batch.members)})
    for m, answer in batch.ask('check', batch.ways[2]):
        report.tally['events: ' + ('refused' if refused(answer) else answer['verdict'])] += 1
    report.tally['naive'] += batch.naive


def explain(batch, check, member, trouble):
    """The mismatch on the smallest program that still shows one."""
    settings, plan = batch.settings, batch.plan

    def again(made):
        try:
            with scratch() as folder:
                candidate = Member(member.number, made, set(), plan)
                return next((text for _, text in check(Batch(settings, plan, folder, [candidate], batch.ways, batch.number)) if kind_of(text) == kind_of(trouble)), None)
        except Exception:      # a cut that leaves no program, such as a goto without its label
            return None
    smallest = shrink.shrink(member.program, lambda p: again(p) is not None, 400) if again(member.program) else member.program
    text = again(smallest) or trouble
    return '%s: %s\n// tarry check --memory %s %s\n%s' % (check.__name__, text, plan.memory, ' '.join(shlex.quote(o) for o in plan.options()), Member(0, smallest, set(), plan).text)


def kind_of(text):
    """So that shrinking does not drift from one failure to another."""
    return 'error' if 'error:' in text else text.split(' ', 1)[0]
