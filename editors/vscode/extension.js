// extension.js: runs `tarry check --json -` on models that are opened or saved, and shows its errors, warnings and violations where they are.
'use strict';
const { execFile } = require('child_process');
const path = require('path');
const vscode = require('vscode');
const { diagnostics } = require('./diagnostics');

const languages = ['promela', 'pimp', 'dve', 'litmus'];

function severityOf(name) {
  const known = vscode.DiagnosticSeverity;
  return { error: known.Error, warning: known.Warning, information: known.Information, hint: known.Hint }[name];
}

// From the column to the end of the line; without a column from the first letter on.
function rangeOf(mark, document) {
  const line = Math.min(mark.line, document.lineCount) - 1;
  const text = document.lineAt(line);
  const from = mark.column ? mark.column - 1 : text.firstNonWhitespaceCharacterIndex;
  return new vscode.Range(line, Math.min(from, text.range.end.character), line, text.range.end.character);
}

function show(collection, document, marks) {
  const folder = path.dirname(document.fileName);
  const uriOf = (file) => vscode.Uri.file(path.resolve(folder, file));
  const byFile = new Map([[document.uri.toString(), [document.uri, []]]]);
  for (const mark of marks) {
    const uri = uriOf(mark.file);
    const isOwn = uri.toString() === document.uri.toString();
    const range = isOwn ? rangeOf(mark, document) : new vscode.Range(mark.line - 1, 0, mark.line - 1, 1000);
    const shown = new vscode.Diagnostic(range, mark.message, severityOf(mark.severity));
    shown.source = 'tarry';
    shown.relatedInformation = mark.related.map((step) =>
      new vscode.DiagnosticRelatedInformation(new vscode.Location(uriOf(step.file), new vscode.Position(step.line - 1, 0)), step.message));
    if (!byFile.has(uri.toString()))
      byFile.set(uri.toString(), [uri, []]);
    byFile.get(uri.toString())[1].push(shown);
  }
  for (const [uri, list] of byFile.values())
    collection.set(uri, list);
}

// One search for a file at a time: a new one ends that of the text before.
function check(collection, running, document) {
  if (!languages.includes(document.languageId) || document.uri.scheme !== 'file')
    return undefined;
  const settings = vscode.workspace.getConfiguration('tarry', document.uri);
  const key = document.uri.toString();
  if (running.has(key))
    running.get(key).kill();
  return new Promise((ended) => {
    const call = ['check', '--json', '-', ...settings.get('arguments'), '--', document.fileName];
    const child = execFile(settings.get('path'), call, { cwd: path.dirname(document.fileName), maxBuffer: 1 << 28 }, (trouble, output, errors) => {
      if (running.get(key) !== child)
        return ended();
      running.delete(key);
      try {
        if (trouble && trouble.code === 'ENOENT')
          throw new Error(`there is no program ${settings.get('path')}: install tarry, or set tarry.path`);
        show(collection, document, diagnostics(output, errors));
      } catch (problem) {
        vscode.window.showErrorMessage(`Tarry: ${problem.message}`);
      }
      return ended();
    });
    running.set(key, child);
  });
}

function activate(context) {
  const collection = vscode.languages.createDiagnosticCollection('tarry');
  const running = new Map();
  const checkNow = (document) => check(collection, running, document);
  const checkIfWanted = (document) => (vscode.workspace.getConfiguration('tarry', document.uri).get('checkOnSave') ? checkNow(document) : undefined);
  context.subscriptions.push(
    collection,
    vscode.workspace.onDidSaveTextDocument(checkIfWanted),
    vscode.workspace.onDidOpenTextDocument(checkIfWanted),
    vscode.workspace.onDidCloseTextDocument((document) => collection.delete(document.uri)),
    vscode.commands.registerCommand('tarry.check', () => vscode.window.activeTextEditor && checkNow(vscode.window.activeTextEditor.document)),
    { dispose: () => running.forEach((child) => child.kill()) });
  vscode.workspace.textDocuments.forEach(checkIfWanted);
}

module.exports = { activate, deactivate: () => undefined };
