/** Meters on the line of a DTU: steps that work in any language. */
import type { Page } from 'playwright-core';

const dialog = (page: Page) => page.locator('.ant-modal form');

/** Saves the settings of the line unless they are saved; the button to add meters appears. */
async function saveLine(page: Page): Promise<void> {
  const add = page.locator('.line-tile .tile__head button');
  await page.locator('.line-form').waitFor();
  if ((await add.count()) === 0) {
    await page.locator('.line-form [type="submit"]').click();
    await add.waitFor();
  }
}

/** Opens the dialog and chooses a model by a part of its name. */
async function chooseModel(page: Page, model: string): Promise<void> {
  await page.locator('.line-tile .tile__head button').click();
  await dialog(page).locator('.ant-select input').fill(model);
  await page.locator('.ant-select-item-option', { hasText: model }).first().click();
}

async function addMeter(page: Page, model: string): Promise<void> {
  await chooseModel(page, model);
  await dialog(page).locator('[type="submit"]').click();
  await dialog(page).waitFor({ state: 'detached' });
}

/** Adds two meters unless the line has some already. */
export async function addMeters(page: Page): Promise<void> {
  await saveLine(page);
  if ((await page.locator('.line-meters').count()) > 0) return;
  await addMeter(page, 'SDM630');
  await addMeter(page, 'iEM3000');
  await page.locator('.line-meters > li').nth(1).waitFor();
}

/** A meter that needs ratios, before it is saved. */
export async function enterMeter(page: Page): Promise<void> {
  await saveLine(page);
  await chooseModel(page, 'DTSD1352');
  await dialog(page).locator('.line-ratios input').first().fill('200');
}

/** Opens a new profile as a copy of a shipped one. */
async function copyOf(page: Page, model: string): Promise<void> {
  await page.locator('.own-profiles .tile__head button').click();
  await page.locator('.profile-test').waitFor();
  await dialog(page).locator('.ant-select input').first().fill(model);
  await page.locator('.ant-select-item-option', { hasText: model }).first().click();
  await dialog(page).locator('tbody tr').nth(5).waitFor();
}

export async function copyProfile(page: Page): Promise<void> {
  await saveLine(page);
  await copyOf(page, 'B23');
}

/** A copy of the shipped profile of DL/T 645. */
export async function copyDlt645(page: Page): Promise<void> {
  await saveLine(page);
  await copyOf(page, 'DL/T 645');
}

/** A quantity of that copy. */
export async function changeDlt645(page: Page): Promise<void> {
  await copyDlt645(page);
  await dialog(page)
    .locator('table')
    .last()
    .locator('tbody tr')
    .nth(15)
    .locator('button')
    .first()
    .click();
  await dialog(page).nth(1).locator('[type="submit"]').waitFor();
}

/** The meter of an own profile whose scale has just been changed. */
export async function changeScale(page: Page): Promise<void> {
  await addMeters(page);
  const profiles = page.locator('.own-profiles .line-meters__row');
  if ((await profiles.count()) === 0) {
    await copyOf(page, 'iEM3000');
    await dialog(page).locator('[type="submit"]').click();
    await dialog(page).waitFor({ state: 'detached' });
    await profiles.first().waitFor();
    // Own profiles are listed before the shipped ones.
    await addMeter(page, 'iEM3000');
  }
  await profiles.first().locator('button').first().click();
  await page.locator('.profile-test').waitFor();
  await dialog(page).locator('table').last().locator('tbody button').first().click();
  const row = dialog(page).nth(1);
  const divisor = row.locator('.ant-input-number-input').last();
  await divisor.fill(`${Number(await divisor.inputValue()) * 10}`);
  await row.locator('[type="submit"]').click();
  await row.waitFor({ state: 'detached' });
  await dialog(page).locator('[type="submit"]').click();
  await page.locator('.kept-meters').scrollIntoViewIfNeeded();
}
