// common.js: the tool under test, and where things are.
'use strict';
const { spawnSync } = require('child_process');
const path = require('path');

const root = path.resolve(__dirname, '../..');
const tarry = process.env.TARRY || path.join(root, 'tarry');
const extension = path.join(root, 'build/vscode/extension');

function check(...call) {
  const done = spawnSync(tarry, ['check', '--json', '-', ...call], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  return { output: done.stdout, errors: done.stderr, code: done.status };
}

module.exports = { root, tarry, extension, check };
