/* repair.js: the solutions of `fence`, each as the model with what it adds, changes and takes away. */
const DIFF_MOST = 4000; /* lines; beyond them the new text stands alone */

/* Lines of both texts in order: ' ' in both, '-' in the old one alone, '+' in the new one alone. */
function diffLines(old, now) {
  if (old.length * now.length > DIFF_MOST * DIFF_MOST) return now.map((text) => [' ', text]);
  let first = 0, last = 0;
  while (first < old.length && first < now.length && old[first] === now[first]) first++;
  while (last < old.length - first && last < now.length - first && old[old.length - 1 - last] === now[now.length - 1 - last]) last++;
  const a = old.slice(first, old.length - last), b = now.slice(first, now.length - last);
  const best = Array.from({length: a.length + 1}, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let k = b.length - 1; k >= 0; k--) best[i][k] = a[i] === b[k] ? best[i + 1][k + 1] + 1 : Math.max(best[i + 1][k], best[i][k + 1]);
  const made = old.slice(0, first).map((text) => [' ', text]);
  for (let i = 0, k = 0; i < a.length || k < b.length;) {
    if (i < a.length && k < b.length && a[i] === b[k]) { made.push([' ', a[i]]); i++; k++; }
    else if (k === b.length || (i < a.length && best[i + 1][k] >= best[i][k + 1])) made.push(['-', a[i++]]);
    else made.push(['+', b[k++]]);
  }
  return [...made, ...old.slice(old.length - last).map((text) => [' ', text])];
}

class RepairView {
  constructor(result) {
    this.result = result;
    this.place = make('div', {});
    this.tabs = makeTabs(result.solutions.map((solution, i) => `solution ${i + 1}, cost ${solution.cost}`), 'Solutions', (i) => this.open(i));
    this.node = make('article', {class: 'result', 'aria-label': result.file}, make('header', {class: 'result-head'}, make('h1', {}, result.file), make('p', {class: 'answer'}, makeVerdict(result.verdict), ` ${this.summary()}`)),
      result.solutions.length > 1 ? this.tabs.node : null, this.place, makeStatistics({...result, statistics: {candidates: result.candidates, checks: result.checks, 'lower bound': result.lower_bound, ...result.statistics}, engine: null}));
  }

  summary() {
    const {verdict, solutions, memory} = this.result, under = ` under ${memory.toUpperCase()}`;
    if (verdict === 'unknown') return this.result.reason || '';
    if (!solutions.length) return `whatever is added${under}`;
    if (solutions[0].cost === 0) return `as it is${under}`;
    return `with what is added below${under}; ${this.result.all ? 'these are all minimal sets' : 'no set costs less'}`;
  }

  open(i) {
    const solution = this.result.solutions[i], items = [];
    for (const fence of solution.fences) items.push(fence.text ? `add ${fence.text}, line ${fence.after_line}` : `${fence.is_there ? 'keep' : 'add'} ${fence.kind || 'mfence'} in ${fence.process}, ${fence.is_there ? `line ${fence.line}` : `after line ${fence.after_line}`}`);
    for (const write of solution.atomic_writes) items.push(`make the write atomic in ${write.process}, line ${write.line}: ${write.text || ''}`);
    for (const fence of solution.not_needed || []) items.push(`not needed: ${fence.kind || 'mfence'} in ${fence.process}, line ${fence.line}`);
    this.place.replaceChildren(make('section', {class: 'panel', 'aria-label': `Solution ${i + 1}`}, make('h2', {}, `Solution ${i + 1}: cost ${solution.cost}${solution.certified ? ', certified' : ''}`),
      items.length ? make('ul', {class: 'moves'}, items.map((item) => make('li', {}, item))) : make('p', {}, 'nothing need be added'), this.makeText(i)));
  }

  makeText(i) {
    const list = this.result.list, lines = (text) => text ? text.replace(/\n$/, '').split('\n') : [], words = {'+': 'added: ', '-': 'taken away: ', ' ': ''};
    let number = 0;
    return make('div', {class: 'code', tabindex: '0', role: 'region', 'aria-label': list === undefined ? 'The model with this solution' : 'The list for --atomic with this solution'}, make('ol', {}, diffLines(lines(list === undefined ? this.result.sources[0].text : list), lines(this.result.repaired[i])).map(([kind, text]) =>
      make('li', {class: kind === '+' ? 'added' : kind === '-' ? 'gone' : ''}, make('span', {class: 'line-number', 'aria-hidden': 'true'}, kind === '+' ? '+' : `${kind === '-' ? '- ' : ''}${++number}`),
        make('span', {class: 'unseen'}, words[kind]), make('span', {class: 'text'}, text || ' ')))));
  }

  start() {
    if (this.result.solutions.length) this.tabs.choose(0);
  }

  key() {
    return false;
  }

  print() {
  }
}
