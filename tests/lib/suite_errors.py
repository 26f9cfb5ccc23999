"""One malformed file a message: `// error: substring` and `// line: N` at its head (pairs may be repeated), perhaps `// check: options`.

Every error must be named there: one mistake gives one message."""
import os
import re
import shlex

from .common import Case, Report, Run, head, models_in, short


def cases(settings):
    return [Case(short(path), check_file, (path,)) for path in models_in('errors')]


def check_file(settings, path):
    report = Report()
    options, wanted = [], []
    for key, value in head(path):
        if key == 'check':
            options = shlex.split(value)
        elif key == 'error':
            wanted.append([value, None])
        elif key == 'line' and wanted:
            wanted[-1][1] = int(value)
    report.check(wanted, 'no `// error: ...` in its head')
    run = Run(settings, ['check', path, *options], timeout=20)
    report.check(not run.trouble(), run.trouble(), run.command)
    report.check(run.code == 3, 'exit code %d instead of 3\n%s' % (run.code, run.tail()), run.command)
    report.check(not run.out, 'something on standard output: %s' % run.out[:500], run.command)
    count = sum(': error: ' in l for l in run.err.splitlines())
    report.check(count == len(wanted), '%d errors instead of %d:\n%s' % (count, len(wanted), run.err[-1500:]), run.command)
    for text, line in wanted:
        place = re.escape(os.path.basename(path)) + (r':%d:\d+: error: ' % line if line else '.*error: ')
        hits = [l for l in run.err.splitlines() if text in l]
        report.check(hits, 'no message with "%s":\n%s' % (text, run.err[-1500:]), run.command)
        if hits and line:
            report.check(any(re.search(place, l) for l in hits), 'not on line %d: %s' % (line, hits[0]), run.command)
            report.check(re.search(r'^\s*(\d+ \| |\| |)?\s*\^', run.err, re.M), 'no caret:\n' + run.err[-1500:], run.command)
    return report
