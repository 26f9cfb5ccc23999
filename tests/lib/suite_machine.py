"""Litmus tests exported to C and run on this machine: what is seen must be among the final states under TSO."""
import os
import platform
import re
import shutil
import subprocess

from .common import ROOT, TESTS, Case, Report, Run, scratch, write
from .suite_litmus import blocks

GENERATED = ('PodWR Fre PodWR Fre', 'PodWW Rfe PodRR Fre', 'MFencedWR Fre PodWRANa Fre', 'Rfi PodRR Fre Rfi PodRR Fre', 'PodWW Coe PodWR Fre', 'PodWW Coe PodWW Coe',
             'Rfe Exch PodWR Fre PodWR Fre', 'Rfe PodRR Fre Rfe PodRR Fre')
OWN = ('cas', 'xadd', 'lock-bits', 'inc-race', 'filter', 'spin-lock', 'registers', 'SB.att', 'unlocked-rmw')
SB = os.path.join(ROOT, 'examples', 'sb.litmus')
MEETING = '''X86 meeting
{}
 P0          | P1          ;
 MOV [x],$1  | LC10:       ;
 LC00:       | MOV EAX,[x] ;
 MOV EAX,[y] | CMP EAX,$1  ;
 CMP EAX,$1  | JNE LC10    ;
 JNE LC00    | MOV [y],$1  ;
exists (0:EAX=1 /\\ 1:EAX=1)
'''
REFUSED = ('addresses', 'pointer')
COMPILER = shutil.which('gcc') or shutil.which('clang') or shutil.which('cc')


def cases(settings):
    found = [Case('wrong calls', check_refused)]
    if platform.machine() not in ('x86_64', 'AMD64') or not COMPILER:
        return found + [Case('run', lambda s: Report(skipped=1, notes=['skipped: no x86-64 machine with a C compiler']))]
    found += [Case(edges, check_generated, (edges,)) for edges in (GENERATED[:3] if settings.quick else GENERATED)]
    found += [Case('arguments', check_arguments), Case('threads that take turns', check_turns), Case('threads that meet', check_meeting)]
    return found + [Case(name, check_own, (name,)) for name in (OWN[:2] if settings.quick else OWN)]


def check_generated(settings, edges):
    report = Report()
    made = Run(settings, ['litmus-generate', edges])
    with scratch() as folder:
        check_test(settings, write(folder, 'test.litmus', made.out), folder, report)
    return report


def check_own(settings, name):
    report = Report()
    with scratch() as folder:
        check_test(settings, os.path.join(TESTS, 'litmus', name + '.litmus'), folder, report)
    return report


def build(settings, path, folder, report):
    """The test as a program, or None, and the call that exports it."""
    run = Run(settings, ['export', '--to', 'c', path])
    if not report.check(run.code == 0 and not run.trouble(), 'exit code %d\n%s' % (run.code, run.tail()), run.command):
        return None, run
    source, program = write(folder, 'test.c', run.out), os.path.join(folder, 'test')
    built = subprocess.run([COMPILER, '-std=c11', '-O2', '-Wall', '-Wextra', '-Werror', '-pthread', '-o', program, source], capture_output=True, text=True)
    good = report.check(built.returncode == 0, 'it does not compile:\n' + built.stderr[:2000], run.command)
    return program if good else None, run


def check_test(settings, path, folder, report):
    program, run = build(settings, path, folder, report)
    if not program:
        return
    done = subprocess.run([program, '20'], capture_output=True, text=True, timeout=120)
    seen = re.findall(r'^\d+ *[*:]>(.*)$', done.stdout, re.M)
    report.check(done.returncode == 0 and seen and re.search(r'^Histogram \(%d states\)$' % len(seen), done.stdout, re.M), 'no histogram:\n' + done.stdout, run.command)
    allowed = Run(settings, ['outcomes', path, '--memory', 'tso'])
    states = blocks(allowed.out)[0][0]
    report.check(set(seen) <= states, 'this machine shows what TSO forbids: %s' % sorted(set(seen) - states), run.command)


def check_arguments(settings):
    report = Report()
    with scratch() as folder:
        program, run = build(settings, SB, folder, report)
        for argument in ('--help', '-h') if program else ():
            done = subprocess.run([program, argument], capture_output=True, text=True, timeout=60)
            report.check(done.returncode == 0 and 'Usage:' in done.stdout and 'ROUNDS' in done.stdout and not done.stderr, 'no help: %s' % done, run.command)
        for arguments in (['0'], ['-1'], ['ten'], ['5x'], [''], ['+1'], [' 1'], ['1000000001'], ['9' * 30], ['--rounds'], ['1', '2'], ['1', '--help']) if program else ():
            done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=60)
            wanted = 'test: %s is no number of rounds from 1 to 1000000000; --help says what can be given\n' % arguments[-1]
            report.check(done.returncode == 2 and not done.stdout and done.stderr.endswith(wanted), '%s: %s' % (arguments, done), run.command)
    return report


def check_turns(settings):
    """On one processor the threads take turns, and the program says so."""
    report = Report()
    with scratch() as folder:
        program, run = build(settings, SB, folder, report)
        if program:
            one = {min(os.sched_getaffinity(0))}
            done = subprocess.run([program, '5'], capture_output=True, text=True, timeout=120, preexec_fn=lambda: os.sched_setaffinity(0, one))
            report.check(done.returncode == 0 and re.search(r'the threads hardly overlapped, in 0 of 500 runs', done.stderr) and 'may use 1 processor: allow it more' in done.stderr,
                         'no warning: %s' % done, run.command)
    return report


def check_meeting(settings):
    """Each thread waits for the other, so that neither is done before the other has begun: there is nothing to warn of."""
    report = Report()
    with scratch() as folder:
        program, run = build(settings, write(folder, 'meeting.litmus', MEETING), folder, report)
        if program:
            done = subprocess.run([program, '1'], capture_output=True, text=True, timeout=300)
            report.check(done.returncode == 0 and not done.stderr, 'a warning: %s' % done, run.command)
            report.check('1000    *>0:EAX=1; 1:EAX=1;' in done.stdout, 'another histogram: %s' % done, run.command)
    return report


def check_refused(settings):
    report = Report()
    for name in REFUSED:
        run = Run(settings, ['export', '--to', 'c', os.path.join(TESTS, 'litmus', name + '.litmus')])
        report.check(run.code == 3 and not run.out and 'cannot be exported to C' in run.err, 'exit code %d\n%s' % (run.code, run.tail()), run.command)
    for arguments in ([], [os.path.join(ROOT, 'examples', 'peterson.pml')], ['no-such.litmus'], ['--to', 'dve', 'x.litmus'], ['--to', 'basic', 'x.litmus']):
        run = Run(settings, ['export', *arguments])
        report.check(run.code == 3 and not run.out and run.err, 'exit code %d\n%s' % (run.code, run.tail()), run.command)
    run = Run(settings, ['export', '--to', 'c', '-'], stdin=b'X86 SB\n{}\n P0 | P1\n')
    report.check(run.code == 3 and ':4:' in run.err, 'no error with its place\n' + run.tail(), run.command)
    return report
