"""Searches by levels with one and two threads: the same states, in how much less time and with how much more memory."""
import json
import time
from dataclasses import dataclass

from goals import decide
from tools import Setting, run

NAME = "threads"
TITLE = "Searches by levels on two cores"
ABOUT = """`tarry check --engine explicit --search bfs --reduction none --symmetry none --errors all --threads N`, each three times in turn; the best counts. *Seconds* are those of the clock here, so the machine must
have two free cores."""

SETTINGS = [Setting("filter.pml", 0, "tso", 2, ("N=3",), True), Setting("filter.pml", 0, "tso", 3, ("N=3",)), Setting("fast.pml", 0, "pso", 2, ("N=3",)), Setting("bakery.pml", 0, "tso", 2, ("N=3",))]
HEADER = ["program", "memory", "buffer", "states", "seconds, 1 thread", "seconds, 2 threads", "faster", "MB, 1 thread", "MB, 2 threads"]
REPEATS, MOST_STATES = 3, 20000000


@dataclass
class ThreadsRow:
    setting: Setting
    states: int
    seconds: dict
    peak: dict
    problem: str = None

    @property
    def complete(self):
        return not self.problem

    @property
    def speedup(self):
        return self.seconds[1] / self.seconds[2]

    def progress(self):
        return "%d states, %.2f times as fast" % (self.states, self.speedup)


def search(bench, setting, threads):
    """Seconds of the clock, and what was said."""
    start = time.monotonic()
    done = run([bench.tarry.binary, "check", "--engine", "explicit", "--search", "bfs", "--reduction", "none", "--symmetry", "none", "--errors", "all", "--no-deadlock",
                "--memory", setting.memory, "--buffer", str(setting.buffer), "--max-states", str(MOST_STATES), "--threads", str(threads), "--json", "-",
                *("-D" + d for d in setting.defines), setting.path], bench.tarry.scratch, bench.tarry.limits)
    return time.monotonic() - start, done


def measure(bench, setting):
    seconds, peak, states = {}, {}, set()
    for threads in (1, 2) * REPEATS:
        taken, done = search(bench, setting, threads)
        if done.problem or done.code not in (0, 1, 2):
            return ThreadsRow(setting, 0, {}, {}, done.problem or done.complaint)
        states.add(json.loads(done.output)["statistics"]["states_stored"])
        seconds[threads], peak[threads] = min(taken, seconds.get(threads, taken)), min(done.peak, peak.get(threads, done.peak))
    return ThreadsRow(setting, max(states), seconds, peak, None if len(states) == 1 else "the number of states depends on the threads")


def cells(row):
    return [row.setting.name, row.setting.memory.upper(), "%d" % row.setting.buffer, "{:,}".format(row.states), "%.2f" % row.seconds[1], "%.2f" % row.seconds[2], "%.2f" % row.speedup,
            "%.0f" % (row.peak[1] / 1e6), "%.0f" % (row.peak[2] / 1e6)]


def goals(rows):
    large = [row for row in rows if row.complete and row.states > 5000000]
    return [decide("Searches of more than 5 million states with two threads: at least 1.7 times as fast.", large, lambda r: r.speedup, lambda x: x >= 1.7, lambda x: "%.2f times" % x),
            decide("The same: at most 10 % more memory.", large, lambda r: r.peak[2] / r.peak[1], lambda x: x <= 1.1, lambda x: "%.2f times" % x, smallest_is_worst=False)]
