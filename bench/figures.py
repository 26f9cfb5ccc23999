#!/usr/bin/env python3
"""figures.py: Figs. 2, 6, 7 and 8 of the PIMP paper for our runs, as pictures and as one table.

    figures.py [--tarry BINARY] [--output FOLDER]

writes fig2.svg, fig6.svg, fig7.svg, fig8.svg and README.md into docs/figures. All counts are states; runs of the same version give the
same files, the times of the table aside. Exit: 0, or 1 when a search did not end or a verdict is not the one that is right for the program.
"""
import argparse
import os
import shutil
import sys
import tempfile

BENCH = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, BENCH)

from bars import Bars, chart  # noqa: E402
from tools import MODELS, Limits, Tarry  # noqa: E402

PROGRAMS = {"Dekker": "dekker", "Peterson": "peterson", "Lamport": "lamport", "Szymanski": "szymanski"}
ALL = ["--engine", "explicit", "--errors", "all"]
FIRST = ["--engine", "explicit", "--reduction", "none", "--no-deadlock"]
ROOMY = ["--buffer", "64"]      # no thread of these programs has as many stores: as without a bound, but in one search
REPEATS = 5     # of the short searches whose time is shown

# A way to search: suffix of the program's file, memory, options. The verdict is holds for sc and for fenced programs, else violated.
WAYS = {
    "SC": ("", "sc", [*ALL, "--reduction", "none"]),
    "TSO": ("", "tso", [*ALL, "--reduction", "none"]),
    "TSO, fenced": ("-fenced", "tso", [*ALL, "--reduction", "none"]),
    "Om": ("", "tso-om", [*ALL, "--reduction", "none"]),
    "Fc": ("", "tso-fc", [*ALL, "--reduction", "none"]),
    "Us": ("", "tso-us", [*ALL, "--reduction", "none"]),
    "ample": ("", "tso", [*ALL, "--reduction", "ample"]),
    "ample, fenced": ("-fenced", "tso", [*ALL, "--reduction", "ample"]),
    "ours": ("", "tso", [*ALL, "--reduction", "auto"]),
    "ours, fenced": ("-fenced", "tso", [*ALL, "--reduction", "auto"]),
    "bfs": ("", "tso", [*FIRST, "--search", "bfs", *ROOMY]),
    "neb": ("", "tso", [*FIRST, "--search", "best:neb"]),
    "pw": ("", "tso", [*FIRST, "--search", "best:pw"]),
    "ipw": ("", "tso", [*FIRST, "--search", "best:ipw"]),
    "auto (ours)": ("", "tso", [*FIRST, "--search", "best:auto"]),
    "events": ("", "tso", ["--engine", "events"]),
    "events, fenced": ("-fenced", "tso", ["--engine", "events"]),
}

FIGURES = {     # file: number in the paper, title, axis, ways with their names in the legend
    "fig2.svg": ("2", "State space: SC and TSO", "states", {"SC": "SC", "TSO": "TSO, incorrect", "TSO, fenced": "TSO, fenced"}),
    "fig6.svg": ("6", "State space under approximations of TSO", "states", {"TSO": "TSO", "Om": "Om", "Fc": "Fc", "Us": "Us"}),
    "fig7.svg": ("7", "Partial-order reduction under TSO", "states", {"TSO": "none", "ample": "ample (the paper's)", "ours": "auto (ours)"}),
    "fig8.svg": ("8", "States generated until mutual exclusion fails, TSO", "states generated",
                 {"bfs": "bfs", "neb": "best:neb", "pw": "best:pw", "ipw": "best:ipw", "auto (ours)": "best:auto (ours)"}),
}

ABOUT = """# The figures of the PIMP paper, for our runs

Written by `make figures`. Figs. 2, 6, 7 and 8 of *Can we efficiently check concurrent programs under relaxed memory models in Maude?* (WRLA 2014), with the
programs of `bench/models/pimp`: one entry for each of two threads, without loops around it; a variable marks the critical section. All axes are logarithmic.
"""

TABLE = """## The same programs by what Tarry has beside

States of complete searches under TSO: by the explicit engine without reduction (as in Fig. 2), with the paper's reduction (*ample*) and with our own (`--reduction
auto`), and by the events engine, which needs no bound on buffers. The events engine ends with the first violation. *First violation*: states generated in
breadth-first order, by the best of the paper's three heuristics, and by ours (`--search best:auto`). *ms*: processor time of the whole run, the fastest of %d.
""" % REPEATS

HEADER = ["program", "verdict", "none", "ample", "ours", "events", "ms, none", "ms, ours", "ms, events",
          "first violation: bfs", "best of neb, pw, ipw", "ours"]


class Failure(Exception):
    pass


def search(tarry, program, way):
    suffix, memory, options = WAYS[way]
    answer = tarry.check(os.path.join(MODELS, "pimp", PROGRAMS[program] + suffix + ".pimp"), memory, (), options, REPEATS)
    if answer.problem:
        raise Failure("%s, %s: %s" % (program, way, answer.problem))
    right = "holds" if memory == "sc" or suffix else "violated"
    if answer.verdict != right and memory in ("sc", "tso"):
        raise Failure("%s, %s: %s %s instead of %s" % (program, way, answer.verdict, answer.reason, right))
    print("%-10s %-16s %9d states" % (program, way, answer.statistics["states_stored"]), file=sys.stderr, flush=True)
    return answer


def table_rows(found):
    def states(program, way):
        return "%d" % found[program][way].statistics["states_stored"]

    def milliseconds(program, way):
        return "%.1f" % (found[program][way].seconds * 1000)

    for program in PROGRAMS:
        best = min(found[program][way].statistics["states_stored"] for way in ("neb", "pw", "ipw"))
        yield [program, "violated", *(states(program, way) for way in ("TSO", "ample", "ours", "events")),
               *(milliseconds(program, way) for way in ("TSO", "ours", "events")),
               states(program, "bfs"), "%d" % best, states(program, "auto (ours)")]
        yield [program + ", fenced", "holds", states(program, "TSO, fenced"), states(program, "ample, fenced"), states(program, "ours, fenced"),
               states(program, "events, fenced"), *(milliseconds(program, way + ", fenced") for way in ("TSO", "ours", "events")), "", "", ""]


def page(found):
    lines = [ABOUT]
    for name, (number, title, *_) in FIGURES.items():
        lines.append("![Fig. %s. %s](%s)\n" % (number, title, name))
    lines += [TABLE, "| " + " | ".join(HEADER) + " |", "|" + " --- |" * len(HEADER)]
    lines += ["| " + " | ".join(row) + " |" for row in table_rows(found)]
    return "\n".join(lines) + "\n"


def pictures(found):
    for name, (number, title, y_label, ways) in FIGURES.items():
        groups = {program: [found[program][way].statistics["states_stored"] for way in ways] for program in PROGRAMS}
        yield name, chart(Bars("Fig. %s. %s" % (number, title), y_label, list(ways.values()), groups))


def main():
    parser = argparse.ArgumentParser(description="The figures of the PIMP paper.")
    parser.add_argument("--tarry", default=os.path.join(os.path.dirname(BENCH), "tarry"), metavar="BINARY")
    parser.add_argument("--output", default=os.path.join(os.path.dirname(BENCH), "docs", "figures"), metavar="FOLDER")
    options = parser.parse_args()
    if not shutil.which(options.tarry):
        sys.exit("figures.py: %s is not there" % options.tarry)
    with tempfile.TemporaryDirectory(prefix="tarry-figures-") as scratch:
        tarry = Tarry(os.path.abspath(options.tarry), scratch, Limits())
        try:
            found = {program: {way: search(tarry, program, way) for way in WAYS} for program in PROGRAMS}
        except Failure as failure:
            sys.exit("figures.py: %s" % failure)
    os.makedirs(options.output, exist_ok=True)
    for name, contents in [("README.md", page(found)), *pictures(found)]:
        with open(os.path.join(options.output, name), "w") as out:
            out.write(contents)
    return 0


if __name__ == "__main__":
    sys.exit(main())
