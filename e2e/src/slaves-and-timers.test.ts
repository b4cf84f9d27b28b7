/**
 * Two slaves of a gateway are switched by one command with a result for each, and a timer is
 * entered and runs. With a real browser against the built programs with their simulated fleet.
 */
import { formatLocal } from '@busbar/domain/calendar';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, openLook, signIn, startBrowser } from './support/browser.ts';
import type { Program } from './support/demo/program.ts';
import { startDemo } from './support/demo/start-demo.ts';

const GATEWAY = '862055001883100';
const BREAKER = { code: '861039034396009', name: 'Hangzhou Cold store' };
const ZONE = 'Asia/Shanghai';
/** Time to save the timer, and for the device to accept it. */
const AHEAD_MS = 45_000;
const MINUTE_MS = 60_000;
/**
 * Time from the timer's minute until the device has switched and reported, and the page shows it.
 */
const RUN_MS = 60_000;

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

describe('several slaves', () => {
  it('are opened by one request, with a result for each', async () => {
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/device/swSlaveControl')) sent.push(request.postDataJSON());
    });
    await page.goto(`${program.url}/devicecontrol?device=${GATEWAY}`);
    const board = page.getByRole('region', { name: /^All slaves of/ });
    for (const address of [2, 4]) {
      await board.getByRole('checkbox', { name: new RegExp(`^Select ${address},`) }).check();
    }
    await board.getByRole('button', { name: 'Open selected…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Open 2 breakers' }).click();
    const results = board.getByRole('region', { name: 'Last command to several slaves' });
    await results.getByText('Confirmed 2, failed 0, in progress 0').waitFor();
    const lines = results.getByRole('listitem');
    expect(await lines.count()).toBe(2);
    for (const line of await lines.all()) expect(await line.textContent()).toContain('Confirmed');
    expect(sent).toEqual([
      { devId: GATEWAY, data: { s2: { ad: 2, op: 2 }, s4: { ad: 4, op: 2 } } },
    ]);
    const places = board.getByRole('list', { name: /^Addresses/ }).getByRole('listitem');
    for (const address of [2, 4]) {
      await places
        .nth(address - 1)
        .getByText('Open', { exact: true })
        .waitFor();
    }
  });
});

describe('a timer', () => {
  const drawer = () => page.getByRole('dialog', { name: `Timers of ${BREAKER.name}` });
  const fact = (name: string) =>
    drawer().getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]');
  /**
   * The first whole minute by which the device can have accepted the timer, and its HH:mm in the
   * customer's time zone.
   */
  let due = 0;
  let minute = '';

  it('is created, stored by the device, and shows its next run', async () => {
    await page.goto(`${program.url}/devicecontrol?device=${BREAKER.code}&timers=${BREAKER.code}`);
    await drawer().getByRole('button', { name: 'Add timer' }).click();
    const form = drawer().getByRole('form', { name: 'Add timer' });
    await form.getByText('One operation', { exact: true }).click();
    await form.getByText('Open', { exact: true }).click();
    await form.getByRole('textbox').waitFor();
    // The time is selected as late as possible, when only saving remains.
    due = Math.ceil((Date.now() + AHEAD_MS) / MINUTE_MS) * MINUTE_MS;
    minute = formatLocal(due, ZONE).slice(11, 16);
    await form.getByRole('textbox').fill(minute);
    await form.getByRole('button', { name: 'Save' }).click();
    await drawer().getByText('Synced with device').waitFor();
    expect(await fact('Next run').textContent()).toContain(minute);
    expect(await fact('Last run').textContent()).toBe('Not yet');
  });

  it('runs at its minute and shows this, and the card shows the timer as the cause', async () => {
    const timeout = Math.max(due - Date.now(), 0) + RUN_MS;
    await fact('Last run').getByText('Done', { exact: true }).waitFor({ timeout });
    expect(await fact('Last run').textContent()).toContain(minute);
    await page.getByText('by timer', { exact: true }).first().waitFor();
  });
});
