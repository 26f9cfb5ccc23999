// The grammars, by the engine that VS Code uses: which scope the words of a line have.
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const fs = require('fs');
const path = require('path');
const oniguruma = require('vscode-oniguruma');
const textmate = require('vscode-textmate');
const { extension, root } = require('./common');

const manifest = JSON.parse(fs.readFileSync(path.join(extension, 'package.json'), 'utf8'));
const engine = oniguruma.loadWASM(fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer)
  .then(() => ({ createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns), createOnigString: (text) => new oniguruma.OnigString(text) }));
const registry = new textmate.Registry({
  onigLib: engine,
  loadGrammar: async (scope) => {
    const file = path.join(extension, manifest.contributes.grammars.find((one) => one.scopeName === scope).path);
    return textmate.parseRawGrammar(fs.readFileSync(file, 'utf8'), file);
  },
});

// [word, its innermost scope] for each token of the lines.
async function tokens(language, text) {
  const grammar = await registry.loadGrammar(`source.${language}`);
  let state = textmate.INITIAL;
  return text.split('\n').flatMap((line) => {
    const done = grammar.tokenizeLine(line, state);
    state = done.ruleStack;
    return done.tokens.map((token) => [line.slice(token.startIndex, token.endIndex).trim(), token.scopes[token.scopes.length - 1]]);
  });
}

const expected = {
  promela: ['#include "tso.h"\nghost byte n; /* a\n b */ active proctype P() { mfence; cas(x, 0, 1, r); end: assert(n == 1) // done\n printf("x") }', {
    '#include': 'keyword.control.directive.promela', ghost: 'storage.modifier.promela', byte: 'storage.type.promela', '/*': 'comment.block.promela', 'b': 'comment.block.promela',
    mfence: 'keyword.other.memory.promela', cas: 'keyword.other.memory.promela', assert: 'keyword.control.promela', 1: 'constant.numeric.promela', '// done': 'comment.line.double-slash.promela',
    proctype: 'storage.modifier.promela', x: 'string.quoted.double.promela' }],
  pimp: ['program p\nthread 1 { x := 1; cs: wait (not y = 0) ; mfence }', {
    program: 'keyword.declaration.pimp', ':=': 'keyword.operator.pimp', cs: 'entity.name.label.pimp', wait: 'keyword.control.pimp', not: 'keyword.operator.word.pimp', mfence: 'keyword.other.memory.pimp' }],
  dve: ['process P { state a; trans a -> b { guard x == 0; effect x = 1; }; }\nsystem async;', {
    process: 'keyword.declaration.dve', guard: 'keyword.control.dve', '->': 'keyword.operator.dve', async: 'keyword.declaration.dve', 0: 'constant.numeric.dve' }],
  litmus: ['(* c *)\n P0 | P1 ;\n MOV EAX,[y] | mfence ;\nexists (0:EAX=0 /\\ 1:EAX=0)', {
    c: 'comment.block.litmus', P0: 'entity.name.type.litmus', MOV: 'keyword.control.litmus', EAX: 'variable.language.litmus', mfence: 'keyword.other.memory.litmus',
    exists: 'keyword.other.condition.litmus', '/\\': 'keyword.operator.litmus' }],
};

for (const [language, [text, scopes]] of Object.entries(expected))
  test(`words of ${language}`, async () => {
    const found = await tokens(language, text);
    for (const [word, scope] of Object.entries(scopes))
      assert.ok(found.some(([here, has]) => here === word && has === scope), `${word} is ${JSON.stringify(found.filter(([here]) => here === word))}, not ${scope}`);
  });

test('every example is read to its end, and no comment or string is left open', async () => {
  for (const name of fs.readdirSync(path.join(root, 'examples'))) {
    const language = manifest.contributes.languages.find((one) => one.extensions.includes(path.extname(name)));
    if (!language)
      continue;
    const found = await tokens(language.id, `${fs.readFileSync(path.join(root, 'examples', name), 'utf8')}\nlast`);
    assert.deepStrictEqual(found[found.length - 1], ['last', `source.${language.id}`], name);
  }
});
