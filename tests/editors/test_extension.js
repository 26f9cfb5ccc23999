// The extension itself, with an editor made of a few objects: what it does when a file is saved.
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const fs = require('fs');
const Module = require('module');
const path = require('path');
const { extension, root, tarry } = require('./common');

// The part of VS Code's interface that the extension uses.
class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range { constructor(a, b, c, d) { this.start = new Position(a, b); this.end = new Position(c, d); } }
class Diagnostic { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } }
class Location { constructor(uri, position) { Object.assign(this, { uri, position }); } }
class DiagnosticRelatedInformation { constructor(location, message) { Object.assign(this, { location, message }); } }
const uri = (file) => ({ scheme: 'file', fsPath: file, toString: () => `file://${file}` });

function editor(settings) {
  const shown = new Map(), handlers = {}, messages = [];
  const registers = (name) => (handler) => { handlers[name] = handler; return { dispose() {} }; };
  return {
    shown, handlers, messages, Position, Range, Diagnostic, Location, DiagnosticRelatedInformation,
    DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
    Uri: { file: uri },
    languages: { createDiagnosticCollection: () => ({ set: (at, list) => shown.set(at.fsPath, list), delete: (at) => shown.delete(at.fsPath), dispose() {} }) },
    workspace: {
      textDocuments: [],
      getConfiguration: () => ({ get: (name) => settings[name] }),
      onDidSaveTextDocument: registers('save'), onDidOpenTextDocument: registers('open'), onDidCloseTextDocument: registers('close'),
    },
    commands: { registerCommand: (name, handler) => registers(name)(handler) },
    window: { showErrorMessage: (text) => messages.push(text), activeTextEditor: undefined },
  };
}

function documentOf(file, languageId = 'promela') {
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  return {
    uri: uri(file), fileName: file, languageId, lineCount: lines.length,
    lineAt: (i) => ({ range: { end: new Position(i, lines[i].length) }, firstNonWhitespaceCharacterIndex: lines[i].search(/\S|$/) }),
  };
}

function start(settings = {}) {
  const vscode = editor({ path: tarry, arguments: [], checkOnSave: true, ...settings });
  const load = Module._load;
  Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));
  delete require.cache[path.join(extension, 'extension.js')];
  require(path.join(extension, 'extension.js')).activate({ subscriptions: [] });
  Module._load = load;
  return vscode;
}

const peterson = path.join(root, 'examples/peterson.pml');

test('a file that is saved has its violation marked', async () => {
  const vscode = start();
  await vscode.handlers.save(documentOf(peterson));
  const [shown] = vscode.shown.get(peterson).filter((one) => one.severity === 0);
  const line = fs.readFileSync(peterson, 'utf8').split('\n')[shown.range.start.line];
  assert.match(line.slice(shown.range.start.character), /^CS: +assert\(/);
  assert.strictEqual(shown.source, 'tarry');
  assert.ok(shown.relatedInformation.every((step) => step.location.uri.fsPath === peterson));
  vscode.handlers.close(documentOf(peterson));
  assert.strictEqual(vscode.shown.size, 0);
});

test('what was mended is marked no longer', async () => {
  const settings = { arguments: ['--memory', 'tso'] };
  const vscode = start(settings);
  await vscode.handlers.save(documentOf(peterson));
  assert.ok(vscode.shown.get(peterson).length);
  settings.arguments.splice(1, 1, 'sc');
  await vscode.handlers.save(documentOf(peterson));
  assert.deepStrictEqual(vscode.shown.get(peterson), []);
});

test('an error is marked at its column', async () => {
  const file = path.join(root, 'tests/errors/decl-array-close.pml');
  const vscode = start();
  await vscode.handlers.open(documentOf(file));
  assert.deepStrictEqual(vscode.shown.get(file)[0].range.start, new Position(2, 8));
});

test('of two searches for a file the last one counts', async () => {
  const vscode = start();
  await Promise.all([vscode.handlers.save(documentOf(peterson)), vscode.handlers.save(documentOf(peterson))]);
  assert.strictEqual(vscode.shown.get(peterson).filter((one) => one.severity === 0).length, 1);
  assert.deepStrictEqual(vscode.messages, []);
});

test('other languages are left alone, and nothing is done on save where that is not wanted', async () => {
  const vscode = start();
  await vscode.handlers.save(documentOf(peterson, 'plaintext'));
  const other = start({ checkOnSave: false });
  await other.handlers.save(documentOf(peterson));
  assert.strictEqual(vscode.shown.size + other.shown.size, 0);
  other.window.activeTextEditor = { document: documentOf(peterson) };
  await other.handlers['tarry.check']();
  assert.strictEqual(other.shown.size, 1);
});

test('a program that is not there, or an option that it does not know, is told', async () => {
  const missing = start({ path: '/nowhere/tarry' });
  await missing.handlers.save(documentOf(peterson));
  assert.match(missing.messages[0], /set tarry\.path/);
  const wrong = start({ arguments: ['--no-such-option'] });
  await wrong.handlers.save(documentOf(peterson));
  assert.match(wrong.messages[0], /no-such-option/);
});
