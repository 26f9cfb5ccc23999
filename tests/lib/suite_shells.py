"""Completion for bash, zsh and fish: each shell reads what `tarry --help=SHELL` prints, and offers the commands, options and values that the help has."""
import os
import re
import subprocess
import tempfile

from .common import Case, Report, Run

# zsh drives a shell at a terminal, which it also has for others: $1 starts the shell, $2 makes it ready, $3 is typed.
SESSION = '''
zmodload zsh/zpty
zpty shell $=1
zpty -w shell "$2; tarry() { printf '<%s>\\\\n' \\"\\$*\\"; }; echo RE''ADY"
zpty -r -m shell line '*READY*'
zpty -n -w shell "$3"$'\\n'
zpty -r -m shell line '*<*>*'
print -r -- "$line"
zpty -d shell
'''
# What is typed, with a tab for each \t, and what tarry is called with then.
TYPED = {
    'tarry litm\t--one\t': 'litmus-generate --one-location',
    'tarry chec\t--search best:n\t': 'check --search best:neb',
    'tarry check --memory sc,ps\t': 'check --memory sc,pso',
    'tarry check --buffer=unb\t': 'check --buffer=unbounded',
    'tarry help comp\t': 'help compare',
    'tarry check --dump\t/dev/nul\t': 'check --dump-program /dev/null',
}


def cases(settings):
    commands = re.findall(r'^  tarry ([a-z-]+) \S+.*\[options\]', Run(settings, ['--help']).out, re.M)
    return [Case('a list of commands', there_are_commands, (commands,)), Case('values', values), Case('zsh, typed', typed, ('zsh',)), Case('bash, typed', typed, ('bash',))] \
        + [Case('options of ' + c, options, (c,)) for c in commands]


def there_are_commands(settings, commands):
    report = Report()
    for shell, offered in (('bash', bash(settings, 'tarry', '')), ('fish', fish(settings, 'tarry '))):
        report.check(offered >= {'help', *commands} and 'check' in offered, '%s: commands %s, offered %s' % (shell, commands, sorted(offered)))
    report.check(set(re.findall(r"^        '([a-z-]+):", script(settings, 'zsh'), re.M)) == {'help', *commands}, 'zsh: other commands than %s' % commands)
    return report


def script(settings, shell):
    run = Run(settings, ['--help=' + shell])
    if run.code or run.err:
        raise RuntimeError('%s\n%s' % (run.command, run.err))
    return run.out


def ask(command, standard_input=None):
    done = subprocess.run(command, input=standard_input, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode:
        raise RuntimeError('%s: exit code %d\n%s' % (command[0], done.returncode, done.stderr))
    return done.stdout


def bash(settings, *words):
    """What bash offers for the last word."""
    quoted = ' '.join("'%s'" % word for word in words)
    typed_so_far = ' '.join(words)
    state = "COMP_WORDS=(%s)\nCOMP_CWORD=%d\nCOMP_LINE='%s'\nCOMP_POINT=%d" % (quoted, len(words) - 1, typed_so_far, len(typed_so_far))
    return set(ask(['bash'], '%s\n%s\n_tarry\nprintf "%%s\\n" "${COMPREPLY[@]}"' % (script(settings, 'bash'), state)).split())


def fish(settings, line):
    """The same of fish, for a line."""
    found = ask(['fish', '--no-config'], "%s\ncomplete -C '%s'\n" % (script(settings, 'fish'), line))
    return {offer.split('\t')[0] for offer in found.splitlines()}


def zsh(settings, command):
    """The options in what zsh hands to _arguments."""
    of_command = re.search(r'\n    %s\)\n        takes=\((.*?)\n        \) ;;' % command, script(settings, 'zsh'), re.S)
    return set(re.findall(r"^            '\*?(-[a-zA-Z]|--[a-z-]+)", of_command.group(1), re.M))


def options(settings, command):
    report = Report()
    text = Run(settings, ['help', command]).out.split('\nOptions:\n')[1]
    known = set(re.findall(r'^  (?:-h, )?(-[a-zA-Z]|--[a-z-]+)', text, re.M)) - {'--'}
    letters = {'-' + o[1] for o in known if len(o) == 2}
    report.check('--help' in known and len(known) > 1, 'the help has no options')
    for shell, offered in (('bash', bash(settings, 'tarry', command, '-')), ('zsh', zsh(settings, command))):
        report.check(offered == known, '%s offers %s, the help has %s' % (shell, sorted(offered), sorted(known)))
    offered = fish(settings, 'tarry %s --' % command) | (fish(settings, 'tarry %s -' % command) & letters)
    report.check(offered == known, 'fish offers %s, the help has %s' % (sorted(offered), sorted(known)))
    return report


def values(settings):
    report = Report()
    report.check(bash(settings, 'tarry', 'check', '--engine', 'e') == {'events', 'explicit'}, 'bash: engines')
    report.check(bash(settings, 'tarry', 'check', '--buffer', '') == {'unbounded'}, 'bash: buffer')
    report.check(fish(settings, 'tarry check --engine e') == {'events', 'explicit'}, 'fish: engines')
    report.check(fish(settings, 'tarry check --memory sc,p') == {'sc,pso'}, 'fish: a list of models')
    report.check(fish(settings, 'tarry check --mem') == {'--memory', '--memory-limit'}, 'fish: --mem')
    report.check('/dev/null' in fish(settings, 'tarry check --json /dev/nul'), 'fish: a file')
    return report


def typed(settings, shell):
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, '_tarry')
        with open(path, 'w', encoding='utf-8') as out:
            out.write(script(settings, shell))
        ask([shell, '-n', path])
        start, ready = {'zsh': ('zsh -f -i', 'fpath=(%s $fpath); autoload -U compinit; compinit -u -D' % folder), 'bash': ('bash --norc --noprofile -i', '. ' + path)}[shell]
        for keys, expected in TYPED.items():
            said = ask(['zsh', '-f', '-c', SESSION, 'zsh', start, ready, keys])
            got = re.findall('<([^%].*)>', said)
            report.check(got and got[-1].split() == expected.split(), '%s makes of %r: %r' % (shell, keys, said))
    return report
