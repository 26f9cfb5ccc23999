/* result.js: the answer on one file: verdict, properties, runs or proof, figures. */
function scopeText(result) {
  if (result.verdict === 'unknown') return result.reason || '';
  if (result.memory === 'sc') return '';
  if (result.verdict === 'holds') return result.scope ? `for ${result.scope}` : '';
  return result.buffer_reached ? `, buffers of at most ${count(result.buffer_reached, 'store')}` : '';
}

function makeHeading(result) {
  return make('header', {class: 'result-head'}, make('h1', {}, result.file), make('p', {class: 'answer'}, makeVerdict(result.verdict),
    result.title ? ` under ${result.title} ` : ' ', make('span', {class: 'faint'}, scopeText(result)), result.exact === false ? make('span', {class: 'faint'}, ' (by an approximation)') : null),
    result.checked ? make('p', {class: 'checked'}, result.checked) : null);
}

function makeProperties(result, open) {
  const rows = result.properties.map((property) => [property.name, property.kind, makeVerdict(property.verdict),
    property.trace !== null && property.trace !== undefined ? make('button', {type: 'button', class: 'link', onclick: () => open(property.trace)}, 'show the run') : property.reason || (property.fairness ? `fairness ${property.fairness}` : '')]);
  return make('details', {class: 'panel', open: result.traces.length !== 1}, make('summary', {}, `What was checked: ${count(rows.length, 'property').replace('propertys', 'properties')}`),
    make('div', {class: 'scroll'}, makeTable('Properties', ['property', 'kind', 'verdict', ''], rows)));
}

/* What no run executes, by process. */
function makeUnreached(result) {
  const names = [...new Set(result.unreached.map((statement) => statement.process))];
  const place = (statement) => statement.file === result.file ? `line ${statement.line}` : `${statement.file}:${statement.line}`;
  return make('details', {class: 'panel unreached', open: result.unreached.length <= 12}, make('summary', {}, `${count(result.unreached.length, 'statement')} that no run executes`),
    names.map((name) => [make('h3', {}, name), make('ul', {}, result.unreached.filter((statement) => statement.process === name).map((statement) =>
      make('li', {}, `${place(statement)} `, make('code', {}, statement.text))))]).flat());
}

function makeStatistics(result) {
  const rows = Object.entries(result.statistics || {}).map(([name, value]) => [name.replaceAll('_', ' '), typeof value === 'number' ? value.toLocaleString('en') : String(value)]);
  if (result.symmetry) rows.unshift(['alike', `processes ${result.symmetry.join(', ')}: states that differ by their places count as one`]);
  if (result.engine) rows.unshift(['engine', result.engine_reason ? `${result.engine}; ${result.engine_reason}` : result.engine]);
  return make('details', {class: 'panel'}, make('summary', {}, 'Figures of the search'), makeTable('Search', ['figure', 'value'], rows, {class: 'values'}));
}

/* Tabs for several runs, as the keyboard and a screen reader expect them. */
function makeTabs(names, label, open) {
  const tabs = names.map((name, i) => make('button', {type: 'button', role: 'tab', onclick: () => choose(i)}, name));
  const choose = (chosen) => {
    tabs.forEach((tab, i) => { tab.setAttribute('aria-selected', String(i === chosen)); tab.tabIndex = i === chosen ? 0 : -1; });
    open(chosen);
  };
  const step = (event) => {
    const at = tabs.indexOf(event.target), to = {ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1}[event.key];
    if (at < 0 || to === undefined) return;
    const chosen = (to + tabs.length) % tabs.length;
    event.preventDefault();
    choose(chosen);
    tabs[chosen].focus();
  };
  return {node: make('div', {role: 'tablist', 'aria-label': label, class: 'tabs', onkeydown: step}, tabs), choose};
}

class ResultView {
  constructor(result) {
    this.result = result;
    this.place = make('div', {});
    const body = [makeHeading(result)];
    if (result.error) body.push(make('p', {class: 'panel message'}, result.error));
    if (result.traces && result.traces.length > 1) {
      this.tabs = makeTabs(result.traces.map((trace) => trace.property), 'Runs', (i) => this.openTrace(i));
      body.push(this.tabs.node);
    }
    body.push(this.place);
    if (result.properties) body.push(makeProperties(result, (i) => this.tabs ? this.tabs.choose(i) : this.openTrace(i)));
    if (result.unreached && result.unreached.length) body.push(makeUnreached(result));
    if (result.statistics) body.push(makeStatistics(result));
    this.node = make('article', {class: 'result', 'aria-label': result.file}, body);
  }

  openTrace(i) {
    if (this.viewer) this.viewer.player.stop();
    this.viewer = new Viewer(this.result, this.result.traces[i]);
    this.place.replaceChildren(this.viewer.node);
    this.viewer.start();
  }

  start() {
    if (this.tabs) this.tabs.choose(0);
    else if (this.result.traces && this.result.traces.length) this.openTrace(0);
    else if (this.result.proof) this.showProof();
    else this.showSource();
  }

  showProof() {
    const view = new ProofView(this.result);
    this.place.replaceChildren(view.node);
    view.start();
  }

  /* No run, and no proof that can be shown: the model alone. */
  showSource() {
    if (!this.result.sources || !this.result.sources.length) return;
    const source = new SourcePanel({steps: [], processes: [], result: this.result});
    this.place.replaceChildren(source.node);
  }

  key(event) {
    return this.viewer ? this.viewer.player.key(event) : false;
  }

  print(begins) {
    if (this.viewer) this.viewer.print(begins);
  }
}
