// diagnostics.js: what `tarry check --json -` says, as marks in files. Knows nothing of the editor, so that it can be tested without one.
'use strict';

// A mark: { file, line, column, severity: 'error' | 'warning' | 'information' | 'hint', message, related: [{ file, line, message }] }; lines and columns count from 1.
const mark = (place, severity, message, related = []) =>
  ({ file: place.file, line: place.line || 1, column: place.column || 0, severity, message, related });

const mostSteps = 100;

// A violation stands at the statement that its run ends with; the steps of the run are related to it.
function violation(answer, property) {
  const trace = property.trace === null ? undefined : answer.traces[property.trace];
  const steps = trace ? trace.steps.filter((step) => step.line) : [];
  const last = steps.length ? steps[steps.length - 1] : { file: answer.file };
  const heading = `${(trace && trace.message) || 'violated'} (${property.name}, ${answer.memory.toUpperCase()})`;
  const related = steps.slice(-mostSteps).map((step, i) => ({ file: step.file, line: step.line, message: `${steps.length - Math.min(steps.length, mostSteps) + i + 1}. ${step.process}: ${step.text}` }));
  return mark(last, 'error', trace && trace.explanation ? `${heading}\n${trace.explanation}` : heading, related);
}

// Errors in the model; of the call itself, which stand in no file, thrown.
function malformed(answer) {
  const messages = (answer.messages || []).map((message) => ({ ...message, file: message.file || answer.file }));
  if (!messages.length || !messages.every((message) => message.file))
    throw new Error(answer.error);
  return messages.map((message) => mark(message, message.severity === 'warning' ? 'warning' : 'error', message.text));
}

function ofAnswer(answer) {
  if (answer.verdict === 'error')
    return malformed(answer);
  const found = answer.properties.filter((property) => property.verdict === 'violated').map((property) => violation(answer, property));
  if (answer.verdict === 'unknown')
    found.push(mark({ file: answer.file }, 'information', `not decided under ${answer.memory.toUpperCase()}: ${answer.reason}${answer.advice ? `; ${answer.advice}` : ''}`));
  for (const statement of answer.unreached || [])
    found.push(mark(statement, 'hint', `no run executes ${statement.text} (${answer.memory.toUpperCase()})`));
  return found;
}

// Warnings of a model that could be read are told on standard error.
function warnings(text) {
  const lines = [...text.matchAll(/^(.+?):(\d+):(\d+): warning: (.*)$/gm)];
  return lines.map(([, file, line, column, message]) => mark({ file, line: Number(line), column: Number(column) }, 'warning', message));
}

// All marks of one call. Where there is no answer what the program said is thrown.
function diagnostics(output, errors) {
  let said;
  try {
    said = JSON.parse(output);
  } catch {
    throw new Error(errors.trim() || 'tarry gave no answer');
  }
  return [...(said.results || [said]).flatMap(ofAnswer), ...warnings(errors)];
}

module.exports = { diagnostics };
