/* run.js: a trace as data. Position 0 is the start, position k the state after step k.
 *
 * Steps have changes only; states are made from the nearest one that was kept, every KEPT steps. */
const KEPT = 128;

class Run {
  constructor(result, trace) {
    this.result = result;
    this.trace = trace;
    this.steps = trace.steps;
    this.processes = trace.processes;
    this.loop = trace.loop;
    this.names = result.value_names || {};
    this.writes = trace.writes.map(([process, location, value, made, reached, left]) => ({process, location, value, made, reached, left}));
    this.reads = trace.reads.map(([step, location, value, write, own]) => ({step, location, value, write, own}));
    this.firstRead = this.indexReads();
    this.overtaken = new Map(trace.overtakes.map(([step, made, location]) => [step, {made, location}]));
    this.kept = [this.start()];
  }

  get length() {
    return this.steps.length;
  }

  /* firstRead[s] .. firstRead[s + 1] are the reads of step s. */
  indexReads() {
    const first = new Uint32Array(this.steps.length + 1);
    for (const read of this.reads) first[read.step + 1]++;
    for (let i = 0; i < this.steps.length; i++) first[i + 1] += first[i];
    return first;
  }

  readsOf(step) {
    return this.reads.slice(this.firstRead[step], this.firstRead[step + 1]);
  }

  start() {
    const {memory = {}, ghosts = {}, buffers = {}, locals = {}, channels = {}} = this.trace.initial;
    return {channels: new Map(Object.entries(channels)), memory: new Map(Object.entries(memory)), ghosts: new Map(Object.entries(ghosts)), buffers: new Map(Object.entries(buffers)),
      locals: new Map(Object.entries(locals).map(([process, values]) => [process, new Map(Object.entries(values))]))};
  }

  static copy(state) {
    return {channels: new Map(state.channels), memory: new Map(state.memory), ghosts: new Map(state.ghosts), buffers: new Map(state.buffers),
      locals: new Map([...state.locals].map(([process, values]) => [process, new Map(values)]))};
  }

  static advance(state, step) {
    for (const part of ['memory', 'ghosts', 'buffers', 'channels'])
      for (const [name, value] of Object.entries(step[part] || {})) state[part].set(name, value);
    for (const [process, values] of Object.entries(step.locals || {})) {
      if (!state.locals.has(process)) state.locals.set(process, new Map());
      for (const [name, value] of Object.entries(values)) state.locals.get(process).set(name, value);
    }
  }

  stateAt(position) {
    for (let k = this.kept.length; k <= Math.floor(position / KEPT); k++) {
      const next = Run.copy(this.kept[k - 1]);
      for (let i = (k - 1) * KEPT; i < k * KEPT; i++) Run.advance(next, this.steps[i]);
      this.kept.push(next);
    }
    const from = Math.floor(position / KEPT), state = Run.copy(this.kept[from]);
    for (let i = from * KEPT; i < position; i++) Run.advance(state, this.steps[i]);
    return state;
  }

  /* By mtype names where there are some. */
  valueText(location, value) {
    const names = this.names[location];
    return names && Object.hasOwn(names, String(value)) ? names[value] : String(value);
  }

  /* "[red,1 blue,2]": messages, oldest first. */
  channelText(name, messages) {
    const plain = name.replace(/^.*:/, '').replace(/, line.*$/, '');
    return `[${messages.map((fields) => fields.map((value, i) => this.valueText(`${plain}.${i}`, value)).join(',')).join(' ')}]`;
  }

  /* The position after the last one: where a lasso goes on. */
  after(position) {
    if (position < this.length) return position + 1;
    return this.loop !== null && this.loop < this.length ? this.loop + 1 : position;
  }

  /* What the step did beyond its text. */
  notes(index) {
    const step = this.steps[index], said = [];
    for (const read of this.readsOf(index))
      said.push(`reads ${read.location} = ${read.value}${read.own ? ' from its own buffer' : ''}`);
    const overtaken = this.overtaken.get(index);
    if (overtaken) said.push(`overtakes step ${overtaken.made + 1}: the store to ${overtaken.location} still waits in its buffer`);
    if (step.partner) said.push(`together with ${step.partner}`);
    if (step.printed) said.push(`prints ${JSON.stringify(step.printed)}`);
    return said;
  }

  describe(position) {
    if (position === 0) return 'Start';
    const step = this.steps[position - 1], notes = this.notes(position - 1);
    return `Step ${position} of ${this.length}: ${step.process}${step.line ? `, line ${step.line}` : ''}: ${step.text}${notes.length ? `; ${notes.join('; ')}` : ''}`;
  }
}
