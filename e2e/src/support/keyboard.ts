/** A page in the hands of somebody who has no mouse. */
import type { Locator, Page } from 'playwright-core';

/** More stops than any page has before its main part is reached. */
const MOST_STOPS = 120;

/** Tab after Tab until the focus is there; it fails where Tab never leads. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  const isThere = () => wanted.evaluate((element) => element === document.activeElement);
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no Tab leads to ${wanted}`);
}

/** Reached by Tab and pressed. */
export async function tabAndPress(page: Page, wanted: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
}
