/**
 * The data of a device in a real browser: two devices are compared, the displayed data is exported
 * and compared value by value, another period is overlaid, and the images of the charts are decoded
 * pixel by pixel. A third-party spreadsheet program opens the exported files.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Download, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { officeIsPresent, openFiles } from '../../../apps/server/test/reports/office.ts';
import { ask, tokenOf } from '../support/ask.ts';
import { LOOKS, openLook, signIn, startBrowser } from '../support/browser.ts';
import type { Program } from '../support/demo/program.ts';
import { startDemo } from '../support/demo/start-demo.ts';
import { picturePixels } from '../support/pages/picture-pixels.ts';

const DEVICE = '861039034259008';
const DAY_MS = 86_400_000;
/** Time zone offset of the demo customer; the times in URLs are in this zone. */
const ZONE_MS = 8 * 3_600_000;

let program: Program;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  program = await startDemo();
  browser = await startBrowser();
  page = await (await openLook(browser, LOOKS[0]!)).newPage();
  page.setDefaultTimeout(20_000);
  await signIn(page, program.url, 'demo', program.demoPassword);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const daysAgo = (days: number) =>
  new Date(Date.now() + ZONE_MS - days * DAY_MS).toISOString().slice(0, 10);

async function saved(button: string): Promise<Download> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return saving;
}

describe('a chart that compares two devices', () => {
  let lines: string[][];

  it('shows the second device next to the first', async () => {
    const span = `range=custom&from=${daysAgo(2)} 06:00:00&to=${daysAgo(2)} 12:00:00`;
    await page.goto(`${program.url}/device?device=${DEVICE}&tab=compare&field=voltageA&${span}`);
    const legend = page.locator('.compare-legend button');
    await legend.first().waitFor();
    await expect.poll(() => page.locator('.data-table .ant-table-row').count()).toBe(13);
    await page.getByRole('combobox', { name: 'Compare with' }).fill('Hangzhou Data');
    await page.locator('.ant-select-item-option').first().click();
    await page.keyboard.press('Escape');
    await expect.poll(() => legend.count()).toBe(2);
    await expect.poll(() => page.url()).toContain('with=');
  });

  it('is exported as it is displayed', async () => {
    const rows = page.locator('.data-table .ant-table-row');
    await expect.poll(() => page.locator('.history__panels[aria-busy="true"]').count()).toBe(0);
    const shown: string[][] = [];
    for (const row of await rows.all()) {
      shown.push(await row.getByRole('cell').allTextContents());
    }
    const download = await saved('Save Voltage, phase A as CSV');
    expect(download.suggestedFilename()).toMatch(/^busbar-voltageA-.*\.csv$/);
    const text = readFileSync(await download.path(), 'utf8');
    lines = text
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    const total = Number(
      (await page.locator('.data-table-total').textContent())?.replace(/\D/g, ''),
    );
    expect(lines.length - 1).toBe(total);
    expect(shown).toHaveLength(13);
    for (const [at, [time, ...values]] of shown.entries()) {
      const [moment, ...ends] = lines[at + 1]!;
      expect(moment).toBe(`${time} +08:00`);
      expect(ends.map((end) => end || '–')).toEqual(
        values.flatMap((value) => {
          const [low, high = low] = value.split(' … ');
          return [low, high];
        }),
      );
    }
  });

  it('omits a hidden line from both exports', async () => {
    await page.locator('.compare-legend button').nth(1).press('Enter');
    await expect.poll(() => page.locator('.data-table .ant-table-thead th').count()).toBe(2);
    const download = await saved('Save Voltage, phase A as CSV');
    const [head] = readFileSync(await download.path(), 'utf8').split('\r\n');
    // A name may contain a comma, so the columns are counted by their unit.
    expect(head!.match(/\(V\)/g)).toHaveLength(2);
    await page.locator('.compare-legend button').nth(1).press('Enter');
  });

  it('overlays the day before, and is exported as an image', async () => {
    await page.getByRole('combobox', { name: 'Other period' }).click();
    await page.locator('.ant-select-item-option', { hasText: 'one day earlier' }).click();
    await page.getByText(/^Dashed lines: one day earlier/).waitFor();
    await expect.poll(() => page.locator('.compare-legend button').count()).toBe(4);
    const download = await saved('Save Voltage, phase A as a PNG image');
    const bytes = readFileSync(await download.path());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(bytes.readUInt32BE(16)).toBe(1200);
    // The image is not blank: the lines of four series do not compress to a small file.
    expect(bytes.length).toBeGreaterThan(20_000);
  });
});

describe.skipIf(!officeIsPresent)('a spreadsheet program', () => {
  const opened = (bytes: Buffer) => {
    const folder = mkdtempSync(join(tmpdir(), 'busbar-office-'));
    try {
      return openFiles(folder, new Map([['file.csv', bytes]])).get('file.csv')![0]!.rows;
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  it('recognizes times and numbers in an exported chart', async () => {
    const bytes = readFileSync(await (await saved('Save Voltage, phase A as CSV')).path());
    const [, ...rows] = opened(bytes);
    const [, ...lines] = bytes.toString('utf8').trim().split('\r\n');
    const cells = lines.map((line) => {
      const all = line.split(',').map((text) => (/^\d+\.\d$/.test(text) ? Number(text) : text));
      while (all.at(-1) === '') all.pop();
      return all.map((cell) => (cell === '' ? null : cell));
    });
    expect(cells.flat().filter((cell) => typeof cell === 'number').length).toBeGreaterThan(100);
    expect(rows).toEqual(cells);
  });

  it('shows the same values as the server in an exported device list', async () => {
    await page.goto(`${program.url}/devicemanage?cols=name,code,type`);
    await page.locator('.ant-table-row').first().waitFor();
    const bytes = readFileSync(await (await saved('Export as CSV')).path());
    const [, ...rows] = opened(bytes);
    const token = await tokenOf(program, 'demo', program.demoPassword);
    const { data } = await ask(program, token, 'GET', '/api/v2/devices?ps=1000');
    expect(data.list.length).toBeGreaterThan(5);
    expect(rows.map((row) => row.map(String))).toEqual(
      data.list.map((row: Record<string, string>) => [
        row['device_name'],
        row['device_code'],
        row['device_type'],
      ]),
    );
  });
});

describe('an exported image', () => {
  /**
   * Color of the curve and of the cell with the highest value in the light theme; the phases are
   * amber, green, red.
   */
  const STRONG = '#1259c0';
  const PHASES = ['#d9a400', '#2e9e5b', '#d64545'];
  const GROUND = '#ffffff';

  const pixelsOf = async (button: string) => {
    const download = await saved(button);
    expect(download.suggestedFilename()).toMatch(/^busbar-.*\.png$/);
    return picturePixels(page, readFileSync(await download.path()));
  };

  it('of the load duration contains its curve', async () => {
    await page.goto(`${program.url}/device?device=${DEVICE}&tab=load&range=7d`);
    const { width, ground, colors } = await pixelsOf('Save Load duration as a PNG image');
    expect(width).toBe(1200);
    expect(ground).toBe(GROUND);
    // The curve is two pixels high over the full width; the legend has this color too.
    expect(colors[STRONG]).toBeGreaterThan(1000);
  });

  it('of the load by hour and day contains its cells', async () => {
    const { width, height, ground, colors } = await pixelsOf(
      'Save Load by hour and day as a PNG image',
    );
    expect(width).toBe(1200);
    expect(ground).toBe(GROUND);
    // At least the cell with the highest mean is filled with this color, except for its digits.
    expect(colors[STRONG]).toBeGreaterThan(400);
    expect(colors[GROUND]!).toBeLessThan(0.7 * width * height);
  });

  it('of the phasor diagram contains an arrow of each phase', async () => {
    await page.goto(`${program.url}/device?device=${DEVICE}&tab=live`);
    const { width, ground, colors } = await pixelsOf('Save Phasors as a PNG image');
    expect(width).toBe(1200);
    expect(ground).toBe(GROUND);
    for (const color of PHASES) expect(colors[color]).toBeGreaterThan(500);
  });
});
