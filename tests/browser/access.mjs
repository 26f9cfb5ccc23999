// access.mjs: what a reader without a mouse, or without good eyes, needs: contrast, names, roles, and no scrolling sideways.

// Runs in the page: texts whose contrast with what lies behind them is below 4.5 (3 where they are large).
function findPale() {
  const channel = (value) => (value /= 255) <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const parse = (colour) => { const parts = colour.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0]; return parts.length < 4 ? [...parts, 1] : parts; };
  const brightness = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const contrast = (a, b) => { const [dark, bright] = [brightness(a), brightness(b)].sort((x, y) => x - y); return (bright + 0.05) / (dark + 0.05); };
  const ground = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour[3] === 1) return colour;
    }
    return [255, 255, 255, 1];
  };
  const pale = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const node = text.parentElement, style = getComputedStyle(node), box = node.getBoundingClientRect();
    if (!text.data.trim() || !box.width || node.closest('script, style, .unseen, noscript') || style.visibility === 'hidden') continue;
    const isDrawn = node instanceof SVGElement, rect = isDrawn ? node.parentElement.querySelector('rect') : null;
    const colour = parse(isDrawn ? style.fill : style.color), behind = rect ? parse(getComputedStyle(rect).fill) : ground(isDrawn ? node.closest('.lanes, .graph') ?? document.body : node);
    const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const found = contrast(colour, behind);
    if (found < (large ? 3 : 4.5)) pale.push(`"${text.data.trim().slice(0, 30)}" has a contrast of ${found.toFixed(2)}`);
  }
  return [...new Set(pale)];
}

// Runs in the page: what breaks the rules of roles.
function findUnruly() {
  const wrong = [], ids = new Set();
  for (const node of document.querySelectorAll('[id]')) {
    if (ids.has(node.id)) wrong.push(`the id ${node.id} is there twice`);
    ids.add(node.id);
  }
  for (const name of ['aria-labelledby', 'aria-activedescendant', 'aria-controls', 'aria-describedby'])
    for (const node of document.querySelectorAll(`[${name}]`)) if (!ids.has(node.getAttribute(name))) wrong.push(`${name} names no element: ${node.getAttribute(name)}`);
  for (const node of document.querySelectorAll('[role=option]')) if (!node.closest('[role=listbox]')) wrong.push('an option outside a listbox');
  for (const node of document.querySelectorAll('[role=tab]')) if (!node.closest('[role=tablist]')) wrong.push('a tab outside a tablist');
  for (const node of document.querySelectorAll('table')) if (!node.querySelector('caption')) wrong.push('a table without a caption');
  for (const node of document.querySelectorAll('[tabindex]')) if (Number(node.getAttribute('tabindex')) > 0) wrong.push('a positive tabindex');
  for (const node of document.querySelectorAll('svg')) if (node.getAttribute('aria-hidden') !== 'true' && !node.getAttribute('aria-label')) wrong.push('a picture without a name');
  if (document.querySelectorAll('main').length !== 1) wrong.push('not one main');
  if (!document.querySelector('h1')) wrong.push('no h1');
  if (!document.documentElement.lang) wrong.push('no language');
  if (document.documentElement.scrollWidth > window.innerWidth) wrong.push(`the page is ${document.documentElement.scrollWidth} wide in a window of ${window.innerWidth}`);
  return wrong;
}

// What can have the focus has a role and a name, as the browser itself tells a screen reader.
async function findNameless(page) {
  const session = await page.context().newCDPSession(page);
  const {nodes} = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const is = (node, name) => node.properties?.some((property) => property.name === name && property.value.value === true);
  return nodes.filter((node) => !node.ignored && is(node, 'focusable') && node.role?.value !== 'RootWebArea' && !node.name?.value)
    .map((node) => `a ${node.role?.value} that can have the focus has no name`);
}

export async function findBarriers(page) {
  return [...await page.evaluate(findPale), ...await page.evaluate(findUnruly), ...await findNameless(page)];
}
