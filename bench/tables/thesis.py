"""Tables 4.1 and 4.2 of the DVE thesis: writes made atomic by its heuristics, and states under its memory model."""
import os
import re
from dataclasses import dataclass

from goals import Goal
from tools import run

NAME = "thesis"
TITLE = "The tables of the DVE thesis"
ABOUT = """Tables 4.1 and 4.2 of V. Havel's thesis, ours beside what it prints. *Atomic* are writes that `tarry fence --repair thesis` makes atomic, of all writes to globals; its heuristics choose by
the run that was found, so figures differ from tool to tool (the thesis says so of its own). *States* are those of `--memory sc` and `--memory slot`. The thesis prints no models: those of the
corpus are by its state counts the ones it used, or come near; its model of Anderson's lock has no property that holds under SC, so the published lock with two processes stands in for it in Table 4.1."""
CORPUS = os.path.join(os.environ.get("TARRY_CORPUS") or os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))), "shared", "corpus"), "dve")
HEADER = ["model", "property", "atomic, ours", "atomic, printed", "seconds", "states SC, ours", "printed", "states slot, ours", "printed"]


@dataclass(frozen=True)
class Lock:
    name: str
    repaired: str       # the model of Table 4.1, and of Table 4.2
    counted: str
    property: tuple     # options
    said: str
    printed: tuple      # atomic, all, states under SC, under slot
    quick: bool = False
    memory: str = "slot"
    buffer: int = 0


SETTINGS = [
    Lock("Anderson", "thesis-anderson-N2.dve", "thesis-anderson-candidate.dve", ("--ltl", "[] (P_0.p2 -> <> P_0.CS)"), "G(wait ⇒ F granted)", (24, 30, 80, 380224)),
    Lock("Lamport", "thesis-lamport-N3.scalar.dve", "thesis-lamport-N3.dve", ("--mutex", "CS"), "G¬collision", (13, 27, 29242, 74948667)),
    Lock("Peterson", "thesis-peterson-N2.scalar.dve", "thesis-peterson-N2.dve", ("--mutex", "CS"), "G¬collision", (4, 8, 196, 7267), True),
]


@dataclass
class LockRow:
    setting: Lock
    atomic: str = ""
    seconds: float = 0
    states: tuple = ()
    problem: str = None

    @property
    def complete(self):
        return not self.problem

    def progress(self):
        return "%s atomic, %s states" % (self.atomic, " and ".join(map(str, self.states)))


def measure(bench, setting):
    tarry = bench.tarry
    path = os.path.join(CORPUS, setting.repaired)
    if not os.path.exists(path):
        return LockRow(setting, problem="there is no %s: set TARRY_CORPUS" % setting.repaired)
    done = run([tarry.binary, "fence", path, "--repair", "thesis", "--no-deadlock", "--time-limit", "30", *setting.property], tarry.scratch, tarry.limits)
    found = re.search(r"holds with (\d+) of (\d+) writes atomic", done.output or "")
    if done.problem or not found:
        return LockRow(setting, problem=done.problem or done.complaint or done.output)
    states = []
    for memory in ("sc", "slot"):
        answer = tarry.check(os.path.join(CORPUS, setting.counted), memory, (), ["--engine", "explicit", "--reduction", "none", "--errors", "all", "--no-deadlock"])
        if answer.problem:
            return LockRow(setting, problem=answer.problem)
        states.append(answer.statistics["states_stored"])
    return LockRow(setting, "%s of %s" % found.groups(), done.seconds, tuple(states))


def cells(row):
    lock = row.setting
    return [lock.name, lock.said, row.atomic, "%d of %d" % lock.printed[:2], "%.1f" % row.seconds, str(row.states[0]), str(lock.printed[2]), str(row.states[1]), str(lock.printed[3])]


def goals(rows):
    same = sum(row.complete and row.states == row.setting.printed[2:] for row in rows)
    few = sum(row.complete and int(row.atomic.split()[0]) <= row.setting.printed[0] for row in rows)
    return [Goal("The numbers of states are those that the DVE thesis prints.", same, len(rows), "; ".join(row.progress() for row in rows if row.complete)),
            Goal("Its heuristics make no more writes atomic than it prints.", few, len(rows), "; ".join("%s %s" % (row.setting.name, row.atomic) for row in rows if row.complete))]
