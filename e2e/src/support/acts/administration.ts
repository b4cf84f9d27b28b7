/**
 * Groups, users, accounts, roles, customers: steps that bring a screen into a state worth testing,
 * in any language.
 */
import type { Page } from 'playwright-core';

/** Opens the preview of moving a demo group directly below the topmost group. */
export async function askMove(page: Page): Promise<void> {
  await page.locator('.groups__actions button:nth-child(3)').last().click();
  await page.locator('.ant-modal .ant-select').click();
  await page.locator('.ant-select-item-option').first().click();
  await page.locator('.group-move__preview').waitFor();
}

export async function chooseUser(page: Page): Promise<void> {
  await page.locator('.allocation__who .ant-select').click();
  await page.locator('.ant-select-item-option').first().click();
  await page.locator('.allocation__seen').first().waitFor();
}

export async function inviteUser(page: Page): Promise<void> {
  await page.locator('.data-table .ant-btn-primary').click();
  await page.locator('.ant-modal .permission-list').waitFor();
}

export async function openUser(page: Page): Promise<void> {
  await page.locator('.data-table-open').last().click();
  await page.locator('.users-drawer').waitFor();
}

export async function askForFactor(page: Page): Promise<void> {
  await page.locator('.account-actions .ant-btn-primary').first().click();
  await page.locator('.ant-modal form input').waitFor();
}

/** Opens the settings of the demo customer. */
export async function changeCustomer(page: Page): Promise<void> {
  await page.locator('.registration-actions button').last().click();
  await page.locator('.ant-modal form').waitFor();
}

/**
 * Copies the engineer role, with one permission removed and another added; the difference is shown
 * below the checkboxes.
 */
export async function copyRole(page: Page): Promise<void> {
  await page.locator('.role-actions button').nth(1).click();
  await page.locator('.ant-modal form input').first().fill('Night shift');
  const boxes = page.locator('.ant-modal .role-form__box input:enabled');
  await boxes.nth(0).click();
  await boxes.last().click();
  await page.locator('.role-difference__side').first().waitFor();
}
