"""Linden and Wolper's Table 2: their algorithm and ours on their programs, with unbounded buffers."""
from dataclasses import dataclass, field

from goals import Goal
from tools import Measure, Setting

NAME = "table2"
TITLE = "Linden and Wolper's Table 2: unbounded buffers, complete exploration"
ABOUT = """Dekker's and Peterson's algorithms for two processes, with a single or repeated entry, without and with the `sync` operations
that make them correct. *Published* is what the paper reports (Java, 2.0 GHz Core Duo). The published programs are not printed and its `sync` writes all
buffers to memory in one step, where ours waits until they are empty, so that figures cannot be equal. Each cell has states stored / states visited /
seconds of the search / maximal depth / erroneous states. *Events* finds one error a property."""

PUBLISHED = {   # stored, visited, seconds, depth, errors
    ("dekker",): (183, 301, 2.446, 22, 2),
    ("dekker", "SYNC"): (111, 161, 1.194, 22, 0),
    ("dekker", "REPEAT"): (3236, 6231, 22.881, 785, 36),
    ("dekker", "REPEAT", "SYNC"): (343, 631, 3.016, 79, 0),
    ("peterson",): (120, 173, 1.969, 15, 2),
    ("peterson", "SYNC"): (54, 66, 0.399, 13, 0),
    ("peterson", "REPEAT"): (355, 432, 3.097, 50, 10),
    ("peterson", "REPEAT", "SYNC"): (65, 92, 0.392, 22, 0),
}

SETTINGS = [Setting("lw/%s.pml" % model, 0, "tso", 0, tuple(defines), True) for model, *defines in PUBLISHED]

WAYS = {        # column: options
    "automata, single": ["--engine", "automata", "--acceleration", "single"],
    "automata, interleaved": ["--engine", "automata", "--acceleration", "interleaved"],
    "events": ["--engine", "events"],
}

HEADER = ["program", "published", *WAYS]
REPEATS = 3


@dataclass
class Figures(Measure):
    visited: int = 0

    def text(self):
        return "%d / %d / %.3f / %d / %d" % (self.states, self.visited, self.seconds, self.depth, self.errors)


@dataclass
class Table2Row:
    setting: Setting
    spin: Figures                           # what was published stands in SPIN's place
    ways: dict = field(default_factory=dict)

    @property
    def tarry(self):
        return next((f for f in self.ways.values() if f.problem), self.ways["automata, single"])

    @property
    def problem(self):
        return self.tarry.problem

    @property
    def complete(self):
        return not self.problem

    def progress(self):
        return self.ways["events"].text()


def published(setting):
    stored, visited, seconds, depth, errors = PUBLISHED[(setting.name.split()[0], *setting.defines)]
    return Figures(states=stored, visited=visited, seconds=seconds, depth=depth, errors=errors)


def search(tarry, setting, options):
    answer = tarry.check(setting.path, "tso", setting.defines, ["--mutex", "CS", "--no-deadlock", "--errors", "all", *options])
    if answer.problem:
        return Figures(problem=answer.problem)
    s = answer.statistics
    found = Figures(states=s["states_stored"], visited=s["states_visited"], seconds=s["seconds"], depth=s["max_depth"], errors=s["errors"])
    if answer.verdict != ("holds" if "SYNC" in setting.defines else "violated") or not answer.complete:
        found.problem = "verdict %s %s" % (answer.verdict, answer.reason)
    return found


def measure(bench, setting):
    row = Table2Row(setting, published(setting))
    for way, options in WAYS.items():
        runs = [search(bench.tarry, setting, options) for _ in range(REPEATS)]
        row.ways[way] = next((f for f in runs if f.problem), min(runs, key=lambda f: f.seconds))
    return row


def cells(row):
    return [row.setting.name, row.spin.text()] + [figures.text() for figures in row.ways.values()]


def goals(rows):
    if len(rows) < len(PUBLISHED):
        return []
    found = []
    for way, limit in (("automata, single", 1.0), ("automata, interleaved", 1.0), ("events", 0.020)):
        total = sum(row.ways[way].seconds for row in rows)
        reached = all(row.complete for row in rows) and total < limit
        found.append(Goal("Table 2 with %s: the whole table in under %g s." % (way, limit), int(reached), 1, "%.3f s" % total))
    most = max(row.ways["events"].states for row in rows)
    fewer = sum(row.complete and row.ways["events"].states <= 50 for row in rows)
    found.append(Goal("Table 2 with events: at most 50 states each.", fewer, len(rows), "%d states" % most))
    return found
