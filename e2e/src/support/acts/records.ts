/**
 * Console, live wall, logs: steps that bring a screen into a state worth testing, in any language.
 */
import type { Page } from 'playwright-core';

/**
 * Adds the voltages of six devices, within and outside of limits, and their currents, without
 * limits.
 */
export async function fillWall(page: Page): Promise<void> {
  const devices = page.locator('.wall-add__devices');
  const options = page.locator(
    '.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option',
  );
  const [low] = await page.locator('.wall-add [role="spinbutton"]').all();
  for (const [turn, { quantity, limit }] of [
    { quantity: 0, limit: '207' },
    { quantity: 1, limit: '234' },
    { quantity: 3, limit: '' },
  ].entries()) {
    await page.locator('.wall-add__quantity').click();
    await options.nth(quantity).click();
    await low!.fill(limit);
    await devices.click();
    for (let i = 0; i < 6; i++) await options.nth(i).click();
    await page.keyboard.press('Escape');
    await page.locator('.wall-add > .ant-btn').click();
    await page
      .locator('.wall-cell')
      .nth(6 * turn + 5)
      .waitFor();
  }
  await page.locator('.wall-cell__scale span:not(:empty)').first().waitFor();
}

/** Shows the wall in full screen as in a control room; adds cells only if it has none. */
export async function fillScreen(page: Page): Promise<void> {
  if ((await page.locator('.wall-cell').count()) === 0) await fillWall(page);
  await page.locator('.wall-bar .anticon-fullscreen').click();
  await page.locator('.wall[data-full="true"]').waitFor();
}

/** Reads the voltages of the three phases and waits for the reply. */
export async function talkToMeter(page: Page): Promise<void> {
  await page.locator('.console-form input.code').nth(2).fill('00FF0102');
  await page.locator('.console-form [type="submit"]').click();
  await page.locator('.byte-strip').first().waitFor();
  await page.locator('.console-send > .ant-btn:enabled').click();
  await page.locator('.console-panel .parsed-table').waitFor();
  await page.locator('.console-panel .byte-group').nth(6).hover();
}

/** Pastes a frame with an invalid checksum, and a second frame after it. */
export async function pasteFrames(page: Page): Promise<void> {
  const frames = '68 AA AA AA AA AA AA 68 11 04 33 33 34 33 AF 16 11 02 03 AC 00 35 7A E8';
  await page.locator('.console-panel textarea').fill(frames);
  await page.locator('.console-panel .frame-problems').waitFor();
}

/** Opens the confirmation without sending the frame. */
export async function askToTrip(page: Page): Promise<void> {
  await page.locator('.console-form input.code').nth(1).fill('1C');
  await page.locator('.console-form input.code').nth(2).fill('02000000000000001A00595923311299');
  await page.locator('.console-form [type="submit"]').click();
  await page.locator('.console-send > .ant-btn-dangerous:enabled').click();
  await page.locator('.ant-modal .code').waitFor();
}
