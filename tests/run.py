#!/usr/bin/env python3
"""Runs the tests that drive the tool from outside: run.py --tarry BINARY [--quick] [--seed N] [--count N] [--bless] SUITE..."""
import argparse
import os
import random
import resource
import signal
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from lib import (suite_axioms, suite_bad, suite_claims, suite_cli, suite_corners, suite_dve, suite_dve_naive, suite_editors, suite_engines, suite_errors, suite_examples, suite_export, suite_forgeries, suite_golden, suite_hints, suite_lengths, suite_levels, suite_litmus, suite_liveness, suite_machine,  # noqa: E402
                 suite_models, suite_naive, suite_outcomes, suite_pages, suite_pimp, suite_pins, suite_questions, suite_repair, suite_setup, suite_shells, suite_spin, suite_splits, suite_step, suite_symmetry, suite_temporal, suite_temporal_sizes, suite_temporal_spin, suite_threads)
from lib.common import Report, Settings  # noqa: E402

SUITES = {
    'models': suite_models,   # tests/models: expectations, both searches, replay, tampered traces
    'examples': suite_examples, # examples/: the commands that their heads show, replay, certificates, the table of README.md there
    'errors': suite_errors,   # tests/errors: one malformed file a message
    'bad': suite_bad,         # hostile input of every kind
    'golden': suite_golden,   # texts that must not change unnoticed
    'pages': suite_pages,     # HTML reports: their data against the JSON of the same call
    'litmus': suite_litmus,   # litmus tests: final states under every model, by both engines
    'outcomes': suite_outcomes, # final states of programs by every engine, against brute force, under SC, TSO and PSO
    'axioms': suite_axioms,   # generated litmus tests: final states against axioms, under SC, TSO and PSO
    'machine': suite_machine, # litmus tests exported to C and run here: nothing outside TSO is seen
    'cli': suite_cli,         # exit codes, options, several files, limits
    'setup': suite_setup,     # packages that are missing, install and uninstall, versions
    'shells': suite_shells,   # completion for bash, zsh and fish against the help
    'editors': suite_editors, # files for Vim and VS Code: their words against the front-ends; Vim at work
    'spin': suite_spin,       # verdicts and state counts against SPIN, under SC
    'naive': suite_naive,     # verdicts and state counts against the naive implementation, under SC, TSO and PSO
    'temporal': suite_temporal, # formulas against a naive product search, under SC, TSO and PSO with every kind of fairness
    'temporal-sizes': suite_temporal_sizes, # formulas for all buffer sizes against growing bounds
    'forgeries': suite_forgeries, # certificates of formulas that are violated
    'temporal-spin': suite_temporal_spin, # formulas against SPIN, under SC, with and without fairness
    'claims': suite_claims,   # never claims of `spin -f` and our automata against the meaning of formulas on lassos
    'liveness': suite_liveness, # the same on programs of the other suites' kinds, with locals, labels of instances and locked instructions
    'questions': suite_questions, # mmlib programs that ask whether a store is pending: who answers agrees with the plain explicit search
    'engines': suite_engines, # the states that the events engine reaches, and its verdicts, against the explicit engine
    'splits': suite_splits,   # --split-loads against a machine with an instruction for each load
    'corners': suite_corners, # programs from the whole grammar, in every way there is to ask
    'symmetry': suite_symmetry, # alike processes, and nearly alike ones: with and without --symmetry, and against all states up to permutation
    'pimp': suite_pimp,       # PIMP: counts against those of the corpus
    'dve': suite_dve,         # DVE: counts against those of the corpus
    'export': suite_export,   # programs with store buffers as variables, searched by SPIN
    'pins': suite_pins,       # the plugin for LTSmin, loaded and explored by tests/pins
    'dve-naive': suite_dve_naive, # generated DVE programs against a naive implementation, under SC, TSO, PSO and slot
    'repair': suite_repair,   # `fence` against brute force over all subsets of candidates; patches and proofs
    'hints': suite_hints,     # the fences that `check` names, put into the program: the run is gone
    'step': suite_step,       # walks by hand: scripts, all states of generated programs, a terminal
    'lengths': suite_lengths, # runs of the locks in bench/models: at most twice as long as breadth first
    'levels': suite_levels,   # searches by levels on several threads, against one thread
    'threads': suite_threads, # generated PIMP programs: engines, orders and reductions agree
}
GENERATING = ('models', 'spin', 'naive', 'temporal', 'temporal-sizes', 'forgeries', 'temporal-spin', 'claims', 'liveness', 'questions', 'engines', 'corners', 'symmetry', 'splits', 'pimp', 'dve-naive', 'export', 'pins', 'repair', 'levels', 'threads', 'hints', 'litmus', 'outcomes', 'axioms', 'step')   # they draw from the seed


def execute(settings, case):
    try:
        return case.name, case.function(settings, *case.arguments)
    except Exception as trouble:   # a broken case is a failure, not the end of the run
        import traceback
        return case.name, Report(failures=[('%s\n%s' % (trouble, traceback.format_exc(limit=-4)), '')])


def processor_seconds():
    """Of all that has ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def hear():
    """Who runs the tests in the background has them ignore these signals, and all that they start too."""
    for number in (signal.SIGINT, signal.SIGHUP):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)


def main():
    hear()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--tarry', required=True)
    parser.add_argument('--quick', action='store_true', help='a small part of the generating suites')
    parser.add_argument('--again', action='store_true', help='after another build has passed: leave out what says the same again')
    parser.add_argument('--seed', type=int, help='of the fresh generated programs (default: a new one, printed)')
    parser.add_argument('--count', type=int, default=0, help='programs to generate')
    parser.add_argument('--first', type=int, default=0, help='number of the first of these (corners)')
    parser.add_argument('--bless', action='store_true', help='take the present output as the expected one (golden)')
    parser.add_argument('--workers', type=int, default=2)
    parser.add_argument('suites', nargs='+', choices=list(SUITES), metavar='SUITE')
    given = parser.parse_args()
    fresh = given.seed if given.seed is not None else random.SystemRandom().randrange(1, 10**9)
    settings = Settings(tarry=os.path.abspath(given.tarry), quick=given.quick, fresh_seed=fresh, bless=given.bless, count=given.count, first=given.first, again=given.again)
    if not os.access(settings.tarry, os.X_OK):
        print('run.py: no binary at %s' % settings.tarry, file=sys.stderr)
        return 1
    again = 'tests/run.py --tarry %s --seed %d' % (given.tarry, fresh) + (' --quick' if given.quick else '') \
        + (' --count %d' % given.count if given.count else '')
    passed = failed = skipped = 0
    for name in given.suites:
        start, processor, before, tally = time.time(), processor_seconds(), (passed, failed), Counter()
        cases = SUITES[name].cases(settings)
        with ProcessPoolExecutor(given.workers) as pool:
            for case_name, report in pool.map(execute, [settings] * len(cases), cases):
                passed += report.passed
                skipped += report.skipped
                failed += len(report.failures)
                tally.update(report.tally)
                if tally['program'] // 1000 > (tally['program'] - report.tally['program']) // 1000:
                    print('%s: %d programs, %d failed so far' % (name, tally['program'], failed - before[1]), flush=True)
                for note in report.notes:
                    print('note: %s: %s' % (case_name, note))
                for what, command in report.failures:
                    print('FAILED %s: %s\n  reproduce: %s\n' % (case_name, what.rstrip(), command or again + ' ' + name), flush=True)
        if tally:
            print('%s: ' % name + ', '.join('%s %d' % item for item in sorted(tally.items())))
        print('%s: %d passed, %d failed in %.1f s, %.1f of the processor (%s)' % (name, passed - before[0], failed - before[1], time.time() - start,
              processor_seconds() - processor, 'seed %d' % fresh if name in GENERATING else '%d cases' % len(cases)), flush=True)
    print('%d passed, %d failed' % (passed, failed) + (', %d skipped' % skipped if skipped else ''))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
