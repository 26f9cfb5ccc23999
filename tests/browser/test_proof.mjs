// test_proof.mjs: the graph of a certificate, and regular expressions against the automata that they are made of.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import vm from 'node:vm';

// Small numbers that are the same in every run.
function* numbers(seed) {
  for (let state = seed; ;) {
    state = (state * 1103515245 + 12345) % 2147483648;
    yield state / 2147483648;
  }
}

function randomAutomaton(seed) {
  const draw = numbers(seed), next = (most) => Math.floor(draw.next().value * most), size = 1 + next(5);
  return Array.from({length: size}, () => ({accepts: next(2) === 0, edges: ['a', 'b'].filter(() => next(3)).map((letter) => [letter, next(size)])}));
}

function accepts(automaton, word) {
  let at = new Set([0]);
  for (const letter of word) at = new Set([...at].flatMap((state) => automaton[state].edges.filter(([text]) => text === letter).map(([, to]) => to)));
  return [...at].some((state) => automaton[state].accepts);
}

function* words(longest) {
  let level = [''];
  for (let length = 0; length <= longest; length++) {
    yield* level;
    level = level.flatMap((word) => [`${word}a`, `${word}b`]);
  }
}

export const tests = {
  async 'a regular expression has the words of its automaton'({root}) {
    const {regexOf, regexText} = vm.runInNewContext(`${readFileSync(join(root, 'src/report/web/regex.js'), 'utf8')}; ({regexOf, regexText})`);
    for (let seed = 1; seed <= 400; seed++) {
      const automaton = randomAutomaton(seed), tree = regexOf(0, (state) => automaton[state].edges, (state) => automaton[state].accepts), text = regexText(tree);
      // what is shown is read again: letters, bars, stars, question marks and parentheses mean the same in JavaScript
      const shown = text === '\u2205' ? /^(?!)/ : new RegExp(`^(?:${text.replaceAll(' | ', '|').replaceAll(' ', '').replaceAll('\u03b5', '(?:)')})$`);
      for (const word of words(6)) assert.equal(shown.test(word), accepts(automaton, word), `seed ${seed}: ${text} on "${word}"`);
    }
  },

  async 'a proof is a graph that one can walk through'({report, open}) {
    const {page, trouble} = await open(report('knock', ['check', 'examples/knock.pml'], [0]));
    assert.match(await page.textContent('h2'), /A proof of 4 states/);
    assert.equal(await page.locator('.state-node').count(), 4);
    assert.match(await page.textContent('.card h2'), /State 1 of 4 \(the first\)/);
    assert.ok((await page.locator('.stances code').allTextContents()).includes('(y=1 y=0)*'));
    await page.click('.card button:has-text("state 2")');
    assert.match(await page.textContent('.card h2'), /State 2 of 4/);
    await page.click('[data-state="3"]');
    assert.match(await page.textContent('.card h2'), /State 4 of 4/);
    assert.equal(await page.locator('.state-node.chosen text').textContent(), '4');
    assert.ok(await page.locator('.code li.lit').count() > 1);
    assert.deepEqual(trouble, []);
  },

  async 'a proof of very many states shows those around the chosen one'({report, open}) {
    const {page, trouble} = await open(report('many', ['check', 'examples/dekker-fenced.pimp'], [0]));
    assert.ok(await page.locator('.state-node').count() <= 400);
    await page.click('.card button.link');
    assert.deepEqual(trouble, []);
  },
};
