/* state.js: buffers, memory, ghosts, channels and locals as of a position, what the last step changed marked. */
function makeValue(text, changed) {
  return make('span', {class: changed ? 'value changed' : 'value'}, text, changed ? make('span', {class: 'unseen'}, ' (changed)') : null);
}

function makeValues(caption, now, before, textOf, attributes) {
  const rows = [...now].map(([name, value]) => [name, makeValue(textOf(name, value), before !== null && JSON.stringify(before.get(name)) !== JSON.stringify(value))]);
  return makeTable(caption, ['name', 'value'], rows, {class: 'values', ...attributes});
}

class StatePanel {
  constructor(run) {
    this.run = run;
    this.body = make('div', {class: 'state-body'});
    this.node = make('section', {class: 'panel state', 'aria-labelledby': newId('state')}, make('h2', {id: `state-${lastId}`}, 'State'), this.body);
  }

  makeBuffer(process, stores, before) {
    const items = stores.map(([location, value], i) => location === '...' ? make('li', {class: 'pending more'}, `${value} more`)
      : make('li', {class: 'pending'}, makeValue(`${location} = ${this.run.valueText(location, value)}`, stores.length > before.length && i === stores.length - 1)));
    const lane = this.run.processes.indexOf(process);
    return make('div', {class: 'buffer'}, make('h4', {class: `lane-${lane % 6}`}, process),
      items.length ? make('ol', {'aria-label': `buffer of ${process}, oldest first`}, items) : make('p', {class: 'faint'}, 'empty'));
  }

  show(position) {
    const {run} = this, now = run.stateAt(position), before = position ? run.stateAt(position - 1) : null, parts = [];
    const text = (name, value) => run.valueText(name, value);
    if (now.memory.size) parts.push(makeValues('Memory', now.memory, before && before.memory, text));
    if (run.result.memory !== 'sc') parts.push(make('div', {class: 'buffers'}, make('h3', {}, 'Store buffers, oldest first'),
      run.processes.map((process) => this.makeBuffer(process, now.buffers.get(process) || [], (before && before.buffers.get(process)) || []))));
    if (now.ghosts.size) parts.push(makeValues('Ghosts', now.ghosts, before && before.ghosts, text));
    if (now.channels.size) parts.push(makeValues('Channels, oldest message first', now.channels, before && before.channels, (name, messages) => run.channelText(name, messages)));
    for (const [process, values] of now.locals)
      if (values.size) parts.push(makeValues(`Locals of ${process}`, values, before && (before.locals.get(process) || new Map()), (name, value) => value));
    this.body.replaceChildren(...parts);
  }
}
