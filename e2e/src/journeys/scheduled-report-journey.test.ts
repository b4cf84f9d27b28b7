/**
 * A scheduled report: it is set on the screen for the next minute and arrives as a file in a real
 * mail; a paused one sends none, and a deleted one is gone. Without a mail server it is in My reports
 * with a message behind the bell.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type MailServer,
  startMailServer,
} from '../../../apps/server/test/messages/mail-server.ts';
import { ask, tokenOf } from '../support/ask.ts';
import { LOOKS, openLook, signIn, startBrowser } from '../support/browser.ts';
import type { Program } from '../support/demo/program.ts';
import { startDemo } from '../support/demo/start-demo.ts';

const ADDRESS = 'keeper@example.org';
/** Time zone of the demo customer. */
const ZONE = 'Asia/Shanghai';
/** Maximum time to save a completed form. */
const AHEAD_MS = 15_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Time from the due minute until the report is created, added to the outbox and sent. */
const SENT_WITHIN_MS = 60_000;

let mail: MailServer;
let program: Program;
let browser: Browser;
let page: Page;
let token = '';

beforeAll(async () => {
  mail = await startMailServer();
  program = await startDemo({ SMTP_URL: mail.url });
  browser = await startBrowser();
  page = await (await openLook(browser, LOOKS[0]!)).newPage();
  page.setDefaultTimeout(15_000);
  await signIn(page, program.url, 'demo', program.demoPassword);
  token = await tokenOf(program, 'demo', program.demoPassword);
  await ask(program, token, 'PUT', '/api/v2/notification-settings', { mail_address: ADDRESS });
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
  await mail?.close();
});

/** `HH:mm` in the time zone of the demo customer, and the day there as `YYYY-MM-DD`. */
const clockAt = (at: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, timeStyle: 'short' }).format(at);
const dayAt = (at: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE }).format(at);

const row = (name: string) => page.getByRole('row').filter({ hasText: name });
/**
 * The time is left to right in every language, between two invisible bidirectional control
 * characters.
 */
const rhythm = (at: string) => `Every day at \u2066${at}\u2069`;
interface Scheduled {
  readonly id: number;
  readonly type: string;
}
const scheduled = async (): Promise<Scheduled[]> =>
  (await ask(program, token, 'GET', '/api/v2/report-schedules')).data.list;
const scheduledOf = async (type: string) => (await scheduled()).find((one) => one.type === type)!;

/** `chooseTime` is called after the other fields of the form are filled in. */
async function schedule(type: string, chooseTime: () => Promise<string>): Promise<void> {
  await page.getByRole('button', { name: 'New scheduled report' }).click();
  const dialog = page.getByRole('dialog', { name: 'New scheduled report' });
  const choose = async (field: string, option: string) => {
    await dialog.getByLabel(field, { exact: true }).click();
    await page
      .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
      .locator(`.ant-select-item-option[title="${option}"]`)
      .click();
  };
  await choose('Report type', type);
  await dialog.getByRole('radio', { name: 'CSV' }).check();
  await dialog.getByRole('radio', { name: 'Every day' }).check();
  await choose('Time covered', 'The day before');
  await dialog.getByText('demo', { exact: true }).waitFor();
  await dialog.getByRole('radio', { name: 'My reports and email' }).check();
  const at = await chooseTime();
  await dialog.getByLabel('Time', { exact: true }).fill(at);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await row(type).getByText(rhythm(at)).waitFor();
}

describe('a scheduled report', () => {
  /** The first whole minute for which the report can still be saved in time. */
  let due = 0;

  it('is created and still listed after leaving the page', async () => {
    await page.goto(`${program.url}/data-report?tab=scheduled`);
    await page.getByText('No scheduled reports yet').waitFor();
    const later = clockAt(Date.now() + HOUR_MS);
    await schedule('Alarms', async () => later);
    await page.reload();
    await row('Alarms').getByText(rhythm(later)).waitFor();
    expect(await scheduled()).toMatchObject([
      { type: 'alarm', next_at: expect.any(Number), enabled: true },
    ]);
  });

  it('is paused', async () => {
    const on = row('Alarms').getByRole('switch');
    await on.click();
    await expect.poll(() => on.isChecked()).toBe(false);
    expect(await scheduledOf('alarm')).toMatchObject({ enabled: false, next_at: null });
  });

  it('is due at the selected minute, while a paused one of the same minute is skipped', async () => {
    const { id } = await scheduledOf('alarm');
    await schedule('Energy', async () => {
      due = Math.ceil((Date.now() + AHEAD_MS) / MINUTE_MS) * MINUTE_MS;
      const path = `/api/v2/report-schedule/${id}`;
      const changed = await ask(program, token, 'PUT', path, { at: clockAt(due) });
      expect(changed.code).toBe(0);
      return clockAt(due);
    });
    expect(await scheduledOf('energy')).toMatchObject({ enabled: true, next_at: due });
    expect(await scheduledOf('alarm')).toMatchObject({ enabled: false, at: clockAt(due) });
  });

  it('arrives by mail as a file of the previous day, and is listed as sent', async () => {
    const arrived = () => mail.mails.length;
    const timeout = Math.max(due - Date.now(), 0) + SENT_WITHIN_MS;
    await expect.poll(arrived, { timeout, interval: 500 }).toBe(1);
    console.log(`sent ${Math.round((Date.now() - due) / 1000)} s after it was due`);
    const [{ to, subject, raw }] = mail.mails as [(typeof mail.mails)[number]];
    expect(to).toEqual([ADDRESS]);
    const yesterday = dayAt(due - 86_400_000);
    expect(subject).toContain('Energy');
    expect(raw).toContain(`Busbar-Demo-energy-${yesterday}_${yesterday}.csv`);
    const [, table = ''] = attachedText(raw).trim().split('\r\n\r\n');
    const [head, ...lines] = table.split('\r\n');
    expect(head).toMatch(/^Date,Device,Device code,Energy \(kWh\)/);
    const { data: devices } = await ask(program, token, 'GET', '/api/v2/devices?ps=100');
    const codes = devices.list.map((one: { device_code: string }) => one.device_code);
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((line) => !line.startsWith(`${yesterday},`))).toEqual([]);
    // Codes of digits are in quotes, which make them text. Codes of slaves contain a dash and do
    // not match.
    const isOfDevice = (line: string) =>
      codes.some((code: string) => line.replaceAll('"', '').includes(`,${code},`));
    expect(lines.filter((line) => !isOfDevice(line))).toEqual([]);
    await page.reload();
    await row('Energy').getByText('Sent', { exact: true }).waitFor();
    await row('Alarms').getByText('Not yet').waitFor();
  });

  it('is deleted', async () => {
    await row('Energy')
      .getByRole('button', { name: /^Delete: Energy/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Delete this scheduled report?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => row('Energy').count()).toBe(0);
    expect((await scheduled()).map(({ type }) => type)).toEqual(['alarm']);
    expect(mail.mails).toHaveLength(1);
  });
});

describe('a scheduled report without a mail server', () => {
  /** New, three choices, Save; then the bell, its messages and the message. */
  const MAX_CLICKS = 8;

  it('is in My reports and announced behind the bell', async () => {
    const plain = await startDemo();
    try {
      const own = await (await openLook(browser, LOOKS[0]!)).newPage();
      own.setDefaultTimeout(15_000);
      await signIn(own, plain.url, 'demo', plain.demoPassword);
      await own.goto(`${plain.url}/data-report?tab=scheduled`);
      await own.getByText('mail is off').waitFor();
      let clicks = 0;
      const click = async (what: Locator) => {
        clicks += 1;
        await what.click();
      };
      await click(own.getByRole('button', { name: 'New scheduled report' }));
      const dialog = own.getByRole('dialog', { name: 'New scheduled report' });
      await click(dialog.getByRole('radio', { name: 'Every day' }));
      await click(dialog.getByRole('radio', { name: 'CSV' }));
      expect(await dialog.getByRole('radio', { name: 'My reports', exact: true }).isChecked()).toBe(
        true,
      );
      const due = Math.ceil((Date.now() + AHEAD_MS) / MINUTE_MS) * MINUTE_MS;
      await dialog.getByLabel('Time', { exact: true }).fill(clockAt(due));
      await click(dialog.getByRole('button', { name: 'Save' }));
      const scheduledRow = own.getByRole('row').filter({ hasText: 'Energy' });
      await scheduledRow.getByText('My reports only').waitFor();
      const session = await tokenOf(plain, 'demo', plain.demoPassword);
      const unread = async () => {
        const { data } = await ask(plain, session, 'GET', '/api/v2/notifications?unread=true');
        return data.list.filter(({ what }: { what: string }) => what === 'report-ready').length;
      };
      const timeout = Math.max(due - Date.now(), 0) + SENT_WITHIN_MS;
      await expect.poll(unread, { timeout, interval: 500 }).toBe(1);
      await click(own.getByRole('button', { name: /^Alarms to acknowledge/ }));
      await click(own.getByRole('link', { name: /^Messages/ }));
      const message = own.getByRole('row').filter({ hasText: 'Report ready' });
      await click(message.getByRole('link', { name: /^Energy/ }));
      const download = own.getByRole('button', { name: /^Download: Energy/ });
      const [file] = await Promise.all([own.waitForEvent('download'), click(download)]);
      expect(file.suggestedFilename()).toContain(dayAt(due - 86_400_000));
      expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
      expect(await unread()).toBe(0);
    } finally {
      await plain.stop();
    }
  });
});

/** Returns the attachment of a mail, which is sent in base64. */
function attachedText(raw: string): string {
  const part = raw.slice(raw.indexOf('Content-Disposition: attachment'));
  const [, body = ''] = part.split('\r\n\r\n');
  return Buffer.from(body.slice(0, body.indexOf('\r\n--')), 'base64').toString('utf8');
}
