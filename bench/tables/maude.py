"""Maude beside the explicit engine: the same transition system of a PIMP program, written in Maude from the paper."""
import re
import tempfile
from dataclasses import dataclass

from goals import Row, decide
from maude import szymanski, translate
from tools import TARRY_FLAGS, Limits, Measure, Setting, fastest, read_tarry, run

NAME = "maude"
TITLE = "Maude: PIMP's semantics, state by state"
ABOUT = """Szymanski's algorithm in PIMP (`bench/maude/szymanski.py` writes it for any number of threads and entries), searched by Debian's Maude with the
paper's rules in `bench/maude/pimp.maude` and by the explicit engine without reduction. Under TSO both see all states, and must agree on how many
there are; no bound is given to either, since Tarry sees itself how many stores can wait. Under Us (the paper's approximation by sets) both stop after
the states named, in breadth-first order. *Bytes a state*: for Maude its peak of resident memory, less that of a search of one state, over the states; for Tarry `state_bytes`, which
counts everything that is kept for a state. *States/s* are states over the processor time of the whole run."""

MAUDE = ["maude", "-no-banner", "-no-advise", "-batch"]
CUT = Limits(seconds=600)
SMALLEST = "program one thread 1 { skip }"


@dataclass(frozen=True)
class Search(Setting):
    threads: int = 2
    entries: int = 1

    @property
    def name(self):
        shown = "szymanski, %s, %s" % (counted(self.threads, "thread", "threads"), counted(self.entries, "entry", "entries"))
        return shown + (", first %d states" % self.states if self.states else "")

    @property
    def text(self):
        return szymanski.program(self.threads, self.entries)


def counted(number, one, many):
    return "%d %s" % (number, one if number == 1 else many)


SETTINGS = [
    Search("", 0, "tso", 0, (), True, 2, 2),
    Search("", 0, "tso", 0, (), False, 2, 3),
    Search("", 0, "tso", 0, (), False, 3, 1),
    Search("", 100_000, "tso-us", 0, (), True),
    Search("", 1_000_000, "tso-us", 0, (), False),
]

HEADER = ["program", "memory", "states Maude", "states Tarry", "equal", "bytes a state Maude", "Tarry", "ratio", "states/s Maude", "Tarry", "ratio"]


def maude(bench, text):
    with tempfile.NamedTemporaryFile("w", dir=bench.tarry.scratch, suffix=".maude") as script:
        script.write(text)
        script.flush()
        return run(MAUDE + [script.name], bench.tarry.scratch, CUT)


def maude_search(bench, setting):
    """What Maude says; a search that is cut off is a problem, which the row shows."""
    base = maude(bench, translate.complete_search(SMALLEST, "tso"))
    model = "us" if setting.states else "tso"
    if setting.states:
        done = maude(bench, translate.partial_search(setting.text, model, setting.states))
        found = re.search(r"result Answer: reached", done.output) and setting.states
    else:
        done = maude(bench, translate.complete_search(setting.text, model))
        found = re.search(r"^No solution\.\nstates: (\d+)", done.output, re.M)
        found = found and int(found.group(1))
    result = Measure(problem=done.problem or base.problem, seconds=done.seconds)
    if not result.problem and not found:
        result.problem = done.complaint or "no count of states"
    if not result.problem:
        result.states = found
        result.state_bytes = max(done.peak - base.peak, 0) / found
    return result


def tarry_search(bench, setting):
    with tempfile.NamedTemporaryFile("w", dir=bench.tarry.scratch, suffix=".pimp") as source:
        source.write(setting.text)
        source.flush()
        command = [bench.tarry.binary, "check", source.name, "--memory", setting.memory, *TARRY_FLAGS]
        if setting.states:
            command += ["--search", "bfs", "--max-states", str(setting.states)]
        done = run(command, bench.tarry.scratch, bench.tarry.limits)
    result = Measure(problem=done.problem, seconds=done.seconds)
    if not result.problem and done.code > 2:
        result.problem = done.complaint or "exit code %d" % done.code
    if not result.problem:
        read_tarry(done.output, result)
    return result


class MaudeRow(Row):
    """Maude stands in SPIN's place."""

    @property
    def problem(self):
        if self.spin.problem:
            return "Maude: " + self.spin.problem
        if self.tarry.problem:
            return "Tarry: " + self.tarry.problem
        if not self.setting.states and self.spin.states != self.tarry.states:
            return "%d states by Maude, %d by Tarry" % (self.spin.states, self.tarry.states)
        return None


def measure(bench, setting):
    theirs, ours = None, None
    for _ in range(bench.REPEATS):
        ours = fastest(ours, tarry_search(bench, setting), lambda m: m.seconds)
        if theirs is None or theirs.seconds < bench.SHORT:
            theirs = fastest(theirs, maude_search(bench, setting), lambda m: m.seconds)
    return MaudeRow(setting, theirs, ours)


def cells(row):
    spin, tarry = row.spin, row.tarry
    return [row.setting.name, row.setting.memory.upper(), "%d" % spin.states, "%d" % tarry.states,
            "stopped" if row.setting.states else "yes", "%.0f" % spin.state_bytes, "%.1f" % tarry.state_bytes,
            "%.3f" % (tarry.state_bytes / spin.state_bytes), "%.0f" % spin.rate, "%.0f" % tarry.rate, "%.1f" % (tarry.rate / spin.rate)]


def goals(rows):
    asked = [row for row in rows if not row.setting.quick] or rows
    return [
        decide("PIMP, complete searches: exactly Maude's states.", [row for row in rows if not row.setting.states],
               lambda row: abs(row.tarry.states - row.spin.states), lambda n: n == 0, lambda n: "%d states of difference" % n,
               smallest_is_worst=False),
        decide("PIMP: at least 50 times Maude's states/s.", asked, lambda row: row.tarry.rate / row.spin.rate, lambda x: x >= 50,
               lambda x: "%.1f times" % x),
        decide("PIMP: at most a tenth of Maude's bytes a state.", asked, lambda row: row.tarry.state_bytes / row.spin.state_bytes,
               lambda x: x <= 0.1, lambda x: "%.3f" % x, smallest_is_worst=False),
    ]
