/**
 * The record of a device: its secret is renewed on the screen, and real connections are accepted
 * and refused as announced there; a note and a photo are stored and deleted; and the voltage
 * quality on the screen equals that of the API.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDevices } from '@busbar/simulator/connection/server-account';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ask, tokenOf } from '../support/ask.ts';
import { LOOKS, openLook, signIn, startBrowser } from '../support/browser.ts';
import type { Program } from '../support/demo/program.ts';
import { startDemo } from '../support/demo/start-demo.ts';
import { type OwnLine, startOwnLine } from '../support/own/own-line.ts';
import { WORKSHOP } from '../support/screens/screen.ts';

const WAIT = { timeout: 15_000 };
const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

let program: Program;
let browser: Browser;
let page: Page;
let token = '';
let code = '';
let firstSecret = '';
let folder = '';
const lines: OwnLine[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'busbar-photos-'));
  program = await startDemo();
  browser = await startBrowser();
  page = await (await openLook(browser, LOOKS[0]!)).newPage();
  page.setDefaultTimeout(WAIT.timeout);
  await signIn(page, program.url, 'demo', program.demoPassword);
  token = await tokenOf(program, 'demo', program.demoPassword);
  const [device] = await ensureDevices({
    server: program.url,
    user: 'demo',
    password: program.demoPassword,
    prefix: 'REC',
    devices: 1,
    onProgress: () => undefined,
  });
  code = device!.code;
  firstSecret = device!.secret;
});
afterAll(async () => {
  for (const line of lines) await line.stop();
  await browser?.close();
  await program?.stop();
  await rm(folder, { recursive: true, force: true });
});

const information = (path: string) => `/api/v2/device-information/${code}${path}`;
const toTab = (tab: string) =>
  page.goto(`${program.url}/deviceinformation?device=${code}&tab=${tab}`);

describe('the secret of a device', () => {
  let secondSecret = '';

  const connect = (secret: string): OwnLine => {
    const line = startOwnLine(program, { code, secret });
    lines.push(line);
    return line;
  };
  const question = () => page.getByRole('dialog', { name: /^Issue a new secret for/ });
  const askForSecret = async (when: string) => {
    await page.getByRole('button', { name: 'New secret' }).click();
    await question().getByRole('radio', { name: when }).check();
  };
  const confirm = async (password: string) => {
    await question().getByLabel('Your password').fill(password);
    await question().getByRole('button', { name: 'Issue new secret' }).click();
  };
  const settings = () => page.getByRole('dialog', { name: /^Connection settings of/ });
  const shownSecret = async () =>
    (await settings().locator('dl div', { hasText: 'Password' }).locator('bdi').textContent()) ??
    '';
  const stored = async () => {
    await settings().getByRole('button', { name: 'I have stored it' }).click();
    await settings().waitFor({ state: 'detached' });
  };
  const isLetIn = (line: OwnLine) => expect.poll(line.isConnected, WAIT).toBe(true);
  const isShutOut = (line: OwnLine) =>
    expect.poll(() => line.troubles.join(' '), WAIT).toMatch(/bad username or password/i);

  it("can only be renewed with the user's password", async () => {
    await toTab('access');
    await askForSecret('In 1 hour');
    await confirm('not-my-password');
    await question().getByText('The password is wrong').waitFor();
    const old = connect(firstSecret);
    await isLetIn(old);
    await old.stop();
  });

  it('is shown once, and the old one remains valid until the selected hour', async () => {
    await confirm(program.demoPassword);
    secondSecret = await shownSecret();
    expect(secondSecret).not.toBe(firstSecret);
    expect(secondSecret.length).toBeGreaterThan(15);
    await stored();
    await page.getByText('The old secret is valid until').waitFor();
    await page.reload();
    await page.getByText('The old secret is valid until').waitFor();
    expect(await page.content()).not.toContain(secondSecret);
    for (const secret of [firstSecret, secondSecret]) {
      const line = connect(secret);
      await isLetIn(line);
      await line.stop();
    }
  });

  it('expires immediately if selected, and the device is disconnected until it uses the new one', async () => {
    const held = connect(secondSecret);
    await isLetIn(held);
    await askForSecret('At once');
    await confirm(program.demoPassword);
    const thirdSecret = await shownSecret();
    await expect.poll(held.isConnected, WAIT).toBe(false);
    await isShutOut(held);
    await held.stop();
    const first = connect(firstSecret);
    await isShutOut(first);
    await first.stop();

    await settings().getByText('Waiting for the first reading').waitFor();
    const fresh = connect(thirdSecret);
    await isLetIn(fresh);
    fresh.report(1);
    await settings().getByText('First reading arrived').waitFor();
    expect(fresh.isAcknowledged()).toBe(true);
    await stored();
    await page.getByText(/ with its secret$/).waitFor();
    await fresh.stop();
  });
});

describe('the notes and photos of a device', () => {
  const notes = () => page.getByRole('list', { name: 'Notes' }).getByRole('listitem');
  const photos = () => page.getByRole('list', { name: 'Photos' }).getByRole('listitem');
  /** From a file, as a user does: as a buffer, large content is slow to reach the browser. */
  const send = async (name: string, content: Buffer) => {
    const path = join(folder, name);
    await writeFile(path, content);
    await page.getByLabel('Add photo').setInputFiles(path);
  };
  const stored = async (what: 'notes' | 'photos') =>
    (await ask(program, token, 'GET', information(`/${what}`))).data.list;

  it('include a note exactly as it was written', async () => {
    await toTab('notes');
    await page.getByLabel('New note').fill('Terminals <b>tightened</b>, 12 Nm');
    await page.getByRole('button', { name: 'Add note' }).click();
    await notes().first().waitFor();
    await page.reload();
    await notes().first().waitFor();
    const text = await notes().first().textContent();
    expect(text).toContain('Terminals <b>tightened</b>, 12 Nm');
    expect(text).toContain('demo');
  });

  it('no longer include a deleted note', async () => {
    await page.getByRole('button', { name: 'Delete the note of demo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this note?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No notes yet').waitFor();
    expect(await stored('notes')).toEqual([]);
  });

  it('do not accept a photo that is too large', async () => {
    await toTab('photos');
    await send('board.png', Buffer.alloc(5 * 1024 * 1024 + 1, 1));
    await page.getByRole('alert').getByText('The photo is too large: at most 5 MiB').waitFor();
    expect(await stored('photos')).toEqual([]);
  });

  it('include a photo, also after a reload, until it is deleted', async () => {
    const picture = await page.screenshot();
    await page.getByLabel('Caption').fill('The board');
    await send('board.png', picture);
    await page.getByRole('img', { name: 'The board' }).waitFor();
    expect(await page.getByRole('alert').filter({ hasText: 'too large' }).count()).toBe(0);
    await page.reload();
    const shown = page.getByRole('img', { name: 'The board' });
    await shown.waitFor();
    // The photo is rendered, in its original size.
    const width = () => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth);
    await expect.poll(width).toBe(LOOKS[0]!.width);

    await page.getByRole('button', { name: 'Delete The board' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this photo?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No photos yet').waitFor();
    expect(await photos().count()).toBe(0);
    expect(await stored('photos')).toEqual([]);
  });
});

describe('the voltage quality on the screen', () => {
  interface Phase {
    readonly known: number;
    readonly intervals: number;
    readonly within: number;
    readonly share: number | null;
    readonly lowest: number;
  }
  const phasesAt = async (nominal: number): Promise<readonly Phase[]> => {
    const path = `/api/v2/voltage-quality?device_code=${WORKSHOP}&nominal=${nominal}`;
    return (await ask(program, token, 'GET', path)).data.phases;
  };
  /** Returns the cells of a table row, which contain the values by phase. */
  const cells = async (head: RegExp) => {
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: head }) });
    return row.getByRole('cell').allTextContents();
  };
  const count = (value: number) => value.toLocaleString('en-GB');
  /** Rounds the decimal digits, as the page does: 221.85 is 221.9, and not 221.8 by its binary value. */
  const volts = (value: number) => value.toLocaleString('en-GB', ONE_DECIMAL);
  const percent = (part: number) => `${(Math.floor(part * 1000) / 10).toFixed(1)}%`;
  const withinOf = (phases: readonly Phase[]) =>
    phases.map(({ within, share }) => `${count(within)} (${percent(share!)})`);

  /** Repeats a comparison, because an interval may end between the page's question and ours. */
  const eventually = (compare: () => Promise<void>) =>
    vi.waitFor(compare, { timeout: 60_000, interval: 1000 });

  it('has the counts and shares of the API', async () => {
    await eventually(async () => {
      await page.goto(`${program.url}/device?device=${WORKSHOP}&tab=quality&nominal=230`);
      await page.getByRole('heading', { name: 'Supply voltage against EN 50160' }).waitFor();
      const phases = await phasesAt(230);
      expect(phases).toHaveLength(3);
      expect(phases[0]!.known).toBeGreaterThan(500);
      expect(await cells(/^Known/)).toEqual(
        phases.map(
          ({ known, intervals }) =>
            `${count(known)} / ${count(intervals)} (${percent(known / intervals)})`,
        ),
      );
      expect(await cells(/^Within/)).toEqual(withinOf(phases));
      expect(await cells(/^Lowest/)).toEqual(phases.map(({ lowest }) => `${volts(lowest)}\u202FV`));
      expect(await cells(/^EN 50160/)).toEqual(['Met', 'Met', 'Met']);
    });
  });

  it('is recalculated if another nominal voltage is entered', async () => {
    await eventually(async () => {
      await page.reload();
      const field = page.getByLabel('Nominal voltage, phase to neutral');
      await field.fill('265');
      await field.press('Enter');
      const phases = await phasesAt(265);
      expect(phases.some(({ share }) => share! < 0.95)).toBe(true);
      await expect.poll(() => cells(/^Within/), { timeout: 5000 }).toEqual(withinOf(phases));
    });
    expect((await cells(/^EN 50160/)).join()).toContain('Not met');
  });
});
