"""The locks with unbounded buffers, against the number of processes: what the events engine says, and what it costs."""
from dataclasses import dataclass

from goals import Goal, decide
from tools import Answer, Setting

NAME = "locks"
TITLE = "Locks with unbounded buffers, 2 to 4 processes"
ABOUT = """`--engine events`, mutual exclusion with repeated entry, for all buffer sizes. *Fences*: none; those that TSO needs, where a store must
reach memory before a load that follows it; with *PSO*, also those that keep stores in order. The models are those of `bench/models/mm`;
`ring` are processes in a ring, where neighbours exclude each other as in Dekker's algorithm, and `peterson` is a tournament. Under PSO, fast,
filter, bakery and peterson need fences besides those of TSO; the next table shows where. MCS, CLH, ticket and test-and-set locks are built from locked
instructions, which drain the buffer, and exclude without more fences (MCS, though, can deadlock under PSO without one). *States* are those ever inserted into the antichain, *events* computed successors of states, *automata* different sets
of buffer contents. *Seconds* are processor time of the whole run and *MB* its largest resident memory. A search ends after %d s.
`unknown` comes with the reason."""

LIMIT = 60
ABOUT %= LIMIT

# The least fences under TSO and PSO: 0 none, 1 for TSO, 2 for PSO.
NEEDS = {
    "fast": {"tso": 1, "pso": 2}, "szymanski": {"tso": 1, "pso": 1}, "filter": {"tso": 1, "pso": 2}, "bakery": {"tso": 1, "pso": 2},
    "peterson": {"tso": 1, "pso": 2}, "ring": {"tso": 1, "pso": 1}, "mcs": {"tso": 0, "pso": 0}, "clh": {"tso": 0, "pso": 0},
    "ticket": {"tso": 0, "pso": 0}, "tas": {"tso": 0, "pso": 0},
}
PROCESSES = (2, 3, 4)
LEVELS = {"tso": (0, 1), "pso": (0, 1, 2)}
FENCES = ("none", "TSO", "PSO")
EVENTS = ["--engine", "events", "--buffer", "unbounded", "--no-deadlock"]


def lock_setting(lock, processes, memory, fences, quick=False):
    return Setting("mm/%s.pml" % lock, 0, memory, 0, ("N=%d" % processes, "FENCES=%d" % fences), quick)


SETTINGS = [lock_setting(lock, n, memory, level, n == 2) for lock in NEEDS for n in PROCESSES
            for memory, levels in LEVELS.items() for level in levels]

HEADER = ["lock", "processes", "memory", "fences", "verdict", "states", "events", "automata", "seconds", "MB"]


@dataclass
class LockRow:
    setting: Setting
    tarry: Answer

    @property
    def lock(self):
        return self.setting.name.split()[0]

    @property
    def processes(self):
        return int(self.setting.defines[0].partition("=")[2])

    @property
    def fences(self):
        return int(self.setting.defines[1].partition("=")[2])

    @property
    def expected(self):
        """None: nothing is known."""
        return "holds" if self.fences >= NEEDS[self.lock][self.setting.memory] else "violated"

    @property
    def decided(self):
        return self.complete and self.tarry.verdict != "unknown"

    @property
    def problem(self):
        if self.tarry.problem:
            return self.tarry.problem
        if self.expected and self.tarry.verdict not in ("unknown", self.expected):
            return "verdict %s, not %s" % (self.tarry.verdict, self.expected)
        return None

    @property
    def complete(self):
        return not self.problem

    def progress(self):
        return "%-8s %8d states, %6.2f s" % (self.tarry.verdict, self.tarry.statistics["states_stored"], self.tarry.seconds)


def critical_section(lock):
    """How the property is stated: a label costs no event. In a ring only neighbours exclude each other, which takes a ghost each."""
    return ([], []) if lock == "ring" else (["LABEL"], ["--mutex", "CS"])


def measure(bench, setting):
    macros, options = critical_section(setting.name.split()[0])
    options = EVENTS + options + ["--time-limit", str(LIMIT)]
    return LockRow(setting, bench.tarry.check(setting.path, setting.memory, setting.macros + macros, options, repeats=3))


def cells(row):
    found, statistics = row.tarry, row.tarry.statistics
    verdict = "unknown (%s)" % found.reason if found.verdict == "unknown" else found.verdict
    return [row.lock, "%d" % row.processes, row.setting.memory.upper(), FENCES[row.fences], verdict, "%d" % statistics["states_stored"],
            "%d" % statistics["transitions"], "%d" % statistics["automata"], "%.3f" % found.seconds, found.memory()]


def states(row):
    return row.tarry.statistics["states_stored"]


def fast_goals(rows):
    fast = {row.processes: [row] for row in rows if row.lock == "fast" and row.setting.memory == "tso" and row.fences == 1}
    found = []
    for n, most in ((2, 200), (3, 3000)):
        if n in fast:
            found.append(decide("Lamport's fast mutex, %d processes, TSO, fenced: at most %d states." % (n, most), fast[n], states,
                                lambda x, most=most: x <= most, lambda x: "%d states" % x, smallest_is_worst=False))
    if 4 in fast:
        row = fast[4][0]
        proved = row.decided and row.tarry.seconds < 10 and row.tarry.peak < 1 << 30
        found.append(Goal("Lamport's fast mutex, 4 processes, TSO, fenced: proved in under 10 s and 1 GiB.", int(proved), 1,
                          "%.2f s and %s MB" % (row.tarry.seconds, row.tarry.memory())))
    return found


def goals(rows):
    small = [row for row in rows if row.processes < 4]
    return fast_goals(rows) + [
        decide("Locks, 2 and 3 processes: all decided, each in under 5 s.", small, lambda r: r.tarry.seconds if r.decided else LIMIT,
               lambda x: x < 5, lambda x: "%.2f s" % x, smallest_is_worst=False),
    ]
