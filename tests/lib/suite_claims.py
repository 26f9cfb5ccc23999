"""Never claims as `spin -f` writes them, and our own automata of the same formulas, against the meaning of the formulas on random lassos.

A lasso is a program of one process that sets all variables anew with each step. A claim follows it exactly when the formula is true on it, and the negated
formula, as `--ltl`, is violated then. SPIN's -f knows no X.
"""
import random
import subprocess

from . import naive_temporal, pan
from .common import Report, Run, generated_batches, scratch, write

BATCH = 10             # formulas that are asked about in one call
FIXED, FRESH, FIXED_QUICK, FRESH_QUICK = 100, 50, 20, 10
LASSOS = 8             # for each batch
NAMES = 'xyz'


def cases(settings):
    fixed, fresh = (FIXED_QUICK, FRESH_QUICK) if settings.quick else (FIXED, FRESH)
    return generated_batches(settings, fixed, fresh, BATCH, compare_batch) if pan.AVAILABLE else []


def formula(rng, depth):
    if depth == 0 or rng.random() < 0.1:
        name = rng.choice(NAMES)
        return ('atom', name, name)
    kind = rng.choice(['always', 'eventually', 'until', 'until', 'release', 'and', 'or', 'not'])
    if kind in ('always', 'eventually', 'not'):
        return (kind, formula(rng, depth - 1))
    return (kind, formula(rng, rng.randrange(depth)), formula(rng, depth - 1))


def claim(f, name):
    """As SPIN writes it for the formula; None where that takes too long."""
    try:
        made = subprocess.run(['spin', '-f', naive_temporal.text(f)], capture_output=True, text=True, timeout=10)
    except subprocess.TimeoutExpired:
        return None
    return made.stdout.replace('never', 'never %s' % name, 1) if made.stdout.startswith('never') else None


# ---- Lassos ----

class Lasso:
    """Sets of names; after the last comes that of number `loop`."""

    def __init__(self, rng):
        self.letters = [frozenset(n for n in NAMES if rng.random() < 0.5) for _ in range(rng.choice([1, 2, 3, 4, 6]))]
        self.loop = rng.randrange(len(self.letters))

    def following(self, i):
        return i + 1 if i + 1 < len(self.letters) else self.loop

    def program(self):
        def step(letter):
            return 'd_step { %s }' % '; '.join('%s = %d' % (n, n in letter) for n in NAMES)

        first = ''.join('bit %s = %d;\n' % (n, n in self.letters[0]) for n in NAMES)
        before = ''.join('    %s;\n' % step(letter) for letter in self.letters[1:self.loop + 1])
        again = ';\n       '.join(step(letter) for letter in self.letters[self.loop + 1:] + [self.letters[self.loop]])
        return '%sactive proctype P()\n{\n%s    do\n    :: %s\n    od\n}\n' % (first, before, again)

    def values(self, f):
        """By position, the value of the formula: least and greatest solutions of its equations."""
        count = len(self.letters)
        kind = f[0]
        if kind == 'atom':
            return [f[1] in letter for letter in self.letters]
        parts = [self.values(part) for part in f[1:]]
        if kind == 'not':
            return [not a for a in parts[0]]
        if kind in ('and', 'or'):
            return [a and b if kind == 'and' else a or b for a, b in zip(*parts)]
        now = [kind in ('always', 'release')] * count
        left, right = ([kind == 'eventually'] * count, parts[0]) if kind in ('always', 'eventually') else parts
        while True:
            later = [now[self.following(i)] for i in range(count)]
            new = [r and (p or n) if kind in ('always', 'release') else r or (p and n) for p, r, n in zip(left, right, later)]
            if new == now:
                return now
            now = new


# ---- Comparing ----

def compare_batch(settings, seed, numbers):
    report = Report()
    rng = random.Random('claims %d %d' % (seed, numbers[0]))
    asked = [(f, claim(f, 'c%d' % i)) for i, f in ((i, formula(rng, rng.choice([1, 2, 2, 3, 3, 4]))) for i in numbers)]
    report.skipped += sum(1 for _, text in asked if not text)
    asked = [(f, text) for f, text in asked if text]
    with scratch() as folder:
        for _ in range(LASSOS if asked else 0):
            compare(settings, folder, asked, Lasso(rng), report)
    return report


def compare(settings, folder, asked, lasso, report):
    text = lasso.program() + '\n'.join(text for _, text in asked)
    arguments = ['check', write(folder, 'lasso.pml', text), '--memory', 'sc', '--engine', 'explicit', '--fairness', 'none', '--no-deadlock', '--errors', 'all', '--json', '-']
    for f, _ in asked:
        arguments += ['--ltl', '! (%s)' % naive_temporal.text(f)]
    run = Run(settings, arguments, timeout=60)
    if not report.check(not run.trouble() and run.code in (0, 1), '%s\n%s' % (run.trouble() or run.err, text), run.command):
        return
    said = {kind: [p['verdict'] for p in run.json()['properties'] if p['kind'] == kind] for kind in ('claim', 'ltl')}
    for (f, _), by_claim, by_formula in zip(asked, said['claim'], said['ltl'], strict=True):
        wanted = 'violated' if lasso.values(f)[0] else 'holds'
        report.tally[wanted] += 1
        report.check(by_claim == by_formula == wanted,
                     '%s: meant %s, by SPIN\'s claim %s, by our automaton %s\n%s' % (naive_temporal.text(f), wanted, by_claim, by_formula, text), run.command)
