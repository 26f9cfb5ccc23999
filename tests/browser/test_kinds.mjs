// test_kinds.mjs: each kind of page, narrow and wide, light and dark: no errors, no barriers. And long runs, and paper.
import assert from 'node:assert/strict';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {findBarriers} from './access.mjs';

const KINDS = {
  violation: ['check', 'examples/peterson.pml'],
  reordered: ['check', '--memory', 'pso', 'examples/message-passing.pml'],
  lasso: ['check', '--no-deadlock', '--ltl', '[] (P[0]:busy -> <> !P[0]:busy)', 'examples/spinlock.pml'],
  proof: ['check', 'examples/peterson-fenced.pml'],
  compare: ['compare', 'examples/peterson.pml'],
  models: ['check', '--memory', 'sc,tso,pso', 'examples/message-passing.pml'],
  'models-files': ['check', '--memory', 'all', 'examples/peterson.pml', 'examples/knock.pml', 'tests/errors/parse-several.pml'],
  litmus: ['compare', 'examples/sb.litmus'],
  repair: ['fence', 'examples/peterson.pml', '--memory', 'pso', '--all'],
  batch: ['check', 'examples/sb.pml', 'examples/sb.litmus', 'examples/knock.pml', 'tests/errors'],
};

export const tests = {};

tests['an answer says what it rests on: what was checked, and what no run executes'] = async ({report, open}) => {
  const all = await open(report('rests', ['check', 'examples/peterson-fenced.pml']));
  assert.match(await all.page.textContent('.checked'), /checked: 1 assertion, run-time errors, deadlock; every statement is reached/);
  assert.equal(await all.page.locator('.unreached').count(), 0);
  const some = await open(report('unreached', ['check', 'tests/models/unreached.pml']));
  assert.doesNotMatch(await some.page.textContent('.checked'), /every statement/);
  assert.match(await some.page.textContent('.unreached summary'), /^[0-9]+ statements that no run executes$/);
  assert.ok(await some.page.locator('.unreached li').count() > 1);
  const alike = await open(report('alike', ['check', 'examples/ticket.pml']));
  assert.match(await alike.page.textContent('table.values >> nth=-1'), /alike\s*processes client: states that differ by their places count as one/);
  assert.deepEqual([...all.trouble, ...some.trouble, ...alike.trouble, ...await findBarriers(some.page)], []);
};

for (const [kind, args] of Object.entries(KINDS))
  tests[`${kind}: two widths, light and dark`] = async ({report, open, picture}) => {
    const file = report(kind, args);
    for (const [width, scheme] of [[1300, 'light'], [400, 'dark']]) {
      const {page, trouble} = await open(file, {width, scheme});
      if (kind === 'batch' || kind === 'models-files') await page.click('.batch button');
      assert.deepEqual(trouble, []);
      assert.deepEqual(await findBarriers(page), [], `${width} ${scheme}`);
      await page.click('.theme');
      if (scheme === 'light') await page.click('.theme');
      assert.deepEqual(await findBarriers(page), [], `${width} with the other colours`);
      await page.click('.theme');
      await picture(page, `${kind}-${width}`);
      await page.close();
    }
  };

tests['a batch can be filtered, and shows the file that is chosen'] = async ({report, open}) => {
  const {page} = await open(report('chosen', KINDS.batch));
  const all = await page.locator('.batch tbody tr').count();
  await page.selectOption('.filter select', 'violated');
  const some = await page.locator('.batch tbody tr').count();
  assert.ok(some > 0 && some < all);
  await page.click('.batch button:has-text("sb.pml")');
  assert.match(await page.textContent('article article h1'), /sb\.pml/);
  await page.keyboard.press('End');
  assert.equal(await page.getAttribute('[role=option][aria-selected=true]', 'aria-posinset'), await page.getAttribute('[role=option][aria-selected=true]', 'aria-setsize'));
};

tests['a comparison opens the run of each cell'] = async ({report, open}) => {
  const {page} = await open(report('cells', KINDS.compare));
  assert.match(await page.textContent('article article .answer'), /violated under TSO/);
  await page.click('[aria-label="violated under PSO: show the run"]');
  assert.match(await page.textContent('article article .answer'), /violated under PSO/);
};

tests['a check under several memory models says what differs, and opens each answer'] = async ({report, open}) => {
  const {page, trouble} = await open(report('models', KINDS.models));
  assert.match(await page.textContent('[aria-label="First difference"]'), /holds under TSO and is violated under PSO\. Its run under PSO is not possible under TSO/);
  assert.match(await page.textContent('article article .answer'), /violated under PSO/);
  await page.click('[aria-label="holds under SC: show the answer"]');
  assert.match(await page.textContent('article article .answer'), /holds under SC/);
  assert.match(await page.textContent('article article'), /A proof of \d+ states/);
  assert.deepEqual(trouble, []);
};

tests['a repair shows what each solution adds'] = async ({report, open}) => {
  const {page, trouble} = await open(report('repaired', KINDS.repair, [0]));
  assert.match(await page.textContent('.answer'), /holds with what is added below under PSO; these are all minimal sets/);
  assert.ok(await page.locator('.code .added').count() > 0);
  const tabs = page.locator('[role=tab]');
  if (await tabs.count() > 1) {
    await tabs.first().focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await tabs.nth(1).getAttribute('aria-selected'), 'true');
    assert.match(await page.textContent('.panel h2'), /Solution 2/);
  }
  assert.deepEqual(trouble, []);
};

tests['of 50,000 steps only those in sight are drawn'] = async ({report, open, folder}) => {
  const model = join(folder, 'long.pml');
  writeFileSync(model, 'byte x, y;\nactive proctype P()\n{\n    int i;\n    do\n    :: i < 8400 -> x = i % 3; y = x; i++\n    :: else -> break\n    od;\n    assert(false)\n}\nactive proctype Q() { byte r; r = x; r = y }\n');
  const file = report('long', ['check', '--no-deadlock', '--engine', 'explicit', model], [1]), began = Date.now();
  const {page, trouble} = await open(file);
  await page.waitForSelector('[role=option][aria-selected=true]');
  console.log(`a run of ${await page.getAttribute('[role=option]', 'aria-setsize')} states opened in ${Date.now() - began} ms`);
  assert.ok(Number(await page.getAttribute('[role=option]', 'aria-setsize')) > 50000);
  for (const key of ['Home', 'End', 'PageUp', 'ArrowDown']) {
    await page.keyboard.press(key);
    assert.ok(await page.locator('[role=option]').count() < 100);
    assert.ok(await page.locator('.picture *').count() < 1500);
    assert.equal(await page.locator('[role=option][aria-selected=true]').count(), 1);
  }
  assert.deepEqual(trouble, []);
};

tests['on paper there is the whole run'] = async ({report, open}) => {
  const {page} = await open(report('paper', KINDS.lasso), {height: 500});
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({media: 'print'});
  assert.equal(await page.locator('[role=option]').count(), 12);
  assert.equal(await page.locator('.buttons').isVisible(), false);
  assert.ok((await page.pdf()).length > 1000);
};

tests['what the checks look for is found'] = async ({report, open}) => {
  const {page} = await open(report('barriers', KINDS.violation));
  await page.evaluate(() => {
    document.querySelector('.step-text').style.color = '#999999';
    document.querySelector('[aria-label="First"]').removeAttribute('aria-label');
    document.querySelector('[title="First"]').removeAttribute('title');
    document.querySelector('caption').remove();
    document.querySelector('h1').style.paddingLeft = '3000px';
  });
  const found = (await findBarriers(page)).join('\n');
  for (const wanted of [/contrast of/, /without a caption/, /has no name/, /wide in a window/]) assert.match(found, wanted);
};
