"""What the models of examples/ expect: lines at their heads with a command, as a user types it in that folder, and its answer.

    // expect: tarry check sb.pml --memory tso => violated        or holds, unknown
    // expect: tarry fence sb.pml --memory tso => 2 mfence        or 1 mfence, 1 sfence; 2 atomic; no fence; no repair

In litmus tests such a line is a comment between (* and *)."""
import os
import re
import shlex
from dataclasses import dataclass

MODELS = ('.pml', '.pimp', '.dve', '.litmus')
VERDICTS = ('holds', 'violated', 'unknown')
REPAIR = re.compile(r'no fence|no repair|\d+ (mfence|sfence|atomic)(, \d+ (mfence|sfence|atomic))*')


@dataclass
class Expected:
    command: str        # check or fence
    options: list
    answer: str

    def memory(self):
        return self.options[self.options.index('--memory') + 1] if '--memory' in self.options else None

    def defines(self):
        """What the user defines, which chooses a variant of the model."""
        return tuple(b for a, b in zip(self.options, self.options[1:]) if a == '-D')


def read_line(name, text):
    """What follows `expect:`; an Expected, or why it cannot be read."""
    command, arrow, answer = (part.strip() for part in text.partition('=>'))
    if not arrow:
        return 'there is no => before the answer'
    words = shlex.split(command)
    if words[:1] != ['tarry'] or len(words) < 3 or words[1] not in ('check', 'fence'):
        return 'it begins neither with `tarry check` nor with `tarry fence`'
    if words[2] != name:
        return 'the file is not %s' % name
    if not (answer in VERDICTS if words[1] == 'check' else REPAIR.fullmatch(answer)):
        return '`%s` is no answer of tarry %s' % (answer, words[1])
    return Expected(words[1], words[3:], answer)


def expected_of(path):
    """(all that the file expects, what is wrong with its lines)"""
    found, wrong, inside = [], [], True
    with open(path, encoding='utf-8') as file:
        for number, line in enumerate(file, 1):
            comment = re.fullmatch(r'(?://|\(\*) expect: (.*?)(?: \*\))?', line.strip())
            inside = inside and (line.startswith('//') or path.endswith('.litmus'))
            read = read_line(os.path.basename(path), comment.group(1)) if comment and inside else 'it is not at the head, or not written `// expect: COMMAND => ANSWER`'
            if isinstance(read, Expected):
                found.append(read)
            elif re.search(r'\bexpect\b', line):
                wrong.append('line %d: %s' % (number, read))
    return found, wrong
