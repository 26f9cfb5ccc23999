"""docs/LANGUAGES.md is a reference: the rows of its tables are read as they stand, what it calls refused is refused, and no word of Promela is missing in it. Links
between documents lead somewhere, and README.md stays short."""
import os
import re

from .common import ROOT, Report, Run, scratch, write
from .documents import quoted, rows

REFERENCE = os.path.join('docs', 'LANGUAGES.md')
ENDINGS = {'promela': 'pml', 'pimp': 'pimp', 'dve': 'dve', 'litmus': 'litmus'}
README_LINES = 120
MMLIB = '#define PROCSIZE 2\n#define VARSIZE 2\n#define BUFFSIZE 2\n#include "tso.h"\nactive proctype P() { int s, v; %s; skip }\n'


def text_of(name):
    with open(os.path.join(ROOT, name), encoding='utf-8') as file:
        return file.read()


def first_code(cell):
    return re.search('`(.*?)`', cell).group(1)


def blocks(text):
    """(language, model) of each block that names its language"""
    return re.findall(r'^```(\w+)\n(.*?)^```$', text, flags=re.M | re.S)


def models(lines, frame):
    """Models that can be read: each row of the tables of Promela, in the frame that the document shows."""
    for heading, put in (('expression', 'assert((%s) || true);'), ('statement', '%s;'), ('memory statement', '%s;')):
        for row in rows(lines, heading):
            yield frame.replace('/* here */', put % first_code(row[0]))
    for row in rows(lines, 'word'):
        yield MMLIB % first_code(row[0])
    for row in rows(lines, 'declaration'):
        yield first_code(row[0]).replace('...', 'skip') + '\nactive proctype Main() { skip }\n'


def languages(settings):
    """What the reference shows is read, and what it says is refused is not."""
    report, text = Report(), text_of(REFERENCE)
    lines, shown = text.split('\n'), blocks(text)
    with scratch() as folder:
        def check(ending, model, codes):
            run = Run(settings, ['check', write(folder, 'row.' + ending, model), '--max-states', '10000'])
            report.check(run.code in codes, 'exit code %d\n%s\n%s' % (run.code, model, run.tail()), run.command)
        for language, model in shown:
            check(ENDINGS[language], model, (0, 1, 2))
        for model in models(lines, dict(shown)['promela']):
            check('pml', model, (0, 1, 2))
        for row in rows(lines, 'refused'):
            check('pml', first_code(row[1]) + '\n', (3,))
    return report


def words(settings):
    """Every keyword, and every word for store buffers, stands in the reference as code."""
    report = Report()
    code = ' '.join(re.findall('`([^`\n]+)`', text_of(REFERENCE)) + [model for _, model in blocks(text_of(REFERENCE))])
    known = re.findall(r'^KEYWORD\(\w+, "(\w+)"\)', text_of('src/frontend/promela/token.def'), re.M) \
        + re.findall(r'^    \{"(\w+)", \d, "', text_of('src/frontend/promela/lower_words.c'), re.M)
    report.check(len(known) > 80, 'only %d words are found in the sources' % len(known))
    for word in known:
        report.check(re.search(r'(?<!\w)%s(?!\w)' % word, code), '%s does not explain `%s`' % (REFERENCE, word))
    return report


def anchors(text):
    """The names that headings have as targets of links."""
    return {re.sub(r'[^\w -]', '', re.sub(r'^#+ ', '', line).lower()).replace(' ', '-')
            for line in re.sub(r'^```.*?^```', '', text, flags=re.M | re.S).split('\n') if line.startswith('#')}


def all_links(text):
    """To what is ours."""
    text = re.sub(r'^```.*?^```', '', text, flags=re.M | re.S)
    return sorted({link for link in re.findall(r'\]\(([^)\s]+)\)', text) if not re.match(r'\w+:', link)})


def local_links(text):
    """The files among them."""
    return sorted({link.partition('#')[0] for link in all_links(text)} - {''})


def links(settings, name):
    """Every link to a file of ours leads to one that is there, and behind # to one of its headings."""
    report = Report()
    for link in all_links(text_of(name)):
        path, _, heading = link.partition('#')
        target = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
        if report.check(os.path.exists(os.path.join(ROOT, target)), 'links to %s, which does not exist' % link) and heading:
            report.check(heading in anchors(text_of(target)), 'links to %s, but there is no such heading' % link)
    return report


def readme(settings):
    report = Report()
    count = text_of('README.md').count('\n')
    report.check(count <= README_LINES, 'README.md has %d lines; %d are enough to say where to go on' % (count, README_LINES))
    for name in sorted(os.listdir(os.path.join(ROOT, 'docs'))):
        report.check(not name.endswith('.md') or '(docs/%s)' % name in text_of('README.md'), 'README.md does not say what docs/%s is for' % name)
    return report
