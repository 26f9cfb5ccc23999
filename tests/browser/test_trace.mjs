// test_trace.mjs: stepping through a run by keys, clicks, slider and play.
import assert from 'node:assert/strict';

const at = (page) => page.textContent('.where');
const chosen = (page) => page.getAttribute('[role=option][aria-selected=true]', 'data-row');

export const tests = {
  async 'keys go through a run'({report, open}) {
    const {page, trouble} = await open(report('keys', ['check', 'examples/peterson.pml'], [1]));
    assert.equal(await at(page), 'step 3 of 9'); // the first load that overtakes
    for (const [key, row] of [['ArrowDown', '4'], ['ArrowRight', '5'], ['ArrowUp', '4'], ['ArrowLeft', '3'], ['End', '9'], ['ArrowDown', '9'], ['Home', '0'], ['ArrowUp', '0'], ['PageDown', '9']]) {
      await page.keyboard.press(key);
      assert.equal(await chosen(page), row, key);
    }
    assert.deepEqual(trouble, []);
  },

  async 'clicks, buttons and slider do the same'({report, open}) {
    const {page} = await open(report('clicks', ['check', 'examples/peterson.pml'], [1]));
    await page.click('[data-row="7"]');
    assert.equal(await at(page), 'step 7 of 9');
    await page.click('[aria-label="Next step"]');
    assert.equal(await at(page), 'step 8 of 9');
    await page.click('[aria-label="First"]');
    await page.click('[aria-label="Previous step"]');
    assert.equal(await at(page), 'step 0 of 9');
    await page.focus('input[type=range]');
    await page.keyboard.press('ArrowRight');
    assert.equal(await at(page), 'step 1 of 9');
    assert.match(await page.getAttribute('input[type=range]', 'aria-valuetext'), /^Step 1 of 9: P\[0\], line 21: want/);
    await page.click('.story button:has-text("step 9")');
    assert.equal(await at(page), 'step 9 of 9');
  },

  async 'play goes on until the end, and stops'({report, open}) {
    const {page} = await open(report('play', ['check', 'examples/peterson.pml'], [1]));
    await page.evaluate(() => { const set = window.setInterval; window.setInterval = (run) => set(run, 5); });
    await page.click('[aria-label="Play"]');
    await page.waitForFunction(() => document.querySelector('.where').textContent === 'step 9 of 9' && document.querySelector('[aria-label="Play"]'));
    await page.focus('.lanes');
    await page.keyboard.press(' ');
    await page.waitForSelector('[aria-label="Pause"], [aria-label="Play"]');
  },

  async 'state and source are those of the step'({report, open}) {
    const {page} = await open(report('state', ['check', 'examples/peterson.pml'], [1]));
    await page.keyboard.press('Home');
    assert.equal(await page.locator('.buffer .pending').count(), 0);
    await page.keyboard.press('ArrowDown');
    assert.deepEqual(await page.locator('.buffer .pending').allTextContents(), ['want[0] = 1 (changed)']);
    assert.equal(await page.locator('.code li.now').getAttribute('value'), '21');
    assert.equal(await page.locator('.code li.now .who').textContent(), 'P[0]');
    await page.keyboard.press('End');
    assert.match(await page.textContent('.state'), /ncrit2/);
    assert.equal(await page.locator('.code li.now').getAttribute('value'), '25');
    assert.deepEqual(await page.locator('.code li.lit .who').allTextContents(), ['P[1]', 'P[0]']);
  },

  async 'a store is drawn until it reaches memory, and the overtaking load crosses it'({report, open}) {
    const {page} = await open(report('lines', ['check', 'examples/peterson.pml'], [1]));
    assert.equal(await page.locator('line.store.waits').count(), 4);
    assert.equal(await page.locator('line.load.overtaking').count(), 2);
    assert.equal(await page.locator('path.crossing').count(), 4);
    const reaches = await open(report('arrives', ['check', '--memory', 'pso', 'examples/message-passing.pml'], [1]));
    assert.equal(await reaches.page.locator('line.store:not(.waits)').count(), 1);
    assert.equal(await reaches.page.locator('path.crossing').count(), 1);
  },

  async 'a lasso is drawn as a loop and goes round'({report, open}) {
    const {page, trouble} = await open(report('lasso', ['check', '--no-deadlock', '--ltl', '[] (P[0]:busy -> <> !P[0]:busy)', 'examples/spinlock.pml'], [1]));
    assert.equal(await page.locator('path.loop').count(), 1);
    assert.equal(await page.textContent('.loop-text'), 'for ever: again from step 3');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowDown');
    assert.equal(await at(page), 'step 3 of 11');
    assert.deepEqual(trouble, []);
  },
};
