"""Small models under TSO and PSO: the time that a person waits for a verdict."""
from goals import Row, decide
from tools import Setting

NAME = "verdict"
TITLE = "TSO and PSO, small models: from the file to the verdict"
ABOUT = """The same models with few processes. *Seconds* are processor time of everything between the file and the verdict: for
SPIN `spin -a`, `gcc` and pan, for Tarry its whole run. Both explore everything."""

SMALL = {   # processes; states under TSO and PSO, with fences, are between 300 and 5000
    "peterson": "N=2", "dekker": "N=2", "szymanski": "N=2", "bakery": "N=2", "fast": "N=2", "filter": "N=2", "mcs": "N=2",
    "ticket": "N=3",
}
UNFENCED = ("peterson", "dekker", "szymanski", "fast", "filter")
LARGEST = 1 << 16


def settings():
    out = []
    for memory in ("tso", "pso"):
        for buffer in (2, 5):
            for model, size in SMALL.items():
                quick = model in ("peterson", "mcs") and buffer == 5
                out.append(Setting("mm/%s.pml" % model, LARGEST, memory, buffer, (size,), quick))
    for model in UNFENCED:
        out.append(Setting("mm/%s.pml" % model, LARGEST, "tso", 2, (SMALL[model], "NOFENCE")))
    return out


SETTINGS = settings()

HEADER = ["model", "memory", "buffer", "states SPIN", "states Tarry", "errors",
          "seconds SPIN", "of these pan", "seconds Tarry", "times faster"]


def measure(bench, setting):
    return Row(setting, *bench.measure(setting, with_setup=True))


def cells(row):
    setting, spin, tarry = row.setting, row.spin, row.tarry
    return [setting.name, setting.memory.upper(), "%d" % setting.buffer, "%d" % spin.states,
            "%d" % tarry.states if tarry.states != spin.states else "equal", "yes" if spin.errors else "no",
            "%.3f" % spin.total, "%.3f" % spin.seconds, "%.4f" % tarry.total, "%.0f" % (spin.total / tarry.total)]


def goals(rows):
    return [
        decide("TSO and PSO, small models: no more states than SPIN with a clean library.", rows,
               lambda row: row.tarry.states / row.spin.states, lambda x: x <= 1, lambda x: "%.6g times SPIN's states" % x,
               smallest_is_worst=False),
        decide("TSO and PSO, small models: at least 50 times faster from file to verdict.", rows,
               lambda row: row.spin.total / row.tarry.total, lambda x: x >= 50, lambda x: "%.0f times" % x),
    ]
