"""Which generated programs ask whether a store buffer is not empty (or, with a bound, full): the tool must refuse exactly those.

Read from the syntax, where the tool reads it from the control-flow graph: what may begin at a choice, beside its else; what an unless is left by; what a d_step
tries before its next option.
"""
from .syntax import LOCKED


def breaks(s):
    if s.kind in ('do', 'for'):
        return False
    return s.kind == 'break' or any(may_break(part) for part in parts(s))


def may_break(body):
    """Is there a break that some way leads to?"""
    alive = True
    for s in body:
        alive = alive or s.label is not None
        if alive and breaks(s):
            return True
        alive = alive and leads_on(s)
    return False


def parts(s):
    return [*(s.options or []), s.body or [], s.escape or []]


def leads_on(s):
    """May control pass from the statement to the next?"""
    if s.kind in ('goto', 'break'):
        return False
    if s.kind == 'do':
        return any(map(may_break, s.options))
    if s.kind == 'if':
        return any(all(map(leads_on, option)) for option in s.options)
    if s.kind == 'unless':
        return all(map(leads_on, s.body)) or all(map(leads_on, s.escape))
    return s.kind not in ('atomic', 'd_step', 'block') or all(map(leads_on, s.body))


class Scan:
    def __init__(self, program, bounded):
        self.relaxed = {v.name for v in program.globals if not v.ghost} if bounded else set()

    def waits(self, s, inside):
        """Does the statement wait until the buffer is empty, or has room? Inside a block fences write the buffer out."""
        if s.kind in ('mfence', 'sync', 'membarrier', 'run', *LOCKED):
            return not inside
        if s.kind == 'recv':
            return any(a[0] == 'var' and a[1] in self.relaxed for a in s.args)
        return s.kind == 'assign' and s.target[1] in self.relaxed

    def begins(self, s, inside):
        """The statements that s may begin with, in order, else last: pairs of statement and whether it waits."""
        if s.kind in ('if', 'do'):
            found = [pair for option in s.options for pair in self.begins(option[0], inside)]
            return [p for p in found if p[0].kind != 'else'] + [p for p in found if p[0].kind == 'else']
        if s.kind in ('atomic', 'd_step', 'block', 'unless'):
            return self.begins(s.body[0], inside or s.kind in ('atomic', 'd_step'))
        return [(s, self.waits(s, inside))]

    def asks(self, body, inside=False, d_step=False):
        alive = True       # what no way leads to is no part of the graph
        for s in body:
            alive = alive or s.label is not None
            if alive and self.statement_asks(s, inside, d_step or s.kind == 'd_step'):
                return True
            alive = alive and leads_on(s)
        return False

    def statement_asks(self, s, inside, d_step):
        first = self.begins(s, inside)
        waiting = [n for n, (_, waits) in enumerate(first) if waits]
        if waiting and s.kind in ('if', 'do') and any(b.kind == 'else' for b, _ in first):
            return True
        if d_step and waiting and waiting[0] + 1 < len(first):
            return True
        inside = inside or s.kind in ('atomic', 'd_step')
        if s.kind == 'unless' and any(waits for _, waits in self.begins(s.escape[0], inside)):
            return True
        return any(self.asks(part, inside, d_step) for part in parts(s))


def asks(program, bounded):
    scan = Scan(program, bounded)
    return any(scan.asks(q.body) for q in program.procs)
