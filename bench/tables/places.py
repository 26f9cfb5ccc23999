"""Where PSO needs more fences than TSO: each fence between stores is taken out in turn."""
import os
from dataclasses import dataclass, field

from tables import locks
from tools import MODELS, Setting

NAME = "places"
TITLE = "Where PSO needs more fences than TSO"
ABOUT = """The fences of the table above that only PSO can need (`STORE_STORE` in the models), all of them but one each time: the verdict under PSO without that one. Where it is
`violated` the place needs the fence; a tournament of two has one round only, so that order between rounds counts from three processes on."""

FENCE = "STORE_STORE"
SIZES = (2, 3)


@dataclass(frozen=True)
class Place(Setting):
    line: int = 0               # of the fence, from 1 on

    @property
    def lock(self):
        return super().name

    @property
    def name(self):
        return "%s without line %d" % (self.lock, self.line)

    def lines(self):
        with open(self.path, encoding="utf-8") as text:
            return text.read().splitlines()


def places():
    for lock in locks.NEEDS:
        whole = Place("mm/%s.pml" % lock, 0, "pso", 0)
        for number, line in enumerate(whole.lines(), 1):
            if line.strip() == FENCE:
                yield Place(whole.model, 0, "pso", 0, (), lock == "peterson", number)


SETTINGS = list(places())
HEADER = ["lock", "line", "after", "before"] + ["%d processes" % n for n in SIZES]


@dataclass
class PlaceRow:
    setting: Place
    answers: list = field(default_factory=list)     # one a size

    @property
    def problem(self):
        return next((a.problem for a in self.answers if a.problem), None)

    @property
    def complete(self):
        return not self.problem

    def progress(self):
        return ", ".join(a.verdict for a in self.answers)


def measure(bench, setting):
    lines = setting.lines()
    lines[setting.line - 1] = ""
    path = os.path.join(bench.tarry.scratch, "without.pml")
    with open(path, "w", encoding="utf-8") as out:
        out.write("\n".join(lines) + "\n")
    macros, options = locks.critical_section(setting.lock)
    options = locks.EVENTS + options + ["--time-limit", str(locks.LIMIT), "-I", os.path.join(MODELS, "mm")]
    return PlaceRow(setting, [bench.tarry.check(path, "pso", ["PSO", "FENCES=2", "N=%d" % n, *macros], options) for n in SIZES])


def cells(row):
    lines, at = row.setting.lines(), row.setting.line - 1
    around = ["`%s`" % lines[at + step].strip().removeprefix(":: ").rstrip(";") for step in (-1, 1)]
    return [row.setting.lock, "%d" % row.setting.line, *around] + [a.verdict for a in row.answers]


def goals(rows):
    return []
