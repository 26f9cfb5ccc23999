"""Verdicts and numbers of states against SPIN, under SC: hand-written models of tests/conformance and generated programs.

SPIN: `spin -a -o2 -o3`, pan with -DSAFETY -DNOREDUCE -DNOCLAIM; `pan -c0 -E` gives the count and whether an assertion fails,
`pan -c0 -A` whether an end state is invalid. After a run-time error pan goes on with whatever it finds in memory, so then only
that there is an error is compared.
"""
import os
import random

from . import generate, grammar, pan, shrink
from .common import ROOT, Case, Report, Run, models_in, scratch, short, write
from .syntax import promela

FIXED, FRESH, FIXED_QUICK, FRESH_QUICK = 60, 8, 12, 2
UNMET = 'SPIN reports a run-time error, tarry does not'


def cases(settings):
    found = [Case(short(path), compare_file, (path,)) for path in models_in('conformance')]
    found.append(Case('the words of examples/tarry.h', compare_words))
    fixed, fresh = (FIXED_QUICK, FRESH_QUICK) if settings.quick else (FIXED, FRESH)
    if settings.count:
        fixed, fresh = 0, settings.count
    for number in range(fixed):
        found.append(Case('generated program %d of seed 1' % number, compare_generated, (1, number)))
    for number in range(fresh):
        found.append(Case('generated program %d of seed %d' % (number, settings.fresh_seed), compare_generated, (settings.fresh_seed, number)))
    return found


def tarry_says(settings, path):
    """The same figures as pan.reference, or a sentence about what went wrong."""
    run = Run(settings, ['check', path, '--memory', 'sc', '--engine', 'explicit', '--reduction', 'none', '--errors', 'all', '--json', '-'])
    if run.trouble() or run.code not in (0, 1):
        return 'tarry: %s\n%s' % (run.trouble() or 'exit code %d' % run.code, run.tail()), run
    counting = Run(settings, ['check', path, '--memory', 'sc', '--engine', 'explicit', '--reduction', 'none', '--errors', 'all', '--no-deadlock', '--json', '-'])
    if counting.trouble() or counting.code not in (0, 1):
        return 'tarry --no-deadlock: %s\n%s' % (counting.trouble() or 'exit code %d' % counting.code, counting.tail()), counting
    violated = {p['kind'] for p in run.json()['properties'] if p['verdict'] == 'violated'}
    return {'states': counting.json()['statistics']['states_stored'], 'assertion': 'assertion' in violated,
            'deadlock': 'deadlock' in violated, 'runtime': 'runtime' in violated}, counting


def mismatch(settings, text, path, seconds=120):
    """A sentence, or None. Raises pan.PanError when SPIN cannot judge the model."""
    reference = pan.reference(text, seconds)
    ours, run = tarry_says(settings, path)
    if isinstance(ours, str):
        return ours, run
    if reference['runtime']:
        if not ours['runtime']:
            return UNMET, run
        return None, run
    if ours != reference:
        return 'SPIN says %s\ntarry says %s' % (reference, ours), run
    return None, run


def with_header(path):
    """The model, with the header that lets SPIN read the tool's own words in the place of the line that includes it."""
    with open(path, encoding='latin-1') as source, open(os.path.join(ROOT, 'examples', 'tarry.h'), encoding='latin-1') as header:
        return source.read().replace('#include "tarry.h"\n', header.read())


def compare_file(settings, path):
    return compare_text(settings, with_header(path), path)


# Each word of examples/tarry.h in a place where its answer matters: the assertions at the end tell runs apart. Not membarrier, which takes several steps here and one in SPIN.
WORDS = '''
byte x, y;
ghost byte seen;
active [2] proctype P()
{
    byte r = 1, f = 1;
    store(x, _pid + 1);
    mfence; sfence; sync;
    load(y, 0);
    await (x == r + 1 || x < 2 && y == 0);
    fetch_add(x, r + 1, r);
    cas(x, r + 2, f + 4, f);
    cmpxchg(y, f - f, f + 2, f);
    cmpxchg(y, 9, r, r);
    xchg(x, r, r);
    seen = seen + f + r;
    assert(r != 5 || f == 3 || seen != 8)
}
'''


def compare_words(settings):
    with open(os.path.join(ROOT, 'examples', 'tarry.h'), encoding='latin-1') as header, scratch() as folder:
        text = header.read() + WORDS
        return compare_text(settings, text, write(folder, 'words.pml', text))


def compare_text(settings, text, path):
    report = Report()
    if not pan.AVAILABLE:
        report.skipped += 1
        return report
    try:
        trouble, run = mismatch(settings, text, path)
        report.check(trouble is None, trouble, run.command)
    except pan.PanError as refusal:
        report.check(False, 'the reference: %s' % refusal, 'spin -a -o2 -o3 ' + path)
    return report


def is_refused(trouble):
    """The tool refuses an else beside a rendezvous, also where a nested selection puts it there; SPIN only warns."""
    return trouble is not None and 'else beside a rendezvous is not supported' in trouble


def offers_in_doubt(program):
    """SPIN evaluates what a rendezvous sends before it looks for a receiver, the tool when two meet: a message that can fail and that nobody takes is an error for SPIN alone."""
    unbuffered = {c.name for c in program.chans if not c.capacity}

    def doubtful(body):
        return any(s.kind == 'send' and s.chan in unbuffered and not all(a[0] == 'const' or a[0] == 'var' and a[2] is None for a in s.args)
                   or any(doubtful(part) for part in [*(s.options or []), s.body or [], s.escape or []]) for s in body)
    return any(doubtful(q.body) for q in program.procs)


def compare_generated(settings, seed, number):
    report = Report()
    if not pan.AVAILABLE:
        report.skipped += 1
        return report
    rng = random.Random('spin %d %d' % (seed, number))
    if number % 2:
        program, _ = grammar.program(rng, grammar.Plan(style='spin', memory='sc', channel=rng.random() < 0.5))
    else:
        program = generate.program(rng, spin=True, faults=number % 10 == 0)
    with scratch() as folder:
        def differs(candidate):
            text = promela(candidate, 'spin')
            path = write(folder, 'generated.pml', text)
            try:
                said = mismatch(settings, text, path, 5)[0]
                return None if is_refused(said) or said == UNMET and offers_in_doubt(candidate) else said
            except pan.PanError:
                return None     # a jump into a d_step and the like: SPIN refuses it, so nothing is learnt
        try:
            text = promela(program, 'spin')
            trouble, run = mismatch(settings, text, write(folder, 'generated.pml', text), 5)
            if is_refused(trouble) or trouble == UNMET and offers_in_doubt(program):
                raise pan.PanError(trouble)
        except pan.PanError:
            report.skipped += 1
            return report
        if trouble is not None:
            program = shrink.shrink(program, lambda p: differs(p) is not None, 300)
            report.check(False, '%s\n%s' % (differs(program), promela(program, 'spin')))
        else:
            report.passed += 1
    return report
