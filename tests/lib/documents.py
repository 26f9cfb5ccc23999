"""Commands in the documents do what the documents show, and files that the documents name exist.

In README.md and docs/*.md a line `$ COMMAND` inside ``` is a command, and the lines up to the next one are its output (standard output, then standard error). A
line `...` stands for any lines; no output at all is not compared. Times and memory may differ. Commands find `tarry`, `stages` and examples/, and the
files that earlier commands of the same document have written. Those that call a C compiler are left out."""
import difflib
import os
import re
import shutil

from .common import ROOT, Report, limited, scratch

NAMES = ['README.md'] + ['docs/' + n for n in sorted(os.listdir(os.path.join(ROOT, 'docs'))) if n.endswith('.md')]


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
    shutil.copytree(os.path.join(ROOT, 'examples'), os.path.join(folder, 'examples'))
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
