"""Files for editors: Vim and VS Code know the words that the front-ends know, no more and no less; Vim colours them, and lists errors and violations after :make."""
import json
import os
import re
import subprocess
import tempfile

from .common import ROOT, Case, Report

VIM = os.path.join(ROOT, 'editors', 'vim')
CODE = os.path.join(ROOT, 'editors', 'vscode')
SOURCES = os.path.join(ROOT, 'src', 'frontend')
LANGUAGES = {'promela': 'tarry', 'pimp': 'pimp', 'dve': 'dve', 'litmus': 'litmus'}    # as the files in editors/vim are called

# A line, a word in it, and the group that Vim gives to the word.
COLOURS = {
    'pml': (('ghost byte n; // mfence', 'ghost', 'tarryStorage'), ('ghost byte n; // mfence', 'byte', 'tarryType'), ('ghost byte n; // mfence', 'mfence', 'tarryComment'),
            ('active proctype P() { mfence; cas(x, 0, 1, r) }', 'mfence', 'tarryMemory'), ('active proctype P() { mfence; cas(x, 0, 1, r) }', 'cas', 'tarryMemory'),
            ('#define N 3', 'define', 'tarryPreProc'), ('end: assert(n == 12)', 'end', 'tarryLabel'), ('end: assert(n == 12)', 'assert', 'tarryStatement'), ('end: assert(n == 12)', '12', 'tarryNumber'),
            ('printf("store")', 'store', 'tarryString'), ('stores = 1', 'stores', '')),
    'pimp': (('cs: wait (true)', 'cs', 'pimpLabel'), ('x := 1; mfence', 'mfence', 'pimpMemory'), ('while (not x)', 'not', 'pimpOperator'), ('/* if */ x := 1', 'if', 'pimpComment')),
    'dve': (('process P { state a; }', 'process', 'dveStructure'), ('trans a -> b { guard x == 0; }', 'guard', 'dveStatement'), ('int x; // int', 'int', 'dveType')),
    'litmus': ((' MOV EAX,[y] | mfence ;', 'MOV', 'litmusInstruction'), (' MOV EAX,[y] | mfence ;', 'EAX', 'litmusRegister'), (' MOV EAX,[y] | mfence ;', 'mfence', 'litmusMemory'),
               ('exists (0:EAX=0)', 'exists', 'litmusCondition'), ('(* mov *)', 'mov', 'litmusComment')),
}


def cases(settings):
    return [Case('words of ' + language, words, (language,)) for language in LANGUAGES] + [Case('Vim, .' + ending, colours, (ending,)) for ending in COLOURS] \
        + [Case(':make in Vim', make_in_vim), Case('extensions of files', endings), Case('version', version)]


def read(*path):
    with open(os.path.join(*path), encoding='utf-8') as text:
        return text.read()


def known_words(language):
    """Those that the front-end compares with."""
    if language == 'litmus':
        instructions = re.findall(r'\{"([a-z]+)", CODE_', read(SOURCES, 'litmus', 'parse_instruction.c'))
        conditions = re.search(r'words\[\] = \{("final".*?)\};', read(SOURCES, 'litmus', 'parse.c')).group(1)
        return {*instructions, *re.findall(r'"(\w+)"', conditions), 'lock'}
    found = set(re.findall(r'^KEYWORD\(\w+, "(\w+)"\)', read(SOURCES, language, 'token.def'), re.M))
    if language == 'promela':
        table = re.search(r'\} words\[\] = \{(.*?)\n\};', read(SOURCES, 'promela', 'lower_words.c'), re.S).group(1)
        found |= set(re.findall(r'^    \{"(\w+)"', table, re.M)) | {'ghost'}
    return found


def vim_words(language):
    lines = re.findall(r'^syntax keyword (\w+) (.*)$', read(VIM, 'syntax', LANGUAGES[language] + '.vim'), re.M)
    return [word for group, line in lines if not group.endswith('Todo') for word in line.split()]


def code_words(language):
    patterns = json.loads(read(CODE, 'syntaxes', language + '.json'))['patterns']
    lists = [re.fullmatch(r'(?:\(\?i\))?\\b\(\?:([\w|]+)\)\\b', pattern.get('match', '')) for pattern in patterns]
    return [word for found in lists if found for word in found.group(1).split('|')]


def words(settings, language):
    report = Report()
    known = known_words(language)
    report.check(len(known) > 10 and 'mfence' in known or language == 'dve', 'the tables of the front-end are not found: %s' % sorted(known))
    for editor, listed in (('vim/syntax/%s.vim' % LANGUAGES[language], vim_words(language)), ('vscode/syntaxes/%s.json' % language, code_words(language))):
        report.check(len(listed) == len(set(listed)), 'editors/%s has words twice: %s' % (editor, sorted({w for w in listed if listed.count(w) > 1})))
        report.check(known <= set(listed), 'editors/%s lacks: %s' % (editor, ' '.join(sorted(known - set(listed)))))
        report.check(set(listed) <= known, 'editors/%s has words that the front-end does not know: %s' % (editor, ' '.join(sorted(set(listed) - known))))
    return report


def vim(commands, path, home):
    """Runs the commands in Vim with our files and no others of the user; what they append to the list `said` is the answer."""
    script = os.path.join(home, 'commands.vim')
    with open(script, 'w', encoding='utf-8') as out:
        out.write('\n'.join(['let said = []', *commands, 'call writefile(said, "%s/said")' % home, 'qall!', '']))
    done = subprocess.run(['vim', '-es', '-N', '-u', 'NONE', '-i', 'NONE', '--cmd', 'set runtimepath^=%s' % VIM, '--cmd', 'filetype plugin on', '--cmd', 'syntax on', path, '-S', script],
                          capture_output=True, text=True, timeout=60, check=False, cwd=ROOT, env={**os.environ, 'HOME': home})
    if not os.path.exists(os.path.join(home, 'said')):
        raise RuntimeError('vim said nothing: %s%s' % (done.stdout, done.stderr))
    return read(home, 'said').splitlines()


def colours(settings, ending):
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'model.' + ending)
        expected = COLOURS[ending]
        with open(path, 'w', encoding='utf-8') as out:
            out.write(''.join(line + '\n' for line, _, _ in expected))
        at = [line.rindex(word) if group.endswith('Comment') else line.index(word) for line, word, group in expected]
        asked = ['call add(said, synIDattr(synID(%d, %d, 1), "name"))' % (number, column + 1) for number, column in enumerate(at, 1)]
        said = vim(['call add(said, &filetype)', *asked], path, folder)
        report.check(said[0] == LANGUAGES['promela' if ending == 'pml' else ending], 'the type of the file is %s' % said[0])
        for (line, word, group), got in zip(expected, said[1:] + [''] * len(expected)):
            report.check(got == group, '%s in %r is %s, not %s' % (word, line, got, group))
    return report


def line_of(text, *path):
    return next(number for number, line in enumerate(read(ROOT, *path).split('\n'), 1) if text in line)


def make_in_vim(settings):
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(settings.tarry, os.path.join(folder, 'tarry'))
        for name, line in (('examples/peterson.pml', line_of('assert(', 'examples', 'peterson.pml')), ('tests/errors/decl-array-close.pml', 3)):
            said = vim(['let $PATH = "%s:" . $PATH' % folder, 'silent make!', 'for item in getqflist()', 'if item.valid', 'call add(said, bufname(item.bufnr) . ":" . item.lnum . ":" . item.text)',
                        'endif', 'endfor'], name, folder)
            report.check(len(said) == 1 and said[0].startswith('%s:%d:' % (name, line)), 'the list after :make on %s is %s' % (name, said))
    return report


def endings(settings):
    """Both editors know the extensions of the tool; .pm is left to Perl."""
    report = Report()
    help_text = read(ROOT, 'src', 'cli', 'options.def')
    known = set(re.findall(r'\.(\w+)', re.search(r'OPTION\(language, .*"(input language.*)"\)', help_text).group(1))) - {'pm'}
    in_code = {ending[1:] for language in json.loads(read(CODE, 'package.json'))['contributes']['languages'] for ending in language['extensions']}
    in_vim = set(re.findall(r'\*\.(\w+)', read(VIM, 'ftdetect', 'tarry.vim')))
    report.check(in_code == known and in_vim == known, 'the tool reads %s, VS Code %s, Vim %s' % (sorted(known), sorted(in_code), sorted(in_vim)))
    return report


def version(settings):
    report = Report()
    own = re.search('TARRY_VERSION "(.*)"', read(ROOT, 'src', 'library', 'version.h')).group(1)
    found = json.loads(read(CODE, 'package.json'))['version']
    report.check(found == own, 'editors/vscode/package.json has version %s, version.h %s' % (found, own))
    return report
