/**
 * An alarm from the supply to the screens: 258 V raises it by the platform's rule, and it appears
 * without a reload on the live list, in the bell, on the dashboard and in a mail. The user handles
 * it there; it ends when the voltage is back within limits, and it links to its time on the chart.
 * With a real browser against the built program, a device over a real socket and a mail server.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type MailServer,
  startMailServer,
} from '../../../apps/server/test/messages/mail-server.ts';
import { LOOKS, openLook, signIn, startBrowser } from '../support/browser.ts';
import type { Program } from '../support/demo/program.ts';
import { startDemo } from '../support/demo/start-demo.ts';
import { type OwnDevice, startOwnDevice } from '../support/own/own-device.ts';

const NAME = 'Simulated 1';
const NOTE = 'Tap changer set back';
/**
 * The rule requires ten seconds of readings before it raises the alarm, and again before it ends
 * it.
 */
const RULE_MS = 45_000;

const MAIL_TO = 'demo@example.org';

let mail: MailServer;
let program: Program;
let own: OwnDevice;
let browser: Browser;
let live: Page;
let dashboard: Page;

beforeAll(async () => {
  mail = await startMailServer();
  program = await startDemo({ SMTP_URL: mail.url });
  own = await startOwnDevice(program);
  browser = await startBrowser();
  const context = await openLook(browser, LOOKS[0]!);
  live = await context.newPage();
  await signIn(live, program.url, 'demo', program.demoPassword);
  await wantMail();
  await live.goto(`${program.url}/realalarm`);
  await live.getByRole('switch', { name: 'Banner' }).waitFor();
  dashboard = await context.newPage();
  await dashboard.goto(`${program.url}/dashboard`);
  await latest().getByRole('heading').waitFor();
  // A property of the window that a reload of the page would remove.
  for (const page of [live, dashboard]) {
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  }
});
afterAll(async () => {
  await browser?.close();
  await own?.stop();
  await program?.stop();
  await mail?.close();
});

/** Saved with the page's own session, in the same way as on the screen. */
async function wantMail(): Promise<void> {
  await live.goto(`${program.url}/notification-setting`);
  await live.getByRole('textbox', { name: 'Email address' }).fill(MAIL_TO);
  const all = live.getByRole('group', { name: 'All alarms' });
  await all.getByRole('checkbox', { name: 'Email' }).check();
  const save = { name: 'Save', exact: true } as const;
  await live.getByRole('button', save).click();
  // Waits until there are no unsaved changes.
  await live.getByRole('button', { ...save, disabled: true }).waitFor();
}

const ownMails = () =>
  mail.mails.filter(({ to, text }) => to.includes(MAIL_TO) && text.includes(own.code));
const supply = (volts: number | undefined) =>
  own.device.disturb(
    { voltageV: volts === undefined ? undefined : { A: volts, B: 230, C: 230 } },
    Date.now(),
  );
const ofOwn = (rows: Locator) => rows.filter({ hasText: NAME }).filter({ hasText: 'Over-voltage' });
const liveRow = () => ofOwn(live.getByRole('listitem'));
const latest = () => dashboard.getByRole('region', { name: 'Latest alarms' });
const latestRow = () => ofOwn(latest().getByRole('row'));
const areSame = async () =>
  Promise.all([live, dashboard].map((page) => page.evaluate(() => 'isSamePage' in window)));

describe('the alarm of an over-voltage', () => {
  it('appears on the live list, with a banner, and on the dashboard', async () => {
    expect(await liveRow().count()).toBe(0);
    const bell = dashboard.getByRole('button', { name: /^Alarms to acknowledge: \d/ });
    await bell.waitFor();
    const before = await bell.getAttribute('aria-label');
    supply(258);
    const seenAt = (what: string, seen: Promise<unknown>) => seen.then(() => [what, Date.now()]);
    const arrivals = await Promise.all([
      seenAt('live list', liveRow().waitFor({ timeout: RULE_MS })),
      seenAt(
        'dashboard',
        latestRow().getByText('Unacknowledged', { exact: true }).waitFor({ timeout: RULE_MS }),
      ),
      seenAt(
        'bell',
        expect
          .poll(() => bell.getAttribute('aria-label'), { timeout: RULE_MS, interval: 20 })
          .not.toBe(before),
      ),
      seenAt('mail', expect.poll(ownMails, { timeout: RULE_MS, interval: 20 }).toHaveLength(1)),
    ]);
    const raised = Math.min(...arrivals.map(([, at]) => Number(at)));
    console.log(
      `after the first of them, ms: ${arrivals.map(([what, at]) => `${what} ${Number(at) - raised}`).join(', ')}`,
    );
    await live.getByRole('alert').filter({ hasText: 'Over-voltage' }).waitFor();
    expect(
      (await liveRow().textContent())?.replaceAll(/[\u2066\u2069]/g, '').replaceAll(/\s+/g, ' '),
    ).toMatch(/25\d(\.\d)? V on phase A, limit 253 V/);
    expect(await areSame()).toEqual([true, true]);
  });

  it('appears in the bell, and links to its time on the chart of the device', async () => {
    const page = await dashboard.context().newPage();
    await page.goto(`${program.url}/log`);
    await page.getByRole('button', { name: /^Alarms to acknowledge: [1-9]/ }).click();
    await page.getByRole('link', { name: new RegExp(`Over-voltage.*${NAME}`) }).click();
    await page.getByText(/^Alarm at \S+ \S+$/).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/devices/${own.code}/data`);
    await page.close();
  });

  it('is handled on the dashboard, and every page shows who has handled it', async () => {
    await latestRow()
      .getByRole('button', { name: /^Acknowledge/ })
      .click();
    const dialog = dashboard.getByRole('dialog');
    await dialog.getByRole('textbox').fill(NOTE);
    await dialog.getByRole('button', { name: 'Acknowledge', exact: true }).click();
    await latestRow().getByText('Acknowledged', { exact: true }).waitFor();
    expect(
      await latestRow()
        .getByRole('button', { name: /^Acknowledge/ })
        .isDisabled(),
    ).toBe(true);
    await liveRow().getByText(NOTE, { exact: true }).waitFor();
  });

  it('ends when the voltage is back within limits, and remains in the history', async () => {
    supply(undefined);
    await liveRow().waitFor({ state: 'detached', timeout: RULE_MS });
    expect(await areSame()).toEqual([true, true]);
    await live.goto(`${program.url}/historyalarm?device=${own.code}`);
    const row = ofOwn(live.getByRole('row'));
    await row.getByText('Cleared', { exact: true }).waitFor();
    await row.getByText('Acknowledged', { exact: true }).waitFor();
  });
});
