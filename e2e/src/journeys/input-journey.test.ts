/**
 * What a user has typed survives a refused save, a lost connection and an expired session. Behind
 * the sign-in nothing of the page can be seen, and another user does not find it.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOOKS, openLook, signIn, startBrowser } from '../support/browser.ts';
import { type Colleague, inviteColleagues } from '../support/colleagues.ts';
import type { Program } from '../support/demo/program.ts';
import { startDemo } from '../support/demo/start-demo.ts';
import { settled } from '../support/pages/settled.ts';

let program: Program;
let browser: Browser;
let operator: Colleague;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  program = await startDemo();
  operator = (await inviteColleagues(program, ['operator'])).operator;
  browser = await startBrowser();
});
beforeEach(async () => {
  await context?.close();
  context = await openLook(browser, LOOKS[0]!);
  page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await signIn(page, program.url, 'demo', program.demoPassword);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const form = () => page.getByRole('dialog', { name: /^New group below/ });
const field = () => form().getByRole('textbox').first();
const again = () => page.getByRole('dialog', { name: 'Sign in again' });
const group = (name: string) => page.getByRole('row', { name }).getByRole('link', { name });

async function typeName(name: string): Promise<void> {
  await page.goto(`${program.url}/grouplist`);
  await page
    .getByRole('button', { name: /^New group below/ })
    .first()
    .click();
  await field().fill(name);
}

/** Saves after the server has forgotten the session. */
async function expire(): Promise<void> {
  await context.clearCookies();
  await field().press('Enter');
  await again().waitFor();
}

async function fillSignIn(password: string, account?: string): Promise<void> {
  if (account !== undefined)
    await again()
      .getByLabel(/User name/)
      .fill(account);
  await again()
    .getByLabel(/^Password/)
    .fill(password);
  await again().locator('button[type="submit"]').click();
  await again().waitFor({ state: 'detached' });
}

describe('typed input survives', () => {
  it('a refused save', async () => {
    await typeName('Suzhou');
    await field().press('Enter');
    await form().getByText('A group of this name').waitFor();
    expect(await field().inputValue()).toBe('Suzhou');
  });

  it('a lost connection', async () => {
    await typeName('Lost and found');
    await context.setOffline(true);
    await field().press('Enter');
    await form().getByRole('alert').waitFor();
    expect(await field().inputValue()).toBe('Lost and found');
    await context.setOffline(false);
    await field().press('Enter');
    await form().waitFor({ state: 'detached' });
    await group('Lost and found').waitFor();
  });

  it('an expired session, behind the sign-in of the same user', async () => {
    await typeName('After lunch');
    await expire();
    // Hidden, not only covered: a print shows no background.
    expect(await field().count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await again().isVisible()).toBe(true);
    expect(
      await again()
        .getByLabel(/User name/)
        .inputValue(),
    ).toBe('demo');
    await fillSignIn(program.demoPassword);
    expect(await field().inputValue()).toBe('After lunch');
    await field().press('Enter');
    await form().waitFor({ state: 'detached' });
    await group('After lunch').waitFor();
  });

  it('not for another user, who does not find the form', async () => {
    await typeName('Not yours');
    await expire();
    await fillSignIn(operator.password, operator.account);
    await settled(page);
    expect(await form().count()).toBe(0);
    expect(await page.locator('body').textContent()).not.toContain('Not yours');
  });
});

it('a command that found no connection is not sent later', async () => {
  const name = 'Nanjing Workshop';
  await page.goto(`${program.url}/devicecontrol`);
  await page.getByRole('treeitem', { name }).click();
  const card = page.getByRole('article', { name });
  await card.getByRole('button', { name: 'Open breaker', exact: true }).click();
  await context.setOffline(true);
  await page.getByRole('dialog').getByRole('button', { name: 'Open breaker' }).click();
  await page
    .getByText(/may still have been carried out/)
    .first()
    .waitFor();
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/control/.test(pathname) && request.method() === 'POST') sent.push(pathname);
  });
  await context.setOffline(false);
  await page.waitForFunction(() => navigator.onLine);
  await settled(page);
  expect(sent).toEqual([]);
  await page.goto(`${program.url}/log`);
  await settled(page);
  // The platform itself sends the device its timers, which is another row.
  const logged = page
    .getByRole('row')
    .filter({ hasText: name })
    .filter({ hasText: 'Remote control' });
  expect(await logged.allInnerTexts()).toEqual([]);
});

it('without typed input an expired session leads to the sign-in page', async () => {
  await page.goto(`${program.url}/grouplist`);
  await settled(page);
  await context.clearCookies();
  await page.getByRole('link', { name: 'Home' }).click();
  await page.waitForURL(/\/login/);
  expect(await again().count()).toBe(0);
});
