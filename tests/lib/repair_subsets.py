"""`tarry fence` against brute force, for a program of any language.

Every set of candidates is written out and asked about by `tarry check`. Only sets that contain a solution are left out: they are neither minimal nor cheapest,
whatever they do. So nothing is assumed about what further fences do to a program that holds. The cheapest is what `fence` must find. With --all its sets must be
minimal ones and, since of places that are as good as each other it offers one, stand for all of them. Its patch must apply, its proof must be confirmed, and a
proof that was tampered with must not."""
import itertools
import json
import os
import subprocess
from collections import Counter

from .common import Run, write

COSTS = ((3, 1, 5), (1, 1, 1), (2, 1, 2), (3, 2, 1))
KINDS = ('mfence', 'sfence', 'atomic')
LARGEST = 9     # candidates of one program that are tried


class Sample:
    """A program with its candidates, each (kind, is there), and a property. `line` has the place of each as `fence` names it, `owner` the
    process, say, in which places may be merged with it."""
    file = 'model.pml'
    options = ()            # of every call, besides the property
    check_options = ()      # of `check` alone

    def draw_request(self, rng, temporal):
        self.rng, self.temporal = rng, temporal
        self.memory = rng.choice(['tso', 'tso', 'pso', 'pso', 'slot'])
        self.using = rng.choice(['fences', 'fences', 'atomic', 'both'])
        self.cost = dict(zip(KINDS, rng.choice(COSTS)))
        self.keep = rng.random() < 0.2

    # ---- candidates ----
    def offered(self):
        """The candidates that `fence` may choose."""
        found = []
        for number, (kind, there) in enumerate(self.candidates):
            if there and self.keep:
                continue
            if kind == 'atomic' and self.using != 'fences' or kind == 'mfence' and (self.using != 'atomic' or there) \
                    or kind == 'sfence' and self.memory == 'pso' and (self.using != 'atomic' or there):
                found.append(number)
        return found

    def price(self, chosen):
        return sum(self.cost[self.candidates[n][0]] for n in chosen)

    def as_it_is(self):
        return self.render([n for n, (_, there) in enumerate(self.candidates) if there])

    def found_sets(self, answer):
        """The solutions of the report as sets of candidates."""
        self.as_it_is()
        by_place = {(kind, there, self.line[number]): number for number, (kind, there) in enumerate(self.candidates)}
        sets = []
        for solution in answer['solutions']:
            chosen = [by_place.get((f['kind'], f['is_there'], self.place_of(f, 'line' if f['is_there'] else 'after_line'))) for f in solution['fences']]
            chosen += [by_place.get(('atomic', False, self.place_of(w, 'line'))) for w in solution['atomic_writes']]
            sets.append(tuple(chosen) if None in chosen else tuple(sorted(c for c in chosen if not (self.keep and self.candidates[c][1]))))
        return sets

    def stands_for(self, found, other):
        """Where places are merged, a set stands for those with as many fences of each kind, or more, of the same owner. Atomic writes are never merged."""
        def count(chosen):
            kinds = self.candidates
            return Counter(n if kinds[n][0] == 'atomic' or kinds[n][1] and n in found and n in other else (kinds[n][0], self.owner[n]) for n in chosen)
        return not count(found) - count(other)

    def place_of(self, found, key):
        return found[key]

    # ---- files ----
    def write_model(self, folder):
        return write(folder, self.file, self.as_it_is())

    def check_sets(self, settings, folder, sets, options):
        """The verdict of each, in one call."""
        models = os.path.join(folder, 'subsets')
        os.makedirs(models, exist_ok=True)
        for old in os.listdir(models):
            os.remove(os.path.join(models, old))
        paths = [write(models, 'm%04d%s' % (number, os.path.splitext(self.file)[1]), self.render(chosen)) for number, chosen in enumerate(sets)]
        run = Run(settings, ['check', '--json', '-', '--memory', self.memory, *options, *paths], timeout=300)
        if run.trouble() or run.code == 3:
            return ['error'] * len(sets)
        data = run.json()
        return [r['verdict'] for r in data.get('results', [data])]

    def apply(self, folder, patch):
        """What `fence --patch` wrote is done to the model: '' or what went wrong."""
        if not open(os.path.join(folder, patch)).read():
            return ''
        done = subprocess.run(['patch', '-p0', '-i', patch], cwd=folder, capture_output=True, text=True)
        return '' if done.returncode == 0 else done.stdout + done.stderr

    def repaired(self, folder):
        """The model as repaired, and its further options."""
        return [os.path.join(folder, self.file)]


# ---- Properties ----

def verdict(settings, path, options):
    run = Run(settings, ['check', path, '--json', '-', *options])
    return run.json()['verdict'] if run.code in (0, 1, 2) and not run.trouble() else 'error'


def choose_property(settings, path, memory, tried, options):
    """One that holds under SC and is violated on the machine, if there is one: the others say little. `tried` are (option, text); None where there is none."""
    asked = [part for pair in tried for part in pair]
    answers = []
    for on in ('sc', memory):
        run = Run(settings, ['check', path, '--json', '-', '--errors', 'all', '--memory', on, *options, *asked])
        if run.code not in (0, 1, 2) or run.trouble():
            return None
        answers.append({p['name']: p['verdict'] for p in run.json()['properties']})
    for kind, text in tried:
        name = kind[2:] + ' ' + text
        if answers[0].get(name) == 'holds' and answers[1].get(name) == 'violated' and 'violated' not in [v for n, v in answers[0].items() if not n.startswith(kind[2:])]:
            return [kind, text]
    return None


# ---- Brute force ----

def minimal_sets(settings, folder, sample, options):
    """All sets that hold and of which no part does; None where a verdict is not known."""
    offered, good = sample.offered(), []
    for size in range(len(offered) + 1):
        sets = [s for s in itertools.combinations(offered, size) if not any(set(g) <= set(s) for g in good)]
        answers = sample.check_sets(settings, folder, sets, options) if sets else []
        if set(answers) - {'holds', 'violated'}:
            return None
        good += [s for s, answer in zip(sets, answers, strict=True) if answer == 'holds']
    return good


# ---- One program ----

def compare(settings, folder, sample, name, report):
    options = sample.choose(settings, folder)
    asked = ['--keep'] if sample.keep else []
    sample.keep |= any(' X ' in o for o in options)     # X would count the skip that a fence leaves: those that are there stay
    if len(sample.offered()) > LARGEST:
        report.tally['too large'] += 1
        return
    minimal = minimal_sets(settings, folder, sample, [*sample.check_options, *options])
    if minimal is None:
        report.tally['left out'] += 1
        return
    least = min(map(sample.price, minimal), default=None)
    sample.write_model(folder)
    proof = os.path.join(folder, 'proof.json')
    if os.path.exists(proof):
        os.remove(proof)
    arguments = ['fence', sample.file, '--memory', sample.memory, *sample.options, *options, '--with', sample.using,
                 '--cost', ','.join('%s=%d' % c for c in sample.cost.items()), *asked]
    run = Run(settings, [*arguments, '--json', '-', '--certificate', proof], cwd=folder)
    everything = Run(settings, [*arguments, '--all', '--json', 'all.json', '--patch', 'model.diff'], cwd=folder)
    what = '%s (%s %s): ' % (name, sample.file, ' '.join(arguments[2:]))
    shown = '\n' + sample.as_it_is()
    if not report.check(not run.trouble() and run.code == (0 if least is not None else 1), what + 'exit code %d, least cost %s\n%s' % (run.code, least, run.tail()) + shown, run.command):
        return
    report.tally['program'] += 1
    report.tally[sample.file.split('.')[1]] += 1
    report.tally[sample.memory + (' ltl' if sample.temporal else '')] += 1
    report.tally['nothing helps' if least is None else 'holds as it is' if least == 0 else 'repaired'] += 1
    answer = run.json()
    report.check(not everything.trouble() and everything.code == run.code, what + '--all: exit code %d' % everything.code, everything.command)
    if least is None or everything.code:
        return
    report.check(answer['solutions'][0]['cost'] == least, what + 'cost %d instead of %d' % (answer['solutions'][0]['cost'], least) + shown, run.command)
    confirm(settings, folder, sample.file, proof, what, report)
    with open(os.path.join(folder, 'all.json'), encoding='utf-8') as saved:
        found = json.load(saved)
    compare_sets(sample, sample.found_sets(found), minimal, what, shown, everything, report)
    costs = [s['cost'] for s in found['solutions']]
    report.check(costs == sorted(costs), what + 'not cheapest first', everything.command)
    report.check(found['solutions'][0] == answer['solutions'][0], what + 'with --all the first solution is another', everything.command)
    wrong = sample.apply(folder, 'model.diff')
    if report.check(not wrong, what + 'its patch does not apply: ' + wrong + shown, everything.command):
        path, *more = sample.repaired(folder)
        holds = verdict(settings, path, [*more, *sample.check_options, *options, '--memory', sample.memory])
        report.check(holds == 'holds', what + 'after its patch the model is %s\n%s' % (holds, open(path).read()), everything.command)


def compare_sets(sample, sets, minimal, what, shown, run, report):
    if report.check(set(sets) <= set(minimal) and len(set(sets)) == len(sets), what + 'minimal sets %s, not all among %s' % (sets, minimal) + shown, run.command):
        missed = [m for m in minimal if not any(sample.stands_for(s, m) for s in sets)]
        report.check(not missed, what + 'no set stands for %s: %s' % (missed, sets) + shown, run.command)
        report.tally['all sets' if len(sets) == len(minimal) else 'sets merged'] += 1


# ---- Proofs ----

def confirm(settings, folder, model, proof, what, report):
    run = Run(settings, ['certify', model, proof], cwd=folder)
    report.check(run.code == 0 and not run.trouble(), what + 'its proof is not confirmed: exit code %d\n%s' % (run.code, run.tail()), run.command)
    with open(proof, encoding='utf-8') as text:
        saved = json.load(text)
    for change in (tamper_clause, tamper_steps, tamper_reasons, tamper_cost):
        wrong = json.loads(json.dumps(saved))
        if not change(wrong['proof']):
            continue
        write(folder, 'wrong.json', json.dumps(wrong))
        run = Run(settings, ['certify', model, 'wrong.json'], cwd=folder)
        report.check(run.code == 1 and not run.trouble(), what + '%s: exit code %d\n%s' % (change.__name__, run.code, run.tail()), run.command)


def tamper_clause(proof):
    for reason in proof['reasons']:
        if len(reason.get('clause', [])) > 1:
            reason['clause'].pop()
            return True
    return False


def tamper_steps(proof):
    for reason in proof['reasons']:
        if reason['steps']:
            reason['steps'].pop()
            return reason['loop'] is None
    return False


def tamper_reasons(proof):
    """Without its runs the set is not known to be the cheapest."""
    proof['reasons'] = []
    return proof['solution_cost'] > 0


def tamper_cost(proof):
    proof['solution_cost'] += 1
    return True
