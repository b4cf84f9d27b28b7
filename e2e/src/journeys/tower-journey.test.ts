/**
 * A tower from an outage to a bill: mains are lost, the bus voltage falls, and the platform
 * disconnects the user of lower priority through the command gate and not the other one; when mains
 * return, the user is reconnected, and its consumption is on its bill. With a real browser against
 * the built program, over real sockets.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, openLook, signIn, startBrowser } from '../support/browser.ts';
import type { Program } from '../support/demo/program.ts';
import { startDemo } from '../support/demo/start-demo.ts';
import { type OwnTower, startOwnTower } from '../support/own/own-tower.ts';

/** Time for two readings, a decision, a command, the opening of the breaker and its report. */
const CUT_MS = 30_000;
/** Time for the hold time of a minute and the reconnection. */
const START_MS = 120_000;

let program: Program;
let own: OwnTower;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  program = await startDemo();
  own = await startOwnTower(program);
  browser = await startBrowser();
  page = await (await openLook(browser, LOOKS[0]!)).newPage();
  await signIn(page, program.url, 'demo', program.demoPassword);
});
afterAll(async () => {
  await browser?.close();
  await own?.stop();
  await program?.stop();
});

const open = (tab: string) =>
  page.goto(`${program.url}/tower-device?tower=${own.towerId}&tab=${tab}`);
const branch = (name: string) => page.getByRole('listitem').filter({ hasText: name });

async function automatic(name: string): Promise<void> {
  await page.getByRole('button', { name: `Control ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^Automatic/ }).check();
  await dialog.getByRole('button', { name: 'Set mode' }).click();
  await dialog.waitFor({ state: 'detached' });
  await branch(name).getByText('Supplied', { exact: true }).waitFor();
}

describe('a tower', () => {
  it('starts on mains, with users in manual mode until automatic control is enabled', async () => {
    await open('live');
    await page.getByText('53.5').first().waitFor();
    await branch('Operator A').getByText('Closed in manual mode', { exact: true }).waitFor();
    await automatic('Operator A');
    await automatic('Operator B');
  });

  it('disconnects the user of lower priority when the bus voltage falls, and shows the reason', async () => {
    own.site.setMains(false, Date.now());
    own.site.setBattery(20, Date.now());
    await branch('Operator B').getByText('Cut', { exact: true }).waitFor({ timeout: CUT_MS });
    await branch('Operator B')
      .getByText(/^Bus voltage too low/)
      .waitFor();
    await branch('Operator B').getByText('Open', { exact: true }).waitFor({ timeout: CUT_MS });
    await branch('Operator A').getByText('Supplied', { exact: true }).waitFor();
    await page.locator('.supply-box').getByText('On battery', { exact: true }).waitFor();
  });

  it('has the disconnection in its own log and, as an action of the platform, in the operation log', async () => {
    await open('log');
    const decisions = page.getByRole('table', { name: 'Decisions' });
    const cut = decisions.getByRole('row').filter({ hasText: 'Bus voltage too low' });
    await cut.getByText('Platform', { exact: true }).waitFor();
    await page.getByText('ongoing', { exact: true }).waitFor();
    expect(await own.lastCommand(1)).toMatchObject({
      op_command: 'open',
      user_name: '',
      detail: expect.stringMatching(/tower Hill, Operator B, voltage-low, bus 4[56]/),
    });
  });

  it('reconnects the user when mains have been present for the hold time', async () => {
    await open('live');
    own.site.setMains(true, Date.now());
    own.site.setBattery(100, Date.now());
    await branch('Operator B')
      .getByText('Supplied', { exact: true })
      .waitFor({ timeout: START_MS });
    await branch('Operator B').getByText('Closed', { exact: true }).waitFor({ timeout: CUT_MS });
  });

  it('bills the energy of the user by time period', async () => {
    await expect
      .poll(async () => (await own.billOf(1)).ept, { timeout: CUT_MS })
      .toBeGreaterThan(own.billedHours / 3);
    await open('bill');
    const table = page.getByRole('table', { name: /Operator B/ });
    await table.getByText('00:00–24:00').waitFor();
    const sum = await table.getByRole('row', { name: /^Total/ }).textContent();
    const kwh = Number(/Total\s*([\d.]+)/.exec(sum?.replaceAll(/[\u2066\u2069]/g, '') ?? '')?.[1]);
    const { ept } = await own.billOf(1);
    // The meter still counts between the two responses, so the values may differ a little.
    expect(Math.abs(kwh - ept)).toBeLessThan(0.05);
  });
});
