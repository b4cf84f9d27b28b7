/**
 * Everyday tasks with a bound on their effort: clicks from the dashboard or from the page of the
 * task, and keys after the name of a breaker. Each task is also judged by its result.
 */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, tokenOf } from '../support/ask.ts';
import { LOOKS, openLook, signIn, startBrowser } from '../support/browser.ts';
import type { Program } from '../support/demo/program.ts';
import { startDemo } from '../support/demo/start-demo.ts';
import { settled } from '../support/pages/settled.ts';

let program: Program;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  program = await startDemo();
  browser = await startBrowser();
  context = await openLook(browser, LOOKS[0]!);
  page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await signIn(page, program.url, 'demo', program.demoPassword);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

/** Starts a task on this page; returns a function that clicks, and the clicks so far. */
async function begin(path: string) {
  await page.goto(program.url + path);
  await settled(page);
  let clicks = 0;
  return {
    clicks: () => clicks,
    async click(what: Locator): Promise<void> {
      clicks += 1;
      await what.click();
    },
  };
}

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
    await page.getByText(`Saved: ${name} holds every value as written.`).waitFor();
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

it('a new organisation is on its dashboard after 3 pages, and types no password twice but its own', async () => {
  const guest = await (await openLook(browser, LOOKS[0]!)).newPage();
  const submit = () => guest.locator('button[type="submit"]').first().click();
  await guest.goto(`${program.url}/register`);
  await guest.getByLabel('Organisation name (English)').fill('Quay Power');
  await guest.getByLabel('Sign-in name').fill('quay.power');
  await guest.getByLabel('Contact person').fill('Mira');
  await submit();

  await guest.getByLabel('I have stored the password').check();
  await guest.getByText('For the operator: activate now').click();
  await guest.getByLabel('Administrator activation password').fill(program.activationPassword);
  await submit();
  await guest.getByText('Account activated').waitFor();
  await guest.getByRole('button', { name: 'Sign in', exact: true }).click();

  await guest.waitForURL(/\/modifypassword/);
  const own = guest.locator('input[autocomplete="new-password"]');
  await own.nth(0).fill('copper rail of the quay');
  await own.nth(1).fill('copper rail of the quay');
  await submit();
  await guest.waitForURL(/\/(dashboard|index|home)/);
  await guest.getByRole('navigation', { name: 'Main navigation' }).waitFor();
});
