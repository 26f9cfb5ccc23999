// test_safe.mjs: nothing that a user wrote becomes markup or script, and nothing goes to the network.
import assert from 'node:assert/strict';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

const HOSTILE = ['</script><script>window.hacked = 1</script>', '<img src=x onerror="window.hacked = 1">', '<!--<script>', ']]>', '&lt;b&gt;', '\u2028window.hacked = 1\u2029', '\'"`${window.hacked = 1}'];

function hostileModel(folder) {
  const file = join(folder, 'a <img src=x onerror=window.hacked=1> & b.pml');
  const prints = HOSTILE.filter((text) => !text.includes('"')).map((text) => `printf("${text}\\n");`).join('\n    ');
  writeFileSync(file, `${HOSTILE.map((text) => `/* ${text} */`).join('\n')}\nbyte x;\nactive proctype P()\n{\n    ${prints}\n    x = 1;\n    x = 2\n}\n`);
  return file;
}

export const tests = {
  async 'hostile texts stay texts'({report, open, folder}) {
    const file = report('hostile', ['check', hostileModel(folder), '--never', 'x == 2 && "</script>" != 0 || x > 1', '--no-deadlock'], [1, 3]);
    const made = report('hostile', ['check', hostileModel(folder), '--never', 'x > 1 && 1 < 2', '--no-deadlock'], [1]);
    assert.equal(file, made);
    const {page, trouble} = await open(made);
    for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowDown');
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.equal(await page.locator('img').count(), 0);
    assert.equal(await page.locator('script').count(), 2);
    const source = await page.locator('.code .text').allTextContents();
    for (const text of HOSTILE) assert.ok(source.some((line) => line.includes(text)), `${text} is not shown as it is`);
    assert.match(await page.textContent('h1'), /<img src=x onerror=window.hacked=1> & b\.pml/);
    assert.deepEqual(trouble, []);
  },

  async 'the data have no character that markup has'({report, folder}) {
    const text = readFileSync(report('escaped', ['check', hostileModel(folder), '--never', 'x > 1 && 1 < 2', '--no-deadlock'], [1]), 'utf8');
    const data = text.slice(text.indexOf('id="data">') + 10, text.indexOf('</script>', text.indexOf('id="data">')));
    assert.ok(!/[<>&\u2028\u2029]/.test(data));
    assert.ok(JSON.parse(data).report.results[0].traces.length);
  },

  async 'the page may not ask the network, nor make markup of text'({report, open}) {
    const {page} = await open(report('closed', ['check', 'examples/peterson.pml'], [1]));
    const tried = await page.evaluate(async () => {
      const refused = [];
      document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective));
      await fetch('http://127.0.0.1:9/').catch(() => {});
      try { document.body.innerHTML = '<b>no</b>'; } catch { refused.push('markup'); }
      const script = document.createElement('script');
      try { script.textContent = 'window.hacked = 1'; document.body.append(script); } catch { refused.push('script'); }
      await new Promise((done) => setTimeout(done, 50));
      return {refused, hacked: window.hacked};
    });
    assert.equal(tried.hacked, undefined);
    assert.ok(tried.refused.includes('connect-src') && tried.refused.includes('markup'), tried.refused.join(' '));
  },
};
