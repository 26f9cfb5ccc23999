"""tools.py: runs SPIN and Tarry on one setting of a model and reads what they say of themselves.

A setting names a model, the macros it is built with, and the memory it runs on. Each tool gets the same limits. Times are
the processor time (user and system) of the tool and of all that it starts, so that other work on the machine counts
for as little as possible.
"""
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
from dataclasses import dataclass, replace

BENCH = os.path.dirname(os.path.abspath(__file__))
MODELS = os.path.join(BENCH, "models")

SPIN_FLAGS = ["-a", "-o2", "-o3"]
GCC_FLAGS = ["-O2", "-DSAFETY", "-DNOREDUCE", "-DNOCLAIM"]
PAN_FLAGS = ["-c0", "-E"]
TARRY_FLAGS = ["--engine", "explicit", "--reduction", "none", "--errors", "all", "--no-deadlock", "--json", "-"]

MEGABYTE = 1024 * 1024
TOO_DEEP = "deeper than pan's search stack"


@dataclass(frozen=True)
class Setting:
    model: str                  # file below models/
    states: int                 # what SPIN stores, at most; sets the size of pan's hash table and search stack
    memory: str = "sc"          # sc, tso, pso
    buffer: int = 0             # stores a buffer holds; 0 under sc, or without a bound
    defines: tuple = ()         # ("N=4", "NOFENCE")
    quick: bool = False         # part of the quick run

    @property
    def name(self):
        stem = os.path.splitext(os.path.basename(self.model))[0]
        return " ".join([stem] + [d if "=" in d else d.lower() for d in self.defines])

    @property
    def path(self):
        return os.path.join(MODELS, self.model)

    @property
    def macros(self):
        if self.memory == "sc":
            return list(self.defines)
        return [self.memory.upper()] + (["BUFFSIZE=%d" % self.buffer] if self.buffer else []) + list(self.defines)


@dataclass
class Measure:
    """One tool on one setting. `problem` is None when the search was complete."""
    problem: str = None
    setup: float = 0.0          # seconds of spin -a and gcc
    seconds: float = 0.0        # seconds of the search (Tarry: of the whole run)
    states: int = 0
    transitions: int = 0
    errors: int = 0
    state_bytes: float = 0.0
    depth: int = 0              # pan: the longest path

    @property
    def rate(self):
        return self.states / max(self.seconds, 1e-6)

    @property
    def total(self):
        return self.setup + self.seconds


@dataclass
class Limits:
    seconds: int = 300
    megabytes: int = 8000
    processor: int = 0          # seconds of processor time; 0: no limit


@dataclass
class Finished:
    problem: str                # a limit or a signal; None when the command ended by itself
    code: int
    seconds: float
    output: str
    complaint: str              # the first line of its standard error
    log: str                    # all of that
    peak: int                   # bytes of memory that were in use at once


def run(command, folder, limits):
    """Runs a command to its end or to a limit; output and errors are kept in files, so that no pipe can fill up."""
    def set_limits():
        resource.setrlimit(resource.RLIMIT_AS, (limits.megabytes * MEGABYTE,) * 2)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if limits.processor:
            resource.setrlimit(resource.RLIMIT_CPU, (limits.processor, limits.processor + 5))

    with tempfile.TemporaryFile(dir=folder) as out, tempfile.TemporaryFile(dir=folder) as err:
        child = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                 start_new_session=True, preexec_fn=set_limits)
        expired = threading.Event()

        def stop():
            expired.set()
            os.killpg(child.pid, signal.SIGKILL)

        timer = threading.Timer(limits.seconds, stop)
        timer.start()
        try:
            _, status, usage = os.wait4(child.pid, 0)
        except BaseException:
            os.killpg(child.pid, signal.SIGKILL)
            os.wait4(child.pid, 0)
            raise
        finally:
            timer.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)    # Popen must not wait for it again
        out.seek(0)
        err.seek(0)
        text = out.read().decode("utf-8", "replace")
        log = err.read().decode("utf-8", "replace")
    problem = None
    if expired.is_set():
        problem = "more than %d s" % limits.seconds
    elif child.returncode == -signal.SIGXCPU:
        problem = "more than %d s" % limits.processor
    elif child.returncode < 0:
        problem = "killed by signal %d" % -child.returncode
    return Finished(problem, child.returncode, usage.ru_utime + usage.ru_stime, text, log.partition("\n")[0].strip(), log,
                    usage.ru_maxrss * 1024)


class Spin:
    """SPIN: one folder with a compiled verifier a setting."""

    def __init__(self, scratch, limits):
        self.scratch, self.limits = scratch, limits

    def version(self):
        return run(["spin", "-V"], self.scratch, self.limits).output.strip()

    def prepare(self, setting, gcc_flags=GCC_FLAGS):
        """Generates and compiles the verifier; returns its folder, the time that it took and the problem, if any."""
        folder = tempfile.mkdtemp(dir=self.scratch)
        macros = ["-D" + m for m in setting.macros]
        seconds = 0.0
        for command in (["spin"] + SPIN_FLAGS + macros + [setting.path], ["gcc", *gcc_flags, "-o", "pan", "pan.c"]):
            done = run(command, folder, self.limits)
            seconds += done.seconds
            if done.problem or done.code:
                return folder, seconds, "%s: %s" % (command[0], done.problem or done.complaint or done.output.strip())
        return folder, seconds, None

    def search(self, folder, setting, depth):
        """One run of pan with a search stack of this depth, and one hash slot a state."""
        slots = max(16, (setting.states - 1).bit_length())
        done = run(["./pan"] + PAN_FLAGS + ["-m%d" % depth, "-w%d" % slots], folder, self.limits)
        result = Measure(problem=done.problem, seconds=done.seconds)
        if not result.problem:
            read_pan(done.output, result)
        return result

    def discard(self, folder):
        shutil.rmtree(folder, ignore_errors=True)


def read_pan(text, result):
    def number(pattern):
        found = re.search(pattern, text, re.M)
        if not found:
            result.problem = result.problem or "pan's output lacks /%s/" % pattern
            return 0.0
        return float(found.group(1))

    if "max search depth too small" in text:
        result.problem = TOO_DEEP
    elif "out of memory" in text:
        result.problem = "pan is out of memory"
    else:
        result.states = int(number(r"^ *([\d.e+]+) states, stored"))
        result.transitions = int(number(r"^ *([\d.e+]+) transitions"))
        result.errors = int(number(r"errors: (\d+)"))
        result.depth = int(number(r"depth reached (\d+)"))
        megabytes = number(r"^ *([\d.]+)\s+actual memory usage for states") + number(r"^ *([\d.]+)\s+memory used for hash table")
        result.state_bytes = megabytes * MEGABYTE / max(result.states, 1)


@dataclass
class Answer:
    """What `tarry check` said. `problem` is None when it gave a verdict, `unknown` included."""
    problem: str = None
    verdict: str = ""
    reason: str = ""            # of unknown
    seconds: float = 0.0        # processor time of the whole run
    peak: int = 0               # bytes
    complete: bool = True       # no property is unknown
    engine: str = ""
    states: int = 0             # of the last search, where --log was given: that of a temporal property, which comes last; events: kept states
    statistics: dict = None

    def memory(self):
        """In MB. A new process starts with the memory of the one that starts it, which is all that can be said of a smaller one."""
        floor = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        return "%.0f" % (self.peak / 1e6) if self.peak > 1.2 * floor else "< %.0f" % (1.2 * floor / 1e6)


class Tarry:
    def __init__(self, binary, scratch, limits):
        self.binary, self.scratch, self.limits = binary, scratch, limits

    def version(self):
        return run([self.binary, "--version"], self.scratch, self.limits).output.strip()

    def search(self, setting):
        command = [self.binary, "check", setting.path, "--memory", setting.memory]
        if setting.buffer:
            command += ["--buffer", str(setting.buffer)]
        for macro in setting.macros:
            command += ["-D", macro]
        return self.measure(command)

    def measure(self, command):
        done = run(command + TARRY_FLAGS, self.scratch, self.limits)
        result = Measure(problem=done.problem, seconds=done.seconds)
        if not result.problem and done.code > 2:
            result.problem = done.complaint or "exit code %d" % done.code
        if not result.problem:
            read_tarry(done.output, result)
        return result

    def check(self, path, memory, macros=(), options=(), repeats=1):
        """The answer of the fastest of several runs; the first one that is slow is the last."""
        command = [self.binary, "check", path, "--memory", memory, "--json", "-", *options]
        for macro in macros:
            command += ["-D", macro]
        best = None
        for _ in range(repeats):
            best = fastest(best, read_answer(run(command, self.scratch, self.limits)), lambda a: a.seconds)
            if best.problem or best.seconds > 1:
                break
        return best

    def check_within(self, seconds, megabytes, path, memory, macros, options, repeats=3):
        """The same, where more processor time or memory than this is `unknown`."""
        kept, self.limits = self.limits, Limits(8 * seconds, 2 * megabytes, seconds)
        try:
            found = self.check(path, memory, macros, [*options, "--memory-limit", str(megabytes)], repeats)
        finally:
            self.limits = kept
        if found.problem and found.problem.startswith("more than"):
            return replace(found, problem=None, verdict="unknown", reason=found.problem, statistics={"peak_memory_bytes": found.peak})
        return found


def read_answer(done):
    answer = Answer(problem=done.problem, seconds=done.seconds, peak=done.peak)
    if answer.problem:
        return answer
    try:
        report = json.loads(done.output)
        answer.verdict, answer.reason = report["verdict"], report.get("reason") or ""
        answer.engine = report.get("engine") or ""
        answer.complete = not any(p["verdict"] == "unknown" for p in report["properties"])
        answer.statistics = report["statistics"]
        answer.engine = report["properties"][-1].get("engine") or answer.engine
        pattern = r"(\d+) states, \d+ edges" if answer.engine == "events" and " edges" in done.log else r"(\d+) states stored"
        counts = re.findall(pattern, done.log)
        answer.states = int(counts[-1]) if counts else answer.statistics["states_stored"]
    except (ValueError, KeyError) as fault:
        answer.problem = done.complaint or "unreadable report: %r" % fault
    return answer


def read_tarry(text, result):
    try:
        report = json.loads(text)
        statistics = report["statistics"]
        result.states = statistics["states_stored"]
        result.transitions = statistics["transitions"]
        result.errors = statistics["errors"]
        result.state_bytes = statistics["state_bytes"]
        if report["verdict"] not in ("holds", "violated"):
            result.problem = "verdict %s %s" % (report["verdict"], report.get("reason", ""))
    except (ValueError, KeyError) as fault:
        result.problem = "unreadable report: %r" % fault


def fastest(old, new, key):
    """The better of two measures of the same thing; a problem is never hidden."""
    if old is None or new.problem:
        return new
    return old if old.problem or key(old) <= key(new) else new


class Pair:
    """Both tools, run in turn on one setting."""
    SHORT = 3.0     # seconds; a shorter search is repeated
    REPEATS = 3

    def __init__(self, spin, tarry, quick=False):
        self.spin, self.tarry, self.quick = spin, tarry, quick
        self.tarry_first = False

    def measure(self, setting, with_setup=False):
        """SPIN's and Tarry's best measure. The tool that starts changes with every setting and every repetition. With
        with_setup, generating and compiling the verifier are repeated and timed too."""
        session = SpinSession(self.spin, setting, with_setup)
        best = {"spin": None, "tarry": None}
        self.tarry_first = not self.tarry_first
        try:
            for repeat in range(self.REPEATS):
                order = ["tarry", "spin"] if self.tarry_first == (repeat % 2 == 0) else ["spin", "tarry"]
                for tool in order:
                    new = self.tarry.search(setting) if tool == "tarry" else session.search()
                    best[tool] = fastest(best[tool], new, lambda m: m.total if with_setup else m.seconds)
                if any(m.problem for m in best.values()) or max(m.seconds for m in best.values()) > self.SHORT:
                    break
        finally:
            session.close()
        return best["spin"], best["tarry"]


class SpinSession:
    """Repeated searches of one setting by SPIN, which compile the verifier once, or every time."""
    MARGIN = 10_000
    DEEPEST = 50_000_000

    def __init__(self, spin, setting, always_compile):
        self.spin, self.setting, self.always_compile = spin, setting, always_compile
        self.folder, self.setup, self.problem = None, 0.0, None
        self.depth = setting.states + self.MARGIN       # steps inside atomic blocks, which store no state, can add to it

    def search(self):
        if self.always_compile:
            self.close()
        if not self.folder:
            self.folder, self.setup, self.problem = self.spin.prepare(self.setting)
        result = Measure(problem=self.problem)
        if not self.problem:
            result = self.spin.search(self.folder, self.setting, self.depth)
            while result.problem == TOO_DEEP and self.depth < self.DEEPEST:
                self.depth *= 2
                result = self.spin.search(self.folder, self.setting, self.depth)
        result.setup = self.setup
        if not result.problem:
            self.depth = result.depth + self.MARGIN     # pan clears the whole of its stack: no more than it needs
        return result

    def close(self):
        if self.folder:
            self.spin.discard(self.folder)
            self.folder = None
