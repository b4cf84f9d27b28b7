/**
 * The platform administrator and new customers. One customer registers, is activated with the
 * activation password until a given day, is restricted to its limits and expires after that day;
 * another is rejected with a reason. The test also covers the health page of the platform, which
 * customers cannot see.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, tokenOf } from '../support/ask.ts';
import { violationsOf } from '../support/axe.ts';
import { LOOKS, openLook, signIn, startBrowser } from '../support/browser.ts';
import type { Program } from '../support/demo/program.ts';
import { startDemo } from '../support/demo/start-demo.ts';

const NAME = 'Quay Power';
const ACCOUNT = 'quay.power';
const PASSWORD = 'copper rail hums twice';

let program: Program;
let browser: Browser;
let platform: Page;
let visitor: Page;
let initialPassword = '';

const newPage = async (): Promise<Page> => (await openLook(browser, LOOKS[0]!)).newPage();

beforeAll(async () => {
  program = await startDemo();
  browser = await startBrowser();
  platform = await newPage();
  visitor = await newPage();
  await signIn(platform, program.url, 'platform', program.platformPassword);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

async function setConnectionName(password: string): Promise<void> {
  await visitor.goto(`${program.url}/login`);
  await visitor.locator('input[autocomplete="username"]').fill(ACCOUNT);
  await visitor.locator('input[autocomplete="current-password"]').fill(password);
  await visitor.locator('button[type="submit"]').click();
}

/** The customer's row in the platform's list. */
const rowOf = (name: string) => platform.locator('.ant-table-row', { hasText: name });

/** Returns the registration as stored on the server. */
async function stateOf(keyword: string) {
  const token = await tokenOf(program, 'platform', program.platformPassword);
  const path = `/api/v2/registrations?keyword=${encodeURIComponent(keyword)}`;
  return (await ask(program, token, 'GET', path)).data.list[0];
}

/** Returns `YYYY-MM-DD`, this number of days from today. */
const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function decide(name: string, what: 'Activate' | 'Reject', password: string): Promise<void> {
  const dialog = platform.getByRole('dialog', { name: `${what} ${name}` });
  await dialog.getByLabel('Administrator activation password').fill(password);
  await dialog.getByRole('button', { name: what, exact: true }).click();
}

/** Changes a setting of the customer on the platform's page. */
async function change(field: string, value: string): Promise<void> {
  await platform.getByRole('button', { name: `Edit ${NAME}` }).click();
  const dialog = platform.getByRole('dialog', { name: `Edit ${NAME}` });
  await dialog.getByLabel(field).fill(value);
  // The date field applies a date when it loses the focus.
  await dialog.getByLabel(field).press('Tab');
  const saved = platform.waitForResponse((one) => one.request().method() === 'PUT');
  await dialog.getByRole('button', { name: 'Save' }).click();
  expect((await (await saved).json()).code).toBe(0);
  await dialog.waitFor({ state: 'detached' });
}

describe('a customer that registers', () => {
  it('receives a password once, and cannot sign in yet', async () => {
    await visitor.goto(`${program.url}/register`);
    await visitor.getByLabel('Organisation name (Chinese)').fill('码头');
    await visitor.getByLabel('Organisation name (English)').fill(NAME);
    await visitor.getByLabel('User name').fill(ACCOUNT);
    await visitor.getByLabel('Contact person').fill('Li Wei');
    await visitor.getByRole('button', { name: 'Register', exact: true }).click();
    initialPassword = (await visitor.locator('.auth-secret code').textContent()) ?? '';
    expect(initialPassword.length).toBeGreaterThan(11);
    await visitor.getByLabel('I have stored the password').check();
    await visitor.getByRole('button', { name: 'Sign in', exact: true }).click();
    await visitor.getByText('This account has not been activated yet').waitFor();
    expect(new URL(visitor.url()).pathname).toBe('/register');

    await setConnectionName(initialPassword);
    await visitor.getByText('This account has not been activated yet').waitFor();
    await visitor.getByRole('heading', { name: 'Waiting for activation' }).waitFor();
    expect(new URL(visitor.url()).pathname).toBe('/login');
  });

  it('is not activated with a wrong activation password', async () => {
    await platform.goto(`${program.url}/regmanage?state=pending`);
    await platform.getByRole('button', { name: `Activate ${NAME}` }).click();
    await decide(NAME, 'Activate', 'not-the-password');
    const alert = platform.getByRole('dialog').getByRole('alert');
    await alert.getByText('Administrator password wrong, contact administrator').waitFor();
    expect(await stateOf(NAME)).toMatchObject({ state: 'pending', activated_at: null });
  });

  it('is activated until a given day with the correct activation password', async () => {
    const dialog = platform.getByRole('dialog', { name: `Activate ${NAME}` });
    const lastDay = dayFromNow(400);
    await dialog.getByLabel('Last day').fill(lastDay);
    await dialog.getByLabel('Last day').press('Tab');
    await decide(NAME, 'Activate', program.activationPassword);
    await dialog.waitFor({ state: 'detached' });
    const state = await stateOf(NAME);
    expect(state).toMatchObject({ state: 'active' });
    // The end of that day, in the time zone of the platform administrator.
    const day = Date.parse(lastDay);
    expect(state.expires_at).toBeGreaterThan(day);
    expect(state.expires_at).toBeLessThan(day + 2 * 86_400_000);
    await platform.goto(`${program.url}/regmanage?state=active`);
    expect(await rowOf(NAME).textContent()).toContain('Active');

    await setConnectionName(initialPassword);
    const fresh = visitor.locator('input[autocomplete="new-password"]');
    await fresh.first().waitFor();
    const old = visitor.locator('input[autocomplete="current-password"]');
    expect(await old.inputValue()).toBe(initialPassword);
    await fresh.nth(0).fill(PASSWORD);
    await fresh.nth(1).fill(PASSWORD);
    await visitor.locator('button[type="submit"]').click();
    await visitor.waitForURL((address) => !/login|modifypassword/.test(address.pathname));
    await visitor.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  });

  it('sees its first steps, which follow what it does', async () => {
    await visitor.getByRole('button', { name: 'First steps 0 of 6' }).click();
    const list = visitor.getByRole('region', { name: 'First steps' });
    await list.getByRole('button', { name: 'These are correct' }).click();
    await list.getByText('1 of 6').waitFor();
    expect(await violationsOf(visitor)).toEqual([]);
    await list.getByRole('link', { name: 'Send a test notification' }).click();
    await visitor.getByRole('button', { name: 'Send test: In the platform' }).click();
    await visitor.getByRole('button', { name: 'First steps 2 of 6' }).waitFor();
  });

  it('tries a simulated breaker, which does not complete its first steps', async () => {
    await visitor.getByRole('button', { name: 'First steps 2 of 6' }).click();
    const list = visitor.getByRole('region', { name: 'First steps' });
    await list.getByRole('button', { name: 'Try with a simulated breaker' }).click();
    await visitor.waitForURL(/\/devices\/SIM-BREAKER-/);
    const head = visitor.locator('.device-head');
    await head.getByText(/^This breaker is simulated/).waitFor();
    await head.getByText('Online').waitFor();
    await head.getByText(/kW/).first().waitFor();
    expect(await violationsOf(visitor)).toEqual([]);
    await head.getByRole('button', { name: 'Open breaker' }).click();
    const dialog = visitor.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Open breaker' }).click();
    await head.getByText('by command', { exact: true }).waitFor();
    await visitor.getByRole('button', { name: 'First steps 2 of 6' }).waitFor();
  });

  it('can register no more devices than the platform allows', async () => {
    await change('Maximum devices', '1');
    const token = await tokenOf(program, ACCOUNT, PASSWORD);
    const { data: group } = await ask(program, token, 'GET', '/api/v2/group');
    const { data: rates } = await ask(program, token, 'GET', '/api/v2/rates');
    const addDevice = (code: string) =>
      ask(program, token, 'POST', '/device/addOrUpdate', {
        deviceName: code,
        deviceSymbolCode: code,
        deviceType: 'MT61',
        rate: rates[0].id,
        groupId: group.id,
        manufactureName: '',
      });
    expect(await addDevice('QUAY-0000001')).toMatchObject({ code: 0 });
    const second = await addDevice('QUAY-0000002');
    expect(second.code).not.toBe(0);
    const { data: devices } = await ask(program, token, 'GET', '/api/v2/devices');
    // The simulated breaker is in the list, and is not one of the devices that the limit counts.
    expect(devices.total).toBe(2);
  });

  it('removes the simulated breaker', async () => {
    await visitor.getByRole('button', { name: 'Remove simulated breaker' }).click();
    const dialog = visitor.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Remove simulated breaker' }).click();
    await visitor.waitForURL(/\/devicemanage/);
    await visitor.getByText('QUAY-0000001').first().waitFor();
    await visitor.getByText(/SIM-BREAKER-/).waitFor({ state: 'detached' });
  });

  it('is signed out of its open page after its last day', async () => {
    await change('Last day', dayFromNow(-2));
    await visitor.waitForURL(/\/login/, { timeout: 20_000 });
    await setConnectionName(PASSWORD);
    await visitor.getByText('This account has expired').waitFor();
    await platform.goto(`${program.url}/regmanage?state=expired`);
    expect(await rowOf(NAME).textContent()).toContain('Expired');
  });

  it('is rejected with a reason, after which its account name is available again', async () => {
    const register = () =>
      ask(program, undefined, 'POST', '/api/v2/register', {
        chinese_code: '影子',
        english_code: 'Shadow Grid',
        platform_account: 'shadow.grid',
        contact_user: 'No one',
        zone_id: 1,
      });
    const { data: registered } = await register();
    await platform.goto(`${program.url}/regmanage?state=pending`);
    await platform.getByRole('button', { name: 'Reject Shadow Grid' }).click();
    const dialog = platform.getByRole('dialog', { name: 'Reject Shadow Grid' });
    await dialog.getByLabel('Reason').fill('No contract <b>yet</b>');
    await decide('Shadow Grid', 'Reject', program.activationPassword);
    await dialog.waitFor({ state: 'detached' });
    await platform.goto(`${program.url}/regmanage?state=rejected`);
    expect(await rowOf('Shadow Grid').textContent()).toContain('No contract <b>yet</b>');
    const login = { user_account: 'shadow.grid', password: registered.initial_password };
    expect((await ask(program, undefined, 'POST', '/api/v2/login', login)).code).not.toBe(0);
    expect(await register()).toMatchObject({ code: 0 });
  });
});

describe('the health of the platform', () => {
  it('is shown to the platform administrator, component by component', async () => {
    await platform.goto(`${program.url}/operations`);
    const token = await tokenOf(program, 'platform', program.platformPassword);
    const { data: health } = await ask(program, token, 'GET', '/api/v2/operations');
    const parts = platform.locator('.operations .plain-table').first().locator('tbody tr');
    await parts.first().waitFor();
    expect(await parts.count()).toBe(health.parts.length);
    const row = (name: string) => parts.filter({ hasText: name }).first();
    expect(await row('Database').textContent()).toMatch(/Good.*Answers in/);
    expect(await row('Device gateway').textContent()).toContain('1 process running');
    expect(await row('Worker').textContent()).toContain('1 process running');
    const facts = platform.locator('.operations .facts').first();
    expect(await facts.textContent()).toContain(`Active customers${health.customers}`);
  });

  it('is not shown to a customer, not even by its URL', async () => {
    const demo = await newPage();
    await signIn(demo, program.url, 'demo', program.demoPassword);
    const navigation = demo.getByRole('navigation', { name: 'Main navigation' });
    await navigation.waitFor();
    expect(await navigation.getByText('Platform health', { exact: true }).count()).toBe(0);
    await demo.goto(`${program.url}/operations`);
    await demo.getByText('No permission for this page').waitFor();
    expect(await demo.locator('.operations table').count()).toBe(0);
    const token = await tokenOf(program, 'demo', program.demoPassword);
    expect((await ask(program, token, 'GET', '/api/v2/operations')).data).toBeUndefined();
  });
});
