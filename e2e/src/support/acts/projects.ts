/**
 * Towers and lamp projects: steps that bring a screen into a state worth testing, in any language.
 */
import type { Page } from 'playwright-core';

export async function openTowerControl(page: Page): Promise<void> {
  await page.locator('.branch button').first().click();
  await page.locator('.ant-modal form').waitFor();
}

export async function openTowerForm(page: Page): Promise<void> {
  await page.locator('.tower-settings__tools button').first().click();
  await page.locator('.ant-modal form').waitFor();
}

export async function openLampForm(page: Page): Promise<void> {
  await page.locator('.project-actions button').first().click();
  await page.locator('.ant-modal .lamp-expected').waitFor();
  // With this many lamps, a single failed one cannot be detected.
  await page.locator('.ant-modal input[aria-required="true"]').nth(1).fill('60');
  await page.locator('.ant-modal .lamp-hidden').waitFor();
}

export async function openFirstAdd(page: Page): Promise<void> {
  await page.locator('main .ant-btn-primary').first().click();
  await page.locator('.ant-modal form').waitFor();
}

export async function askToSwitchLamps(page: Page): Promise<void> {
  await page.locator('.project-panel__head button').first().click();
  await page.locator('.choice-bar__orders button').first().click();
  await page.locator('.ant-modal .order-effect').first().waitFor();
}

export async function openLampGroup(page: Page): Promise<void> {
  await page.locator('.board-line__name button').first().click();
  await page.locator('.ant-drawer .facts').waitFor();
}
