"""Linden and Wolper's Table 1, Fig. 2 and Fig. 4: what the paper says of these programs, and what we find."""
from dataclasses import dataclass, field

from goals import Goal
from tables.table2 import WAYS
from tools import Setting

NAME = "figures"
TITLE = "Linden and Wolper's Table 1, Fig. 2 and Fig. 4"
ABOUT = """The paper gives no figures for these, but says what can happen. The question is put as a property that forbids it, so that *can* stands for
`violated` and *cannot* for `holds`. Each cell has the answer, states stored / states visited / seconds of the search. In Fig. 2 both
processes fill their buffers without end, so that the answer needs a complete search. In Fig. 4 the labels are the paper's
control states."""

QUESTIONS = {   # question: model, memory, options, published
    "Table 1, SC: both processes end": ("table1", "sc", ["--never", "P@end && Q@end", "--no-deadlock"], "cannot"),
    "Table 1, TSO: both processes end": ("table1", "tso", ["--never", "P@end && Q@end", "--no-deadlock"], "can"),
    "Fig. 2, TSO: memory holds another value than those stored": ("fig2", "tso", ["--never", "x > 1 || y > 1", "--no-deadlock"], "cannot"),
    "Fig. 4, TSO: both in 1 with x = y = 0":
        ("fig4", "tso", ["--never", "P@one && Q@one && x == 0 && y == 0", "--no-deadlock"], "can"),
    "Fig. 4, SC: deadlock": ("fig4", "sc", [], "can"),
    "Fig. 4, TSO: deadlock": ("fig4", "tso", [], "can"),
    "Fig. 4, SC: both in 4, and p0 goes on": ("fig4", "sc", ["--never", "P@four && Q@four && view(P, y) == 1", "--no-deadlock"], "cannot"),
    "Fig. 4, TSO: both in 4, and p0 goes on": ("fig4", "tso", ["--never", "P@four && Q@four && view(P, y) == 1", "--no-deadlock"], "can"),
}


@dataclass(frozen=True)
class Question(Setting):
    question: str = ""

    @property
    def name(self):
        return self.question


SETTINGS = [Question("lw/%s.pml" % model, 0, memory, 0, (), True, question)
            for question, (model, memory, _, _) in QUESTIONS.items()]

HEADER = ["question", "published", *WAYS]
ANSWERS = {"violated": "can", "holds": "cannot"}


@dataclass
class QuestionRow:
    setting: Question
    ways: dict = field(default_factory=dict)

    @property
    def published(self):
        return QUESTIONS[self.setting.question][3]

    @property
    def problem(self):
        for way, answer in self.ways.items():
            if answer.problem or ANSWERS.get(answer.verdict) != self.published:
                return "%s: %s" % (way, answer.problem or "%s %s" % (answer.verdict, answer.reason))
        return None

    @property
    def complete(self):
        return not self.problem

    def progress(self):
        return answer_text(self.ways["events"])


def answer_text(answer):
    s = answer.statistics
    return "%s, %d / %d / %.3f" % (ANSWERS[answer.verdict], s["states_stored"], s["states_visited"], s["seconds"])


def measure(bench, setting):
    _, memory, asked, _ = QUESTIONS[setting.question]
    return QuestionRow(setting, {way: bench.tarry.check(setting.path, memory, (), asked + options, repeats=3)
                                 for way, options in WAYS.items()})


def cells(row):
    return [row.setting.question, row.published] + [answer_text(answer) for answer in row.ways.values()]


def goals(rows):
    return [Goal("Table 1, Fig. 2, Fig. 4: the published answers.", sum(row.complete for row in rows), len(rows),
                 next((row.problem for row in rows if row.problem), "none differs"))]
