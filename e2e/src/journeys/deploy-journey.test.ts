/**
 * The settings of one breaker are copied to another: previewed, selected, written, read back, and
 * finally reported by the other device itself. With a real browser against the built program and
 * two simulated devices.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, openLook, signIn, startBrowser } from '../support/browser.ts';
import type { Program } from '../support/demo/program.ts';
import { startDemo } from '../support/demo/start-demo.ts';
import { type OwnDevice, startOwnDevice } from '../support/own/own-device.ts';

/** The source of the copy, a breaker of the demo. */
const PATTERN = '861039034396009';

let program: Program;
let own: OwnDevice;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  program = await startDemo();
  own = await startOwnDevice(program);
  browser = await startBrowser();
  page = await (await openLook(browser, LOOKS[0]!)).newPage();
  await signIn(page, program.url, 'demo', program.demoPassword);
});
afterAll(async () => {
  await browser?.close();
  await own?.stop();
  await program?.stop();
});

const limit = () => page.getByRole('spinbutton', { name: 'Trips above' });
const copy = () => page.getByRole('region', { name: 'Copy from' });

async function openProtection(code: string): Promise<void> {
  await page.goto(`${program.url}/automatic?device=${code}`);
  await page.getByText('has answered.').waitFor();
}

describe('the copy of a breaker’s settings', () => {
  it('starts with a source whose settings trip above 271 V', async () => {
    await openProtection(PATTERN);
    await limit().fill('271');
    await page.getByRole('button', { name: 'Save…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Write and read back' }).click();
    await page.getByText('Saved and verified on').waitFor();
  });

  it('shows the changes before any is written', async () => {
    await openProtection(own.code);
    expect(await limit().inputValue()).not.toBe('271');
    await page.goto(`${program.url}/devicedeploy?device=${own.code}`);
    await copy().getByRole('combobox', { name: 'Another breaker' }).fill(PATTERN);
    await page.locator('.ant-select-item-option').first().click();
    await copy().getByRole('button', { name: 'Show differences' }).click();
    await copy()
      .getByRole('row', { name: /Over-voltage · Trips above.* 271/ })
      .waitFor();
  });

  it('contains only the selected protections, and is verified on the device', async () => {
    for (const part of ['Group', 'Tariff', 'Ratings', 'Timers', 'Dry contacts']) {
      const box = copy().getByRole('checkbox', { name: new RegExp(`^${part} `) });
      if (await box.isEnabled()) await box.uncheck();
    }
    await copy().getByRole('button', { name: 'Copy 1 part' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Copy 1 part' }).click();
    await copy().getByText('Protections: being written, see below').waitFor();
    const progress = copy().locator('.template-report progress');
    await expect
      .poll(() => progress.evaluate((bar: HTMLProgressElement) => bar.value === bar.max), {
        timeout: 20_000,
      })
      .toBe(true);
  });

  it('is confirmed by the values that the target device reports', async () => {
    await openProtection(own.code);
    await expect.poll(() => limit().inputValue()).toMatch(/^271(\.0)?$/);
  });
});
