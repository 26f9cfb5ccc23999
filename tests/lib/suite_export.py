"""`export --to promela`: programs of all languages with their store buffers as variables, searched by SPIN without reduction. It stores as many states as our explicit engine without
reduction, and has an error exactly where we have a violation, or the state that a litmus test asks for."""
import os
import random
import re

from . import generate, generate_dve, generate_pimp
from . import naive_dve as naive
from . import pan, syntax
from . import naive_temporal, suite_temporal
from .common import Case, Report, Run, TESTS, compare_each, generated_batches, scratch, write

BATCH = 4
FIXED, FRESH, FIXED_QUICK, FRESH_QUICK = 48, 24, 8, 8
STATES = 20000
FORMULAS = 3           # of one program
SIGNS = {'pimp': [('==', '=')], 'litmus': [('==', '='), ('<', '='), ('!=', '<>')]}
KINDS = ['dve', 'pml', 'pimp', 'pml', 'litmus', 'pml']
COMPILE = ['gcc', '-O0', '-w', '-DSAFETY', '-DNOREDUCE', '-DVECTORSZ=16000', '-o', 'pan', 'pan.c']
TEMPORAL = ['gcc', '-O0', '-w', '-DNOREDUCE', '-DVECTORSZ=16000', '-o', 'pan', 'pan.c']


def cases(settings):
    if not pan.AVAILABLE:
        return [Case('SPIN', missing)]
    fixed, fresh = (FIXED_QUICK, FRESH_QUICK) if settings.quick else (FIXED, FRESH)
    return generated_batches(settings, fixed, fresh, BATCH, compare_batch) + [Case('what cannot be translated', refused)]


def missing(settings):
    return Report(skipped=1, notes=['there is no spin, or no gcc'])


def sample(seed, number):
    rng = random.Random('export %d %d' % (seed, number))
    kind = KINDS[number % len(KINDS)]
    options = list(rng.choice([['--memory', 'sc'], ['--memory', 'tso', '--buffer', '1'], ['--memory', 'tso', '--buffer', '2'], ['--memory', 'pso', '--buffer', '1'],
                               ['--memory', 'pso', '--buffer', '2'], ['--memory', 'slot']]))
    atomic = None
    if kind == 'dve':
        made = generate_dve.program(rng)
        while naive.meets_twice(made):
            made = generate_dve.program(rng)
        text, atomic = made.text(), made.atomic_text()
    elif kind == 'pml':
        text = 'run'
        while any(word in text for word in ('run',)):
            made = generate.program(rng, style='plain', faults=rng.random() < 0.15, size=rng.choice([3, 4]))
            if rng.random() < 0.5:
                suite_temporal.with_loops(rng, made)
            text = syntax.promela(made)
        if rng.random() < 0.4:
            text = text.replace('skip;', 'timeout;', 1)
    elif kind == 'pimp':
        text = generate_pimp.program(rng).text()
    else:
        folder = os.path.join(TESTS, 'litmus')
        with open(os.path.join(folder, rng.choice(sorted(n for n in os.listdir(folder) if n.endswith('.litmus')))), encoding='utf-8') as file:
            text = file.read()
    return kind, text, atomic, options, rng.random()


def compare_batch(settings, seed, numbers):
    return compare_each(sample, compare, settings, seed, numbers)


def search(folder, text):
    """Errors and states of SPIN's search."""
    pan.build(folder, text, COMPILE)
    return pan.verifier(folder, 120, '-c0', '-n')


def compare(settings, folder, drawn, name, report):
    kind, text, atomic, options, _ = drawn
    path = write(folder, 'program.' + kind, text)
    more = ['--atomic', write(folder, 'atomic.txt', atomic)] if atomic else []
    run = Run(settings, ['check', path, *options, *more, '--engine', 'explicit', '--reduction', 'none', '--errors', 'all', '--max-states', str(STATES), '--json', '-'])
    made = Run(settings, ['export', '--to', 'promela', path, *options, *more])
    if run.code in (2, 3) or (made.code == 3 and 'export --to promela: ' in made.err):
        report.tally[kind + ' not compared'] += 1
        return
    if not report.check(made.code == 0 and not made.trouble() and not run.trouble(), '%s: %s%s\n%s' % (name, made.tail(), run.tail(), text), made.command):
        return
    result = run.json()
    if result['statistics']['states_stored'] >= STATES:
        report.tally[kind + ' not compared'] += 1
        return
    found = {p['kind'] for p in result['properties'] if p['trace'] is not None}
    failure = 'runtime' in found and kind != 'dve'      # of DVE the failure is a state for us too
    wanted = bool(found), result['statistics']['states_stored'] + failure
    try:
        answer = search(folder, made.out)
        got = answer['errors'] > 0, answer['states']
    except pan.PanError as trouble:
        got = str(trouble)
    report.check(got == wanted, '%s, %s: SPIN has an error and states: %s, and we: %s\n%s%s' % (name, ' '.join(options), got, wanted, text, atomic or ''), made.command)
    report.tally[kind] += 1
    if not failure and not (kind == 'dve' and 'runtime' in found):
        compare_formulas(settings, folder, drawn, [path, *options, *more], made.out, name, report)


def globals_of(made):
    """As the comment before memory has them: names, first and last elements."""
    found = re.findall(r'(\w+): (\d+)\.\.(\d+)', re.search(r'\n/\*(.*)\*/\nint mem', made).group(1))
    return [syntax.Var(name, 'int', size=int(last) - int(first) + 1 if last != first else 0) for name, first, last in found]


def formula(rng, variables):
    """Of comparisons with small numbers; half of them are in the shapes that people write."""
    made = syntax.Program(globals=variables)
    return suite_temporal.usual(rng, made) if rng.random() < 0.5 else suite_temporal.formula(rng, made, rng.choice([1, 2, 3]), False)


def compare_formulas(settings, folder, drawn, arguments, plain, name, report):
    """SPIN's verdict on formulas over globals against ours, every run counted."""
    kind, text, _, _, seed = drawn
    rng = random.Random(seed)
    formulas = [naive_temporal.text(formula(rng, globals_of(plain))) for _ in range(FORMULAS)] if globals_of(plain) else []
    for other, sign in SIGNS.get(kind, []):
        formulas = [f.replace(' %s ' % other, ' %s ' % sign) for f in formulas]
    more = [word for f in formulas for word in ('--ltl', f)]
    run = Run(settings, ['check', *arguments, *more, '--engine', 'explicit', '--fairness', 'none', '--errors', 'all', '--max-states', str(STATES), '--json', '-'])
    made = Run(settings, ['export', '--to', 'promela', *arguments, *more])
    if not formulas or run.code in (2, 3):
        report.tally[kind + ' formulas not compared'] += 1
        return
    if not report.check(made.code == 0 and not made.trouble() and not run.trouble(), '%s: %s%s\n%s' % (name, made.tail(), run.tail(), text), made.command):
        return
    wanted = [p['verdict'] == 'violated' for p in run.json()['properties'] if p['kind'] == 'ltl'][-FORMULAS:]
    count = made.out.count('\nltl ')
    try:
        pan.build(folder, '#define LTL\n' + made.out, TEMPORAL)
        got = [pan.verifier(folder, 120, '-a', '-E', '-n', '-N', 'f%d' % i)['errors'] > 0 for i in range(count - FORMULAS + 1, count + 1)]
    except pan.PanError as trouble:
        got = str(trouble)
    report.check(got == wanted, '%s, %s: SPIN says violated: %s, and we: %s\n%s' % (name, made.command, got, wanted, text), made.command)
    for violated in wanted:
        report.tally['formula violated' if violated else 'formula holds'] += 1


REFUSED = [('proctype P() { skip } init { run P() }', 'created by run'),
           ('chan c = [0] of { bit }; active proctype P() { atomic { skip; c!1 } } active proctype Q() { c?_ }', 'rendezvous inside a block'),
           ('int x; active proctype P() { x = 1 } ltl { X (x == 1) }', 'formulas with X'),
           ('int x; active proctype P() { x = 1 } never { do :: x == 1 -> break :: else od }', 'never claims')]


def refused(settings):
    report = Report()
    with scratch() as folder:
        for text, said in REFUSED:
            run = Run(settings, ['export', '--to', 'promela', write(folder, 'x.pml', text), '--memory', 'sc'])
            report.check(run.code == 3 and said in run.err and not run.out, run.tail(), run.command)
        run = Run(settings, ['export', '--to', 'promela', write(folder, 'x.pml', 'int x; active proctype P() { x = 1 }')])
        report.check(run.code == 3 and '--buffer N' in run.err, run.tail(), run.command)
    return report
