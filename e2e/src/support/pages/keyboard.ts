/** Keyboard operation of a page. */
import type { Locator, Page } from 'playwright-core';

/** Limit of tab stops; no page has as many before its main content. */
const MAX_STOPS = 120;

/** Presses Tab until the element has the focus; throws if Tab never reaches it. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  const isThere = () => wanted.evaluate((element) => element === document.activeElement);
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no Tab leads to ${wanted}`);
}

/** Focuses the element by Tab and presses the key. */
export async function tabAndPress(page: Page, wanted: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
}
