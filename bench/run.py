#!/usr/bin/env python3
"""run.py: runs Tarry side by side with SPIN (and Maude) on the models of bench/ and writes bench/results.md and the plots beside it.

    run.py [--quick] [--only NAME]... [--tarry BINARY] [--output FILE] [--update] [--time-limit S] [--memory-limit MB]

--quick measures a small part and --only a whole table (sc, buffered, verdict, table2, figures, locks, places, unbounded, generated, growth,
maude, pimp, paper1, paper2, live, translation, writes, thesis, repair, threads) or what carries NAME in its name ("unbounded: fast N=3"); both print, but write results only where --output says so. --update
puts whole tables measured by --only into bench/results.md in place of what stands there, with their goals, and leaves the other tables as they are. Exit: 0 when every row
is as it should be (an `unknown` in the tables with unbounded buffers is), 1 otherwise.
"""
import argparse
import os
import platform
import re
import shutil
import signal
import sys
import tempfile

BENCH = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, BENCH)

from tables import TABLES  # noqa: E402
from goals import label  # noqa: E402
from tools import (GCC_FLAGS, PAN_FLAGS, SPIN_FLAGS, TARRY_FLAGS, Limits, Pair, Spin, Tarry, run)  # noqa: E402


def machine():
    model = platform.machine()
    try:
        with open("/proc/cpuinfo") as info:
            model = next((line.split(":", 1)[1].strip() for line in info if line.startswith("model name")), model)
        with open("/proc/meminfo") as info:
            memory = "%.0f GB" % (int(info.readline().split()[1]) / 1024 / 1024)
    except OSError:
        memory = "unknown memory"
    return "%s, %d cores, %s, Linux %s" % (model, os.cpu_count(), memory, platform.release())


def preamble(spin, tarry, scratch, limits):
    gcc = run(["gcc", "--version"], scratch, limits).output.splitlines()[0]
    return "\n".join([
        "# Tarry beside SPIN",
        "",
        "Written by `make bench`. Both tools ran one after the other on the same machine; a search of less than %g s ran %d times"
        % (Pair.SHORT, Pair.REPEATS),
        "and the best counts; the tool that goes first changes. Times are processor time.",
        "",
        "- Machine: %s" % machine(),
        "- SPIN: %s, %s" % (spin.version(), gcc),
        "- Maude: %s" % run(["maude", "--version"], scratch, limits).output.strip(),
        "- Tarry: %s" % tarry.version(),
        "- SPIN is run as `spin %s`, `gcc %s`, `pan %s -m… -w…`"
        % (" ".join(SPIN_FLAGS), " ".join(GCC_FLAGS), " ".join(PAN_FLAGS)),
        "- Tarry is run as `tarry check MODEL --memory … --buffer … %s`;" % " ".join(TARRY_FLAGS),
        "  with unbounded buffers as the tables say",
        "",
    ])


def table_text(table, rows):
    lines = ["| " + " | ".join(table.HEADER) + " |", "|" + " --- |" * len(table.HEADER)]
    for row in rows:
        if row.complete:
            texts = table.cells(row)
        else:
            texts = [label(row.setting), row.problem.replace("|", "/")] + [""] * (len(table.HEADER) - 2)
        lines.append("| " + " | ".join(texts) + " |")
    return "\n".join(lines)


def table_part(table, rows):
    pictures = "".join("![%s](%s)\n\n" % (what, name) for name, what in getattr(table, "PLOTS", {}).items())
    return "## %s\n\n%s\n\n%s%s\n" % (table.TITLE, table.ABOUT, pictures, table_text(table, rows))


def selected(table, options):
    def wanted(setting):
        if options.quick and not setting.quick:
            return False
        return not options.only or any(name == table.NAME or name not in names and name in full_name(table, setting)
                                       for name in options.only)
    names = [other.NAME for other in TABLES]
    return [setting for setting in table.SETTINGS if wanted(setting)]


def full_name(table, setting):
    return "%s: %s" % (table.NAME, label(setting))


def measure_table(table, bench, settings):
    rows = []
    for setting in settings:
        row = table.measure(bench, setting)
        rows.append(row)
        print("%-9s %-40s %s" % (table.NAME, label(setting), row.problem or row.progress()), file=sys.stderr, flush=True)
    return rows


def updated(old, parts, goals):
    """The text of earlier results with these parts, by the titles of their tables, and goals, by what they ask for, in place of theirs."""
    head, *sections = re.split(r"(?m)^(?=## )", old)
    by_title = {section.partition("\n")[0]: section for section in sections}
    lines = by_title["## Goals"].splitlines()
    for goal in goals:
        at = [n for n, line in enumerate(lines) if ": %s" % goal.text in line]
        lines[at[0] if at else len(lines):] = [goal.line(), *lines[at[0] + 1:]] if at else [goal.line()]
    by_title["## Goals"] = "\n".join([line for line in lines if line] + [""]).replace("## Goals\n", "## Goals\n\n") + "\n"
    by_title.update((part.partition("\n")[0], part) for part in parts)
    order = ["## Goals"] + ["## " + table.TITLE for table in TABLES]
    return head + "".join(by_title[title].rstrip("\n") + "\n\n" for title in order if title in by_title).rstrip("\n") + "\n"


def write_results(path, text, pictures):
    """The pictures go beside the text, which shows them."""
    for name, contents in [(os.path.basename(path), text), *pictures.items()]:
        with open(os.path.join(os.path.dirname(path), name), "w") as out:
            out.write(contents)


def arguments():
    parser = argparse.ArgumentParser(description="Tarry and SPIN side by side.")
    parser.add_argument("--quick", action="store_true", help="a small part, a minute or two")
    parser.add_argument("--only", action="append", metavar="NAME", help="only settings with NAME in their name, or a whole table")
    parser.add_argument("--tarry", default=os.path.join(os.path.dirname(BENCH), "tarry"), metavar="BINARY")
    parser.add_argument("--output", metavar="FILE", help="default: bench/results.md, after a whole run")
    parser.add_argument("--update", action="store_true", help="put the tables that --only names into bench/results.md")
    parser.add_argument("--time-limit", type=int, default=Limits.seconds, metavar="S", help="of one run of a tool")
    parser.add_argument("--memory-limit", type=int, default=Limits.megabytes, metavar="MB", help="of one run of a tool")
    options = parser.parse_args()
    if options.update and (options.quick or not set(options.only or ()) <= {table.NAME for table in TABLES} or not options.only):
        parser.error("--update takes whole tables: --only NAME, without --quick")
    if options.update:
        options.output = options.output or os.path.join(BENCH, "results.md")
    if not options.output and not options.quick and not options.only:
        options.output = os.path.join(BENCH, "results.md")
    return options


def main():
    options = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))     # so that the scratch folder goes and no tool stays
    for program in ("spin", "gcc", "maude", options.tarry):
        if not shutil.which(program):
            sys.exit("run.py: %s is not there" % program)
    limits = Limits(options.time_limit, options.memory_limit)
    parts, goals, pictures, complete = [], [], {}, True
    with tempfile.TemporaryDirectory(prefix="tarry-bench-") as scratch:
        spin, tarry = Spin(scratch, limits), Tarry(os.path.abspath(options.tarry), scratch, limits)
        bench = Pair(spin, tarry, options.quick)
        parts.append(preamble(spin, tarry, scratch, limits))
        for table in TABLES:
            settings = selected(table, options)
            if settings:
                rows = measure_table(table, bench, settings)
                complete = complete and all(row.complete for row in rows)
                goals += table.goals(rows)
                parts.append(table_part(table, rows))
                if hasattr(table, "plots"):
                    pictures.update(table.plots(rows))
    if options.update:
        with open(options.output) as old:
            text = updated(old.read(), parts[1:], goals)
    else:
        parts.insert(1, "## Goals\n\n%s\n" % "\n".join(goal.line() for goal in goals))
        text = "\n".join(parts)
    print(text)
    if options.output:
        write_results(options.output, text, pictures)
    return 0 if complete else 1


if __name__ == "__main__":
    sys.exit(main())
