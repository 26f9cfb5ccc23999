"""Commands in the documents do what the documents show, and files that the documents name exist.

In README.md, CONTRIBUTING.md and docs/*.md a line `$ COMMAND` inside ``` is a command, and the lines up to the next one are its output (standard output, then standard error). A
line `...` stands for any lines; no output at all is not compared. Times and memory may differ. Commands find `tarry`, `stages`, examples/, the
litmus tests and models of tests/, and files that earlier commands of the same document have written. Those that call a C compiler are left out."""
import difflib
import os
import re
import shutil

from .common import ROOT, Report, Run, limited, scratch, write

NAMES = ['README.md', 'CONTRIBUTING.md'] + ['docs/' + n for n in sorted(os.listdir(os.path.join(ROOT, 'docs'))) if n.endswith('.md')]


def commands(lines):
    """(place of the first line of output, command, lines of output)"""
    found, inside = [], False
    for place, line in enumerate(lines):
        if line.startswith('```'):
            inside = not inside
        elif inside and line.startswith('$ '):
            found.append((place + 1, line[2:], []))
        elif inside and found and place == found[-1][0] + len(found[-1][2]):
            found[-1][2].append(line)
    for _, _, shown in found:
        while shown and not shown[-1]:
            shown.pop()
    return [f for f in found if not re.search(r'\bcc\b', f[1])]


def all_files():
    """Every file of ours, from the root; build/ aside."""
    found = []
    for folder in ('src', 'include', 'tests', 'tools', 'docs', 'bench', 'examples', '.'):
        for here, below, names in os.walk(os.path.join(ROOT, folder)):
            if folder == '.':
                below.clear()
            found += [os.path.relpath(os.path.join(here, n), ROOT) for n in names]
    return found


def name_files(settings, name):
    """A name in backticks with the ending of a source, or with a slash after a folder of ours, is that of a file, with or without
    its ending, or of a folder; it may leave out the folders above."""
    report = Report()
    files = ['/' + path for path in all_files()]
    with open(os.path.join(ROOT, name), encoding='utf-8') as file:
        text = re.sub(r'^```.*?^```', '', file.read(), flags=re.M | re.S)
    for said in sorted(set(re.findall(r'`((?:[\w.-]+/)*[\w-]+\.(?:c|h|py|def|pml|pimp|litmus)|(?:src|base|program|memory|step|engine|automaton|trace|tests|tools)/[\w./-]+)`', text))):
        report.check(any(f.endswith('/' + said) or '/%s/' % said.rstrip('/') in f or '/%s.' % said in f for f in files), 'names `%s`, which does not exist' % said)
    return report


ROW = '''int x = 5, y;
active proctype Other() { skip }
active proctype P() { int r, e = 5; %s; mfence; assert(%s) }
'''
OVERTAKE = '''byte x, y, z;
ghost byte a = 9, b = 9;
active proctype P() { x = 1; %s; a = y; assert(a != 0 || b != 0) }
active proctype Q() { y = 1; %s; b = x; assert(a != 0 || b != 0) }
'''
PASS = '''byte x, y, z;
active proctype P() { x = 1; %s; y = 1 }
active proctype Q() { y == 1; assert(x == 1) }
'''


def quoted(cell):
    return ''.join(re.findall('`(.*?)`', cell))


def rows(lines, heading):
    """The cells of each row of the table whose first heading it is."""
    first = next(i for i, line in enumerate(lines) if line.startswith('| %s |' % heading)) + 2
    found = []
    for line in lines[first:]:
        if not line.startswith('|'):
            return found
        found.append([cell.strip() for cell in line.strip('|').split('|')])


def from_c(settings):
    """The statements of docs/FROM-C.md do what it says, and nothing else."""
    report = Report()
    with open(os.path.join(ROOT, 'docs', 'FROM-C.md'), encoding='utf-8') as file:
        lines = file.read().split('\n')
    with scratch() as folder:
        def check(text, options, code):
            run = Run(settings, ['check', write(folder, 'row.pml', text), *options])
            report.check(run.code == code, 'exit code %d instead of %d\n%s\n%s' % (run.code, code, text, run.tail()), run.command)
        for row in rows(lines, 'operation'):
            for memory in ('tso', 'pso'):
                check(ROW % (quoted(row[4]), quoted(row[5])), ['--memory', memory], 0)
                check(ROW % (quoted(row[4]), '!(%s)' % quoted(row[5])), ['--memory', memory], 1)
        for statement, overtakes, passes in rows(lines, 'between'):
            check(OVERTAKE % (quoted(statement), quoted(statement)), ['--memory', 'tso'], int(overtakes == 'yes'))
            check(PASS % quoted(statement), ['--memory', 'pso', '--no-deadlock'], int(passes == 'yes'))
    return report


def matches(shown, now):
    """Are these the lines, where `...` stands for any?"""
    pattern = ''.join('(?:.*\n)*?' if line == '...' else re.escape(line) + '\n' for line in shown)
    return re.fullmatch(pattern, ''.join(line + '\n' for line in now)) is not None


def prepare(settings, folder):
    """Puts everything that commands find into the folder; their environment."""
    beside = os.path.dirname(settings.tarry)
    stages = os.path.join(beside, 'tests', 'stages')
    os.mkdir(os.path.join(folder, 'bin'))
    os.symlink(settings.tarry, os.path.join(folder, 'bin', 'tarry'))
    os.symlink(stages if os.path.isfile(stages) else os.path.join(beside, 'build', 'release', 'tests', 'stages'), os.path.join(folder, 'bin', 'stages'))
    for part in ('examples', 'tests/litmus', 'tests/models'):
        shutil.copytree(os.path.join(ROOT, part), os.path.join(folder, part))
    return dict(os.environ, PATH=os.path.join(folder, 'bin') + ':' + os.environ['PATH'], LC_ALL='C.UTF-8')


def execute(settings, name, masked):
    report = Report()
    with open(os.path.join(ROOT, name), encoding='utf-8') as file:
        lines = file.read().split('\n')
    with scratch() as folder:
        environment, changes = prepare(settings, folder), []
        for place, command, shown in commands(lines):
            done = limited(['sh', '-c', command], 120, cwd=folder, env=environment)
            now = (done.stdout + done.stderr).decode('utf-8', 'replace').rstrip('\n').split('\n')
            report.check(done.returncode in (0, 1, 2), 'exit code %d: %s' % (done.returncode, '\n'.join(now[-20:])), command)
            before, after = ([masked(line) for line in part] for part in (shown, now))
            if not shown or matches(before, after):
                report.passed += 1
            elif settings.bless and '...' not in shown:
                changes.append((place, len(shown), now))
            else:
                report.failures.append(('line %d shows\n%s' % (place, '\n'.join(difflib.unified_diff(before, after, name, 'now', n=2, lineterm=''))[:4000]), command))
    for place, count, now in reversed(changes):
        lines[place:place + count] = now
    if changes:
        with open(os.path.join(ROOT, name), 'w', encoding='utf-8') as file:
            file.write('\n'.join(lines))
    return report
