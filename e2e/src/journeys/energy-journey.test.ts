/**
 * Consistent energy values: a tariff change from tomorrow leaves today's fee unchanged; an
 * administrator corrects a register that was reset, and card, chart, fee list, bill and explanation
 * change together. With a real browser against the built program and a meter over a real socket.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, openLook, signIn, startBrowser } from '../support/browser.ts';
import type { Program } from '../support/demo/program.ts';
import { startDemo } from '../support/demo/start-demo.ts';
import { type OwnCustomer, startOwnCustomer } from '../support/own/own-customer.ts';

const MINUTE_MS = 60_000;
const RATE = 'Workshop';

let program: Program;
let own: OwnCustomer;
let browser: Browser;
let page: Page;
let today: string;

beforeAll(async () => {
  program = await startDemo();
  own = await startOwnCustomer(program, {
    account: 'journey',
    rate: { name: RATE, price: '0.35' },
  });
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const before = (minutes: number) => now - minutes * MINUTE_MS;
  await own.report([
    { at: before(120), kwh: 523_000 },
    { at: before(100), kwh: 523_010 },
    { at: before(80), kwh: 523_020 },
    { at: before(60), kwh: 4 },
    { at: before(40), kwh: 14 },
    { at: before(20), kwh: 24 },
  ]);
  today = new Intl.DateTimeFormat('sv-SE', { timeZone: own.zone }).format(now);
  browser = await startBrowser();
  page = await (await openLook(browser, LOOKS[0]!)).newPage();
  page.setDefaultTimeout(15_000);
  await signIn(page, program.url, own.account, own.password);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const textOf = async (element: Locator): Promise<string> =>
  ((await element.textContent()) ?? '')
    .replaceAll('\u202F', ' ')
    .replaceAll(/[\u2066-\u2069]/g, '');

/** Returns today's energy and fee as displayed on every page. */
async function shown() {
  const go = (path: string) => page.goto(program.url + path);
  await go('/dashboard');
  const card = (name: string) => page.getByRole('region', { name }).locator('.amount-card__amount');
  await card('Energy today').getByText(/\d/).first().waitFor();
  const cardEnergy = await textOf(card('Energy today'));
  const cardFee = await textOf(card('Fee today'));
  // The text alternative of the chart for screen readers.
  const chart = page.locator('.months__chart tbody tr').nth(Number(today.slice(8)) - 1);
  const chartEnergy = await textOf(chart.locator('td').first());
  await go(`/feesdetail?device=${own.device.code}`);
  const day = page.getByRole('row', { name: new RegExp(today) });
  await day.waitFor();
  const dayEnergy = await textOf(day.getByRole('cell').nth(1));
  await go(`/bill?device=${own.device.code}`);
  const total = page.locator('.bill__total');
  await total.waitFor();
  const bill = await textOf(total);
  const billEnergy = await textOf(page.locator('.bill__lines tfoot td').first());
  await go(`/feesdetail?device=${own.device.code}&day=${today}`);
  const sums = page.getByRole('dialog').getByRole('table', { name: 'Energy and fee by band' });
  const explained = await textOf(sums.getByRole('row', { name: /^Total/ }));
  return { cardEnergy, cardFee, chartEnergy, dayEnergy, billEnergy, bill, explained };
}

const agreeing = (kwh: string, fee: string) => ({
  cardEnergy: expect.stringContaining(`${kwh} kWh`),
  cardFee: expect.stringContaining(fee),
  chartEnergy: kwh,
  dayEnergy: kwh,
  billEnergy: `${kwh} kWh`,
  bill: expect.stringContaining(fee),
  explained: expect.stringMatching(new RegExp(`${kwh} kWh.*${fee}`)),
});

describe('the energy of a register that was reset', () => {
  it('is the proven amount, identical on every page', async () => {
    // 20 kWh before the reset, 4 from zero to the first reading, 20 after it; 44 × 0.35 = 15.40.
    await expect
      .poll(shown, { timeout: 60_000, interval: 1000 })
      .toEqual(agreeing('44.00', '15.40'));
    const story = page.getByRole('dialog');
    await story.getByText(/The register was reset: it was at/).waitFor();
    await story.getByText(/version 1, in force from the beginning/).waitFor();
  });

  it('is not charged at the tariff that begins tomorrow', async () => {
    await page.goto(`${program.url}/rate`);
    const row = page.getByRole('row', { name: new RegExp(RATE) });
    await row.locator('.anticon-edit').click();
    const prices = page.locator('.rate-form__prices input');
    await prices.first().waitFor();
    for (const band of [0, 1, 2, 3]) await prices.nth(band).fill('9.9');
    await page.locator('.ant-modal-footer .ant-btn-primary').click();
    await page.locator('.ant-modal').waitFor({ state: 'detached' });
    await page.getByText(RATE, { exact: true }).first().click();
    await page.locator('.rate-version').nth(1).waitFor();
    // Energy that is reported later today is charged at today's price.
    await own.report([{ at: Date.now() - 5 * MINUTE_MS, kwh: 27 }]);
    await expect
      .poll(shown, { timeout: 60_000, interval: 1000 })
      .toEqual(agreeing('47.00', '16.45'));
  });

  it('is corrected by an administrator, after a preview and with a reason', async () => {
    await page.getByRole('dialog').getByRole('link', { name: 'Correct a step' }).click();
    const steps = page.getByRole('table', { name: 'Steps' });
    const falling = steps.getByRole('row').filter({ hasText: /The reading of .* confirmed it/ });
    await falling.getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('spinbutton').fill('10');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Read on the meter by hand');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    const effect = dialog.getByRole('table', { name: 'Before and after' });
    expect(await textOf(effect.getByRole('row').nth(1))).toMatch(
      /47\.00 kWh53\.00 kWh.*16\.45.*18\.55/,
    );
    await dialog.getByRole('button', { name: 'Confirm correction' }).click();
    await dialog.waitFor({ state: 'detached' });
    const list = page.getByRole('table', { name: 'Corrections of this device' });
    const row = await textOf(list.getByRole('row').nth(1));
    expect(row).toMatch(/Set to 10\.00 kWh.*journey.*Read on the meter by hand.*In force/);
  });

  it('is then the corrected amount, identical on every page', async () => {
    await expect
      .poll(shown, { timeout: 60_000, interval: 1000 })
      .toEqual(agreeing('53.00', '18.55'));
    const story = page.getByRole('dialog');
    await story
      .getByText(/counts .?10\.00\skWh/)
      .first()
      .waitFor();
    expect(await textOf(story)).toContain('Read on the meter by hand');
    expect(await textOf(story)).not.toContain('The register was reset');
  });

  it('has its correction in the operation log', async () => {
    await page.goto(`${program.url}/log`);
    const row = page.getByRole('row').filter({ hasText: own.device.name }).first();
    await row.waitFor();
    expect(await textOf(row)).toMatch(/correct/i);
  });

  it('is the proven amount again after the correction is withdrawn', async () => {
    await page.goto(`${program.url}/energy-repair?device=${own.device.code}`);
    await page.getByRole('button', { name: /^Withdraw the correction/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('The reading was another meter’s');
    await dialog.getByRole('button', { name: 'Withdraw correction' }).click();
    await dialog.waitFor({ state: 'detached' });
    const list = page.getByRole('table', { name: 'Corrections of this device' });
    await list.getByText('Withdrawn', { exact: true }).waitFor();
    await expect
      .poll(shown, { timeout: 60_000, interval: 1000 })
      .toEqual(agreeing('47.00', '16.45'));
  });
});
