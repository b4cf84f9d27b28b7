/**
 * A protection from its settings to the breaker card: over-voltage is set to 275 V, the supply
 * rises to 281 V, and the card shows the trip, the alarm and the reclosing, all on one page without
 * a reload. With a real browser against the built program and a device over a real socket.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, openLook, signIn, startBrowser } from '../support/browser.ts';
import type { Program } from '../support/demo/program.ts';
import { startDemo } from '../support/demo/start-demo.ts';
import { type OwnDevice, startOwnDevice } from '../support/own/own-device.ts';
import { onReceivedEvent } from '../support/pages/received-events.ts';

const NAME = 'Simulated 1';

let program: Program;
let own: OwnDevice;
let browser: Browser;
let page: Page;
/** Voltages of phase A that the page has received. */
const heardVolts: unknown[] = [];

beforeAll(async () => {
  program = await startDemo();
  own = await startOwnDevice(program);
  browser = await startBrowser();
  page = await (await openLook(browser, LOOKS[0]!)).newPage();
  onReceivedEvent(page, hear);
  await signIn(page, program.url, 'demo', program.demoPassword);
});
afterAll(async () => {
  await browser?.close();
  await own?.stop();
  await program?.stop();
});

function hear(event: Record<string, unknown>): void {
  if (event.deviceCode !== own.code || event.msgType !== 'VARIABLE') return;
  heardVolts.push(JSON.parse(String(event.message)).volPa);
}

const card = () => page.getByRole('article', { name: NAME });
const alarms = () => card().getByRole('status', { name: 'Alarms' });
const supply = (volts: number | undefined) =>
  own.device.disturb(
    { voltageV: volts === undefined ? undefined : { A: volts, B: 230, C: 230 } },
    Date.now(),
  );

describe('the over-voltage protection', () => {
  it('is set to trip above 275 V, with short delays', async () => {
    await page.goto(`${program.url}/automatic?device=${own.code}`);
    await page.getByText(`${NAME} has answered.`).waitFor();
    for (const [name, value] of [
      ['Trips above', '275'],
      ['Trip delay', '200'],
      ['Reset delay', '2'],
    ] as const) {
      await page.getByRole('spinbutton', { name }).fill(value);
    }
    await page.getByRole('button', { name: 'Save…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Write and read back' }).click();
    await page.getByText(`Saved and verified on ${NAME}.`).waitFor();
  });

  it('leaves the breaker closed without an alarm at first', async () => {
    await page.goto(`${program.url}/devicecontrol?device=${own.code}`);
    await card().getByText('Closed', { exact: true }).waitFor();
    expect(await alarms().textContent()).toBe('');
    // A property of the window that a reload of the page would remove.
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  });

  it('does not trip at 274 V', async () => {
    supply(274);
    await expect.poll(() => heardVolts).toContain(274);
    await card().getByText('Closed', { exact: true }).waitFor();
    expect(await alarms().textContent()).toBe('');
  });

  it('trips at 281 V, with a fault as the cause and an alarm', async () => {
    supply(281);
    await card().getByText('Open', { exact: true }).first().waitFor();
    await card().getByText('tripped on a fault', { exact: true }).waitFor();
    await alarms().getByText('Over-voltage', { exact: true }).waitFor();
    const text = (await alarms().textContent())?.replaceAll(/\s+/g, ' ');
    expect(text?.replaceAll(/[\u2066\u2069]/g, '')).toMatch(
      /^Alarm.*281 V on phase A, limit 275 V/,
    );
  });

  it('recloses the breaker when the over-voltage is over, and the alarm ends', async () => {
    supply(undefined);
    await card().getByText('by automatic reclosing', { exact: true }).waitFor();
    await card().getByText('Closed', { exact: true }).waitFor();
    await expect.poll(() => alarms().textContent()).toBe('');
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  });
});
