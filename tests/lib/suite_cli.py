"""The command line: exit codes, several files, folders, JSON, standard input, limits, replay."""
import json
import os
import re
import signal
import subprocess
import time

from .common import ROOT, Case, Report, Run, limited, scratch, write

HOLDS = 'byte x;\nactive proctype P() { x = 1 }\nactive proctype Q() { byte r; r = x; assert(r < 2) }\n'
VIOLATED = '''byte x, y;
ghost byte r0, r1, done;
active proctype P() { x = 1; r0 = y; done++ }
active proctype Q() { y = 1; r1 = x; done++ }
active proctype Check() { done == 2; assert(r0 == 1 || r1 == 1) }
'''
UNKNOWN = HOLDS + 'chan c = [1] of { byte };\nnotrace { c!1; c?1 }\n'
LARGE = 'int a, b, c;\nactive proctype P() { do :: a++ od }\nactive proctype Q() { do :: b++ od }\nactive proctype R() { do :: c = a :: c = b od }\n'
DEFINES = '''#ifndef N
#define N 1
#endif
byte x;
active proctype P() { x = N; assert(x == 1) }
'''

TESTS = []


def test(function):
    TESTS.append(function)
    return function


def cases(settings):
    return [Case('cli: ' + f.__name__.replace('_', ' '), run_test, (number,)) for number, f in enumerate(TESTS)]


class Scene:
    """A folder with the models above, and shorthands."""

    def __init__(self, settings, folder):
        self.settings, self.folder, self.report = settings, folder, Report()
        for name, text in (('holds', HOLDS), ('violated', VIOLATED), ('unknown', UNKNOWN), ('large', LARGE), ('defines', DEFINES),
                           ('broken', 'active proctype P() { x = }\n')):
            write(folder, name + '.pml', text)

    def run(self, *arguments, **more):
        run = Run(self.settings, list(arguments), cwd=self.folder, **more)
        self.report.check(not run.trouble(), run.trouble(), run.command)
        return run

    def expect(self, code, *arguments, **more):
        run = self.run(*arguments, **more)
        self.report.check(run.code == code, 'exit code %d instead of %d\n%s' % (run.code, code, run.tail()), run.command)
        return run

    def check(self, good, what, run):
        self.report.check(good, what + '\n' + run.tail(), run.command)

    def path(self, name):
        return os.path.join(self.folder, name)

    def load(self, name):
        with open(self.path(name), encoding='utf-8') as text:
            return json.load(text)


def run_test(settings, number):
    with scratch() as folder:
        scene = Scene(settings, folder)
        TESTS[number](scene)
        return scene.report


@test
def exit_codes(s):
    s.expect(0, 'check', 'holds.pml')
    s.expect(1, 'check', 'violated.pml')
    s.expect(2, 'check', 'unknown.pml')
    s.expect(3, 'check', 'broken.pml')
    s.expect(0, 'check', 'violated.pml', '--memory', 'sc')
    s.expect(1, 'check', 'violated.pml', '--memory=tso')


@test
def the_default_is_tso_without_a_bound(s):
    result = s.expect(1, 'check', 'violated.pml', '--json', '-').json()
    s.report.check(result['memory'] == 'tso' and result['buffer'] == 'unbounded', 'memory %(memory)s, buffer %(buffer)s' % result)
    result = s.expect(0, 'check', 'holds.pml', '--json', '-').json()
    s.report.check(result['scope'] == 'all buffer sizes', 'scope ' + result['scope'])


@test
def options_may_come_first_and_last(s):
    s.expect(0, 'check', '--memory', 'sc', 'violated.pml')
    s.expect(0, 'check', 'violated.pml', '--memory', 'sc')
    s.expect(0, 'check', '--no-deadlock', 'violated.pml', '--memory', 'sc')


@test
def json_alone_on_standard_output(s):
    run = s.expect(1, 'check', 'violated.pml', '--json', '-')
    result = run.json()
    for key in ('tool', 'version', 'file', 'language', 'memory', 'buffer', 'engine', 'exact', 'scope', 'verdict', 'properties', 'traces', 'statistics'):
        s.check(key in result, 'no "%s" in the JSON' % key, run)
    s.check(list(result)[:13] == ['tool', 'version', 'file', 'language', 'memory', 'buffer', 'engine', 'exact', 'scope', 'verdict', 'properties', 'traces', 'statistics'],
            'keys in another order: %s' % list(result), run)
    s.check(result['tool'] == 'tarry' and result['file'] == 'violated.pml' and result['language'] == 'promela', 'head of the JSON', run)
    for key in ('states_stored', 'states_visited', 'transitions', 'max_depth', 'errors', 'seconds', 'peak_memory_bytes'):
        s.check(key in result['statistics'], 'no statistic "%s"' % key, run)
    kinds = set('local load store fence commit atomic ghost sync send receive run end'.split())
    for step in result['traces'][0]['steps']:
        s.check({'process', 'kind', 'text', 'line', 'location', 'value', 'memory', 'buffers', 'file'} <= set(step), 'a step lacks keys: %s' % step, run)
        s.check(step['kind'] in kinds, 'kind %s' % step['kind'], run)
    s.check(result['traces'][0]['loop'] is None, 'loop', run)
    violated = [p for p in result['properties'] if p['verdict'] == 'violated']
    s.check(len(violated) == 1 and violated[0]['kind'] == 'assertion' and violated[0]['trace'] == 0, 'properties %s' % violated, run)
    s.check(re.fullmatch(r'assert at (.*/)?violated\.pml:5', violated[0]['name']), 'name ' + violated[0]['name'], run)


@test
def json_to_a_file_beside_the_text(s):
    run = s.expect(1, 'check', 'violated.pml', '--json', 'out.json')
    s.check('violated' in run.out, 'no text', run)
    s.check(s.load('out.json')['verdict'] == 'violated', 'JSON', run)


@test
def pages(s):
    plain = s.expect(1, 'check', 'violated.pml')
    run = s.expect(1, 'check', 'violated.pml', '--html', 'page.html')
    s.check(run.out.split('\n')[0] == plain.out.split('\n')[0], 'the text changes with a page', run)
    with open(os.path.join(s.folder, 'page.html'), encoding='ascii') as page:
        text = page.read()
    s.check(text.startswith('<!doctype html>') and text.rstrip().endswith('</html>') and '@DATA@' not in text, 'no whole page', run)
    s.check('src=' not in text and not re.search(r'(?<!\w)https?://(?!www\.w3\.org/2000/svg)', text), 'the page names something outside it', run)
    for arguments, why in ((['--html', '-'], '--html needs the name of a file'), (['--html', 'violated.pml'], 'would overwrite the model'),
                           (['--html', 'no/such/folder.html'], 'cannot write no/such/folder.html'), (['--html', 'p.html', '--dump-program'], 'cannot be combined with --html')):
        run = s.expect(3, 'check', 'violated.pml', *arguments)
        s.check(why in run.err, 'no such message: ' + why, run)
    s.expect(3, 'check', 'violated.pml', 'missing.pml', '--html', 'several.html', '--jobs', '2')
    with open(os.path.join(s.folder, 'several.html'), encoding='utf-8') as page:
        s.check('"verdict": "error"' in page.read(), 'a file that cannot be read is not in the page', run)


@test
def long_traces_and_widths(s):
    """Of more than 200 steps the ends are shown, and what the story names; every line fits; nothing is cut."""
    write(s.folder, 'long.pml', 'byte x, y, n;\nghost byte in;\nactive proctype P() { x = 1; do :: n < 150 -> n++ :: else -> break od; y == 0; in++; assert(in < 2) }\n'
          'active proctype Q() { y = 1; x == 0; in++; assert(in < 2) }\n')
    short, full = s.expect(1, 'check', '--no-deadlock', 'long.pml'), s.expect(1, 'check', '--no-deadlock', '--full', 'long.pml')
    s.check('steps not shown; --full shows all' in short.out and 'not shown' not in full.out, 'not as long as they should be', short)
    steps = [[int(line[:4]) for line in run.out.splitlines() if re.match(r' *\d+ +\d+[ !] ', line)] for run in (short, full)]
    last = max(steps[1])
    s.check(last > 200 and steps[1] == list(range(1, last + 1)) and set(range(1, 51)) | set(range(last - 48, last + 1)) <= set(steps[0]), 'other steps than the ends', short)
    named = {int(n) for n in re.findall(r'step (\d+)', ' '.join(short.out.split()).split('In step')[-1])}
    s.check(named and named <= set(steps[0]), 'the story names steps that are not shown: %s' % sorted(named - set(steps[0])), short)
    for arguments, environment, width in ((['--width', '60'], {}, 60), ([], {'COLUMNS': '70'}, 70), (['--width', '150'], {'COLUMNS': '70'}, 150), ([], {'COLUMNS': 'x'}, 100)):
        run = s.expect(1, 'check', '--no-deadlock', *arguments, 'long.pml', environment=environment)
        table = [line for line in run.out.split('\nstep  line')[1].split('\n\n')[0].splitlines() if 'states stored' not in line]
        s.check(max(map(len, table)) <= width and '…' not in run.out, 'a line is too long, or cut', run)
    condition = ' && '.join('x < %d' % n for n in range(10, 30))
    run = s.expect(1, 'check', 'long.pml', '--width', '70', '--never', condition, '--ltl', '[] (%s)' % condition.replace('<', '>'))
    heads = run.out.split('\nstep  line')[0]
    s.check(max(map(len, heads.splitlines())) <= 70 and ' '.join(heads.split()).count(condition) == 1, 'a heading is too long, or cut', run)
    s.expect(3, 'check', '--width', '20', 'long.pml')


@test
def drawings(s):
    s.expect(1, 'check', 'violated.pml', '--dot', 'run.dot', '--svg', 'run.svg')
    with open(s.path('run.svg'), encoding='utf-8') as picture:
        s.report.check('<svg' in picture.read(), 'no picture')
    s.expect(0, 'check', 'holds.pml', '--dot', 'proof.dot')
    with open(s.path('proof.dot'), encoding='utf-8') as drawing:
        s.report.check(drawing.read().startswith('digraph proof {'), 'no drawing of a proof')
    for graph in ('program', 'states'):
        run = s.expect(0, 'export', '--to', 'svg', '--graph', graph, 'violated.pml')
        s.check('<svg' in run.out, 'no picture of ' + graph, run)
    quotes = 'active proctype P() { printf("a \\"quoted\\" \\\\ text <b> %d\\n", 1) }\n'
    write(s.folder, 'quotes.pml', quotes)
    run = s.expect(0, 'export', '--to', 'svg', 'quotes.pml')
    s.check('<b>' not in run.out and 'quoted' in run.out, 'a text becomes markup', run)
    run = s.expect(3, 'check', 'violated.pml', '--svg', 'x.svg', environment={'PATH': s.folder})
    s.check('needs the program dot of Graphviz' in run.err, 'no reason', run)
    for arguments, why in ((['check', 'violated.pml', '--dot', '-'], '--dot needs the name of a file'), (['check', 'violated.pml', 'holds.pml', '--dot', 'x'], '--dot takes one model at a time'),
                           (['export', '--graph', 'states', 'violated.pml'], '--graph is for drawings'), (['export', '--to', 'dot', '--graph', 'states', '--max-states', '2', 'violated.pml'], 'more than 2 states'),
                           (['export', '--to', 'dot', '--graph', 'buffers', 'violated.pml'], 'the verdict is not `holds`')):
        run = s.expect(3, *arguments)
        s.check(why in run.err, 'no such message: ' + why, run)


@test
def two_runs_print_the_same_bytes(s):
    def masked(text):
        return re.sub(r'"(seconds|peak_memory_bytes|state_bytes)": [0-9.e+-]+', '', text)
    for options in (['--memory', 'tso'], ['--memory', 'pso', '--search', 'bfs'], ['--errors', 'all', '--buffer', '2']):
        a, b = (s.run('check', 'violated.pml', 'holds.pml', '--json', '-', *options) for _ in range(2))
        s.check(masked(a.out) == masked(b.out), 'two runs differ', a)


@test
def several_files(s):
    run = s.expect(1, 'check', 'holds.pml', 'violated.pml', 'unknown.pml', '--json', '-')
    results = run.json()['results']
    s.check([r['file'] for r in results] == ['holds.pml', 'violated.pml', 'unknown.pml'], 'order', run)
    s.check([r['verdict'] for r in results] == ['holds', 'violated', 'unknown'], 'verdicts', run)
    s.check(run.json()['tool'] == 'tarry', 'head', run)
    s.expect(2, 'check', 'holds.pml', 'unknown.pml')
    s.expect(0, 'check', 'holds.pml', 'holds.pml')
    run = s.expect(3, 'check', 'holds.pml', 'broken.pml', 'violated.pml', '--json', '-')
    s.check([r['verdict'] for r in run.json()['results']] == ['holds', 'error', 'violated'], 'verdicts', run)
    run = s.expect(3, 'check', 'holds.pml', 'missing.pml', '--json', '-')
    s.check(run.json()['results'][1]['verdict'] == 'error' and 'missing.pml' in run.err, 'a missing file among several', run)


@test
def several_files_as_text(s):
    run = s.expect(1, 'check', 'holds.pml', 'violated.pml')
    s.check('holds.pml' in run.out and 'violated.pml' in run.out, 'names', run)


@test
def jobs_do_not_change_the_output(s):
    def masked(run):
        return re.sub(r'"(seconds|peak_memory_bytes|state_bytes)": [0-9.e+-]+', '', run.out)
    one = s.run('check', 'holds.pml', 'violated.pml', 'unknown.pml', 'broken.pml', '--json', '-')
    three = s.run('check', 'holds.pml', 'violated.pml', 'unknown.pml', 'broken.pml', '--json', '-', '--jobs', '3')
    s.check(masked(one) == masked(three) and one.code == three.code, 'with --jobs 3 the output differs', three)


@test
def a_folder(s):
    write(s.folder, 'models/b.pml', VIOLATED)
    write(s.folder, 'models/a.pml', HOLDS)
    write(s.folder, 'models/readme.txt', 'no model')
    run = s.expect(1, 'check', 'models', '--json', '-')
    names = [os.path.basename(r['file']) for r in run.json()['results']]
    s.check(names == ['a.pml', 'b.pml'], 'files %s' % names, run)


@test
def standard_input(s):
    run = s.expect(1, 'check', '-', '--json', '-', stdin=VIOLATED.encode())
    s.check(run.json()['verdict'] == 'violated', 'verdict', run)
    s.expect(0, 'check', '-', '--memory', 'sc', stdin=VIOLATED.encode())
    s.expect(0, 'check', '-', '--language', 'promela', stdin=HOLDS.encode())


@test
def defines_and_includes(s):
    s.expect(0, 'check', 'defines.pml')
    s.expect(1, 'check', 'defines.pml', '-D', 'N=2')
    s.expect(1, 'check', 'defines.pml', '-DN=2')
    s.expect(0, 'check', 'defines.pml', '-D', 'N')
    write(s.folder, 'inc/common.h', '#define START 1\nbyte x;\n')
    write(s.folder, 'uses.pml', '#include "common.h"\nactive proctype P() { x = START; assert(x == 1) }\n')
    s.expect(3, 'check', 'uses.pml')
    s.expect(0, 'check', 'uses.pml', '-I', 'inc')
    s.expect(0, 'check', 'uses.pml', '-Iinc')
    write(s.folder, 'near.pml', '#include "inc/common.h"\nactive proctype P() { x = START; assert(x == 1) }\n')
    s.expect(0, 'check', 'near.pml')
    write(s.folder, 'tool.pml', '#ifdef __TARRY__\nactive proctype P() { skip }\n#else\nsyntax error here\n#endif\n')
    s.expect(0, 'check', 'tool.pml')


@test
def messages_point_into_included_files(s):
    write(s.folder, 'part.h', 'byte x;\nbyte y = ;\n')
    write(s.folder, 'main.pml', '#include "part.h"\nactive proctype P() { x = 1 }\n')
    run = s.expect(3, 'check', 'main.pml')
    s.check(re.search(r'part\.h:2:\d+: error: ', run.err), 'no place in part.h', run)
    write(s.folder, 'macro.pml', '#define BAD(v) v = = 1\nbyte x;\nactive proctype P() {\n    BAD(x)\n}\n')
    run = s.expect(3, 'check', 'macro.pml')
    s.check(re.search(r'macro\.pml:4:\d+: error: ', run.err), 'no place at the use of the macro', run)


@test
def several_errors_in_one_run(s):
    write(s.folder, 'three.pml', 'byte x;\nactive proctype P() {\n  x = ;\n  y = 1;\n  z = 2;\n}\nactive proctype Q() {\n  x = 1 +;\n}\n')
    run = s.expect(3, 'check', 'three.pml')
    s.check(len(re.findall(r'three\.pml:\d+:\d+: error: ', run.err)) >= 2, 'not several errors', run)


@test
def no_colour(s):
    for environment in ({}, {'NO_COLOR': '1'}):
        run = s.expect(1, 'check', 'violated.pml', environment=environment)
        s.check('\x1b' not in run.out + run.err, 'an escape sequence, though this is no terminal', run)


@test
def limits(s):
    for options, seconds in ((['--max-states', '1000'], 10), (['--time-limit', '0.5'], 15), (['--memory-limit', '20'], 60)):
        for memory in ('sc', 'tso'):
            run = s.expect(2, 'check', 'large.pml', '--memory', memory, '--buffer', '2', '--json', '-', *options, timeout=seconds)
            result = run.json()
            s.check(result['verdict'] == 'unknown' and result.get('reason'), 'no reason for unknown', run)
            s.check(all(p['verdict'] != 'holds' for p in result['properties']) or not result['properties'], 'a property holds after a limit', run)
    run = s.expect(2, 'check', 'large.pml', '--max-states', '1000')
    s.check('unknown' in run.out, 'no verdict in the text', run)
    s.expect(1, 'check', 'violated.pml', '--max-states', '100000', '--time-limit', '60', '--memory-limit', '1000')


# One step of these takes more time and memory than there is.
LONG_STEPS = {
    'atomic': 'active proctype P() { int i; atomic { do :: i++ od } }\n',
    'atomic-ghost': 'ghost int i;\nactive proctype P() { atomic { do :: i++ od } }\n',
    'd_step': 'active proctype P() { int i; d_step { do :: i < 2000000000 -> i++ :: else -> break od } }\n',
    'select': 'active proctype P() { int i; select(i : 0 .. 2000000000) }\n',
}


@test
def limits_inside_a_step(s):
    """Limits are looked at inside one expansion too, and all memory counts."""
    for name, text in LONG_STEPS.items():
        write(s.folder, name + '.pml', text)
        for engine in ('auto', 'explicit', 'events', 'automata'):
            for options in (['--time-limit', '0.3'], ['--memory-limit', '30']):
                run = s.expect(2, 'check', name + '.pml', '--engine', engine, '--json', '-', *options, timeout=30)
                result = run.json()
                wanted = 'the %s limit was reached' % options[0].split('-')[2]
                own = ('a process has too many configurations', 'the search did not end')
                s.check(result['reason'] == wanted or engine == 'events' and result['reason'] in own, 'not by the limit: ' + result['reason'], run)
                s.check(result['statistics']['peak_memory_bytes'] < 100e6 or options[0] != '--memory-limit', 'more memory than the limit', run)
                s.check(all(p['verdict'] != 'holds' for p in result['properties']), 'a property holds after a limit', run)


@test
def limits_before_a_search(s):
    """Before a formula is checked, values are followed to see that no step fails: not for longer than a moment. News go from the last process to the first,
    one in each round."""
    processes = ['active proctype P%d() { byte i, j; byte a[2]; do :: i < 62 -> i++ :: j < 62 -> j++ :: x%d == 1 -> x%d = 1 :: a[x%d] = 0 od }\n' % (k, k + 1, k, k)
                 for k in range(120)]
    write(s.folder, 'rounds.pml', 'byte %s;\n%sactive proctype Z() { x120 = 1 }\n' % (', '.join('x%d' % k for k in range(121)), ''.join(processes)))
    s.expect(2, 'check', 'rounds.pml', '--no-deadlock', '--ltl', '[] (x0 < 2)', '--time-limit', '2', '--max-states', '100', timeout=30)


# A formula of which the search for all buffer sizes ends soon, and the look for fair runs in what it kept does not.
LONG_LOOK = '''bit x, y;
active proctype P() {
    bit r; run Z(1);
    do :: d_step { r = y; if :: r == 0 -> r = 1 :: else fi };
        do :: r == 0 -> if :: y == 1 -> atomic { cas(x, 0, 1, r); cas(y, 0, 0, r) } :: y == 0 -> x = 1 fi
        :: x != 1 -> y = r; break
        od
    od
}
active proctype Q() { run Z(0); run Z(0); do :: y == 0 -> (x == 0) od }
proctype Z(bit r) {
    do :: if :: x == 0 -> do :: r == 0 -> break :: x == 0 -> (y == 1); r = x od
          :: r == 0 -> atomic { y = 0; if :: x == 1 -> x = 0 :: else fi }
          fi;
          if :: atomic { y = 1 - r; skip; y = 0 } :: y == 0 -> skip fi
    od
}
'''


@test
def limits_inside_a_look_for_runs(s):
    write(s.folder, 'look.pml', LONG_LOOK)
    for seconds in ('2.5', '3.5'):
        run = s.expect(2, 'check', 'look.pml', '--no-deadlock', '--engine', 'events', '--ltl', '<> [] (y == 1)', '--time-limit', seconds, '--json', '-', timeout=60)
        s.check(run.json()['reason'] == 'the time limit was reached', 'not by the limit', run)


@test
def memory_used_up(s):
    """An allocation that the machine refuses ends the search, whichever loop it is in."""
    if 'asan' in s.settings.tarry:
        s.report.skipped += 1        # the sanitizer takes all addresses for itself
        return
    for name, text in [('large', LARGE), *LONG_STEPS.items()]:
        write(s.folder, name + '.pml', text)
        for engine in ('auto', 'explicit', 'explicit --reduction none', 'events', 'automata'):
            for kilobytes in (16000, 60000):
                command = 'ulimit -v %d; exec "$0" "$@"' % kilobytes
                done = limited(['sh', '-c', command, s.settings.tarry, 'check', name + '.pml', '--json', '-', '--engine', *engine.split()], 60, cwd=s.folder)
                what = '%s by %s with %d KB' % (name, engine, kilobytes)
                s.report.check(done.returncode == 2, 'exit code %d\n%s' % (done.returncode, done.stderr), what)
                reason = json.loads(done.stdout)['reason'] if done.stdout else 'no report'
                own = engine == 'events' and reason in ('a process has too many configurations', 'the search did not end')
                s.report.check(reason == 'memory is used up' or own, 'reason: %s' % reason, what)


@test
def memory_used_up_by_certify(s):
    """It is a limit there too, never an answer about the certificate."""
    if 'asan' in s.settings.tarry:
        s.report.skipped += 1
        return
    write(s.folder, 'counts.pml', 'int x;\nactive proctype P() { do :: x < 20000 -> x++ :: else -> break od; assert(x == 20000) }\n')
    s.expect(0, 'check', 'counts.pml', '--certificate', 'counts.json')
    for kilobytes in range(9000, 21000, 1000):
        done = limited(['sh', '-c', 'ulimit -v %d; exec "$0" "$@"' % kilobytes, s.settings.tarry, 'certify', 'counts.pml', 'counts.json'], 60, cwd=s.folder)
        told = done.stdout.startswith(b'unknown: memory is used up') or b'out of memory' in done.stderr
        s.report.check(done.returncode == 0 or done.returncode == 2 and told, 'exit code %d\n%s%s' % (done.returncode, done.stdout, done.stderr), '%d KB' % kilobytes)


@test
def memory_of_many_processes(s):
    """The tables of a search with many processes stay in proportion to its states."""
    write(s.folder, 'many.pml', 'byte x, y;\nactive [200] proctype P() { byte r; x = 1; r = y; if :: r == 0 -> y = 1 :: r == 1 -> y = 0 :: else fi }\n')
    run = s.expect(2, 'check', 'many.pml', '--engine', 'explicit', '--reduction', 'none', '--max-states', '20000', '--json', '-')
    s.check(run.json()['statistics']['peak_memory_bytes'] < 60e6 or 'asan' in s.settings.tarry, 'takes much memory', run)
    write(s.folder, 'wide.pml', 'byte x;\nactive [240] proctype P() { byte r; int b[20]; x = r; r = x; b[r] = 1; r = 4 }\n')
    for search in ('dfs', 'bfs', 'best:auto'):       # a state has 240 successors of 700 bytes: looks at the limit must not wait for thousands of states
        run = s.expect(2, 'check', 'wide.pml', '--engine', 'explicit', '--reduction', 'none', '--search', search, '--memory-limit', '40', '--json', '-')
        s.check(run.json()['statistics']['peak_memory_bytes'] < 52e6 or 'asan' in s.settings.tarry, 'more memory than the limit', run)


# Stands before the real library: the run that marks the places inside macros crashes.
CRASHING_MCPP = '''#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <string.h>
int mcpp_lib_main(int count, char **line)
{
    for (int i = 1; i < count; i++)
        if (!strcmp(line[i], "-K"))
            raise(SIGSEGV);
    return ((int (*)(int, char **))dlsym(RTLD_NEXT, "mcpp_lib_main"))(count, line);
}
'''


@test
def preprocessor_crashes(s):
    """The second run of the preprocessor only tells places inside macros: where it crashes, the text of the first is taken."""
    if 'asan' in s.settings.tarry:
        s.report.skipped += 1        # the sanitizer wants to be loaded first
        return
    write(s.folder, 'crash.c', CRASHING_MCPP)
    subprocess.run(['cc', '-shared', '-fPIC', '-o', 'crash.so', 'crash.c', '-ldl'], cwd=s.folder, check=True)
    write(s.folder, 'macro.pml', '#define SET(v) v = 1; y = v\nbyte x, y;\nactive proctype P() { SET(x); assert(y == 0) }\n')
    plain = s.expect(0, 'check', 'macro.pml', '--dump-program')
    run = s.expect(0, 'check', 'macro.pml', '--dump-program', environment={'LD_PRELOAD': os.path.join(s.folder, 'crash.so')})
    s.check('store y = x' in run.out and plain.out == run.out, 'another program', run)


@test
def interrupted(s):
    """Ctrl-C ends a search inside one step, with what is known so far."""
    for name, text in LONG_STEPS.items():
        write(s.folder, name + '.pml', text)
        with subprocess.Popen([s.settings.tarry, 'check', name + '.pml', '--engine', 'explicit', '--json', '-'], cwd=s.folder, stdout=subprocess.PIPE) as child:
            time.sleep(0.3)
            child.send_signal(signal.SIGINT)
            out = child.communicate(timeout=60)[0]
        s.report.check(child.returncode == 2 and json.loads(out)['reason'] == 'it was interrupted', 'exit code %d' % child.returncode, name)


@test
def log(s):
    """What the search tries, on standard error alone."""
    for engine in ('auto', 'events', 'explicit', 'automata'):
        quiet, run = s.expect(1, 'check', 'violated.pml', '--engine', engine), s.expect(1, 'check', 'violated.pml', '--engine', engine, '--log')
        s.check(not quiet.err and all(re.match('(auto|events|explicit|automata): ', line) for line in run.err.splitlines()), 'not a log', run)
        s.check(re.search('^%s: limits: ' % engine, run.err) and re.search('states stored', run.err) and re.search('violated after', run.err), 'lacks something', run)


@test
def all_errors_are_decided(s):
    """With --errors all a search that gave up after some violation is not the last word on the other properties."""
    write(s.folder, 'many.pml', 'ghost int n;\nactive proctype A() { byte x; assert(x == 1) }\n'
          'active proctype B() { do :: n < 3000 -> n++ :: else -> break od; assert(n == 3000); assert(n < 3000) }\n')
    for engine in ('auto', 'events', 'explicit'):
        run = s.expect(1, 'check', 'many.pml', '--engine', engine, '--errors', 'all', '--json', '-')
        verdicts = [p['verdict'] for p in run.json()['properties'] if p['kind'] == 'assertion']
        s.check(verdicts == ['violated', 'holds', 'violated'], 'verdicts %s' % verdicts, run)
    run = s.expect(1, 'check', 'many.pml', '--errors', 'all', '--max-states', '300', '--json', '-')
    s.check(all(p.get('reason') == 'the limit on states was reached' for p in run.json()['properties'] if p['verdict'] == 'unknown'), 'no reason', run)
    run = s.expect(1, 'check', 'many.pml', '--json', '-')
    s.check(all('--errors all' in p['reason'] for p in run.json()['properties'] if p['verdict'] == 'unknown') and 'unreached' not in run.json(), 'no reason, or a list', run)
    run = s.expect(1, 'check', 'many.pml')
    s.check('not decided: 2 other assertions, run-time errors, deadlock (--errors all goes on)\n' in run.out, 'what is not decided is not told', run)
    write(s.folder, 'witness.litmus', 'X86 witness\n{ }\n P0          ;\n MOV [x],$1  ;\nexists (x=1)\n')
    run = s.expect(0, 'check', 'witness.litmus')
    s.check('checked: exists ([x]=1)\nnot decided: run-time errors (--errors all goes on)\n' in run.out, 'what a witness leaves open', run)


@test
def channels_in_reports(s):
    """JSON has the messages of every channel; what it says of them is replayed, but an older report need not say it. A walk shows names of the right set."""
    model = os.path.join(ROOT, 'tests', 'models', 'channel-names.pml')
    run = s.expect(1, 'check', model, '--json', '-')
    saved = run.json()
    steps = saved['traces'][0]['steps']
    s.check(steps[-1]['channels'].get('c[0]') == [[1, 0]] and saved['traces'][0]['initial']['channels'] == {'c[0]': [], 'c[1]': [], 'd': []}, 'other messages: %s' % steps[-1]['channels'], run)
    for state in (saved['traces'][0]['initial'], steps[-1]):
        told, state['channels'] = state['channels'], {**state['channels'], 'c[0]': [[2, 0]]}
        write(s.folder, 'told.json', json.dumps(saved))
        s.expect(1, 'replay', model, 'told.json')
        state['channels'] = told
    for state in (saved['traces'][0]['initial'], *steps):
        del state['channels']
    write(s.folder, 'told.json', json.dumps(saved))
    s.expect(0, 'replay', model, 'told.json')
    walk = s.expect(0, 'step', model, stdin=b'load told.json\nend\n')
    s.check('c[0]=[fiat,0]' in walk.out and 'd=[pear]' in walk.out, 'other names', walk)


@test
def unknown_says_what_may_help(s):
    write(s.folder, 'grows.pml', 'byte x, y;\nactive [3] proctype A() { do :: x = _pid :: y = x + 1 od }\n')
    for engine, other in (('events', 'explicit'), ('explicit', 'auto'), ('automata', 'auto')):
        run = s.expect(2, 'check', 'grows.pml', '--engine', engine, '--max-states', '20')
        s.check('states; what may help: a larger limit' in run.out and '--buffer N' in run.out and '--engine %s' % other in run.out.replace('\n', ' '), 'no advice', run)
        made = s.expect(2, 'check', 'grows.pml', '--engine', engine, '--max-states', '20', '--json', '-').json()
        s.check(made['advice'] and all(p['reason'] for p in made['properties']) and 'unreached' not in made, 'no advice, no reason, or a list', run)
    run = s.expect(2, 'check', 'grows.pml', '--max-states', '20', '--buffer', '2')
    s.check('--buffer N' not in run.out and '--engine' not in run.out, 'advice that does not help', run)


@test
def files_too_large(s):
    """More than is read, be it a model or a saved answer."""
    large = write(s.folder, 'huge.json', '')
    os.truncate(large, 65 << 20)
    for arguments in (['check', 'huge.json', '--language', 'promela'], ['replay', 'holds.pml', 'huge.json'], ['certify', 'holds.pml', 'huge.json']):
        run = s.expect(3, *arguments)
        s.check('huge.json is larger than 64 MB, which is the most that is read' in run.err, 'no reason', run)


@test
def library_names_its_options(s):
    """The header of the library names each option that the commands hand to it."""
    def read(*path):
        with open(os.path.join(ROOT, *path), encoding='utf-8') as file:
            return file.read()
    listed = read('src', 'cli', 'request.c').split('asked_ids[] = {')[1].split('}')[0]
    said = read('include', 'libtarry.h').split('/* Names: ')[1].split('Values are')[0]
    for name in re.findall(r'OPTION_(\w+)', listed):
        s.report.check(re.search(r'\b%s\b(?!-)' % name.replace('_', '-'), said) is not None, 'libtarry.h does not name the option ' + name, 'include/libtarry.h')


@test
def engine_that_answers(s):
    """Without --engine the events engine comes first; where it cannot, or gives up, the explicit one answers and the result says why."""
    counter = 'int x;\nactive proctype P() { int i; do :: i < 30000 -> i++ :: else -> break od; x = i }\nactive proctype Q() { assert(x != 30001) }\n'
    write(s.folder, 'counter.pml', counter)
    write(s.folder, 'looks.pml', 'byte x;\nactive proctype P() { l: x = 1 }\nactive proctype Q() { P@l; assert(x < 2) }\n')
    for path, options, engine, reason in (('holds.pml', [], 'events', None), ('holds.pml', ['--memory', 'sc'], 'events', None),
                                          ('holds.pml', ['--buffer', '2'], 'explicit', 'no bound'), ('looks.pml', ['--no-deadlock'], 'explicit', 'cannot check this'),
                                          ('holds.pml', ['--search', 'bfs'], 'explicit', 'order of search'),
                                          ('counter.pml', [], 'explicit', 'gave up: a process has too many configurations'),
                                          ('holds.pml', ['--engine', 'explicit'], 'explicit', None)):
        run = s.expect(0, 'check', path, *options, '--json', '-')
        result = run.json()
        s.check(result['engine'] == engine, 'engine %s instead of %s' % (result['engine'], engine), run)
        s.check(reason in result.get('engine_reason', '') if reason else 'engine_reason' not in result, 'reason: %s' % result.get('engine_reason'), run)
    run = s.expect(2, 'check', 'counter.pml', '--engine', 'events')
    s.check('too many configurations' in run.out, 'no reason', run)
    for engine in ('events', 'automata'):        # what is chosen and not there is told, not passed over
        for options, reason in ((['--search', 'bfs'], 'its order of search cannot be chosen'), (['--reduction', 'ample'], 'its reduction cannot be chosen')):
            run = s.expect(3, 'check', 'holds.pml', '--engine', engine, *options)
            s.check(reason in run.err, 'no reason', run)


@test
def engines_in_turn(s):
    """Where the events engine takes long, the explicit one goes on beside it: whoever is first answers, in every run the same, and nothing is lost."""
    ticket = """byte next, serving; ghost byte n;
active [6] proctype P() {
    byte mine;
    do
    :: atomic { mine = next; xchg(next, (next + 1) % 6, _) };
       serving == mine; mine = 0; n++; n--; serving = (serving + 1) % 6
    od
}
"""
    write(s.folder, 'many.pml', ticket)
    for options in ([], ['--never', 'serving == 5 && next == 5 && n == 1'], ['--errors', 'all', '--never', 'n == 1', '--never', 'n == 2']):
        runs = [s.run('check', 'many.pml', '--no-deadlock', '--symmetry', 'none', *options, '--json', '-').json() for _ in range(2)]
        for run in runs:
            for name in ('seconds', 'peak_memory_bytes', 'state_bytes'):
                run['statistics'].pop(name, None)
        s.report.check(runs[0] == runs[1], 'two runs differ: %s' % options)
        alone = [s.run('check', 'many.pml', '--no-deadlock', '--symmetry', 'none', *options, '--engine', engine, '--json', '-').json() for engine in ('events', 'explicit')]
        verdicts = [[p['verdict'] for p in run['properties']] for run in [runs[0], *alone]]
        s.report.check(verdicts[0] in verdicts[1:] and verdicts[1] == verdicts[2], 'verdicts %s' % verdicts)
    run = s.expect(0, 'check', 'many.pml', '--no-deadlock', '--symmetry', 'none', '--certificate', 'c')
    s.expect(0, 'certify', 'many.pml', 'c')
    run = s.expect(2, 'check', 'many.pml', '--no-deadlock', '--symmetry', 'none', '--max-states', '3000', '--json', '-')
    s.check('limit on states' in run.json()['reason'], 'no reason', run)
    run = s.expect(2, 'check', 'many.pml', '--no-deadlock', '--symmetry', 'none', '--max-states', '20000', '--json', '-')
    s.check('in turn with the explicit engine' in run.json()['engine_reason'] and '--engine explicit' not in run.json()['advice'], 'what was asked', run)


@test
def approximations_have_no_outcomes(s):
    write(s.folder, 'two.pimp', 'program two\nthread 1 { x := 1 }\nthread 2 { y := x }\n')
    s.expect(0, 'outcomes', 'two.pimp')
    for memory in ('tso-om', 'tso-fc', 'tso-fcany', 'tso-us'):
        run = s.expect(3, 'outcomes', 'two.pimp', '--memory', memory)
        s.check('final states' in run.err, 'no reason', run)


@test
def alike_processes(s):
    """Which processes are alike, why others are not, and what a proof says about them."""
    lock = os.path.join(ROOT, 'bench', 'models', 'locks', '%s.pml')
    run = s.expect(0, 'check', lock % 'tas', '--log', '--json', '-')
    s.check('symmetry: the 30 processes of P are alike' in run.err and run.json().get('symmetry') == ['P'] and run.json()['statistics']['states_stored'] < 10, 'no symmetry', run)
    for options in (['--symmetry', 'none'], ['--reduction', 'none', '--engine', 'explicit', '--buffer', '1', '-DN=3']):
        run = s.expect(0, 'check', lock % 'tas', '--log', '--json', '-', *options)
        s.check('symmetry' not in run.err and 'symmetry' not in run.json(), 'symmetry all the same', run)
    for name, count in (('tas', 6), ('ticket', 6), ('mcs', 3), ('clh', 3)):
        s.expect(0, 'check', lock % name, '-DN=%d' % count, '--certificate', 'proof.json')
        run = s.expect(0, 'certify', lock % name, 'proof.json')
        s.check('confirmed' in run.out, 'not confirmed', run)
        with open(os.path.join(s.folder, 'proof.json'), encoding='utf-8') as text:
            proof = json.load(text)
        s.check(proof['proof']['format'] == 4 and proof['proof']['symmetry'] == ['P'], 'another proof', run)
        plain = dict(proof, proof=dict(proof['proof'], format=3))     # no permutation is allowed now
        write(s.folder, 'forged.json', json.dumps(plain))
        s.expect(1, 'certify', lock % name, 'forged.json')
        for types in ([], ['Q'], ['P', 'P'], None):
            write(s.folder, 'forged.json', json.dumps(dict(proof, proof=dict(proof['proof'], symmetry=types))))
            s.expect(1, 'certify', lock % name, 'forged.json')
    for statement, why in (('x = (_pid < 1)', 'line 2 compares numbers of processes by <'), ('x = _pid * 2', 'line 2 calculates with numbers of processes: *'),
                           ('a[0] = 1; a[_pid] = 1', 'line 2 reaches the element of a process by a number that is not the process'),
                           ('last = _pid', 'line 1 has 0, which is the number of one process in last'), ('(_pid == 1)', 'line 2 has 1, which is the number of one process'),
                           ('b[_pid] = 1', 'line 2 indexes an array that has elements for some of the processes only')):
        write(s.folder, 'near.pml', 'byte x, last, a[3], b[2];\nactive [3] proctype P() { %s }\n' % statement)
        run = Run(s.settings, ['check', os.path.join(s.folder, 'near.pml'), '--log', '--no-deadlock'])
        s.check('processes of P are not alike: ' + why in run.err, 'another reason: %s' % run.err, run)
    s.expect(0, 'check', 'holds.pml', '--symmetry', 'none')
    s.expect(3, 'check', 'holds.pml', '--symmetry', 'some')


@test
def reductions_and_approximations(s):
    write(s.folder, 'two.pimp', 'program two\nthread 1 { x := 1 }\nthread 2 { y := x }\n')
    for memory in ('tso-om', 'tso-fc', 'tso-fcany'):
        for reduction in ('ample', 'sleep'):
            run = s.expect(3, 'check', 'two.pimp', '--memory', memory, '--reduction', reduction)
            s.check('approximation' in run.err, 'no reason', run)


@test
def properties_by_options(s):
    s.expect(1, 'check', 'holds.pml', '--never', 'x == 1')
    s.expect(0, 'check', 'holds.pml', '--never', 'x == 2')
    s.expect(0, 'check', 'holds.pml', '--always', 'x < 2')
    s.expect(1, 'check', 'holds.pml', '--always', 'x == 0')
    run = s.expect(1, 'check', 'holds.pml', '--never', 'x == 1', '--never', 'x == 2', '--json', '-')
    verdicts = {p['name']: p['verdict'] for p in run.json()['properties'] if p['kind'] == 'never'}
    s.check(sorted(verdicts.values()) in (['holds', 'violated'], ['unknown', 'violated']), 'verdicts %s' % verdicts, run)
    write(s.folder, 'dead.pml', 'byte x;\nactive proctype P() { x == 1 }\n')
    s.expect(1, 'check', 'dead.pml')
    s.expect(0, 'check', 'dead.pml', '--no-deadlock')


@test
def errors_all(s):
    write(s.folder, 'two.pml', 'byte x;\nactive proctype P() { assert(x == 1);\n assert(x == 2);\n assert(x == 0) }\n')
    run = s.expect(1, 'check', 'two.pml', '--errors', 'all', '--json', '-')
    verdicts = [p['verdict'] for p in run.json()['properties'] if p['kind'] == 'assertion']
    s.check(verdicts == ['violated', 'violated', 'holds'], 'verdicts %s' % verdicts, run)
    s.check(len(run.json()['traces']) == 2, 'traces', run)
    first = s.expect(1, 'check', 'two.pml', '--json', '-')
    s.check(len(first.json()['traces']) == 1, 'traces with --errors first', first)


@test
def ghost_option(s):
    write(s.folder, 'g.pml', VIOLATED.replace('ghost byte r0, r1, done', 'byte r0, r1, done'))
    s.expect(1, 'check', 'violated.pml', '--ghost', 'x')
    s.expect(0, 'check', 'violated.pml', '--ghost', 'x', '--ghost', 'y')
    s.expect(3, 'check', 'violated.pml', '--ghost', 'nosuch')


@test
def replay(s):
    s.expect(1, 'check', 'violated.pml', '--json', 'good.json')
    s.expect(0, 'replay', 'violated.pml', 'good.json')
    s.expect(3, 'replay', 'holds.pml', 'good.json')
    write(s.folder, 'changed.pml', VIOLATED.replace('x = 1', 'x = 2'))
    s.expect(3, 'replay', 'changed.pml', 'good.json')
    s.expect(0, 'check', 'violated.pml', '--memory', 'sc', '--json', 'none.json')
    s.expect(3, 'replay', 'violated.pml', 'none.json')
    report = s.load('good.json')
    for key, value in (('memory', 'sc'), ('memory', 'pso'), ('verdict', 'holds')):
        write(s.folder, 'forged.json', json.dumps(dict(report, **{key: value})))
        run = s.run('replay', 'violated.pml', 'forged.json')
        s.check(run.code in (1, 3), 'accepted with "%s": "%s"' % (key, value), run)
    options = dict(report['options'], memory='sc')
    write(s.folder, 'forged.json', json.dumps(dict(report, memory='sc', options=options)))
    run = s.run('replay', 'violated.pml', 'forged.json')
    s.check(run.code in (1, 3), 'a TSO trace was accepted under SC', run)
    write(s.folder, 'moved/violated.pml', VIOLATED)
    s.expect(0, 'replay', 'moved/violated.pml', 'good.json')


@test
def replay_confirms_each_claim(s):
    """Two assertions with a trace each: exchanged, shared or taken away they show nothing."""
    write(s.folder, 'two.pml', 'byte x, y;\nactive proctype P() { x = 1; assert(y == 1);\n assert(y == 2) }\nactive proctype Q() { y = 0; assert(x < 2) }\n')
    s.expect(1, 'check', 'two.pml', '--errors', 'all', '--json', 'good.json')
    run = s.expect(0, 'replay', 'two.pml', 'good.json')
    s.check(len(re.findall(r'^  confirmed +violated +assert at two.pml:[23]$', run.out, re.M)) == 2, 'it does not say what is confirmed', run)
    s.check(re.search(r'^  not confirmed +holds +assert at two.pml:4$', run.out, re.M), 'it does not say what is not', run)
    report = s.load('good.json')

    def forged(claims, **fields):
        changed = dict(json.loads(json.dumps(report)), **fields)
        for number, claim in claims.items():
            changed['properties'][number].update(claim)
        write(s.folder, 'forged.json', json.dumps(changed))
        return s.expect(1, 'replay', 'two.pml', 'forged.json')

    s.check([p['trace'] for p in report['properties'][:3]] == [0, 1, None], 'the traces are others', run)
    forged({0: {'trace': 1}, 1: {'trace': 0}})
    run = forged({2: {'verdict': 'violated', 'trace': 0}})
    s.check('more than one property' in run.out, 'another reason', run)
    forged({0: {'trace': None, 'verdict': 'holds'}, 2: {'verdict': 'violated', 'trace': 0}})
    run = forged({0: {'trace': None, 'verdict': 'holds'}})
    s.check('no property' in run.out, 'another reason', run)
    run = forged({0: {'trace': None}})
    s.check('it has no trace' in run.out, 'another reason', run)
    run = forged({1: {'trace': 2}})
    s.check('no such trace' in run.out, 'another reason', run)
    forged({0: {'trace': 0.0}})
    forged({}, verdict='holds')
    forged({0: {'trace': None, 'verdict': 'holds'}}, traces=report['traces'][1:])
    options = dict(report['options'], buffer=1)
    forged({}, options=options)
    forged({}, options=options, buffer=1)


@test
def replay_of_a_loop(s):
    """A run that never ends: its loop, its steps and the fairness that was assumed are all judged anew."""
    write(s.folder, 'waits.pml', 'bit ready, go, z;\nactive proctype W() { ready = 1; do :: go == 1 -> break :: else -> z = 1 - z od }\n'
          'active proctype R() { do :: ready == 1 -> break :: else od; go = 1 }\n')
    options = ('--fairness', 'process', '--ltl', '<> (go == 1)', '--ghost', 'z', '--engine', 'explicit')
    s.expect(1, 'check', 'waits.pml', *options, '--json', 'good.json')
    s.expect(0, 'replay', 'waits.pml', 'good.json')
    report = s.load('good.json')
    steps, loop = report['traces'][0]['steps'], report['traces'][0]['loop']
    s.check(isinstance(loop, int) and 0 < loop < len(steps), 'the loop is somewhere else', s.run('replay', 'waits.pml', 'good.json'))

    def forged(what, **fields):
        trace = dict(report['traces'][0], **fields.pop('trace', {}))
        write(s.folder, 'forged.json', json.dumps(dict(report, traces=[trace], **fields)))
        run = s.expect(1, 'replay', 'waits.pml', 'forged.json')
        s.check(what in run.out, 'another reason than "%s"' % what, run)

    for other in range(len(steps) + 2):
        if other != loop:
            forged('', trace={'loop': other})
    forged('something can still move', trace={'loop': len(steps)})
    forged('there is no step', trace={'loop': len(steps) + 1})
    forged('the run ends', trace={'loop': None})
    forged('is not the number of a step', trace={'loop': 'x'})
    forged('is not the number of a step', trace={'loop': -1})
    for i in range(len(steps)):
        forged('', trace={'steps': steps[:i] + steps[i + 1:]})
        forged('', trace={'steps': steps[:i] + [steps[i - 1]] + steps[i + 1:]})
    forged('never committed', options=dict(report['options'], fairness='all'))
    forged('again and again that is never done', options=dict(report['options'], fairness='strong'))
    forged('stores are pending', options=dict(report['options'], fairness='mmlib'))
    forged('not that of this check', options=dict(report['options'], ltl=['<> (go == 0)']))


@test
def replay_of_a_bound(s):
    """A run of unbounded buffers is none of bounded ones, whatever the report says."""
    write(s.folder, 'room.pml', 'byte x, y, z, r = 9;\nactive proctype P() { x = 1; z = 1; assert(y == 1 || x == 2) }\nactive proctype Q() { y = 1 }\n')
    s.expect(1, 'check', 'room.pml', '--json', 'good.json')
    report = s.load('good.json')
    forged = dict(report, buffer=1, buffer_reached=1, options=dict(report['options'], buffer=1))
    write(s.folder, 'forged.json', json.dumps(forged))
    s.expect(0, 'replay', 'room.pml', 'good.json')
    s.expect(1, 'replay', 'room.pml', 'forged.json')


@test
def long_buffers(s):
    """Stores to a location of one process alone wait behind one that must be late: reports show the ends of such a buffer."""
    write(s.folder, 'long.pml', 'int mine; byte x, y; ghost byte r = 9, q = 9;\n'
          'active proctype P() { x = 1; do :: mine < 50 -> mine = mine + 1 :: else -> break od; r = y; (q != 9); assert(r == 1 || q == 1) }\n'
          'active proctype Q() { y = 1; q = x }\n')
    run = s.expect(1, 'check', 'long.pml', '--json', 'long.json')
    last = s.load('long.json')['traces'][0]['steps'][-1]['buffers']['P']
    s.check(last[0] == ['x', 1] and last[16] == ['...', 19] and last[-1] == ['mine', 50] and len(last) == 33, 'the buffer is shown as %s' % last, run)
    s.check('(19 more)' in run.out or '…' in run.out, 'the text shows all of it', run)
    s.expect(0, 'replay', 'long.pml', 'long.json')


@test
def certify(s):
    s.expect(0, 'check', 'holds.pml', '--certificate', 'good.cert')
    run = s.expect(0, 'certify', 'holds.pml', 'good.cert')
    s.check(run.out.startswith('confirmed: '), 'not confirmed', run)
    s.expect(3, 'certify', 'violated.pml', 'good.cert')
    s.expect(3, 'certify', 'holds.pml')
    s.expect(3, 'certify', 'holds.pml', 'none.cert')
    s.expect(3, 'certify', 'holds.pml', 'holds.pml')
    write(s.folder, 'moved/holds.pml', HOLDS)
    s.expect(0, 'certify', 'moved/holds.pml', 'good.cert')
    made = s.load('good.cert')
    for name in made['proof']:
        rows = made['proof'][name]
        for forged in (None, {}, [-7] + rows, [[1.5]], [['x']], [[[0]]], [[1 << 31]]) if name not in ('format', 'unbuffered') else (None, 1, 2, '3'):
            write(s.folder, 'forged.cert', json.dumps(dict(made, proof=dict(made['proof'], **{name: forged}))))
            run = s.run('certify', 'holds.pml', 'forged.cert')
            s.check(run.code == 3, 'exit code %d with "%s": %s' % (run.code, name, forged), run)
    for forged in ({}, [0, 0], [1, 0], [-1], [99], ['x'], [0.0], [[0]]):
        write(s.folder, 'forged.cert', json.dumps(dict(made, proof=dict(made['proof'], unbuffered=forged))))
        s.expect(3, 'certify', 'holds.pml', 'forged.cert')
    for name in ('keys', 'letters', 'globals'):
        twice = made['proof'][name] + made['proof'][name][:1]
        write(s.folder, 'forged.cert', json.dumps(dict(made, proof=dict(made['proof'], **{name: twice}))))
        s.expect(3, 'certify', 'holds.pml', 'forged.cert')
    write(s.folder, 'forged.cert', json.dumps(dict(made, input_hash='0123456789abcdef')))
    s.expect(3, 'certify', 'holds.pml', 'forged.cert')
    write(s.folder, 'forged.cert', json.dumps(dict(made, proof=dict(made['proof'], states=[]))))
    run = s.expect(1, 'certify', 'holds.pml', 'forged.cert')
    s.check(run.out.startswith('rejected: the initial state'), 'another reason', run)
    write(s.folder, 'forged.cert', json.dumps(dict(made, options=dict(made['options'], never=['x == 1']))))
    s.expect(1, 'certify', 'holds.pml', 'forged.cert')
    s.expect(2, 'check', 'unknown.pml', '--json', 'unknown.json')
    write(s.folder, 'forged.cert', json.dumps(dict(made, input_hash=s.load('unknown.json')['input_hash'])))
    s.expect(1, 'certify', 'unknown.pml', 'forged.cert')
    for name, value in (('buffer', 2), ('memory', 'tso-om')):
        write(s.folder, 'forged.cert', json.dumps(dict(made, options=dict(made['options'], **{name: value}))))
        s.expect(3, 'certify', 'holds.pml', 'forged.cert')


LOCK = '''byte w[2], turn;
active [2] proctype P()
{
    byte me;
    me = _pid;
    do :: w[me] = 1; turn = 1 - me; mfence; (w[1 - me] == 0 || turn == me); CS: skip; w[me] = 0 od
}
'''


def forgeries(proof):
    """(what, proof, exit codes): nothing of this is a proof, or can even be read."""
    def changed(**tables):
        return {**json.loads(json.dumps(proof)), **tables}

    def with_row(table, number, row):
        return changed(**{table: proof[table][:number] + [row] + proof[table][number + 1:]})

    key, states, edges = proof['keys'][0], proof['states'], proof['edges']
    yield 'no states', changed(states=[]), (1,)
    yield 'no first state', changed(states=[[]] + states[1:]), (1,)
    for number, row in enumerate(states):
        for first in range(0, len(row), 2):
            yield 'one state less', with_row('states', number, row[:first] + row[first + 2:]), (1,)
    yield 'a process less in a state', with_row('states', 0, states[0][:-1]), (1,)
    yield 'a process less everywhere', changed(globals=[[1, g[1]] + g[3:] for g in proof['globals']], states=[s[:-1] for s in states]), (1, 3)
    yield 'no process', changed(globals=[[0] + g[3:] for g in proof['globals'][:1]], states=[[]]), (1,)
    yield 'a process of no type', changed(globals=[[2, 0, 9] + g[3:] for g in proof['globals']]), (1,)
    yield 'less than no process', changed(globals=[[-1] + g[1:] for g in proof['globals']]), (1,)
    yield 'memory that is too large', changed(globals=[g + [0] for g in proof['globals']]), (1,)
    yield 'a global that nothing leads to', changed(globals=proof['globals'] + [[2, 0, 0, 7, 7, 7]], states=states + [states[0]]), (1,)
    yield 'no globals', changed(globals=[]), (1,)
    yield 'an empty global', changed(globals=[[]]), (1,)
    for point in (-1, len(proof['points'])):
        yield 'a state that starts nowhere', with_row('states', 0, [point] + states[0][1:]), (1,)
    for node in (-1, 999):
        yield 'a node out of range', with_row('keys', 0, [node] + key[1:]), (1,)
    for hold in (-1, 1, 2, 3):
        yield 'another hold', with_row('keys', 0, [key[0], hold] + key[2:]), (1,)
    yield 'a local too few', with_row('keys', 0, key[:-1]), (1, 3)
    yield 'a local too many', with_row('keys', 0, key + [0]), (1,)
    yield 'a key of nothing', with_row('keys', 0, []), (1,)
    for element in (-1, 3):
        yield 'a letter that is no location', with_row('letters', 0, [element, 1]), (3,)
    yield 'a letter without a value', with_row('letters', 0, [0]), (3,)
    start = states[0][0]
    for other in (-1, len(proof['keys'])):
        yield 'a point with a key that is none', with_row('points', start, proof['points'][start] + [other]), (1,)
        yield 'an edge to no point', with_row('edges', start, [0, other]), (1,)
        yield 'an edge without a letter', with_row('edges', start, [other, start]), (1,)
    edged = next(i for i, e in enumerate(edges) if e)
    letter, target = edges[edged][:2]
    yield 'a letter that leads nowhere', with_row('edges', edged, edges[edged][:-1]), (1,)
    yield 'a letter that leads back to the start', with_row('edges', edged, [letter, start] + edges[edged][2:]), (1,)
    for other in range(len(proof['letters'])):
        yield 'one letter less', with_row('edges', edged, [other, target]), (1,) if other != letter or len(edges[edged]) > 2 else (0,)
    yield 'no edges', changed(edges=[]), (1,)
    yield 'no points', changed(points=[]), (1,)
    yield 'a state that starts in the middle of words', with_row('states', 0, [target, *states[0][1:]]), (1,)
    yield 'sets without words', changed(points=[[] for _ in proof['points']]), (1,)
    yield 'all words with all keys', changed(points=[list(range(len(proof['keys']))) for _ in proof['points']]), (1,)


@test
def forged_certificates_are_rejected(s):
    write(s.folder, 'lock.pml', LOCK)
    s.expect(0, 'check', 'lock.pml', '--mutex', 'CS', '--certificate', 'good.cert')
    s.expect(0, 'certify', 'lock.pml', 'good.cert')
    made = s.load('good.cert')
    for what, proof, codes in forgeries(made['proof']):
        write(s.folder, 'forged.cert', json.dumps(dict(made, proof=proof)))
        run = s.run('certify', 'lock.pml', 'forged.cert')
        s.check(run.code in codes, 'exit code %d with %s' % (run.code, what), run)


@test
def certificates_of_formulas(s):
    """They name each property and what is trusted; what was made for another formula, or for none, proves nothing."""
    write(s.folder, 'lock.pml', LOCK)
    write(s.folder, 'waits.pml', LOCK + 'ltl p { false }\n')
    s.expect(0, 'check', 'lock.pml', '--mutex', 'CS', '--certificate', 'none.cert')
    s.run('check', 'waits.pml', '--mutex', 'CS', '--json', 'waits.json')
    write(s.folder, 'forged.cert', json.dumps(dict(s.load('none.cert'), input_hash=s.load('waits.json')['input_hash'])))
    run = s.expect(1, 'certify', 'waits.pml', 'forged.cert')
    s.check('no certificate proves ltl p' in run.out, 'no reason', run)
    asked = ['--mutex', 'CS', '--ltl', '[] <> P@CS', '--ltl', '[] (w[0] == 1 -> <> P[0]@CS)']
    s.expect(0, 'check', 'lock.pml', *asked, '--certificate', 'good.cert')
    run = s.expect(0, 'certify', 'lock.pml', 'good.cert', '--time-limit', '60', '--memory-limit', '1000')
    for words in ('holds     mutex CS', 'holds     ltl [] <> P@CS', 'holds     ltl [] (w[0] == 1 -> <> P[0]@CS)', 'trusted   how the automata'):
        s.check(words in run.out, 'it does not say `%s`' % words, run)
    write(s.folder, 'many.pml', 'byte x, y;\nactive proctype P() { do :: x = x + 1 od }\nactive proctype Q() { do :: y = (y + 1) % 240 od }\n')
    s.expect(0, 'check', 'many.pml', '--memory', 'sc', '--ltl', '[] <> (x == 0)', '--certificate', 'many.cert')
    for option, value, words in (('--memory-limit', '5', 'unknown: the memory limit'), ('--time-limit', '0.01', 'unknown: the time limit')):
        run = s.expect(2, 'certify', 'many.pml', 'many.cert', option, value)
        s.check(run.out.startswith(words), 'no reason', run)
    good = s.load('good.cert')
    options = dict(good['options'], ltl=good['options']['ltl'][::-1])
    for forged in (dict(good, runs=good['runs'][:1]), dict(good, runs=good['runs'][::-1]), dict(good, options=options), dict(good, options=dict(good['options'], fairness='process')),
                   dict(good, options=dict(good['options'], ltl=['<> [] P@CS', '[] <> P@CS'])), dict(good, runs=[{}, {}]), dict(good, runs={})):
        write(s.folder, 'forged.cert', json.dumps(forged))
        run = s.run('certify', 'lock.pml', 'forged.cert')
        s.check(run.code == (3 if forged['runs'] == [{}, {}] else 1), 'exit code %d' % run.code, run)
    for name, values in (('length', (0, -1, 1 << 40, 'x')), ('groups', (0, [[-1]], [[1, 0]], [[0, 0]], [[99999]], [0], [['x']])), ('automaton', (0, [], [[0, 0, 0]])), ('states', (0, [['x']])),
                         ('unbuffered', ([99],))):
        for value in values:
            write(s.folder, 'forged.cert', json.dumps(dict(good, runs=[dict(good['runs'][0], **{name: value}), good['runs'][1]])))
            run = s.run('certify', 'lock.pml', 'forged.cert')
            s.check(run.code == (1 if name == 'automaton' else 3), 'exit code %d with "%s": %s' % (run.code, name, value), run)
    for groups in ([], [[]]):
        write(s.folder, 'forged.cert', json.dumps(dict(good, runs=[dict(good['runs'][0], groups=groups), good['runs'][1]])))
        run = s.expect(1, 'certify', 'lock.pml', 'forged.cert')
        s.check('a fair run may violate it' in run.out, 'another reason', run)


@test
def certificates_say_what_they_prove(s):
    write(s.folder, 'lock.pml', LOCK)
    write(s.folder, 'open.pml', LOCK.replace('mfence; ', ''))
    s.expect(0, 'check', 'lock.pml', '--mutex', 'CS', '--certificate', 'tso.cert')
    run = s.expect(0, 'certify', 'lock.pml', 'tso.cert')
    s.check('memory tso, all buffer sizes\n' in run.out and 'holds     mutex CS\n' in run.out and 'deadlock' in run.out, 'that is not said', run)
    s.expect(1, 'check', 'lock.pml', '--mutex', 'CS', '--memory', 'pso')
    s.expect(0, 'check', 'open.pml', '--mutex', 'CS', '--memory', 'sc', '--certificate', 'sc.cert')
    for model, name, memory in (('lock', 'tso', 'pso'), ('open', 'sc', 'tso'), ('open', 'sc', 'pso')):
        made = s.load(name + '.cert')
        forged = dict(made, memory=memory, options=dict(made['options'], memory=memory))
        write(s.folder, 'forged.cert', json.dumps(forged))
        s.expect(1, 'certify', model + '.pml', 'forged.cert')
        write(s.folder, 'forged.cert', json.dumps(dict(forged, proof=dict(made['proof'], unbuffered=[0, 1, 2]))))
        run = s.expect(1, 'certify', model + '.pml', 'forged.cert')
        s.check(name != 'sc' or 'kept out of the buffers' in run.out, 'another reason', run)
    s.expect(3, 'certify', 'open.pml', 'tso.cert')
    made = s.load('tso.cert')
    for more in ({'never': ['turn == 1']}, {'always': ['turn == 0']}, {'never': ['P[0]@CS']}):
        write(s.folder, 'forged.cert', json.dumps(dict(made, options=dict(made['options'], **more))))
        s.expect(1, 'certify', 'lock.pml', 'forged.cert')
    write(s.folder, 'forged.cert', json.dumps(dict(made, options=dict(made['options'], no_deadlock=True, mutex=[]))))
    run = s.expect(0, 'certify', 'lock.pml', 'forged.cert')
    s.check('deadlock' not in run.out and 'mutex' not in run.out, 'more is said than was proved', run)
    write(s.folder, 'else/part.h', '#define WAITS true')
    write(s.folder, 'part.pml', '#include "part.h"\nbyte x; active proctype P() { WAITS; x = 1 }\n')
    s.expect(0, 'check', 'part.pml', '-I', s.path('else'), '--certificate', 'part.cert')
    run = s.expect(0, 'certify', 'part.pml', 'part.cert')
    s.check('read with -I' in run.out, 'the folder of what was included is not named', run)
    write(s.folder, 'lock.txt', LOCK)
    s.expect(0, 'check', 'lock.txt', '--language', 'promela', '--certificate', 'named.cert')
    run = s.expect(0, 'certify', 'lock.txt', 'named.cert')
    s.check('read with --language promela' in run.out, 'the language is not named', run)
    for more in ({'ghosts': ['turn']}, {'ghosts': ['w']}):
        write(s.folder, 'forged.cert', json.dumps(dict(made, options=dict(made['options'], **more))))
        run = s.run('certify', 'lock.pml', 'forged.cert')
        s.check(run.code in (1, 3) or '--ghost' in run.out, 'the ghost is not named', run)


# Y waits for ever where it has set v, so that init waits for ever too.
WAITING = '''proctype Y(byte v) provided (v == 0) { if :: skip :: v = 1 fi }
init { run Y(0); _nr_pr == 1 }
'''


@test
def forged_deadlocks_are_rejected(s):
    """Keys that differ in nothing but locals, of which one alone is stuck."""
    write(s.folder, 'waiting.pml', WAITING)
    s.expect(1, 'check', 'waiting.pml', '--json', 'waiting.json')
    saved = s.load('waiting.json')
    for ended in ([[1, 0, 0], [1, 0, 1]], [[1, 0, 1], [1, 0, 0]]):
        proof = {'format': 3, 'unbuffered': [], 'keys': [[0, 0], [1, 0], [2, 0], [0, 0, 0], *ended], 'letters': [], 'globals': [[1, 1], [2, 1, 0], [0]],
                 'points': [[0, 1, 2], [1], [3, 4, 5]], 'edges': [[], [], []], 'states': [[0], [1, 2], []]}
        for no_deadlock, code in ((False, 1), (True, 0)):
            options = dict(saved['options'], no_deadlock=no_deadlock)
            write(s.folder, 'forged.cert', json.dumps({'input_hash': saved['input_hash'], 'options': options, 'proof': proof}))
            s.expect(code, 'certify', 'waiting.pml', 'forged.cert')


SB = '''X86 SB
{ x=0; y=0; }
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 MOV EAX,[y] | MOV EAX,[x] ;
%s
'''


MP = '''X86 MP
{ x=0; y=0; }
 P0         | P1          ;
 MOV [x],$1 | MOV EAX,[y] ;
%s
 MOV [y],$1 | MOV EBX,[x] ;
%s
'''


@test
def certificates_of_final_states(s):
    write(s.folder, 'never.litmus', SB % '~exists (0:EAX=0 /\\ 1:EAX=5)')
    write(s.folder, 'always.litmus', SB % 'forall (0:EAX=0 \\/ 0:EAX=1)')
    write(s.folder, 'not.litmus', SB % '~exists (0:EAX=0 /\\ 1:EAX=0)')
    write(s.folder, 'some.litmus', SB % 'exists (0:EAX=0 /\\ 1:EAX=0)')
    write(s.folder, 'barrier.litmus', MP % (' SFENCE | ;', '~exists (1:EAX=1 /\\ 1:EBX=0)'))
    for memory in ('sc', 'tso', 'pso'):
        for name in ('never', 'always'):
            s.expect(0, 'check', name + '.litmus', '--memory', memory, '--certificate', name + '.cert')
            run = s.expect(0, 'certify', name + '.litmus', name + '.cert')
            s.check('0:EAX=0' in run.out, 'the condition is not said', run)
        s.expect(0, 'check', 'barrier.litmus', '--memory', memory, '--certificate', 'barrier.cert')
        s.expect(0, 'certify', 'barrier.litmus', 'barrier.cert')
    made = s.load('barrier.cert')
    write(s.folder, 'open.litmus', MP % ('             ', '~exists (1:EAX=1 /\\ 1:EBX=5)'))
    s.expect(0, 'check', 'open.litmus', '--memory', 'pso', '--certificate', 'open.cert')
    for name, forged in (('open', made['proof']), ('barrier', s.load('open.cert')['proof'])):
        write(s.folder, 'forged.cert', json.dumps(dict(s.load(name + '.cert'), proof=forged)))
        s.expect(1, 'certify', name + '.litmus', 'forged.cert')
    for name, code in (('not', 1), ('some', 0)):
        s.expect(code, 'check', name + '.litmus', '--json', name + '.json')
        write(s.folder, 'forged.cert', json.dumps(dict(s.load('never.cert'), input_hash=s.load(name + '.json')['input_hash'])))
        s.expect(1, 'certify', name + '.litmus', 'forged.cert')
    run = s.expect(3, 'check', 'some.litmus', '--certificate', 'c')
    s.check('some final state must meet' in run.err, 'no reason', run)


@test
def certificates_are_refused(s):
    run = s.expect(3, 'check', 'holds.pml', '--certificate', 'c', '--engine', 'explicit')
    s.check('--certificate needs the events engine' in run.err, 'no reason', run)
    s.expect(3, 'check', 'holds.pml', '--certificate', 'c', '--buffer', '2')
    s.expect(3, 'check', 'holds.pml', 'violated.pml', '--certificate', 'c')
    s.expect(3, 'check', 'holds.pml', '--certificate', 'holds.pml')
    s.expect(3, 'check', 'holds.pml', '--certificate', 'nowhere/c')
    s.expect(3, 'check', 'holds.pml', '--certificate', '-')
    run = s.expect(1, 'check', 'violated.pml', '--certificate', 'c')
    s.check('no certificate was written' in run.err, 'no note', run)
    s.expect(2, 'check', 'unknown.pml', '--certificate', 'c')
    s.report.check(not os.path.exists(s.path('c')), 'a certificate was written')


@test
def replay_with_options(s):
    s.expect(1, 'check', 'defines.pml', '-D', 'N=2', '--memory', 'pso', '--buffer', '2', '--json', 'd.json')
    run = s.expect(0, 'replay', 'defines.pml', 'd.json')
    s.check('memory pso, buffers of at most 2 stores; read with -D N=2\n' in run.out, 'it does not say what was asked', run)
    s.expect(1, 'check', 'holds.pml', '--never', 'x == 1', '--json', 'n.json')
    s.expect(0, 'replay', 'holds.pml', 'n.json')
    s.expect(1, 'check', 'violated.pml', '--errors', 'all', '--json', 'a.json')
    s.expect(0, 'replay', 'violated.pml', 'a.json')


@test
def dump_program(s):
    run = s.expect(0, 'check', 'violated.pml', '--dump-program')
    s.check('x' in run.out and 'ghost' in run.out, 'the dump', run)
    again = s.expect(0, 'check', 'violated.pml', '--dump-program')
    s.check(run.out == again.out, 'two dumps differ', run)


@test
def help_and_version(s):
    for arguments in (['--help'], ['help'], ['check', '--help'], ['replay', '--help'], ['help', 'check'], ['--version']):
        run = s.expect(0, *arguments)
        s.check(run.out.strip() and not run.err, 'help on standard output alone', run)
    run = s.expect(0, '--version')
    s.check(re.fullmatch(r'tarry \S+\n', run.out), 'version', run)
    text = s.expect(0, 'check', '--help').out
    for option in ('--memory', '--buffer', '--overflow', '--engine', '--search', '--never', '--always', '--mutex', '--no-deadlock', '--ghost', '-D', '-I',
                   '--language', '--dump-program', '--errors', '--json', '--time-limit', '--memory-limit', '--max-states', '--jobs'):
        s.report.check(option in text, 'no %s in the help of check' % option)


@test
def closed_pipe_and_full_disk(s):
    if not os.path.exists('/dev/full'):
        s.report.skipped += 1
        return
    run = s.run('check', 'violated.pml', '--json', '/dev/full')
    s.check(run.code not in (0, 1), 'a report that could not be written went unnoticed', run)


@test
def examples_check(s):
    """Every example can be read."""
    folder = os.path.join(ROOT, 'examples')
    names = [n for n in sorted(os.listdir(folder)) if n.endswith('.pml')] if os.path.isdir(folder) else []
    for name in names:
        run = s.run('check', os.path.join(folder, name), '--time-limit', '2')
        s.check(run.code in (0, 1, 2), 'example %s: exit code %d' % (name, run.code), run)
    if not names:
        s.report.skipped += 1


from . import cli_batches, cli_several   # their tests are among these
