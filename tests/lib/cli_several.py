"""Tests of the suite cli: several memory models, the table of several files, errors as JSON, signals, progress on a terminal."""
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

from .common import ROOT, Run, write
from .suite_cli import LARGE, VIOLATED, test

MP = '''byte data, flag;
active proctype P() { data = 1; flag = 1 }
active proctype Q() { byte r; flag == 1; r = data; assert(r == 1) }
'''
SLOT = '''byte x = 0;
process P { state a, b, c; init a; trans a -> b { effect x = 1; }, b -> c { effect x = 2; }; }
system async;
'''
FILTER = os.path.join(ROOT, 'bench', 'models', 'filter.pml')


def memories(result):
    return [r['memory'] for r in result['results']]


@test
def several_memory_models(s):
    write(s.folder, 'mp.pml', MP)
    run = s.expect(1, 'check', 'violated.pml', '--memory', 'sc,tso,pso', '--json', 'out.json')
    result = s.load('out.json')
    s.check(list(result) == ['tool', 'version', 'results'] and memories(result) == ['sc', 'tso', 'pso'], 'shape of the JSON', run)
    s.check([r['verdict'] for r in result['results']] == ['holds', 'violated', 'violated'], 'verdicts', run)
    s.check([len(r['traces']) for r in result['results']] == [0, 1, 1], 'traces', run)
    s.check(['difference' in r for r in result['results']] == [False, True, False], 'not the second differs first', run)
    s.check('violated.pml: holds under SC; violated under TSO and PSO\n' in run.out and 'First difference: assert at violated.pml:5: it holds under SC and is violated under TSO.' in run.out,
            'no difference in the text', run)
    text = result['results'][1]['difference']
    found = re.search(r'not possible under SC, where stores are in memory at once: in step (\d+), line \d+, (\w+) reads (\w) = 0 while its own store (\w) = 1 \(step (\d+), line \d+\) still waits\.', text)
    s.check(found, 'the difference is not explained: ' + text, run)
    if found:
        steps = result['results'][1]['traces'][0]['steps']
        reads, stores = steps[int(found[1]) - 1], steps[int(found[5]) - 1]
        s.check(reads['process'] == stores['process'] == found[2] and stores['location'] == found[4] and [found[4], 1] in reads['buffers'][found[2]], 'these steps do not: ' + text, run)
    for name, models, where in (('mp.pml', 'sc,tso,pso', 2), ('mp.pml', 'pso,tso', 1), ('violated.pml', 'tso,pso', None), ('holds.pml', 'all', None)):
        run = s.run('check', name, '--memory', models, '--json', '-')
        results = run.json()['results']
        s.check([i for i, r in enumerate(results) if 'difference' in r] == ([] if where is None else [where]), 'what differs first', run)
        if where is not None:
            s.check('under TSO, where the stores of a process reach memory in the order in which it makes them: in step' in results[where]['difference'], 'not explained', run)
    run = s.expect(1, 'check', 'mp.pml', '--memory', 'all')
    s.check(re.search(r'holds under SC and TSO; violated under PSO\n', run.out), 'verdicts', run)


@test
def differences_by_room(s):
    """What a slot, and a buffer with a bound, has no room for."""
    write(s.folder, 'slot.pml', 'byte x, y;\nactive proctype P() { x = 1; x = 2; y = 1 }\n'
          'active proctype Q() { byte a, b, c; y == 1; a = x; b = x; c = x; assert(!(a == 0 && b == 1 && c == 2)) }\n')
    for models in ('slot,pso', 'pso,slot'):
        run = s.expect(1, 'check', 'slot.pml', '--memory', models, '--json', '-')
        s.check('Its run under PSO is not possible under SLOT, where a store takes the place of one to its location that waits: after step 2, line 2, the stores of P x = 1 (step 1, line 2) and '
                'x = 2 (step 2, line 2) both wait.' in run.json()['results'][1]['difference'], 'not explained', run)
    path = os.path.join(ROOT, 'tests', 'models', 'private-location-takes-room.pml')
    run = s.expect(1, 'check', path, '--buffer', '1', '--memory', 'tso,pso', '--json', '-')
    s.check('where a process has one buffer, for at most 1 store: after step' in run.json()['results'][1]['difference'], 'not explained', run)


@test
def what_all_memory_models_are(s):
    write(s.folder, 'slot.dve', SLOT)
    for arguments, wanted in ((['slot.dve'], ['sc', 'tso', 'pso', 'slot']), (['slot.dve', '--buffer', '2'], ['sc', 'tso', 'pso']), (['holds.pml'], ['sc', 'tso', 'pso'])):
        run = s.run('check', '--memory', 'all', '--json', '-', '--no-deadlock', *arguments)
        s.check(memories(run.json()) == wanted, 'not %s' % wanted, run)
    run = s.expect(0, 'check', '-', '--memory', 'tso,sc', '--json', '-', stdin=VIOLATED.replace('r0 == 1', 'r0 < 2').encode())
    s.check(memories(run.json()) == ['tso', 'sc'], 'standard input', run)


@test
def several_memory_models_misused(s):
    for arguments, why in ((['check', '--memory', 'sc,sc'], 'names sc twice'), (['check', '--memory', 'sc,'], "cannot be ''"), (['check', '--memory', 'sc,all'], "cannot be 'all'"),
                           (['check', '--memory', 'sc,tsoo'], "cannot be 'tsoo'"), (['fence', '--memory', 'sc,tso'], 'takes one memory model at a time'),
                           (['outcomes', '--memory', 'all'], 'takes one memory model at a time'), (['export', '--memory', 'all'], 'takes one memory model at a time'),
                           (['check', '--memory', 'all', '--certificate', 'c'], '--certificate takes one memory model'), (['check', '--memory', 'all', '--dot', 'd'], '--dot takes one memory model'),
                           (['check', '--memory', 'all', '--svg', 'd'], '--svg takes one memory model'), (['check', '--memory', 'all', '--dump-program'], '--dump-program takes one memory model')):
        run = s.expect(3, arguments[0], 'violated.pml', *arguments[1:])
        s.check(why in run.err and not run.out, 'no such message: ' + why, run)


@test
def a_model_that_cannot_take_the_file(s):
    """A slot has no room for a barrier: the others answer."""
    write(s.folder, 'sfence.pml', 'byte x, y;\nactive proctype P() { x = 1; sfence; y = 1 }\n')
    run = s.expect(3, 'check', 'sfence.pml', '--memory', 'sc,slot,tso', '--json', '-')
    results = run.json()['results']
    s.check([(r['memory'], r['verdict']) for r in results] == [('sc', 'holds'), ('slot', 'error'), ('tso', 'holds')], 'results', run)
    s.check(results[1]['messages'][0]['line'] == 2 and run.err.count('error:') == 1, 'messages', run)
    run = s.expect(3, 'check', 'broken.pml', '--memory', 'all')
    s.check(run.err.count('error:') == 1 and not run.out.strip(), 'an error is told more than once', run)
    s.expect(3, 'check', 'sfence.pml', '--memory', 'sc,slot,tso', '--html', 'page.html')


@test
def several_files_under_several_models(s):
    one = s.expect(3, 'check', 'holds.pml', 'violated.pml', 'broken.pml', '--memory', 'sc,tso', '--json', '-', '--html', 'page.html')
    two = s.expect(3, 'check', 'holds.pml', 'violated.pml', 'broken.pml', '--memory', 'sc,tso', '--json', '-', '--jobs', '3')
    results = one.json()['results']
    s.check([(r['file'], r['memory'], r['verdict']) for r in results] == [
        ('holds.pml', 'sc', 'holds'), ('holds.pml', 'tso', 'holds'), ('violated.pml', 'sc', 'holds'), ('violated.pml', 'tso', 'violated'),
        ('broken.pml', 'sc', 'error'), ('broken.pml', 'tso', 'error')], 'results', one)
    s.check([(r['file'], r['memory'], r['verdict'], r.get('traces')) for r in results] == [(r['file'], r['memory'], r['verdict'], r.get('traces')) for r in two.json()['results']], '--jobs changes the results', two)


@test
def replay_of_several(s):
    write(s.folder, 'mp.pml', MP)
    s.expect(1, 'check', 'violated.pml', '--memory', 'all', '--json', 'models.json')
    run = s.expect(0, 'replay', 'violated.pml', 'models.json')
    s.check(run.out.count('confirmed: 1 trace') == 2 and 'no trace: holds under sc\n' in run.out and 'memory tso,' in run.out and 'memory pso,' in run.out, 'not all are confirmed', run)
    s.expect(3, 'replay', 'mp.pml', 'models.json')
    s.expect(1, 'check', 'violated.pml', 'mp.pml', '--memory', 'tso,pso', '--json', 'files.json')
    run = s.expect(0, 'replay', 'mp.pml', 'files.json')
    s.check(run.out.count('confirmed: 1 trace') == 1 and 'memory pso,' in run.out, 'not that of the model alone', run)
    run = s.expect(3, 'replay', 'holds.pml', 'files.json')
    s.check('holds.pml is none of them' in run.err, 'no reason', run)
    s.expect(1, 'compare', 'violated.pml', 'mp.pml', '--json', 'compared.json')
    run = s.expect(0, 'replay', 'violated.pml', 'compared.json')
    s.check(run.out.count('confirmed: 1 trace') == 2, 'not the traces of a comparison', run)
    result = s.load('models.json')
    result['results'][2]['traces'][0]['steps'].pop()
    with open(s.path('models.json'), 'w', encoding='utf-8') as out:
        json.dump(result, out)
    run = s.expect(1, 'replay', 'violated.pml', 'models.json')
    s.check('confirmed: 1 trace' in run.out and 'rejected' in run.out, 'a tampered trace is not rejected', run)
    result['results'][2]['options']['memory'] = result['results'][2]['memory'] = 'sc'
    with open(s.path('models.json'), 'w', encoding='utf-8') as out:
        json.dump(result, out)
    s.expect(1, 'replay', 'violated.pml', 'models.json')
    s.expect(0, 'check', 'holds.pml', '--memory', 'all', '--json', 'none.json')
    run = s.expect(3, 'replay', 'holds.pml', 'none.json')
    s.check('has no trace' in run.err, 'no reason', run)


@test
def table_of_several_files(s):
    run = s.expect(3, 'check', 'holds.pml', 'violated.pml', 'unknown.pml', 'broken.pml', 'missing.pml', '--jobs', '2')
    table = run.out.split('\nverdict ', 1)[1]
    rows = [(line.split()[0], line.split()[-1]) for line in table.split('\n')[1:6]]
    s.check(rows == [('holds', 'holds.pml'), ('violated', 'violated.pml'), ('unknown', 'unknown.pml'), ('error', 'broken.pml'), ('error', 'missing.pml')], 'rows %s' % rows, run)
    s.check(run.out.endswith('\n\n1 holds, 1 violated, 1 unknown, 2 errors\n'), 'counts', run)
    s.check(re.search(r'^holds +tso +events +\d+ +\d+\.\d{3} s +holds\.pml$', run.out, re.M), 'columns', run)
    for arguments in (['holds.pml'], ['holds.pml', '--memory', 'all']):
        run = s.expect(0, 'check', *arguments)
        s.check('verdict ' not in run.out, 'a table of one file', run)
    run = s.expect(1, 'check', 'holds.pml', 'violated.pml', '--memory', 'sc,tso')
    s.check(run.out.endswith('3 holds, 1 violated\n'), 'models count one by one', run)
    run = s.expect(0, 'check', 'holds.pml', 'defines.pml', '--json', '-')
    s.check(run.out.startswith('{') and run.out.endswith('}\n'), 'a table beside the JSON', run)
    s.check('verdict ' not in s.expect(0, 'check', 'holds.pml', 'defines.pml', '--dump-program').out, 'a table of what was not checked', run)


@test
def errors_as_json(s):
    for command in ('check', 'outcomes', 'compare', 'fence'):
        run = s.expect(3, command, 'broken.pml', '--json', '-')
        result = run.json()
        s.check(result['verdict'] == 'error' and result['file'] == 'broken.pml' and result['error'] == result['messages'][0]['text'], 'object', run)
        s.check([(m['file'], m['line'], m['column']) for m in result['messages']] == [('broken.pml', 1, 27)], 'messages', run)
        s.check('broken.pml:1:27: error: ' + result['error'] in run.err, 'not the message on standard error', run)
        for wrong in (['missing.pml'], ['broken.pml', '--no-such-option'], ['broken.pml', '--max-states', 'many'], []):
            run = s.expect(3, command, *wrong, '--json', '-')
            result = run.json()
            s.check(result['verdict'] == 'error' and 'tarry: error: ' + result['messages'][0]['text'] in run.err and result['messages'][0]['line'] is None, 'object', run)
    run = s.expect(3, 'check', 'broken.pml', '--json', 'out.json')
    s.check(s.load('out.json')['verdict'] == 'error' and not run.out, 'no file', run)
    run = s.expect(3, 'check', 'violated.pml', '--engine', 'events', '--search', 'bfs', '--json', '-')
    s.check('order of search' in run.json()['error'], 'what an engine refuses', run)
    run = s.expect(3, 'fence', 'violated.pml', '--engine', 'automata', '--memory', 'pso', '--json', '-')
    s.check(run.json()['error'] in run.err, 'what an engine refuses', run)
    run = s.expect(3, 'check', 'holds.pml', 'broken.pml', '--json', '-')
    s.check(run.json()['results'][1]['messages'][0]['line'] == 1, 'messages of one of several', run)
    run = s.expect(3, 'check', 'holds.pml', '--json', 'no/such/folder.json')
    s.check(run.err.count('error') == 1, 'told once', run)
    s.check(not s.expect(3, 'replay', 'broken.pml', '--json', '-').out, 'replay has no JSON', run)


def start(s, arguments, **more):
    return subprocess.Popen([s.settings.tarry, *arguments], cwd=s.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)


def stat_of(pid):
    """State, group, and seconds of the processor."""
    with open('/proc/%s/stat' % pid, encoding='utf-8', errors='replace') as stat:
        fields = stat.read().rpartition(')')[2].split()
    return fields[0], int(fields[2]), (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def wait_for(condition):
    """However busy the machine is."""
    end = time.time() + 60
    while time.time() < end and not condition():
        time.sleep(0.05)


def listens(pid):
    """It has a handler for SIGTERM."""
    with open('/proc/%d/status' % pid, encoding='utf-8') as status:
        caught = int(re.search(r'^SigCgt:\s*(\w+)', status.read(), re.M)[1], 16)
    return bool(caught >> signal.SIGTERM - 1 & 1)


@test
def signals(s):
    """SIGTERM and SIGHUP end a search as Ctrl-C does."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        for arguments in ([FILTER, '-D', 'N=6', '--memory', 'sc', '--engine', 'events'], ['large.pml', '--engine', 'explicit', '--buffer', '2'],
                          ['large.pml', '--engine', 'explicit', '--memory', 'all']):
            with start(s, ['check', *arguments, '--json', '-']) as child:
                wait_for(lambda: listens(child.pid) and stat_of(child.pid)[2] >= 0.5)
                child.send_signal(number)
                out, err = child.communicate(timeout=60)
            s.report.check(child.returncode == 2, 'signal %d: exit code %d\n%s' % (number, child.returncode, err), arguments)
            result = json.loads(out)
            for one in result.get('results', [result]):
                s.report.check(one['verdict'] == 'unknown' and one['reason'] == 'it was interrupted', 'signal %d: %s' % (number, one.get('reason')), arguments)
            first = result.get('results', [result])[0]
            s.report.check(first['statistics']['states_stored'] > 0, 'no figures', arguments)


def members(group):
    """Of a group of processes those that live: the time that each has used."""
    found = []
    for pid in filter(str.isdigit, os.listdir('/proc')):
        try:
            state, of_group, used = stat_of(pid)
        except OSError:
            continue
        if of_group == group and state != 'Z':
            found.append(used)
    return found


@test
def signals_and_children(s):
    """A batch passes the signal on, tells what is known of each file, and leaves no process behind."""
    for name in 'abcd':
        write(s.folder, name + '.pml', LARGE)
    for jobs in ('1', '3'):
        with start(s, ['check', 'holds.pml', 'a.pml', 'b.pml', 'c.pml', 'd.pml', '--engine', 'explicit', '--jobs', jobs, '--json', 'out.json'], start_new_session=True) as child:
            wait_for(lambda: sum(used >= 0.4 for used in members(child.pid)) >= int(jobs))
            child.send_signal(signal.SIGTERM)
            out, err = child.communicate(timeout=60)
        s.report.check(child.returncode == 2, 'exit code %d: %s' % (child.returncode, err), '--jobs ' + jobs)
        results = s.load('out.json')['results']
        s.report.check([r['verdict'] for r in results] == ['holds'] + 4 * ['unknown'], 'verdicts', out)
        begun = [r for r in results[1:] if 'statistics' in r]
        s.report.check(len(begun) == int(jobs) and all(r['reason'] == 'it was interrupted' and r['statistics']['states_stored'] > 0 for r in begun), 'figures of %d files' % len(begun), out)
        s.report.check(b'interrupted before it was checked' in err and b'1 holds, 4 unknown' in out, 'no words', err)
    child = start(s, ['check', 'a.pml', 'b.pml', '--jobs', '2'], start_new_session=True)
    wait_for(lambda: sum(used >= 0.1 for used in members(child.pid)) >= 2)
    child.kill()
    child.communicate(timeout=60)
    wait_for(lambda: not members(child.pid))
    s.report.check(not members(child.pid), 'children go on without their parent', 'kill')


@test
def who_waits_for_input_ends_at_once(s):
    with start(s, ['check', '-'], stdin=subprocess.PIPE) as child:
        time.sleep(0.3)
        child.send_signal(signal.SIGTERM)
        s.report.check(child.wait(timeout=20) == -signal.SIGTERM, 'exit code %d' % child.returncode, 'check -')
    with start(s, ['check', 'holds.pml', '-', '--json', 'out.json'], stdin=subprocess.PIPE, start_new_session=True) as child:
        wait_for(lambda: b'' != os.read(child.stdout.fileno(), 1))
        time.sleep(1)
        child.send_signal(signal.SIGTERM)
        s.report.check(child.wait(timeout=20) == 2 and [r['verdict'] for r in s.load('out.json')['results']] == ['holds', 'unknown'], 'exit code %d' % child.returncode, 'check holds.pml -')


def on_terminal(s, arguments, columns=60, enough=4):
    """What appears on standard error where that is a terminal, until there were a few lines."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack('HHHH', 24, columns, 0, 0))
    child = subprocess.Popen([s.settings.tarry, *arguments], cwd=s.folder, stdout=subprocess.DEVNULL, stderr=slave)
    os.close(slave)
    seen, end, told = b'', time.time() + 60, False
    while True:
        if select.select([master], [], [], 0.1)[0]:
            try:
                got = os.read(master, 65536)
            except OSError:
                got = b''
            if not got:
                break
            seen += got
        if (time.time() > end or seen.count(b'\r') >= enough) and not told:
            child.send_signal(signal.SIGTERM)
            told = True
    os.close(master)
    child.wait(timeout=60)
    return seen.decode()


def lines(seen):
    return [text.replace('\x1b[K', '') for text in seen.split('\r') if text.strip('\r\n') and text != '\x1b[K']


@test
def progress_on_a_terminal(s):
    """One line, anew again and again, no wider than the terminal, erased in the end; nothing elsewhere, and nothing within a second."""
    write(s.folder, 'big.pml', LARGE)
    s.expect(0, 'check', FILTER, '-D', 'N=5', '--memory', 'sc', '--certificate', 'proof.json')
    for arguments, wanted, columns in ((['certify', FILTER, 'proof.json'], r'^certify: \d+ states, \d+ MB, \d+ s$', 60), (['check', 'large.pml', '--engine', 'explicit'], r'^\d+ states, \d+/s, depth \d+, \d+ MB, \d+ s; explicit: buffers of at most \d+ stores', 120),
                                       (['check', FILTER, '-D', 'N=6', '--memory', 'sc', '--engine', 'events'], r'^\d+ states, \d+ kept, \d+ automata, \d+/s, \d+ MB, \d+ s; events: ', 120),
                                       (['check', 'large.pml', '--engine', 'explicit', '--memory', 'tso,sc'], r'^TSO: \d+ states, ', 50),
                                       (['check', 'large.pml', 'big.pml', '--engine', 'explicit'], r'^0 of 2 files checked; large\.pml: \d+ states, ', 60),
                                       (['fence', 'large.pml', '--engine', 'explicit'], r'^check 1, 0 clauses: \d+ states, ', 60),
                                       (['outcomes', 'large.pml'], r'^\d+ states, ', 40)):
        seen = on_terminal(s, arguments, columns)
        drawn = [text for text in lines(seen) if ' s' in text or 'files' in text or ' states' in text]
        s.report.check(len(drawn) >= 2 and any(re.search(wanted, text) for text in drawn), 'lines %r' % drawn, arguments)
        s.report.check(all(len(text) < columns for text in drawn), 'wider than the terminal', arguments)
        s.report.check('\n' not in seen.split('\r\x1b[K')[0], 'more than one line', arguments)
        s.report.check(re.search('\r\x1b\\[K(tarry: [^\r]*\r\n)*$', seen), 'not erased: %r' % seen[-80:], arguments)
    s.report.check(on_terminal(s, ['check', 'holds.pml']) == '', 'progress of a short search', 'check holds.pml')
    run = Run(s.settings, ['check', 'large.pml', '--time-limit', '2.5'], cwd=s.folder)
    s.check(not run.err, 'progress where there is no terminal', run)
