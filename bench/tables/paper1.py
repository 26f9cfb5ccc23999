"""The paper on mmlib, Table 1: small models of a textbook, which are not printed; ours stand for them."""
from goals import Goal
from paper import HEADER, HOW, Question, cells, measure  # noqa: F401
from paper import goals as common_goals

NAME = "paper1"
TITLE = "The paper on mmlib, Table 1: models of a textbook"
ABOUT = """Liveness (L) and safety (S) under SC, TSO and PSO. The paper's models are not printed: each of ours fits what its text says of the row. %sThe paper gave up Question 3.1 under PSO at 47 GB."""
ABOUT %= HOW

# The row, the model, its processes and shared variables, and for each question its macros, kind and whether it is asked with fairness.
LIVE, SAFE = (("LIVE",), "L", True), (("SAFE",), "S", False)
ROWS = [
    ("Section 3.5.2", "lift", 1, 2, [((), "L", True), ((), "L", False)]),
    ("Exercise 2.2", "word", 2, 2, [((), "L", True)]),
    ("Question 2.1", "kessels", 2, 4, [LIVE, SAFE]),
    ("Question 3.1", "wheels", 1, 6, [LIVE, ((), "S", False)]),
    ("Question 3.3", "handshake", 2, 2, [((), "L", True)]),
    ("Question 3.7", "after-you", 2, 2, [LIVE, SAFE]),
]


def settings():
    for title, model, processes, variables, questions in ROWS:
        for macros, question, is_fair in questions:
            for memory in ("sc", "tso", "pso"):
                fairness = ["none"] if not is_fair else ["all"] if memory == "sc" else ["all", "mmlib"]
                for runs in fairness:
                    yield Question("paper/%s.pml" % model, 0, memory, 0 if memory == "sc" else 5, macros + ("FENCES=0",), model == "word",
                                   title, runs, processes, variables, question)


SETTINGS = list(settings())


def goals(rows):
    found = common_goals("Table 1", rows)
    large = [row for row in rows if row.setting.title == "Question 3.1" and row.setting.memory == "pso" and row.setting.fairness != "mmlib"]
    if large:
        fits = [row for row in large if row.complete and row.sizes.verdict != "unknown" and row.sizes.seconds < 1 and row.sizes.peak < 100e6]
        worst = max(large, key=lambda row: row.sizes.seconds)
        found.append(Goal("Table 1, what took the paper over 47 GB: in under 1 s and 100 MB.", len(fits), len(large),
                          "%s in %.2f s and %s MB" % (worst.sizes.verdict, worst.sizes.seconds, worst.sizes.memory())))
    return found
