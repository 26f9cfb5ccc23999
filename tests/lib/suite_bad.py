"""Hostile input: exit code 3, a message on standard error, nothing on standard output, within seconds. Large and binary files are
made here, small ones lie in tests/bad."""
import os
import random

from .common import Case, Report, Run, models_in, scratch, short, write

SECONDS = 20   # of the processor: generous, for sanitizer builds; release builds need well under a second
DEEP = 100000


def nest(opening, middle, closing, count=DEEP):
    return opening * count + middle + closing * count


def in_process(body):
    return 'byte x;\nactive proctype P() {\n' + body + '\n}\n'


def texts():
    """Name -> contents."""
    rng = random.Random(7)
    return {
        'empty': '',
        'blanks': ' \n\t\n  \n',
        'only a comment': '/* nothing */\n',
        'binary': bytes(rng.randrange(256) for _ in range(20000)),
        'zero bytes': b'byte x;\0\0\0active proctype P() { x = 1 }\n',
        'zero bytes only': b'\0' * 4096,
        'an executable': b'\x7fELF\x02\x01\x01' + bytes(rng.randrange(256) for _ in range(5000)),
        'utf-16': 'byte x; active proctype P() { x = 1 }'.encode('utf-16'),
        'high bytes': b'byte \xff\xfe\xfd;\nactive proctype P() { skip }\n',
        'line of 10 MB': 'byte ' + 'x' * (10 * 1024 * 1024) + ' active proctype P() { skip }',
        'line of 10 MB of operators': in_process('x = ' + '1 + ' * (10 * 1024 * 1024 // 4) + ';'),
        'line of 10 MB of junk': '@' * (10 * 1024 * 1024),
        'string of 10 MB': in_process('printf("' + 'a' * (10 * 1024 * 1024)),
        'unclosed comment': 'byte x;\n/* never closed\nactive proctype P() { skip }\n',
        'unclosed string': in_process('printf("never closed\n);'),
        'unclosed brace': 'active proctype P() { skip;\n',
        'unclosed if': in_process('if :: true -> skip'),
        'unclosed #if': '#if 1\nactive proctype P() { skip }\n',
        '#else without #if': '#else\nactive proctype P() { skip }\n',
        'bad directive': '#frobnicate\nactive proctype P() { skip }\n',
        '#error': '#error this is refused\nactive proctype P() { skip }\n',
        '#include of a missing file': '#include "no/such/file.pml"\nactive proctype P() { skip }\n',
        '#include of a folder': '#include "."\nactive proctype P() { skip }\n',
        'parentheses': in_process('x = ' + nest('(', '1', ')') + ';'),
        'parentheses unclosed': in_process('x = ' + '(' * DEEP),
        'brackets': in_process('x = ' + nest('x[', '0', ']') + ';'),
        'unary minus': in_process('x = ' + '- ' * DEEP + '1;'),
        'unary not': in_process('x = ' + '!' * DEEP + '1;'),
        'conditional expressions': in_process('x = ' + nest('(1 -> ', '1', ' : 0)') + ';'),
        'right-nested operators': in_process('x = ' + nest('1 + (', '1', ')') + ';'),
        'loops': in_process(nest('do :: ', 'skip', ' od; ')),
        'ifs': in_process(nest('if :: ', 'skip', ' fi; ')),
        'blocks': in_process(nest('{ ', 'skip', ' }; ')),
        'atomic blocks': in_process(nest('atomic { ', 'skip', ' }; ')),
        'unless': in_process(nest('{ ', 'skip', ' } unless { true }; ')),
        'for loops': in_process('int i; ' + nest('for (i : 0 .. 1) { ', 'skip', ' }; ')),
        'loops unclosed': in_process('do :: ' * DEEP),
        'members': in_process('x = x' + '.a' * DEEP + ';'),
        'labels': in_process('L:' * DEEP + ' skip'),
        'macro bomb': '#define A0 1+1\n' + ''.join('#define A%d A%d A%d A%d A%d\n' % (i + 1, i, i, i, i) for i in range(30)) + in_process('x = A30;'),
        'macro of itself': '#define A (A)\n' + in_process('x = A;'),
        'inline of itself': 'inline f() { f() }\n' + in_process('f();'),
        'two inlines of each other': 'inline f() { g() }\ninline g() { f() }\n' + in_process('f();'),
        'inline bomb': 'inline f0() { skip; skip }\n' + ''.join('inline f%d() { f%d(); f%d(); f%d(); f%d() }\n' % (i + 1, i, i, i, i) for i in range(20)) + in_process('f20();'),
        'typedef of itself': 'typedef T { T t };\nT x;\nactive proctype P() { skip }\n',
        'deep typedefs': ''.join('typedef T%d { %s };\n' % (i, 'T%d a[100]' % (i - 1) if i else 'byte b') for i in range(12)) + 'T11 x;\nactive proctype P() { skip }\n',
        'huge array': 'int a[2000000000];\nactive proctype P() { a[0] = 1 }\n',
        'huge channel': 'chan c = [2000000000] of { int };\nactive proctype P() { c!1 }\n',
        'array of size 0': 'byte a[0];\nactive proctype P() { skip }\n',
        'array of negative size': 'byte a[-1];\nactive proctype P() { skip }\n',
        'too many processes': 'active [100000] proctype P() { skip }\n',
        'huge number': in_process('x = 99999999999999999999999999;'),
        'no process': 'byte x;\n',
        'garbage words': 'lorem ipsum dolor sit amet\n' * 1000,
        'only closing braces': '}' * DEEP,
        'only semicolons': ';' * DEEP,
        'only colons': ':' * DEEP,
        'c_code': 'c_code { int x; }\nactive proctype P() { skip }\n',
    }


def in_thread(body):
    return 'program p\nthread 1 {\n' + body + '\n}\n'


def pimp_texts():
    """The same for PIMP."""
    return {
        'empty': '',
        'only a comment': '// nothing\n',
        'binary': bytes(random.Random(7).randrange(256) for _ in range(20000)),
        'zero bytes': b'program p\0thread 1 { x := 1 }\n',
        'zero bytes only': b'\0' * 4096,
        'utf-16': in_thread('x := 1').encode('utf-16'),
        'unclosed comment': in_thread('x := 1') + '/* never closed',
        'unclosed brace': 'program p\nthread 1 { x := 1;',
        'line of 10 MB': in_thread('x' * (10 * 1024 * 1024)),
        'line of 10 MB of operators': in_thread('x := ' + '1 + ' * (10 * 1024 * 1024 // 4)),
        'line of 10 MB of junk': '@' * (10 * 1024 * 1024),
        'parentheses': in_thread('x := ' + nest('(', '1', ')')),
        'parentheses unclosed': in_thread('x := ' + '(' * DEEP),
        'not': in_thread('wait (' + 'not ' * DEEP + 'true)'),
        'and': in_thread('wait (true' + ' and true' * DEEP + ')'),
        'ifs': in_thread(nest('if (x = 1) { ', 'skip', ' }')),
        'loops': in_thread(nest('while (x = 1) { ', 'skip', ' }')),
        'loops unclosed': in_thread('while (x = 1) { ' * DEEP),
        'labels': in_thread('L: ' * DEEP + 'skip'),
        'a million statements': in_thread('x := 1; ' * 1000000),
        'a million variables': in_thread(''.join('x%d := 1; ' % i for i in range(100000))),
        'too many threads': 'program p\n' + ''.join('thread %d { skip }\n' % i for i in range(300)),
        'huge number': in_thread('x := 99999999999999999999999999'),
        'garbage words': 'lorem ipsum dolor sit amet\n' * 1000,
        'only closing braces': '}' * DEEP,
        'only semicolons': ';' * DEEP,
        'Promela': in_process('x = 1'),
    }


def in_dve(body, before=''):
    return before + 'byte x;\nprocess P { state a; init a;\n' + body + '\n}\nsystem async;\n'


def dve_texts():
    """The same for DVE."""
    return {
        'empty': '',
        'only a comment': '// nothing\n',
        'binary': bytes(random.Random(7).randrange(256) for _ in range(20000)),
        'zero bytes': b'byte x;\0process P { state a; init a; } system async;\n',
        'zero bytes only': b'\0' * 4096,
        'utf-16': in_dve('').encode('utf-16'),
        'unclosed comment': in_dve('') + '/* never closed',
        'unclosed brace': 'process P { state a; init a; trans a -> a {',
        'line of 10 MB': in_dve('x' * (10 * 1024 * 1024)),
        'line of 10 MB of operators': in_dve('trans a -> a { guard ' + '1 + ' * (10 * 1024 * 1024 // 4) + '; };'),
        'line of 10 MB of junk': '@' * (10 * 1024 * 1024),
        'parentheses': in_dve('trans a -> a { guard ' + nest('(', '1', ')') + '; };'),
        'parentheses unclosed': in_dve('trans a -> a { guard ' + '(' * DEEP),
        'indices': in_dve('trans a -> a { guard ' + nest('x[', '1', ']') + '; };'),
        'not': in_dve('trans a -> a { guard ' + 'not ' * DEEP + 'true; };'),
        'and': in_dve('trans a -> a { guard true' + ' and true' * DEEP + '; };'),
        'huge array': in_dve('byte a[2000000000];'),
        'huge channel': in_dve('', 'channel {int} c[2000000000];'),
        'division by zero': in_dve('byte y = 1 / 0;'),
        'too many processes': ''.join('process P%d { state a; init a; }\n' % i for i in range(300)) + 'system async;\n',
        'huge number': in_dve('byte y = 99999999999999999999999999;'),
        'garbage words': 'lorem ipsum dolor sit amet\n' * 1000,
        'only closing braces': '}' * DEEP,
        'only semicolons': ';' * DEEP,
        'a hundred thousand unknown names': in_dve('trans a -> a { effect ' + ', '.join('x%d = y%d' % (i, i) for i in range(DEEP)) + '; };'),
        'Promela': in_process('x = 1'),
    }


def commands():
    """Name -> arguments; {F} is a good model, {D} a folder without models."""
    return {
        'no such file': ['check', '{D}/none.pml'],
        'a folder without models': ['check', '{D}'],
        'a folder as a file': ['check', '{D}/folder.pml'],
        'a file that cannot be a model': ['check', '{D}/notes.txt'],
        'no file': ['check'],
        'unknown option': ['check', '--frobnicate', '{F}'],
        'unknown short option': ['check', '-Z', '{F}'],
        'unknown command': ['frobnicate', '{F}'],
        'empty command': ['', '{F}'],
        'no command': [],
        'only an option': ['--memory', 'tso'],
        'missing argument': ['check', '{F}', '--memory'],
        'missing argument of -D': ['check', '{F}', '-D'],
        'missing argument of --never': ['check', '{F}', '--never'],
        'unknown memory model': ['check', '{F}', '--memory', 'ptso'],
        'slot with a bound': ['check', '{F}', '--memory', 'slot', '--buffer', '2'],
        'unknown engine': ['check', '{F}', '--engine', 'steam'],
        'unknown search': ['check', '{F}', '--search', 'random'],
        'unknown overflow': ['check', '{F}', '--overflow', 'wrap'],
        'buffer 0': ['check', '{F}', '--buffer', '0'],
        'buffer negative': ['check', '{F}', '--buffer', '-1'],
        'buffer a word': ['check', '{F}', '--buffer', 'two'],
        'buffer too large': ['check', '{F}', '--buffer', '99999999999999999999'],
        'buffer with a tail': ['check', '{F}', '--buffer', '2x'],
        'buffer empty': ['check', '{F}', '--buffer', ''],
        'buffer fractional': ['check', '{F}', '--buffer', '1.5'],
        'time limit a word': ['check', '{F}', '--time-limit', 'soon'],
        'time limit negative': ['check', '{F}', '--time-limit', '-1'],
        'time limit nan': ['check', '{F}', '--time-limit', 'nan'],
        'states a word': ['check', '{F}', '--max-states', 'many'],
        'states 0': ['check', '{F}', '--max-states', '0'],
        'memory limit negative': ['check', '{F}', '--memory-limit', '-5'],
        'jobs 0': ['check', '{F}', '--jobs', '0'],
        'unknown ghost': ['check', '{F}', '--ghost', 'nosuch'],
        'unknown label': ['check', '{F}', '--mutex', 'NOSUCH'],
        'never with a syntax error': ['check', '{F}', '--never', 'x =='],
        'never with an unknown name': ['check', '{F}', '--never', 'nosuch == 1'],
        'never empty': ['check', '{F}', '--never', ''],
        'never deep': ['check', '{F}', '--never', '(' * 50000 + '1' + ')' * 50000],
        'always with an unknown process': ['check', '{F}', '--always', 'Nosuch@L'],
        'unknown language': ['check', '{F}', '--language', 'cobol'],
        'flag with a value': ['check', '{F}', '--no-deadlock=yes'],
        'json into a missing folder': ['check', '{F}', '--json', '{D}/no/such/folder.json'],
        'replay without a trace': ['replay', '{F}'],
        'replay without anything': ['replay'],
        'replay of a missing trace': ['replay', '{F}', '{D}/none.json'],
        'replay of a model as a trace': ['replay', '{F}', '{F}'],
        'replay of no object': ['replay', '{F}', '{D}/array.json'],
        'replay of deep JSON': ['replay', '{F}', '{D}/deep.json'],
        'replay of empty JSON': ['replay', '{F}', '{D}/empty.json'],
        'replay of three files': ['replay', '{F}', '{F}', '{F}'],
        'define of nothing': ['check', '{F}', '-D', '=1'],
    }


def cases(settings):
    found = [Case('bad file: ' + name, bad_text, (name,)) for name in texts()]
    found += [Case('bad PIMP file: ' + name, bad_pimp_text, (name,)) for name in pimp_texts()]
    found += [Case('bad DVE file: ' + name, bad_dve_text, (name,)) for name in dve_texts()]
    found += [Case('bad call: ' + name, bad_call, (name,)) for name in commands()]
    found += [Case(short(path), bad_file, (path,)) for path in models_in('bad')]
    found += [Case('bad file: #include of itself', self_include, ()), Case('bad file: unreadable', unreadable, ()),
              Case('bad file: on standard input', bad_stdin, ())]
    return found


def expect_refusal(run, report):
    report.check(not run.trouble(), run.trouble(), run.command)
    if run.timed_out:
        return
    report.check(run.code == 3, 'exit code %d instead of 3\n%s' % (run.code, run.tail()), run.command)
    report.check(run.err.strip(), 'no message', run.command)
    report.check(len(run.err) < 20000, 'a message of %d bytes' % len(run.err), run.command)
    report.check(not run.out, 'something on standard output: ' + run.out[:300], run.command)


def bad_text(settings, name):
    report = Report()
    with scratch() as folder:
        path = write(folder, 'bad.pml', texts()[name])
        expect_refusal(Run(settings, ['check', path], timeout=SECONDS), report)
    return report


def bad_pimp_text(settings, name):
    report = Report()
    with scratch() as folder:
        path = write(folder, 'bad.pimp', pimp_texts()[name])
        expect_refusal(Run(settings, ['check', path], timeout=SECONDS), report)
    return report


def bad_dve_text(settings, name):
    report = Report()
    with scratch() as folder:
        path = write(folder, 'bad.dve', dve_texts()[name])
        expect_refusal(Run(settings, ['check', path], timeout=SECONDS), report)
    return report


def bad_file(settings, path):
    report = Report()
    expect_refusal(Run(settings, ['check', path], timeout=SECONDS), report)
    return report


def bad_call(settings, name):
    report = Report()
    with scratch() as folder:
        good = write(folder, 'good/good.pml', in_process('L: x = 1'))
        os.mkdir(os.path.join(folder, 'folder.pml'))
        write(folder, 'notes.txt', 'not a model\n')
        write(folder, 'array.json', '[1, 2, 3]\n')
        write(folder, 'deep.json', '[' * 200000)
        write(folder, 'empty.json', '')
        arguments = [a.replace('{F}', good).replace('{D}', folder) for a in commands()[name]]
        expect_refusal(Run(settings, arguments, timeout=SECONDS), report)
    return report


def self_include(settings):
    report = Report()
    with scratch() as folder:
        path = write(folder, 'self.pml', '#include "self.pml"\nactive proctype P() { skip }\n')
        expect_refusal(Run(settings, ['check', path], timeout=SECONDS), report)
        write(folder, 'a.h', '#include "b.h"\n')
        write(folder, 'b.h', '#include "a.h"\n')
        path = write(folder, 'two.pml', '#include "a.h"\nactive proctype P() { skip }\n')
        expect_refusal(Run(settings, ['check', path], timeout=SECONDS), report)
    return report


def unreadable(settings):
    report = Report()
    if os.geteuid() == 0:
        report.skipped += 1   # root reads everything
        return report
    with scratch() as folder:
        path = write(folder, 'secret.pml', in_process('x = 1'))
        os.chmod(path, 0)
        expect_refusal(Run(settings, ['check', path], timeout=SECONDS), report)
    return report


def bad_stdin(settings):
    report = Report()
    for text in (b'', b'\0\xff' * 100, b'active proctype P() { /*', nest('(', '1', ')').encode()):
        expect_refusal(Run(settings, ['check', '-'], stdin=text, timeout=SECONDS), report)
    return report
