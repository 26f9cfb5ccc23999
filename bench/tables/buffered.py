"""Store buffers: mmlib style under TSO and PSO, where pan needs seconds."""
from goals import Row, decide
from tools import Setting

NAME = "buffered"
TITLE = "TSO and PSO, searches of a second and more"
ABOUT = """Models in mmlib style. SPIN reads the library of `bench/spin`, which keeps no stale data (cells of a buffer that are
not in use are zero, no copies, no counters); Tarry serves the same headers itself. Both explore everything, also past errors
(`nofence` and `nostoreload` leave fences out, so that mutual exclusion fails). States, bytes a state and states/s as in
the table above; *seconds* are processor time of pan alone and of the whole of Tarry's run, and *times faster* is their
quotient."""


def mm(memory, buffer, states, model, *defines, quick=False):
    return Setting("mm/%s.pml" % model, states, memory, buffer, defines, quick)


SETTINGS = [
    mm("tso", 2, 541065, "peterson", "N=4", quick=True),
    mm("tso", 2, 5630697, "dekker", "N=4"),
    mm("tso", 2, 6326603, "szymanski", "N=4"),
    mm("tso", 2, 1460227, "bakery", "N=3", "TICKETS=6"),
    mm("tso", 2, 1718866, "fast", "N=3", "NOFENCE"),
    mm("tso", 2, 6762943, "filter", "N=3", "NOFENCE"),
    mm("tso", 2, 822325, "mcs", "N=4"),
    mm("tso", 2, 6137609, "ticket", "N=8"),

    mm("tso", 5, 4392485, "peterson", "N=3", "NOFENCE"),
    mm("tso", 5, 7399065, "dekker", "N=4"),
    mm("tso", 5, 6326603, "szymanski", "N=4"),
    mm("tso", 5, 1275990, "bakery", "N=2", "NOFENCE"),
    mm("tso", 5, 12659111, "fast", "N=3", "NOFENCE"),
    mm("tso", 5, 9752335, "filter", "N=4"),
    mm("tso", 5, 822325, "mcs", "N=4"),
    mm("tso", 5, 6137609, "ticket", "N=8"),

    mm("pso", 2, 548193, "peterson", "N=4"),
    mm("pso", 2, 4619217, "dekker", "N=4"),
    mm("pso", 2, 6326603, "szymanski", "N=4"),
    mm("pso", 2, 1476106, "bakery", "N=2", "NOFENCE"),
    mm("pso", 2, 543345, "fast", "N=2", "NOFENCE", quick=True),
    mm("pso", 2, 9674404, "filter", "N=4"),
    mm("pso", 2, 673237, "mcs", "N=4"),
    mm("pso", 2, 6137609, "ticket", "N=8"),

    mm("pso", 5, 548193, "peterson", "N=4"),
    mm("pso", 5, 670109, "dekker", "N=2", "NOFENCE"),
    mm("pso", 5, 6326603, "szymanski", "N=4"),
    mm("pso", 5, 1417799, "bakery", "N=3", "TICKETS=6"),
    mm("pso", 5, 3603908, "fast", "N=3", "NOSTORELOAD"),
    mm("pso", 5, 1977244, "filter", "N=3", "NOSTORELOAD"),
    mm("pso", 5, 673237, "mcs", "N=4"),
    mm("pso", 5, 6137609, "ticket", "N=8"),
]

HEADER = ["model", "memory", "buffer", "states SPIN", "states Tarry", "errors", "bytes a state SPIN", "Tarry",
          "states/s SPIN", "Tarry", "ratio", "seconds pan", "Tarry", "times faster"]


def measure(bench, setting):
    return Row(setting, *bench.measure(setting))


def cells(row):
    setting, spin, tarry = row.setting, row.spin, row.tarry
    return [setting.name, setting.memory.upper(), "%d" % setting.buffer, "%d" % spin.states,
            "%d" % tarry.states if tarry.states != spin.states else "equal", "yes" if spin.errors else "no",
            "%.1f" % spin.state_bytes, "%.1f" % tarry.state_bytes, "%.0f" % spin.rate, "%.0f" % tarry.rate,
            "%.2f" % (tarry.rate / spin.rate), "%.2f" % spin.seconds, "%.2f" % tarry.seconds,
            "%.2f" % (spin.seconds / tarry.seconds)]


def goals(rows):
    long = [row for row in rows if not row.complete or row.spin.seconds > 1]
    return [
        decide("TSO and PSO: no more states than SPIN with a clean library.", rows,
               lambda row: row.tarry.states / row.spin.states, lambda x: x <= 1, lambda x: "%.6g times SPIN's states" % x,
               smallest_is_worst=False),
        decide("TSO and PSO, where pan needs over 1 s: at least 3 times faster than pan alone.", long,
               lambda row: row.spin.seconds / row.tarry.seconds, lambda x: x >= 3, lambda x: "%.2f times" % x),
    ]
