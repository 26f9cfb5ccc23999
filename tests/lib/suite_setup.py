"""What `make` does beside compiling: plain `make` names the packages that are missing and installs nothing, `make demo` and `make test` install them and say so; `make uninstall`
takes away what `make install` brought; every file that has a version has the one of version.h."""
import os
import re
import subprocess
import tempfile

from . import documents, reference
from .common import ROOT, Case, Report, Run

# In place of dpkg-query and apt-get: all packages are there but one, which was removed once, and another that is unknown; what apt-get is asked for is noted, and fails.
DPKG_QUERY = '''#!/bin/sh
for package; do :; done
case $package in
libglpk-dev) printf 'not-installed ' ;;
libmcpp-dev) echo "dpkg-query: no packages found matching $package" >&2; exit 1 ;;
*) printf 'installed ' ;;
esac
'''
APT_GET = '#!/bin/sh\necho "$@" >> "$NOTED"\n[ "$1" = update ]\n'
ID = '#!/bin/sh\necho "$USER_ID"\n'


def cases(settings):
    return [Case('packages, make %s' % ' '.join(goals), packages, (goals, user, installs))
            for goals, user, installs in (((), 0, False), (('all',), 0, False), (('install',), 0, False), (('static',), 0, False), (('demo',), 0, True), (('check',), 0, True), (('test',), 0, True),
                                          (('bench',), 0, True), ((), 1000, False), (('demo',), 1000, False))] \
        + [Case('install and uninstall', uninstall), Case('versions', versions)]


def make(arguments, folder=ROOT, **environment):
    clean = {name: value for name, value in os.environ.items() if name not in ('MAKEFLAGS', 'MFLAGS', 'MAKELEVEL')}
    return subprocess.run(['make', *arguments], cwd=folder, env={**clean, **environment}, capture_output=True, text=True, timeout=600, check=False)


def write_program(path, text):
    with open(path, 'w', encoding='utf-8') as out:
        out.write(text)
    os.chmod(path, 0o755)


def packages(settings, goals, user, installs):
    """On a machine without two packages of the build."""
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        tree, programs, noted = (os.path.join(folder, name) for name in ('tree', 'programs', 'noted'))
        os.mkdir(tree)
        os.mkdir(programs)
        for name in ('Makefile', 'bench', 'docs', 'editors', 'examples', 'include', 'src', 'tests', 'tools'):
            os.symlink(os.path.join(ROOT, name), os.path.join(tree, name))
        for name, text in (('dpkg-query', DPKG_QUERY), ('apt-get', APT_GET), ('id', ID)):
            write_program(os.path.join(programs, name), text)
        done = make(goals, tree, PATH=programs + ':' + os.environ['PATH'], NOTED=noted, USER_ID=str(user))
        asked = open(noted, encoding='utf-8').read() if os.path.exists(noted) else ''
        said = 'said:\n%s%sasked of apt-get:\n%s' % (done.stdout, done.stderr, asked)
        report.check(done.returncode == 2, 'exit code %d\n%s' % (done.returncode, said))
        report.check('  CC ' not in done.stdout, 'compiled nevertheless\n' + said)
        if installs:
            report.check(re.search('^installing Debian packages:.* libmcpp-dev .*libglpk-dev', done.stdout, re.M), 'does not say what is installed\n' + said)
            report.check(re.search('^install .* libmcpp-dev .*libglpk-dev', asked, re.M) and 'gcc' not in asked, 'apt-get was asked for other things\n' + said)
        else:
            command = ('sudo ' if user else '') + 'apt-get install libmcpp-dev libglpk-dev'
            report.check(not asked, 'apt-get was called\n' + said)
            report.check(re.search(': %s( libltdl-dev)?$' % command, done.stderr, re.M), 'the command is not named\n' + said)
    return report


def files_below(folder):
    return sorted(os.path.relpath(os.path.join(at, name), folder) for at, folders, names in os.walk(folder) for name in [*names, *(f for f in folders if os.path.islink(os.path.join(at, f)))])


def version_of_header():
    with open(os.path.join(ROOT, 'src', 'library', 'version.h'), encoding='utf-8') as text:
        return re.search('TARRY_VERSION "(.*)"', text.read()).group(1)


def check_links(folder, report):
    """Documents lead to what is installed."""
    pages = [os.path.join(at, name) for at, _, names in os.walk(folder, followlinks=True) for name in names if name.endswith('.md')]
    report.check(len(pages) > 10, 'only %s' % pages)
    for page in pages:
        with open(page, encoding='utf-8') as text:
            for link in reference.local_links(text.read()):
                report.check(os.path.exists(os.path.join(os.path.dirname(page), link)), '%s links to %s, which is not installed' % (os.path.relpath(page, folder), link))


def uninstall(settings):
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        place = ['DESTDIR=' + folder, 'PREFIX=/usr']
        foreign = os.path.join(folder, 'usr', 'share', 'bash-completion', 'completions', 'other')
        os.makedirs(os.path.dirname(foreign))
        open(foreign, 'w', encoding='utf-8').close()
        done = make(['-s', 'install', *place])
        report.check(done.returncode == 0 and not done.stdout + done.stderr, 'make -s install: %d\n%s%s' % (done.returncode, done.stdout, done.stderr))
        there = files_below(folder)
        for name in ('bin/tarry', 'share/man/man1/tarry.1', 'share/man/man5/tarry.5', *('share/doc/tarry/' + path for path in documents.NAMES), 'share/zsh/site-functions/_tarry', 'share/fish/vendor_completions.d/tarry.fish', 'share/bash-completion/completions/tarry',
                     'include/libtarry.h', 'lib/libtarry.a', 'lib/pkgconfig/tarry.pc', 'lib/tarry/tarry-pins.so', 'share/vim/vimfiles/syntax/tarry.vim', 'share/tarry/examples/peterson.pml'):
            report.check('usr/' + name in there, 'not installed: ' + name)
        with open(os.path.join(folder, 'usr', 'lib', 'pkgconfig', 'tarry.pc'), encoding='utf-8') as text:
            report.check('\nVersion: %s\n' % version_of_header() in text.read(), 'tarry.pc has another version')
        check_links(os.path.join(folder, 'usr', 'share', 'doc', 'tarry'), report)
        done = make(['uninstall', *place])
        report.check(done.returncode == 0 and done.stdout.count('\n') == len(there) - 1, 'make uninstall: %d\n%s%s' % (done.returncode, done.stdout, done.stderr))
        report.check(files_below(folder) == [os.path.relpath(foreign, folder)], 'left: %s' % files_below(folder))
        for name in ('share/tarry', 'share/doc/tarry', 'lib/tarry'):
            report.check(not os.path.exists(os.path.join(folder, 'usr', name)), 'the folder %s is left' % name)
    return report


def said_by(tool, *arguments):
    return subprocess.run(['sh', tool, *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def versions(settings):
    report = Report()
    version = version_of_header()
    said = {'--version': Run(settings, ['--version']).out.split()[-1],
            'manual page': re.search('^.TH TARRY 1 "" "tarry (.*?)"', Run(settings, ['--help=man']).out, re.M).group(1),
            'tools/manual': re.search('^.TH TARRY 5 "" "tarry (.*?)"', said_by('tools/manual', 'docs/LANGUAGES.md'), re.M).group(1),
            'tools/version': said_by('tools/version').strip()}
    with open(os.path.join(ROOT, 'CHANGELOG.md'), encoding='utf-8') as text:
        said['CHANGELOG.md'] = re.search('^## (.*)$', text.read(), re.M).group(1)
    for where, found in said.items():
        report.check(found == version, '%s has version %s, version.h %s' % (where, found, version))
    return report
