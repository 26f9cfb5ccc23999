"""A walk by `tarry step` over a pipe: commands in, states out."""
import os
import re
import subprocess
from dataclasses import dataclass

END = '=== end of the answer ==='


@dataclass
class Look:
    """One state as it was shown."""
    step: int
    choices: list        # (process, text) of each possible step
    violated: set        # names of properties
    dooms: list          # for each choice the property that it violates, or None
    inside: bool         # some process is inside an atomic block
    over: bool           # a run-time error has ended the run
    text: str


MESSAGES = (': assertion violated: ', ': no step is possible', ': the condition ', ': two processes are ', ': this final state ')


def name_of(line):
    """Of the property in a line `  violated: NAME: MESSAGE`."""
    rest = line.split(': ', 1)[1]
    for name in ('run-time error', 'buffer overflow'):
        if rest.startswith(name + ': '):
            return name
    return rest[:max(rest.rfind(m) for m in MESSAGES)]


def parse(lines):
    """The last state in the lines."""
    first = max(i for i, line in enumerate(lines) if line.startswith('step '))
    shown = [line for line in lines[first:] if line not in ('this is the start', 'nothing is ahead')]
    choices, dooms = [], []
    for line in shown:
        found = re.match(r'(?=.{4}[ >] )\s*(\d+)[ >] (.*?) +(\d+)  (.*)', line)
        if found:
            doom = re.search(r'  \((?:violates|shows) (.*)\)$', line)
            choices.append((found.group(2), found.group(4)))
            dooms.append(doom.group(1) if doom else None)
    violated = {name_of(line) for line in shown if re.match(r'  (?:violated|shown): ', line)}
    return Look(int(re.match(r'step (\d+)', shown[0]).group(1)), choices, violated, dooms, any('goes on alone' in line for line in shown),
                '  the run ends here' in shown, '\n'.join(shown))


class Walker:
    def __init__(self, settings, path, options=()):
        self.command = [settings.tarry, 'step', path, '--width', '1000', *options]
        env = dict(os.environ, ASAN_OPTIONS='exitcode=99:detect_leaks=1', LC_ALL='C.UTF-8')
        self.child = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env, encoding='utf-8', errors='replace')
        self.first = self.ask()

    def ask(self, *commands):
        """What the commands print."""
        try:
            self.child.stdin.write(''.join(c + '\n' for c in (*commands, 'echo ' + END)))
            self.child.stdin.flush()
        except BrokenPipeError:
            pass
        lines = []
        for line in self.child.stdout:
            if line == END + '\n':
                return lines
            lines.append(line.rstrip('\n'))
        raise RuntimeError('the walk ended after %s:\n%s' % (commands, '\n'.join(lines[-30:])))

    def look(self, *commands):
        """The state after the commands, and its number."""
        lines = self.ask(*commands, 'id')
        return parse(lines[:-1]), lines[-1]

    def close(self):
        """The exit code."""
        self.child.stdin.close()
        rest = self.child.stdout.read()
        self.child.stdout.close()
        code = self.child.wait()
        if code != 0:
            raise RuntimeError('exit code %d: %s' % (code, rest[-3000:]))

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind:
            self.child.kill()
            self.child.communicate()
        else:
            self.close()


@dataclass
class Space:
    """All that a walk can come to."""
    states: int = 0        # that are not inside an atomic block
    steps: int = 0         # from these
    violated: set = None


def explore(settings, path, options, limit):
    """Walks through all states, depth first; None where there are more than `limit`."""
    space = Space(violated=set())
    with Walker(settings, path, options) as walk:
        look, number = walk.look('state')
        seen = {number}
        stack = [[look, 0]]
        while stack:
            look, next_choice = stack[-1]
            if next_choice == 0:
                space.violated |= look.violated
                if not look.inside and not look.over:
                    space.states += 1
                    space.steps += len(look.choices)
                if len(seen) > limit:
                    return None
            if next_choice == len(look.choices):
                stack.pop()
                if stack:
                    walk.ask('undo')
                continue
            stack[-1][1] += 1
            after, number = walk.look(str(next_choice + 1))
            doom = look.dooms[next_choice]
            if (doom is None) != (not after.violated) or doom and doom not in after.violated:
                raise RuntimeError('step %d is said to violate %s, and violates %s:\n%s\n%s' % (next_choice + 1, doom, after.violated, look.text, after.text))
            space.violated |= after.violated   # an assertion belongs to the step, not to the state
            if after.over or number in seen:
                walk.ask('undo')
                continue
            seen.add(number)
            stack.append([after, 0])
    return space
