/**
 * The protocol console in a real browser against a simulated device: the user builds and sends a
 * frame and reads the explained reply; a frame that switches requires confirmation, and the breaker
 * opens. The test also covers pasted frames and the history.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, openLook, signIn, startBrowser } from '../support/browser.ts';
import type { Program } from '../support/demo/program.ts';
import { startDemo } from '../support/demo/start-demo.ts';
import { type OwnDevice, startOwnDevice } from '../support/own/own-device.ts';

let program: Program;
let browser: Browser;
let page: Page;
let own: OwnDevice;

beforeAll(async () => {
  program = await startDemo();
  own = await startOwnDevice(program);
  browser = await startBrowser();
  page = await (await openLook(browser, LOOKS[0]!)).newPage();
  await signIn(page, program.url, 'demo', program.demoPassword);
  await page.goto(`${program.url}/command?device=${own.code}`);
});
afterAll(async () => {
  await browser?.close();
  await own?.stop();
  await program?.stop();
});

const fill = (name: string, text: string) => page.getByLabel(name, { exact: true }).fill(text);
const build = () => page.getByRole('button', { name: 'Build frame' }).click();
const send = () => page.getByRole('button', { name: 'Send', exact: true });
const request = () => page.getByRole('table', { name: 'Parsed info: request' });
const reply = () => page.getByRole('table', { name: 'Parsed info: reply' });

describe('the protocol console', () => {
  it('builds and sends a DL/T 645 frame and explains the reply of the meter', async () => {
    await fill('Address', 'AA');
    await fill('Data', '00FF0102');
    await build();
    await request().getByText('0201FF00', { exact: true }).waitFor();
    await send().click();
    const volts = reply().getByRole('row', { name: /Voltage, phase B/ });
    await volts.waitFor();
    expect(await volts.textContent()).toMatch(/2\d\d(\.\d)? V$/);
  });

  it('builds and sends a Modbus frame and explains the reply with the register addresses of the request', async () => {
    await page.getByText('Modbus RTU', { exact: true }).first().click();
    await fill('Address', String(((Number(own.code.slice(-3)) + 246) % 247) + 1));
    await fill('Data', '0000000d');
    await build();
    await request().getByText('request, read holding registers').waitFor();
    await send().click();
    await reply()
      .getByRole('row', { name: /Register, 12/ })
      .waitFor();
  });

  it('highlights the row of the focused byte', async () => {
    await page.locator('.byte-group').nth(3).focus();
    await page.locator('.parsed-table tr[data-active="true"]').first().waitFor();
  });

  it('requires confirmation before it sends a trip frame, which then opens the breaker', async () => {
    await page.getByText('DL/T 645-2007', { exact: true }).first().click();
    await fill('Command code', '1C');
    await fill('Data', '02000000000000001A00595923311299');
    await build();
    await request().getByText('trip', { exact: true }).waitFor();
    await send().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^Opens the breaker/).waitFor();
    expect(own.device.units[0]!.contact.closed).toBe(true);
    await dialog.getByRole('button', { name: 'Send frame' }).click();
    await reply().getByText('reply, trip, close or hold supply').waitFor();
    expect(own.device.units[0]!.contact.closed).toBe(false);
  });

  it('explains a pasted frame and lists its errors', async () => {
    await page.getByRole('tab', { name: 'Decode a frame' }).click();
    await fill('Frame to explain', '68 AA AA AA AA AA AA 68 11 04 33 33 34 33 AF 16');
    await page.getByText(/Wrong checksum/).waitFor();
  });

  it('stores sent frames, and reloads one of them', async () => {
    await page.getByRole('tab', { name: 'History' }).click();
    const rows = page.getByRole('region', { name: 'History' }).getByRole('row');
    await rows.nth(3).waitFor();
    await rows.nth(3).getByRole('button', { name: 'Replay' }).click();
    await request().getByText('0201FF00', { exact: true }).waitFor();
  });
});
