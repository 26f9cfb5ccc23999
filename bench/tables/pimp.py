"""The PIMP programs of examples/ under the events engine: the time to a verdict."""
import os
from dataclasses import dataclass

from goals import decide
from tools import BENCH, Answer, Setting

NAME = "pimp"
TITLE = "PIMP: the programs of examples/ under TSO, events engine"
ABOUT = """Unbounded buffers; the whole run of the tool, from the file to the verdict. *Milliseconds* are processor time of the fastest of %d runs; *search* is
the part of it that the tool itself reports, by the clock on the wall. A search ends with the first violation."""

REPEATS = 10
ABOUT %= REPEATS
LIMIT = 0.010
EXAMPLES = os.path.join(os.path.dirname(BENCH), "examples")
SETTINGS = [Setting(name, 0, "tso", 0, (), True) for name in sorted(os.listdir(EXAMPLES)) if name.endswith(".pimp")]

HEADER = ["program", "verdict", "states", "automata", "milliseconds", "search"]


@dataclass
class ExampleRow:
    setting: Setting
    tarry: Answer

    @property
    def problem(self):
        return self.tarry.problem or ("verdict unknown: %s" % self.tarry.reason if self.tarry.verdict == "unknown" else None)

    @property
    def complete(self):
        return not self.problem

    def progress(self):
        return "%s, %.1f ms" % (self.tarry.verdict, self.tarry.seconds * 1000)


def measure(bench, setting):
    path = os.path.join(EXAMPLES, setting.model)
    return ExampleRow(setting, bench.tarry.check(path, "tso", (), ["--engine", "events"], REPEATS))


def cells(row):
    s = row.tarry.statistics
    return [row.setting.model, row.tarry.verdict, "%d" % s["states_stored"], "%d" % s["automata"], "%.1f" % (row.tarry.seconds * 1000),
            "%.1f" % (s["seconds"] * 1000)]


def goals(rows):
    return [decide("PIMP, examples under TSO: the events engine decides in under 10 ms.", rows, lambda row: row.tarry.seconds,
                   lambda x: x < LIMIT, lambda x: "%.1f ms" % (x * 1000), smallest_is_worst=False)]
