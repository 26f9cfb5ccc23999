/* source.js: the model's text, with the lines lit that the processes have just executed. */
class SourcePanel {
  constructor(run) {
    this.run = run;
    const used = new Set(run.steps.map((step) => step.file));
    this.sources = run.result.sources.filter((source, i) => used.has(source.name) || i === 0);
    this.body = make('div', {class: 'code', tabindex: '0', role: 'region', 'aria-label': 'Source text'});
    this.choice = make('select', {'aria-label': 'Source file', onchange: () => this.open(this.sources[this.choice.selectedIndex].name)},
      this.sources.map((source) => make('option', {}, source.name)));
    this.node = make('section', {class: 'panel source', 'aria-labelledby': newId('source')},
      make('h2', {id: `source-${lastId}`}, 'Source'), this.sources.length > 1 ? this.choice : null, this.body);
    this.lit = [];
    if (this.sources.length) this.open(this.sources[0].name);
  }

  open(name) {
    if (this.opened === name) return;
    const index = this.sources.findIndex((source) => source.name === name);
    if (index < 0) return;
    this.opened = name;
    this.choice.selectedIndex = index;
    this.lit = [];
    this.lines = this.sources[index].text.replace(/\n$/, '').split('\n').map((text, i) =>
      make('li', {value: i + 1}, make('span', {class: 'line-number', 'aria-hidden': 'true'}, String(i + 1)), make('span', {class: 'text'}, text || ' '), make('span', {class: 'who'})));
    this.body.replaceChildren(make('ol', {}, this.lines));
  }

  /* The last own statement of each process; commits are memory's. */
  places(position) {
    const found = new Map();
    for (let i = position - 1; i >= 0 && i > position - 2000 && found.size < this.run.processes.length; i--) {
      const step = this.run.steps[i];
      if (step.line && !found.has(step.process) && (step.kind !== 'commit' || i === position - 1))
        found.set(step.process, {process: step.process, file: step.file, line: step.line, now: i === position - 1});
    }
    return [...found.values()];
  }

  show(position) {
    const step = position ? this.run.steps[position - 1] : null;
    if (step && step.line) this.open(step.file);
    this.light(this.places(position));
  }

  /* Places: process, file, line, and is it the one to look at. */
  light(places) {
    for (const line of this.lit) {
      line.classList.remove('lit', 'now');
      line.removeAttribute('aria-current');
      line.lastChild.replaceChildren();
    }
    this.lit = [];
    for (const place of places) {
      const line = place.file === this.opened && this.lines ? this.lines[place.line - 1] : null;
      if (!line) continue;
      this.lit.push(line);
      line.classList.add('lit');
      line.lastChild.append(make('span', {class: `tag lane-${this.run.processes.indexOf(place.process) % 6}`}, place.process));
      if (!place.now) continue;
      line.classList.add('now');
      line.setAttribute('aria-current', 'step');
      reveal(this.body, line);
    }
  }
}
