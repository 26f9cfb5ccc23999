"""Reduces a failing program while it goes on failing: fewer processes, statements, options, variables, smaller expressions."""
import copy

from .syntax import Stmt


def bodies(program):
    """Every list of statements, as (list, may it become empty)."""
    found = []
    def visit(body, may_be_empty):
        found.append((body, may_be_empty))
        for s in body:
            for option in s.options or []:
                visit(option, False)
            for inner in (s.body, s.escape):
                if inner is not None:
                    visit(inner, False)
    for q in program.procs:
        visit(q.body, True)
    return found


def expression_cuts(e):
    if e is None or e[0] in ('const', 'pid', 'nr_pr', 'any'):
        return []
    cuts = [('const', 0), ('const', 1)]
    if e[0] in ('remote', 'view', 'at'):      # what they name must stay a place
        return cuts
    cuts += [part for part in e[1:] if isinstance(part, tuple) and part and isinstance(part[0], str)]
    for position, part in enumerate(e):
        if position and isinstance(part, tuple) and part and isinstance(part[0], str):
            cuts += [e[:position] + (smaller,) + e[position + 1:] for smaller in expression_cuts(part)]
    return cuts


def candidates(program):
    """Smaller programs, the boldest cuts first."""
    for number in range(len(program.procs)):
        smaller = copy.deepcopy(program)
        gone = smaller.procs.pop(number).name
        for body, _ in bodies(smaller):
            body[:] = [s for s in body if not (s.kind == 'run' and s.name == gone)] or [Stmt('skip')]
        yield smaller
        if program.procs[number].active > 1 or program.procs[number].provided:
            smaller = copy.deepcopy(program)
            smaller.procs[number].active = min(1, smaller.procs[number].active)
            smaller.procs[number].provided = None
            yield smaller
        for e in expression_cuts(program.procs[number].provided):
            smaller = copy.deepcopy(program)
            smaller.procs[number].provided = e
            yield smaller
    count = len(bodies(program))
    for number in range(count):
        for position in range(len(bodies(program)[number][0])):
            yield from statement_cuts(program, number, position)
    for group in ('globals', 'chans'):
        for number in range(len(getattr(program, group))):
            smaller = copy.deepcopy(program)
            del getattr(smaller, group)[number]
            yield smaller
    for number, v in enumerate(program.globals):
        for change in ({'type': 'byte'}, {'initial': 0}, {'ghost': False}):
            if any(getattr(v, k) != value for k, value in change.items()) and not (v.type == 'int' and 'type' in change):
                smaller = copy.deepcopy(program)
                vars(smaller.globals[number]).update(change)
                yield smaller
    for number, q in enumerate(program.procs):
        for position in range(len(q.locals)):
            smaller = copy.deepcopy(program)
            del smaller.procs[number].locals[position]
            yield smaller
            if q.locals[position].initial:
                smaller = copy.deepcopy(program)
                smaller.procs[number].locals[position].initial = 0
                yield smaller


def statement_cuts(program, number, position):
    def cut():
        smaller = copy.deepcopy(program)
        return smaller, bodies(smaller)[number][0]

    s = bodies(program)[number][0][position]
    smaller, body = cut()
    del body[position]
    if body or bodies(program)[number][1]:
        yield smaller
    inner = [s.body, s.escape] + (s.options or [])
    for which, part in enumerate(inner):
        if part is not None:
            smaller, body = cut()
            old = body[position]
            body[position:position + 1] = ([old.body, old.escape] + (old.options or []))[which]
            yield smaller
    for which in range(len(s.options or [])):
        if len(s.options) > 1:
            smaller, body = cut()
            del body[position].options[which]
            yield smaller
    if s.label:
        smaller, body = cut()
        body[position].label = None
        yield smaller
    if s.kind not in ('skip', 'else', 'break', 'goto') and not inner[0] and not s.options:
        smaller, body = cut()
        body[position] = Stmt('skip', label=s.label)
        yield smaller
    for name in ('expr', 'other'):
        for e in expression_cuts(getattr(s, name)):
            smaller, body = cut()
            setattr(body[position], name, e)
            yield smaller
    for name in ('target', 'result'):
        place = getattr(s, name)
        for e in expression_cuts(place[2]) if place and place[2] else []:
            smaller, body = cut()
            setattr(body[position], name, (*place[:2], e))
            yield smaller
    for which, argument in enumerate(s.args):
        for e in expression_cuts(argument) if s.kind != 'recv' else [('eval', e) for e in expression_cuts(argument[1])] if argument[0] == 'eval' else []:
            smaller, body = cut()
            body[position].args[which] = e
            yield smaller
    for name in ('special', 'peek'):
        if getattr(s, name):
            smaller, body = cut()
            setattr(body[position], name, False)
            yield smaller


def smallest(program, candidates, fails, budget):
    """The smallest program found for which fails(program) is true. It must not raise; budget bounds the number of calls."""
    progress = True
    while progress and budget > 0:
        progress = False
        for smaller in candidates(program):
            budget -= 1
            if budget <= 0:
                break
            if fails(smaller):
                program, progress = smaller, True
                break
    return program


def shrink(program, fails, budget=1500):
    return smallest(program, candidates, fails, budget)
