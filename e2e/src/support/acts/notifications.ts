/**
 * Notifications, forwarding and API keys: steps that bring a screen into a state worth testing, in
 * any language.
 */
import type { Page } from 'playwright-core';

export async function addNotificationType(page: Page): Promise<void> {
  await page.locator('.notify__add').click();
  await page.locator('.ant-select-item-option').nth(2).click();
  await page.locator('.notify__wish').nth(1).waitFor();
}

/**
 * Uses a reserved domain (RFC 2606), so that delivery is retried and no data leaves the machine.
 */
export async function showForwardingSecret(page: Page): Promise<void> {
  const on = page.locator('.forwarding form .ant-switch').nth(1);
  if ((await on.getAttribute('aria-checked')) === 'true') {
    await page.locator('.forwarding__secret button').click();
    await page.locator('.ant-modal-footer .ant-btn-primary').click();
  } else {
    await page
      .locator('.forwarding input[inputmode="url"]')
      .fill('https://receiver.invalid/busbar');
    await on.click();
    await page.locator('.forwarding form [type="submit"]').click();
  }
  await page.locator('.secret-once').waitFor();
}

export async function addApiKey(page: Page): Promise<void> {
  await page.locator('.data-table-bar .ant-btn-primary').click();
  await page.locator('.ant-modal .api-keys__scopes').waitFor();
}

export async function showApiKey(page: Page): Promise<void> {
  await addApiKey(page);
  await page.locator('.ant-modal form input').first().fill('Monthly report');
  await page.locator('.api-keys__scopes input').nth(1).check();
  await page.locator('.ant-modal-footer .ant-btn-primary').click();
  await page.locator('.secret-once').waitFor();
}
