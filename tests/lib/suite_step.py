"""`tarry step`: scripts over a pipe for every language; generated programs, all of whose states are walked through, against the naive implementations and the
explicit engine; runs to conditions against `check --never`; walks by chance that are saved, loaded and replayed; and a terminal."""
import functools
import json
import os
import random
import re
import shutil
import signal
import subprocess
import time

from . import generate_dve, generate_pimp, grammar, naive, naive_dve, suite_naive
from .common import ROOT, Case, Report, Run, compare_each, generated_batches, scratch, short, write
from .suite_naive import UNBOUNDED
from .syntax import promela
from .walker import Walker, explore, parse

BATCH = 10
LIMIT = 250           # states of one program
VIOLATED = '''byte x, y;
ghost byte r0, r1, done;
active proctype P() { x = 1; r0 = y; done++ }
active proctype Q() { y = 1; r1 = x; done++ }
active proctype Check() { done == 2; assert(r0 == 1 || r1 == 1) }
'''
HARD = 'int a, b, c;\nactive proctype P() { do :: a++ od }\nactive proctype Q() { do :: b++ od }\nactive proctype R() { do :: c = a :: c = b od }\n'
TESTS = []


def test(function):
    TESTS.append(function)
    return function


def cases(settings):
    scale = 4 if settings.quick else 1
    found = [Case('step: ' + f.__name__.replace('_', ' '), run_test, (number,)) for number, f in enumerate(TESTS)]
    for name, count, sample, compare in (('promela', 160, suite_naive.Sample, compare_promela), ('dve', 40, sample_dve, compare_dve), ('pimp', 40, sample_pimp, compare_pimp),
                                         ('grammar', 80, sample_grammar, compare_walks)):
        for case in generated_batches(settings, count // scale, count // scale // 2, BATCH, functools.partial(compare_each, sample, compare)):
            found.append(Case('step, %s: %s' % (name, case.name), case.function, case.arguments))
    return found


# ---- All states of generated programs

def walked(settings, path, options, what, report):
    """The space, or None after a failure or where it is too large; what ends the walk is a failure."""
    try:
        return explore(settings, path, options, 4 * LIMIT)
    except RuntimeError as trouble:
        with open(path, encoding='utf-8') as text:
            report.failures.append(('%s\n%s' % (trouble, text.read()), '%s: tarry step %s %s' % (what, path, ' '.join(options))))


def compare_promela(settings, folder, sample, what, report):
    if sample.bound == UNBOUNDED and sample.memory not in ('sc', 'slot') or sample.is_refused():
        report.skipped += 1
        return
    path = write(folder, 'p.pml', promela(sample.program))
    try:
        expected = naive.run(sample.program, sample.memory, sample.bound, LIMIT)
    except naive.TooLarge:
        report.skipped += 1
        return
    space = walked(settings, path, sample.options(), what, report)
    if space is None:
        report.skipped += 1
        return
    report.tally[sample.memory] += 1
    lines = sorted(int(re.search(r':(\d+)$', v).group(1)) for v in space.violated if v.startswith('assert at '))
    ours = {'assertions': lines, 'deadlock': 'deadlock' in space.violated, 'runtime': 'run-time error' in space.violated}
    if not expected['runtime'] and not suite_naive.meets_inside_atomic(sample.program):
        ours['states'] = space.states
    wanted = {key: expected[key] for key in ours}
    report.check(ours == wanted, 'walked: %s\nnaive:  %s\n%s' % (ours, wanted, promela(sample.program)), '%s: tarry step FILE %s' % (what, ' '.join(sample.options())))


def sample_dve(seed, number):
    rng = random.Random('step dve %d %d' % (seed, number))
    return generate_dve.program(rng), *rng.choice([('sc', 0), ('tso', 1), ('tso', 2), ('pso', 1), ('slot', 0)]), rng.random() < 0.3


def compare_dve(settings, folder, sample, what, report):
    program, memory, bound, wraps = sample
    options = ['--memory', memory, *(['--buffer', str(bound)] if bound else []), *(['--overflow-values', 'wrap'] if wraps else [])]
    path = write(folder, 'p.dve', program.text())
    if program.atomic:
        options += ['--atomic', write(folder, 'atomic.txt', program.atomic_text())]
    expected = naive_dve.explore(program, memory, bound, wraps, LIMIT)
    if not expected or Run(settings, ['check', path, *options, '--max-states', '1']).code == 3:
        report.skipped += 1
        return
    space = walked(settings, path, options, what, report)
    if space is None:
        report.skipped += 1
        return
    report.tally['dve ' + memory] += 1
    ours, wanted = [bool({'run-time error'} & space.violated), 'deadlock' in space.violated], [bool(expected.error), bool(expected.deadlock)]
    if not expected.error:
        ours += [space.states, space.steps]
        wanted += [expected.states, expected.transitions]
    report.check(ours == wanted, 'error, deadlock, states, steps: walked %s, naively %s\n%s' % (ours, wanted, program.text()), '%s: tarry step FILE %s' % (what, ' '.join(options)))


def sample_pimp(seed, number):
    rng = random.Random('step pimp %d %d' % (seed, number))
    return generate_pimp.program(rng), rng.choice(['sc', 'tso', 'tso', 'pso']), rng.choice([1, 2])


def compare_pimp(settings, folder, sample, what, report):
    made, memory, bound = sample
    path = write(folder, 'p.pimp', made.text())
    options = ['--memory', memory, *(['--buffer', str(bound)] if memory != 'sc' else [])]
    run = Run(settings, ['check', path, *options, '--engine', 'explicit', '--reduction', 'none', '--errors', 'all', '--max-states', str(LIMIT), '--json', '-'])
    if run.code not in (0, 1) or run.json()['statistics']['states_stored'] >= LIMIT:
        report.skipped += 1
        return
    expected = run.json()
    space = walked(settings, path, options, what, report)
    if space is None:
        report.skipped += 1
        return
    report.tally['pimp ' + memory] += 1
    wanted = {p['name'] for p in expected['properties'] if p['verdict'] == 'violated'}
    good = space.violated == wanted and ('run-time error' in wanted or space.states == expected['statistics']['states_stored'])
    report.check(good, 'walked: %d states, %s\nexplicit engine: %d states, %s\n%s' % (space.states, sorted(space.violated), expected['statistics']['states_stored'], sorted(wanted), made.text()),
                 '%s: tarry step FILE %s' % (what, ' '.join(options)))


# ---- Walks by chance, and runs to conditions

def sample_grammar(seed, number):
    rng = random.Random('step grammar %d %d' % (seed, number))
    memory = rng.choice(['sc', 'tso', 'tso', 'pso', 'pso', 'slot'])
    return grammar.program(rng, grammar.Plan(style=rng.choice(['plain', 'words', 'mmlib']), memory=memory, channel=rng.random() < 0.3))[0], memory, rng


def compare_walks(settings, folder, sample, what, report):
    """Walks by chance are the same for the same seed, go on where they were loaded, and what they violate is confirmed."""
    program, memory, rng = sample
    path = write(folder, 'p.pml', promela(program))
    saved = os.path.join(folder, 'walk.json')
    options = ['--memory', memory, *rng.choice([[], [], ['--no-deadlock']])]
    if options[1] in ('tso', 'pso') and rng.random() < 0.4:
        options += ['--buffer', str(rng.choice([1, 2])), '--overflow', rng.choice(['block', 'error'])]
    seed, count = rng.randrange(1000), rng.randrange(1, 60)
    script = 'random %d seed %d\nsave %s\necho MARK\nundo 1000000\necho MARK\nend\necho MARK\nload %s\nend\nundo %d\nredo 1000000\n' % (count, seed, saved, saved, rng.randrange(1, 9))
    run = Run(settings, ['step', path, '--width', '1000', *options], stdin=script.encode())
    if run.code == 3 and 'line 1 of' not in run.err:     # the model is refused, as `check` refuses it
        refused = Run(settings, ['check', path, *options])
        report.check(refused.code == 3, 'step refuses what check takes: %s' % run.tail(), run.command)
        report.tally['refused'] += 1
        return
    where = '%s: %s with\n%s' % (what, run.command, script)
    if not report.check(run.code == 0 and not run.trouble(), 'exit code %d %s\n%s\n%s' % (run.code, run.trouble(), run.tail(), promela(program)), where):
        return
    walk, _, again, loaded = [part.strip('\n').split('\n') for part in run.out.split('\nMARK\n')]
    end = parse(walk[:-1])
    report.check(end.text.split('\n')[1:] == parse(again).text.split('\n')[1:], 'undone and done again, the walk ends elsewhere:\n%s\n%s' % (end.text, parse(again).text), where)
    report.check(end.text.split('\n')[1:] == parse(loaded).text.split('\n')[1:], 'the saved walk ends elsewhere:\n%s\n%s' % (end.text, parse(loaded).text), where)
    report.check(run.out == Run(settings, ['step', path, '--width', '1000', *options], stdin=script.encode()).out, 'the same seed gives another walk', where)
    replayed = Run(settings, ['replay', path, saved])
    report.tally['violated' if end.violated else 'not violated'] += 1
    report.check(replayed.code == (0 if end.violated else 1) and not replayed.trouble(), 'replay: exit code %d\n%s' % (replayed.code, replayed.tail()), where)
    compare_reach(settings, path, options, program, rng, report, where)


def compare_reach(settings, path, options, program, rng, report, where):
    """The answer of `reach` is that of `check --never`, and its run leads where it should."""
    names = [v.name for v in program.globals if not v.size and v.name.isidentifier()]
    if not names:
        return
    condition = '%s == %d' % (rng.choice(names), rng.randrange(3))
    limits = ['--max-states', '20000', '--time-limit', '5']
    run = Run(settings, ['step', path, *options, *limits, '--never', condition], stdin=('reach %s\nend\n' % condition).encode())
    asked = Run(settings, ['check', path, *options, *limits, '--never', condition, '--errors', 'all', '--json', '-'])
    if run.code == 3 or asked.code not in (0, 1) or ' reachable' not in run.out and '\nreachable' not in run.out:
        report.tally['reach undecided'] += 1
        return
    verdicts = [p['verdict'] for p in asked.json()['properties'] if p['name'] == 'never ' + condition]
    found = '\nreachable' in run.out
    if verdicts != ['unknown']:
        report.check(verdicts == ['violated' if found else 'holds'], 'reach %s: %s; check: %s' % (condition, 'reachable' if found else 'not reachable', verdicts), where)
    report.tally['reached' if found else 'not reached'] += 1
    if found:
        report.check('never ' + condition in parse(run.out.split('\n')).violated, 'the run does not lead to %s:\n%s' % (condition, run.out[-2000:]), where)


# ---- Scripts

class Scene:
    def __init__(self, settings, folder):
        self.settings, self.folder, self.report = settings, folder, Report()
        write(folder, 'violated.pml', VIOLATED)
        write(folder, 'hard.pml', HARD)

    def path(self, name):
        return os.path.join(self.folder, name)

    def walk(self, script, *arguments, code=0, **more):
        run = Run(self.settings, ['step', *arguments], stdin='\n'.join([*script, '']).encode(), cwd=self.folder, **more)
        self.report.check(not run.trouble() and run.code == code, 'exit code %d instead of %d %s\n%s' % (run.code, code, run.trouble(), run.tail()), '%s with %s' % (run.command, script))
        return run

    def expect(self, run, *texts):
        at = 0
        for text in texts:
            found = run.out.find(text, at)
            self.report.check(found >= 0, 'no %r in\n%s' % (text, run.out), run.command)
            at = max(at, found)


def run_test(settings, number):
    with scratch() as folder:
        scene = Scene(settings, folder)
        TESTS[number](scene)
        return scene.report


def example(name):
    return os.path.join(ROOT, 'examples', name)


@test
def promela_with_buffers(s):
    run = s.walk(['take P', 'take P', 'commit P', 'u', 'check', 'list', 'quit', 'nonsense'], 'violated.pml')
    s.expect(run, 'step 0: the start\n  memory    x=0 y=0\n  ghosts    r0=0 r1=0 done=0\n', '   1  P     3  x = 1\n   2  Q     4  y = 1\n',
             'step 1: P: x = 1  (line 3)\n  memory    x=0 y=0\n  buffers   *P:x=1\n', '   2  P     3  commit x = 1\n',
             'step 2: P: r0 = y  (line 3)\n  values    y=0\n', 'step 3: P: commit x = 1  (line 3)\n  memory    *x=1 y=0\n  buffers   *P:-\n',
             '  1 step ahead\n', '   2> P     ', '  not violated here: assert at violated.pml:5\n', 'violated.pml\n     1 | byte x, y;\n', '>    3 | active proctype P()', '  <- P\n')


@test
def pso_commits_by_location(s):
    write(s.folder, 'two.pml', 'byte x, y;\nactive proctype P() {\n  x = 1;\n  y = 1\n}\nactive proctype Q() { byte a, b; a = y; b = x }\n')
    run = s.walk(['1', '1', 'commit P y'], 'two.pml', '--memory', 'pso')
    s.expect(run, 'commit x = 1\n', 'commit y = 1\n', 'step 3: P: commit y = 1  (line 4)\n  memory    x=0 *y=1\n  buffers   *P:x=1\n')
    s.walk(['1', '1', 'commit P'], 'two.pml', '--memory', 'pso', code=3)
    s.walk(['1', '1', 'commit P y'], 'two.pml', '--memory', 'tso', code=3)
    s.expect(s.walk(['1', '1', 'commit P'], 'two.pml', '--memory', 'tso'), 'step 3: P: commit x = 1')
    s.expect(s.walk(['1', 'check'], 'two.pml', '--buffer', '1', '--overflow', 'error'), '(violates buffer overflow)', 'not violated here: buffer overflow')
    run = s.walk(['1', '1'], 'two.pml', '--ghost', 'x')
    s.expect(run, 'ghosts    x=0', 'step 1: P: x = 1  (line 3)\n  values    x=1\n  memory    y=0\n  ghosts    *x=1\n')


@test
def pimp(s):
    run = s.walk(['take thread 1', 'take thread 2', 'commit thread 1', 'until cs1 = 1 and cs2 = 1', 'reach cs1 = 1 and cs2 = 1', 'end'], example('bakery.pimp'))
    s.expect(run, 'step 1: thread 1: ', 'buffers   *thread 1:', 'step 3: thread 1: commit ', 'reachable in ', 'violated: violation ')
    s.expect(s.walk(['reach cs1 = 1 and cs2 = 1'], example('bakery.pimp'), '--memory', 'sc'), 'not reachable\n')


@test
def litmus(s):
    run = s.walk(['take P0', 'take P0', 'take P1', 'take P1', 'commit P0', '1', 'check', 'save w.json'], example('sb.litmus'))
    s.expect(run, 'step 2: P0: MOV EAX,[y]  (line 6)\n  values    y=0', '  (shows exists ', '  shown: exists (0:EAX=0 /\\ 1:EAX=0): this final state has it\n', '6 steps saved in w.json')
    replayed = Run(s.settings, ['replay', example('sb.litmus'), s.path('w.json')])
    s.report.check(replayed.code == 0, replayed.tail(), replayed.command)


@test
def dve(s):
    write(s.folder, 'm.dve', 'byte x;\nchannel c;\nprocess A {\n  byte l;\n  state a, b;\n  init a;\n  trans a -> b { sync c!; effect x = 1; };\n}\nprocess B {\n  state p, q;\n  init p;\n  trans p -> q { sync c?; };\n}\nsystem async;\n')
    run = s.walk(['1', 'commit A'], 'm.dve')
    s.expect(run, '   1  A     ', ', B: p -> q', 'step 1: A: a -> b', 'buffers   *A:x=1', '> A ', '> B ', 'step 2: A: commit x = 1', 'memory    *x=1')
    write(s.folder, 'atomic.txt', '(x, A.1)\n')
    run = s.walk(['1'], 'm.dve', '--atomic', 'atomic.txt')
    s.expect(run, 'step 1: A: a -> b', 'memory    *x=1')


@test
def channels_blocks_and_names(s):
    write(s.folder, 'c.pml', '''mtype = { red, green };
mtype m;
chan q = [2] of { mtype, byte };
byte x;
active proctype P() { mtype k; m = green; q!red,3; q!green,4; run R(1) }
active proctype Q() { mtype k; byte n; q?k,n; atomic { x = 1; x = 2; x = 3 } d_step { n = 1; n = 2 } }
proctype R(byte a) { chan own = [1] of { byte }; own!a; printf("sent %d\\n", a) }
''')
    run = s.walk(['take P', 'take P', 'take P', 'take Q', 'take Q', 'echo here', 'take Q', 'take Q', 'take Q', 'take Q', 'commit P', 'take P', 'take R', 'take R'], 'c.pml')
    s.expect(run, 'memory    m=0 x=0', 'channels  q=[]', 'm=green', 'channels  *q=[red,3]', 'channels  *q=[red,3 green,4]', 'channels  *q=[green,4]', '*k=red *n=3',
             'Q goes on alone: it is inside an atomic block\n   1  Q ', 'here', 'Q goes on alone: it is inside a d_step', 'R:own=[]', '*R:own=[1]', '  prints    sent 1\n')


@test
def instances_have_numbers_and_timeouts_are_found(s):
    write(s.folder, 'i.pml', 'byte x;\nactive [2] proctype P() { x++; timeout }\n')
    run = s.walk(['take P[0]', 'take P[1]', 'commit P[1]', 'commit P[0]'], 'i.pml')
    s.expect(run, 'step 4: P[0]: commit x = 1', '   1  P[0]', 'timeout', '   2  P[1]')


@test
def random_names_locals_of_any_process(s):
    write(s.folder, 'late.pml', 'active proctype P() { skip }\nactive proctype Q() { byte a, b = 1; assert(b == a) }\n')
    s.expect(s.walk(['random 9 seed 1'], 'late.pml'), 'assertion violated: b == a')


@test
def until_stops_at_conditions(s):
    run = s.walk(['until done == 1', 'goto 0', 'until P@nowhere'], 'violated.pml', code=3)
    s.expect(run, 'met: done == 1')
    s.report.check('line 3 of the commands: ' in run.err and 'condition:1:' in run.err, run.err, run.command)
    run = s.walk(['random 30 seed 2', 'goto 0', 'until view(P, x) == 1 && x == 0', 'goto 0', 'until x == 7'], 'violated.pml')
    s.expect(run, 'met: view(P, x) == 1 && x == 0', 'not met: the walk ends here')
    s.report.check(parse(run.out.split('met: view')[0].split('\n')).text.startswith('step 1: P: x = 1') or 'P:x=1' in run.out, run.out, run.command)


@test
def labels_of_jumps_must_be_asked_for(s):
    write(s.folder, 'l.pml', 'byte x;\nactive proctype P() { do :: x = 1; L: goto M od; M: x = 2 }\n')
    refused = s.walk(['reach P@L'], 'l.pml', code=3)
    s.report.check("start with --never 'P@L'" in refused.err, refused.err, refused.command)
    refused = s.walk(['until _last == 0'], 'l.pml', code=3)
    s.report.check("start with --never '_last == 0'" in refused.err, refused.err, refused.command)
    s.expect(s.walk(['until _last == 0'], 'l.pml', '--never', '_last == 0'), 'met: _last == 0')
    s.expect(s.walk(['reach P@L', 'end'], 'l.pml', '--never', 'P@L'), 'reachable in 1 step\n', 'violated: never P@L')


@test
def reach_says_what_is_known(s):
    s.expect(s.walk(['reach r0 == 0 && r1 == 0 && done == 2', 'n', 'n 3', '', 'end'], 'violated.pml'), 'reachable in 6 steps\n', 'step  line', 'step 1: ', 'step 2: ', 'step 4: ', 'step 6: ', 'done=2')
    s.expect(s.walk(['reach r0 == 0 && r1 == 0 && done == 2'], 'violated.pml', '--memory', 'sc'), 'not reachable\n')
    s.expect(s.walk(['reach done == 3'], 'violated.pml'), 'not reachable with all buffer sizes\n')
    s.expect(s.walk(['reach c == -5'], 'hard.pml', '--max-states', '1000', '--time-limit', '0.3'), 'unknown: ')
    s.expect(s.walk(['reach x == 0', 'end'], 'violated.pml'), 'reachable in 0 steps\n')
    s.walk(['reach x ==='], 'violated.pml', code=3)
    s.walk(['reach x == 1'], 'violated.pml', '--engine', 'automata', '--memory', 'pso', code=3)


@test
def reach_goes_past_assertions_and_errors(s):
    write(s.folder, 'e.pml', 'byte x, a[2];\nactive proctype P() { x = 1; assert(false); a[x + 2] = 1; x = 5 }\nactive proctype Q() { assert(false); x = 7; assert(false); x = 9 }\n')
    s.expect(s.walk(['reach x == 9', 'end'], 'e.pml', '--never', 'x == 9'), 'reachable in ', 'violated: never x == 9')
    s.expect(s.walk(['reach x == 5'], 'e.pml'), 'not reachable')
    run = s.walk(['take P', 'take P', 'take P', 'echo here', 'undo', '2'], 'e.pml')
    s.expect(run, '(violates assert at e.pml:2)', '  violated: assert at e.pml:2: assertion violated: ', '(violates run-time error)', 'violated: run-time error: ', '  the run ends here\n', 'here')


@test
def saved_traces_are_followed(s):
    Run(s.settings, ['check', 'violated.pml', '--json', 'trace.json'], cwd=s.folder)
    run = s.walk(['1', 'load trace.json', 'n', 'n', '', 'p', 'end', 'save again.json', 'back', 'back'], 'violated.pml')
    s.expect(run, 'step 1: ', '8 steps ahead', 'step 1: ', 'step 2: ', 'step 3: ', 'step 2: ', 'violated: assert at violated.pml:5', '8 steps saved', 'step 1: P: x = 1', 'violated: assert')
    with open(s.path('trace.json'), encoding='utf-8') as one, open(s.path('again.json'), encoding='utf-8') as other:
        one, other = json.load(one), json.load(other)
    s.report.check(one['traces'][0]['steps'] == other['traces'][0]['steps'] and other['verdict'] == 'violated', 'the saved walk is not the trace')
    replayed = Run(s.settings, ['replay', 'violated.pml', 'again.json'], cwd=s.folder)
    s.report.check(replayed.code == 0, replayed.tail(), replayed.command)
    for script, arguments in ((['load trace.json 1'], ()), (['load nowhere.json'], ()), (['load violated.pml'], ()), (['load trace.json'], ('--memory', 'sc')), (['save violated.pml'], ()), (['save no/such/folder'], ())):
        s.walk(script, 'violated.pml', *arguments, code=3)
    tampered = json.loads(json.dumps(one))
    tampered['traces'][0]['steps'][3]['process_index'] = 9
    write(s.folder, 'tampered.json', json.dumps(tampered))
    run = s.walk(['load tampered.json'], 'violated.pml', code=3)
    s.report.check('step 4 ' in run.err, run.err, run.command)


@test
def lassos_say_where_they_go_round(s):
    write(s.folder, 'loop.pml', 'byte x;\nactive proctype P() { do :: x = 1 :: x = 0 od }\n')
    Run(s.settings, ['check', 'loop.pml', '--ltl', '<> [] (x == 1)', '--json', 'lasso.json'], cwd=s.folder)
    s.expect(s.walk(['load lasso.json', 'end'], 'loop.pml', '--ltl', '<> [] (x == 1)'), 'load'[:0], '  and again from step ')


@test
def scripts_end_at_the_first_wrong_line(s):
    for line in ('foo', '99', '0', '1x', 'goto 5', 'goto x', 'undo x', 'take Nobody', 'commit P', 'state now', 'goto', 'random x', 'random 3 seed', 'u n', 're', 'save'):
        run = s.walk(['', '# a comment', line, '1'], 'violated.pml', code=3)
        s.report.check('line 3 of the commands: ' in run.err and 'step 1' not in run.out, run.err, '%s with %r' % (run.command, line))
    for word in ('h', 'help', 'he', 'u', 'undo', 'r', 'redo', 'n', 'next', 'prev', 'p', 's', 'state', 'l', 'v', 'view', 'k', 'id', 'b', 'end', 'e', 'rand', 'unt x == 0'):
        s.walk([word, 'quit'], 'violated.pml')
    s.walk([], 'violated.pml', '--memory', 'tso-us', code=3)
    s.walk([], '-', code=3)
    s.walk([], code=3)
    s.walk([], 'violated.pml', 'hard.pml', code=3)
    s.walk([], 'violated.pml', '--json', 'x', code=3)
    s.walk([], 'nowhere.pml', code=3)


@test
def empty_lines_repeat(s):
    run = s.walk(['', 'random 2 seed 4', '', 'u', '', ''], 'violated.pml')
    s.expect(run, 'step 0', 'step 1', 'step 2', 'step 3', 'step 4', 'step 3', 'step 2', 'step 1')
    s.report.check(run.out.count('step 0') == 1 and run.out == s.walk(['random 2 seed 4', 'random 2', 'u', 'u', 'undo'], 'violated.pml').out, run.out, run.command)


@test
def the_last_step_back_is_known(s):
    write(s.folder, 'spin.pml', 'byte x;\nactive proctype P() { byte a; do :: a = 1 - a od }\n')
    s.expect(s.walk(['random 2'], 'spin.pml'), 'step 2: ', '  the same state as after step 0\n')


@test
def what_is_violated_is_said_again(s):
    write(s.folder, 'bad.pml', 'active proctype P() { do :: assert(false) -> false od }\n')
    run = s.walk(['random 5', 'random 5', 'state', 'check'], 'bad.pml')
    s.report.check(run.out.count('violated: assert at bad.pml:1') == 4, run.out, run.command)


@test
def ctrl_c_ends_a_script(s):
    child = subprocess.Popen([s.settings.tarry, 'step', 'hard.pml'], cwd=s.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
    child.stdin.write('random 100000000\nechoed\n')
    child.stdin.flush()
    child.stdout.readline()          # the first state: the signal is handled from before that on
    time.sleep(0.2)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    s.report.check(child.returncode == 2 and 'interrupted' in out and not err, 'exit code %d\n%s\n%s' % (child.returncode, out[-500:], err))


# ---- A terminal

class Terminal:
    """tarry in a window of tmux."""

    def __init__(self, s, arguments, environment=''):
        self.s, self.name = s, 'tarry-%d-%s' % (os.getpid(), re.sub(r'\W', '', environment))   # a server of its own: one that was told to end may be there still
        command = 'env ASAN_OPTIONS=detect_leaks=0 %s %s %s; echo "exit code $?"; sleep 1000' % (environment, s.settings.tarry, arguments)
        self.tmux('-f', '/dev/null', 'new-session', '-d', '-x', '100', '-y', '45', '-c', s.folder, command)

    def tmux(self, *arguments):
        return subprocess.run(['tmux', '-L', self.name, *arguments], capture_output=True, encoding='utf-8', errors='replace', timeout=60).stdout

    def type(self, *keys):
        self.tmux('send-keys', *keys)

    def screen(self, colours=False):
        return self.tmux('capture-pane', '-p', *(['-e'] if colours else []))

    def wait(self, pattern, seconds=30):
        deadline = time.time() + seconds
        while time.time() < deadline:
            if re.search(pattern, self.screen()):
                self.s.report.passed += 1
                return
            time.sleep(0.05)
        self.s.report.failures.append(('the terminal never shows %r:\n%s' % (pattern, self.screen()), ''))

    def close(self):
        self.tmux('kill-server')


@test
def a_terminal_has_a_prompt_and_ctrl_c(s):
    if not shutil.which('tmux'):
        s.report.skipped += 1
        return
    terminal = Terminal(s, 'step hard.pml')
    try:
        terminal.wait(r'step 0: the start(.|\n)*\(step\)\s*$')
        s.report.check('\x1b[' in terminal.screen(colours=True), 'no colours on a terminal')
        terminal.type('2', 'Enter')
        terminal.wait(r'step 1: Q: b\+\+(.|\n)*\(step\)\s*$')
        terminal.type('nonsense', 'Enter')
        terminal.wait(r"there is no command 'nonsense'.*\n\(step\)\s*$")
        terminal.type('reach c == -5', 'Enter')
        time.sleep(0.5)
        terminal.type('C-c')
        terminal.wait(r'unknown: [^(]*\n\(step\)\s*$')
        terminal.type('random 100000000', 'Enter')
        time.sleep(0.5)
        terminal.type('C-c')
        terminal.wait(r'interrupted\n\(step\)\s*$')
        terminal.type('und', 'C-c')
        terminal.wait(r'\^C\n\(step\)\s*$')
        terminal.type('goto 1', 'Enter')
        terminal.wait(r'step 1: Q: b\+\+(.|\n)*\(step\)\s*$')
        terminal.type('C-d')
        terminal.wait(r'exit code 0')
    finally:
        terminal.close()
    plain = Terminal(s, 'step hard.pml', 'NO_COLOR=1')
    try:
        plain.wait(r'\(step\)\s*$')
        s.report.check('\x1b[' not in plain.screen(colours=True), 'colours in spite of NO_COLOR')
        plain.type('q', 'Enter')
        plain.wait(r'exit code 0')
    finally:
        plain.close()
