// browser.mjs: a browser with one page at a time, and what goes wrong in it.
import {createRequire} from 'node:module';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export async function openBrowser(modules) {
  const {chromium} = createRequire(join(resolve(modules), 'package.json'))('playwright-core');
  const folder = mkdtempSync(join(tmpdir(), 'tarry-browser-'));
  const context = await chromium.launchPersistentContext(folder, {executablePath: '/usr/bin/chromium', args: FLAGS, viewport: {width: 1300, height: 900}});
  return {
    context,
    async close() {
      await context.close();
      rmSync(folder, {recursive: true, force: true});
    },
  };
}

// Opens a file; `trouble` collects errors of scripts, messages on the console, and whatever is asked of the network.
export async function openPage(browser, file, {width = 1300, height = 900, scheme = 'light'} = {}) {
  const page = await browser.context.newPage(), trouble = [];
  page.on('pageerror', (error) => trouble.push(`script: ${error.message}`));
  page.on('console', (message) => trouble.push(`console: ${message.text()}`));
  page.on('request', (request) => { if (!request.url().startsWith('file:')) trouble.push(`request: ${request.url()}`); });
  await page.setViewportSize({width, height});
  await page.emulateMedia({colorScheme: scheme});
  await page.goto(`file://${resolve(file)}`);
  await page.waitForSelector('main');
  return {page, trouble};
}
