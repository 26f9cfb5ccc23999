"""What `check` says about fences is tried: the fence is put where the hint says, and then the processes cannot do the same and violate the property again, whatever
reaches memory when (tests/course, which follows the run with code that the hint knows nothing of). Without the fence they can; and where the tool says that no store
had to wait, they can under SC. Models of tests/models and examples/ and litmus tests, and generated ones; of DVE models the barrier that is named goes into the list of --atomic."""
import json
import os
import random
import re
import signal

from . import generate_pimp, repair_dve, repair_litmus, repair_pimp, suite_corners, suite_naive, suite_repair
from .common import ROOT, Case, Report, Run, generated_batches, limited, models_in, scratch, short, write
from .suite_models import expectations
from .syntax import promela

BATCH = 25
FIXED, FRESH, FIXED_QUICK, FRESH_QUICK = 600, 300, 75, 50
HINT = re.compile(r'A (store-store )?fence in ([^ ]+(?: \d+)?) right behind (.+?) \(line (\d+)\)(?:, before line \d+,|, inside the block,)? rules out this run\.')
BOUND = re.compile(r'A barrier at line (\d+) \((barrier \w+\.\d+) in the list of --atomic\) rules out this run\.')
ORDERED = 'lead there under sequential consistency, too'
KINDS = {'no store had to wait': ORDERED, 'a stale store overwrote': 'overwrote', 'something outside overtook': 'which no store buffer delays', 'in a block': 'no fence: its stores wait',
         'store-store fence': 'store-store fence', 'barrier in the list': 'in the list of --atomic'}


def cases(settings):
    examples = os.path.join(ROOT, 'examples')
    paths = models_in('models') + [os.path.join(examples, name) for name in sorted(os.listdir(examples))]
    found = [Case(short(path), check_model, (path,)) for path in paths if path.endswith(('.pml', '.pimp', '.dve')) and expectations(path)]
    found += [Case(short(path), check_litmus, (path,)) for path in paths + models_in('litmus', extension='.litmus') if path.endswith('.litmus')]
    fixed, fresh = (FIXED_QUICK, FRESH_QUICK) if settings.quick else (FIXED, FRESH)
    return (found if not settings.count else []) + generated_batches(settings, fixed, fresh, BATCH, check_batch) + generated_batches(settings, fixed, fresh, BATCH, check_shapes) \
        + generated_batches(settings, fixed // 4, fresh // 4, BATCH, check_others)


def follower(settings):
    folder = os.path.dirname(settings.tarry)
    beside = os.path.join(folder, 'tests', 'course')
    return beside if os.path.isfile(beside) else os.path.join(folder, 'build', 'release', 'tests', 'course')


def follow(settings, path, saved, trace, options, fence=()):
    done = limited([follower(settings), path, saved, str(trace), *fence, *options], 20)
    if done.returncode == -signal.SIGXCPU:
        return 'unknown'        # states with hundreds of processes
    return done.stdout.decode().strip() or 'crash: ' + done.stderr.decode()[-300:]


# ---- Putting fences ----

def place_fence(text, line, statement, word):
    """The text with the fence right behind the statement; None where the line does not show which one is meant."""
    lines = text.split('\n')
    found = list(re.finditer(r'(?<![\w.\]])' + re.escape(statement) + r'(?![\w.\[])', lines[line - 1]))
    if len(found) != 1:
        return None
    at = found[0].end()
    lines[line - 1] = lines[line - 1][:at] + '; ' + word + lines[line - 1][at:]
    return '\n'.join(lines)


def place_row(text, line, process, word):
    """The litmus test with the fence in a row of its own behind the row of that line, and in the same line of the text, so that other lines keep their numbers."""
    lines = text.split('\n')
    columns = lines[line - 1].count('|') + 1
    lines[line - 1] += ' ' + ' | '.join(word if 'P%d' % n == process else '' for n in range(columns)) + ' ;'
    return '\n'.join(lines)


def word_of(text, path, between_stores):
    if path.endswith('.litmus'):
        return 'SFENCE' if between_stores else 'MFENCE'
    return 'sfence' if between_stores else 'FENCE()' if re.search(r'#include\s*["<][\w/.]*(sc|tso|pso)\.h', text) else 'mfence'


# ---- Trying them ----

def try_hints(settings, folder, path, text, result, options, report):
    saved = write(folder, 'report.json', json.dumps(result))
    for number, trace in enumerate(result['traces']):
        if not trace['steps'] or result['memory'] == 'sc':
            continue
        say = trace['explanation']
        command = 'tarry check %s %s' % (short(path), ' '.join(options))
        with_text = '%s\n%s' % (say, text)
        answer = follow(settings, path, saved, number, options)
        if answer == 'unknown':
            report.skipped += 1
            continue
        if not report.check(answer == 'possible', 'the run cannot be followed: %s\n%s' % (answer, with_text), command):
            continue
        if ORDERED in say:
            report.check(follow(settings, path, saved, number, [*without(options, '--memory', '--buffer'), '--memory', 'sc']) == 'possible',
                         'under SC it is not so\n' + with_text, command)
        hints = HINT.findall(say)
        bound = BOUND.findall(say)
        report.check(len(hints) + len(bound) == say.count('rules out this run'), 'a hint that is not understood\n' + with_text, command)
        report.tally.update(['never ends'] if trace['loop'] is not None else [])
        report.tally.update(['never ends, a fence'] if trace['loop'] is not None and hints + bound else [])
        report.tally.update([kind for kind, words in KINDS.items() if words in say] + ['%d fences' % len(hints + bound)])
        for line, barrier in bound:
            given = options[options.index('--atomic') + 1] if '--atomic' in options else None
            entries = write(folder, 'bound.txt', (open(given).read() if given else '') + barrier + '\n')
            answer = follow(settings, path, saved, number, [*without(options, '--atomic'), '--atomic', entries])
            report.check(answer in ('gone', 'unknown'), '%s, with %s\n%s' % (answer, barrier, with_text), command)
        for between_stores, process, statement, line in hints:
            word = word_of(text, path, between_stores)
            fenced = place_row(text, int(line), process, word) if path.endswith('.litmus') else place_fence(text, int(line), statement, word)
            if fenced is None:
                report.skipped += 1
                continue
            there = write(os.path.dirname(path) if 'examples' in path else folder, 'fenced-%d%s' % (os.getpid(), os.path.splitext(path)[1]), fenced)
            answer = follow(settings, there, saved, number, options, (line, word))
            report.check(answer in ('gone', 'unknown'), '%s, with %s behind %s in line %s\n%s' % (answer, word, statement, line, with_text), command)
            os.remove(there)


def without(options, *names):
    return [o for i, o in enumerate(options) if o not in names and (not i or options[i - 1] not in names)]


def check_model(settings, path):
    report = Report()
    with open(path, encoding='utf-8') as file:
        text = file.read()
    for group in expectations(path):
        options = group['options']
        plain = len(options) % 2 == 0 and all(o.startswith('--') for o in options[::2])
        if group['verdict'] != 'violated' or not plain:
            continue
        with scratch() as folder:
            run = Run(settings, ['check', path, *options, '--json', '-'])
            if run.code == 1:
                try_hints(settings, folder, path, text, run.json(), [o for o in options], report)
    return report


def check_litmus(settings, path):
    report = Report()
    with open(path, encoding='utf-8') as file:
        text = file.read()
    for memory in ('tso', 'pso', 'slot'):
        with scratch() as folder:
            run = Run(settings, ['check', path, '--memory', memory, '--json', '-'])
            if run.code in (0, 1):
                try_hints(settings, folder, path, text, run.json(), ['--memory', memory], report)
    return report


# ---- Programs that are right under SC ----

def shape(rng):
    """Stores and loads of a few processes, as in litmus tests, with blocks, fences, messages and ghosts between them; what they saw is told by ghosts, and some outcome is wrong."""
    names, done, told = 'xyz'[:rng.choice([2, 2, 3])], 0, []
    lines = ['byte %s;' % ', '.join(names), 'ghost byte done, a, b, c, d;', 'chan q = [2] of { byte };']
    for number in range(rng.choice([2, 2, 3])):
        body, free = [], 'ab' if number == 0 else 'cd' if number == 1 else ''
        for _ in range(rng.choice([2, 3, 3, 4])):
            store, kind = '%s = %d' % (rng.choice(names), rng.choice([1, 1, 2])), rng.random()
            if kind < 0.5:
                body.append([store + ';'])
            elif kind < 0.6:
                body.append([rng.choice(['atomic', 'd_step']) + ' {', store + ';', '%s = %d;' % (rng.choice(names), rng.choice([1, 2])), '};'])
            elif kind < 0.68:
                body.append([rng.choice(['mfence', 'sfence', 'sfence', 'membarrier']) + ';'])
            elif kind < 0.76:
                body.append([rng.choice(['q!1', 'q?1', 'q?%s' % rng.choice(names)]) + ';'])
            elif free:
                body.append(['%s = %s;' % (free[0], rng.choice(names))])
                told.append(free[0])
                free = free[1:]
        done += 1
        lines += ['active proctype P%d() {' % number, *['    ' + line for part in body for line in part], '    mfence;' if rng.random() < 0.5 else '    skip;', '    done++;', '}']
    parts = ['%s == %d' % (name, rng.choice([0, 0, 1, 2])) for name in told] + ['%s == %d' % (rng.choice(names), rng.choice([0, 1, 2])) for _ in range(rng.choice([0, 1]))]
    return '\n'.join([*lines, 'active proctype Check() {', '    done == %d;' % done, '    assert(!(%s));' % ' && '.join(parts or ['x == 0']), '}']) + '\n'


def check_shapes(settings, seed, numbers):
    report = Report()
    rng = random.Random('shapes %d %d' % (seed, numbers[0]))
    options = ['--memory', rng.choice(['tso', 'pso', 'pso'])]
    with scratch() as folder:
        texts = {write(folder, 's%d.pml' % number, text): text for number, text in enumerate(shape(rng) for _ in range(4 * len(numbers)))}
        ordered, relaxed = (Run(settings, ['check', *texts, '--memory', memory, '--no-deadlock', '--json', '-']) for memory in ('sc', options[1]))
        for (path, text), right, wrong in zip(texts.items(), ordered.json()['results'], relaxed.json()['results'], strict=True):
            if right['verdict'] == 'holds' and wrong['verdict'] == 'violated':
                report.tally['right under SC'] += 1
                try_hints(settings, folder, path, text, wrong, options, report)
                report.check(ORDERED not in wrong['traces'][0]['explanation'], 'it holds under SC\n%s' % text, 'tarry check ' + ' '.join(options))
    return report


def check_others(settings, seed, numbers):
    """Programs of the suite `repair`, most of them right under SC; of Promela and PIMP those with a formula."""
    report = Report()
    with scratch() as folder:
        for number in numbers:
            for kind, count in ((repair_dve, number), (repair_litmus, number), (suite_repair, 6 * number + 5), (repair_pimp, 6 * number + 5)):
                sample = kind.Program(seed, count)
                asked = sample.choose(settings, folder)
                path, text = sample.write_model(folder), sample.as_it_is()
                options = ['--memory', sample.memory, *[part for pair in zip(asked, asked[1:]) if pair[0] in ('--never', '--ltl', '--fairness') for part in pair]]
                options += ['--atomic', os.path.join(folder, 'given.txt')] if sample.options else []
                run = Run(settings, ['check', path, *options, '--max-states', '4000', '--errors', 'all', '--json', '-'])
                if run.code in (0, 1):
                    report.tally[sample.file] += 1
                    try_hints(settings, folder, path, text, run.json(), options, report)
    return report


def check_batch(settings, seed, numbers):
    report = Report()
    with scratch() as folder:
        for number in numbers:
            check_generated(settings, folder, seed, number, report)
    return report


def check_generated(settings, folder, seed, number, report):
    rng = random.Random('hints %d %d' % (seed, number))
    if number % 4 == 0:
        path, options = write(folder, 'p%d.pimp' % number, generate_pimp.program(rng).text()), ['--memory', rng.choice(['tso', 'pso'])]
    elif number % 4 == 1:
        plan = suite_corners.draw_plan(seed, number)
        plan.conditions = [c for c in plan.conditions if c[0] == '--mutex']
        member = suite_corners.draw_members(seed, [number], plan)[0]
        path = write(folder, 'p%d.pml' % number, member.text)
        options = ['--memory', 'tso' if plan.memory == 'sc' else plan.memory, *[o for _ in plan.conditions for o in ('--mutex', 'L')], *(['--buffer', 'unbounded'] if plan.memory != 'slot' else [])]
    else:
        sample = suite_naive.Sample(seed, number)
        path, options = write(folder, 'p%d.pml' % number, promela(sample.program)), list(sample.options())
    with open(path, encoding='utf-8') as file:
        text = file.read()
    run = Run(settings, ['check', path, *options, '--max-states', '20000', '--errors', 'all', '--json', '-'], timeout=60)
    if run.code == 1:
        try_hints(settings, folder, path, text, run.json(), options, report)
