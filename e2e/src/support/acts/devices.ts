/**
 * Devices: list, information, deploying, import, history: steps that bring a screen into a state
 * worth testing, in any language.
 */
import type { Page } from 'playwright-core';

async function readImport(page: Page, rows: readonly string[]): Promise<void> {
  const text = ['Device code,Device name,Device type,Rate,Serial no.', ...rows].join('\n');
  const file = { name: 'devices.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('.import input[type="file"]').setInputFiles(file);
  await page.locator('.import__scroll').first().waitFor();
}

export const readWrongFile = (page: Page) =>
  readImport(page, [
    'PICTURE0000001,Pump house 1,MT61,,1',
    'short,Pump house 2,MT61,,2',
    'PICTURE0000001,Pump house 3,MT99,Night,3',
    '8.61039E+14,,MT61,,4',
  ]);

export const readGoodFile = (page: Page) =>
  readImport(page, [
    'PICTURE0000001,Pump house 1,MT61,,1',
    'PICTURE0000002,Board 2,MT88C,,2',
    'PICTURE0000002-3,Feeder 3,slave,,3',
  ]);

let registered = 0;
/** Returns a code that is not registered yet, because each walk repeats this step. */
function freshCode(): string {
  registered += 1;
  return `PICTURE${Date.now()}${registered}`;
}

/** Completes an import, so that devices exist and their secrets can be downloaded. */
export async function acceptImport(page: Page): Promise<void> {
  await readImport(page, [`${freshCode()},Pump house 4,MT61,,4`]);
  await page.locator('.import__acts > .ant-btn-primary').click();
  await page.locator('.import .ant-alert-warning').waitFor();
}

/** Opens the second of three steps: group and name of the device. */
export async function nameDevice(page: Page): Promise<void> {
  await page.locator('.register form input').first().fill(freshCode());
  await page.locator('.register .ant-select').click();
  await page.locator('.ant-select-item-option').first().click();
  await page.locator('.register [type="submit"]').click();
  await page.locator('.register form input').first().fill('Pump house 5');
}

export async function showSecret(page: Page): Promise<void> {
  await nameDevice(page);
  await page.locator('.register .ant-select').nth(1).click();
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .first()
    .click();
  await page.locator('.register [type="submit"]').click();
  await page.locator('.register .ant-alert-warning').waitFor();
}

/** Opens the third step, which waits for the first reading. */
export async function awaitReading(page: Page): Promise<void> {
  await showSecret(page);
  await page.locator('.register__acts .ant-btn-primary').click();
  await page.locator('.register__hints').waitFor();
}

export async function addNote(page: Page): Promise<void> {
  const notes = page.locator('.information__notes > li');
  if ((await notes.count()) > 0) return;
  await page.locator('.information__form textarea').fill('Terminals tightened, 12 Nm');
  await page.locator('.information__form button[type="submit"]').click();
  await notes.first().waitFor();
}

/** Adds a photo, which is a screenshot of the page itself. */
export async function addPhoto(page: Page): Promise<void> {
  const pictures = page.locator('.photo-tile img');
  if ((await page.locator('.photo-tile').count()) === 0) {
    const file = { name: 'page.png', mimeType: 'image/png', buffer: await page.screenshot() };
    await page.locator('.information input[type="file"]').setInputFiles(file);
  }
  await pictures.first().waitFor();
}

/** Previews a copy of the settings to the first other breaker in the list. */
export async function previewCopy(page: Page): Promise<void> {
  const panel = page.locator('.deploy > .deploy__box');
  await panel.locator('.ant-select').first().click();
  await page.locator('.ant-select-item-option').nth(3).click();
  await panel.locator('> .ant-btn').click();
  await page.locator('.deploy__preview').waitFor();
}

export async function askForSecret(page: Page): Promise<void> {
  await page.locator('.information__box .ant-btn').click();
  await page.locator('.ant-modal input[type="password"]').waitFor();
}

export async function readSlots(page: Page): Promise<void> {
  await page.locator('.exchange-bar button').click();
  await page.locator('.exchange-bar__word[data-tone="good"]').waitFor();
}

/**
 * Moves the third slave to another slot and disables or enables it; then opens the dialog of the
 * first slave.
 */
export async function disableSlave(page: Page): Promise<void> {
  await readSlots(page);
  await page.locator('.slot-tile .ant-btn').nth(2).click();
  await page.locator('.ant-modal .ant-switch').click();
  await page.locator('.ant-modal-footer .ant-btn-primary').click();
  await page.locator('.slot-results li').first().waitFor();
  await page.locator('.exchange-bar__word[data-tone="good"]').waitFor();
  await page.locator('.slot-tile .ant-btn').first().click();
  await page.locator('.ant-modal .ant-switch').waitFor();
}
