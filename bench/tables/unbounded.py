"""The locks again: pan with buffers of 5 stores, and the events engine with buffers without a bound."""
import re
from dataclasses import dataclass

from goals import decide
from tables import locks
from tools import TOO_DEEP, Limits, Setting, run

NAME = "unbounded"
TITLE = "Locks: SPIN with buffers of 5, Tarry with all buffer sizes"
ABOUT = """The locks of the tables above. *Verdict* asks for mutual exclusion; *everything*, for the locks that break without fences, is a complete search of the
lock without fences and without a property (a program that the buffers fill up in). SPIN has the library of `bench/spin` with buffers of 5 stores, its partial-order reduction, and stops at the first error
(`gcc %s`, `pan -E -b -m…`, with a search stack no smaller than needed; `spin -a` and `gcc` are left out of its time). pan is
cut off at %d s of processor time or %d MB; a ratio is then a lower bound. Tarry's time is that of its whole run, and its answer is for all buffer sizes. Locks
that need no fence are measured without."""

BOUND = 5
CUT, CUT_QUICK = 300, 10
MEGABYTES = 8192
FLAGS = ["-O2", "-DSAFETY", "-DNOCLAIM", "-DMEMLIM=%d" % MEGABYTES]
ABOUT %= (" ".join(FLAGS), CUT, MEGABYTES)
FIRST_DEPTH, DEEPEST = 20_000, 100_000_000


def questions(lock, processes):
    """Memory, fences and, where everything is asked for, the macro that leaves the property out."""
    for memory, needed in locks.NEEDS[lock].items():
        yield from ((memory, "FENCES=%d" % level) for level in sorted({0, needed}))
        if needed and processes < 4:
            yield memory, "FENCES=0", "LABEL"


SETTINGS = [Setting("mm/%s.pml" % lock, 0, memory, BOUND, ("N=%d" % n, *macros), n == 2 and lock in ("fast", "tas"))
            for n in locks.PROCESSES for lock in locks.NEEDS for memory, *macros in questions(lock, n)]

HEADER = ["lock", "processes", "memory", "fences", "question", "pan", "seconds pan", "states pan", "Tarry", "seconds Tarry", "times faster"]


@dataclass
class PanRun:
    problem: str = None
    verdict: str = ""           # of buffers of 5; or why there is none
    seconds: float = 0.0
    states: int = 0
    ended: bool = False


@dataclass
class PanRow(locks.LockRow):
    spin: PanRun = None

    @property
    def question(self):
        return "everything" if "LABEL" in self.setting.defines else "verdict"

    @property
    def expected(self):
        return "holds" if self.question == "everything" else super().expected

    @property
    def problem(self):
        if self.spin.problem:
            return "SPIN: " + self.spin.problem
        if self.spin.verdict == "violated" and self.tarry.verdict == "holds":
            return "SPIN finds an error, Tarry none"
        return super().problem

    @property
    def ratio(self):
        return self.spin.seconds / self.tarry.seconds if self.decided else 0

    def progress(self):
        return "%s in %.2f s / %s in %.3f s" % (self.spin.verdict, self.spin.seconds, self.tarry.verdict, self.tarry.seconds)


def read_run(done, cut):
    """What pan said. TOO_DEEP is a problem that a larger stack solves."""
    if done.problem == "more than %d s" % cut:
        return PanRun(verdict="no end", seconds=done.seconds)
    if "max search depth too small" in done.output:
        return PanRun(problem=TOO_DEEP)
    if "MEMLIM" in done.output or "out of memory" in done.output:
        return PanRun(verdict="out of memory", seconds=done.seconds)
    errors, states = re.search(r"errors: (\d+)", done.output), re.search(r"^ *([\d.e+]+) states, stored", done.output, re.M)
    if done.problem or not errors or not states:
        return PanRun(problem=done.problem or done.complaint or "pan's output cannot be read")
    return PanRun(verdict="violated" if int(errors.group(1)) else "holds", seconds=done.seconds, states=int(float(states.group(1))), ended=True)


def pan(spin, setting, cut):
    limits = Limits(4 * cut, MEGABYTES + 1024, cut)
    folder, _, problem = spin.prepare(setting, FLAGS)
    found = PanRun(problem=problem)
    depth = FIRST_DEPTH
    try:
        while not found.ended and (not found.problem or found.problem == TOO_DEEP) and not found.verdict and depth <= DEEPEST:
            found = read_run(run(["./pan", "-E", "-b", "-m%d" % depth], folder, limits), cut)
            depth *= 4
    finally:
        spin.discard(folder)
    return found


def measure(bench, setting):
    lock = setting.name.split()[0]
    if "LABEL" in setting.defines:
        macros, options = [], []
    else:
        macros, options = locks.critical_section(lock)
    macros = [setting.memory.upper(), *setting.defines, *macros]
    options = locks.EVENTS + options + ["--time-limit", str(locks.LIMIT)]
    answer = bench.tarry.check(setting.path, setting.memory, macros, options, repeats=3)
    return PanRow(setting, answer, pan(bench.spin, setting, CUT_QUICK if bench.quick else CUT))


def verdict_text(row, verdict):
    return "ended" if row.question == "everything" and verdict == "holds" else verdict


def cells(row):
    more = "" if row.spin.ended else "> "
    ratio = "%s%.3g" % (more, row.ratio) if row.decided else ""
    return [row.lock, "%d" % row.processes, row.setting.memory.upper(), locks.FENCES[row.fences], row.question,
            verdict_text(row, row.spin.verdict), "%s%.2f" % (more, row.spin.seconds), "%d" % row.spin.states if row.spin.ended else "",
            verdict_text(row, row.tarry.verdict),
            "%.3f" % row.tarry.seconds, ratio]


def goals(rows):
    long = [row for row in rows if not row.complete or row.spin.seconds > 1]
    return [decide("Locks, where pan with buffers of %d needs over 1 s: at least 100 times faster, for all buffer sizes." % BOUND, long,
                   lambda row: row.ratio, lambda x: x >= 100, lambda x: "%.3g times" % x)]
