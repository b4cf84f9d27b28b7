/**
 * The main task of an operator: sign in, see a reading arrive, open a breaker through the
 * confirmation dialog, see the command sent, acknowledged and confirmed, find it in the log, sign
 * out. With a real browser against the built programs with their simulated fleet.
 */
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, openLook, signIn, startBrowser } from '../support/browser.ts';
import type { Program } from '../support/demo/program.ts';
import { startDemo } from '../support/demo/start-demo.ts';
import { onReceivedEvent } from '../support/pages/received-events.ts';
import { settled } from '../support/pages/settled.ts';

const BREAKER = 'Nanjing Workshop';
/** All of a page that is loaded again, with scripts, styles, texts and calls (docs/design.md 12.2). */
const MAX_REQUESTS = 40;
/** Counts and map are read again when the channel opens, because it may have missed events. */
const REREADS = 2;

let program: Program;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  program = await startDemo();
  browser = await startBrowser();
  context = await openLook(browser, LOOKS[0]!);
  page = await context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

/** Resolves with the next message of this type on the page's own socket. */
function nextMessage(type: string): Promise<Record<string, unknown>> {
  return new Promise((resolve) => {
    onReceivedEvent(page, (event) => {
      if (event.msgType === type) resolve(event);
    });
  });
}

describe('an operator', () => {
  it('finds the sign-in page at the address that the program prints', async () => {
    const answer = await page.goto(program.url);
    expect(answer?.status()).toBe(200);
    await page.waitForURL(/\/login/);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('receives an error message for a wrong password', async () => {
    await page.goto(`${program.url}/devicecontrol`);
    await page.waitForURL(/\/login/);
    await page.locator('input[autocomplete="username"]').fill('demo');
    await page.locator('input[autocomplete="current-password"]').fill('wrong');
    await page.locator('button[type="submit"]').click();
    await page.getByRole('alert').filter({ hasText: /./ }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
  });

  it('signs in and sees a reading arrive', async () => {
    const reading = nextMessage('VARIABLE');
    await signIn(page, program.url, 'demo', program.demoPassword);
    const info = await reading;
    const values = JSON.parse(String(info.message)) as Record<string, unknown>;
    expect(typeof values.ts).toBe('number');
    expect(typeof values.volPa).toBe('number');
  });

  it('loads the dashboard with at most 40 requests', async () => {
    // The page before is a dashboard too, which can still be loading its map.
    await settled(page);
    const requested: string[] = [];
    const note = (request: Request) => requested.push(request.url());
    page.on('request', note);
    await page.goto(`${program.url}/dashboard`);
    await settled(page);
    page.off('request', note);
    const scripts = requested.filter((url) => url.endsWith('.js'));
    console.log(`dashboard: ${requested.length} requests, of which ${scripts.length} scripts`);
    // Devices that connect in these seconds cause further reads of the counts.
    const distinct = new Set(requested);
    expect(distinct.size + REREADS, requested.join('\n')).toBeLessThanOrEqual(MAX_REQUESTS);
    const repeated = requested.filter((url, at) => requested.indexOf(url) !== at);
    expect(repeated.filter((url) => !new URL(url).pathname.startsWith('/api/'))).toEqual([]);
  });

  it('sees the value on the screen change with the next reading', async () => {
    await page.goto(`${program.url}/device`);
    await page.getByText(BREAKER, { exact: true }).first().click();
    await page.getByRole('tab', { name: 'Real-time values' }).click();
    await page.getByRole('button', { name: /read now/i }).waitFor();
    const measured = page.getByText(/^Measured/).first();
    const before = await measured.textContent();
    await page.getByRole('button', { name: /read now/i }).click();
    await page.waitForFunction(
      (old) =>
        [...document.querySelectorAll('main *')].some(
          (element) =>
            element.childElementCount < 4 &&
            /^Measured \d/.test(element.textContent ?? '') &&
            element.textContent?.slice(0, 28) !== old?.slice(0, 28),
        ),
      before,
    );
  });

  it('opens a breaker and sees the command sent, acknowledged and confirmed', async () => {
    await page.goto(`${program.url}/devicecontrol`);
    await page.getByRole('treeitem', { name: BREAKER }).click();
    const card = page.getByRole('article', { name: BREAKER });
    await card.getByText('Closed', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Open breaker', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(BREAKER).first().waitFor();
    // Cancel has the focus, so that an accidental Enter switches nothing.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toMatch(/cancel/i);
    await dialog.getByRole('button', { name: 'Open breaker' }).click();
    const timeline = card.getByRole('region', { name: /Last command/ });
    for (const state of ['Sent', 'Acknowledged', 'Confirmed']) {
      await timeline.getByText(state, { exact: true }).first().waitFor();
    }
    await card.getByText('by command', { exact: true }).waitFor();
    expect(await card.getByRole('button', { name: 'Open breaker', exact: true }).isDisabled()).toBe(
      true,
    );
  });

  it('finds the command in the log', async () => {
    await page.goto(`${program.url}/log`);
    const row = page.getByRole('row').filter({ hasText: BREAKER }).first();
    await row.waitFor();
    expect(await row.textContent()).toMatch(/open/i);
    expect(await row.textContent()).toMatch(/confirmed/i);
  });

  it('signs out, and the session ends on every page', async () => {
    await page.getByRole('button', { name: /demo/ }).first().click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/login/);
    const other = await context.newPage();
    await other.goto(`${program.url}/log`);
    await other.waitForURL(/\/login/);
  });
});
