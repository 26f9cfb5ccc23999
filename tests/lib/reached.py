"""The statements that no run executes: what the tool lists, against what the naive implementation executed, and the lists of two engines against each other."""
from . import naive

# Written out by SPIN and the tool as several steps, or none, on one line.
WRITTEN_OUT = ('goto', 'break', 'if', 'do', 'atomic', 'd_step', 'for', 'select', 'unless', 'block')


def statements(program):
    """(proctype, line) of each statement that is a step of its own. Printing has numbered the lines."""
    found = set()

    def walk(name, body):
        for s in body:
            if s.kind not in WRITTEN_OUT and not naive.does_nothing(s):
                found.add((name, s.line))
            for part in [*(s.options or []), s.body or [], s.escape or []]:
                walk(name, part)

    for q in map(naive.with_first_declarations, program.procs):
        walk(q.name, q.body)
    return found


def listed(result):
    """What the tool lists; None where it does not know."""
    return {(u['process'], u['line']) for u in result['unreached']} if 'unreached' in result else None


def difference(program, executed, result, above=0):
    """A sentence on how the tool's list differs, or None. `above`: lines that the file has before the program."""
    told, all_of_it = listed(result), statements(program)
    if told is None:
        return None
    wanted, told = all_of_it - set(executed), {(process, line - above) for process, line in told} & all_of_it
    return None if told == wanted else 'unreached: naive %s, tarry %s' % (sorted(wanted), sorted(told))


def disagreement(one, other):
    """A sentence on how two answers about one question differ, or None. What an approximation lists is unreached, but it may not list all."""
    if one.get('unreached') is None or other.get('unreached') is None:
        return None
    first, second = listed(one), listed(other)
    wrong = set() if first == second else first ^ second if one['exact'] and other['exact'] else second - first if one['exact'] else first - second if other['exact'] else set()
    return 'unreached: %s, and %s' % (sorted(first), sorted(second)) if wrong else None
