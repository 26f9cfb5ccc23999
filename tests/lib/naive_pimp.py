"""PIMP by the rules of its paper, as plainly as possible: what the explicit engine's counts are compared with, on generated programs.

A statement is a tuple ('assign', x, E) ('fence',) ('barrier',) ('wait', B) ('if', B, S, S) ('while', B, S); S is a tuple of statements, and what remains of a
thread is such a tuple: equal rests are equal. Expressions are numbers, names, or tuples (operator, a, b).

A buffer is a tuple of stores; for sets of values a set; under PSO a tuple of stages, which sfence divides, each a sorted tuple of pairs (x, values)."""
import functools
import itertools

MODES = ('sc', 'tso', 'pso', 'om', 'fc', 'fcany', 'us')
COMPARE = {'=': lambda a, b: a == b, '!=': lambda a, b: a != b, '<': lambda a, b: a < b, '<=': lambda a, b: a <= b,
           '>': lambda a, b: a > b, '>=': lambda a, b: a >= b}


# ---- Text ----

def expression(e):
    if isinstance(e, tuple):
        return 'not (%s)' % expression(e[1]) if e[0] == 'not' else '(%s) %s (%s)' % (expression(e[1]), e[0], expression(e[2]))
    return {True: 'true', False: 'false'}[e] if isinstance(e, bool) else str(e)


def statement(s):
    if s[0] == 'assign':
        return '%s := %s' % (s[1], expression(s[2]))
    if s[0] == 'wait':
        return 'wait (%s)' % expression(s[1])
    if s[0] == 'if':
        return 'if (%s) %s%s' % (expression(s[1]), block(s[2]), ' else ' + block(s[3]) if s[3] else '')
    return 'while (%s) %s' % (expression(s[1]), block(s[2])) if s[0] == 'while' else {'fence': 'mfence', 'barrier': 'sfence'}[s[0]]


def block(statements):
    return '{ %s }' % ('; '.join(statement(s) for s in statements) or 'skip')


def text(threads):
    return 'program generated\n' + ''.join('thread %d %s\n' % (i + 1, block(t)) for i, t in enumerate(threads))


# ---- Meaning ----

def value(e, view):
    if not isinstance(e, tuple):
        return view.get(e, 0) if isinstance(e, str) else e
    if e[0] == 'not':
        return not value(e[1], view)
    a, b = value(e[1], view), value(e[2], view)
    if e[0] in COMPARE:
        return COMPARE[e[0]](a, b)
    return {'+': lambda: a + b, '-': lambda: a - b, 'and': lambda: a and b, 'or': lambda: a or b}[e[0]]()


def views(mode, memory, buffer):
    """All that the thread may take memory for: one for each order of its pending stores, where there is more than one."""
    if mode == 'pso':
        return [dict(memory, **{x: values[-1] for stage in buffer for x, values in stage})]
    if mode != 'us':
        return [dict(memory, **dict(buffer))]
    pending = {}
    for x, u in buffer:
        pending.setdefault(x, []).append(u)
    return [dict(memory, **dict(zip(pending, chosen))) for chosen in itertools.product(*pending.values())]


def add(mode, buffer, x, u):
    if mode == 'us':
        return buffer | {(x, u)}
    if mode == 'pso':
        last = dict(buffer[-1]) if buffer else {}
        last[x] = last.get(x, ()) + (u,)
        return buffer[:-1] + (tuple(sorted(last.items())),)
    return tuple(p for p in buffer if mode != 'om' or p[0] != x) + ((x, u),)


def settle(mode, memory, buffer):
    """Forced commits."""
    while mode in ('fc', 'fcany') and any(x == buffer[0][0] for x, _ in (buffer[1:] if mode == 'fcany' else buffer[1:][-1:])):
        memory = dict(memory, **{buffer[0][0]: buffer[0][1]})
        buffer = buffer[1:]
    return memory, buffer


def thread_steps(mode, memory, rest, buffer):
    """(memory, rest, buffer) after each step of the thread itself."""
    if not rest:
        return
    first, behind = rest[0], rest[1:]
    seen = views(mode, memory, buffer)
    if first[0] == 'fence':
        if not buffer:
            yield memory, behind, buffer
    elif first[0] == 'barrier':
        yield memory, behind, buffer + ((),) if mode == 'pso' and buffer and buffer[-1] else buffer
    elif first[0] == 'assign':
        values = {value(first[2], v) for v in seen}
        if mode == 'sc':
            yield dict(memory, **{first[1]: values.pop()}), behind, buffer
        else:   # two values that a set has both lead to the same state: one step
            for after in {add(mode, buffer, first[1], u) for u in values}:
                yield memory, behind, after
    else:
        for truth in sorted({bool(value(first[1], v)) for v in seen}):
            if first[0] == 'wait' and not truth:
                continue
            after = {'wait': (), 'if': first[2 if truth else 3] if first[0] == 'if' else (),
                     'while': first[2] + (first,) if first[0] == 'while' and truth else ()}[first[0]]
            yield memory, after + behind, buffer


def commits(mode, memory, buffer):
    """(memory, buffer) after each commit."""
    if mode == 'us':
        for x, u in buffer:
            yield dict(memory, **{x: u}), buffer
            yield dict(memory, **{x: u}), buffer - {(x, u)}
    elif mode == 'pso':
        for x, values in buffer[0] if buffer else ():
            left = tuple(sorted((y, v[y == x:]) for y, v in buffer[0] if y != x or len(v) > 1))
            after = ((left,) if left else ()) + buffer[1:]
            yield dict(memory, **{x: values[0]}), after if after != ((),) else ()
    elif buffer:
        yield dict(memory, **{buffer[0][0]: buffer[0][1]}), buffer[1:]


def successors(mode, state, rests, numbers):
    memory, threads = dict(state[0]), state[1]
    for i, (at, buffer) in enumerate(threads):
        for m, r, b in itertools.chain(thread_steps(mode, memory, rests[at], buffer),
                                       ((m, rests[at], b) for m, b in commits(mode, memory, buffer))):
            m, b = settle(mode, m, b)
            if r not in numbers:
                numbers[r] = len(rests)
                rests.append(r)
            yield tuple(sorted(m.items())), threads[:i] + ((numbers[r], b),) + threads[i + 1:]


@functools.lru_cache(maxsize=64)
def explore(mode, threads, names, limit):
    """(states, transitions, final, deadlocks), and the memories reached; None beyond the limit. Rests are known by numbers, since it takes
    long to hash them."""
    rests = [(), *set(threads) - {()}]
    numbers = {r: i for i, r in enumerate(rests)}
    start = (tuple(sorted((x, 0) for x in names)), tuple((numbers[t], frozenset() if mode == 'us' else ()) for t in threads))
    known, stack, counts = {start}, [start], [0, 0, 0, 0]
    while stack:
        state, moved = stack.pop(), False
        for after in successors(mode, state, rests, numbers):
            moved = True
            counts[1] += 1
            if after not in known:
                known.add(after)
                stack.append(after)
        if not moved:
            counts[2 if all(not at for at, _ in state[1]) else 3] += 1
        if len(known) > limit:
            return None
    counts[0] = len(known)
    return tuple(counts), {s[0] for s in known}


# ---- Programs ----

def generate(rng):
    """Two or three threads, shaped like litmus tests: a few stores, then loads; now and then a loop, a fence, or nested choices."""
    shared = ['x', 'y', 'z'][:rng.choice([2, 2, 3])]

    def operand():
        return rng.choice(shared) if rng.random() < 0.7 else rng.randrange(3)

    def condition(depth=0):
        kind = rng.random()
        if depth < 2 and kind < 0.2:
            return (rng.choice(['and', 'or']), condition(depth + 1), condition(depth + 1))
        if depth < 2 and kind < 0.3:
            return ('not', condition(depth + 1))
        return (rng.choice(['=', '!=', '<', '<=', '>', '>=', '=', '!=']), rng.choice(shared), operand())

    def one(depth):
        kind = rng.random()
        if kind < 0.5:
            return ('assign', rng.choice(shared), rng.randrange(3))
        if kind < 0.58:
            return ('assign', rng.choice(shared), (rng.choice('+-'), operand(), rng.randrange(2)))
        if kind < 0.64:
            return (rng.choice(['fence', 'barrier', 'barrier']),)
        if kind < 0.74:
            return ('wait', condition() if rng.random() < 0.9 else rng.random() < 0.5)
        if kind < 0.92 and depth < 2:
            return ('if', condition(), several(depth + 1, 2), several(depth + 1, 2) if rng.random() < 0.5 else ())
        return ('while', condition(), several(depth + 1, 2)) if depth < 2 else ('assign', rng.choice(shared), 1)

    def several(depth, most):
        return tuple(one(depth) for _ in range(rng.randrange(1, most + 1)))

    return tuple(shared), tuple(several(0, 4 if i < 2 else 2) for i in range(rng.choice([1, 2, 2, 2, 3])))


def smaller_blocks(statements):
    for i, s in enumerate(statements):
        before, behind = statements[:i], statements[i + 1:]
        yield before + behind
        for part in (p for p in s[2:] if s[0] in ('if', 'while')):
            yield before + part + behind
        for position in (2, 3) if s[0] == 'if' else (2,) if s[0] == 'while' else ():
            for inner in smaller_blocks(s[position]):
                yield before + (s[:position] + (inner,) + s[position + 1:],) + behind


def shrink(threads, fails):
    """The smallest program found that still fails: threads and statements are left out one by one."""
    candidates = (t for i in range(len(threads)) for t in
                  [threads[:i] + threads[i + 1:]] + [threads[:i] + (b,) + threads[i + 1:] for b in smaller_blocks(threads[i])])
    for candidate in candidates:
        if candidate and fails(candidate):
            return shrink(candidate, fails)
    return threads
