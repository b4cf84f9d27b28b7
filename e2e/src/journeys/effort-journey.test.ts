/**
 * Everyday tasks of an operator with a bound on their effort: clicks from the dashboard or from the
 * page of the task, and keys after the name of a breaker. Each task is also checked by its result.
 */
import { formatLocal } from '@busbar/domain/calendar';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, tokenOf } from '../support/ask.ts';
import { LOOKS, openLook, signIn, startBrowser } from '../support/browser.ts';
import type { Program } from '../support/demo/program.ts';
import { startDemo } from '../support/demo/start-demo.ts';
import { beginTask } from '../support/effort.ts';
import { startOwnCustomer } from '../support/own/own-customer.ts';
import { type OwnDevice, startOwnDevice } from '../support/own/own-device.ts';
import { settled } from '../support/pages/settled.ts';

let program: Program;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let own: OwnDevice;

beforeAll(async () => {
  program = await startDemo();
  own = await startOwnDevice(program);
  browser = await startBrowser();
  context = await openLook(browser, LOOKS[0]!);
  page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await signIn(page, program.url, 'demo', program.demoPassword);
});
afterAll(async () => {
  await browser?.close();
  await own?.stop();
  await program?.stop();
});

const HOUR_MS = 3_600_000;
const begin = (path: string) => beginTask(page, program, path);
const palette = () => page.getByRole('dialog', { name: /^Search pages/ });
const card = (name: string) => page.getByRole('article', { name });
const stateOf = (name: string) =>
  card(name)
    .getByRole('region', { name: /Last command/ })
    .getByText('Confirmed', { exact: true })
    .first();

describe('an everyday task takes few clicks', () => {
  it('the breaker with the highest load: 1', async () => {
    const task = await begin('/dashboard');
    const token = await tokenOf(program, 'demo', program.demoPassword);
    const { data } = await ask(program, token, 'GET', '/api/v2/dashboard-now');
    await task.click(page.getByRole('region', { name: 'Highest load' }).getByRole('link').first());
    await page.waitForURL(/\/devices\/\w+/);
    const codes = data.top_loads.map((row: { device_code: string }) => row.device_code);
    expect(codes).toContain(new URL(page.url()).pathname.split('/')[2]);
    expect(task.clicks()).toBeLessThanOrEqual(1);
  });

  it('to open a breaker and see it confirmed: 4 and a word', async () => {
    const name = 'Nanjing Office tower';
    const task = await begin('/dashboard');
    await task.click(page.getByRole('button', { name: /^Search/ }).first());
    await page.keyboard.type(name);
    await task.click(palette().getByRole('option', { name }).first());
    await task.click(card(name).getByRole('button', { name: 'Open breaker', exact: true }));
    await task.click(page.getByRole('dialog').getByRole('button', { name: 'Open breaker' }));
    await stateOf(name).waitFor();
    expect(task.clicks()).toBeLessThanOrEqual(4);
  });

  it('to change the over-voltage limit of a breaker: 6', async () => {
    const name = 'Nanjing Workshop';
    const task = await begin('/automatic');
    await task.click(page.getByRole('treeitem', { name }));
    await page.getByText(`${name} has answered.`).waitFor();
    await page.getByRole('spinbutton', { name: 'Trips above' }).fill('270');
    await task.click(page.getByRole('button', { name: 'Save…' }));
    await task.click(page.getByRole('dialog').getByRole('button', { name: 'Write and read back' }));
    await page.getByText(`Saved and verified on ${name}.`).waitFor();
    expect(task.clicks()).toBeLessThanOrEqual(6);
  });

  it('to acknowledge an alarm: 2', async () => {
    const task = await begin('/dashboard');
    const latest = page.getByRole('region', { name: 'Latest alarms' });
    await task.click(latest.getByRole('button', { name: /^Acknowledge/ }).first());
    const dialog = page.getByRole('dialog', { name: 'Acknowledge this alarm?' });
    await task.click(dialog.getByRole('button', { name: 'Acknowledge', exact: true }));
    await latest.getByText('Acknowledged', { exact: true }).first().waitFor();
    expect(task.clicks()).toBeLessThanOrEqual(2);
  });

  it('last month as XLSX: 3', async () => {
    const task = await begin('/feesselect');
    await task.click(page.locator('.period-field input').first());
    await task.click(page.locator('.ant-picker-presets').getByText('Last month', { exact: true }));
    const saving = page.waitForEvent('download');
    await task.click(page.getByRole('button', { name: /XLSX/ }));
    expect((await saving).suggestedFilename()).toMatch(/\.xlsx$/);
    expect(task.clicks()).toBeLessThanOrEqual(3);
  });

  it('to read a meter in the protocol console: 4 and the data', async () => {
    const task = await begin('/command');
    await task.choose(page.getByRole('combobox', { name: 'Device' }), own.code, own.code);
    await page.getByLabel('Data', { exact: true }).fill('00FF0102');
    await task.click(page.getByRole('button', { name: 'Build frame' }));
    await task.click(page.getByRole('button', { name: 'Send', exact: true }));
    const reply = page.getByRole('table', { name: 'Parsed info: reply' });
    const volts = reply.getByRole('row', { name: /Voltage, phase B/ });
    expect(await volts.textContent()).toMatch(/2\d\d(\.\d)? V$/);
    expect(task.clicks()).toBeLessThanOrEqual(4);
  });
});

describe('the keyboard alone', () => {
  it('opens a breaker with at most 8 keys after its name', async () => {
    const name = 'Hangzhou Workshop';
    await page.goto(`${program.url}/dashboard`);
    await settled(page);
    await page.keyboard.press('Control+k');
    await page.keyboard.type(name);
    await palette().getByRole('option', { name }).first().waitFor();
    let keys = 0;
    const press = async (key: string) => {
      keys += 1;
      await page.keyboard.press(key);
    };
    await press('Enter');
    const open = card(name).getByRole('button', { name: 'Open breaker', exact: true });
    await open.waitFor();
    await settled(page);
    const isFocused = (what: Locator) => what.evaluate((one) => one === document.activeElement);
    while (!(await isFocused(open)) && keys < 20) await press('Tab');
    await press('Enter');
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Open breaker' });
    await confirm.waitFor();
    await settled(page);
    while (!(await isFocused(confirm)) && keys < 20) await press('Tab');
    await press('Enter');
    await stateOf(name).waitFor();
    console.log(`keys after the name: ${keys}`);
    expect(keys).toBeLessThanOrEqual(8);
  });
});

it('the bill of last month, and why it is more than before: 4', async () => {
  const customer = await startOwnCustomer(program, {
    account: 'effort',
    rate: { name: 'Workshop', price: '0.35' },
  });
  const [last, before] = monthsBefore(customer.zone);
  await customer.report([
    { at: before + 12 * HOUR_MS, kwh: 1_000 },
    { at: before + 300 * HOUR_MS, kwh: 1_020 },
    { at: last + 12 * HOUR_MS, kwh: 1_020 },
    { at: last + 300 * HOUR_MS, kwh: 1_050 },
    { at: Date.now() - HOUR_MS, kwh: 1_050 },
  ]);
  const token = await tokenOf(program, customer.account, customer.password);
  const ended = async () => (await ask(program, token, 'GET', '/api/v2/settlement')).data.ended;
  await expect.poll(async () => (await ended())[0]?.ept, { interval: 1_000 }).toBe(30);
  const month = (await ended())[0].start;

  const own = await (await openLook(browser, LOOKS[0]!)).newPage();
  own.setDefaultTimeout(30_000);
  await signIn(own, program.url, customer.account, customer.password);
  const task = await beginTask(own, program, '/dashboard');
  const menu = own.getByRole('navigation', { name: 'Main navigation' });
  await task.click(menu.getByRole('menuitem', { name: 'Fee management' }));
  await task.click(menu.getByRole('link', { name: 'Settlement configuration' }));
  await task.click(
    own.getByRole('row').filter({ hasText: month }).getByRole('link', { name: 'Calculation' }),
  );
  const why = own.getByRole('region', { name: 'Why more than before' });
  await why.waitFor();
  expect(textOf(await why.textContent())).toMatch(/¥ 3\.50 more .*10\.00 kWh more\+¥ 3\.50/);
  await task.click(own.getByRole('button', { name: /^Calculation/ }).first());
  const sums = own.getByRole('dialog').getByRole('table', { name: 'Energy and fee by band' });
  const total = await sums.getByRole('row', { name: /^Total/ }).textContent();
  expect(textOf(total)).toMatch(/30\.00 kWh.*10\.50/);
  expect(task.clicks()).toBeLessThanOrEqual(4);
  await own.context().close();
});

describe('the command palette', () => {
  beforeAll(async () => {
    // The tab of a setting opens for the device that the user chose last.
    await page.goto(`${program.url}/automatic?device=${own.code}`);
    await settled(page);
  });

  /** Opens the palette by its keys and clicks the first entry of this name. */
  async function find(where: Page, words: string, entry: RegExp) {
    const task = await beginTask(where, program, '/dashboard');
    await where.keyboard.press('Control+k');
    await where.keyboard.type(words);
    await task.click(where.getByRole('dialog').getByRole('option', { name: entry }).first());
    expect(task.clicks()).toBeLessThanOrEqual(1);
  }
  const isAt = (where: Page, path: RegExp) =>
    where.waitForURL(({ pathname, search }) => path.test(pathname + search));

  it.each([
    ['bill', /^Electricity bill/, /^\/bill/, 'heading', 'Electricity bill'],
    ['xlsx', /^Reports as a file/, /^\/data-report/, 'radio', 'XLSX'],
    ['over-voltage', /^Over-voltage protection/, /tab=overVoltage/, 'tab', 'Over-voltage'],
  ] as const)('finds %s with 1 click', async (words, entry, path, role, name) => {
    await find(page, words, entry);
    await isAt(page, path);
    await page.getByRole(role, { name }).first().waitFor();
  });

  it('finds "open suzhou" with 1 click, and asks before it switches', async () => {
    await find(page, 'open suzhou', /^Open breaker .*Suzhou/);
    await page.waitForURL(/\/devices\/[^/]+\/control/);
    const dialog = page.getByRole('dialog', { name: /^Open .*Suzhou.*\?/ });
    await dialog.getByRole('button', { name: 'Open breaker' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it.each([
    ['账单', /^电费账单/, /^\/bill/],
    ['过压', /^过压保护/, /tab=overVoltage/],
    ['导出', /^报表文件/, /^\/data-report/],
    ['分闸 suzhou', /Suzhou/, /^\/devices\/[^/]+\/control/],
  ] as const)('finds the Chinese words %s with 1 click', async (words, entry, path) => {
    const chinese = await (await openLook(browser, { ...LOOKS[0]!, language: 'zh' })).newPage();
    await signIn(chinese, program.url, 'demo', program.demoPassword);
    await find(chinese, words, entry);
    await isAt(chinese, path);
    await settled(chinese);
    expect(await chinese.locator('main').textContent()).toMatch(/\p{Script=Han}/u);
    await chinese.context().close();
  });
});

/** Without the invisible bidirectional control characters around values. */
const textOf = (text: string | null) =>
  (text ?? '').replaceAll('\u202F', ' ').replaceAll(/[\u2066-\u2069]/g, '');

/** Midnight UTC of the first day of last month and of the month before, as dated in a time zone. */
function monthsBefore(zone: string): [last: number, before: number] {
  const [year = 0, month = 1] = formatLocal(Date.now(), zone).split('-').map(Number);
  const at = (back: number) => Date.UTC(year, month - 1 - back, 1);
  return [at(1), at(2)];
}
