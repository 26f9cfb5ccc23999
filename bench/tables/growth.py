"""Growth: states and time against the number of processes, and against the depth of nested loops."""
from dataclasses import dataclass

from plot import Panel, Point, chart
from tables import locks
from tools import Answer, Setting

NAME = "growth"
TITLE = "Growth"
ABOUT = """States and processor time of the whole run against the number of processes, for the locks under TSO with the fences that they need, and against the depth
of nested store loops in two processes (`bench/models/nested.pml`): *free* loops are left at any time, *watching* ones when the other process's stores allow
it, so that the buffers of both drive each other. A search ends after %d s."""

LIMIT = 20
ABOUT %= LIMIT
SIZES = (2, 3, 4, 5)
DEPTHS = range(1, 9)
NESTED = {      # series: engine, memory, macros
    "free, events, TSO": ("events", "tso", ()),
    "free, events, PSO": ("events", "pso", ()),
    "watching, events, TSO": ("events", "tso", ("WATCH",)),
    "watching, events, PSO": ("events", "pso", ("WATCH",)),
    "free, automata, TSO": ("automata", "tso", ()),
}
PLOTS = {"growth-processes.svg": "states and seconds against the number of processes",
         "growth-nesting.svg": "states and seconds against the depth of nested loops"}


@dataclass(frozen=True)
class Size(Setting):
    series: str = ""
    size: int = 0
    engine: str = "events"

    @property
    def name(self):
        return "%s %d" % (self.series, self.size)


def settings():
    out = []
    for lock, needs in locks.NEEDS.items():
        for n in SIZES:
            out.append(Size("mm/%s.pml" % lock, 0, "tso", 0, ("N=%d" % n, "FENCES=%d" % needs["tso"]), n < 4, lock, n))
    for series, (engine, memory, macros) in NESTED.items():
        for depth in DEPTHS:
            out.append(Size("nested.pml", 0, memory, 0, ("DEPTH=%d" % depth, *macros), depth < 3, series, depth, engine))
    return out


SETTINGS = settings()

HEADER = ["series", "size", "verdict", "states", "events", "automata", "seconds"]


@dataclass
class GrowthRow:
    setting: Size
    tarry: Answer

    @property
    def problem(self):
        return self.tarry.problem or ("verdict violated" if self.tarry.verdict == "violated" else None)

    @property
    def complete(self):
        return not self.problem

    def progress(self):
        return "%-8s %8d states, %6.2f s" % (self.tarry.verdict, self.tarry.statistics["states_stored"], self.tarry.seconds)


def measure(bench, setting):
    if setting.series in NESTED:
        macros, options = list(setting.defines), ["--no-deadlock"]
    else:
        macros, options = locks.critical_section(setting.series)
        macros, options = setting.macros + macros, options + ["--no-deadlock"]
    options += ["--engine", setting.engine, "--buffer", "unbounded", "--time-limit", str(LIMIT)]
    return GrowthRow(setting, bench.tarry.check(setting.path, setting.memory, macros, options, repeats=3))


def cells(row):
    found, statistics = row.tarry, row.tarry.statistics
    verdict = "unknown (%s)" % found.reason if found.verdict == "unknown" else found.verdict
    return [row.setting.series, "%d" % row.setting.size, verdict, "%d" % statistics["states_stored"], "%d" % statistics["transitions"],
            "%d" % statistics["automata"], "%.3f" % found.seconds]


def goals(rows):
    return []


def panels(rows):
    """How many states a search that did not end has seen says nothing: only its time is drawn."""
    states, seconds = {}, {}
    for row in rows:
        ended = row.tarry.verdict == "holds"
        size, name = row.setting.size, row.setting.series
        states.setdefault(name, []).extend([Point(size, max(row.tarry.statistics["states_stored"], 1))] if ended else [])
        seconds.setdefault(name, []).append(Point(size, max(row.tarry.seconds, 0.001), ended))
    return [Panel("States", "states", states), Panel("Time", "seconds", seconds)]


def plots(rows):
    """The charts: file name and contents."""
    rows = [row for row in rows if row.complete]
    nested = [row for row in rows if row.setting.series in NESTED]
    parts = zip(PLOTS, ("processes", "depth of nesting"), ([row for row in rows if row not in nested], nested))
    return {name: chart(x_label, panels(part)) for name, x_label, part in parts if part}
