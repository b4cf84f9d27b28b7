/** Layout shift of a page during its first load. */
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { settled } from './settled.ts';

/**
 * Delay of each response, longer than the first paint of a page takes, as over a mobile network.
 */
const ANSWER_MS = 250;

// The script is a string, because under `tsx` a function would call a helper that the page does not
// have.
const COUNT_SHIFTS = `window.shifts = 0; new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifts += value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** Makes each page loaded from now on measure its layout shift, and delays its responses. */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(COUNT_SHIFTS);
  await page.route('**/api/**', async (route) => {
    await setTimeout(ANSWER_MS);
    // The page has been closed and does not wait for its responses.
    await route.continue().catch(() => undefined);
  });
}

/** Returns the layout shift (CLS) of a new load of this URL; requires `countShifts` first. */
export async function shiftOf(page: Page, address: string): Promise<number> {
  await page.goto(address);
  await settled(page);
  return page.evaluate<number>('window.shifts');
}
