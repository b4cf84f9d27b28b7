/** How much of a page moves while it is loaded for the first time. */
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { settled } from './settled.ts';

/** Later than the first paint of a page, as over a mobile network. */
const ANSWER_MS = 250;

// As text: under `tsx` a function would call for a helper that the page does not have.
const COUNT_SHIFTS = `window.shifts = 0; new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifts += value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** From now on each page that is loaded counts its layout shift, and its answers are late. */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(COUNT_SHIFTS);
  await page.route('**/api/**', async (route) => {
    await setTimeout(ANSWER_MS);
    // A page that is left does not wait for its answers.
    await route.continue().catch(() => undefined);
  });
}

/** Layout shift (CLS) of a fresh load of this address; `countShifts` comes first. */
export async function shiftOf(page: Page, address: string): Promise<number> {
  await page.goto(address);
  await settled(page);
  return page.evaluate<number>('window.shifts');
}
