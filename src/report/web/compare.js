/* compare.js: one model under several memory models: a table, and below it the view of one of them. */
class CompareView {
  constructor(report) {
    this.results = report.results;
    this.place = make('div', {});
    const file = this.results[0].file, isLitmus = Boolean(this.results[0].outcomes);
    this.node = make('article', {class: 'result', 'aria-label': file}, make('header', {class: 'result-head'}, make('h1', {}, file), make('p', {class: 'answer faint'}, 'every memory model side by side')),
      make('section', {class: 'panel scroll', 'aria-label': 'Comparison'}, isLitmus ? this.makeOutcomes() : this.makeVerdicts()), this.makeErrors(), this.makeDifference(), this.place);
  }

  titles() {
    return this.results.map((result) => result.title || result.memory.toUpperCase());
  }

  cell(result, property) {
    if (property.trace === null || property.trace === undefined) return makeVerdict(property.verdict);
    return make('button', {type: 'button', class: 'cell', 'aria-label': `${property.verdict} under ${result.title}: show the run`, onclick: () => this.open(result, property.trace)}, makeVerdict(property.verdict), make('span', {class: 'word'}, ' run'));
  }

  makeVerdicts() {
    const names = (this.results.find((result) => result.properties) || {properties: []}).properties.map((property) => property.name);
    const rows = names.map((name, i) => [name, ...this.results.map((result) => this.cell(result, (result.properties || [])[i] || {verdict: result.verdict}))]);
    rows.push(['all', ...this.results.map((result) => result.properties ? make('button', {type: 'button', class: 'cell', 'aria-label': `${result.verdict} under ${result.title}: show the answer`,
      onclick: () => this.open(result)}, makeVerdict(result.verdict), make('span', {class: 'word'}, ' answer')) : makeVerdict(result.verdict))]);
    return makeTable('Verdicts', ['property', ...this.titles()], rows, {class: 'compare'});
  }

  makeOutcomes() {
    const texts = (result) => result.outcomes.map((state) => Object.entries(state).map(([name, value]) => `${name}=${value};`).join(' '));
    const sets = this.results.map((result) => new Set(texts(result))), all = [...new Set(this.results.flatMap(texts))].sort();
    const rows = all.map((state) => [state, ...sets.map((set, i) => set.has(state) ? (sets.slice(0, i).some((stronger) => !stronger.has(state)) ? 'yes, not under a stronger model' : 'yes') : '\u2013')]);
    rows.push(['states', ...sets.map((set) => String(set.size))], ['condition', ...this.results.map((result) => makeVerdict(result.verdict))]);
    return makeTable('Final states', ['state', ...this.titles()], rows, {class: 'compare'});
  }

  /* What could not be checked. */
  makeErrors() {
    return this.results.filter((result) => result.error).map((result) => make('p', {class: 'panel message'}, `${result.memory.toUpperCase()}: ${result.error}`));
  }

  /* The first verdict that contradicts one under another memory model, and why its run is none of that. */
  makeDifference() {
    const found = this.results.find((result) => result.difference);
    return found ? make('section', {class: 'panel', 'aria-label': 'First difference'}, make('h2', {}, 'First difference'), make('p', {class: 'story'}, found.difference)) : null;
  }

  open(result, trace) {
    this.chosen = new ResultView(result);
    this.place.replaceChildren(this.chosen.node);
    if (trace === undefined) this.chosen.start();
    else this.chosen.openTrace(trace);
    this.chosen.node.scrollIntoView({block: 'start'});
  }

  start() {
    for (const result of this.results)
      for (const property of result.properties || [])
        if (!this.chosen && property.verdict === 'violated' && property.trace !== null && property.trace !== undefined) {
          this.chosen = new ResultView(result);
          this.place.replaceChildren(this.chosen.node);
          this.chosen.openTrace(property.trace);
        }
  }

  key(event) {
    return this.chosen ? this.chosen.key(event) : false;
  }

  print(begins) {
    if (this.chosen) this.chosen.print(begins);
  }
}
