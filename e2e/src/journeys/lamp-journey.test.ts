/**
 * Street lamps from a project to a handled warning: a group is entered in its form, two of its
 * twenty simulated lamps fail, the power drops, the warning names two lamps, the board and a mail
 * show it, and a user handles it; then timers switch off both groups. With a real browser against
 * the built program, over real sockets, with a mail server.
 */
import { formatLocal } from '@busbar/domain/calendar';
import { SUN_EVENTS, type SunTime, sunRunOf } from '@busbar/domain/timer/sun-time';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type MailServer,
  startMailServer,
} from '../../../apps/server/test/messages/mail-server.ts';
import { LOOKS, openLook, signIn, startBrowser } from '../support/browser.ts';
import type { Program } from '../support/demo/program.ts';
import { startDemo } from '../support/demo/start-demo.ts';
import { FIRST_GROUP, type OwnLamps, startOwnLamps } from '../support/own/own-lamps.ts';

/** An LED warms up for a minute before it is counted. */
const WARM_MS = 120_000;
const MAIL_MS = 60_000;
/** Timeout for a timer that is due within a minute, and for the check of its result. */
const TIMER_MS = 180_000;
/** Maximum time to save one timer and to fill in the form of the other. */
const SECOND_FORM_MS = 60_000;
const ZONE = 'Asia/Shanghai';
const MINUTE_MS = 60_000;

const MAIL_TO = 'crew@example.org';

let mail: MailServer;
let program: Program;
let own: OwnLamps;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  mail = await startMailServer();
  program = await startDemo({ SMTP_URL: mail.url });
  own = await startOwnLamps(program, { isFirstMade: false });
  browser = await startBrowser();
  page = await (await openLook(browser, LOOKS[0]!)).newPage();
  await signIn(page, program.url, 'demo', program.demoPassword);
});
afterAll(async () => {
  await browser?.close();
  await own?.stop();
  await program?.stop();
  await mail?.close();
});

const open = (path: string) => page.goto(`${program.url}${path}?project=${own.projectId}`);
const line = (name: string) => page.getByRole('listitem').filter({ hasText: name });

/**
 * Requests checks until the screen shows the expected result; each check evaluates the newest
 * reading.
 */
async function checkedUntil(isThere: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(
      async () => {
        await own.check();
        return isThere();
      },
      { timeout: WARM_MS, interval: 5_000 },
    )
    .toBe(true);
}

describe('street lamps', () => {
  it('belong to a project created in the browser, with name and type', async () => {
    await page.goto(`${program.url}/project-set`);
    await page.getByRole('button', { name: 'Add project' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter a project name and type').waitFor();
    await dialog.getByLabel('Name').fill('Depot lights');
    await dialog.getByRole('radio', { name: 'Street lamps' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/project-manage\?project=\d+/);
    await page.getByText('No lamp groups yet', { exact: true }).waitFor();
  });

  it('are entered group by group in the form', async () => {
    await open('/project-manage');
    await page.getByRole('button', { name: 'Add lamp group' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(FIRST_GROUP.name);
    await dialog.getByRole('combobox', { name: 'Device', exact: true }).fill(FIRST_GROUP.device);
    await page.locator('.ant-select-item-option').filter({ hasText: FIRST_GROUP.device }).click();
    const number = (name: RegExp) => dialog.getByRole('spinbutton', { name });
    await number(/^Lamp count/).fill(String(FIRST_GROUP.lamps));
    await dialog.getByRole('button', { name: /^100\sW$/ }).click();
    await number(/^Error range/).fill(String(FIRST_GROUP.errorRange));
    await dialog.getByText('When the breaker is closed', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Set another location' }).click();
    await dialog.getByRole('spinbutton', { name: /^Longitude.*WGS-84/ }).fill('121.49');
    await dialog.getByRole('spinbutton', { name: /^Latitude.*WGS-84/ }).fill('31.24');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Lamp group added').waitFor();
    await page.getByRole('row').filter({ hasText: FIRST_GROUP.name }).waitFor();
  });

  it('have a mail recipient, which is added to their project', async () => {
    await open('/alarm-setting');
    await page.getByRole('tab', { name: 'Notifications' }).click();
    await page.getByRole('button', { name: 'Add notification' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email address').fill(MAIL_TO);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row').filter({ hasText: MAIL_TO }).waitFor();
  });

  it('all burn after they have warmed up', async () => {
    await open('/project-view-monitor');
    await checkedUntil(() => line(FIRST_GROUP.name).getByText('20 / 20').isVisible());
    await line(FIRST_GROUP.name).getByText('All lamps on', { exact: true }).waitFor();
  });

  it('appear as failed on the board without a reload', async () => {
    own.kill(2);
    await checkedUntil(() => line(FIRST_GROUP.name).getByText('18 / 20').isVisible());
    await line(FIRST_GROUP.name).getByText('Lamps failed', { exact: true }).waitFor();
    await line('Pier, south side').getByText('20 / 20').waitFor();
  });

  it('are reported by mail when they fail', async () => {
    const failureMails = () =>
      mail.mails.filter(
        ({ to, subject, text }) =>
          to.includes(MAIL_TO) &&
          subject.includes('2 of 20 lamps out') &&
          text.includes(FIRST_GROUP.name),
      );
    await expect.poll(failureMails, { timeout: MAIL_MS, interval: 50 }).toHaveLength(1);
  });

  it('raise a warning of "2 lamps", which a user handles', async () => {
    await open('/project-view-warning');
    const row = page.getByRole('row').filter({ hasText: FIRST_GROUP.name });
    await row.getByText(/^2 of .?20.? lamps out/).waitFor();
    await row.getByRole('button', { name: /^Acknowledge Lamp fault/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What was done').fill('Both exchanged');
    await dialog.getByRole('button', { name: 'Acknowledge', exact: true }).click();
    await row.getByText('Acknowledged', { exact: true }).waitFor();
  });

  it('have the warning in the log of the project', async () => {
    await open('/project-view-log');
    await page
      .getByText(/lamp group/i)
      .first()
      .waitFor();
  });

  it('are switched off by two timers in the same minute, one by the clock and one by the sun', async () => {
    await open('/timer-control');
    await page.getByText('No timers yet').waitFor();
    let at = 0;
    await addTimer('Pier, south side', async (dialog) => {
      // The time is selected as late as possible: only saving this form and the whole other form
      // remain.
      at = Math.ceil((Date.now() + SECOND_FORM_MS) / MINUTE_MS) * MINUTE_MS;
      await dialog.getByLabel('Time', { exact: true }).fill(formatLocal(at, ZONE).slice(11, 16));
    });
    await addTimer(FIRST_GROUP.name, async (dialog) => {
      const { sun, offsetMin } = sunTimeOf(at);
      await dialog.getByText(sun === 'sunset' ? 'Sunset' : 'Sunrise', { exact: true }).click();
      await dialog.getByLabel('Minutes', { exact: true }).fill(String(Math.abs(offsetMin)));
      await dialog.getByText(offsetMin < 0 ? 'Before' : 'After', { exact: true }).click();
    });
    for (const name of [/^Lamp groups: Open, \d\d:\d\d/, /^Lamp groups: Open, .*sun/]) {
      await page.getByRole('button', { name }).click();
      const drawer = page.getByRole('dialog');
      await drawer.getByText(/^(Done|Confirmed)$/).waitFor({ timeout: TIMER_MS });
      await drawer.getByRole('button', { name: 'Dismiss' }).click();
      await drawer.waitFor({ state: 'hidden' });
    }
    await open('/project-view-log');
    const line = page.getByRole('row').filter({ hasText: 'Remote control' });
    await line.filter({ hasText: 'LAMPS-0001-A' }).first().waitFor();
  });
});

async function addTimer(
  group: string,
  when: (dialog: ReturnType<Page['getByRole']>) => Promise<void>,
): Promise<void> {
  await page.getByRole('button', { name: 'Add timer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Open', { exact: true }).click();
  await dialog.getByLabel('Lamp groups').click();
  await page.getByText(group, { exact: true }).last().click();
  await when(dialog);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/**
 * Returns the instant as minutes before or after the nearest sunrise or sunset at the group's
 * position.
 */
function sunTimeOf(at: number): SunTime {
  const place = { latitude: 31.24, longitude: 121.49 };
  const date = formatLocal(at, ZONE).slice(0, 10);
  const times = SUN_EVENTS.map((sun) => {
    const run = sunRunOf(date, { sun, offsetMin: 0 }, ZONE, place);
    if (run?.kind !== 'usual') throw new Error('no sun in Shanghai');
    return { sun, offsetMin: (at - run.at) / MINUTE_MS };
  });
  return times.toSorted((a, b) => Math.abs(a.offsetMin) - Math.abs(b.offsetMin))[0]!;
}
