"""Litmus tests that `litmus-generate` makes, and random ones: their final states against the axioms of axiomatic.py, under SC, TSO and PSO.

With TARRY_CORPUS set, the axioms themselves are compared with expected.tsv in its folder litmus."""
import os
import random

from . import axiomatic
from .common import Case, Report, Run, generated_batches, scratch, write
from .suite_litmus import corpus, no_corpus

FAMILIES = ('SB', 'MP', 'LB', 'R', 'S', '2+2W', 'WRC', 'WWC', 'RWC', 'WRR+2W', 'WRW+WR', 'WRW+2W', 'ISA2', 'W+RWC', 'Z6.0', 'Z6.1', 'Z6.2', 'Z6.3', 'Z6.4',
            'Z6.5', '3.SB', '3.LB', '3.2W', 'IRIW', 'IRRWIW', 'IRWIW')
LARGE = ('Z6.4', 'Z6.5', '3.SB', 'W+RWC')      # with many hundreds of tests: every fourth will do
COHERENCE = ('CoRR', 'CoRW1', 'CoRW2', 'CoWR', 'CoWR0', 'CoWW', 'MP', 'LB', 'S', '2+2W', 'R', 'SB', 'WRC', 'WWC', 'RWC', 'WRR+2W', 'WRW+WR', 'WRW+2W', 'IRIW')
EVERY_EDGE = 'po,mfence,sfence,poana,ponaa,rfi,rmw,pos'


def cases(settings):
    quick = settings.quick
    found = [Case('edges and names', check_names), Case('wrong calls', check_refused), Case('the default', check_default), Case('files', check_files)]
    found += [Case('family ' + f, check_family, (f, ['--families', f], 20 if quick else 4 if f in LARGE else 1)) for f in FAMILIES]
    longer = (('LB', 1000),) if quick else (('LB', 300), ('MP', 300), ('SB', 300), ('R', 300), ('S', 300), ('2+2W', 300))
    found += [Case('longer threads of ' + f, check_family, (f, ['--families', f, '--length', '2', '--edges', EVERY_EDGE], step)) for f, step in longer]
    found += [Case('locked reads of ' + f, check_family, (f, ['--families', f, '--edges', EVERY_EDGE], 20 if quick else 3)) for f in ('SB', 'LB', 'RWC', 'WRC', 'IRIW')]
    found += [Case('shapes', check_family, ('W+RW+WW+RR', ['--families', 'W+RW+WW+RR,WW+RW+RR+WR', '--edges', 'po,mfence,sfence'], 3))]
    found += [Case('coherence of ' + f, check_family, (f, ['--families', f, '--one-location'], 10 if quick else 1 if f.startswith('Co') else 3, ('events', 'explicit')))
              for f in COHERENCE]
    found += [Case('coherence of longer threads of ' + f, check_family,
                   (f, ['--families', f, '--one-location', '--length', '2', '--edges', EVERY_EDGE], step * (5 if quick else 1), ('events', 'explicit')))
              for f, step in (('CoRW2', 1), ('CoWW', 1), ('CoRR', 2), ('LB', 100))]
    found += generated_batches(settings, 50 if quick else 200, 50 if quick else 200, 50, check_random)
    return found + [Case('corpus', check_corpus) if corpus() else Case('corpus', no_corpus)]


def shown_text(name):
    return name if isinstance(name, str) else '%d:%s' % name


def check_condition(result, test, text, states, report):
    """`exists` of a test of coherence never holds, and its condition leaves out what there is, no more."""
    if 'exists (not (' in text:
        listed = text.split('exists (not (')[1].count('\\/') + 1
        good = result['observation'] == 'Never' and listed == len(states)
        report.check(good, '%s: %s, %d states listed of %d' % (test.name, result['observation'], listed, len(states)))


def compare(settings, folder, texts, report, engines=('auto',)):
    """`texts` are the tests in the folder, by file name."""
    wanted = {}
    for name, text in texts.items():
        test = axiomatic.Test(text)
        wanted[name] = (test, axiomatic.final_states(test))
    for model, engine in ((m, e) for m in axiomatic.MODELS for e in engines):
        run = Run(settings, ['outcomes', folder, '--memory', model, '--engine', engine, '--json', '-'], timeout=300)
        if not report.check(run.code in (0, 1) and not run.trouble(), 'exit code %d: %s\n%s' % (run.code, run.trouble(), run.err[:1500]), run.command):
            return
        answer = run.json()
        results = answer['results'] if 'results' in answer else [answer]
        report.check(len(results) == len(texts), '%d results for %d tests' % (len(results), len(texts)), run.command)
        for result in results:
            name = os.path.basename(result['file'])
            test, states = wanted[name]
            got = {tuple(s[shown_text(n)] for n in test.shown) for s in result['outcomes']}
            check_condition(result, test, texts[name], states[model], report)
            report.check(got == states[model], 'under %s, of the values of %s:\n%s\nonly by the axioms %s\nonly by tarry %s' % (
                model, ' '.join(map(shown_text, test.shown)), texts[name], sorted(states[model] - got), sorted(got - states[model])))


def check_family(settings, family, options, step, engines=('auto',)):
    """Every step-th test of the families, those with very many candidate executions aside."""
    report = Report()
    run = Run(settings, ['litmus-generate', *options])
    if not report.check(run.code == 0 and not run.trouble(), 'exit code %d\n%s' % (run.code, run.err[:1500]), run.command):
        return report
    texts = run.out.split('\n\n')
    names = [t.split('\n')[0].split()[1] for t in texts]
    report.check(len(set(names)) == len(names), 'two tests have the same name', run.command)
    report.check(len({t.split('\n', 1)[1].split('{}', 1)[1] for t in texts}) == len(texts), 'two tests are the same', run.command)
    report.check(all(n.startswith(family) or '+RW+' in family for n in names), 'a name does not start with %s' % family, run.command)
    with scratch() as folder:
        chosen = {n + '.litmus': t for n, t in list(zip(names, texts))[::step] if axiomatic.candidate_count(axiomatic.Test(t)) <= 3000}
        for name, text in chosen.items():
            write(folder, name, text)
        compare(settings, folder, chosen, report, engines)
    return report


# ---- Random tests: what cycles do not hold ----
def random_test(seed, number):
    """The first of a sequence that has not too many candidate executions."""
    choose = random.Random(seed * 7919 + number)
    while True:
        text = draw_test(choose, 'random-%d-%d' % (seed, number))
        if axiomatic.candidate_count(axiomatic.Test(text)) <= 1000:
            return text


def draw_test(choose, name):
    locations, columns = ['x', 'y', 'z'][:choose.choice((1, 2, 2, 3))], []
    for _ in range(choose.choice((2, 2, 3))):
        cells = []
        for _ in range(choose.choice((2, 3, 3, 4))):
            where, value, register = '[%s]' % choose.choice(locations), '$%d' % choose.choice((1, 2)), choose.choice(('EAX', 'EBX'))
            cells.append(choose.choice((
                'MOV %s,%s' % (where, value), 'MOV %s,%s' % (where, value), 'MOV %s,%s' % (register, where), 'MOV %s,%s' % (register, where),
                choose.choice(('MFENCE', 'SFENCE', 'SFENCE', 'LFENCE', 'MOV %s,%s' % (where, register), 'XCHG %s,%s' % (where, register), 'INC %s' % where,
                               'LOCK INC %s' % where, 'LOCK XOR %s,%s' % (where, value), 'MOV EAX,EBX', 'ADD %s,%s' % (where, register))))))
        columns.append(cells)
    rows = [['P%d' % i for i in range(len(columns))]] + [[c[k] if k < len(c) else '' for c in columns] for k in range(max(map(len, columns)))]
    asked = ['%d:%s' % (i, r) for i in range(len(columns)) for r in ('EAX', 'EBX')] + locations
    return 'X86 %s\n{ %s=1; }\n%s\nlocations [%s;]\nexists (x=2)\n' % (
        name, choose.choice(locations), '\n'.join(' | '.join(r) + ' ;' for r in rows), '; '.join(asked))


def check_random(settings, seed, numbers):
    report = Report()
    with scratch() as folder:
        texts = {'%d.litmus' % n: random_test(seed, n) for n in numbers}
        for name, text in texts.items():
            write(folder, name, text)
        compare(settings, folder, texts, report)
    return report


# ---- The command itself ----
NAMES = (
    ('PodWR Fre PodWR Fre', 'SB'), ('Fre PodWR Fre MFencedWR', 'SB+mfence+po'), ('MFencedWR Fre MFencedWR Fre', 'SB+mfences'),
    ('Rfi PodRR Fre Rfi PodRR Fre', 'SB+rfi-pos'), ('PodWRANa Fre PodWR Fre', 'SB+po+poana'), ('PodWW Rfe MFencedRR Fre', 'MP+po+mfence'),
    ('SFencedWW Rfe PodRR Fre', 'MP+sfence+po'), ('PodRW Rfe PodRW Rfe', 'LB'), ('PodWW Wse PodWR Fre', 'R'), ('PodRW Coe PodWW Rfe', 'S'),
    ('PodWW Coe PodWW Coe', '2+2W'), ('Rfe PodRW Rfe PodRR Fre', 'WRC'), ('Rfe PodRR Fre Rfe PodRR Fre', 'IRIW'), ('PodWW Rfe PodRW Rfe PodRR Fre', 'ISA2'),
    ('Rfe PodRR Fre PodWR Fre', 'RWC'), ('PodWW Rfe PodRR Fre PodWR Fre', 'W+RWC'), ('Rfe Exch PodWR Fre Rfi PodRR Fre', 'RWC+rmw-po+rfi-po'),
    ('PodWR Fre MFencedWW MFencedWR Fre', 'SB+po+mfenceW-mfence'), ('PosWW PodWW Rfe PodRR Fre', 'MP+posW-po+po'),
    ('Rfe PodRW Rfe PodRW Rfe PodRR Fre', 'W+RW+RW+RR'), ('PosWW Wse', 'CoWW'), ('Rfe PosRW', 'CoRW1'), ('PosWR Fre', 'CoWR0'), ('MFencesWR Fre', 'CoWR0+mfences'),
    ('Coe PosWR Fre', 'CoWR'), ('PosRR Fre Rfe', 'CoRR'), ('Rfe PosRW Coe', 'CoRW2'), ('Rfe MFencesRW Coe', 'CoRW2+mfences'), ('PosWW Rfe PosRR Fre', 'MP+poss'),
    ('PosWW Coe PosWW Coe', '2+2W+poss'), ('PosWR Fre MFencesWR Fre', 'SB+mfences+pos'), ('MFencesWR Fre MFencesWR Fre', 'SB+mfencess'),
    ('Rfi PosRR Fre Rfi PosRR Fre', 'SB+rfi-poss'), ('PosWRANa Fre PosWWNaA Coe', 'R+posnaa+posana'), ('Exch Rfe Exch Rfe', 'LB+rmws'),
    ('Rfe PosRR Fre Rfe PosRR Fre', 'IRIW+poss'),
)
TEXT = '''X86 RWC+rmw-po+rfi-po
"Rfe Exch PodWR Fre Rfi PodRR Fre"
{}
 P0         | P1           | P2          ;
 MOV [x],$1 | MOV EAX,$2   | MOV [y],$1  ;
            | XCHG [x],EAX | MOV EAX,[y] ;
            | MOV EBX,[y]  | MOV EBX,[x] ;
exists (1:EAX=1 /\\ 1:EBX=0 /\\ 2:EAX=1 /\\ 2:EBX=0 /\\ x=2)
'''

COHERENCE_TEXT = '''X86 CoRW2+posnaa
"Rfe PosRWNaA Coe"
{}
 P0         | P1           ;
 MOV [x],$1 | MOV EAX,[x]  ;
            | MOV EBX,$2   ;
            | XCHG [x],EBX ;
exists (not (1:EAX=0 /\\ 1:EBX=0 /\\ x=1 \\/ 1:EAX=0 /\\ 1:EBX=1 /\\ x=2 \\/ 1:EAX=1 /\\ 1:EBX=1 /\\ x=2))
'''


def check_names(settings):
    report = Report()
    for edges, name in NAMES:
        run = Run(settings, ['litmus-generate', *edges.split()])
        report.check(run.code == 0 and run.out.startswith('X86 %s\n' % name), 'wanted %s:\n%s' % (name, run.tail()), run.command)
    run = Run(settings, ['litmus-generate', 'Fre Rfi PodRR Fre Rfe', 'Exch PodWR'])
    report.check(run.out == TEXT, 'another text:\n' + run.tail(), run.command)
    run = Run(settings, ['litmus-generate', 'Rfe PosRWNaA Coe'])
    report.check(run.out == COHERENCE_TEXT, 'another text:\n' + run.tail(), run.command)
    return report


def check_default(settings):
    """Without options: the families of several locations, then those of coherence. A name occurs once."""
    report = Report()
    names = {}
    for options in ((), ('--one-location',), ('--families', 'CoRR')):
        run = Run(settings, ['litmus-generate', *options])
        names[options] = [t.split('\n')[0].split()[1] for t in run.out.split('\n\n')]
    everything, one_location, one_family = names.values()
    report.check(len(everything) == 6304 and len(set(everything)) == len(everything), '%d tests, %d names' % (len(everything), len(set(everything))))
    report.check(everything[-len(one_location):] == one_location and len(one_location) == 570, '%d tests at one location' % len(one_location))
    report.check(set(one_family) == {n for n in one_location if n.startswith('CoRR')}, 'CoRR has other tests alone')
    return report


def check_refused(settings):
    report = Report()
    for arguments, why in ((['PodWR', 'Rfe'], 'PodWR ends in a read'), (['Foo'], "unknown edge 'Foo'"), (['PodWR'], 'ends in a read'), (['Rfe Fre'], 'no more than one'),
                           (['PosWW Coe PodWW Coe'], 'another location'), (['PodWW'], '2 to 8 external'),
                           (['PosWW'], '1 to 8 external'), (['Coe Coe'], 'an edge of a thread'), (['PosWW Coe ' * 6], 'at most 10 edges'), (['PosWW Coe', '--one-location'], 'not both'),
                           (['--families', 'W+RR'], 'unknown family'), (['PodWW Coe PosWW PodWW Coe'], 'three times'), ([''], 'needs edges'),
                           (['PodWR Fre', '--families', 'SB'], 'not both'), (['--families', 'SC'], "unknown family 'SC'"), (['--families', 'SB,'], "unknown family ''"),
                           (['--families', 'RR+RR'], 'unknown family'), (['--edges', 'po,foo'], "unknown edge 'foo'"), (['--length', '4'], '--length'),
                           (['--families', 'SB', '-o', '/dev/null'], 'cannot write'), (['-o', '/no/such/folder'], 'cannot make'),
                           (['PodWR Fre ' * 20], 'at most 32'), (['PodRR PodRR PodRR PodRR PodRR PodRR PodRR PodRR Fre PodWR Fre PodWW Rfe'], 'registers')):
        run = Run(settings, ['litmus-generate', *arguments])
        report.check(run.code == 3 and not run.out and why in run.err, 'exit code %d, no "%s"\n%s' % (run.code, why, run.tail()), run.command)
    return report


def check_files(settings):
    """A file for each test, the same as on standard output."""
    report = Report()
    with scratch() as folder:
        target = os.path.join(folder, 'new')
        run = Run(settings, ['litmus-generate', '--families', 'SB,WRC', '--output', target])
        printed = Run(settings, ['litmus-generate', '--families', 'SB,WRC'])
        texts = printed.out.split('\n\n')
        report.check(run.code == 0 and run.out == '%d tests in %s\n' % (len(texts), target), 'exit code %d\n%s' % (run.code, run.tail()), run.command)
        names = sorted(os.listdir(target))
        report.check(names == sorted(t.split('\n')[0].split()[1] + '.litmus' for t in texts), 'other files', run.command)
        for name in names:
            with open(os.path.join(target, name), encoding='utf-8') as file:
                report.check(file.read().rstrip('\n') in (t.rstrip('\n') for t in texts), name + ' has another text', run.command)
    return report


# ---- The axioms ----
def check_corpus(settings):
    report, folder, known = Report(), corpus(), {}
    with open(os.path.join(folder, 'expected.tsv'), encoding='utf-8') as table:
        rows = [line.rstrip('\n').split('\t') for line in table][1:]
    for name, model, _, _, _, states in rows:
        if name not in known:
            with open(os.path.join(folder, name + '.litmus'), encoding='utf-8') as file:
                try:
                    test = axiomatic.Test(file.read())
                    known[name] = (test, axiomatic.final_states(test))
                except axiomatic.Unsupported:
                    known[name] = None
        if known[name]:
            test, found = known[name]
            texts = {' '.join(('[%s]=%d;' if isinstance(n, str) else '%s=%d;') % (shown_text(n), v) for n, v in zip(test.shown, s)) for s in found[model.lower()]}
            report.check(texts == set(states.split('|')), '%s under %s: the axioms give %s' % (name, model, sorted(texts)))
    refused = sum(k is None for k in known.values())
    report.check(refused < 10, '%d tests were refused' % refused)
    return report
