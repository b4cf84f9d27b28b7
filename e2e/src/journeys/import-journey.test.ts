/**
 * Registration of new devices in a real browser: a file with errors, the corrected file, its
 * secrets, and the devices in the list; and one device registered on the form, up to the first
 * reading of a simulated device.
 */
import { readFileSync } from 'node:fs';
import type { Fleet } from '@busbar/simulator/fleet/fleet';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, openLook, signIn, startBrowser } from '../support/browser.ts';
import type { Program } from '../support/demo/program.ts';
import { startDemo } from '../support/demo/start-demo.ts';
import { connectDevice } from '../support/own/own-device.ts';

let program: Program;
let browser: Browser;
let page: Page;
let fleet: Fleet | undefined;

beforeAll(async () => {
  program = await startDemo();
  browser = await startBrowser();
  page = await (await openLook(browser, LOOKS[0]!)).newPage();
  await signIn(page, program.url, 'demo', program.demoPassword);
});
afterAll(async () => {
  await fleet?.stop();
  await browser?.close();
  await program?.stop();
});

const HEAD = 'Device code;Device name;Device type';

async function choose(rows: readonly string[]): Promise<void> {
  const buffer = Buffer.from(`\ufeff${[HEAD, ...rows].join('\r\n')}`);
  const file = { name: 'devices.csv', mimeType: 'text/csv', buffer };
  await page.locator('.import input[type="file"]').setInputFiles(file);
}

function connect(code: string, secret: string): void {
  fleet = connectDevice(program, { code, secret, type: 'MT61', slaveCount: 0, ratedCurrentA: 63 });
}

describe('an import of many devices', () => {
  it('is refused with row and column of each error', async () => {
    await page.goto(`${program.url}/deviceimport`);
    await choose(['JOURNEY000001;"Pump; house";MT61', 'short;Pump 2;MT61', ';Pump 3;MT99']);
    await page.getByText('3 cells with errors (rows in the file: 3)').waitFor();
    const problems = page.getByRole('region', { name: '3 problems' }).getByRole('row');
    expect(await problems.nth(1).textContent()).toMatch(/^3Device codeshort/);
    expect(await page.getByRole('button', { name: /^check Register/ }).count()).toBe(0);
  });

  it('registers the devices of the corrected file and shows their secrets once', async () => {
    await choose(['JOURNEY000001;"Pump; house";MT61', 'JOURNEY000002;Pump 2;MT61']);
    await page.getByRole('button', { name: 'Register 2 devices' }).click();
    await page.getByText('2 devices were registered').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the secrets' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(3);
    const [code, , secret] = lines[1]!.split(',');
    expect(code).toBe('JOURNEY000001');
    await page.reload();
    await page.getByRole('heading', { name: 'File format' }).waitFor();

    await page.goto(`${program.url}/devicemanage?keyword=JOURNEY00`);
    await page.getByText('Pump; house').first().waitFor();
    await page.getByText('JOURNEY000002').first().waitFor();
    // The device can connect with the secret from the file.
    connect(code!, secret!);
    await page.goto(`${program.url}/device?device=${code}&tab=live`);
    await page
      .getByText(/23\d\.\d|22\d\.\d/)
      .first()
      .waitFor();
    await fleet!.stop();
  });
});

describe('a single device', () => {
  it('is registered in three steps up to its first reading', async () => {
    await page.goto(`${program.url}/registerdevice`);
    await page.getByLabel('Device code').fill('JOURNEY000009');
    await page.getByLabel('Device type').click();
    await page.locator('.ant-select-item-option[title="MT61"]').click();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByLabel('Device name').fill('Crane 2');
    await page.getByLabel('Tariff').click();
    await page.locator('.ant-select-item-option').last().click();
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    const secret = await page
      .locator('.connection div', { hasText: 'Password' })
      .locator('bdi')
      .textContent();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByText('The device is not online yet. Check:').waitFor();
    connect('JOURNEY000009', secret!);
    await page.getByText('First reading arrived').waitFor();
  });
});
