"""What all suites share: cases, failures, and how the tool is run."""
import json
import os
import re
import resource
import shlex
import signal
import subprocess
import tempfile
from collections import Counter
from dataclasses import dataclass, field

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(TESTS)
EXIT = {'holds': 0, 'violated': 1, 'unknown': 2}
PATIENCE = 10   # seconds on the clock for one of the processor: other load must fail no test


@dataclass
class Settings:
    tarry: str
    quick: bool = False
    seed: int = 1
    fresh_seed: int = 1
    bless: bool = False
    count: int = 0       # programs of the generating suites; 0: their default
    first: int = 0       # the first of them (corners)
    again: bool = False  # another build has passed: only what the build may change


@dataclass
class Case:
    name: str
    function: object     # function(settings, *arguments) -> Report
    arguments: tuple = ()


@dataclass
class Report:
    """What became of one case. passed counts single tests, so that a batch can hold many."""
    passed: int = 0
    failures: list = field(default_factory=list)    # (what, command to reproduce)
    skipped: int = 0
    notes: list = field(default_factory=list)
    tally: Counter = field(default_factory=Counter)  # what the generated programs were like

    def check(self, good, what, command=''):
        if good:
            self.passed += 1
        else:
            self.failures.append((what, command))
        return good


def generated_batches(settings, fixed, fresh, size, function):
    """Cases of `size` program numbers each: `fixed` programs of seed 1, `fresh` ones of this run's seed."""
    if settings.again:      # the fixed ones have passed on another build
        fixed //= 2
    if settings.count:
        fixed, fresh = 0, settings.count
    found = []
    for seed, count in ((1, fixed), (settings.fresh_seed, fresh)):
        for first in range(0, count, size):
            numbers = tuple(range(first, min(first + size, count)))
            found.append(Case('generated programs %d to %d of seed %d' % (numbers[0], numbers[-1], seed), function, (seed, numbers)))
    return found


def compare_each(sample, compare, settings, seed, numbers):
    """A batch of programs, each drawn by sample(seed, number) and compared alone."""
    report = Report()
    with scratch() as folder:
        for number in numbers:
            compare(settings, folder, sample(seed, number), 'program %d of seed %d' % (number, seed), report)
    return report


def limited(command, seconds, input=None, **more):
    """subprocess.run, where the process may take so many seconds of the processor; one that waits for ever is ended too. The limit is set from outside: to
    run code in the child before it starts the command, Python would copy itself for each."""
    if input is not None:
        more['stdin'] = subprocess.PIPE
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more) as child:
        try:
            resource.prlimit(child.pid, resource.RLIMIT_CPU, (seconds, resource.getrlimit(resource.RLIMIT_CPU)[1]))
        except ProcessLookupError:
            pass                # it has ended
        try:
            out, err = child.communicate(input, timeout=PATIENCE * seconds)
        except subprocess.TimeoutExpired as late:
            child.kill()
            late.stdout, late.stderr = child.communicate()
            raise
    return subprocess.CompletedProcess(command, child.returncode, out, err)


class Run:
    """One call of the tool. `timeout` is in seconds of the processor."""

    def __init__(self, settings, arguments, stdin=None, timeout=120, cwd=None, environment=None):
        self.command = ' '.join(shlex.quote(a) for a in [settings.tarry, *arguments])
        if cwd:
            self.command = 'cd %s && %s' % (shlex.quote(cwd), self.command)
        env = dict(os.environ, ASAN_OPTIONS='exitcode=99:detect_leaks=1', UBSAN_OPTIONS='print_stacktrace=1', LC_ALL='C.UTF-8')
        env.pop('NO_COLOR', None)
        env.pop('COLUMNS', None)
        env.update(environment or {})
        try:
            done = limited([settings.tarry, *arguments], timeout, input=stdin, cwd=cwd, env=env,
                           **({} if stdin is not None else {'stdin': subprocess.DEVNULL}))
            self.code, out, err = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired as late:
            self.code, out, err = -signal.SIGXCPU, late.stdout or b'', late.stderr or b''
        self.timed_out = self.code == -signal.SIGXCPU
        self.out = out.decode('utf-8', 'replace')
        self.err = err.decode('utf-8', 'replace')

    def trouble(self):
        """Why this run is a failure whatever was expected of it; '' when it is none."""
        if self.timed_out:
            return 'did not end in time'
        if self.code < 0:
            return 'was killed by signal %d' % -self.code
        if self.code not in (0, 1, 2, 3):
            return 'exit code %d: %s' % (self.code, self.err[-2000:])
        if 'Sanitizer' in self.err or re.search(r'runtime error: ', self.err) and '.c:' in self.err:
            return 'sanitizer: ' + self.err[-3000:]
        return ''

    def json(self):
        return json.loads(self.out)

    def tail(self):
        return (self.out[-1500:] + self.err[-1500:]).strip()


def scratch():
    return tempfile.TemporaryDirectory(prefix='tarry-test-')


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as out:
        out.write(text if isinstance(text, bytes) else text.encode('utf-8'))
    return path


def certify(settings, path, options, report):
    """What the events engine proves is confirmed by the checker of certificates, or it says that there are none of this kind."""
    with scratch() as folder:
        saved = os.path.join(folder, 'proof.json')
        made = Run(settings, ['check', path, *options, '--certificate', saved])
        if made.code == 2 and 'there are no certificates' in made.out:
            return
        if report.check(made.code == 0 and not made.trouble(), 'no certificate: exit code %d\n%s' % (made.code, made.tail()), made.command):
            run = Run(settings, ['certify', path, saved])
            report.check(run.code == 0 and not run.trouble(), 'its certificate is not confirmed: exit code %d\n%s' % (run.code, run.tail()),
                         made.command + '; ' + run.command)


def models_in(*parts, extension=('.pml', '.pimp', '.dve')):
    folder = os.path.join(TESTS, *parts)
    return sorted(os.path.join(folder, n) for n in os.listdir(folder) if n.endswith(extension)) if os.path.isdir(folder) else []


def short(path):
    return os.path.relpath(path, ROOT)


def head(path):
    """The `// key: value` lines with which a file starts, in order."""
    lines = []
    with open(path, encoding='utf-8', errors='replace') as text:
        for line in text:
            found = re.match(r'// ([a-z-]+):(?: (.*))?$', line.rstrip('\n'))
            if found:
                lines.append((found.group(1), (found.group(2) or '').strip()))
            elif not line.startswith('//'):
                break
    return lines
