// run.mjs TARRY MODULES [PICTURES]: pages that tarry writes, in a real browser. PICTURES is a folder for screenshots of each kind of page.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {openBrowser, openPage} from './browser.mjs';

const [tarry, modules, pictures] = process.argv.slice(2), here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tarry-pages-')), root = resolve(here, '../..');
let passed = 0, failed = 0;

const tools = {
  folder, root,
  // Writes a page; `codes` are the exit codes that may be.
  report(name, args, codes = [0, 1, 2, 3]) {
    const file = join(folder, `${name}.html`), ran = spawnSync(resolve(tarry), [...args, '--html', file], {cwd: root, encoding: 'utf8', maxBuffer: 1 << 28});
    assert.ok(codes.includes(ran.status), `tarry ${args.join(' ')}: exit code ${ran.status}: ${ran.stderr}`);
    return file;
  },
  async picture(page, name) {
    await page.evaluate(() => window.scrollTo(0, 0)); /* what is sticky is in its place then */
    if (pictures) await page.screenshot({path: join(pictures, `${name}.png`), fullPage: true});
  },
};

if (pictures) mkdirSync(pictures, {recursive: true});
const browser = await openBrowser(modules);
tools.open = (file, options) => openPage(browser, file, options);
for (const file of readdirSync(here).filter((name) => name.startsWith('test_')).sort()) {
  const {tests} = await import(join(here, file));
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test(tools);
      passed++;
    } catch (error) {
      failed++;
      console.log(`FAILED: ${file}: ${name}: ${error.message}`);
    }
    for (const page of browser.context.pages()) await page.close();
    await browser.context.newPage();
  }
}
await browser.close();
rmSync(folder, {recursive: true, force: true});
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
