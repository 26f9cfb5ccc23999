"""Generated programs: how many the events engine does not decide in a second."""
import json
import os
import shutil
import sys
import tempfile
from dataclasses import dataclass

from goals import Goal
from tools import BENCH, Setting, run

sys.path.append(os.path.join(os.path.dirname(BENCH), "tests"))

from lib.suite_engines import Sample  # noqa: E402

NAME = "generated"
TITLE = "Generated programs"
ABOUT = """Random programs as in the test-suite `engines`: 2 to 4 processes, loops in loops, jumps, registers, fences, locked instructions, atomic blocks, ghosts,
channels. *Undecided* are those that `check --engine events --time-limit 1` answers `unknown`. *Not ended* are those that it answers so when their assertions
are taken out and deadlock is not asked for, so that nothing but a complete search will do (or a run-time error, in a few of them). *Refused* are programs that
the engine does not take; they count for nothing. *Seconds* are processor time for all of them, first as they are and then for the complete searches."""

PROGRAMS, PROGRAMS_QUICK, BATCH, SEED = 1000, 100, 50, 1
MOST = {"tso": 0.3, "pso": 1.5}         # per cent
SETTINGS = [Setting("generated.pml", 0, memory, 0, (), True) for memory in MOST]
HEADER = ["memory", "programs", "refused", "holds", "violated", "undecided", "not ended", "seconds", "complete"]
NO_ASSERTIONS = "#define assert(condition) skip\n"


@dataclass
class GeneratedRow:
    setting: Setting
    refused: int = 0
    holds: int = 0
    violated: int = 0
    unknown: int = 0
    not_ended: int = 0
    seconds: float = 0.0
    complete_seconds: float = 0.0
    problem: str = None

    @property
    def complete(self):
        return not self.problem

    @property
    def taken(self):
        return self.holds + self.violated + self.unknown

    def share(self, count):
        return 100 * count / max(self.taken, 1)

    def progress(self):
        return "%d of %d undecided, %d not ended" % (self.unknown, self.taken, self.not_ended)


def batch(tarry, memory, folder, options):
    """The results for all programs in a folder, by name, and the processor time."""
    done = run([tarry.binary, "check", folder, "--memory", memory, "--engine", "events", "--time-limit", "1", "--json", "-", *options],
               tarry.scratch, tarry.limits)
    if done.problem or done.code == 4:
        raise RuntimeError(done.problem or done.complaint)
    return json.loads(done.output)["results"], done.seconds


def count(row, tarry, folder):
    results, seconds = batch(tarry, row.setting.memory, os.path.join(folder, "whole"), [])
    row.seconds += seconds
    for result in results:
        field = {"error": "refused"}.get(result["verdict"], result["verdict"])
        setattr(row, field, getattr(row, field) + 1)
    results, seconds = batch(tarry, row.setting.memory, os.path.join(folder, "silent"), ["--no-deadlock"])
    row.complete_seconds += seconds
    row.not_ended += sum(result["verdict"] == "unknown" for result in results)


def write_programs(folder, numbers):
    for name, head in (("whole", ""), ("silent", NO_ASSERTIONS)):
        os.mkdir(os.path.join(folder, name))
        for number in numbers:
            with open(os.path.join(folder, name, "p%04d.pml" % number), "w", encoding="utf-8") as out:
                out.write(head + Sample(SEED, number).text())


def measure(bench, setting):
    row = GeneratedRow(setting)
    programs = PROGRAMS_QUICK if bench.quick else PROGRAMS
    try:
        for start in range(0, programs, BATCH):
            folder = tempfile.mkdtemp(dir=bench.tarry.scratch)
            write_programs(folder, range(start, start + BATCH))
            count(row, bench.tarry, folder)
            shutil.rmtree(folder)
    except (RuntimeError, ValueError, KeyError) as fault:
        row.problem = "programs from %d on: %s" % (start, fault)
    return row


def cells(row):
    return [row.setting.memory.upper(), "%d" % (row.taken + row.refused), "%d" % row.refused, "%d" % row.holds, "%d" % row.violated,
            "%d (%.2f %%)" % (row.unknown, row.share(row.unknown)), "%d (%.2f %%)" % (row.not_ended, row.share(row.not_ended)),
            "%.1f" % row.seconds, "%.1f" % row.complete_seconds]


def goals(rows):
    found = []
    for row in rows:
        memory = row.setting.memory
        for what, number in (("undecided", row.unknown), ("not ended", row.not_ended)):
            reached = row.complete and row.share(number) <= MOST[memory]
            found.append(Goal("Generated programs, %s, 1 s each: at most %g %% %s." % (memory.upper(), MOST[memory], what), int(reached), 1,
                              row.problem or "%.2f %%" % row.share(number)))
    return found
