/**
 * A live wall from empty to a control room: a device and a quantity are selected, the value follows
 * the device, a layout is saved and restored after another sign-in, and a second window saves too
 * late.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, openLook, signIn, startBrowser } from '../support/browser.ts';
import type { Program } from '../support/demo/program.ts';
import { startDemo } from '../support/demo/start-demo.ts';
import { type OwnDevice, startOwnDevice } from '../support/own/own-device.ts';

let program: Program;
let browser: Browser;
let own: OwnDevice;
let page: Page;

async function openPage(): Promise<Page> {
  const fresh = await (await openLook(browser, LOOKS[0]!)).newPage();
  fresh.setDefaultTimeout(20_000);
  await signIn(fresh, program.url, 'demo', program.demoPassword);
  return fresh;
}

beforeAll(async () => {
  program = await startDemo();
  own = await startOwnDevice(program);
  browser = await startBrowser();
  page = await openPage();
  await page.goto(`${program.url}/realData?view=own`);
});
afterAll(async () => {
  await browser?.close();
  await own?.stop();
  await program?.stop();
});

const supply = (volts: number) =>
  own.device.disturb({ voltageV: { A: volts, B: 230, C: 230 } }, Date.now());
const cellsOf = (on: Page) => on.locator('.wall-cell');
const cellOf = (on: Page, quantity: string) => cellsOf(on).filter({ hasText: quantity });
/** Finds the large value, because the scale of the curve next to it may contain the same number. */
const numberOf = (on: Page, quantity: string, value: string) =>
  cellOf(on, quantity).locator('.wall-cell__value').filter({ hasText: value });
const order = (on: Page) => on.locator('.wall-cell__quantity').allTextContents();
const saved = (on: Page) => on.getByText('Not saved yet');

async function add(quantity: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Select devices' }).fill(own.code);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Quantity' }).click();
  await page.locator('.ant-select-item-option').getByText(quantity, { exact: true }).click();
  await page.getByRole('button', { name: 'Add to wall' }).click();
  await cellOf(page, quantity).waitFor();
}

async function saveAs(name: string): Promise<void> {
  await page.getByRole('button', { name: 'Save layout' }).click();
  await page.getByRole('dialog').getByLabel('Name of the layout').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Save layout' }).click();
  await page.waitForURL(/layout=Pump/);
}

describe('a live wall', () => {
  it('shows each value as the device reports it, and indicates an exceeded limit', async () => {
    await add('Voltage, phase A');
    await add('Voltage, phase B');
    await add('Current, phase A');
    supply(231.4);
    await numberOf(page, 'Voltage, phase A', '231.4').waitFor();
    await cellOf(page, 'Voltage, phase A').getByText('Within limits').waitFor();
    supply(258.3);
    await numberOf(page, 'Voltage, phase A', '258.3').waitFor();
    await cellOf(page, 'Voltage, phase A').getByText(/Above/).waitFor();
    expect(
      await cellOf(page, 'Voltage, phase B').locator('.wall-cell__value').textContent(),
    ).toMatch(/^230\.\d\u202FV$/);
    // The curve of the last quarter of an hour ends at the current time, inside its chart.
    const line = cellOf(page, 'Voltage, phase A').locator('.wall-cell__curve');
    await expect.poll(() => line.getAttribute('d')).toMatch(/^M\d+(\.\d)? \d+/);
    expect(await line.getAttribute('d')).not.toContain('NaN');
  });

  it('is arranged by pointer and by keyboard', async () => {
    const grip = (quantity: string) =>
      cellOf(page, quantity).getByRole('button', { name: /^Move/ });
    await grip('Current, phase A').hover();
    await page.mouse.down();
    await cellOf(page, 'Voltage, phase A').locator('.wall-cell__value').hover();
    await page.mouse.up();
    expect(await order(page)).toEqual(['Current, phase A', 'Voltage, phase A', 'Voltage, phase B']);
    await grip('Current, phase A').focus();
    await page.keyboard.press('End');
    expect(await order(page)).toEqual(['Voltage, phase A', 'Voltage, phase B', 'Current, phase A']);
    await page.keyboard.press('ArrowLeft');
    expect(await order(page)).toEqual(['Voltage, phase A', 'Current, phase A', 'Voltage, phase B']);
  });

  it('asks for confirmation before unsaved changes are left, and is restored after another sign-in', async () => {
    await page.getByRole('link', { name: 'Home' }).first().click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(new URL(page.url()).pathname).toBe('/realData');
    await saveAs('Pump house');
    await saved(page).waitFor({ state: 'hidden' });
    const before = page;
    page = await openPage();
    await before.context().close();
    await page.goto(`${program.url}/realData`);
    await page.getByRole('combobox', { name: 'Choose a layout' }).click();
    await page.locator('.ant-select-item-option').getByText('Pump house').click();
    await cellsOf(page).nth(2).waitFor();
    expect(await order(page)).toEqual(['Voltage, phase A', 'Current, phase A', 'Voltage, phase B']);
    await numberOf(page, 'Voltage, phase A', '258.3').waitFor();
  });

  it('fills the screen and continues to update', async () => {
    await page.getByRole('button', { name: 'Full screen' }).click();
    await page.getByRole('heading', { name: 'Pump house' }).waitFor();
    expect(await page.evaluate(() => document.fullscreenElement?.matches('.wall'))).toBe(true);
    supply(244.7);
    await numberOf(page, 'Voltage, phase A', '244.7').waitFor();
    expect(await page.getByRole('button', { name: /^(Move|Remove)/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Leave full screen' }).click();
    await page.getByRole('button', { name: 'Full screen' }).waitFor();
  });

  it('retains the layout of the window that saves first', async () => {
    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.getByRole('button', { name: /^Remove Voltage, phase B/ }).click();
    await page.getByRole('button', { name: /^Remove Current, phase A/ }).click();
    await page.getByRole('button', { name: 'Save layout' }).click();
    await saved(page).waitFor({ state: 'hidden' });
    await second.getByRole('button', { name: 'Save layout' }).click();
    await second
      .getByText('This layout was saved or deleted in another window.', { exact: true })
      .waitFor();
    expect(await order(second)).toEqual(['Voltage, phase A', 'Current, phase A']);
    await second.getByRole('button', { name: 'Show saved version' }).click();
    expect(await order(second)).toEqual(['Voltage, phase A', 'Voltage, phase B']);
  });
});
