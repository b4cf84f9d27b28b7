/**
 * A gateway discovers a slave on its line. The slave is registered, named, moved and disabled on
 * the screen, and the simulated gateway confirms each step. With a real browser against the built
 * programs.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOOKS, openLook, signIn, startBrowser } from '../support/browser.ts';
import type { Program } from '../support/demo/program.ts';
import { startDemo } from '../support/demo/start-demo.ts';
import { type OwnGateway, registerGateway, startOwnGateway } from '../support/own/own-gateway.ts';

const CODE = 'JOURNEY88C0001';

let program: Program;
let browser: Browser;
let page: Page;
let gateway: OwnGateway | undefined;

beforeAll(async () => {
  program = await startDemo();
  browser = await startBrowser();
  page = await (await openLook(browser, LOOKS[0]!)).newPage();
  await signIn(page, program.url, 'demo', program.demoPassword);
  const secret = await registerGateway(page, program.url, { code: CODE, name: 'Workshop rail' });
  gateway = startOwnGateway(program, { code: CODE, secret, slaveCount: 2 });
});
afterAll(async () => {
  await gateway?.stop();
  await browser?.close();
  await program?.stop();
});

const tile = (slot: number) =>
  page
    .getByRole('list', { name: 'Slots of Workshop rail' })
    .getByRole('listitem')
    .nth(slot - 1);
const places = () =>
  gateway!.device.units.map(
    ({ slot, address, enabled }) => `${slot}:${address}${enabled ? '' : '-'}`,
  );

async function read(): Promise<void> {
  await page.getByRole('button', { name: /^(reload )?(Read slave table|Try again)$/ }).click();
  await page.getByText('Workshop rail has answered.').waitFor();
}

async function confirmed(): Promise<void> {
  await page.getByText('Saved and verified on Workshop rail.').waitFor();
}

it('a discovered slave is registered in its slot with a name', async () => {
  await page.goto(`${program.url}/devicedeploy_88C?device=${CODE}`);
  await tile(2).getByText('Address 2').waitFor();
  gateway!.device.discover(5, Date.now());
  await read();
  await tile(5).getByText('Found, not registered').waitFor();
  await page.getByRole('button', { name: 'Change slot 5, 5' }).click();
  await page.getByLabel('Device name').fill('Lathe 5');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await tile(5).getByText('Lathe 5').waitFor();
  expect(places()).toEqual(['1:1', '2:2', '5:5']);
});

it('a slave swaps slots with another', async () => {
  await page.getByRole('button', { name: 'Change slot 5, Lathe 5' }).click();
  await page.getByRole('dialog').getByLabel('Slot').click();
  await page.locator('.ant-select-item-option', { hasText: /^1, changes places/ }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await confirmed();
  await tile(1).getByText('Lathe 5').waitFor();
  expect(places()).toEqual(['5:1', '2:2', '1:5']);
  const results = page.getByRole('region', { name: 'Last change' }).getByRole('listitem');
  expect(await results.allTextContents()).toEqual([
    expect.stringContaining('Read back and correct'),
    expect.stringContaining('Read back and correct'),
  ]);
});

it('a disabled slave no longer reports', async () => {
  await page.getByRole('button', { name: 'Change slot 1, Lathe 5' }).click();
  await page.getByRole('dialog').getByRole('switch').click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await confirmed();
  await tile(1).getByText('Disabled').waitFor();
  expect(places()).toEqual(['5:1', '2:2', '1:5-']);
  expect(gateway!.device.readings(Date.now()).map(({ address }) => address)).toEqual([1, 2]);
});
