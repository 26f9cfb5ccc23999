"""The plugin for LTSmin: models of all languages that `export --to pins` writes, explored through it by tests/pins in LTSmin's place. It finds as many states, transitions, deadlocks and violations as our
explicit engine without reduction, the same properties by name, and what it says of dependencies is true: groups and labels are asked again with other values in all slots that they do not read."""
import os
import random

from . import generate_dve, generate_pimp, suite_corners
from .common import Case, Report, Run, TESTS, compare_each, generated_batches, limited, models_in, scratch, short, write

BATCH = 10
FIXED, FRESH, FIXED_QUICK, FRESH_QUICK = 480, 160, 40, 40
MODELS_QUICK = 12      # every so manyth model
STATES = 2000
KINDS = ['pml', 'pml', 'dve', 'pml', 'pimp', 'pml', 'litmus', 'pml']
MACHINES = [['--memory', 'sc'], ['--memory', 'tso', '--buffer', '1'], ['--memory', 'tso', '--buffer', '2'], ['--memory', 'pso', '--buffer', '1'],
            ['--memory', 'pso', '--buffer', '2'], ['--memory', 'slot']]
OF_STEPS = {'assertion', 'runtime', 'overflow'}        # told by actions; the others by labels, but for deadlocks
ROUND = 'goes round in a block for ever'


def cases(settings):
    if not os.path.isfile(loader(settings)) or not os.path.isfile(plugin(settings)):
        return [Case('the plugin', missing)]
    fixed, fresh = (FIXED_QUICK, FRESH_QUICK) if settings.quick else (FIXED, FRESH)
    models = models_in('models') + models_in('..', 'examples')
    return (generated_batches(settings, fixed, fresh, BATCH, compare_batch) + [Case('models of the other suites', compare_models, (tuple(models[i::8]),)) for i in range(8) if not settings.count] +
            [Case('what steps look at', compare_looks), Case('what cannot be exported', refused), Case('ways to load', ways_to_load)])


def missing(settings):
    return Report(failures=[('there is no plugin, or nothing to load it: make pins loader', '')])


def loader(settings):
    folder = os.path.dirname(settings.tarry)
    beside = os.path.join(folder, 'tests', 'pins')
    return beside if os.path.isfile(beside) else os.path.join(folder, 'build', 'release', 'tests', 'pins')


def plugin(settings):
    return os.path.join(os.path.dirname(settings.tarry), 'tarry-pins.so')


class Explored:
    """What the loader says of a model."""

    def __init__(self, settings, arguments):
        done = limited([loader(settings), *arguments], 300, env=dict(os.environ, ASAN_OPTIONS='exitcode=99:detect_leaks=0'))
        self.text = done.stdout.decode('utf-8', 'replace') + done.stderr.decode('utf-8', 'replace')
        self.good = done.returncode == 0
        self.counts, self.labels, self.actions = {}, {}, {}
        for line in self.text.splitlines() if self.good else []:
            word, number, *name = line.split(' ', 2)
            into = {'label': self.labels, 'action': self.actions}.get(word)
            if into is None:
                self.counts[word] = int(number)
            else:
                into[name[0]] = into.get(name[0], 0) + int(number)

    def summary(self, properties, kind):
        """The numbers that the explicit engine has too. All run-time errors of a DVE model lead to one state of that engine, and are transitions there."""
        c = self.counts
        failures = self.actions.get('run-time error', 0) if kind == 'dve' else 0
        deadlock = any(p['kind'] == 'deadlock' for p in properties)
        errors = c['loops'] - self.actions.get(ROUND, 0) + sum(n for name, n in self.labels.items() if name != 'valid_end_state') + (c['deadlocks'] if deadlock else 0)
        return {'states_stored': c['states'] + (failures > 0), 'transitions': c['transitions'] + failures, 'deadlocks': c['deadlocks'], 'final_states': c['ends'], 'errors': errors}

    def violates(self, p):
        if p['kind'] == 'deadlock':
            return self.counts['deadlocks'] > 0
        return (self.actions if p['kind'] in OF_STEPS else self.labels).get(p['name'], 0) > 0


# ---- Generated programs ----
def sample(seed, number):
    rng = random.Random('pins %d %d' % (seed, number))
    kind, options, atomic = KINDS[number % len(KINDS)], list(rng.choice(MACHINES)), None
    if kind == 'pml':
        plan = suite_corners.draw_plan(seed, number)
        member, = suite_corners.draw_members(seed, [number], plan)
        text = member.text
        options = ['--memory', plan.memory, *(['--buffer', str(plan.bound)] if plan.memory in ('tso', 'pso') else []), *plan.options()]
    elif kind == 'dve':
        made = generate_dve.program(rng)
        text, atomic = made.text(), made.atomic_text()
    elif kind == 'pimp':
        text = generate_pimp.program(rng).text()
    else:
        folder = os.path.join(TESTS, 'litmus')
        text = text_of(os.path.join(folder, rng.choice(sorted(n for n in os.listdir(folder) if n.endswith('.litmus')))))
    return kind, text, atomic, options


def compare_batch(settings, seed, numbers):
    return compare_each(sample, compare_drawn, settings, seed, numbers)


def compare_drawn(settings, folder, drawn, name, report):
    kind, text, atomic, options = drawn
    path = write(folder, 'program.' + kind, text)
    more = ['--atomic', write(folder, 'atomic.txt', atomic)] if atomic else []
    compare(settings, folder, kind, [path, *options, *more], '%s, %s\n%s' % (name, ' '.join(options), text), report)


def compare(settings, folder, kind, arguments, name, report):
    run = Run(settings, ['check', *arguments, '--engine', 'explicit', '--reduction', 'none', '--errors', 'all', '--max-states', str(STATES), '--json', '-'])
    if run.code == 3:
        report.tally[kind + ' refused by check'] += 1
        return
    result = run.json()
    if result['statistics']['states_stored'] >= STATES:
        report.tally[kind + ' too large'] += 1
        return
    model = os.path.join(folder, 'model.so')
    made = Run(settings, ['export', '--to', 'pins', *arguments, '-o', model])
    if made.code == 3 and 'export --to pins: ' in made.err:
        report.tally[kind + ' not exported'] += 1
        return
    if not report.check(made.code == 0 and not made.trouble() and not run.trouble(), '%s: %s%s' % (name, made.tail(), run.tail()), made.command):
        return
    got = Explored(settings, [model])
    command = '%s; %s %s' % (made.command, loader(settings), model)
    if not report.check(got.good, '%s: %s' % (name, got.text), command):
        return
    counted = result['statistics']['transitions']
    if 'atomic' in text_of(arguments[0]) and got.counts['transitions'] < counted:
        got.counts['transitions'] = counted     # two courses of a block that meet are one step; the engine, which remembers where courses lead, may count two
    temporal = {'ltl', 'claim', 'acceptance', 'progress'}
    properties = [p for p in result['properties'] if p['kind'] not in temporal]
    found, ours = got.summary(properties, kind), result['statistics']
    if len(properties) == len(result['properties']):       # otherwise ours are those of several searches
        report.check(all(found[k] == ours.get(k, 0) for k in found), '%s: through the plugin there are %s, and we have %s' % (name, found, {k: ours.get(k, 0) for k in found}), command)
    for p in properties:
        report.check(got.violates(p) == (p['trace'] is not None), '%s: %s through the plugin: %s, and we say %s\n%s' % (name, p['name'], got.violates(p), p['verdict'], got.text), command)
        report.tally[p['kind'] + (' violated' if p['trace'] is not None else ' holds')] += 1
    report.tally[kind] += 1
    report.tally['creates processes'] += kind == 'pml' and 'run ' in text_of(arguments[0])
    report.tally['states'] += found['states_stored']


def text_of(path):
    with open(path, encoding='utf-8', errors='replace') as file:
        return file.read()


# ---- Models that are there ----
def compare_models(settings, paths):
    report = Report()
    rng = random.Random(len(paths))
    with scratch() as folder:
        for path in paths[::MODELS_QUICK if settings.quick else 1]:
            compare(settings, folder, path.rsplit('.', 1)[1], [path, *rng.choice(MACHINES)], short(path), report)
    return report


# ---- The edges ----
SMALL = 'int x, y; active proctype P() { x = 1; y = x } active proctype Q() { y = 2; assert(x < 2) }'
# What a step looks at beside its own process, in ways that are seldom drawn.
LOOKS = ['chan names = [1] of { chan }; active proctype P() { chan c; names?c; c!1 } active proctype R() { skip } active proctype Q() { chan own = [1] of { byte }; names!own }',      # is the channel still there?
         'chan c = [0] of { byte }; byte x; active proctype P() { atomic { x = 1; c!1; x = 2 } } active proctype Q() { byte r; atomic { c?r; x = x + r; x = 3 }; assert(x == 3) }',
         'byte x, y; active [2] proctype P() { x = 1; y = x } active proctype Q() { sync; y = 2; sync; assert(x == 1) }',
         'byte x, y; active proctype P() { x = 1; (y == 1) } active proctype Q() { timeout; y = x }',
         'byte x; active proctype P() provided (x < 2) { x = x + 1; x = x + 1; x = 0 } active proctype Q() { x = 2; (x == 0); x = 1 }',
         'byte x; proctype Q(byte n) { x = n; if :: n > 1 -> skip :: else fi } proctype P() { run Q(1); run Q(2) } init { run P(); assert(x < 2); x = _nr_pr }',
         'byte x; active proctype P() { A: x = 1; (Q@B); x = 2 } active proctype Q() { byte r = 5; (x == 1); B: r = x; (P@A) }',
         'byte x; active proctype P() { byte r = 1; x = 1; r = 2; r = 3 } active proctype Q() { (P:r == 2); x = P:r }']
REFUSED = [('proctype P() { skip } init { do :: run P() od }', ['--memory', 'sc'], 'a `run` in a loop'),
           ('proctype P() { run P() } init { run P() }', ['--memory', 'sc'], 'a `run` in a loop'),
           (SMALL, ['--memory', 'tso'], 'give --buffer N'),
           (SMALL, ['--memory', 'tso-us'], 'approximation'),
           ('active proctype P() { int a[2]; int i = 2; int b = 1 / (i - 2) }', ['--memory', 'sc'], 'first state fails')]


def compare_looks(settings):
    report = Report()
    with scratch() as folder:
        for i, text in enumerate(LOOKS):
            for machine in MACHINES:
                compare(settings, folder, 'pml', [write(folder, 'looks%d.pml' % i, text), *machine], '%s\n%s' % (' '.join(machine), text), report)
    report.check(report.tally['pml'] == len(LOOKS) * len(MACHINES), 'not all were compared: %s' % report.tally)
    return report


def refused(settings):
    report = Report()
    with scratch() as folder:
        for text, options, said in REFUSED:
            path, model = write(folder, 'x.pml', text), os.path.join(folder, 'x.so')
            run = Run(settings, ['export', '--to', 'pins', path, *options, '-o', model])
            report.check(run.code == 3 and said in run.err and not os.path.exists(model), run.tail(), run.command)
    return report


def ways_to_load(settings):
    """As a model, as a language module, in threads; and a plugin without a model, or with a part of one."""
    report = Report()
    with scratch() as folder:
        path = write(folder, 'x.pml', SMALL)
        ask = ['export', '--to', 'pins', path, '--memory', 'pso', '--buffer', '2', '--never', 'x == 1 && y == 0']
        model, text = os.path.join(folder, 'x.so'), os.path.join(folder, 'x.tarry')
        for run in (Run(settings, [*ask, '-o', model]), Run(settings, [*ask, '-o', text])):
            report.check(run.code == 0 and not run.out and not run.trouble(), run.tail(), run.command)
        os.remove(path)         # it is in the plugin
        first = Explored(settings, ['--threads', '3', model])
        again = Explored(settings, ['--threads', '2', '--loader', plugin(settings), text])
        report.check(first.good and first.counts['states'] > 10 and first.labels.get('never x == 1 && y == 0', 0) > 0, first.text, model)
        report.check(first.text == again.text, '%s\n%s' % (first.text, again.text), text)
        written, printed = os.path.join(folder, 'x.dot'), Run(settings, ['export', '--to', 'dot', write(folder, 'y.pml', SMALL)])
        run = Run(settings, ['export', '--to', 'dot', os.path.join(folder, 'y.pml'), '-o', written])
        report.check(run.code == 0 and text_of(written) == printed.out != '', run.tail(), run.command)
        run = Run(settings, ['export', '--to', 'dot', os.path.join(folder, 'y.pml'), '-o', os.path.join(folder, 'none', 'x.dot')])
        report.check(run.code == 3 and 'cannot write' in run.err, run.tail(), run.command)
        empty = Explored(settings, [plugin(settings)])
        report.check(not empty.good and 'there is no model in this plugin' in empty.text, empty.text)
        half = write(folder, 'half.tarry', text_of(text)[:-20])
        broken = Explored(settings, ['--loader', plugin(settings), half])
        report.check(not broken.good and 'this is no model that' in broken.text, broken.text)
    return report
