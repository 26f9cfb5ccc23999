"""szymanski.py: Szymanski's mutual exclusion as a PIMP program, for any number of threads and of entries."""


def all_of(conditions):
    return " and ".join(conditions) or "true"


def entry(me, threads):
    """One entry of a thread. Its door is 0 outside, 1 at the entrance, 2 waiting inside, 3 in the doorway, 4 closed behind it; the variable
    in<me> marks the critical section."""
    others = [j for j in range(1, threads + 1) if j != me]
    before = ["door%d <= 1" % j for j in others if j < me]
    after = ["(door%d <= 1 or door%d = 4)" % (j, j) for j in others if j > me]
    lines = ["door%d := 1" % me,
             "wait (%s)" % all_of("door%d <= 2" % j for j in others),
             "door%d := 3" % me,
             "if (%s) { door%d := 2; wait (%s) }" % (" or ".join("door%d = 1" % j for j in others), me,
                                                     " or ".join("door%d = 4" % j for j in others)),
             "door%d := 4" % me]
    lines += ["wait (%s)" % all_of(before)] if before else []
    lines += ["in%d := 1" % me, "in%d := 0" % me]
    lines += ["wait (%s)" % all_of(after)] if after else []
    return lines + ["door%d := 0" % me]


def program(threads, entries):
    parts = ["program szymanski"]
    for me in range(1, threads + 1):
        parts.append("thread %d {\n    %s\n}" % (me, ";\n    ".join(entry(me, threads) * entries)))
    pairs = ["in%d = 1 and in%d = 1" % (i, j) for i in range(1, threads + 1) for j in range(i + 1, threads + 1)]
    return "\n".join(parts + ["violation " + " or ".join(pairs), ""])
