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
const COUNT_SHIFTS = `window.shifts = 0; window.largestShift = { value: 0, moved: '' };
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    if (hadRecentInput) continue;
    window.shifts += value;
    if (value <= window.largestShift.value) continue;
    const node = sources[0]?.node;
    const moved = node instanceof Element ? node.localName + '.' + node.className : '';
    window.largestShift = { value, moved };
  }
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

/** Returns the tag and class of the element that moved most since the last load. */
export function mostMoved(page: Page): Promise<string> {
  return page.evaluate<string>('window.largestShift.moved');
}
