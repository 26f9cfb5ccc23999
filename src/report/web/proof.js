/* proof.js: the states of a certificate as a graph that one walks through.
 *
 * A state has memory, and for each process where it may be, each with the words that its buffer may then hold. Arrows are the steps that lead from one state to
 * another, as the checker found them; what stays inside a state is not drawn. */
const GRAPH_MOST = 150, GRAPH_AROUND = 2, NODE_WIDTH = 84, NODE_HEIGHT = 64;

class Proof {
  constructor(result) {
    this.result = result;
    Object.assign(this, result.proof);
    this.renumber();
    this.after = this.states.map(() => []);
    this.before = this.states.map(() => []);
    for (const [from, to, process, text, line] of this.moves) {
      if (from < 0) this.first = to;
      else {
        this.after[from].push({state: to, process, text, line});
        this.before[to].push({state: from, process, text, line});
      }
    }
  }

  /* In the order in which one comes to them from the first. */
  renumber() {
    const next = new Map(), order = [];
    for (const [from, to] of this.moves) next.set(from, [...(next.get(from) ?? []), to]);
    const known = new Set(), open = [-1];
    for (const state of open)
      for (const to of next.get(state) ?? []) if (!known.has(to)) { known.add(to); open.push(to); order.push(to); }
    for (let i = 0; i < this.states.length; i++) if (!known.has(i)) order.push(i);
    const number = new Map(order.map((old, i) => [old, i]));
    this.states = order.map((old) => this.states[old]);
    this.moves = this.moves.map(([from, to, ...rest]) => [from < 0 ? from : number.get(from), number.get(to), ...rest]);
  }

  /* "P", or "P[1]" where there are several of that type. */
  processNames(state) {
    const types = this.states[state][0];
    return types.map((type, i) => {
      const same = types.filter((other) => other === type).length, before = types.slice(0, i).filter((other) => other === type).length;
      return same > 1 ? `${this.types[type].name}[${before}]` : this.types[type].name;
    });
  }

  memoryText(state) {
    return this.elements.map((name, i) => `${name}=${this.states[state][1][i]}`);
  }

  pointsFrom(start) {
    const found = [start];
    for (let i = 0; i < found.length; i++)
      for (let k = 1; k < this.edges[found[i]].length; k += 2) if (!found.includes(this.edges[found[i]][k])) found.push(this.edges[found[i]][k]);
    return found;
  }

  edgesOf(point) {
    const row = this.edges[point];
    return Array.from({length: row.length / 2}, (_, i) => [this.letters[row[2 * i]], row[2 * i + 1]]);
  }

  /* Where a process may be: line, locals, and the words of its buffer. Those with the same words stand together. */
  stances(state, process) {
    const type = this.types[this.states[state][0][process]], start = this.states[state][2][process], points = this.pointsFrom(start), found = new Map();
    for (const number of [...new Set(points.flatMap((point) => this.points[point]))]) {
      const [node, hold, ...locals] = this.keys[number], tree = regexOf(start, (point) => this.edgesOf(point), (point) => this.points[point].includes(number));
      const values = type.locals.map((name, i) => `${name}=${locals[i]}`).join(' '), words = tree === null ? `too many to write (an automaton of ${points.length} states)` : regexText(tree);
      const known = `${values} ${hold} ${words}`;
      if (!found.has(known)) found.set(known, {lines: new Set(), values, hold, words});
      found.get(known).lines.add(type.nodes[node]);
    }
    return [...found.values()].map((one) => ({...one, lines: [...one.lines].sort((a, b) => a - b)}));
  }

  /* Distance from a state along arrows, both ways where `around`. */
  distances(from, around) {
    const found = new Map([[from, 0]]), open = [from];
    for (const state of open)
      for (const {state: next} of around ? [...this.after[state], ...this.before[state]] : this.after[state])
        if (!found.has(next)) { found.set(next, found.get(state) + 1); open.push(next); }
    return found;
  }
}

class ProofView {
  constructor(result) {
    this.proof = new Proof(result);
    this.graph = make('div', {class: 'graph', tabindex: '0', role: 'group', 'aria-label': 'Graph of states; the lists beside it say the same', onclick: (event) => this.click(event)});
    this.card = make('section', {class: 'panel card', 'aria-live': 'polite', 'aria-label': 'Chosen state'});
    this.source = new SourcePanel({steps: [], processes: this.proof.types.map((type) => type.name), result});
    const {states} = this.proof;
    this.node = make('div', {class: 'proof'},
      make('section', {class: 'panel', 'aria-label': 'The proof'}, make('h2', {}, `A proof of ${count(states.length, 'state')}`),
        make('p', {}, 'Each state stands for all combinations of what is written in it, with any word of the given form in each store buffer (oldest store first; \u03b5 is the empty buffer). ',
          'The first state is among them, no step leads out of them, and none of them is bad: this was checked by code apart from the search.')),
      make('div', {class: 'split'}, make('div', {class: 'stack'}, make('section', {class: 'panel', 'aria-label': 'States'}, make('h2', {}, 'States'), this.graph), this.source.node), this.card));
  }

  start() {
    this.choose(this.proof.first ?? 0);
  }

  click(event) {
    const node = event.target.closest?.('[data-state]');
    if (node) this.choose(Number(node.dataset.state));
  }

  choose(state) {
    this.chosen = state;
    this.drawGraph();
    this.fillCard();
    const names = this.proof.processNames(state), file = this.source.opened;
    const places = names.flatMap((name, i) => this.proof.stances(state, i).flatMap((one) => one.lines.map((line) => ({process: this.proof.types[this.proof.states[state][0][i]].name, line, file}))));
    const once = new Map(places.filter((place) => place.line).map((place) => [`${place.process} ${place.line}`, place]));
    this.source.light([...once.values()]);
  }

  makeMoves(title, moves, names) {
    const items = moves.map(({state, process, text, line}) => make('li', {}, make('button', {type: 'button', class: 'link', onclick: () => this.choose(state)}, `state ${state + 1}`),
      `: ${process >= 0 ? `${names[process] ?? ''} ` : ''}${text || 'the block is left'}${line ? ` (line ${line})` : ''}`));
    return [make('h3', {}, title), items.length ? make('ul', {class: 'moves'}, items) : make('p', {class: 'faint'}, 'none')];
  }

  fillCard() {
    const {proof, chosen} = this, names = proof.processNames(chosen), memory = proof.elements.map((name, i) => [name, String(proof.states[chosen][1][i])]);
    this.card.replaceChildren(make('h2', {}, `State ${chosen + 1} of ${proof.states.length}${chosen === proof.first ? ' (the first)' : ''}`),
      makeTable('Memory', ['name', 'value'], memory, {class: 'values'}),
      ...names.map((name, i) => make('div', {class: 'scroll'}, makeTable(name, ['about to do line', 'locals', 'buffer'],
        proof.stances(chosen, i).map((one) => [one.lines.map((line) => line || 'end').join(', ') + (one.hold ? ' (inside a block)' : ''), one.values || '\u2013', make('code', {}, one.words)]), {class: 'stances'}))),
      ...this.makeMoves('Leads to', proof.after[chosen], names), ...this.makeMoves('Comes from', proof.before[chosen], names));
  }

  /* All states by their distance from the first; of very many only those around the chosen one. */
  place() {
    const {proof, chosen} = this, all = proof.states.length <= GRAPH_MOST, far = all ? proof.distances(proof.first ?? 0, false) : proof.distances(chosen, true), rows = [];
    for (let state = 0; state < proof.states.length; state++) if (!far.has(state) && all) far.set(state, 0);
    for (const [state, distance] of far) if (all || distance <= GRAPH_AROUND) (rows[distance] ??= []).push(state);
    const most = Math.min(8, Math.max(...rows.map((row) => row.length))), spots = new Map();
    let y = 0;
    for (const row of rows)
      for (let i = 0; i < row.length; i += most) {
        const part = row.slice(i, i + most);
        part.forEach((state, k) => spots.set(state, {x: (k + (most - part.length) / 2 + 0.5) * NODE_WIDTH, y: (y + 0.5) * NODE_HEIGHT}));
        y++;
      }
    return {spots, width: most * NODE_WIDTH, height: y * NODE_HEIGHT};
  }

  drawGraph() {
    const {proof, chosen} = this, {spots, width, height} = this.place(), arrows = [], nodes = [];
    const pairs = new Set(proof.moves.map(([from, to]) => `${from} ${to}`));
    for (const pair of pairs) {
      const [from, to] = pair.split(' ').map(Number), a = spots.get(from), b = spots.get(to);
      if (!a || !b) continue;
      const bend = a.y === b.y ? -26 : b.y < a.y ? 30 : 0, kind = from === chosen ? 'out' : to === chosen ? 'in' : '', end = b.y > a.y ? -16 : b.y < a.y ? 16 : -16, begin = b.y > a.y ? 16 : -16;
      arrows.push(draw('path', {class: `move ${kind}`, d: `M ${a.x} ${a.y + begin} Q ${(a.x + b.x) / 2 + (a.y === b.y ? 0 : bend)} ${(a.y + b.y) / 2 + (a.y === b.y ? bend : 0)} ${b.x} ${b.y + end}`, 'marker-end': `url(#${kind === 'out' ? 'tip-out' : 'tip'})`}));
    }
    for (const [state, {x, y}] of spots)
      nodes.push(draw('g', {class: `state-node${state === chosen ? ' chosen' : ''}`, 'data-state': String(state)}, draw('rect', {x: x - 26, y: y - 15, width: 52, height: 30, rx: 8}), draw('text', {x, y: y + 5}, String(state + 1))));
    const tip = (id) => draw('marker', {id, viewBox: '0 0 8 8', refX: '7', refY: '4', markerWidth: '9', markerHeight: '9', markerUnits: 'userSpaceOnUse', orient: 'auto'}, draw('path', {class: `tip ${id}`, d: 'M 0 0 L 8 4 L 0 8 z'}));
    this.graph.replaceChildren(draw('svg', {'aria-hidden': 'true', width: width + 8, height: height + 8, viewBox: `-4 -4 ${width + 8} ${height + 8}`}, draw('defs', {}, tip('tip'), tip('tip-out')), ...arrows, ...nodes));
  }
}
