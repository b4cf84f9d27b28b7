/** The documentation in a browser, under the security policy of the server. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsOf } from '../support/axe.ts';
import { startBrowser } from '../support/browser.ts';
import type { Program } from '../support/demo/program.ts';
import { startDemo } from '../support/demo/start-demo.ts';

const LOOKS = [
  { name: 'light', colorScheme: 'light', width: 1440, height: 900 },
  { name: 'dark', colorScheme: 'dark', width: 1440, height: 900 },
  { name: 'phone', colorScheme: 'light', width: 390, height: 844 },
] as const;

/** A guide, tables, code, a long page and a list. */
const PAGES = [
  'index.html',
  'guides/facility-manager.html',
  'guides/developer.html',
  'operations.html',
  'protocol/device.html',
  'reference/errors.html',
  'adr/index.html',
  'settings.html',
];

let program: Program;
let browser: Browser;
beforeAll(async () => {
  program = await startDemo();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

/** Opens a page; `faults` collects what the browser refuses, and requests to other hosts. */
async function open(look: (typeof LOOKS)[number]): Promise<{ page: Page; faults: string[] }> {
  const { colorScheme, width, height } = look;
  const context = await browser.newContext({ colorScheme, viewport: { width, height } });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(program.url)) faults.push(request.url());
  });
  return { page, faults };
}

describe.each(LOOKS)('the documentation in the look $name', (look) => {
  it('has pages without violations, errors and foreign requests', async () => {
    const { page, faults } = await open(look);
    for (const path of PAGES) {
      await page.goto(`${program.url}/docs/${path}`);
      await page.evaluate(() => document.fonts.ready);
      expect(await violationsOf(page), path).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, path).toBeLessThanOrEqual(look.width);
      const broken = await page.evaluate(
        () =>
          [...document.images].filter((image) => image.complete && image.naturalWidth === 0).length,
      );
      expect(broken, path).toBe(0);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('leads from a word to its section', async () => {
    const { page, faults } = await open(look);
    await page.goto(`${program.url}/docs/`);
    await page.getByRole('button', { name: 'Search' }).click();
    const input = page.getByRole('combobox', { name: 'Search the documentation' });
    await input.fill('rules of safety');
    await page.getByRole('option').first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await input.press('ArrowDown');
    await input.press('ArrowUp');
    await input.press('Enter');
    await page.waitForURL('**/docs/protocol/device.html#rules-of-safety');
    expect(await page.getByRole('heading', { name: /^Rules of safety/ }).isVisible()).toBe(true);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

describe('the documentation', () => {
  it('stores the theme for the application too', async () => {
    const { page } = await open(LOOKS[0]);
    await page.goto(`${program.url}/docs/`);
    await page.getByRole('button', { name: 'Light or dark' }).click();
    await page.goto(`${program.url}/login`);
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.context().close();
  });

  it('prints dark pages in the light theme, in the whole width', async () => {
    const { page } = await open(LOOKS[1]);
    await page.goto(`${program.url}/docs/guides/developer.html`);
    await page.evaluate(() => {
      addEventListener('beforeprint', () => {
        document.title = `${document.documentElement.dataset['theme']}`;
      });
    });
    await page.pdf();
    expect(await page.title()).toBe('light');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    // The width of a page of the size Letter.
    await page.setViewportSize({ width: 816, height: 1056 });
    await page.emulateMedia({ media: 'print' });
    const box = await page.locator('article').boundingBox();
    expect(box?.width).toBeGreaterThan(700);
    await page.context().close();
  });

  it('shows the navigation of a phone on request', async () => {
    const { page } = await open(LOOKS[2]);
    await page.goto(`${program.url}/docs/`);
    const navigation = page.getByRole('navigation', { name: 'Documents' });
    expect(await navigation.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Navigation' }).click();
    expect(await violationsOf(page)).toEqual([]);
    await navigation.getByRole('link', { name: 'For operators' }).click();
    await page.waitForURL('**/docs/guides/operator.html');
    await page.context().close();
  });

  it('answers an unknown address with its own page', async () => {
    const { page } = await open(LOOKS[0]);
    const answer = await page.goto(`${program.url}/docs/guides/nowhere.html`);
    expect(answer?.status()).toBe(404);
    await page.getByRole('link', { name: 'For developers' }).click();
    await page.waitForURL('**/docs/guides/developer.html');
    await page.context().close();
  });
});
