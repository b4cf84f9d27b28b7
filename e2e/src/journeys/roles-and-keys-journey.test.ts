/**
 * Permissions of a user and of a program. An administrator copies a role, removes a permission and
 * assigns the role to a user, whose page no longer offers the action. The administrator also
 * creates an API key, by keyboard only, which allows its scope and nothing else until it is
 * revoked.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, tokenOf } from '../support/ask.ts';
import { LOOKS, openLook, signIn, startBrowser } from '../support/browser.ts';
import { type Colleague, inviteColleagues } from '../support/colleagues.ts';
import type { Program } from '../support/demo/program.ts';
import { startDemo } from '../support/demo/start-demo.ts';
import { tabAndPress, tabTo } from '../support/pages/keyboard.ts';
import { BREAKER } from '../support/screens/screen.ts';

const ROLE = 'Night watch';

let program: Program;
let browser: Browser;
let admin: Page;
let page: Page;
let operator: Colleague;

const newPage = async (): Promise<Page> => (await openLook(browser, LOOKS[0]!)).newPage();

beforeAll(async () => {
  program = await startDemo();
  operator = (await inviteColleagues(program, ['operator'])).operator;
  browser = await startBrowser();
  admin = await newPage();
  page = await newPage();
  await signIn(admin, program.url, 'demo', program.demoPassword);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

describe('a custom role', () => {
  const buttons = () => page.locator('.breaker-card__orders button');
  const toCard = async () => {
    await signIn(page, program.url, operator.account, operator.password);
    await page.goto(`${program.url}/devicecontrol?device=${BREAKER}`);
    await page.locator('.breaker-card__state').waitFor();
  };
  /** The command is only validated, not executed, so nothing switches. */
  const mayOpen = async () => {
    const token = await tokenOf(program, operator.account, operator.password);
    const request = { device_code: BREAKER, data: { switch: 'open' }, select: true };
    return ask(program, token, 'POST', '/api/v2/device/control', request);
  };

  it('is a copy of a built-in role without one permission', async () => {
    await toCard();
    await buttons().first().waitFor();

    await admin.goto(`${program.url}/role`);
    await admin.getByRole('button', { name: 'Copy Operator' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Add role' });
    await dialog.getByLabel('Name').fill(ROLE);
    await dialog.getByRole('checkbox', { name: 'Switch breakers' }).uncheck();
    const difference = dialog.getByRole('region', { name: 'What changes' });
    expect(await difference.textContent()).toMatch(/^\s*Less than Operator\s*Switch breakers\s*$/);
    await dialog.getByRole('button', { name: 'Create role' }).click();
    await admin.getByRole('columnheader', { name: new RegExp(ROLE) }).waitFor();
  });

  it('is assigned to a user, who is signed out and loses the action on the page and in the API', async () => {
    await admin.goto(`${program.url}/user?keyword=${operator.account}`);
    await admin.getByText(operator.account).first().click();
    await admin.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = admin.getByRole('dialog', { name: `Edit ${operator.account}` });
    await dialog.getByLabel('Role').click();
    await admin.locator('.ant-select-item-option', { hasText: ROLE }).click();
    const may = dialog.getByRole('region', { name: `Permissions of ${ROLE}` });
    await may.getByText('Set timers').waitFor();
    expect(await may.getByText('Switch breakers', { exact: true }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/\/login/, { timeout: 20_000 });

    await toCard();
    expect(await buttons().count()).toBe(0);
    expect(await mayOpen()).toMatchObject({ reason: 'forbidden' });
  });

  it('gets the permission back, and the open page is updated', async () => {
    await admin.goto(`${program.url}/role`);
    await admin.getByRole('button', { name: `Edit ${ROLE}` }).click();
    const dialog = admin.getByRole('dialog', { name: `Edit ${ROLE}` });
    await dialog.getByRole('checkbox', { name: 'Switch breakers' }).check();
    const difference = dialog.getByRole('region', { name: 'What changes' });
    expect(await difference.textContent()).toMatch(/^\s*1 user gains\s*Switch breakers\s*$/);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await buttons().first().waitFor();
    expect(await mayOpen()).toMatchObject({ code: 0, data: { state: 'selected' } });
  });
});

describe('an API key managed by keyboard', () => {
  let key = '';
  const read = (path: string) => ask(program, key, 'GET', path);
  const row = () => admin.locator('.ant-table-row', { hasText: 'Yard meter' });

  it('is created for one scope and shown once', async () => {
    await admin.goto(`${program.url}/apimanage`);
    const allow = admin.getByRole('switch', { name: 'Accept API keys' });
    if (!(await allow.isChecked())) await tabAndPress(admin, allow, 'Space');
    await tabAndPress(admin, admin.getByRole('button', { name: 'New key' }));
    const dialog = admin.getByRole('dialog', { name: 'New key' });
    await tabTo(admin, dialog.getByRole('textbox', { name: 'Name' }));
    await admin.keyboard.type('Yard meter');
    await tabAndPress(admin, dialog.getByRole('checkbox', { name: 'Devices' }), 'Space');
    const others = ['Readings and energy', 'Alarms'];
    for (const name of others) {
      expect(await dialog.getByRole('checkbox', { name }).isChecked()).toBe(false);
    }
    await tabAndPress(admin, dialog.getByRole('button', { name: 'Create key' }));
    const shown = admin.getByRole('region', { name: 'New API key' });
    key = (await shown.locator('.secret-once__text bdi').textContent()) ?? '';
    expect(key).toMatch(/^bsk_[\w-]{32,}$/);
    expect(await row().textContent()).toContain('Never');
    await tabAndPress(admin, shown.getByRole('button', { name: 'I have stored it' }));
    await shown.waitFor({ state: 'detached' });
    await admin.reload();
    await row().waitFor();
    expect(await admin.content()).not.toContain(key);
  });

  it('allows the calls of its scope, and nothing else', async () => {
    const devices = await read('/api/v2/devices?ps=100');
    expect(devices).toMatchObject({ status: 200, code: 0 });
    const codes = devices.data.list.map((one: { device_code: string }) => one.device_code);
    expect(codes).toContain(BREAKER);
    expect(await read('/api/v2/alarms')).toMatchObject({ status: 403, reason: 'forbidden' });
    const request = { device_code: BREAKER, data: { switch: 'open' }, select: true };
    const control = await ask(program, key, 'POST', '/api/v2/device/control', request);
    expect(control).toMatchObject({ status: 403, reason: 'forbidden' });
  });

  it('is listed with the time of its last use', async () => {
    await admin.reload();
    await row().waitFor();
    const text = await row().textContent();
    expect(text).toContain('127.0.0.1');
    expect(text).not.toContain('Never');
  });

  it('is rejected from the first request after it is revoked', async () => {
    await tabAndPress(admin, admin.getByRole('button', { name: 'Revoke Yard meter' }));
    const dialog = admin.getByRole('dialog', { name: 'Revoke this API key?' });
    await tabAndPress(admin, dialog.getByRole('button', { name: 'Revoke', exact: true }));
    await row().getByText('Revoked').waitFor();
    expect(await read('/api/v2/devices')).toMatchObject({ status: 401 });
  });
});
