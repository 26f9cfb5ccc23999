/* player.js: buttons, slider and keys that move through a run. */
const PLAY_MILLISECONDS = 900;

class Player {
  /* `move(position)` shows a position. */
  constructor(run, move) {
    this.run = run;
    this.move = move;
    this.position = 0;
    const button = (sign, name, action) => make('button', {type: 'button', 'aria-label': name, title: name, onclick: action}, make('span', {'aria-hidden': 'true'}, sign));
    this.playButton = button('\u25b6', 'Play', () => this.toggle());
    this.slider = make('input', {type: 'range', min: '0', max: String(run.length), value: '0', 'aria-label': 'Step', oninput: () => this.go(Number(this.slider.value))});
    this.where = make('output', {class: 'where', 'aria-live': 'off'});
    this.text = make('p', {class: 'step-text', 'aria-live': 'polite'});
    this.node = make('div', {class: 'player', role: 'group', 'aria-label': 'Move through the run'},
      make('div', {class: 'buttons'}, button('\u21e4', 'First', () => this.go(0)), button('\u2190', 'Previous step', () => this.go(this.position - 1)), this.playButton,
        button('\u2192', 'Next step', () => this.go(run.after(this.position))), button('\u21e5', 'Last', () => this.go(run.length)), this.slider, this.where), this.text);
  }

  go(position) {
    this.position = Math.max(0, Math.min(this.run.length, position));
    this.slider.value = String(this.position);
    this.slider.setAttribute('aria-valuetext', this.run.describe(this.position));
    this.where.textContent = `step ${this.position} of ${this.run.length}`;
    this.text.textContent = this.run.describe(this.position);
    this.move(this.position);
  }

  toggle() {
    if (this.timer) this.stop();
    else {
      if (this.position === this.run.length && this.run.loop === null) this.go(0);
      this.timer = setInterval(() => this.tick(), PLAY_MILLISECONDS);
      this.label('\u23f8', 'Pause');
    }
  }

  tick() {
    const next = this.run.after(this.position);
    if (next === this.position || !this.node.isConnected) this.stop();
    else this.go(next);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.label('\u25b6', 'Play');
  }

  label(sign, name) {
    this.playButton.firstChild.textContent = sign;
    this.playButton.setAttribute('aria-label', name);
    this.playButton.title = name;
  }

  /* True where the key was ours. Keys that a control needs itself are left to it. */
  key(event) {
    const tag = event.target.tagName, position = this.position;
    if (event.altKey || event.ctrlKey || event.metaKey || tag === 'INPUT' || tag === 'SELECT' || tag === 'TEXTAREA' || event.target.closest?.('.code, .graph, [role="tablist"]')) return false;
    const moves = {ArrowDown: () => this.go(this.run.after(position)), ArrowRight: () => this.go(this.run.after(position)), ArrowUp: () => this.go(position - 1),
      ArrowLeft: () => this.go(position - 1), Home: () => this.go(0), End: () => this.go(this.run.length), PageDown: () => this.go(position + 10),
      PageUp: () => this.go(position - 10)};
    if (event.key === ' ' && tag !== 'BUTTON' && tag !== 'SUMMARY') this.toggle();
    else if (Object.hasOwn(moves, event.key)) moves[event.key]();
    else return false;
    return true;
  }
}
