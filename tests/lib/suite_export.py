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
STATES = 8000
FORMULAS = 3           # of one program
SIGNS = {'pimp': [('==', '=')], 'litmus': [('==', '='), ('<', '='), ('!=', '<>')]}
KINDS = ['dve', 'pml', 'pimp', 'pml', 'litmus', 'pml']
COMPILE = ['gcc', '-O0', '-w', '-DSAFETY', '-DNOREDUCE', '-DVECTORSZ=16000', '-o', 'pan', 'pan.c']
TEMPORAL = ['gcc', '-O0', '-w', '-DNOREDUCE', '-DVECTORSZ=16000', '-o', 'pan', 'pan.c']


def cases(settings):
    if not pan.AVAILABLE:
        return [Case('SPIN', missing)]
    fixed, fresh = (FIXED_QUICK, FRESH_QUICK) if settings.quick else (FIXED, FRESH)
    return generated_batches(settings, fixed, fresh, BATCH, compare_batch) + [Case('what cannot be translated', refused)] + [Case('directed', directed, (text,)) for text in DIRECTED]


def missing(settings):
    return Report(skipped=1, notes=['there is no spin, or no gcc'])


def bodies(body):
    """All lists of statements of a process."""
    found = [body]
    for s in body:
        for inner in (s.options or []) + [b for b in (s.body, s.escape) if b]:
            found += bodies(inner)
    return found


def child(rng, program):
    """A process that others create, with its arguments: numbers and channels, and sometimes a channel of its own."""
    k = syntax.Proc('K', params=[syntax.Var('n', rng.choice(['bit', 'byte']))], locals=[syntax.Var('u', 'byte', 0, rng.choice([0, 1, ('var', 'n', None), ('var', 'x', None), ('nr_pr',), ('pid',)]))])
    n, u, x = ('var', 'n', None), ('var', 'u', None), ('var', 'x', None)
    channels = []
    if program.chans and not program.chans[0].size and len(program.chans[0].fields) == 1 and rng.random() < 0.7:
        k.params.append(syntax.Var('k', 'chan'))
        channels.append('k')
    if rng.random() < 0.2:
        k.locals.append(syntax.Var('own', 'byte'))
        channels.append('own')
    drawn = [syntax.Stmt('assign', target=x, expr=n), syntax.Stmt('assign', target=('var', 'y', None), expr=('bin', '&', u, ('const', 1))), syntax.Stmt('assign', target=u, expr=x),
             syntax.Stmt('expr', expr=('bin', '==', x, n)), syntax.Stmt('assert', expr=('bin', '<', x, ('const', 2))), syntax.Stmt('mfence'), syntax.Stmt('sfence')]
    for name in channels * 2:
        drawn += [syntax.Stmt('send', chan=name, args=[n]), syntax.Stmt('recv', chan=name, args=[rng.choice([x, u, ('eval', n)])]), syntax.Stmt('expr', expr=('nempty', name))]
    k.body = rng.sample(drawn, rng.choice([1, 1, 2, 3]))
    return k


def with_children(rng, program):
    """Anybody may create them anywhere, also in loops and blocks, and where the number is that of one who has gone."""
    k = child(rng, program)
    creators = [body for q in program.procs for body in bodies(q.body)]
    for body in rng.sample(creators, min(len(creators), rng.choice([1, 1, 2]))):
        arguments = [rng.choice([('const', 1), ('const', 2), ('var', 'x', None), ('pid',)])] + ([('var', 'c', None)] if len(k.params) > 1 else [])
        body.insert(rng.randint(0 if body in [q.body for q in program.procs] else 1, len(body)), syntax.Stmt('run', name='K', args=arguments))
    program.procs.append(k)


def with_failures(rng, program):
    """Values and indices that may fail, in stores too."""
    assigned = [s for q in program.procs for body in bodies(q.body) for s in body if s.kind == 'assign']
    arrays = [v for v in program.globals if v.size]
    for s in rng.sample(assigned, min(len(assigned), 2)):
        if arrays and rng.random() < 0.4:
            s.target = ('var', arrays[0].name, ('var', rng.choice([v.name for v in program.globals if not v.size]), None))
        else:
            s.expr = ('bin', rng.choice(['/', '%']), ('const', rng.choice([2, 3])), ('var', rng.choice('xy'), None))


def with_wide_messages(rng, program):
    """Receives that store several fields."""
    program.chans = [syntax.Chan('c', rng.choice([0, 1, 2]), ['byte', 'byte'])]
    relaxed = [('var', v.name, ('const', rng.randrange(v.size)) if v.size else None) for v in program.globals if not v.ghost]
    for q in program.procs:
        for body in bodies(q.body):
            for s in body:
                if s.kind == 'send':
                    s.args = (s.args * 2)[:2]
                elif s.kind == 'recv':
                    s.args = [rng.choice(relaxed), rng.choice(relaxed + [('any',), ('const', 1)])]
        if q.name != 'init' and rng.random() < 0.6:
            more = [syntax.Stmt('recv', chan='c', args=[rng.choice(relaxed), rng.choice(relaxed)]), syntax.Stmt('send', chan='c', args=[('const', 1), rng.choice(relaxed)])]
            q.body.insert(rng.randrange(len(q.body) + 1), rng.choice(more))


def promela(rng):
    made = generate.program(rng, style='plain', faults=rng.random() < 0.15, spin=rng.random() < 0.2, size=rng.choice([2, 3, 4]))
    if rng.random() < 0.4:
        suite_temporal.with_loops(rng, made)
    if rng.random() < 0.3:
        with_wide_messages(rng, made)
    if rng.random() < 0.3:
        with_failures(rng, made)
    if rng.random() < 0.4:
        with_children(rng, made)
    return made


def sample(seed, number):
    rng = random.Random('export %d %d' % (seed, number))
    kind = KINDS[number % len(KINDS)]
    options = list(rng.choice([['--memory', 'sc'], ['--memory', 'tso', '--buffer', '1'], ['--memory', 'tso', '--buffer', '2'], ['--memory', 'pso', '--buffer', '1'],
                               ['--memory', 'tso', '--buffer', '3'], ['--memory', 'pso', '--buffer', '2'], ['--memory', 'pso', '--buffer', '3'], ['--memory', 'slot']]))
    if options[1] in ('tso', 'pso') and rng.random() < 0.1:
        options += ['--overflow', 'error']
    atomic = None
    if kind == 'dve':
        made = generate_dve.program(rng)
        while naive.meets_twice(made):
            made = generate_dve.program(rng)
        text, atomic = made.text(), made.atomic_text()
    elif kind == 'pml':
        made = promela(rng)
        text = syntax.promela(made).replace('byte own;', 'chan own = [1] of { byte };')
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


def search(folder, text, drawn):
    """Errors and states of SPIN's search, whatever the order in which it tries edges."""
    order = [[], ['-DT_REVERSE'], ['-DT_RAND']][int(drawn * 3)]
    pan.build(folder, text, [*COMPILE, *order])
    return pan.verifier(folder, 120, '-c0', '-n')


def compare(settings, folder, drawn, name, report):
    kind, text, atomic, options, order = drawn
    path = write(folder, 'program.' + kind, text)
    more = ['--atomic', write(folder, 'atomic.txt', atomic)] if atomic else []
    run = Run(settings, ['check', path, *options, *more, '--engine', 'explicit', '--reduction', 'none', '--errors', 'all', '--max-states', str(STATES), '--json', '-'])
    made = Run(settings, ['export', '--to', 'promela', path, *options, *more])
    if run.code in (2, 3) or (made.code == 3 and 'how many processes there can be' in made.err):
        report.tally[kind + ' not compared'] += 1
        return
    if not report.check(made.code == 0 and not made.trouble() and not run.trouble(), '%s: %s%s\n%s' % (name, made.tail(), run.tail(), text), made.command):
        return
    result = run.json()
    if result['statistics']['states_stored'] >= STATES:
        report.tally[kind + ' not compared'] += 1
        return
    found = {p['kind'] for p in result['properties'] if p['trace'] is not None}
    failure = bool({'runtime', 'overflow'} & found) and not (kind == 'dve' and 'runtime' in found)      # of DVE the failure is a state for us too
    wanted = bool(found), result['statistics']['states_stored'] + failure
    try:
        answer = search(folder, made.out, order)
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


def formula(rng, variables, with_next):
    """Of comparisons with small numbers; half of them are in the shapes that people write."""
    made = syntax.Program(globals=variables)
    return suite_temporal.usual(rng, made) if rng.random() < 0.5 else suite_temporal.formula(rng, made, rng.choice([1, 2, 3]), with_next)


def with_claim(rng, text, counts):
    """A Promela program with labels, or where steps may be counted with a never claim."""
    condition = lambda: '(%s %s %d)' % (rng.choice('xy'), rng.choice(['==', '!=', '<']), rng.randrange(3))
    if counts and rng.random() < 0.5:
        ends = rng.random() < 0.3
        second = 'skip' if ends else 'do :: %s%s od' % (condition(), rng.choice(['', ' :: %s -> goto first' % condition()]))
        return text + 'never { first: do :: %s :: %s -> goto %s od; %s: %s }\n' % (rng.choice(['true', condition()]), condition(), *['end' if ends else 'accept'] * 2, second)
    return re.sub(r'^    (?=[a-z]\w* = )', '    %s: ' % rng.choice(['accept', 'progress']), text, count=1, flags=re.M)


def compare_formulas(settings, folder, drawn, arguments, plain, name, report):
    """SPIN's verdict on formulas over globals, never claims and labels against ours, every run counted."""
    kind, text, _, _, seed = drawn
    rng = random.Random(seed)
    counts = not re.search('atomic|d_step|timeout', text)
    formulas = [naive_temporal.text(formula(rng, globals_of(plain), counts)) for _ in range(FORMULAS)] if globals_of(plain) else []
    for other, sign in SIGNS.get(kind, []):
        formulas = [f.replace(' %s ' % other, ' %s ' % sign) for f in formulas]
    more = [word for f in formulas for word in ('--ltl', f)]
    if kind == 'pml' and rng.random() < 0.5:
        text = with_claim(rng, text, counts)
        write(folder, 'program.pml', text)
    run = Run(settings, ['check', *arguments, *more, '--engine', 'explicit', '--fairness', 'none', '--errors', 'all', '--max-states', str(STATES), '--json', '-'])
    made = Run(settings, ['export', '--to', 'promela', *arguments, *more])
    if not formulas or run.code in (2, 3):
        report.tally[kind + ' formulas not compared'] += 1
        return
    if not report.check(made.code == 0 and not made.trouble() and not run.trouble(), '%s: %s%s\n%s' % (name, made.tail(), run.tail(), text), made.command):
        return
    asked = [p for p in run.json()['properties'] if p['kind'] in ('ltl', 'claim', 'acceptance', 'progress')]
    wanted = [p['verdict'] == 'violated' for p in asked]
    try:
        pan.build(folder, '#define LTL\n' + made.out, TEMPORAL)
        got = [pan.verifier(folder, 120, '-a', '-E', '-n', '-N', 'f%d' % i)['errors'] > 0 for i in range(1, len(asked) + 1)]
    except pan.PanError as trouble:
        got = str(trouble)
    report.check(got == wanted, '%s, %s: SPIN says violated: %s, and we: %s\n%s' % (name, made.command, got, wanted, text), made.command)
    for p in asked:
        report.tally[p['kind'] + (' violated' if p['verdict'] == 'violated' else ' holds')] += 1


# What generators seldom meet in small programs.
DIRECTED = ['int x, y, a[2]; active proctype P() { byte r; x = 1; y = 2; x = 2; a[r + x] = 3; x = 4 / (y - 2) } active proctype Q() { do :: x == 1 -> x = 2 :: y == 2 -> break od }',
            'chan c = [2] of { byte, byte }; int x, y, a[2]; active proctype P() { x = 1; c!1,2; sfence; y = 1; c!0,x; sfence; x = 2 } active proctype Q() { byte s; c?s,a[s]; c?x,a[x - 1]; a[1] = 1 }',
            'int x, y; byte a[2]; proctype K(byte n) { a[n] = 1; x = n } active proctype P() { byte r; do :: r < 2 -> run K(r); r++; y = r :: else -> break od; r = K[1]:n } active proctype Q() { x = 2 }',
            'int x; proctype K(chan k) { chan own = [1] of { byte }; own!2; own?x; k!x } proctype L(chan k) { chan e = [0] of { byte }, f = [1] of { byte }; f!3; k!f }'
            'active proctype P() { chan mine = [1] of { byte }; byte r; if :: run K(mine) :: run L(mine) fi; mine?r; run K(mine); mine?r; assert(r < 3) }',
            'int x; chan c = [0] of { byte }; active proctype P() { atomic { x = 1; c!1; x = 2 } } active proctype Q() { { atomic { c?x; x = 3 } } unless { c?2 } } active proctype R() { byte s; do :: s < 2 -> c!s; s++ :: c?s; break od }']


def directed(settings, text):
    report = Report()
    with scratch() as folder:
        for options in (['--memory', 'sc'], ['--memory', 'tso', '--buffer', '2'], ['--memory', 'pso', '--buffer', '1']):
            compare(settings, folder, ('pml', text, None, options, 0.5), 'directed', report)
    report.check(not any('not compared' in kind for kind in report.tally), 'not compared: %s' % text)
    return report


REFUSED = [('int x; active proctype P() { atomic { x = 1; x = 2 } } ltl { X (x == 1) }', 'formulas with X'),
           ('int x; active proctype P() { d_step { x = 1; x = 2 } } never { do :: x == 1 -> break :: else od }', 'never claims'),
           ('byte x; active proctype P() { x = 1 } ltl { [] ((x > 0 -> 2 / x : 1) > 0) }', 'conditional expression'),
           ('proctype P() { run P(); run P() } init { do :: run P() od }', 'created in a loop')]


def refused(settings):
    report = Report()
    with scratch() as folder:
        for text, said in REFUSED:
            run = Run(settings, ['export', '--to', 'promela', write(folder, 'x.pml', text), '--memory', 'sc', '--max-states', '1000'])
            report.check(run.code == 3 and said in run.err and not run.out, run.tail(), run.command)
        run = Run(settings, ['export', '--to', 'promela', write(folder, 'x.pml', 'int x; active proctype P() { x = 1 }')])
        report.check(run.code == 3 and '--buffer N' in run.err, run.tail(), run.command)
    return report
