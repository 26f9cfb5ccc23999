"""The events engine against the explicit one, on generated programs, under SC, TSO and PSO.

tests/reach compares all that is reachable (see tests/reach/reach.c), and has what each search ends with certified. Where only an approximation ends, it must have everything, and what it has
beyond that is counted; every fourth batch is approximated although an exact search ends. The tool itself is asked for its verdicts on a part of the programs, all
errors, and replays every violation before it shows it. A mismatch is shown on the smallest program that still has one.
"""
import os
import random
import re
import subprocess

from . import generate_events, shrink
from .common import Report, Run, generated_batches, limited, scratch, write
from .syntax import promela

BATCH = 50
FIXED, FRESH, FIXED_QUICK, FRESH_QUICK = 1500, 1000, 200, 100
SECONDS = 1           # for the events engine, each program and memory model
STATES = 4000         # of the explicit engine, each bound
ASK_EVERY = 5         # which batches the tool is asked about too
WIDEN_EVERY = 4       # which batches are approximated in any case
MEMORIES = ('sc', 'tso', 'pso')


def cases(settings):
    fixed, fresh = (FIXED_QUICK, FRESH_QUICK) if settings.quick else (FIXED, FRESH)
    return generated_batches(settings, fixed, fresh, BATCH, compare_batch)


class Sample:
    def __init__(self, seed, number):
        rng = random.Random('engines %d %d' % (seed, number))
        self.program, self.conditions = generate_events.program(rng, size=rng.choice([2, 3, 3, 4]))

    def text(self, program=None):
        return ''.join('// never: %s\n' % c for c in self.conditions) + promela(program or self.program)


def comparer(settings):
    """The program beside the tool that is tested: build/release/tests/reach for ./tarry, else in the folder of its build."""
    folder = os.path.dirname(settings.tarry)
    beside = os.path.join(folder, 'tests', 'reach')
    return beside if os.path.isfile(beside) else os.path.join(folder, 'build', 'release', 'tests', 'reach')


def reach(settings, options, paths, timeout=600):
    """One line a program and memory model, with the lines that explain it. `timeout` is in seconds of the processor."""
    command = [comparer(settings), '--seconds', str(SECONDS), '--states', str(STATES), *options, *paths]
    try:
        done = limited(command, timeout)
    except subprocess.TimeoutExpired:
        return ['CRASH %s: did not end in time' % paths[0]]
    found = []
    for line in done.stdout.decode('utf-8', 'replace').splitlines():
        if line.startswith(' ') and found:
            found[-1] += '\n' + line
        else:
            found.append(line)
    if done.returncode not in (0, 1) or not found:
        found.append('CRASH %s: exit code %d: %s' % (paths[0], done.returncode, done.stderr[-1000:]))
    return found


def options_of(numbers):
    """Every second batch lets locations of one process go without a buffer, as the tool does; some try each order of search."""
    batch = numbers[0] // BATCH
    return (['--private'] if batch % 2 else []) + (['--orders'] if batch % 3 == 0 else []) + (['--widen'] if batch % WIDEN_EVERY == 0 else [])


def compare_batch(settings, seed, numbers):
    report = Report()
    options = options_of(numbers)
    unfinished, extra = [], 0
    with scratch() as folder:
        samples = {}
        for number in numbers:
            sample = Sample(seed, number)
            samples[write(folder, 'p%d.pml' % number, sample.text())] = (number, sample)
        for line in reach(settings, options, list(samples)):
            found = re.match(r'(\w+) (\S+?):?(?: (sc|tso|pso))?(?::|$)', line)
            number, sample = samples.get(found and found.group(2), (None, None))
            where = 'program %s of seed %d: %s %s FILE' % (number, seed, comparer(settings), ' '.join(options))
            kind = found.group(1) if found else 'CRASH'
            extra += sum(int(n) for n in re.findall(r' (\d+) extra', line))
            if kind in ('same', 'within', 'approximate'):
                report.passed += 1
            elif kind in ('refused', 'unfinished'):
                report.skipped += 1
                if kind == 'unfinished':
                    unfinished.append('%s %s' % (number, found.group(3)))
            else:
                report.failures.append((explain(settings, folder, sample, options, line), where))
        if (numbers[0] // BATCH) % ASK_EVERY == 0:
            compare_verdicts(settings, list(samples), report)
    if extra:
        report.notes.append('approximations have %d more' % extra)
    if unfinished:
        report.notes.append('not ended in %g s: %s' % (SECONDS, ', '.join(unfinished)))
    return report


def explain(settings, folder, sample, options, line):
    """The mismatch on the smallest program that still shows one."""
    if sample is None:
        return line
    head = line.split(None, 1)[0]
    if head == 'invalid':
        return line + '\n' + sample.text()
    memory = re.search(r' (sc|tso|pso):', line)
    memories = [memory.group(1)] if memory else []

    def again(program):
        try:
            path = write(folder, 'shrunk.pml', sample.text(program))
        except Exception:      # a cut that leaves no program, such as a goto without its label
            return None
        bad = [found for found in reach(settings, [*options, *memories], [path], 60) if found.split(None, 1)[0] == head]
        return bad[0] if bad else None

    smallest = shrink.shrink(sample.program, lambda p: again(p) is not None, 300) if again(sample.program) else sample.program
    return '%s\n%s' % (again(smallest) or line, sample.text(smallest))


def violated(result):
    return sorted(p['name'] for p in result['properties'] if p['verdict'] == 'violated')


def compare_verdicts(settings, paths, report):
    """What the tool says with either engine; it replays each violation itself, and ends with exit code 4 where that fails."""
    for memory in MEMORIES:
        answers = []
        for engine, *more in (('events',), ('explicit', '--reduction', 'none')):
            run = Run(settings, ['check', *paths, '--memory', memory, '--engine', engine, *more, '--errors', 'all', '--time-limit', str(SECONDS),
                                 '--max-states', '5000', '--json', '-'], timeout=600)
            if not report.check(not run.trouble(), 'engine %s: %s' % (engine, run.trouble()), run.command):
                return
            answers.append(run.json()['results'])
        for path, events, explicit in zip(paths, *answers, strict=True):
            if 'error' in (events['verdict'], explicit['verdict']) or 'unknown' in (events['verdict'], explicit['verdict']):
                report.skipped += 1
                continue
            if events['verdict'] == 'violated' and explicit['verdict'] == 'violated':
                report.passed += 1      # a limit may have kept either from finding all of them
                continue
            with open(path, encoding='utf-8') as text:
                report.check(events['verdict'] == explicit['verdict'],
                             '%s: events: %s %s; explicit: %s %s\n%s' % (memory, events['verdict'], violated(events), explicit['verdict'],
                                                                       violated(explicit), text.read()))
