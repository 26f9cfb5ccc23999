"""paper.py: the questions of the paper on mmlib (liveness and safety as never claims), put to SPIN and to Tarry.

SPIN reads the library of bench/spin. With fairness `all` every buffer has a memory process of its own there (-DEACH), so that pan's weak
fairness is Tarry's `--fairness all`; with `mmlib` there is one memory process, as in the paper. Both tools stop at the first violation.
"""
import re
from dataclasses import dataclass, replace

from goals import decide
from tools import TOO_DEEP, Answer, Limits, Setting, run

BOUND = 5
CUT, MEGABYTES = 10, 2048           # seconds and memory of pan, and of Tarry with the same bound
LIMIT = 5                           # seconds for the answer for all buffer sizes
FIRST_DEPTH, DEEPEST = 20_000, 20_000_000
FLAGS = ["-O2", "-DNOREDUCE", "-DMEMLIM=%d" % MEGABYTES]
SHORT, REPEATS = 1.0, 3


@dataclass(frozen=True)
class Question(Setting):
    title: str = ""                 # the row of the paper
    fairness: str = "none"          # none, all, mmlib
    processes: int = 2
    variables: int = 2
    kind: str = "L"                 # L liveness, S safety

    @property
    def fences(self):
        found = [d for d in self.defines if d.startswith("FENCES=")]
        return ("none", "TSO", "PSO")[int(found[0][-1])] if found and self.memory != "sc" else ""

    @property
    def name(self):
        fences = ", %s" % {"none": "no fences"}.get(self.fences, "fences of " + self.fences) if self.fences else ""
        return "%s (%s)%s%s" % (self.title, self.kind, fences, ", mmlib's fairness" if self.fairness == "mmlib" else "")

    @property
    def memory_processes(self):
        if self.memory == "sc":
            return 0
        if self.fairness != "all":
            return 1
        return self.processes * (self.variables if self.memory == "pso" else 1)

    @property
    def spin_setting(self):
        return replace(self, defines=self.defines + (("EACH",) if self.fairness == "all" else ()))

    @property
    def as_formula(self):
        """The same for all buffer sizes: models/paper/start.h says why it is. Every beginning of a run is that of a fair one, too, so that fairness makes
        no difference for safety."""
        return replace(self, defines=self.defines + ("ACTIVE",), fairness="all" if self.kind == "S" else self.fairness)


@dataclass
class PanRun:
    problem: str = None
    verdict: str = ""               # or why there is none
    setup: float = 0.0              # seconds of spin -a and gcc
    seconds: float = 0.0            # of pan
    states: int = 0
    kilobytes: float = 0.0          # state vector and overhead, times states
    ended: bool = False

    @property
    def total(self):
        return self.setup + self.seconds


def read_pan(done):
    """What pan said. TOO_DEEP is a problem that a larger stack solves."""
    if "max search depth too small" in done.output:
        return PanRun(problem=TOO_DEEP, seconds=done.seconds)
    if done.problem and done.problem.startswith("more than"):
        return PanRun(verdict="no end", seconds=done.seconds)
    if "MEMLIM" in done.output or "out of memory" in done.output:
        return PanRun(verdict="out of memory", seconds=done.seconds)
    figures = [re.search(pattern, done.output, re.M) for pattern in
               (r"errors: (\d+)", r"^ *([\d.e+]+) states, stored", r"^ *([\d.]+)\s+equivalent memory usage for states")]
    if done.problem or not all(figures):
        return PanRun(problem=done.problem or done.complaint or "pan's output cannot be read: " + done.output[:200])
    errors, states, megabytes = (float(found.group(1)) for found in figures)
    return PanRun(verdict="violated" if errors else "holds", seconds=done.seconds, states=int(states), kilobytes=megabytes * 1024, ended=True)


def pan_options(question):
    return ["-a", "-b"] + (["-f"] if question.fairness != "none" else [])


def ask_pan(spin, question):
    limits = Limits(8 * CUT, MEGABYTES + 1024, CUT)
    running = question.memory_processes + question.processes + 2        # init and the claim
    folder, setup, problem = spin.prepare(question.spin_setting, FLAGS + ["-DNFAIR=%d" % max(2, (running + 5) // 4)])
    best, depth = PanRun(problem=problem), FIRST_DEPTH
    try:
        for _ in range(REPEATS if not problem else 0):
            found = PanRun(problem=TOO_DEEP)
            while found.problem == TOO_DEEP and depth <= DEEPEST:
                found = read_pan(run(["./pan", *pan_options(question), "-w16", "-m%d" % depth], folder, limits))
                depth *= 4 if found.problem == TOO_DEEP else 1
            if not best.ended or found.seconds < best.seconds:
                best = found
            if not found.ended or found.seconds > SHORT:
                break
    finally:
        spin.discard(folder)
    best.setup = setup
    return best


def ask_tarry(tarry, question, options, seconds):
    """The same claim, without the other properties."""
    options = ["--no-deadlock", "--log", "--fairness", question.fairness, *options]
    return tarry.check_within(seconds, MEGABYTES, question.path, question.memory, question.macros, options)


@dataclass
class PaperRow:
    setting: Question
    spin: PanRun
    tarry: Answer                   # the explicit engine with the same bound
    sizes: Answer                   # all buffer sizes

    @property
    def problem(self):
        if self.spin.problem:
            return "SPIN: " + self.spin.problem
        if self.tarry.problem or self.sizes.problem:
            return "Tarry: " + (self.tarry.problem or self.sizes.problem)
        answers = {"pan": self.spin.verdict, "Tarry": self.tarry.verdict, "all sizes": self.sizes.verdict}
        decided = {who: verdict for who, verdict in answers.items() if verdict in ("holds", "violated")}
        bounded = {decided[who] for who in ("pan", "Tarry") if who in decided}
        if len(bounded) > 1 or (decided.get("all sizes") == "holds" and "violated" in bounded):
            return "verdicts differ: " + ", ".join("%s %s" % pair for pair in answers.items())
        return None

    @property
    def complete(self):
        return not self.problem

    @property
    def states(self):
        return self.tarry.states

    @property
    def both_ended(self):
        return self.complete and self.spin.ended and self.tarry.verdict != "unknown"

    def progress(self):
        return "%s %d in %.3f s / %s %d in %.3f s / %s in %.3f s" % (
            self.spin.verdict, self.spin.states, self.spin.seconds, self.tarry.verdict, self.states, self.tarry.seconds,
            self.sizes.verdict, self.sizes.seconds)


# What both tables say of how they were measured.
HOW = """SPIN has the
library of `bench/spin` with buffers of 5 stores and complete searches (`gcc %s`, `pan -a`, and `-f` where fairness is asked for; cut off at %d s
of processor time and %d MB). *Fairness* `all`: a memory process for each buffer, whose weak fairness says that every store is
committed in the end, as Tarry's default; `mmlib`: one memory process for all buffers, as in the paper. Both tools read the same file with the
same `never` claim, and stop at a violation. *States* are those of the product with the claim. *KB*: for pan bytes of
a state times states, as in the paper; for Tarry all that a search held at once. *Seconds* are processor time: of `spin -a`, `gcc` and
pan, and of the whole of Tarry's run by the explicit engine with the same bound, without reduction. The last columns are the answer for all
buffer sizes by `--engine auto --buffer unbounded`, in at most %d s, to the same question as a formula over labels and memory.
""" % (" ".join(FLAGS), CUT, MEGABYTES, LIMIT)

HEADER = ["row", "memory", "fences", "fairness", "verdict pan", "Tarry", "states pan", "Tarry", "KB pan", "Tarry", "seconds SPIN", "of these pan",
          "seconds Tarry", "times faster", "than pan alone", "Tarry, all sizes", "seconds", "MB"]


def measure(bench, question):
    bounded = ["--engine", "explicit", "--reduction", "none"] + (["--buffer", str(BOUND)] if question.memory != "sc" else [])
    found = ask_pan(bench.spin, question)
    with_bound = ask_tarry(bench.tarry, question, bounded, CUT)
    all_sizes = ask_tarry(bench.tarry, question.as_formula, ["--buffer", "unbounded"], LIMIT)
    return PaperRow(question, found, with_bound, all_sizes)


def cells(row):
    setting, spin, tarry, more = row.setting, row.spin, row.tarry, "" if row.spin.ended else "> "
    less = "" if tarry.verdict != "unknown" else "< "
    return ["%s (%s)" % (setting.title, setting.kind), setting.memory.upper(), setting.fences, setting.fairness, spin.verdict, tarry.verdict,
            "%d" % spin.states if spin.ended else "", "%d" % row.states, "%.1f" % spin.kilobytes if spin.ended else "",
            "%.1f" % (tarry.statistics["peak_memory_bytes"] / 1024), "%s%.2f" % (more, spin.total), "%.3f" % spin.seconds,
            "%.4f" % tarry.seconds, "%s%.0f" % (more or less, spin.total / tarry.seconds), "%s%.2f" % (more or less, spin.seconds / tarry.seconds),
            row.sizes.verdict, "%.4f" % row.sizes.seconds, row.sizes.memory()]


def goals(name, rows):
    """What all tables of the paper are measured by."""
    ended = [row for row in rows if not row.complete or row.both_ended]
    counted = [row for row in rows if row.setting.memory == "sc" and row.setting.fairness == "none" and
               (not row.complete or row.spin.verdict == "holds")]
    long = [row for row in rows if not row.complete or row.spin.seconds > 1]
    small = [row for row in rows if not row.complete or row.spin.ended and row.spin.seconds <= 1]
    return [
        decide("%s: SPIN's verdict wherever both end." % name, ended, lambda row: 1, lambda x: True, lambda x: "no difference"),
        decide("%s, SC without fairness, what holds: exactly pan's states." % name, counted, lambda row: abs(row.states - row.spin.states),
               lambda n: n == 0, lambda n: "%d states of difference" % n, smallest_is_worst=False),
        decide("%s, where pan needs over 1 s: at least 3 times faster than pan alone." % name, long,
               lambda row: row.spin.seconds / row.tarry.seconds if row.tarry.verdict != "unknown" else 0, lambda x: x >= 3, lambda x: "%.2f times" % x),
        decide("%s, small models: at least 50 times faster from file to verdict." % name, small,
               lambda row: row.spin.total / row.tarry.seconds if row.tarry.verdict != "unknown" else 0, lambda x: x >= 50, lambda x: "%.0f times" % x),
        decide("%s: decided for all buffer sizes, mmlib's fairness aside." % name, [row for row in rows if row.setting.fairness != "mmlib"], lambda row: row.sizes.verdict != "unknown", lambda x: x,
               lambda x: "a verdict" if x else "none"),
    ]
