/**
 * Single sign-on in two real browsers with a real provider: an administrator sets it up, a user
 * signs in through the provider and out of both, and is refused after losing the groups.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type OidcServer,
  startOidcServer,
} from '../../apps/server/test/single-sign-on/oidc-server.ts';
import { LOOKS, openLook, signIn, startBrowser } from './support/browser.ts';
import type { Program } from './support/demo/program.ts';
import { startDemo } from './support/demo/start-demo.ts';
import { freePort } from './support/free-port.ts';

const ANNA = { sub: 'anna', groups: ['staff'], preferred_username: 'anna.journey' };
const SECRET = 'a-Secret-of-the-journey';

let provider: OidcServer;
let program: Program;
let browser: Browser;
let admin: Page;
let page: Page;
let address = '';

beforeAll(async () => {
  provider = await startOidcServer();
  const port = await freePort();
  program = await startDemo({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    OUTBOUND_HTTP: '1',
    OUTBOUND_PRIVATE: '127.0.0.1/32',
    OUTBOUND_PORTS: String(provider.port),
  });
  browser = await startBrowser();
  admin = await (await openLook(browser, LOOKS[0]!)).newPage();
  page = await (await openLook(browser, LOOKS[0]!)).newPage();
  await signIn(admin, program.url, 'demo', program.demoPassword);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
  await provider?.stop();
});

describe('single sign-on', () => {
  it('is set up, tested and saved by an administrator', async () => {
    await admin.goto(`${program.url}/sso-settings`);
    const addresses = admin.getByRole('region', { name: 'Addresses' });
    await addresses.waitFor();
    const [redirectUri = '', signedOutUri = ''] = await addresses.locator('bdi').allTextContents();
    expect(redirectUri).toContain(`${program.url}/sso-callback/`);
    await admin.getByRole('textbox', { name: 'Name on the button' }).fill('Example');
    await admin.getByRole('textbox', { name: 'Issuer' }).fill(provider.issuer);
    await admin.getByRole('textbox', { name: 'Client ID' }).fill('busbar');
    await admin.getByLabel('Client secret').fill(SECRET);
    await admin.getByRole('button', { name: 'Test' }).click();
    await admin.getByText('The provider refuses the client ID or the client secret').waitFor();
    await provider.register({ id: 'busbar', secret: SECRET, redirectUri, signedOutUri });
    await admin.getByRole('button', { name: 'Test' }).click();
    await admin.getByText('The provider accepts these settings').waitFor();
    await admin.getByRole('button', { name: 'Add row' }).click();
    await admin.getByRole('textbox', { name: 'Group at the provider' }).fill('staff');
    await admin.getByRole('button', { name: 'Save' }).click();
    await addresses.getByText(`${program.url}/sso/`).waitFor();
    address = (await addresses.locator('bdi').allTextContents()).at(-1) ?? '';
  });

  it('creates the user of a first sign-in and opens the requested page', async () => {
    provider.person = ANNA;
    await page.goto(`${address}?redirect=%2Fdevicemanage`);
    await page.getByRole('button', { name: 'Sign in with Example' }).click();
    await page.waitForURL(`${program.url}/devicemanage`);
    await page.getByRole('button', { name: /^anna\.journey/ }).waitFor();
  });

  it('ends the session here and at the provider', async () => {
    await page.getByRole('button', { name: /^anna\.journey/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL((url) => url.origin === provider.issuer);
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await page.waitForURL(`${program.url}/login`);
    await page.goto(`${program.url}/devicemanage`);
    await page.waitForURL((url) => url.pathname === '/login');
  });

  it('refuses a user who has lost the groups, with a reason and a way back', async () => {
    provider.person = { ...ANNA, groups: [] };
    await page.getByRole('link', { name: 'Single sign-on' }).click();
    await page.getByRole('button', { name: 'Sign in with Example' }).click();
    await page.getByText('No group of this account at the provider gives access').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('link', { name: 'Sign in again' }).click();
    await page.getByRole('button', { name: 'Sign in with Example' }).waitFor();
  });
});
