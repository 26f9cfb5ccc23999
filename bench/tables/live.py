"""Starvation freedom of the locks, for all buffer sizes: what the events engine says, and what it costs."""
from goals import decide
from tables.locks import LockRow
from tools import Setting

NAME = "live"
TITLE = "Starvation freedom of locks, for all buffer sizes"
ABOUT = """`[] (P[0]@TRY -> <> P[0]@CS)` with process and memory fairness, where a process may stay outside for ever and passes TRY once on each way in; the models are those of
`bench/models/live`. *Fences*: none; those for TSO; with *PSO*, also those that keep stores in order. `auto` is given each question with
`--buffer unbounded` and %d s of processor time. *States* are abstract states where the events engine answers, else states; *prototype* are those of a prototype of the same algorithm in
Python, on its own models, under TSO. `last`: the process with the highest number is asked about. *Bakery* has tickets up to the number of processes plus one,
and who finds the last one taken tries again, which is why it may starve."""

LIMIT, MEGABYTES = 5, 4000
ABOUT %= LIMIT
LOCKS = ("dekker", "peterson", "szymanski", "filter", "burns", "dijkstra", "fast", "bakery", "ticket", "mcs", "clh", "ttas")
FENCES = ("none", "TSO", "PSO")
LEVELS = {"tso": (0, 1), "pso": (0, 2)}
LOCKED = ("ticket", "clh", "ttas")      # without a place for a fence

# The prototype's verdict and states by lock, processes and whether it is fenced.
PROTOTYPE = {
    ("dekker", 2, True): ("holds", 59), ("dekker", 2, False): ("violated", 76),
    ("peterson", 2, True): ("holds", 38), ("peterson", 2, False): ("holds", 37),
    ("szymanski", 2, True): ("holds", 75), ("szymanski", 3, True): ("holds", 416),
    ("szymanski", 2, False): ("violated", 128), ("szymanski", 3, False): ("violated", 953),
    ("filter", 3, True): ("holds", 661), ("filter", 3, False): ("holds", 2760),
    ("burns", 2, True): ("holds", 19), ("burns", 3, True): ("holds", 47), ("burns", 2, False): ("holds", 18), ("burns", 3, False): ("holds", 36),
    ("dijkstra", 2, True): ("violated", 140), ("dijkstra", 3, True): ("violated", 1414),
    ("dijkstra", 2, False): ("violated", 170), ("dijkstra", 3, False): ("violated", 3331),
    ("fast", 2, True): ("violated", 246), ("fast", 3, True): ("violated", 2616),
    ("fast", 2, False): ("violated", 294), ("fast", 3, False): ("violated", 3460),
    ("ticket", 2, True): ("holds", 138), ("ticket", 3, True): ("holds", 1340), ("mcs", 2, True): ("holds", 84), ("mcs", 3, True): ("holds", 1246),
    ("clh", 2, True): ("holds", 349), ("clh", 3, True): ("holds", 9457), ("ttas", 2, True): ("violated", 15), ("ttas", 3, True): ("violated", 20),
}
LAST = {"burns": "violated"}            # and what is known of the last process


def settings():
    for lock in LOCKS:
        for n in (2, 3):
            for memory, levels in LEVELS.items():
                for level in levels:
                    if lock in LOCKED and level == 0:
                        continue
                    macros = ("N=%d" % n, "FENCES=%d" % level)
                    yield Setting("live/%s.pml" % lock, 0, memory, 0, macros, n == 2 and lock in ("peterson", "ttas"))
                    if lock in LAST:
                        yield Setting("live/%s.pml" % lock, 0, memory, 0, macros + ("WHO=%d" % (n - 1),))


SETTINGS = list(settings())

HEADER = ["lock", "processes", "memory", "fences", "verdict", "engine", "states", "prototype", "seconds", "MB"]


class LiveRow(LockRow):
    @property
    def is_last(self):
        return len(self.setting.defines) > 2

    @property
    def prototype(self):
        """Of TSO; what holds without fences under TSO need not under PSO."""
        if self.is_last:
            return LAST[self.lock], None
        if self.setting.memory == "pso" and not self.fences and self.lock not in LOCKED:
            return None, None
        return PROTOTYPE.get((self.lock, self.processes, self.fences > 0), (None, None))

    @property
    def expected(self):
        return self.prototype[0]

    @property
    def states(self):
        return self.tarry.states

    def progress(self):
        return "%-8s %8d states, %6.3f s by %s" % (self.tarry.verdict, self.states, self.tarry.seconds, self.tarry.engine)


def measure(bench, setting):
    options = ["--no-deadlock", "--log", "--buffer", "unbounded"]
    return LiveRow(setting, bench.tarry.check_within(LIMIT, MEGABYTES, setting.path, setting.memory, setting.defines, options))


def cells(row):
    found, prototype = row.tarry, row.prototype
    verdict = "unknown (%s)" % found.reason if found.verdict == "unknown" else found.verdict
    return [row.lock + (" (last)" if row.is_last else ""), "%d" % row.processes, row.setting.memory.upper(), FENCES[row.fences], verdict, found.engine,
            "%d" % row.states, "%d" % prototype[1] if prototype[1] else "", "%.3f" % found.seconds, found.memory()]


def timed(rows, processes, most):
    rows = [row for row in rows if row.processes == processes]
    return decide("Starvation freedom, %d processes, all buffer sizes: decided, each in under %g s." % (processes, most), rows,
                  lambda row: row.tarry.seconds if row.decided else LIMIT, lambda x: x < most, lambda x: "%.3f s" % x, smallest_is_worst=False)


def goals(rows):
    compared = [row for row in rows if row.prototype[1] and row.setting.memory == "tso" and row.decided and row.tarry.engine == "events"]
    return [
        timed(rows, 2, 0.1), timed(rows, 3, 5),
        decide("Starvation freedom, events engine, TSO: at most 1.5 times the prototype's states.", compared,
               lambda row: row.states / row.prototype[1], lambda x: x <= 1.5, lambda x: "%.2f times" % x, smallest_is_worst=False),
    ]
