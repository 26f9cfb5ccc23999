"""Programs in mmlib's style that ask whether a store is pending: everything that answers must say what the plain explicit search says.

Each has an else beside a statement that waits, GSVAR or INIT past an own store, or a WRITE beside an else. The engines and reductions that assume that nobody asks must
refuse, and the default must not rely on them.
"""
import random

from .common import Report, Run, generated_batches, scratch, write

BATCH = 20
FIXED, FRESH, FIXED_QUICK, FRESH_QUICK = 200, 100, 40, 20
COMPLETE = ('--engine', 'explicit', '--reduction', 'none')
WAYS = ((), ('--engine', 'explicit'), ('--engine', 'explicit', '--reduction', 'ample'), ('--engine', 'explicit', '--reduction', 'sleep'), ('--engine', 'events'),
        ('--engine', 'automata'))
REFUSED = 'cannot check this'


def cases(settings):
    fixed, fresh = (FIXED_QUICK, FRESH_QUICK) if settings.quick else (FIXED, FRESH)
    return generated_batches(settings, fixed, fresh, BATCH, compare_batch)


def quiet(rng):
    s, v, r = rng.randrange(2), rng.choice([1, 1, 2]), rng.choice(['r', 'q'])
    return rng.choice(['%s = %d' % (r, v), '%s = READ(%d)' % (r, s), '%s = GSVAR(%d)' % (r, s), 'WRITE(%d, %d)' % (s, v), 'sfence'])


def question(rng):
    s, v = rng.randrange(2), rng.choice([0, 0, 1])
    waiting = rng.choice(['mfence', 'mfence', 'run Child()', 'WRITE(%d, 2)' % s])
    return rng.choice(['if :: %s; %s :: else -> %s fi' % (waiting, quiet(rng), quiet(rng)), '{ %s } unless { %s; %s }' % (quiet(rng), waiting, quiet(rng)),
                       '(GSVAR(%d) == %d)' % (s, v), '(GSVAR(%d) != READ(%d))' % (s, s), 'INIT(%d, %d)' % (s, v), 'atomic { (GSVAR(%d) == %d); %s }' % (s, v, quiet(rng))])


def program(rng):
    """What P has in the end tells what it came by; a store made early is committed late, behind whatever asks about it."""
    body = ['WRITE(%d, 1)' % rng.randrange(2)] + [rng.choice([quiet, question, question])(rng) for _ in range(rng.choice([2, 3]))]
    end = rng.choice(['mfence', 'FENCE()', '(GSVAR(0) == 1)', '(GSVAR(1) == 1)', 'WRITE(0, 3); FENCE()'])
    other = '; '.join([quiet(rng) for _ in range(rng.choice([1, 2]))])
    return ('#define PROCSIZE 4\n#define VARSIZE 2\n#define BUFFSIZE 2\n#include "tso.h"\nbyte g;\nproctype Child() { g = 1 }\n'
            'active proctype P() { int r, q; %s; %s; %s; assert(r != %d || q != %d) }\nactive proctype Q() { int r, q; %s }\n'
            % ('; '.join(body), end, quiet(rng), rng.choice([0, 1, 2]), rng.choice([0, 1, 2]), other))


def compare_batch(settings, seed, numbers):
    report = Report()
    with scratch() as folder:
        paths, texts = [], []
        rng = random.Random('questions %d %d' % (seed, numbers[0]))
        options = ['--memory', rng.choice(['tso', 'tso', 'pso']), '--no-deadlock', '--max-states', '20000', '--json', '-'] \
            + (['--buffer', str(rng.choice([1, 2]))] if rng.random() < 0.4 else ['--buffer', 'unbounded'])
        for number in numbers:
            texts.append(program(random.Random('questions %d %d program' % (seed, number))))
            paths.append(write(folder, 'q%d.pml' % number, texts[-1]))
        wanted = ask(settings, paths, options, COMPLETE, report)
        for way in WAYS if wanted else ():
            for path, text, right, got in zip(paths, texts, wanted, ask(settings, paths, options, way, report) or [], strict=False):
                if REFUSED in str(got.get('error')) and way:
                    report.skipped += 1
                elif 'unknown' in (right['verdict'], got['verdict']):
                    report.skipped += 1
                else:
                    report.check(got['verdict'] == right['verdict'], '%s: %s %s; explicit without reduction: %s\n%s'
                                 % (' '.join(way) or 'auto', got['verdict'], got.get('error') or '', right['verdict'], text),
                                 'tarry check FILE %s' % ' '.join([*options, *way]))
    return report


def ask(settings, paths, options, way, report):
    run = Run(settings, ['check', *paths, *options, *way], timeout=120)
    return run.json()['results'] if report.check(not run.trouble(), run.trouble(), run.command) else None
