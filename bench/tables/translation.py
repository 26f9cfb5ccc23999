"""Formulas to automata: how large SPIN's are, and ours."""
import os
import random
import re
import tempfile
from dataclasses import dataclass

from goals import Goal
from tools import Limits, run

NAME = "translation"
TITLE = "Formulas to automata"
ABOUT = """Random formulas over three propositions with the operators of `spin -f` (no X, no W), 50 of each size (operators and propositions), the same in
every run. *States* and *transitions* are
averages: of the claim that `spin -f F` prints, and of the automaton that `tarry export --to dot --ltl F` draws. SPIN's has one set of accepting states;
ours is generalised: it has marks on transitions, and accepts where each mark is met for ever, as the search for cycles takes it. Formulas on which
`spin -f` needs more than %d s are left out, and counted."""

LIMIT = 10
ABOUT %= LIMIT
COUNT = 50
UNARY = ["!", "<>", "<>", "[]"]
BINARY = ["&&", "||", "->", "<->", "U", "V"]


@dataclass(frozen=True)
class Size:
    size: int
    quick: bool = False
    memory: str = "sc"

    @property
    def name(self):
        return "formulas of size %d" % self.size


SETTINGS = [Size(4, True), Size(6), Size(8), Size(10)]
HEADER = ["size", "formulas", "left out", "states SPIN", "Tarry", "transitions SPIN", "Tarry", "not larger", "seconds SPIN", "Tarry"]


def random_formula(choice, size):
    if size <= 1:
        return choice.choice("abc")
    kind, left = choice.randrange(len(UNARY) + len(BINARY)), choice.randrange(1, size)
    if kind < len(UNARY):
        return "%s (%s)" % (UNARY[kind], random_formula(choice, size - 1))
    operator = BINARY[kind - len(UNARY)]
    if operator == "<->" and size >= 8:
        operator = "||"
    return "(%s) %s (%s)" % (random_formula(choice, left), operator, random_formula(choice, size - left))


def size_of_claim(text):
    """States and transitions of what `spin -f` prints: labels that follow each other name one state."""
    states = len(re.findall(r"^(?:\w+:[ \t]*\n)+", text, re.M))
    return states, len(re.findall(r"^\s*::", text, re.M)) + len(re.findall(r"^\s*skip", text, re.M))


def size_of_drawing(text):
    edges = re.findall(r"^  (\d+) -> (\d+) ", text, re.M)
    return len({0} | {int(end) for edge in edges for end in edge}), len(edges)


@dataclass
class TranslationRow:
    setting: Size
    spin: list          # (states, transitions) of each formula
    tarry: list
    left_out: int
    seconds: tuple
    problem: str = None

    @property
    def complete(self):
        return not self.problem

    def progress(self):
        return "%.2f / %.2f states" % (average(self.spin, 0), average(self.tarry, 0))


def average(sizes, which):
    return sum(size[which] for size in sizes) / max(len(sizes), 1)


def measure(bench, setting):
    choice = random.Random(setting.size)
    row = TranslationRow(setting, [], [], 0, (0.0, 0.0))
    with tempfile.TemporaryDirectory(dir=bench.tarry.scratch) as folder:
        path = os.path.join(folder, "three.pml")
        with open(path, "w") as out:
            out.write("bool a, b, c;\nactive proctype P() { skip }\n")
        while len(row.spin) < COUNT and not row.problem:
            translate(bench, row, path, folder, random_formula(choice, setting.size))
    return row


def translate(bench, row, path, folder, formula):
    limits = Limits(4 * LIMIT, 2048, LIMIT)
    spin = run(["spin", "-f", formula], folder, limits)
    tarry = run([bench.tarry.binary, "export", path, "--to", "dot", "--ltl", formula], folder, limits)
    if tarry.problem or tarry.code:
        row.problem = row.problem or "Tarry on %s: %s" % (formula, tarry.problem or tarry.complaint)
    elif spin.problem or spin.code or "never" not in spin.output:
        row.left_out += 1
    else:
        row.spin.append(size_of_claim(spin.output))
        row.tarry.append(size_of_drawing(tarry.output))
        row.seconds = row.seconds[0] + spin.seconds, row.seconds[1] + tarry.seconds


def cells(row):
    not_larger = sum(ours[0] <= theirs[0] for ours, theirs in zip(row.tarry, row.spin))
    return ["%d" % row.setting.size, "%d" % len(row.spin), "%d" % row.left_out, "%.2f" % average(row.spin, 0), "%.2f" % average(row.tarry, 0),
            "%.2f" % average(row.spin, 1), "%.2f" % average(row.tarry, 1), "%d" % not_larger, "%.2f" % row.seconds[0], "%.2f" % row.seconds[1]]


def goals(rows):
    def total(tool, which):
        sizes = [size for row in rows for size in getattr(row, tool)]
        return average(sizes, which)

    reached = all(row.complete for row in rows) and all(total("tarry", i) <= total("spin", i) for i in (0, 1))
    return [Goal("Automata of formulas: on average no larger than those of `spin -f`.", int(reached), 1,
                 "%.2f states and %.2f transitions, SPIN's %.2f and %.2f" % (total("tarry", 0), total("tarry", 1), total("spin", 0), total("spin", 1)))]
