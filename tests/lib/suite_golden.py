"""Texts that must not change unnoticed: dumps, traces, JSON, help, messages, and what the documents show. `run.py --bless golden` takes the present ones.

Each case is a command; its output (standard output, then standard error) is compared with tests/golden/NAME.expected, with times and
memory masked."""
import difflib
import os
import re

from . import documents, reference
from .common import ROOT, TESTS, Case, Report, Run

GOLDEN = os.path.join(TESTS, 'golden')
OTHER_DOCUMENTS = ['CHANGELOG.md', 'CONTRIBUTING.md', 'bench/results.md', 'docs/figures/README.md', 'editors/vscode/README.md', 'examples/README.md']

CASES = {
    'help': ['--help'],
    'help-check': ['check', '--help'],
    'help-replay': ['replay', '--help'],
    'help-certify': ['certify', '--help'],
    'help-outcomes': ['outcomes', '--help'],
    'help-compare': ['compare', '--help'],
    'help-export': ['export', '--help'],
    'export-formula': ['export', '--to', 'dot', '--ltl', '[] (want[0] == 1 -> <> turn == 0) && <> X !want[1]', 'models/peterson.pml'],
    'check-formula-name': ['check', '--ltl', '[] (turn == 1 -> <> tun == 0)', 'models/peterson.pml'],
    'export-formula-open': ['export', '--to', 'dot', '--ltl', '[] (turn == 1 -> <> turn == 0', 'models/peterson.pml'],
    'export-formula-name': ['export', '--to', 'dot', '--ltl', '[] (turn == 1 -> <> tun == 0)', 'models/peterson.pml'],
    'export-formula-none': ['export', '--to', 'dot', '--graph', 'formula', 'models/peterson.pml'],
    'export-program': ['export', '--to', 'dot', 'models/peterson.pml'],
    'export-states': ['export', '--to', 'dot', '--graph', 'states', '--memory', 'sc', 'litmus/SB.litmus'],
    'export-buffers': ['export', '--to', 'dot', '--graph', 'buffers', '../examples/knock.pml'],
    'dump-litmus': ['check', 'litmus/cas.litmus', '--dump-program'],
    'dump-litmus-addresses': ['check', 'litmus/addresses.litmus', '--dump-program'],
    'outcomes-sb': ['outcomes', 'litmus/SB.litmus'],
    'outcomes-forbidden': ['outcomes', 'litmus/SB+mfences.litmus', '--memory', 'pso'],
    'outcomes-filter': ['outcomes', 'litmus/filter.litmus', '--memory', 'pso'],
    'outcomes-addresses': ['outcomes', 'litmus/addresses.litmus'],
    'outcomes-promela': ['outcomes', 'models/litmus-mp.pml', '--memory', 'pso'],
    'outcomes-several': ['outcomes', 'litmus/MP.litmus', 'litmus/MP+sfence.litmus', 'litmus/no-condition.litmus', '--memory', 'pso'],
    'outcomes-unknown': ['outcomes', 'litmus/IRIW.litmus', '--max-states', '3'],
    'outcomes-json': ['outcomes', 'litmus/addresses.litmus', '--json', '-'],
    'compare-sb': ['compare', 'litmus/SB.litmus'],
    'compare-pso': ['compare', 'litmus/2+2W.litmus', 'litmus/S.litmus'],
    'compare-promela': ['compare', 'models/litmus-mp.pml'],
    'compare-json': ['compare', 'litmus/MP.litmus', '--json', '-'],
    'compare-formula': ['compare', 'litmus/wait.litmus', '--ltl', '<> view(0, x) = 1', '--ltl', '[] (1:EBX<>1 && x=0)'],
    'litmus-formula': ['check', 'litmus/wait.litmus', '--memory', 'pso', '--engine', 'explicit', '--ltl', '<> view(0, x) = 1', '--ltl', '[] (x=1 /\\ 1@L -> <> 1:EAX=1)'],
    'litmus-witness': ['check', 'litmus/MP.litmus', '--memory', 'pso', '--engine', 'events'],
    'litmus-no-witness': ['check', 'litmus/MP+sfence.litmus', '--memory', 'pso', '--engine', 'events'],
    'litmus-violated': ['check', 'litmus/filter.litmus', '--memory', 'pso', '--engine', 'events'],
    'litmus-json': ['check', 'litmus/SB.litmus', '--engine', 'events', '--json', '-'],
    'dump-peterson': ['check', 'models/peterson.pml', '--dump-program'],
    'dump-channels': ['check', 'conformance/channel-peek-and-poll.pml', '--dump-program'],
    'dump-structs': ['check', 'conformance/structs.pml', '--dump-program'],
    'dump-unless': ['check', 'conformance/nested-unless-priority.pml', '--dump-program'],
    'dump-atomic': ['check', 'conformance/atomic-goto.pml', '--dump-program'],
    'dump-d_step': ['check', 'conformance/d_step.pml', '--dump-program'],
    'dump-run': ['check', 'conformance/run-and-death.pml', '--dump-program'],
    'dump-mmlib': ['check', 'models/mmlib-peterson.pml', '--dump-program'],
    'dump-words': ['check', 'models/cas-failed-drains.pml', '--dump-program'],
    'dump-mtypes': ['check', 'conformance/mtype-channel.pml', '--dump-program'],
    'dump-pimp': ['check', 'models/pimp-ghost.pimp', '--dump-program'],
    'trace-pimp': ['check', 'models/pimp-ghost.pimp', '--search', 'bfs', '--engine', 'explicit'],
    'text-approximation': ['check', 'models/pimp-om-adds.pimp', '--memory', 'tso-us'],
    'trace-peterson': ['check', 'models/peterson.pml', '--search', 'bfs'],
    'lasso-store-waits': ['check', 'models/ltl-store-waits.pml', '--memory', 'tso', '--fairness', 'process', '--engine', 'explicit'],
    'lasso-lock-starves': ['check', 'models/ltl-lock-starves.pml', '--memory', 'tso', '--ltl', '[] <> P[1]@cs', '--engine', 'explicit'],
    'lasso-comes-to-rest': ['check', 'models/ltl-comes-to-rest.pml', '--memory', 'tso', '--ltl', '<> (y == 1)', '--no-deadlock', '--engine', 'explicit'],
    'json-lasso': ['check', 'models/ltl-store-waits.pml', '--memory', 'tso', '--fairness', 'process', '--engine', 'explicit', '--json', '-'],
    'trace-sb': ['check', 'models/litmus-sb.pml', '--search', 'bfs'],
    'trace-mp-pso': ['check', 'models/litmus-mp.pml', '--memory', 'pso', '--search', 'bfs'],
    'trace-2+2w-pso': ['check', 'models/litmus-2+2w.pml', '--memory', 'pso', '--search', 'bfs'],
    'trace-private': ['check', 'models/private-location-trace.pml', '--search', 'bfs'],
    'trace-spinlock': ['check', 'models/spinlock-atomic.pml', '--search', 'bfs'],
    'trace-deadlock': ['check', 'models/deadlock-relaxed-only.pml', '--search', 'bfs'],
    'trace-index': ['check', 'models/runtime-index.pml', '--memory', 'sc', '--search', 'bfs'],
    'trace-rendezvous': ['check', 'models/channel-rendezvous-drains-nothing.pml', '--search', 'bfs'],
    'trace-run': ['check', 'models/run-after-is-buffered.pml', '--search', 'bfs'],
    'trace-never': ['check', 'models/never-memory-and-view.pml', '--never', 'view(P,x)==1&&x==0', '--search', 'bfs'],
    'trace-mutex': ['check', 'models/mutex-same-type.pml', '--mutex', 'CS', '--memory', 'sc', '--search', 'bfs'],
    'trace-overflow': ['check', 'models/bound-overflow-error.pml', '--buffer', '1', '--overflow', 'error', '--search', 'bfs'],
    'trace-mmlib': ['check', 'models/mmlib-sb.pml', '--search', 'bfs'],
    'text-holds': ['check', 'models/litmus-sb-fences.pml'],
    'text-holds-bound': ['check', 'models/peterson-fenced.pml', '--buffer', '3'],
    'text-unreached': ['check', 'models/unreached.pml'],
    'text-unreached-pso': ['check', 'models/unreached.pml', '--memory', 'pso', '--engine', 'explicit'],
    'text-committed-barrier': ['check', 'models/dve-committed-barrier.dve', '--memory', 'slot', '--no-deadlock', '--never', 'P.in and Q.in'],
    'text-unreached-automata': ['check', 'models/unreached-other-view.pml', '--engine', 'automata', '--errors', 'all'],
    'json-channels': ['check', 'models/channel-names.pml', '--no-deadlock', '--json', '-'],
    'text-unreached-split': ['check', 'models/split-unreached.pml', '--split-loads'],
    'json-unreached': ['check', 'models/unreached.pml', '--json', '-'],
    'text-unknown': ['check', 'models/claims-are-unknown.pml', '--memory', 'sc'],
    'text-several': ['check', 'models/litmus-mp.pml', 'models/litmus-sb-fences.pml', '--memory', 'sc'],
    'text-models': ['check', 'models/litmus-mp.pml', '--memory', 'sc,tso,pso'],
    'json-models': ['check', 'models/litmus-sb.pml', '--memory', 'all', '--json', '-'],
    'json-error': ['check', 'errors/parse-several.pml', '--json', '-'],
    'json-sb': ['check', 'models/litmus-sb.pml', '--search', 'bfs', '--json', '-'],
    'json-mmlib': ['check', 'models/mmlib-sb.pml', '--search', 'bfs', '--json', '-'],
    'json-rendezvous': ['check', 'models/channel-rendezvous-drains-nothing.pml', '--search', 'bfs', '--json', '-'],
    'json-several': ['check', 'models/litmus-mp.pml', 'models/litmus-sb-fences.pml', '--memory', 'sc', '--json', '-'],
    'warnings': ['check', 'models/ghost-suggested.pml', 'models/spinlock-atomic.pml', '--memory', 'tso', '--max-states', '100000'],
}


def cases(settings):
    found = [Case('golden ' + name, compare, (name,)) for name in sorted(CASES)]
    known = {name + '.expected' for name in CASES}
    stale = sorted(n for n in os.listdir(GOLDEN) if n.endswith('.expected') and n not in known) if os.path.isdir(GOLDEN) else []
    found += [Case('commands of ' + name, documents.execute, (name, masked)) for name in documents.NAMES]
    found.append(Case('statements of docs/FROM-C.md', documents.from_c))
    found += [Case('files named in ' + name, documents.name_files, (name,)) for name in documents.NAMES]
    found += [Case('links of ' + name, reference.links, (name,)) for name in documents.NAMES + OTHER_DOCUMENTS if os.path.exists(os.path.join(ROOT, name))]
    found += [Case('models of docs/LANGUAGES.md', reference.languages), Case('words of docs/LANGUAGES.md', reference.words), Case('README.md is short', reference.readme)]
    return found + [Case('golden ' + name, is_stale, (name,)) for name in stale]


def is_stale(settings, name):
    return Report(failures=[('no case has this name', 'rm tests/golden/' + name)])


def masked(text):
    text = re.sub(r'("(?:seconds|peak_memory_bytes|state_bytes|version)": )("[^"]*"|[0-9.e+-]+)', r'\1#', text)
    text = re.sub(r'\b[0-9.]+ (s|MB|KB|GB|bytes a state|states/s)\b', r'# \1', text)
    return text


def compare(settings, name):
    report = Report()
    run = Run(settings, CASES[name], cwd=TESTS)
    report.check(not run.trouble(), run.trouble(), run.command)
    text = masked(run.out) + ('--- standard error ---\n' + masked(run.err) if run.err else '') + '--- exit code %d ---\n' % run.code
    path = os.path.join(GOLDEN, name + '.expected')
    if settings.bless:
        os.makedirs(GOLDEN, exist_ok=True)
        with open(path, 'w', encoding='utf-8') as out:
            out.write(text)
        report.passed += 1
        return report
    if not report.check(os.path.exists(path), 'no tests/golden/%s.expected: run with --bless' % name, run.command):
        return report
    with open(path, encoding='utf-8') as old:
        expected = old.read()
    changes = ''.join(difflib.unified_diff(expected.splitlines(True), text.splitlines(True), name + '.expected', 'now', n=2))
    report.check(not changes, changes[:4000], run.command)
    return report
