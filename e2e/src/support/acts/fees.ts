/** Fee query: steps that bring it into a state worth testing, in any language. */
import type { Page } from 'playwright-core';

/** Filters the fee query to the day in the middle of its chart. */
export async function openDay(page: Page): Promise<void> {
  const canvas = page.locator('.fees__chart canvas');
  await canvas.waitFor();
  await canvas.click();
  await page.waitForURL(/on=\d{4}-\d\d-\d\d/);
}

/** Opens the periods of the fee query. */
export async function openPeriods(page: Page): Promise<void> {
  await page.locator('.period-field input').first().click();
  await page.locator('.ant-picker-presets li').first().waitFor();
}
