/** Tests the current screen, and switches it to another theme or size. */
import type { Page } from 'playwright-core';
import { violationsOf } from '../axe.ts';
import type { Look } from '../browser.ts';
import type { Screen } from '../screens/screen.ts';
import { misplacedHeads } from '../tables.ts';
import { routeTo } from './route-to.ts';
import { settled } from './settled.ts';

/**
 * Adds a line to `problems` for each violation, each misaligned table header, and a page wider than its
 * window.
 */
export async function examine(
  page: Page,
  name: string,
  problems: string[],
  rules: 'all' | 'color' = 'all',
): Promise<void> {
  await report(page, name, problems, async () => [
    ...(await violationsOf(page, rules)),
    ...(await excessWidth(page)),
    ...(await misplacedHeads(page)),
  ]);
}

/** Adds a line to `problems` if the page is wider than its window. */
export async function examineWidth(page: Page, name: string, problems: string[]): Promise<void> {
  await report(page, name, problems, () => excessWidth(page));
}

/**
 * Adds only problems that remain once the page has settled again, because an event of a device can
 * redraw the page in the middle of a measurement.
 */
async function report(
  page: Page,
  name: string,
  problems: string[],
  measure: () => Promise<string[]>,
): Promise<void> {
  const first = await measure();
  if (first.length === 0) return;
  await settled(page);
  const second = await measure();
  const where = second.length === 0 ? '' : `${name} (${await paintOf(page)})`;
  problems.push(...second.map((problem) => `${where}: ${problem}`));
  for (const problem of first) {
    if (!second.includes(problem)) process.stderr.write(`${name}, once only: ${problem}\n`);
  }
}

/** Returns theme, system theme and background of the page, which explain a violation of contrast. */
const paintOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { dataset } = document.documentElement;
    const isSystemDark = matchMedia('(prefers-color-scheme: dark)').matches;
    const { backgroundColor } = getComputedStyle(document.documentElement);
    return `${dataset['theme']}, system ${isSystemDark ? 'dark' : 'light'}, on ${backgroundColor}`;
  });

/**
 * The page itself must not scroll sideways; content wider than a phone scrolls in its own frame.
 */
async function excessWidth(page: Page): Promise<string[]> {
  const beyond = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  return beyond > 0 ? [`${beyond} px wider than the window`] : [];
}

/** Opens the screen and brings it into the state to be tested. */
export async function openScreen(page: Page, url: string, screen: Screen): Promise<void> {
  const { as, path, act } = screen;
  // A redirect, or a page without the application shell, has no heading to wait for.
  const isInShell = page.url() !== 'about:blank' && (as === 'demo' || as === 'platform');
  if (isInShell) await routeTo(page, path);
  else await page.goto(url + path);
  await settled(page);
  if (act === undefined) return;
  await act(page);
  await settled(page);
}

/** Changes the theme while the page is open, like a system that switches to dark in the evening. */
export async function changeTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForFunction((value) => document.documentElement.dataset['theme'] === value, theme);
  await settled(page);
}

/** Returns the number of open dialogs and drawers. */
const openLayers = (page: Page): Promise<number> =>
  page.locator('.ant-modal:visible, .ant-drawer-open').count();

/**
 * Narrows the window to that of a phone, and reopens dialogs and drawers that the narrow layout has
 * closed.
 */
export async function narrow(page: Page, url: string, screen: Screen, phone: Look): Promise<void> {
  const layers = await openLayers(page);
  const wasFull = await resize(page, phone);
  await settled(page);
  if (!wasFull) {
    if ((await openLayers(page)) >= layers) return;
    await page.goto(url + screen.path);
    await settled(page);
  }
  await screen.act?.(page);
  await settled(page);
}

/** Exits full screen; resolves with true if the page was in full screen. */
export async function resize(page: Page, { width, height }: Look): Promise<boolean> {
  const wasFull = await page.evaluate(async () => {
    if (document.fullscreenElement === null) return false;
    await document.exitFullscreen();
    return true;
  });
  await page.setViewportSize({ width, height });
  return wasFull;
}

/** Logs how long a screen took to open and to test. */
export function logProgress(where: string, begunAt: number, openedAt: number): void {
  const [opening, examining] = [openedAt - begunAt, performance.now() - openedAt].map(Math.round);
  process.stderr.write(`${where}: opened after ${opening} ms, examined for ${examining} ms\n`);
}
