"""Cheapest fences for the locks: what `tarry fence` finds, and what it costs."""
import json
from dataclasses import dataclass

from goals import decide
from tools import Limits, Setting, run

NAME = "repair"
TITLE = "Cheapest fences for the locks, 2 and 3 processes"
ABOUT = """`tarry fence --no-deadlock` on the locks of `bench/models`, which have no fences: a cheapest set for all buffer sizes, and with it the proof that none is cheaper. A fence is a
line of the one proctype, so it counts once for all processes. The locks of queues and tickets are atomic blocks of stores, which need fences inside: these make them locked operations. *Candidates* are
places for a full or a store-store fence, *checks* programs that were checked, *seconds* processor time of the whole run."""

LOCKS = ("dekker", "peterson", "fast", "szymanski", "bakery", "filter", "mcs", "ticket")
LIMIT = 60
MOST = {2: 1, 3: 20}    # seconds
SETTINGS = [Setting("%s.pml" % lock, 0, memory, 0, ("N=%d" % n,), n == 2) for lock in LOCKS for n in MOST for memory in ("tso", "pso")]
HEADER = ["lock", "processes", "memory", "full fences", "store-store fences", "candidates", "checks", "seconds", "MB"]


@dataclass
class RepairRow:
    setting: Setting
    answer: dict
    seconds: float
    peak: int
    problem: str = None

    @property
    def complete(self):
        return not self.problem

    @property
    def processes(self):
        return int(self.setting.defines[0].partition("=")[2])

    def count(self, kind):
        solutions = self.answer.get("solutions")
        return "%d" % sum(f["kind"] == kind for f in solutions[0]["fences"]) if solutions else "nothing helps"

    def progress(self):
        return "%s full, %s store-store fences, %6.2f s" % (self.count("mfence"), self.count("sfence"), self.seconds)


def measure(bench, setting):
    limits = Limits(seconds=10 * LIMIT, processor=LIMIT)
    done = run([bench.tarry.binary, "fence", "--no-deadlock", "--memory", setting.memory, "--json", "-", *("-D" + d for d in setting.defines), setting.path],
               bench.tarry.scratch, limits)
    problem = done.problem or (done.complaint if done.code not in (0, 1) else None)
    return RepairRow(setting, {} if problem else json.loads(done.output), done.seconds, done.peak, problem)


def cells(row):
    return [row.setting.name.split()[0], "%d" % row.processes, row.setting.memory.upper(), row.count("mfence"), row.count("sfence"),
            "%d" % row.answer["candidates"], "%d" % row.answer["checks"], "%.3f" % row.seconds, "%.0f" % (row.peak / 1e6)]


def goals(rows):
    return [decide("Cheapest fences of each lock, %d processes: in under %d s." % (n, most), [row for row in rows if row.processes == n], lambda r: r.seconds,
                   lambda x, most=most: x < most, lambda x: "%.2f s" % x, smallest_is_worst=False) for n, most in MOST.items()]
