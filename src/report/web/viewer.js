/* viewer.js: a run on the page: its story, the picture, state and source, all at one position. */
const MOST_PRINTED = 400; /* rows on paper */

/* The story, with each "step 7" in it a button that goes there. */
function makeStory(text, go) {
  const parts = text.split(/(\b[Ss]tep \d+\b)/);
  return make('p', {class: 'story'}, parts.map((part, i) => i % 2 ? make('button', {type: 'button', class: 'link', onclick: () => go(Number(part.slice(5)))}, part) : part));
}

class Viewer {
  constructor(result, trace) {
    this.run = new Run(result, trace);
    this.lanes = new Lanes(this.run, (position) => this.player.go(position));
    this.state = new StatePanel(this.run);
    this.source = new SourcePanel(this.run);
    this.player = new Player(this.run, (position) => this.show(position));
    this.node = make('div', {class: 'viewer'},
      make('section', {class: 'panel', 'aria-label': 'What happened'}, make('h2', {}, trace.property), make('p', {class: 'message'}, trace.message), makeStory(trace.explanation, (position) => this.player.go(position))),
      this.player.node,
      make('div', {class: 'split'},
        make('section', {class: 'panel run', 'aria-label': 'Run'}, make('h2', {}, 'Run'), this.lanes.node, this.makeLegend()),
        make('div', {class: 'side'}, this.state.node, this.source.node)));
  }

  makeLegend() {
    return make('p', {class: 'legend faint'}, 'A slanting line is a store on its way to memory, a level one a load. ',
      make('span', {class: 'crossing-word'}, '\u2715'), ' marks a load, or under PSO a store, that overtakes a waiting store of its own process; an open circle is a store that still waits at the end. ',
      'Keys: arrows, Home, End, space.');
  }

  start() {
    this.lanes.layout();
    this.player.go(this.firstOfInterest());
  }

  /* The first load that overtakes, else the end. */
  firstOfInterest() {
    const first = this.run.trace.overtakes[0];
    return first ? first[0] + 1 : this.run.length;
  }

  show(position) {
    this.lanes.show(position);
    this.state.show(position);
    this.source.show(position);
  }

  print(begins) {
    this.lanes.drawWhole(begins ? MOST_PRINTED : 0);
  }
}
