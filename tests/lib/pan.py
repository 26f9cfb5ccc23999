"""Runs SPIN as the reference for SC: the number of stored states and which kinds of errors exist. What it said is kept in build/reference, so that
further builds of the tool are compared with the same answers without asking again."""
import functools
import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile

from .common import ROOT

AVAILABLE = shutil.which('spin') is not None and shutil.which('gcc') is not None
DEPTH = 200000
COMPILE = ['gcc', '-O0', '-w', '-DSAFETY', '-DNOREDUCE', '-DNOCLAIM', '-o', 'pan', 'pan.c']


class PanError(Exception):
    """SPIN refused the model, or its verifier ended in a way that cannot be compared."""


def verifier(folder, seconds, *options):
    """One run of pan: its figures, or None where it was killed by a signal (division by zero)."""
    try:
        done = subprocess.run(['./pan', '-w18', '-m%d' % DEPTH, *options], cwd=folder, capture_output=True, text=True, timeout=seconds,
                              errors='replace')
    except subprocess.TimeoutExpired as late:
        raise PanError('pan takes more than %d s' % seconds) from late
    if done.returncode < 0:
        return None
    text = done.stdout + done.stderr
    errors = re.search(r'errors: (\d+)', text)
    states = re.search(r'^ *([0-9.e+]+) states, stored', text, re.M)
    depth = re.search(r'depth reached (\d+)', text)   # with fairness, a process that is stuck in an atomic block leads pan down to its limit, about which it says nothing
    cut = 'max search depth too small' in text or depth and int(depth.group(1)) >= DEPTH - 1
    stopped = 'in d_step' in text or 'acceptance cycle' in text or 'never claim terminates' in text or 'end state in claim' in text or 'assertion violated' in text
    if errors is None or states is None or cut or 'Search not completed' in text and not stopped:
        raise PanError('no figures from pan %s:\n%s' % (' '.join(options), text[-1500:]))
    return {'errors': int(errors.group(1)), 'states': int(float(states.group(1))),
            'assertion': re.search(r'assertion violated(?! - )', text) is not None,
            'runtime': 'invalid array index' in text or 'in d_step' in text}


@functools.cache
def version():
    return subprocess.run(['spin', '-V'], capture_output=True, text=True).stdout


def kept_answer(key, ask_again):
    """What was said about it before, or the answer of ask_again()."""
    kept = os.path.join(ROOT, 'build', 'reference', hashlib.sha256(key.encode('utf-8', 'surrogateescape')).hexdigest() + '.json')
    if os.path.exists(kept):
        with open(kept, encoding='utf-8') as known:
            return json.load(known)
    found = ask_again()
    os.makedirs(os.path.dirname(kept), exist_ok=True)
    with tempfile.NamedTemporaryFile('w', dir=os.path.dirname(kept), delete=False, encoding='utf-8') as out:
        json.dump(found, out)
    os.replace(out.name, kept)
    return found


def reference(text, seconds=120):
    """What SPIN says about a model: {'states', 'assertion', 'deadlock', 'runtime'}. After a run-time error pan goes on with
    whatever memory holds there, so states is None then and the other two are only lower bounds."""
    return kept_answer('\n'.join([version(), ' '.join(COMPILE), text]), lambda: ask(text, seconds))


def build(folder, text, command):
    with open(os.path.join(folder, 'm.pml'), 'w', encoding='latin-1') as out:
        out.write(text)
    made = subprocess.run(['spin', '-a', '-o2', '-o3', 'm.pml'], cwd=folder, capture_output=True, text=True, timeout=600)
    if made.returncode != 0 or not os.path.exists(os.path.join(folder, 'pan.c')) or re.search(r'Error|error:', made.stdout):
        raise PanError('spin refuses the model:\n' + made.stdout + made.stderr)
    built = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    if built.returncode != 0:
        raise PanError('the verifier does not compile:\n' + built.stderr[-1500:])


def ask(text, seconds):
    folder = tempfile.mkdtemp(prefix='tarry-pan-')
    try:
        build(folder, text, COMPILE)
        safety = verifier(folder, seconds, '-c0', '-E')
        ends = verifier(folder, seconds, '-c0', '-A')
        if safety is None or ends is None or safety['runtime']:
            return {'states': None, 'assertion': safety is not None and safety['assertion'],
                    'deadlock': None, 'runtime': True}
        return {'states': safety['states'], 'assertion': safety['errors'] > 0, 'deadlock': ends['errors'] > 0, 'runtime': False}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


TEMPORAL = ['gcc', '-O0', '-w', '-DNOREDUCE', '-DNFAIR=4', '-o', 'pan', 'pan.c']


def temporal(text, names, seconds=20):
    """For each formula that a model names: {'none', 'process', 'states'}: whether it is violated without and with weak fairness, and the states of the first search."""
    def ask_again():
        folder = tempfile.mkdtemp(prefix='tarry-pan-')
        try:
            build(folder, text, TEMPORAL)
            found = {}
            for name in names:
                plain, fair = (verifier(folder, seconds, '-a', '-E', '-N', name, *more) for more in ([], ['-f']))
                if plain is None or fair is None or plain['runtime'] or fair['runtime']:
                    raise PanError('a run-time error')
                found[name] = {'none': plain['errors'] > 0, 'process': fair['errors'] > 0, 'states': plain['states']}
            return found
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    return kept_answer('\n'.join([version(), ' '.join(TEMPORAL), 'depth', text, *names]), ask_again)
