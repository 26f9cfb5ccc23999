/* batch.js: several files: a table of all, and the view of the one that was chosen. */
class BatchView {
  constructor(report) {
    this.results = report.results;
    this.place = make('div', {});
    this.body = make('tbody');
    this.filter = make('select', {onchange: () => this.fillTable()}, ['all', 'violated', 'unknown', 'error', 'holds'].map((verdict) =>
      make('option', {value: verdict}, verdict === 'all' ? `all (${this.results.length})` : `${verdict} (${this.results.filter((result) => BatchView.verdict(result) === verdict).length})`)));
    this.node = make('article', {class: 'result', 'aria-label': count(this.results.length, 'file')},
      make('header', {class: 'result-head'}, make('h1', {}, count(this.results.length, 'file')), make('p', {class: 'answer'}, this.summary())),
      make('section', {class: 'panel', 'aria-label': 'Files'}, make('label', {class: 'filter'}, 'Show ', this.filter),
        make('div', {class: 'scroll batch', tabindex: '0', role: 'region', 'aria-label': 'Table of files'}, make('table', {}, make('caption', {class: 'unseen'}, 'Files and verdicts'),
          make('thead', {}, make('tr', {}, ['file', 'verdict', 'memory', 'engine', 'states', 'seconds', ''].map((name) => make('th', {scope: 'col'}, name)))), this.body))), this.place);
    this.fillTable();
  }

  /* Of a comparison the worst one. */
  static verdict(result) {
    if (!result.results) return result.verdict;
    return ['error', 'violated', 'unknown', 'holds'].find((verdict) => result.results.some((one) => one.verdict === verdict));
  }

  summary() {
    return ['holds', 'violated', 'unknown', 'error'].map((verdict) => [verdict, this.results.filter((result) => BatchView.verdict(result) === verdict).length])
      .filter(([, number]) => number).flatMap(([verdict, number]) => [make('span', {class: 'tally'}, `${number} `, makeVerdict(verdict)), ' ']);
  }

  fillTable() {
    const wanted = this.filter.value;
    this.body.replaceChildren(...this.results.filter((result) => wanted === 'all' || BatchView.verdict(result) === wanted).map((result) => this.makeRow(result)));
  }

  makeRow(result) {
    const first = result.results ? result.results[0] : result, statistics = first.statistics || {}, shown = (value) => value === undefined ? '' : value.toLocaleString('en');
    const why = first.reason || first.error || '';
    return make('tr', {}, make('th', {scope: 'row'}, make('button', {type: 'button', class: 'link', onclick: () => this.open(result)}, first.file)), make('td', {}, makeVerdict(BatchView.verdict(result))),
      [result.results ? 'all' : first.title || first.memory || '', first.engine || '', shown(statistics.states_stored), shown(statistics.seconds), why].map((cell) => make('td', {}, cell)));
  }

  open(result) {
    this.chosen = result.results ? new CompareView(result) : new ResultView(result);
    this.place.replaceChildren(this.chosen.node);
    this.chosen.start();
    this.chosen.node.tabIndex = -1;
    this.chosen.node.focus({preventScroll: true});
    this.chosen.node.scrollIntoView({block: 'start'});
  }

  start() {
  }

  key(event) {
    return this.chosen && !event.target.closest?.('.batch') ? this.chosen.key(event) : false;
  }

  print(begins) {
    if (this.chosen) this.chosen.print(begins);
  }
}
