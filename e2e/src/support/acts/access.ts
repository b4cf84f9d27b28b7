/** Signing in, the platform's own pages, menus: what is done on a screen before it is worth looking at; in any language. */
import type { Page } from 'playwright-core';

/** An entry is hidden and another one goes up; nothing is saved. */
export async function arrangeMenu(page: Page): Promise<void> {
  const rows = page.locator('.menus__editor > .menu-list > li');
  await rows.nth(2).locator('.menu-list__row').first().locator('button').last().click();
  await rows.nth(1).locator('.menu-list__handle').first().press('ArrowUp');
}

export async function renameEntry(page: Page): Promise<void> {
  await page.locator('.menu-list__row').first().locator('button').nth(1).click();
  await page.locator('.menu-names').waitFor();
}

/** What goes is named before it is saved. */
export async function askShorter(page: Page): Promise<void> {
  const section = page.locator('.configuration__section').last();
  await section.locator('.ant-input-number-input').nth(3).fill('90');
  await section.locator('button[type="submit"]').click();
  await page.locator('.configuration__goes').waitFor();
}
