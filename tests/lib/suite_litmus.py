"""Litmus tests: complete sets of final states under every memory model, by both engines.

tests/litmus: a comment `(* expect: sc No 3; tso Ok 4; pso Ok 4 *)` gives the answer and the number of states. The engines must agree on the
states, `check` on the answer, and what it shows must replay. tests/litmus/errors: `(* error: text *)(* line: N *)`.
With TARRY_CORPUS set, the sets of all tests in its folder litmus are compared with expected.tsv there."""
import os
import random
import re

from .common import TESTS, Case, Report, Run, certify, generated_batches, models_in, scratch, short, write

MODELS = ('sc', 'tso', 'pso')
ENGINES = ('events', 'explicit')


def corpus():
    folder = os.path.join(os.environ.get('TARRY_CORPUS', ''), 'litmus')
    return folder if os.environ.get('TARRY_CORPUS') and os.path.isfile(os.path.join(folder, 'expected.tsv')) else None


def cases(settings):
    found = [Case(short(p), check_own, (p,)) for p in models_in('litmus', extension='.litmus')]
    found += [Case(short(p), check_error, (p,)) for p in models_in('litmus', 'errors', extension='.litmus')]
    found.append(Case('a folder', check_folder))
    found += [Case('rings and counters', check_growth)]
    found += generated_batches(settings, 20 if settings.quick else 200, 20 if settings.quick else 200, 50, check_generated)
    found += generated_batches(settings, 20 if settings.quick else 200, 20 if settings.quick else 200, 50, check_unasked)
    if not corpus():
        return found + [Case('corpus', no_corpus)]
    return found + [Case('corpus under %s by %s' % (m, e), check_corpus, (m, e)) for m in MODELS for e in ENGINES]


def no_corpus(settings):
    return Report(skipped=1, notes=['skipped: TARRY_CORPUS does not name a folder with litmus/expected.tsv'])


def blocks(text):
    """(states, answer, observation) of each test printed."""
    found = []
    for block in text.split('\nanswer ')[0].strip('\n').split('\n\n'):
        lines = block.split('\n')
        count = int(lines[1].split()[1])
        seen = [l.split() for l in lines if l.startswith('Observation ')]
        found.append((frozenset(lines[2:2 + count]), lines[2 + count] if len(lines) > 2 + count else '', seen[0][-3] if seen else ''))
    return found


def check_own(settings, path):
    report = Report()
    with open(path, encoding='utf-8') as text:
        expect = re.search(r'\(\* expect: (.*?) \*\)', text.read())
    if not report.check(expect, 'no `(* expect: ... *)` in it'):
        return report
    for wanted in expect.group(1).split('; '):
        model, answer, count = wanted.split()
        sets = []
        for engine in ENGINES:
            run = Run(settings, ['outcomes', path, '--memory', model, '--engine', engine])
            good = not run.trouble() and run.code == (answer == 'No')
            if report.check(good, 'exit code %d: %s\n%s' % (run.code, run.trouble(), run.tail()), run.command):
                states, said, _ = blocks(run.out)[0]
                report.check((said, len(states)) == (answer, int(count)), 'wanted %s\n%s' % (wanted, run.out), run.command)
                sets.append(states)
            check_answer(settings, path, model, engine, answer, report)
        report.check(len(set(sets)) == 1, 'the engines give different states under ' + model)
    return report


def check_answer(settings, path, model, engine, answer, report):
    """`check` holds exactly where the answer is Ok; a trace replays, and a proof is certified."""
    with scratch() as folder:
        saved = os.path.join(folder, 'trace.json')
        run = Run(settings, ['check', path, '--memory', model, '--engine', engine, '--json', saved])
        report.check(not run.trouble() and run.code == (answer == 'No'), 'check: exit code %d\n%s' % (run.code, run.tail()), run.command)
        if '\nstep  line' in run.out:
            again = Run(settings, ['replay', path, saved])
            report.check(again.code == 0, 'its trace does not replay: ' + again.tail(), run.command + '; ' + again.command)
        elif answer == 'Ok' and engine == 'events':
            certify(settings, path, ['--memory', model], report)


def check_error(settings, path):
    report = Report()
    with open(path, encoding='utf-8') as text:
        content = text.read()
    wanted, line = re.search(r'\(\* error: (.*?) \*\)', content).group(1), re.search(r'\(\* line: (\d+) \*\)', content).group(1)
    run = Run(settings, ['outcomes', path])
    report.check(run.code == 3 and not run.out, 'exit code %d\n%s' % (run.code, run.tail()), run.command)
    place = re.escape(os.path.basename(path)) + ':%s:\\d+: error: ' % line
    report.check(any(wanted in l and re.search(place, l) for l in run.err.splitlines()), 'wanted "%s" on line %s:\n%s' % (wanted, line, run.err[:1500]),
                 run.command)
    at_end = int(line) > content.count('\n')
    report.check(at_end or re.search(r'^\s*\|?\s*\^', run.err, re.M), 'no caret:\n' + run.err[:1500], run.command)
    return report


def check_folder(settings):
    """All files in one call, whatever the number of jobs; a file that is wrong stays alone."""
    report = Report()
    folder, wrong = os.path.join(TESTS, 'litmus'), os.path.join(TESTS, 'litmus', 'errors', 'register.litmus')
    outputs = []
    for jobs in ('1', '2', '5'):
        run = Run(settings, ['outcomes', folder, wrong, '--jobs', jobs])
        outputs.append(run.out)
        report.check(run.code == 3 and 'unknown register' in run.err, 'exit code %d\n%s' % (run.code, run.tail()), run.command)
        tests = len(models_in('litmus', extension='.litmus'))
        report.check(len(blocks(run.out)) == tests and len(run.out.split('\nanswer ')[1].splitlines()) == tests + 1, 'not all tests', run.command)
    report.check(len(set(outputs)) == 1, 'the output depends on the number of jobs', run.command)
    run = Run(settings, ['outcomes', folder, wrong, '--json', '-'])
    for wrong in (['outcomes'], ['compare'], ['outcomes', 'no-such-file.litmus'], ['compare', folder, '--memory', 'tso'], ['outcomes', folder, '--never', 'x=1']):
        refused = Run(settings, wrong)
        report.check(refused.code == 3 and not refused.out, 'exit code %d instead of 3\n%s' % (refused.code, refused.tail()), refused.command)
    results = run.json()['results']
    report.check([r['verdict'] for r in results].count('error') == 1 and all('outcomes' in r for r in results[:-1]), 'not one error', run.command)
    return report


def ring(count):
    threads = range(count)
    rows = [['P%d' % i for i in threads], ['MOV [x%d],$1' % i for i in threads], ['MOV EAX,[x%d]' % ((i + 1) % count) for i in threads]]
    return 'X86 ring\n{}\n%s\nexists (%s)\n' % ('\n'.join(' | '.join(r) + ' ;' for r in rows), ' /\\ '.join('%d:EAX=0' % i for i in threads))


def counter(count):
    rows = [['P%d' % i for i in range(count)], ['LOCK INC [x]'] * count]
    return 'X86 counter\n{}\n%s\nforall (x=%d)\n' % ('\n'.join(' | '.join(r) + ' ;' for r in rows), count)


def adders(count):
    rows = [['P%d' % i for i in range(count)], ['MOV EAX,$1'] * count, ['LOCK XADD [x],EAX'] * count]
    return 'X86 adders\n{}\n%s\nforall (x=%d)\n' % ('\n'.join(' | '.join(r) + ' ;' for r in rows), count)


def check_growth(settings):
    """What grows exponentially elsewhere."""
    report = Report()
    size = 8 if settings.quick else 12
    more = 8 if settings.quick else 10
    for text, states in ((ring(size), 2 ** size), (counter(more), 1), (adders(more), 1)):
        run = Run(settings, ['outcomes', '--language', 'litmus', '-'], stdin=text.encode())
        report.check(run.code == 0 and '\nStates %d\n' % states in run.out, 'exit code %d, not %d states\n%s' % (run.code, states, run.err), run.command)
    return report


def generate(seed, number):
    """A small test with every kind of instruction; jumps go forward, so that it ends."""
    choose = random.Random(seed * 1000003 + number)
    locations, columns = ['x', 'y', 'z'][:choose.choice((2, 2, 3))], []
    for thread in range(choose.choice((2, 2, 2, 3))):
        cells, last = [], choose.choice((2, 3, 4, 5))
        for i in range(last):
            where, value = '[%s]' % choose.choice(locations), '$%d' % choose.choice((1, 2))
            register = choose.choice(('EAX', 'EBX'))
            cells.append(choose.choice((
                'MOV %s,%s' % (where, value), 'MOV %s,%s' % (where, value), 'MOV %s,%s' % (register, where), 'MOV %s,%s' % (register, where), 'SFENCE', 'SFENCE',
                choose.choice(('MFENCE', 'LFENCE', 'CMP %s,%s' % (register, value), 'JE T%d' % thread, 'JNE T%d' % thread, 'MOV %s,%s' % (where, register),
                               'XCHG %s,%s' % (where, register), 'LOCK XADD %s,%s' % (where, register), 'LOCK CMPXCHG %s,EBX' % where,
                               'CMPXCHG %s,EBX' % where, 'LOCK OR %s,%s' % (where, value), 'INC %s' % where)))))
        columns.append(cells + ['T%d:' % thread])
    rows = [['P%d' % i for i in range(len(columns))]] + [[c[k] if k < len(c) else '' for c in columns] for k in range(max(map(len, columns)))]
    asked = ['%d:%s' % (i, r) for i in range(len(columns)) for r in ('EAX', 'EBX')] + locations
    atoms = ['%s=%d' % (choose.choice(asked), choose.choice((0, 1, 2))) for _ in range(2)]
    condition = choose.choice(('exists', '~exists', 'forall')) + ' (%s)' % choose.choice((' /\\ ', ' \\/ ', ' => ')).join(atoms)
    return 'X86 generated-%d-%d\n{}\n%s\nlocations [%s]\n%s\n' % (seed, number, '\n'.join(' | '.join(r) + ' ;' for r in rows), '; '.join(asked), condition)


def check_generated(settings, seed, numbers):
    """Both engines give the same states and answers; what a weaker model lacks, a stronger one lacks too; traces replay."""
    report = Report()
    with scratch() as folder:
        paths = [write(folder, '%d.litmus' % n, generate(seed, n)) for n in numbers]
        stronger = None
        for model in MODELS:
            runs = [Run(settings, ['outcomes', '--memory', model, '--engine', engine, *paths]) for engine in ENGINES]
            texts = [r.out.split('\nanswer ')[0].strip('\n').split('\n\n') for r in runs]
            if not report.check(len(texts[0]) == len(texts[1]) == len(paths), 'not all tests under %s: %s' % (model, runs[0].tail()[-500:])):
                return report
            for n, path in enumerate(paths):
                with open(path, encoding='utf-8') as text:
                    report.check(texts[0][n] == texts[1][n], 'the engines differ under %s:\n%s%s\n%s' % (model, text.read(), texts[0][n], texts[1][n]))
            found = blocks(runs[0].out)
            report.check(not stronger or all(a[0] <= b[0] for a, b in zip(stronger, found)), '%s lacks a state of a stronger model' % model)
            stronger = found
            for n in range(0, len(paths), 10):
                check_answer(settings, paths[n], model, 'events', found[n][1], report)
    return report


def looping(seed, number):
    """Threads that may go round and round, in a few values; and some names to ask for."""
    choose = random.Random(seed * 1000033 + number)
    locations, columns = ['x', 'y'], []
    for thread in range(choose.choice((1, 2, 2, 3))):
        cells = ['T%d: NOP' % thread]
        for _ in range(choose.choice((4, 5, 6))):
            where, value, register = '[%s]' % choose.choice(locations), '$%d' % choose.choice((1, 2)), choose.choice(('EAX', 'EBX', 'ECX'))
            cells.append(choose.choice((
                'MOV %s,%s' % (where, value), 'MOV %s,%s' % (register, where), 'MOV %s,%s' % (register, value), 'MOV %s,%s' % (where, register), 'MOV ECX,EAX',
                'CMP %s,%s' % (register, value), 'TEST EAX,%s' % register, 'XCHG %s,%s' % (where, register), 'XCHG EAX,%s' % register, 'LOCK CMPXCHG %s,EBX' % where,
                'CMPXCHG %s,ECX' % where, 'CMPXCHG EBX,ECX', 'XOR %s,EBX' % register, 'AND %s,%s' % (where, register), 'MFENCE', 'LOCK OR %s,%s' % (where, register),
                'JE T%d' % thread, 'JNE E%d' % thread)))
        columns.append(cells + ([choose.choice(('JE T%d', 'JNE T%d')) % thread] if choose.random() < 0.5 else []) + ['E%d:' % thread])
    rows = [['P%d' % i for i in range(len(columns))]] + [[c[k] if k < len(c) else '' for c in columns] for k in range(max(map(len, columns)))]
    names = ['%d:%s' % (i, r) for i in range(len(columns)) for r in ('EAX', 'EBX', 'ECX')] + locations
    text = 'X86 looping-%d-%d\n{ x=0; y=0; }\n%s\n' % (seed, number, '\n'.join(' | '.join(r) + ' ;' for r in rows))
    return text, sorted(choose.sample(names, choose.choice((1, 2, 3))))


def state_text(state):
    return ' /\\ '.join('%s=%d' % item for item in sorted(state.items()))


def check_unasked(settings, seed, numbers):
    """Registers that nobody asks for any more are forgotten, but not where an option asks for states on the way: then the final states must be the same."""
    report, most = Report(), ['--max-states', '2000' if settings.quick else '20000']   # quick runs are also those of the hostile build, whose tables are lists
    with scratch() as folder:
        tests = [looping(seed, n) for n in numbers]
        paths = [write(folder, '%d.litmus' % n, '%slocations [%s;]\nexists (true)\n' % (text, '; '.join(asked))) for n, (text, asked) in zip(numbers, tests)]
        for model, options in ((m, o) for m in MODELS for o in (['--engine', 'events'], ['--engine', 'explicit', '--buffer', '1'])):
            run = Run(settings, ['outcomes', '--memory', model, *options, *most, '--json', '-', *paths])
            if not report.check(not run.trouble(), run.trouble(), run.command):
                return report
            questions = []
            for number, (text, _), result in zip(numbers, tests, run.json()['results'], strict=True):
                states = [state_text(s) for s in result['outcomes']]
                wanted = ['forall (%s)' % (' \\/ '.join(states) or 'false')] + ['exists (%s)' % s for s in states]
                if result['verdict'] != 'unknown':
                    questions += [write(folder, '%s-%d-%d.litmus' % (model, number, i), '%s%s\n' % (text, w)) for i, w in enumerate(wanted)]
            kept = Run(settings, ['check', '--memory', model, *options, *most, '--never', 'x=77', '--json', '-', *questions])
            if not report.check(not kept.trouble(), kept.trouble(), kept.command):
                return report
            for result in kept.json()['results']:
                with open(result['file'], encoding='utf-8') as text:
                    report.check(result['verdict'] in ('holds', 'unknown'), 'under %s with %s the registers matter:\n%s' % (model, options, text.read()))
    return report


def check_corpus(settings, model, engine):
    report, folder = Report(), corpus()
    with open(os.path.join(folder, 'expected.tsv'), encoding='utf-8') as table:
        rows = [line.rstrip('\n').split('\t') for line in table][1:]
    rows = [r for r in rows if r[1].lower() == model][::20 if settings.quick else 1]
    run = Run(settings, ['outcomes', '--memory', model, '--engine', engine, *(os.path.join(folder, r[0] + '.litmus') for r in rows)])
    found = blocks(run.out)
    if not report.check(len(found) == len(rows), '%d tests of %d: %s' % (len(found), len(rows), run.err[:1500])):
        return report
    for (name, _, answer, observation, _, states), got in zip(rows, found):
        wanted = (frozenset(states.split('|')) if states else frozenset(), answer, observation)
        report.check(got == wanted, '%s: %s %s, missing %s, too many %s' % (name, got[1], got[2], sorted(wanted[0] - got[0]), sorted(got[0] - wanted[0])))
    return report
