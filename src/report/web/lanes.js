/* lanes.js: the picture of a run: one lane a process, memory in the middle, time downwards.
 *
 * A store is a line from where it is made to where it reaches memory; a load is a level line from memory to its process. A load that overtakes a store
 * of its own process crosses that store's line, and the crossing is marked. Only the rows in sight are drawn. */
const ROW = 34, MARGIN = 8, BUCKET = 64, MOST_LINES = 300;

class Lanes {
  /* `choose(position)` is called when the user picks a row. */
  constructor(run, choose) {
    this.run = run;
    this.choose = choose;
    this.position = 0;
    this.prefix = newId('row');
    this.lanes = new Map(run.processes.map((name, i) => [name, i]));
    this.indexWrites();
    this.spreadWaiting();
    this.picture = draw('svg', {'aria-hidden': 'true', class: 'picture'});
    this.rows = make('div', {class: 'rows', role: 'none'});
    this.heads = make('div', {class: 'lane-heads', 'aria-hidden': 'true'});
    this.canvas = make('div', {class: 'canvas', role: 'none'}, this.heads, this.picture, this.rows);
    this.node = make('div', {class: 'lanes', role: 'listbox', tabindex: '0', 'aria-label': 'Steps of the run', onscroll: () => this.drawSoon(),
      onclick: (event) => this.click(event)}, this.canvas);
    new ResizeObserver(() => this.layout()).observe(this.node);
  }

  /* The last row that the line of a write touches. */
  lastRow(write) {
    return (write.reached ?? write.left ?? this.run.length - 1) + 1;
  }

  /* How far towards memory the line of a store comes that never arrives: an older one further. */
  spreadWaiting() {
    this.reach = new Map();
    for (const process of this.run.processes) {
      const waiting = this.run.writes.filter((write) => write.process === process && write.reached === null);
      waiting.forEach((write, i) => this.reach.set(write, 0.85 - 0.55 * i / waiting.length));
    }
  }

  /* alive[b]: the writes whose lines begin above bucket b and go on into it. */
  indexWrites() {
    this.alive = Array.from({length: Math.floor((this.run.length + 1) / BUCKET) + 1}, () => []);
    this.firstWrite = new Uint32Array(this.run.length + 2);
    this.run.writes.forEach((write, number) => {
      this.firstWrite[write.made + 1]++;
      const last = Math.floor(this.lastRow(write) / BUCKET);
      for (let b = Math.floor((write.made + 1) / BUCKET) + 1; b <= last; b++)
        if (this.alive[b].length < MOST_LINES) this.alive[b].push(number);
    });
    for (let i = 0; i <= this.run.length; i++) this.firstWrite[i + 1] += this.firstWrite[i];
  }

  /* ---- Where things are ---- */
  layout() {
    const width = this.node.clientWidth, lanes = Math.max(1, this.run.processes.length), narrow = width < 520;
    if (!width) return;
    this.gutter = (narrow ? 26 : 46) + (this.run.loop === null ? 0 : 26);
    this.memoryWidth = narrow ? 68 : 104;
    this.track = narrow ? 26 : lanes > 2 ? 50 : 90;
    this.node.classList.toggle('narrow', narrow);
    this.leftLanes = Math.ceil(lanes / 2);
    const middle = this.memoryWidth + this.track * (lanes > 1 ? 2 : 1);
    const lane = Math.max(narrow ? 84 : 110, (width - this.gutter - middle - MARGIN) / lanes);
    this.width = this.gutter + middle + lane * lanes + MARGIN;
    this.memoryLeft = this.gutter + lane * this.leftLanes + this.track;
    this.memoryRight = this.memoryLeft + this.memoryWidth;
    this.laneWidth = lane;
    this.canvas.style.width = `${this.width}px`;
    this.canvas.style.height = `${(this.run.length + 1.6 + (this.run.loop === null ? 0 : 1)) * ROW + this.headHeight()}px`;
    this.drawHeads();
    this.draw();
  }

  headHeight() {
    return 36;
  }

  isLeft(lane) {
    return lane < this.leftLanes;
  }

  column(lane) {
    return this.isLeft(lane) ? this.gutter + lane * this.laneWidth : this.memoryRight + this.track + (lane - this.leftLanes) * this.laneWidth;
  }

  /* The process's own line: at the side of its column that is next to memory. */
  x(lane) {
    return this.isLeft(lane) ? this.column(lane) + this.laneWidth - 12 : this.column(lane) + 12;
  }

  edge(lane) {
    return this.isLeft(lane) ? this.memoryLeft : this.memoryRight;
  }

  y(row) {
    return this.headHeight() + (row + 0.5) * ROW;
  }

  /* Where the line of a write is at a height. */
  place(write, y) {
    const lane = this.lanes.get(write.process), from = this.x(lane), top = this.y(write.made + 1);
    const arrives = write.reached !== null, bottom = arrives ? this.y(write.reached + 1) : this.y(this.lastRow(write)) + ROW / 2;
    const to = arrives ? this.edge(lane) : from + (this.edge(lane) - from) * this.reach.get(write);
    return {from, top, to, bottom, at: bottom === top ? to : from + (to - from) * (y - top) / (bottom - top)};
  }

  /* ---- Drawing ---- */
  drawHeads() {
    this.heads.replaceChildren(...this.run.processes.map((name, lane) => {
      const head = make('span', {class: `lane-head lane-${lane % 6} ${this.isLeft(lane) ? 'left' : 'right'}`}, name);
      head.style.left = `${this.column(lane)}px`;
      head.style.width = `${this.laneWidth}px`;
      return head;
    }), this.memoryHead());
  }

  memoryHead() {
    const head = make('span', {class: 'lane-head memory'}, 'memory');
    head.style.left = `${this.memoryLeft}px`;
    head.style.width = `${this.memoryWidth}px`;
    return head;
  }

  drawSoon() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => { this.asked = false; this.draw(); });
  }

  visibleRows() {
    if (this.whole) return [0, Math.min(this.run.length, this.whole)];
    const first = Math.floor(this.node.scrollTop / ROW) - 8, shown = Math.ceil(this.node.clientHeight / ROW) + 16;
    return [Math.max(0, first), Math.min(this.run.length, first + shown)];
  }

  draw() {
    if (!this.width) return;
    const [first, last] = this.visibleRows(), marks = [];
    this.rows.replaceChildren(...Array.from({length: last - first + 1}, (_, i) => this.makeRow(first + i)));
    const top = this.headHeight() + first * ROW, height = (last - first + 2) * ROW;
    for (const [name, value] of Object.entries({width: this.width, height, viewBox: `0 ${top} ${this.width} ${height}`})) this.picture.setAttribute(name, value);
    this.picture.style.top = `${top}px`;
    const writes = this.writesIn(first, last), lines = writes.map((write) => this.drawWrite(write, marks));
    const steps = [];
    this.written = new Set(writes.map((write) => write.reached));
    for (let row = Math.max(1, first); row <= last; row++) steps.push(...this.drawStep(row, marks));
    this.picture.replaceChildren(...this.drawLifelines(top, height), ...this.drawLoop(), ...lines, ...steps, ...marks);
    if (this.position >= first && this.position <= last) this.node.setAttribute('aria-activedescendant', `${this.prefix}-${this.position}`);
    else this.node.removeAttribute('aria-activedescendant');
  }

  writesIn(first, last) {
    const bucket = Math.floor(first / BUCKET), from = this.firstWrite[Math.max(0, Math.min(bucket * BUCKET, this.run.length + 1) - 1)];
    const until = this.firstWrite[Math.min(last, this.run.length)], found = new Set(this.alive[bucket]);
    for (let i = from; i < until && found.size < 2 * MOST_LINES; i++) found.add(i);
    return [...found].map((number) => this.run.writes[number]).filter((write) => write.made + 1 <= last && this.lastRow(write) >= first);
  }

  drawLifelines(top, height) {
    const middle = (this.memoryLeft + this.memoryRight) / 2;
    return [...this.run.processes.map((name, lane) => draw('line', {class: 'lifeline', x1: this.x(lane), x2: this.x(lane), y1: top, y2: top + height})),
      draw('line', {class: 'lifeline memory', x1: middle, x2: middle, y1: top, y2: top + height})];
  }

  /* A bracket at the left, from the last step back to the first of the loop. */
  drawLoop() {
    const {loop, length} = this.run;
    if (loop === null) return [];
    const x = this.gutter - 6, bend = 16, stays = loop >= length, bottom = this.y(length) + (stays ? ROW / 2 : 0), top = stays ? this.y(length) : this.y(loop + 1);
    const round = Math.min(bend, (bottom - top) / 2);
    const path = `M ${x} ${bottom} H ${x - bend + round} Q ${x - bend} ${bottom} ${x - bend} ${bottom - round} V ${top + round} Q ${x - bend} ${top} ${x - bend + round} ${top} H ${x}`;
    return [draw('path', {class: 'loop', d: path}), draw('path', {class: 'loop-head', d: `M ${x + 3} ${top} l -8 -5 l 0 10 z`}),
      draw('text', {class: 'loop-text', x: this.gutter + 4, y: this.y(length) + ROW * 0.85}, stays ? 'for ever: nothing moves' : `for ever: again from step ${loop + 1}`)];
  }

  drawWrite(write, marks) {
    const lane = this.lanes.get(write.process), {from, top, to, bottom} = this.place(write, 0), arrives = write.reached !== null;
    if (arrives) marks.push(this.drawChip(write.reached + 1, `${write.location}=${write.value}`, `written lane-${lane % 6}`));
    else if (write.left !== null) marks.push(draw('path', {class: `end lane-${lane % 6}`, d: `M ${to - 4} ${bottom - 4} l 8 8 m 0 -8 l -8 8`}));
    else marks.push(draw('circle', {class: `end waiting lane-${lane % 6}`, cx: to, cy: bottom, r: 4}));
    return draw('line', {class: `store lane-${lane % 6}${arrives ? '' : ' waits'}`, x1: from, y1: top, x2: to, y2: bottom});
  }

  /* What memory is given, or gives, in a row. */
  drawChip(row, text, kind) {
    const most = Math.floor((this.memoryWidth - 8) / 6.4), shown = text.length > most ? `${text.slice(0, most - 1)}\u2026` : text;
    const middle = (this.memoryLeft + this.memoryRight) / 2;
    return draw('g', {class: `chip ${kind}`}, draw('rect', {x: this.memoryLeft, y: this.y(row) - 10, width: this.memoryWidth, height: 20, rx: 4}),
      draw('text', {x: middle, y: this.y(row) + 4}, shown));
  }

  drawStep(row, marks) {
    const step = this.run.steps[row - 1], lane = this.lanes.get(step.process), overtakes = this.run.overtaken.has(row - 1), drawn = [];
    for (const read of this.run.readsOf(row - 1)) drawn.push(this.drawRead(row, read, lane, overtakes, marks));
    marks.push(draw('circle', {class: `dot lane-${lane % 6} of-${step.kind}${row === this.position ? ' now' : ''}`, cx: this.x(lane), cy: this.y(row), r: row === this.position ? 7 : step.kind === 'commit' ? 3 : 5}));
    if (overtakes && step.kind === 'commit') this.markPassing(row, marks);
    if (step.partner && this.lanes.has(step.partner)) {
      const other = this.lanes.get(step.partner);
      drawn.push(draw('line', {class: 'meeting', x1: this.x(lane), x2: this.x(other), y1: this.y(row), y2: this.y(row)}));
      marks.push(draw('circle', {class: `dot lane-${other % 6}`, cx: this.x(other), cy: this.y(row), r: 5}));
    }
    return drawn;
  }

  drawRead(row, read, lane, overtakes, marks) {
    const y = this.y(row), x = this.x(lane), write = read.write === null ? null : this.run.writes[read.write];
    if (read.own) return draw('line', {class: 'load own', x1: x, x2: this.place(write, y).at, y1: y, y2: y});
    const toward = this.isLeft(lane) ? 1 : -1;
    if (!this.written.has(row - 1)) marks.push(this.drawChip(row, `${read.location}=${read.value}`, overtakes ? 'read overtaking' : 'read'));
    if (overtakes) this.markCrossings(row, read, marks);
    marks.push(draw('path', {class: overtakes ? 'arrow overtaking' : 'arrow', d: `M ${x + toward * 6} ${y} l ${toward * 8} -4 l 0 8 z`}));
    return draw('line', {class: overtakes ? 'load overtaking' : 'load', x1: this.edge(lane), x2: x, y1: y, y2: y});
  }

  /* The own stores that were waiting while the load went past them. */
  markCrossings(row, read, marks) {
    const y = this.y(row), process = this.run.steps[row - 1].process;
    for (const write of this.writesIn(row, row))
      if (write.process === process && write.location !== read.location && write.made + 1 < row && this.lastRow(write) >= row && (write.left ?? Infinity) > row - 1)
        marks.push(draw('path', {class: 'crossing', d: `M ${this.place(write, y).at} ${y} m -6 -6 l 12 12 m 0 -12 l -12 12`}));
  }

  /* A store that arrives before an older one of its process: where their lines meet. */
  markPassing(row, marks) {
    const process = this.run.steps[row - 1].process, waiting = this.writesIn(row, row), passing = waiting.find((write) => write.process === process && write.reached === row - 1);
    for (const write of passing ? waiting : []) {
      if (write.process !== process || write.made >= passing.made || this.lastRow(write) < row || write === passing) continue;
      const a = this.place(passing, 0), b = this.place(write, 0), slope = (line) => (line.to - line.from) / (line.bottom - line.top);
      const y = (slope(a) * a.top - slope(b) * b.top - a.from + b.from) / (slope(a) - slope(b));
      if (Number.isFinite(y)) marks.push(draw('path', {class: 'crossing', d: `M ${this.place(write, y).at} ${y} m -6 -6 l 12 12 m 0 -12 l -12 12`}));
    }
  }

  makeRow(row) {
    const step = this.run.steps[row - 1], lane = row ? this.lanes.get(step.process) : 0, chosen = row === this.position;
    const text = make('span', {class: `label ${row ? `of-${step.kind} ${this.isLeft(lane) ? 'left' : 'right'}` : 'left start'}`}, row ? step.text : 'start');
    const number = make('span', {class: 'number'}, String(row));
    const node = make('div', {class: `row${chosen ? ' chosen' : ''}${row && this.run.overtaken.has(row - 1) ? ' overtakes' : ''}${this.run.loop !== null && row > this.run.loop ? ' looping' : ''}`,
      role: 'option', id: `${this.prefix}-${row}`, 'aria-selected': String(chosen), 'aria-posinset': String(row + 1), 'aria-setsize': String(this.run.length + 1),
      'aria-label': this.run.describe(row), 'data-row': String(row), title: row ? step.text : 'the start'}, number, text);
    node.style.top = `${this.headHeight() + row * ROW}px`;
    const left = this.isLeft(lane) ? this.column(lane) : this.x(lane) + 12;
    text.style.left = `${left}px`;
    text.style.width = `${this.laneWidth - 24}px`;
    return node;
  }

  /* ---- Choosing ---- */
  click(event) {
    const row = event.target.closest?.('.row');
    if (row) this.choose(Number(row.dataset.row));
  }

  show(position) {
    this.position = position;
    const top = position * ROW, height = this.node.clientHeight - this.headHeight() - ROW;
    if (top < this.node.scrollTop + ROW) this.node.scrollTop = Math.max(0, top - ROW * 2);
    else if (top > this.node.scrollTop + height - ROW) this.node.scrollTop = top - height + ROW * 2;
    this.draw();
  }

  /* All rows at once, up to as many as paper may have; 0: those in sight. */
  drawWhole(most) {
    this.whole = most;
    this.layout();
  }
}
