/**
 * An operator changes a protection: opens over-voltage, sees the values read from the device,
 * changes the threshold, reviews the difference, saves, and sees the values read back and verified;
 * then the same on every other tab. With a real browser against the built programs with their
 * simulated fleet.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, openLook, signIn, startBrowser } from './support/browser.ts';
import type { Program } from './support/demo/program.ts';
import { startDemo } from './support/demo/start-demo.ts';

const BREAKER = 'Nanjing Workshop';

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

const threshold = () => page.getByRole('spinbutton', { name: 'Trips above' });
const answered = () => page.getByText(`${BREAKER} has answered.`).waitFor();

async function saveAndVerify(): Promise<void> {
  await page.getByRole('button', { name: 'Save…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Write and read back' }).click();
  await page.getByText(`Saved and verified on ${BREAKER}.`).waitFor();
}

describe('an operator', () => {
  it('opens over-voltage and sees the values read from the device', async () => {
    await page.goto(`${program.url}/automatic`);
    await page.getByRole('treeitem', { name: BREAKER }).click();
    await page.getByRole('tab', { name: 'Over-voltage', selected: true }).waitFor();
    await answered();
    expect(await threshold().isEnabled()).toBe(true);
  });

  it('changes the threshold by dragging its line in the diagram', async () => {
    const line = page.getByRole('slider', { name: 'Trips above' });
    const before = Number(await line.getAttribute('aria-valuenow'));
    const tag = (await line.locator('rect').boundingBox())!;
    const [x, y] = [tag.x + tag.width / 2, tag.y + tag.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 20, { steps: 4 });
    await page.mouse.up();
    const after = Number(await line.getAttribute('aria-valuenow'));
    expect(after).toBeGreaterThan(before);
    expect(Number(await threshold().inputValue())).toBe(after);
    await line.press('End');
    expect(await threshold().inputValue()).toBe('300.0');
  });

  it('saves 270 V and then 275 V, each shown as a difference before and verified afterwards', async () => {
    await threshold().fill('270');
    await saveAndVerify();
    await threshold().fill('275');
    await page.getByRole('button', { name: 'Save…' }).click();
    const row = page.getByRole('dialog').getByRole('row', { name: /Trips above/ });
    expect((await row.textContent())?.replaceAll(/\s+/g, ' ')).toMatch(/270\.0 V.*275\.0 V/);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await saveAndVerify();
    expect(await page.getByText('Verified', { exact: true }).count()).toBe(5);
  });

  it('finds the saved value when the page is opened again', async () => {
    await page.reload();
    await answered();
    expect(await threshold().inputValue()).toBe('275.0');
  });

  it.each([
    'Low voltage',
    'Over-current',
    'Overload',
    'Reclosing switch',
    'Lost phase',
    'Phase imbalance',
    'Timing control',
  ])('reads, edits and saves %s', async (tab) => {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await answered();
    const form = page.getByRole('form', { name: tab, exact: true });
    // The last number or switch of each form can be changed by one step without violating a rule.
    const numbers = form.getByRole('spinbutton', { disabled: false });
    if ((await numbers.count()) > 0) await numbers.last().press('ArrowUp');
    else await form.getByRole('switch').first().click();
    await saveAndVerify();
    expect(await page.getByText('Different', { exact: true }).count()).toBe(0);
  });

  it('deploys the dry contacts', async () => {
    await page.getByRole('tab', { name: 'Dry contacts' }).click();
    for (const [contact, name] of [
      ['Dry contact 1', 'Cabinet door'],
      ['Dry contact 2', 'Fan'],
    ] as const) {
      await page.getByRole('group', { name: contact }).getByRole('textbox').fill(name);
    }
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    const first = page.getByRole('group', { name: 'Dry contact 1' }).getByRole('textbox');
    await expect.poll(() => first.inputValue()).toBe('Cabinet door');
  });

  it('must confirm before unsaved input is discarded', async () => {
    await page.getByRole('tab', { name: 'Over-voltage' }).click();
    await answered();
    await threshold().fill('280');
    await page.getByRole('tab', { name: 'Low voltage' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
    expect(await threshold().inputValue()).toMatch(/^280/);
  });
});
