"""The paper on mmlib, Table 2: mutual exclusion for two, with the fences that each memory needs, and without."""
from paper import HEADER, HOW, Question, cells, measure  # noqa: F401
from paper import goals as common_goals

NAME = "paper2"
TITLE = "The paper on mmlib, Table 2: mutual exclusion for two"
ABOUT = """(L): `[] (SVAR(P, F) == 1 -> <> P@CS)`, where P raises its flag F to get in; (S): `[] !(P@CS && Q@CS)`. The models are ours. %sPeterson under PSO with the fences of TSO is the paper's Peterson, with those of PSO its Peterson*."""
ABOUT %= HOW

VARIABLES = {"burns": 2, "dekker": 3, "dijkstra": 5, "bakery": 4, "fast": 4, "peterson": 3, "szymanski": 2}
TITLES = {"bakery": "Lamport Bakery", "fast": "Lamport Fast"}
FENCES = {"sc": (0,), "tso": (0, 1), "pso": (0, 1, 2)}
ONE_FENCE_WILL_DO = ("burns", "szymanski")      # these have no fence that PSO needs and TSO does not


def settings():
    for model, variables in VARIABLES.items():
        for memory, levels in FENCES.items():
            for level in levels:
                if level == 2 and model in ONE_FENCE_WILL_DO:
                    continue
                questions = [("LIVE", "all"), ("SAFE", "none")] + ([("LIVE", "mmlib")] if memory != "sc" else [])
                for claim, fairness in questions:
                    yield Question("paper/%s.pml" % model, 0, memory, 0 if memory == "sc" else 5, (claim, "FENCES=%d" % level),
                                   model == "peterson" and memory == "sc", TITLES.get(model, model.capitalize()), fairness, 2, variables, claim[0])


SETTINGS = list(settings())


def goals(rows):
    return common_goals("Table 2", rows)
