// What the tool says about models, as marks.
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const fs = require('fs');
const path = require('path');
const { check, extension, root } = require('./common');
const { diagnostics } = require(path.join(extension, 'diagnostics.js'));

function marks(...call) {
  const said = check(...call);
  return diagnostics(said.output, said.errors);
}

// Where the model has a text, counted from 1.
function lineOf(file, text) {
  return fs.readFileSync(path.join(root, file), 'utf8').split('\n').findIndex((line) => line.includes(text)) + 1;
}

test('a malformed file has an error at line and column', () => {
  const [first] = marks('tests/errors/decl-array-close.pml');
  assert.deepStrictEqual([first.file, first.line, first.column, first.severity], ['tests/errors/decl-array-close.pml', 3, 9, 'error']);
  assert.match(first.message, /expected '\]'/);
});

test('every malformed file of the tests has an error with a line in it', () => {
  const files = fs.readdirSync(path.join(root, 'tests/errors')).filter((name) => name.endsWith('.pml')).slice(0, 60);
  assert.ok(files.length > 20);
  for (const name of files) {
    const said = check(`tests/errors/${name}`);
    if (said.code !== 3)
      continue; // it needs options
    const found = diagnostics(said.output, said.errors);
    assert.ok(found.some((mark) => mark.severity === 'error' && mark.line >= 1), name);
  }
});

test('a violated assertion is marked at its line, with the run', () => {
  const found = marks('examples/peterson.pml').filter((mark) => mark.severity === 'error');
  assert.strictEqual(found.length, 1);
  assert.strictEqual(found[0].line, lineOf('examples/peterson.pml', 'assert('));
  assert.match(found[0].message, /ncrit == 1.*TSO/);
  assert.match(found[0].message, /fence/);
  assert.ok(found[0].related.length > 5 && found[0].related.some((step) => step.message.includes('want[me] = true')));
});

test('what holds has no errors', () => {
  assert.deepStrictEqual(marks('--memory', 'sc', 'examples/peterson.pml'), []);
});

test('several memory models: one violation for each that has one', () => {
  const found = marks('--memory', 'all', 'examples/peterson.pml').filter((mark) => mark.severity === 'error');
  assert.deepStrictEqual(found.map((mark) => /, (\w+)\)/.exec(mark.message)[1]), ['TSO', 'PSO']);
});

test('violations in PIMP and DVE and of formulas', () => {
  for (const call of [['examples/peterson.pimp'], ['--no-deadlock', '--ltl', '[] (P[0]:busy -> <> !P[0]:busy)', 'examples/spinlock.pml']]) {
    const found = marks(...call).filter((mark) => mark.severity === 'error');
    assert.strictEqual(found.length, 1, call.join(' '));
    assert.ok(found[0].line > 1 && found[0].related.length, call.join(' '));
  }
});

test('a limit is told, and is no error', () => {
  const found = marks('--max-states', '1', 'examples/peterson.pml');
  assert.ok(found.some((mark) => mark.severity === 'information' && /limit on states/.test(mark.message)));
  assert.ok(!found.some((mark) => mark.severity === 'error'));
});

test('warnings and statements that no run executes', () => {
  const folder = fs.mkdtempSync(path.join(require('os').tmpdir(), 'tarry-'));
  const file = path.join(folder, 'a model.pml');
  fs.writeFileSync(file, 'bit lock;\nactive [2] proctype P() {\n  atomic { lock == 0 -> lock = 1 };\n  if\n  :: lock == 1 -> skip\n  :: lock == 2 -> lock = 0\n  fi\n}\n');
  const found = marks('--memory', 'tso', '--no-deadlock', file);
  fs.rmSync(folder, { recursive: true });
  assert.ok(found.some((mark) => mark.severity === 'warning' && mark.file === file && mark.line === 3 && mark.column === 3), JSON.stringify(found));
  assert.ok(found.some((mark) => mark.severity === 'hint' && mark.line === 6), JSON.stringify(found));
});

test('no answer at all is thrown with what was said', () => {
  assert.throws(() => diagnostics('', 'tarry: error: unknown option'), /unknown option/);
});
