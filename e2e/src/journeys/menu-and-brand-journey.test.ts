/**
 * Changes by two administrators, as other users see them: the customer's administrator renames and
 * hides a menu entry for operators, and an operator who signs in gets the changed menu; the
 * platform administrator sets a name and a color, which the sign-in page shows.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, openLook, signIn, startBrowser } from '../support/browser.ts';
import type { Program } from '../support/demo/program.ts';
import { startDemo } from '../support/demo/start-demo.ts';

const OPERATOR = 'journey.operator';
const PASSWORD = 'copper rail hums twice';

let program: Program;
let browser: Browser;

beforeAll(async () => {
  program = await startDemo();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const newPage = async (): Promise<Page> => (await openLook(browser, LOOKS[0]!)).newPage();

async function call(path: string, body: object | undefined, token = '') {
  const answer = await fetch(program.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === '' ? {} : { authorization: token }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as { data: Record<string, never> & { token: string } };
}

async function tokenOf(account: string, password: string): Promise<string> {
  const { data } = await call('/api/v2/login', { user_account: account, password });
  return data.token;
}

async function giveOperator(): Promise<void> {
  const admin = await tokenOf('demo', program.demoPassword);
  const { data: group } = await call('/api/v2/group', undefined, admin);
  const { data } = await call(
    '/api/v2/users',
    { name: OPERATOR, role: 'operator', group_id: String(group['id']) },
    admin,
  );
  const initial = String(data['initial_password']);
  await call(
    '/sys/user/modifyPwd',
    { oldPassword: initial, password: PASSWORD },
    await tokenOf(OPERATOR, initial),
  );
}

describe('a menu', () => {
  it('is changed for operators and shown to an operator who signs in', async () => {
    const admin = await newPage();
    await signIn(admin, program.url, 'demo', program.demoPassword);
    await admin.goto(`${program.url}/menu`);
    await admin.getByRole('button', { name: 'Rename Alarms' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Rename Alarms' });
    await dialog.getByRole('textbox', { name: 'English' }).fill('Night watch');
    await dialog.getByRole('button', { name: 'Apply names' }).click();
    await admin.getByRole('button', { name: 'Hide Fee management' }).click();
    await admin.getByRole('button', { name: 'Move Night watch' }).press('Home');
    const preview = admin.getByRole('region', { name: 'Preview for this role' });
    expect(await preview.getByRole('listitem').first().textContent()).toContain('Night watch');
    const saved = admin.waitForResponse(/menu-arrangement\/operator$/);
    await admin.getByRole('button', { name: 'Save menu' }).click();
    expect((await (await saved).json()).code).toBe(0);

    await giveOperator();
    const operator = await newPage();
    await signIn(operator, program.url, OPERATOR, PASSWORD);
    const navigation = operator.getByRole('navigation', { name: 'Main navigation' });
    await navigation.getByText('Night watch').waitFor();
    expect(await navigation.getByText('Fee management').count()).toBe(0);
    const first = navigation.locator('.side-navigation > li').first();
    expect(await first.textContent()).toContain('Night watch');
    // Hiding a menu entry does not forbid its page.
    await operator.goto(`${program.url}/feesselect`);
    await operator.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(operator.url()).pathname).toBe('/feesselect');
    // The administrator's own menu is unchanged.
    await admin
      .getByRole('navigation', { name: 'Main navigation' })
      .getByText('Fee management')
      .waitFor();
  });
});

describe('a brand', () => {
  it('appears on the sign-in page as soon as it is saved', async () => {
    const platform = await newPage();
    await signIn(platform, program.url, 'platform', program.platformPassword);
    await platform.goto(`${program.url}/configuration`);
    const section = platform.getByRole('form', { name: 'Branding' });
    await section.getByRole('textbox', { name: 'Name' }).fill('Stadtwerke Nord');
    await section.getByRole('textbox', { name: 'Colour' }).fill('#0b5394');
    const saved = platform.waitForResponse(/configuration\/brand$/);
    await section.getByRole('button', { name: 'Save: Branding' }).click();
    expect((await (await saved).json()).code).toBe(0);
    await platform.getByRole('link', { name: 'Stadtwerke Nord, start page' }).waitFor();

    const visitor = await newPage();
    await visitor.goto(`${program.url}/login`);
    await visitor.locator('.auth-logo').getByText('Stadtwerke Nord').waitFor();
    await visitor.waitForFunction(
      () => document.documentElement.style.getPropertyValue('--brand') === '#0b5394',
    );
    await visitor.waitForFunction(() => document.title.includes('Stadtwerke Nord'));
  });
});
