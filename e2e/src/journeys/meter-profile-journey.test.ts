/**
 * An administrator copies a shipped meter profile and makes a mistake in its scales, which the test
 * at the meter shows; the profile is saved nevertheless, and its readings are wrong. The corrected
 * profile leads to the recomputation of the meter, after which readings and energy are right. The DTU
 * and its meter are simulated over a real socket.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from '../support/ask.ts';
import { LOOKS, openLook, signIn, startBrowser } from '../support/browser.ts';
import type { Program } from '../support/demo/program.ts';
import { startDemo } from '../support/demo/start-demo.ts';
import { freePort } from '../support/free-port.ts';
import { type OwnDtu, startOwnDtu } from '../support/own/own-dtu.ts';
import { registerDevice } from '../support/own/register-device.ts';
import { settled } from '../support/pages/settled.ts';

const CODE = 'HF-90210000002';
const METER = 'Press shop';
const MODEL = 'DTSU666 of the hall';
const VOLTAGE = 'Voltage, phase A';
const ENERGY = 'Active energy, consumed';
/** The shortest poll interval. */
const INTERVAL_S = '10';
const WAIT = { timeout: 60_000, interval: 500 };

let program: Program;
let browser: Browser;
let page: Page;
let client: ApiClient;
let dtu: OwnDtu;

beforeAll(async () => {
  const port = await freePort();
  program = await startDemo({ DTU_PORT: String(port) });
  client = new ApiClient(program);
  await client.signIn('demo', program.demoPassword);
  const secret = await registerDevice(client, { code: CODE, name: 'Hall', type: 'HF-DTU' });
  const line = { protocol: 'modbus-rtu', baud: 9600, heartbeat: 'HB', needs_secret: true };
  await client.call('PUT', `/api/v2/serial-line/${CODE}`, line);
  dtu = startOwnDtu({ port, code: CODE, secret, meters: '1=chint-dtsu666' });
  browser = await startBrowser();
  page = await (await openLook(browser, LOOKS[0]!)).newPage();
  page.setDefaultTimeout(30_000);
  await signIn(page, program.url, 'demo', program.demoPassword);
});
afterAll(async () => {
  await browser?.close();
  await dtu?.stop();
  await program?.stop();
});

const region = (name: string) => page.getByRole('region', { name, exact: true });
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const press = (inside: Locator, name: string) =>
  inside.getByRole('button', { name, exact: true }).click();

async function choose(inside: Locator, label: string, text: string): Promise<void> {
  await inside.getByRole('combobox', { name: label }).fill(text);
  await page.locator('.ant-select-item-option', { hasText: text }).first().click();
}

/** Sets the divisor of a quantity in the opened editor. */
async function divide(editor: Locator, quantity: string, by: string): Promise<void> {
  await press(editor, `Change ${quantity}`);
  const row = dialog('Change quantity');
  await row.getByLabel('Divide by').fill(by);
  await press(row, 'Apply');
  await row.waitFor({ state: 'detached' });
}

interface Tested {
  readonly words: string;
  readonly value: number;
}

/** Reads the table from the meter; returns the words and the value that are shown for a quantity. */
async function tested(editor: Locator, quantity: string): Promise<Tested> {
  await editor.getByRole('button', { name: /Read from the meter$/ }).click();
  const row = editor.getByRole('row', { name: new RegExp(`^${quantity}`) });
  const cell = async (label: string) =>
    (await row.locator(`[data-label="${label}"]`).textContent()) ?? '';
  // An edited row has no result until it is read again.
  await expect.poll(() => cell('Raw words'), WAIT).toMatch(/^[0-9A-F]{4} [0-9A-F]{4}$/);
  return { words: await cell('Raw words'), value: Number.parseFloat(await cell('Value')) };
}

/** The float of two registers, high register first. */
function floatOf(words: string): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, Number.parseInt(words.replaceAll(' ', ''), 16));
  return view.getFloat32(0);
}

const meterOf = async () =>
  (await client.call('GET', '/api/v2/devices?ps=1000')).list.find(
    ({ parent_code: parent }: { parent_code: string | null }) => parent === CODE,
  );

/** kWh of today, as the platform has stored it. */
const energyToday = async (): Promise<number> => (await meterOf()).energy_today ?? 0;

/** Voltages of phase A in the list of readings of the meter. */
async function listedVoltages(): Promise<number[]> {
  const { device_code: code } = await meterOf();
  await page.goto(`${program.url}/device?device=${code}`);
  await settled(page);
  const table = region('Readings');
  const rows = table.locator('tr.data-table-row');
  await rows.first().waitFor();
  const heads = await table.locator('.ant-table-thead th').allTextContents();
  const at = heads.findIndex((head) => head.startsWith(VOLTAGE));
  const cells = await rows.locator(`:scope > :nth-child(${at + 1})`).allTextContents();
  return cells.map(Number.parseFloat).filter((value) => !Number.isNaN(value));
}

async function openEditor(): Promise<Locator> {
  await page.goto(`${program.url}/devices/${CODE}`);
  await settled(page);
  await press(region('Own meter profiles'), `Change Chint ${MODEL}`);
  const editor = dialog(`Chint ${MODEL}`);
  await editor.getByLabel('Maker').waitFor();
  return editor;
}

describe('a copied meter profile', () => {
  let wrongEnergy = 0;

  it('with a wrong scale shows it next to the raw words of the meter, and is saved', async () => {
    await page.goto(`${program.url}/devices/${CODE}`);
    await settled(page);
    await press(region('Own meter profiles'), 'Add profile');
    const editor = dialog('New meter profile');
    await choose(editor, 'Copy from', 'Chint DTSU666');
    await expect.poll(() => editor.getByLabel('Model').inputValue()).toBe('DTSU666 (copy)');
    await editor.getByLabel('Model').fill(MODEL);
    const right = await tested(editor, VOLTAGE);
    expect(right.value).toBeGreaterThan(200);
    expect(right.value).toBeCloseTo(floatOf(right.words) / 10, 1);

    await divide(editor, VOLTAGE, '100');
    await divide(editor, ENERGY, '10');
    const wrong = await tested(editor, VOLTAGE);
    expect(wrong.value).toBeLessThan(30);
    expect(wrong.value).toBeCloseTo(floatOf(wrong.words) / 100, 1);
    await press(editor, 'Save profile');
    await editor.waitFor({ state: 'detached' });
    await region('Own meter profiles').getByText(`Chint ${MODEL}`).waitFor();
  });

  it('reads a meter, whose readings and energy are wrong', async () => {
    await press(region('Meters on this line'), 'Add meter');
    const form = dialog('Add meter');
    await choose(form, 'Maker and model', MODEL);
    await form.getByLabel('Poll interval').fill(INTERVAL_S);
    await form.getByLabel('Device name').fill(METER);
    await press(form, 'Add meter');
    await form.waitFor({ state: 'detached' });
    // The second reading makes the first energy.
    await expect.poll(energyToday, WAIT).toBeGreaterThan(0);
    for (const value of await listedVoltages()) expect(value).toBeLessThan(30);
    wrongEnergy = await energyToday();
  });

  it('leads to the recomputation of the meter when it is corrected', async () => {
    const editor = await openEditor();
    await divide(editor, VOLTAGE, '10');
    await divide(editor, ENERGY, '1');
    await editor.getByText(/counting restarts at their next reading/).waitFor();
    await press(editor, 'Save profile');
    await editor.waitFor({ state: 'detached' });
    const notice = page
      .getByRole('status')
      .filter({ hasText: `keep the values that Chint ${MODEL} gave before the change` });
    await press(notice, `Recompute readings of ${METER}`);
    const recompute = dialog(`${METER}: recompute readings`);
    await press(recompute, 'Show preview');
    const changes = recompute.getByRole('region', { name: 'Changes' });
    await changes.waitFor();
    const change = changes.locator('.ltr', { hasText: '→' }).first();
    const registers = ((await change.textContent()) ?? '').replaceAll(/[^\d.→]+/g, '');
    const [before, after] = registers.split('→').map(Number);
    expect(after! / before!).toBeCloseTo(10, 1);
    await recompute.getByLabel('Reason').fill('The scale of the copy was wrong');
    await press(recompute, 'Recompute');
    await recompute.waitFor({ state: 'detached' });
    await notice.getByText('Recomputed').waitFor();
  });

  it('then has corrected readings and energy', async () => {
    const voltages = await listedVoltages();
    expect(voltages.length).toBeGreaterThan(1);
    for (const value of voltages) expect(value).toBeGreaterThan(200);
    await expect.poll(energyToday, WAIT).toBeGreaterThan(8 * wrongEnergy);
    const { device_code: code } = await meterOf();
    await page.goto(`${program.url}/devices/${code}`);
    const shown = async () => {
      const text = (await region('Energy and fees').textContent()) ?? '';
      return Number(/([\d.]+)\s*kWh/.exec(text)?.[1]);
    };
    await expect
      .poll(async () => Math.abs((await shown()) - (await energyToday())), WAIT)
      .toBeLessThan(0.2);
  });
});
