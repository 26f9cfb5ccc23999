"""Tests of the suite cli: thousands of files: shards, results that are taken over, what is left after a kill, all cores busy."""
import json
import os
import re
import signal

from .cli_several import lines, members, on_terminal, start, wait_for
from .common import write
from .suite_cli import HOLDS, LARGE, VIOLATED, test

SB = '''X86 %s
{ }
 P0         | P1         ;
 MOV [x],$%d | MOV [y],$1 ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\\ 1:EAX=0)
'''


def long_test(name):
    """Takes minutes without a reduction."""
    threads = 7
    rows = [[' P%d' % t for t in range(threads)]]
    for i in range(4):
        rows.append([' MOV [x%d],$%d' % ((t + i) % threads, i + 1) for t in range(threads)])
    return 'X86 %s\n{ }\n%s\nexists (x0=9)\n' % (name, '\n'.join(' | '.join(row) + ' ;' for row in rows))


def put(s, name, value):
    with open(s.path(name), 'w', encoding='utf-8') as out:
        json.dump(value, out)


def text_of(s, name):
    with open(s.path(name), encoding='utf-8') as text:
        return text.read()


def timeless(result):
    for one in result['results']:
        timeless(one) if 'results' in one else one.get('statistics', {}).update(seconds=0, peak_memory_bytes=0)
    return result


def mark(s, name, number=424242):
    """Figures that no search gives: where they come again the answer was taken over."""
    result = s.load(name)
    for one in result['results']:
        for report in one.get('results', [one]):
            if 'statistics' in report:
                report['statistics']['states_stored'] = number
    put(s, name, result)


def marked(result, number=424242):
    return [all(report.get('statistics', {}).get('states_stored') == number for report in one.get('results', [one])) for one in result['results']]


def many(s, count=40):
    for i in range(count):
        write(s.folder, 'many/t%02d.litmus' % i, SB % ('t%02d' % i, i % 3 + 1))
    write(s.folder, 'many/a.pml', VIOLATED)
    write(s.folder, 'many/z.pml', HOLDS)


@test
def shards(s):
    """Each file is in one of them, and together they are the whole."""
    many(s)
    write(s.folder, 'many/u.pml', 'active proctype P() { x = }\n')
    for command, more in (('check', []), ('check', ['--memory', 'sc,pso']), ('outcomes', []), ('compare', [])):
        whole = s.expect(3, command, 'many', '--json', 'whole.json', *more)
        names = []
        for k in range(1, 6):
            run = s.run(command, 'many', '--shard', '%d/5' % k, '--json', '%d.json' % k, '--jobs', '2', *more)
            part = s.load('%d.json' % k)
            names += [(one.get('results', [one]))[0]['file'] for one in part['results']]
        wanted = [(one.get('results', [one]))[0]['file'] for one in s.load('whole.json')['results']]
        s.check(sorted(names) == sorted(wanted) and names != wanted, 'the shards are not the whole', whole)
        taken = [word for k in range(1, 6) for word in ('--resume', '%d.json' % k)]
        run = s.expect(3, command, 'many', '--json', 'united.json', *taken, *more)
        s.check(timeless(s.load('united.json')) == timeless(s.load('whole.json')), 'the shards together differ from the whole', run)
        s.check(run.out.count('(taken over from ') == 42 and 'u.pml' in run.err, 'not all are taken over', run)
        if command != 'compare':
            s.check(re.sub(r'[\d.]+ s ', '', run.out.split('\n\n')[-1]) == re.sub(r'[\d.]+ s ', '', whole.out.split('\n\n')[-1]), 'another table', run)


@test
def shards_that_are_none(s):
    for wrong in ('0/3', '4/3', '1', '1/', '/3', '1/0', '1/3/5', '-1/3', ' 1/3', '1/3 ', '99999999999999999999/99999999999999999999', 'a/b'):
        run = s.expect(3, 'check', 'holds.pml', 'violated.pml', '--shard', wrong)
        s.check("--shard takes K/N" in run.err and not run.out, 'no reason', run)
    run = s.expect(0, 'check', 'violated.pml', '--shard', '2/2', '--json', '-')
    s.check(run.json()['results'] == [] and not run.err, 'an empty shard', run)
    run = s.expect(1, 'check', 'violated.pml', '--shard', '1/2', '--json', '-')
    s.check([r['file'] for r in run.json()['results']] == ['violated.pml'], 'a shard of one file', run)
    run = s.expect(3, 'fence', 'violated.pml', '--shard', '1/2')
    s.check('--shard is not an option of `tarry fence`' in run.err, 'fence takes one file', run)


@test
def resume_takes_over(s):
    """What is answered is not done again, and keeps its bytes; the exit code is that of all."""
    write(s.folder, 'slot.dve', 'byte x = 0;\nprocess P { state a, b, c; init a; trans a -> b { effect x = 1; }, b -> c { effect x = 2; }; }\nsystem async;\n')
    write(s.folder, 'sb.litmus', SB % ('SB', 1))
    for command, more in (('check', []), ('check', ['--memory', 'all']), ('check', ['--errors', 'all', '--engine', 'explicit', '--never', 'x == 3']), ('outcomes', []), ('compare', [])):
        files = ['holds.pml', 'sb.litmus', 'slot.dve', 'violated.pml']
        first = s.run(command, *files, '--json', 'one.json', *more)
        mark(s, 'one.json')
        s.expect(first.code, command, *files, '--json', 'two.json', '--resume', 'one.json', *more)
        run = s.expect(first.code, command, *files, '--json', 'three.json', '--resume', 'two.json', '--jobs', '3', *more)
        s.check(all(marked(s.load('three.json'))) and len(s.load('three.json')['results']) >= 4, 'done again', run)
        s.check(text_of(s, 'two.json') == text_of(s, 'three.json') and s.load('one.json') == s.load('two.json'), 'not what was saved', run)
        s.check(run.out.count('(taken over from two.json)\n') == 4 and 'violated.pml: ' in run.out, 'not told', run)
        run = s.expect(first.code, command, *files, '--json', 'two.json', '--resume', 'two.json', *more)
        s.check(text_of(s, 'two.json') == text_of(s, 'three.json'), 'not onto itself', run)
    run = s.expect(1, 'check', 'slot.dve', 'violated.pml', 'holds.pml', '--no-deadlock', '--json', 'new.json', '--resume', 'new.json')
    mark(s, 'new.json')
    run = s.expect(1, 'check', 'holds.pml', 'violated.pml', 'defines.pml', '--no-deadlock', '--json', '-', '--resume', 'new.json')
    s.check(marked(run.json()) == [True, True, False] and [r['file'] for r in run.json()['results']] == ['holds.pml', 'violated.pml', 'defines.pml'], 'order, and a new file', run)
    run = s.expect(0, 'check', 'holds.pml', '--no-deadlock', '--resume', 'new.json')
    s.check(run.out == 'holds.pml: holds under tso (taken over from new.json)\n', 'one file', run)


@test
def changed_files(s):
    """Also where only what they include has changed, or the formulas beside them."""
    dve = 'byte x = 0;\nprocess P { state a, b; init a; trans a -> b { effect x = 1; }, b -> a { effect x = 0; }; }\nsystem async;\n'
    for name, text in (('one.dve', dve), ('one.ltl', '#property G F (x == 1)\n'), ('two.dve', dve), ('two.ltl', '#property G F (x == 1)\n'), ('part.h', '#define N 1\n'),
                       ('includes.pml', '#include "part.h"\nbyte x;\nactive proctype P() { x = N; assert(x == 1) }\n'), ('atomic.txt', '')):
        write(s.folder, name, text)
    files = ['one.dve', 'two.dve', 'includes.pml', 'holds.pml', 'violated.pml']
    s.expect(1, 'check', *files, '--json', 'out.json')
    mark(s, 'out.json')
    s.check(all(marked(s.expect(1, 'check', *files, '--json', '-', '--resume', 'out.json').json())), 'nothing has changed', s.run('--version'))
    write(s.folder, 'two.ltl', '#property G F (x == 2)\n')
    write(s.folder, 'part.h', '#define N 2\n')
    write(s.folder, 'violated.pml', '\n' + VIOLATED)
    run = s.expect(1, 'check', *files, '--json', '-', '--resume', 'out.json')
    s.check(marked(run.json()) == [True, False, False, True, False], 'what has changed', run)
    s.check([r['verdict'] for r in run.json()['results']] == ['holds', 'violated', 'violated', 'holds', 'violated'], 'verdicts', run)
    os.remove(s.path('holds.pml'))
    run = s.expect(3, 'check', *files, '--json', '-', '--resume', 'out.json')
    s.check(run.json()['results'][3]['verdict'] == 'error', 'a file that is gone', run)
    dve_files = ['one.dve', 'two.dve']
    s.expect(1, 'check', *dve_files, '--atomic', 'atomic.txt', '--json', 'out.json')
    mark(s, 'out.json')
    write(s.folder, 'atomic.txt', '(x, P.1)\n')
    run = s.expect(1, 'check', *dve_files, '--atomic', 'atomic.txt', '--json', '-', '--resume', 'out.json')
    s.check(marked(run.json()) == [False, False], 'another list of atomic writes', run)


@test
def what_is_no_answer(s):
    """Errors, and searches that gave up with other limits, are done again; and one that another shard answers is taken from there."""
    files = ['holds.pml', 'broken.pml', 'large.pml', 'missing.pml']
    s.expect(3, 'check', *files, '--engine', 'explicit', '--max-states', '1000', '--json', 'out.json')
    mark(s, 'out.json')
    run = s.expect(3, 'check', *files, '--engine', 'explicit', '--max-states', '1000', '--json', '-', '--resume', 'out.json')
    s.check(marked(run.json()) == [True, False, True, False] and run.err.count('error:') == 2, 'the same limits', run)
    run = s.expect(3, 'check', *files, '--engine', 'explicit', '--max-states', '2000', '--json', '-', '--resume', 'out.json')
    s.check(marked(run.json()) == [True, False, False, False], 'other limits', run)
    with start(s, ['check', 'holds.pml', 'large.pml', 'violated.pml', '--engine', 'explicit', '--json', 'cut.json'], start_new_session=True) as child:
        wait_for(lambda: sum(used >= 0.4 for used in members(child.pid)) >= 1)
        child.send_signal(signal.SIGTERM)
        child.communicate(timeout=60)
    mark(s, 'cut.json')
    write(s.folder, 'large.pml', HOLDS)
    s.expect(0, 'check', 'large.pml', '--engine', 'explicit', '--shard', '1/1', '--json', 'other.json')
    mark(s, 'other.json', 77)
    run = s.expect(1, 'check', 'holds.pml', 'large.pml', 'violated.pml', '--engine', 'explicit', '--resume', 'cut.json', '--json', '-')
    s.check(marked(run.json()) == [True, False, False] and [r['verdict'] for r in run.json()['results']] == ['holds', 'holds', 'violated'], 'what was interrupted', run)
    run = s.expect(1, 'check', 'holds.pml', 'large.pml', 'violated.pml', '--engine', 'explicit', '--resume', 'cut.json', '--resume', 'other.json', '--json', '-')
    s.check(marked(run.json()) == [True, False, False] and marked(run.json(), 77) == [False, True, False], 'two results', run)
    result = s.load('cut.json')
    del result['results'][1]['input_hash'], result['results'][0]['options']
    put(s, 'cut.json', result)
    run = s.expect(0, 'check', 'holds.pml', 'large.pml', '--engine', 'explicit', '--resume', 'cut.json', '--json', '-')
    s.check(marked(run.json()) == [False, False], 'answers about nothing that is known', run)


@test
def resume_of_another_call(s):
    files = ['holds.pml', 'violated.pml']
    s.expect(1, 'check', *files, '--json', 'out.json')
    saved = text_of(s, 'out.json')
    for arguments, why in ((['check', '--memory', 'sc'], '`tarry check`, and not `tarry check --memory sc`'), (['check', '--never', 'x == 1'], "--never 'x == 1'"), (['outcomes'], 'not `tarry outcomes`'),
                           (['check', '-D', "A=it's"], "-D 'A=it'\\''s'"), (['check', '--errors', 'all', '--buffer', '2'], '--buffer 2 --errors all`'), (['compare'], 'not `tarry compare`')):
        for target in ('out.json', 'other.json'):
            run = s.expect(3, arguments[0], *files, *arguments[1:], '--resume', 'out.json', '--json', target)
            s.check('--resume: out.json answers another question: `tarry check`' in run.err and why in run.err and not run.out, 'no reason', run)
    for more in (['--jobs', '2'], ['--log'], ['--width', '70'], ['--shard', '1/1'], ['--time-limit', '60'], ['--full']):
        run = s.expect(1, 'check', *files, '--resume', 'out.json', *more)
        s.check(run.out.count('taken over') == 2, 'the same question', run)
    for more in (['--html', 'page.html'], ['--dump-program']):
        run = s.expect(3, 'check', *files, '--resume', 'out.json', *more)
        s.check('--resume takes over what the JSON has' in run.err, 'no reason', run)
    s.expect(1, 'check', 'violated.pml', '--json', 'single.json')
    s.expect(1, 'check', 'violated.pml', '--memory', 'all', '--json', 'models.json')
    for name, text, why in (('cut.json', saved[:len(saved) // 2], 'cut.json is no JSON, or not all of it: line '), ('empty.json', '', 'empty.json is no JSON'), ('list.json', '[]', 'is no report on several files'),
                            ('odd.json', '{"tool": "tarry", "version": 3, "asked": ["check"], "results": {}}', 'is no report on several files'),
                            ('old.json', saved.replace('"version": "', '"version": "0.0.', 1), 'old.json was written by version 0.0.'), ('none.json', None, "cannot open 'none.json'"),
                            ('single.json', None, 'is no report on several files'), ('models.json', None, 'is no report on several files')):
        if text is not None:
            write(s.folder, name, text)
        run = s.expect(3, 'check', *files, '--resume', 'out.json', '--resume', name, '--json', 'out.json')
        s.check(why in run.err and run.err.count('error:') == 1 and not run.out, 'no reason', run)
        s.check(text_of(s, 'out.json') == saved, 'the results are gone', run)
    write(s.folder, 'strange.json', '{"tool": "tarry", "version": "%s", "asked": "check", "results": [1, null, [], {}, {"file": 3}, {"results": [4]}, {"results": []}, {"file": "holds.pml", "verdict": "holds"}]}' % s.load('out.json')['version'])
    s.check(marked(s.expect(1, 'check', *files, '--resume', 'strange.json', '--json', '-').json(), None) == [False, False], 'no results', run)


@test
def killed_and_resumed(s):
    """What was done is in the JSON, which is whole; the same call goes on from there."""
    many(s, 20)
    for name in ('b', 'c'):
        write(s.folder, 'many/%s.pml' % name, LARGE)
    call = ['check', 'many', '--engine', 'explicit', '--jobs', '3', '--json', 'out.json', '--resume', 'out.json']
    child = start(s, call, start_new_session=True)
    wait_for(lambda: os.path.exists(s.path('out.json')) and not any(one.get('error') == 'not checked yet' for one in s.load('out.json')['results'] if not re.search('[bc].pml$', one['file'])))
    child.kill()
    child.communicate(timeout=60)
    wait_for(lambda: not members(child.pid))
    result = s.load('out.json')
    s.report.check(len(result['results']) == 24 and [(r['file'], r['verdict'], r['error']) for r in result['results'] if 'error' in r] ==
                   [('many/%s.pml' % name, 'unknown', 'not checked yet') for name in 'bc'], 'results %s' % [r.get('error') for r in result['results']], call)
    mark(s, 'out.json')
    child = start(s, call, start_new_session=True)
    wait_for(lambda: sum(used >= 0.4 for used in members(child.pid)) >= 2)
    child.kill()
    child.communicate(timeout=60)
    wait_for(lambda: not members(child.pid))
    s.report.check(sum(marked(s.load('out.json'))) == 22, 'a second kill loses what the first left', call)
    for name in ('b', 'c'):
        write(s.folder, 'many/%s.pml' % name, HOLDS)
    run = s.expect(1, *call)
    s.check(marked(s.load('out.json')) == [True, False, False] + 21 * [True], 'done again', run)
    s.check([r['verdict'] for r in s.load('out.json')['results'][:4]] == ['violated', 'holds', 'holds', 'holds'], 'verdicts', run)
    s.check(not [name for name in os.listdir(s.folder) if name.endswith('.tmp')], 'files are left behind', run)


@test
def results_where_they_were(s):
    """A link stays a link, rights stay, and a device is no file to replace."""
    os.mkdir(s.path('far'))
    write(s.folder, 'far/out.json', 'old')
    os.chmod(s.path('far/out.json'), 0o640)
    os.symlink('far/out.json', s.path('link.json'))
    s.expect(1, 'check', 'holds.pml', 'violated.pml', '--json', 'link.json')
    s.report.check(os.path.islink(s.path('link.json')) and os.stat(s.path('far/out.json')).st_mode & 0o777 == 0o640 and len(s.load('far/out.json')['results']) == 2, 'not replaced as it was', 'link')
    s.expect(1, 'check', 'holds.pml', 'violated.pml', '--json', '/dev/null')
    s.report.check(not os.path.isfile('/dev/null'), 'the device is gone', '/dev/null')


@test
def long_ones_among_short_ones(s):
    """Two tests that take long, side by side in the list, run at the same time, and the short ones behind them do not wait for them."""
    many(s, 40)
    for number in (3, 4):
        write(s.folder, 'many/t%02d.litmus' % number, long_test('t%02d' % number))
    os.remove(s.path('many/a.pml'))
    call = ['check', 'many', '--engine', 'explicit', '--reduction', 'none', '--jobs', '3', '--json', 'out.json']
    child = start(s, call, start_new_session=True)
    wait_for(lambda: os.path.exists(s.path('out.json')) and len([1 for one in s.load('out.json')['results'] if 'error' in one]) == 2 and sum(used >= 0.5 for used in members(child.pid)) >= 2)
    waits = [one['file'] for one in s.load('out.json')['results'] if 'error' in one] if os.path.exists(s.path('out.json')) else None
    s.report.check(child.poll() is None and waits == ['many/t03.litmus', 'many/t04.litmus'], 'these wait: %s' % waits, call)
    s.report.check(sum(used >= 0.5 for used in members(child.pid)) >= 2, 'not at the same time: %s' % members(child.pid), call)
    child.kill()
    child.communicate(timeout=60)


@test
def estimate_of_the_rest(s):
    write(s.folder, 'z1.pml', LARGE)
    write(s.folder, 'z2.pml', LARGE)
    seen = on_terminal(s, ['check', 'holds.pml', 'violated.pml', 'z1.pml', 'z2.pml', '--engine', 'explicit', '--jobs', '2'], 110, 12)
    drawn = lines(seen)
    s.report.check(any(re.search(r'^2 of 4 files checked, 2 running, about \d+ s left; z1\.pml: \d+ states, ', text) for text in drawn), 'lines %r' % drawn, 'four files')
    s.expect(1, 'check', 'holds.pml', 'violated.pml', '--json', 'out.json')
    seen = on_terminal(s, ['check', 'holds.pml', 'violated.pml', 'z1.pml', '--json', 'out.json', '--resume', 'out.json'], 110, 12)
    s.report.check(any(re.search(r'^2 of 3 files checked; z1\.pml: ', text) for text in lines(seen)), 'what was taken over tells nothing of the rest: %r' % lines(seen), 'resume')
