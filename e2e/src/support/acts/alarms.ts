/**
 * Alarms and their rules: steps that bring a screen into a state worth testing, in any language.
 */
import type { Page } from 'playwright-core';

export async function openBell(page: Page): Promise<void> {
  await page.locator('.alarm-bell').click();
  await page.locator('.alarm-bell__panel footer').waitFor();
}

export async function dealWithAlarm(page: Page): Promise<void> {
  await page.locator('.live-alarm .alarm-actions .ant-btn:enabled').nth(1).click();
  await page.locator('.ant-modal textarea').waitFor();
}

/** Opens the details of an alarm: by its type in a table, by the heading of its card on a phone. */
export async function openAlarm(page: Page): Promise<void> {
  await page.locator('.data-table-open').first().click();
  await page.locator('.ant-drawer .facts').waitFor();
}

export async function goToAlarm(page: Page): Promise<void> {
  await page.locator('.data-table-body .alarm-link').first().click();
  await page.locator('.history__mark').waitFor();
}

export async function changeRule(page: Page): Promise<void> {
  await page.locator('.alarm-rules__table td button').first().click();
  await page.locator('.ant-modal form').waitFor();
}

export async function addWindow(page: Page): Promise<void> {
  await page.locator('.alarm-rules__head button').click();
  await page.locator('.ant-modal form').waitFor();
}
