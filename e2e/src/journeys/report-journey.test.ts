/**
 * A report from the request to the file: two devices are selected on the screen, an XLSX file is
 * downloaded by a real browser through its link, read back, and compared value by value with the
 * fee query.
 */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readXlsx } from '../../../apps/server/test/reports/read-files.ts';
import { LOOKS, openLook, signIn, startBrowser } from '../support/browser.ts';
import { passMidnight } from '../support/demo/pass-midnight.ts';
import type { Program } from '../support/demo/program.ts';
import { startDemo } from '../support/demo/start-demo.ts';

/** Default number of days in the form and the fee query, including today. */
const DAYS = 7;
/** Time zone of the demo customer. */
const ZONE = 'Asia/Shanghai';
/**
 * Maximum duration of the run, which must not pass midnight, because the file and the fee query
 * must cover the same seven days.
 */
const RUN_MS = 180_000;
const SETUP_LIMIT_MS = 420_000;

let program: Program;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  await passMidnight(ZONE, RUN_MS);
  program = await startDemo();
  browser = await startBrowser();
  page = await (await openLook(browser, LOOKS[0]!)).newPage();
  page.setDefaultTimeout(20_000);
  await signIn(page, program.url, 'demo', program.demoPassword);
}, SETUP_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

/** Returns the displayed energy or fee, each with its four bands, of each day of the last week. */
async function shownDays(device: string, tab: 'energy' | 'bill'): Promise<Map<string, number[]>> {
  await page.goto(`${program.url}/feesselect?days=7&device=${device}&tab=${tab}`);
  const rows = page.locator('.ant-table-row');
  await rows.first().waitFor();
  const days = new Map<string, number[]>();
  for (const row of await rows.all()) {
    const [date, , ...cells] = await row.getByRole('cell').allTextContents();
    days.set(date!, cells.slice(0, 5).map(numberIn));
  }
  return days;
}

const numberIn = (text: string) => Number(text.replace('−', '-').replaceAll(/[^\d.-]/g, ''));

/** Returns the codes of the first two devices that the form offers; the list remains open. */
async function offered(): Promise<string[]> {
  await page.locator('.user-button').click();
  await page.getByRole('menuitem', { name: 'Export report' }).click();
  await page.getByRole('radio', { name: 'Selected devices' }).check();
  await page.getByRole('combobox', { name: 'Select devices' }).click();
  const options = page.locator('.ant-select-item-option .code');
  await options.nth(1).waitFor();
  return (await options.allTextContents()).slice(0, 2);
}

/**
 * Waits until the values of all days but today of both devices are final; a program that has just
 * started is still computing them.
 */
async function settledDays(codes: readonly string[]): Promise<void> {
  let before = '';
  const isSettled = async () => {
    const all = [];
    for (const code of codes) {
      for (const tab of ['energy', 'bill'] as const) {
        const days = [...(await shownDays(code, tab))].sort().slice(0, -1);
        all.push(days);
      }
    }
    const now = JSON.stringify(all);
    const isSame = all.every((days) => days.length === DAYS - 1) && now === before;
    before = now;
    return isSame;
  };
  await expect.poll(isSettled, { timeout: 90_000, interval: 2_000 }).toBe(true);
}

describe('an energy report', () => {
  let codes: string[];
  let file: string;
  let fileName: string;

  it("is requested for two devices from the user's panel", async () => {
    codes = await offered();
    await settledDays(codes);
    expect(await offered()).toEqual(codes);
    for (const index of [0, 1]) await page.locator('.ant-select-item-option').nth(index).click();
    await page.keyboard.press('Escape');
    await page.getByText('2 of at most 500 selected').waitFor();
    await page.getByRole('button', { name: 'Create report' }).click();
    await page.locator('.report-row[data-state="done"]').waitFor();
  });

  it('is still listed after leaving the page, and is downloaded', async () => {
    await page.goto(`${program.url}/log`);
    await page.goto(`${program.url}/data-report`);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download: Energy/ }).click();
    const download = await saving;
    fileName = download.suggestedFilename();
    file = await download.path();
    expect(fileName).toMatch(/^Busbar-Demo-energy-\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.xlsx$/);
  });

  it('has the same values as the fee query', async () => {
    const sheet = readXlsx(readFileSync(file)).sheets[1]!;
    const rows = sheet.rows.slice(1).map((row) => row.map(({ value }) => value));
    expect(new Set(rows.map((row) => row[2]))).toEqual(new Set(codes));
    // Today's values still change during the test.
    const today = fileName.slice(-15, -5);
    let compared = 0;
    for (const code of codes) {
      const energy = await shownDays(code, 'energy');
      const fees = await shownDays(code, 'bill');
      const own = rows.filter((row) => row[2] === code);
      expect(own).toHaveLength(energy.size);
      for (const row of own) {
        const day = dayText(row[0]);
        if (day === today) continue;
        expect([day, row.slice(3, 8)]).toEqual([day, energy.get(day)]);
        expect([day, row.slice(8, 13)]).toEqual([day, fees.get(day)]);
        compared += 1;
      }
    }
    expect(compared).toBe(2 * (DAYS - 1));
  });

  it('is deleted', async () => {
    await page.goto(`${program.url}/data-report`);
    await page.getByRole('button', { name: /^Delete: Energy/ }).click();
    await page.locator('.report-row[data-state="cancelled"]').waitFor();
    expect(await page.getByRole('button', { name: /^Download/ }).count()).toBe(0);
  });
});

/** Converts a date of the sheet, which is counted in days from 1899-12-30. */
function dayText(cell: string | number | null | undefined): string {
  return new Date(Date.UTC(1899, 11, 30) + Number(cell) * 86_400_000).toISOString().slice(0, 10);
}
