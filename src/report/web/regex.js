/* regex.js: the words of an automaton as a regular expression, by elimination of its states.
 *
 * Expressions are trees: {none}, {empty}, {letter}, {any: [..]} (one of), {all: [..]} (one after the other), {many} (any number of times). */
const REGEX_MOST = 40; /* states; longer expressions tell nobody anything */
const NO_WORD = {kind: 'none'}, EMPTY_WORD = {kind: 'empty'};

function regexText(tree) {
  const inside = (child) => child.kind === 'any' || child.kind === 'all' || (child.kind === 'letter' && child.text.length > 1) ? `(${regexText(child)})` : regexText(child);
  switch (tree.kind) {
    case 'none': return '\u2205';
    case 'empty': return '\u03b5';
    case 'letter': return tree.text;
    case 'many': return `${inside(tree.of)}*`;
    case 'all': return tree.parts.map((part) => part.kind === 'any' && !part.parts.some((one) => one.kind === 'empty') ? `(${regexText(part)})` : regexText(part)).join(' ');
    default: {
      const rest = tree.parts.filter((part) => part.kind !== 'empty'), optional = rest.length < tree.parts.length;
      const text = rest.map(regexText).join(' | ');
      return optional ? `(${text})?` : text;
    }
  }
}

function regexMany(tree) {
  if (tree.kind === 'none' || tree.kind === 'empty') return EMPTY_WORD;
  if (tree.kind === 'many') return tree;
  if (tree.kind === 'any' && tree.parts.some((part) => part.kind === 'empty')) return regexMany(regexAny(tree.parts.filter((part) => part.kind !== 'empty')));
  return {kind: 'many', of: tree};
}

function regexAll(parts) {
  const flat = parts.flatMap((part) => part.kind === 'all' ? part.parts : part.kind === 'empty' ? [] : [part]);
  if (flat.some((part) => part.kind === 'none')) return NO_WORD;
  const same = (a, b) => regexText(a) === regexText(b);
  const short = flat.filter((part, i) => !(part.kind === 'many' && i && flat[i - 1].kind === 'many' && same(part, flat[i - 1])));
  return short.length === 0 ? EMPTY_WORD : short.length === 1 ? short[0] : {kind: 'all', parts: short};
}

/* w | w v is w (v)?, and a a* with the empty word is a*. */
function regexAny(parts) {
  const flat = [];
  for (const part of parts.flatMap((one) => one.kind === 'any' ? one.parts : one.kind === 'none' ? [] : [one]))
    if (!flat.some((known) => regexText(known) === regexText(part))) flat.push(part);
  for (let i = 0; i < flat.length; i++) {
    const whole = flat[i].kind === 'all' ? flat[i].parts : null, last = whole && whole[whole.length - 1];
    const body = last && last.kind === 'many' && regexText(regexAll(whole.slice(0, -1))) === regexText(last.of);
    const empty = flat.findIndex((part) => part.kind === 'empty');
    if (body && empty >= 0) {
      flat[i] = last;
      flat.splice(empty, 1);
      return regexAny(flat);
    }
  }
  if (flat.some((part) => part.kind === 'many')) {
    const empty = flat.findIndex((part) => part.kind === 'empty');
    if (empty >= 0) flat.splice(empty, 1);
  }
  return flat.length === 0 ? NO_WORD : flat.length === 1 ? flat[0] : {kind: 'any', parts: flat};
}

/* `edges(state)` gives pairs [text, state], `accepts(state)` says whether a word may end there. NULL: the automaton is too large. */
function regexOf(start, edges, accepts) {
  const states = [start], between = new Map(), key = (from, to) => `${from} ${to}`, get = (from, to) => between.get(key(from, to)) ?? NO_WORD;
  for (let i = 0; i < states.length; i++) {
    if (states.length > REGEX_MOST) return null;
    for (const [text, to] of edges(states[i])) {
      if (!states.includes(to)) states.push(to);
      between.set(key(states[i], to), regexAny([get(states[i], to), {kind: 'letter', text}]));
    }
    if (accepts(states[i])) between.set(key(states[i], 'end'), EMPTY_WORD);
  }
  between.set(key('begin', start), EMPTY_WORD);
  const left = new Set(states), all = () => ['begin', ...left, 'end'];
  while (left.size) {
    const degree = (state) => all().filter((other) => get(other, state) !== NO_WORD).length * all().filter((other) => get(state, other) !== NO_WORD).length;
    const gone = [...left].sort((a, b) => degree(a) - degree(b))[0], loop = regexMany(get(gone, gone));
    left.delete(gone);
    for (const from of all()) {
      if (get(from, gone) === NO_WORD) continue;
      for (const to of all()) if (get(gone, to) !== NO_WORD)
        between.set(key(from, to), regexAny([get(from, to), regexAll([get(from, gone), loop, get(gone, to)])]));
    }
  }
  return get('begin', 'end');
}
