"""What a write costs on this machine: plain, fenced, atomic."""
import os
from dataclasses import dataclass

from goals import Goal
from tools import run

NAME = "writes"
TITLE = "What a write costs"
ABOUT = """`bench/machine/writes.c`, two threads. *Nanoseconds* are processor time for one write, the least of %d runs; *extra* is what comes on top of the plain write
of its group. The first group is the program with which the DVE thesis shows that atomic writes are dear (section 4.1: two increments of shared variables, of which none, one or
both are atomic; it prints 3.85, 12.00 and 20.21 s). The second does what locks do: each thread writes its own variable, and reads the other's. The extra costs of the second group,
a store-store fence taken for 1, are what `tarry fence --cost` takes for granted."""
RUNS, ROUNDS = 7, 20000000
ABOUT %= RUNS
SOURCE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "machine", "writes.c")


@dataclass(frozen=True)
class Machine:
    quick: bool = True
    memory: str = "sc"
    name: str = "the machine at hand"


SETTINGS = [Machine()]
HEADER = ["writes", "nanoseconds", "extra"]


@dataclass
class WritesRow:
    setting: Machine
    least: dict         # name -> nanoseconds
    problem: str = None

    @property
    def complete(self):
        return not self.problem

    def progress(self):
        return ", ".join("%s %.2f ns" % item for item in self.least.items())


def measure(bench, setting):
    folder, limits = bench.tarry.scratch, bench.tarry.limits
    binary = os.path.join(folder, "writes")
    made = run(["gcc", "-O2", "-o", binary, SOURCE, "-lpthread"], folder, limits)
    if made.problem or made.code:
        return WritesRow(setting, {}, made.problem or made.complaint)
    least = {}
    for _ in range(RUNS):
        measured = run([binary, str(ROUNDS)], folder, limits)
        if measured.problem or measured.code:
            return WritesRow(setting, {}, measured.problem or measured.complaint)
        for line in measured.output.splitlines():
            name, cost = line.split()
            least[name] = min(least.get(name, float(cost)), float(cost))
    return WritesRow(setting, least)


def extra(least, name):
    return least[name] - least["none-atomic" if name.endswith("-atomic") else "plain"]


def cells(row):
    """One line of the table for all: names, times and extras below each other."""
    return ["<br>".join(row.least), "<br>".join("%.2f" % cost for cost in row.least.values()),
            "<br>".join("%.2f" % extra(row.least, name) for name in row.least)]


def goals(rows):
    dearer = sum(row.complete and extra(row.least, "both-atomic") > extra(row.least, "one-atomic") > 0 for row in rows)
    return [Goal("Atomic writes cost more than plain ones, as the thesis has it.", dearer, len(rows), "; ".join(row.progress() for row in rows if row.complete))]
