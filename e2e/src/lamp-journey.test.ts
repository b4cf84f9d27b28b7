/**
 * Street lamps from a project to a warning that is dealt with: two of twenty simulated lamps die,
 * the power tells so, the warning says "2 lamps", the board shows it, and a person handles it. By a
 * real browser against the built program, over real sockets.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, openLook, signIn, startBrowser } from './support/browser.ts';
import { type OwnLamps, startOwnLamps } from './support/own-lamps.ts';
import { type Program, SHORT_HISTORY, startProgram } from './support/program.ts';

/** An LED warms up for a minute before it is counted. */
const WARM_MS = 120_000;

let program: Program;
let own: OwnLamps;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  program = await startProgram(SHORT_HISTORY);
  own = await startOwnLamps(program);
  browser = await startBrowser();
  page = await (await openLook(browser, LOOKS[0]!)).newPage();
  await signIn(page, program.url, 'demo', program.demoPassword);
});
afterAll(async () => {
  await browser?.close();
  await own?.stop();
  await program?.stop();
});

const open = (path: string) => page.goto(`${program.url}${path}?project=${own.projectId}`);
const line = (name: string) => page.getByRole('listitem').filter({ hasText: name });

/** Asks for checks until what is waited for is on screen: each judges the newest reading. */
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
  it('are a project made in the browser, with name and type', async () => {
    await page.goto(`${program.url}/project-set`);
    await page.getByRole('button', { name: 'Add project' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Project Name and Type are mandatory!').waitFor();
    await dialog.getByLabel('Name').fill('Depot lights');
    await dialog.getByRole('radio', { name: 'Street lamps' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/project-manage\?project=\d+/);
    await page.getByText('No lamp group yet', { exact: true }).waitFor();
  });

  it('all burn once they are warm', async () => {
    await open('/project-view-monitor');
    await checkedUntil(() => line('Pier, north side').getByText('20 / 20').isVisible());
    await line('Pier, north side').getByText('All lamps burn', { exact: true }).waitFor();
  });

  it('of which two die: the board says so without being asked', async () => {
    own.kill(2);
    await checkedUntil(() => line('Pier, north side').getByText('18 / 20').isVisible());
    await line('Pier, north side').getByText('Lamps failed', { exact: true }).waitFor();
    await line('Pier, south side').getByText('20 / 20').waitFor();
  });

  it('become a warning of "2 lamps" that is dealt with', async () => {
    await open('/project-view-warning');
    const row = page.getByRole('row').filter({ hasText: 'Pier, north side' });
    await row.getByText(/^2 lamps/).waitFor();
    await row.getByRole('button', { name: /^Handle Lamp fault/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What was done').fill('Both exchanged');
    await dialog.getByRole('button', { name: 'Mark as handled' }).click();
    await row.getByText('Handled', { exact: true }).waitFor();
  });

  it('have it in the log of the project', async () => {
    await open('/project-view-log');
    await page
      .getByText(/lamp group/i)
      .first()
      .waitFor();
  });
});
