/**
 * A protection template in the browser: it is created from a breaker, edited field by field,
 * compared with two breakers and written to them, with a report for each. Against the built
 * programs with their simulated fleet.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, openLook, signIn, startBrowser } from './support/browser.ts';
import type { Program } from './support/demo/program.ts';
import { startDemo } from './support/demo/start-demo.ts';

const SOURCE = { code: '861039034396009', name: 'Hangzhou Cold store (silent for a week)' };
const OTHER = 'Suzhou Workshop (meter replaced)';

let program: Program;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  program = await startDemo();
  browser = await startBrowser();
  page = await (await openLook(browser, LOOKS[0]!)).newPage();
  await signIn(page, program.url, 'demo', program.demoPassword);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

/** Starts a run for the two breakers, and returns its report once it has ended. */
async function runAgainstBoth(button: 'Compare…' | 'Write…', confirm: string) {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  const choice = dialog.getByRole('combobox');
  for (const name of [SOURCE.name, OTHER]) {
    await choice.fill(name);
    await page.getByTitle(name).last().click();
  }
  await choice.press('Escape');
  await dialog.getByRole('button', { name: confirm }).click();
  await page.waitForURL(/run=/);
  const progress = page.getByRole('progressbar');
  await expect.poll(() => progress.getAttribute('value'), { timeout: 60_000 }).toBe('2');
  const line = async (name: string) =>
    (await page.getByRole('listitem').filter({ hasText: name }).textContent())?.replaceAll(
      /\s+/g,
      ' ',
    );
  return [await line(SOURCE.name), await line(OTHER)];
}

describe('a protection template', () => {
  it('is created from the values of a breaker', async () => {
    await page.goto(`${program.url}/automatic?device=${SOURCE.code}`);
    await page.getByText(`${SOURCE.name} has answered.`).waitFor();
    await page.goto(`${program.url}/protection-templates`);
    await page.getByRole('button', { name: 'Add template…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Feeders');
    await dialog.getByRole('combobox', { name: 'Copy settings from' }).fill(SOURCE.name);
    await page.getByTitle(SOURCE.name).click();
    await dialog.getByRole('checkbox', { name: 'Over-voltage' }).waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Feeders', { exact: true }).waitFor();
  });

  it('is edited field by field, and refuses values that no breaker accepts', async () => {
    await page.getByRole('button', { name: 'Edit…' }).click();
    const field = page.getByRole('spinbutton', { name: 'Trips above' });
    await field.fill('301');
    await page.getByText('Correct these sets: Over-voltage').waitFor();
    expect(await page.getByRole('button', { name: 'Save template' }).isDisabled()).toBe(true);
    await field.fill('281.5');
    await page.getByRole('button', { name: 'Save template' }).click();
    await page.getByText(/^Saved\. Breakers change only/).waitFor();
    await page.reload();
    await expect.poll(() => field.inputValue()).toBe('281.5');
    await page.getByRole('button', { name: 'All templates' }).click();
  });

  it('differs from both breakers in the edited field only', async () => {
    const lines = await runAgainstBoth('Compare…', 'Compare 2');
    for (const line of lines) {
      expect(line).toMatch(/Different.*Trips above: template 281\.5 V, device \d+\.\d V/);
      expect(line).not.toContain('Resets below');
    }
    await page.getByRole('button', { name: 'All templates' }).click();
  });

  it('is written to both breakers, read back, and equals both afterwards', async () => {
    for (const line of await runAgainstBoth('Write…', 'Write to 2')) {
      expect(line).toContain('As in the template');
    }
    await page.getByRole('button', { name: 'All templates' }).click();
    for (const line of await runAgainstBoth('Compare…', 'Compare 2')) {
      expect(line).toContain('As in the template');
    }
  });
});
