/* dom.js: elements. Whatever comes from a model is set as text, never as markup. */
const SVG_NAMES = 'http://www.w3.org/2000/svg';

function furnish(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  for (const child of children.flat()) if (child !== null && child !== undefined) node.append(child);
  return node;
}

/* make('p', {class: 'note'}, 'text', element, ...); `onclick` and the like take functions. */
function make(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

function draw(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS(SVG_NAMES, tag), attributes, children);
}

function count(number, what) {
  return `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;
}

let lastId = 0;
function newId(stem) {
  return `${stem}-${++lastId}`;
}

/* Rows of cells, the first row as headings; cells may be texts or elements. */
function makeTable(caption, headings, rows, attributes = {}) {
  return make('table', attributes, make('caption', {}, caption),
    make('thead', {}, make('tr', {}, headings.map((heading) => make('th', {scope: 'col'}, heading)))),
    make('tbody', {}, rows.map((cells) => make('tr', {}, cells.map((cell, i) =>
      make(i ? 'td' : 'th', i ? {} : {scope: 'row'}, cell))))));
}

const VERDICT_MARKS = {holds: '\u2713', violated: '\u2717', unknown: '?', error: '!'};

/* The word and a sign: no colour alone. */
function makeVerdict(verdict) {
  return make('span', {class: `verdict ${verdict}`}, make('span', {'aria-hidden': 'true'}, `${VERDICT_MARKS[verdict] || '-'} `), verdict);
}

/* Scrolls `box` alone, so that `node` is in it. */
function reveal(box, node) {
  const outer = box.getBoundingClientRect(), inner = node.getBoundingClientRect(), edge = Math.min(60, outer.height / 4);
  if (inner.top < outer.top + edge) box.scrollTop -= outer.top + edge - inner.top;
  else if (inner.bottom > outer.bottom - edge) box.scrollTop += inner.bottom - outer.bottom + edge;
}
