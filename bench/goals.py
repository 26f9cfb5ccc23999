"""goals.py: what the project set itself to reach, decided by measured rows."""
from dataclasses import dataclass


@dataclass
class Row:
    setting: object
    spin: object
    tarry: object

    @property
    def problem(self):
        if self.spin.problem:
            return "SPIN: " + self.spin.problem
        return "Tarry: " + self.tarry.problem if self.tarry.problem else None

    @property
    def complete(self):
        return not self.problem

    def progress(self):
        return "%10d / %10d states, %6.2f / %6.2f s" % (self.spin.states, self.tarry.states, self.spin.total, self.tarry.total)


@dataclass
class Goal:
    text: str
    reached: int        # rows that reach it
    of: int             # rows that it speaks of
    worst: str          # the row that is farthest from it, with its figure

    def line(self):
        if self.of == 0:
            return "- not decided (nothing measured): %s" % self.text
        word = "reached" if self.reached == self.of else "NOT REACHED"
        return "- **%s** (%d of %d): %s Worst: %s." % (word, self.reached, self.of, self.text, self.worst)


def decide(text, rows, figure, is_reached, show, smallest_is_worst=True):
    """A goal over rows: figure(row) is a number, is_reached(number) says whether it will do. A row on which a tool did
    not finish does not reach the goal."""
    complete = [row for row in rows if row.complete]
    reached = [row for row in complete if is_reached(figure(row))]
    if len(complete) < len(rows):
        failed = next(row for row in rows if not row.complete)
        worst = "%s (%s)" % (label(failed.setting), failed.problem)
    elif complete:
        pick = min if smallest_is_worst else max
        row = pick(complete, key=figure)
        worst = "%s with %s" % (label(row.setting), show(figure(row)))
    else:
        worst = ""
    return Goal(text, len(reached), len(rows), worst)


def label(setting):
    if setting.memory == "sc":
        return setting.name
    return "%s, %s %s" % (setting.name, setting.memory.upper(), setting.buffer or "unbounded")
