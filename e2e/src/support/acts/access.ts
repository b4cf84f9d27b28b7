/**
 * Sign-in, platform pages, menus: steps that bring a screen into a state worth testing, in any
 * language.
 */
import type { Page } from 'playwright-core';

/** Hides one menu entry and moves another one up, without saving. */
export async function arrangeMenu(page: Page): Promise<void> {
  const rows = page.locator('.menus__editor > .menu-list > li');
  await rows.nth(2).locator('.menu-list__row').first().locator('button').last().click();
  await rows.nth(1).locator('.menu-list__handle').first().press('ArrowUp');
}

export async function renameEntry(page: Page): Promise<void> {
  await page.locator('.menu-list__row').first().locator('button').nth(1).click();
  await page.locator('.ant-modal form').waitFor();
}

/** Opens the confirmation that is shown before saving and lists the data to be deleted. */
export async function askShorter(page: Page): Promise<void> {
  const section = page.locator('.configuration__section').last();
  await section.locator('.ant-input-number-input').first().fill('90');
  await section.locator('button[type="submit"]').click();
  await page.locator('.configuration__goes').waitFor();
}
