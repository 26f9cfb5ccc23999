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
COMPILE = ['gcc', '-O0', '-w', '-DSAFETY', '-DNOREDUCE', '-DNOCLAIM', '-o', 'pan', 'pan.c']


class PanError(Exception):
    """SPIN refused the model, or its verifier ended in a way that cannot be compared."""


def verifier(folder, seconds, *options):
    """One run of pan: its figures, or None where it was killed by a signal (division by zero)."""
    try:
        done = subprocess.run(['./pan', '-w18', '-m200000', *options], cwd=folder, capture_output=True, text=True, timeout=seconds,
                              errors='replace')
    except subprocess.TimeoutExpired as late:
        raise PanError('pan takes more than %d s' % seconds) from late
    if done.returncode < 0:
        return None
    text = done.stdout + done.stderr
    errors = re.search(r'errors: (\d+)', text)
    states = re.search(r'^ *([0-9.e+]+) states, stored', text, re.M)
    stopped = 'in d_step' in text
    if errors is None or states is None or 'max search depth too small' in text or 'Search not completed' in text and not stopped:
        raise PanError('no figures from pan %s:\n%s' % (' '.join(options), text[-1500:]))
    return {'errors': int(errors.group(1)), 'states': int(float(states.group(1))),
            'assertion': re.search(r'assertion violated(?! - )', text) is not None,
            'runtime': 'invalid array index' in text or stopped}


@functools.cache
def version():
    return subprocess.run(['spin', '-V'], capture_output=True, text=True).stdout


def reference(text, seconds=120):
    """What SPIN says about a model: {'states', 'assertion', 'deadlock', 'runtime'}. After a run-time error pan goes on with
    whatever memory holds there, so states is None then and the other two are only lower bounds."""
    key = hashlib.sha256('\n'.join([version(), ' '.join(COMPILE), text]).encode('utf-8', 'surrogateescape')).hexdigest()
    kept = os.path.join(ROOT, 'build', 'reference', key + '.json')
    if os.path.exists(kept):
        with open(kept, encoding='utf-8') as known:
            return json.load(known)
    found = ask(text, seconds)
    os.makedirs(os.path.dirname(kept), exist_ok=True)
    with tempfile.NamedTemporaryFile('w', dir=os.path.dirname(kept), delete=False, encoding='utf-8') as out:
        json.dump(found, out)
    os.replace(out.name, kept)
    return found


def ask(text, seconds):
    folder = tempfile.mkdtemp(prefix='tarry-pan-')
    try:
        with open(os.path.join(folder, 'm.pml'), 'w', encoding='latin-1') as out:
            out.write(text)
        made = subprocess.run(['spin', '-a', '-o2', '-o3', 'm.pml'], cwd=folder, capture_output=True, text=True, timeout=600)
        if made.returncode != 0 or not os.path.exists(os.path.join(folder, 'pan.c')) or re.search(r'Error|error:', made.stdout):
            raise PanError('spin refuses the model:\n' + made.stdout + made.stderr)
        built = subprocess.run(COMPILE, cwd=folder, capture_output=True, text=True, timeout=600)
        if built.returncode != 0:
            raise PanError('the verifier does not compile:\n' + built.stderr[-1500:])
        safety = verifier(folder, seconds, '-c0', '-E')
        ends = verifier(folder, seconds, '-c0', '-A')
        if safety is None or ends is None or safety['runtime']:
            return {'states': None, 'assertion': safety is not None and safety['assertion'],
                    'deadlock': None, 'runtime': True}
        return {'states': safety['states'], 'assertion': safety['errors'] > 0, 'deadlock': ends['errors'] > 0, 'runtime': False}
    finally:
        shutil.rmtree(folder, ignore_errors=True)
