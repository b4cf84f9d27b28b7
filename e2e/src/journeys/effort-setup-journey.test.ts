/**
 * Tasks of setting up with a bound on their effort: clicks and pages from the page of the task. Each
 * task is also checked by its result: the reading of a real device, the tariff of the devices, the
 * devices that a user sees, the arithmetic of a bill.
 */
import type { Fleet } from '@busbar/simulator/fleet/fleet';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from '../support/ask.ts';
import { LOOKS, openLook, signIn, startBrowser } from '../support/browser.ts';
import type { Program } from '../support/demo/program.ts';
import { startDemo } from '../support/demo/start-demo.ts';
import { beginTask } from '../support/effort.ts';
import { connectDevice } from '../support/own/own-device.ts';
import { type OwnTower, startOwnTower } from '../support/own/own-tower.ts';
import { settled } from '../support/pages/settled.ts';

const GROUP = 'Suzhou';

let program: Program;
let browser: Browser;
let page: Page;
let client: ApiClient;
let fleet: Fleet | undefined;
let tower: OwnTower;

beforeAll(async () => {
  program = await startDemo();
  client = new ApiClient(program);
  await client.signIn('demo', program.demoPassword);
  tower = await startOwnTower(program, { isMade: false });
  browser = await startBrowser();
  page = await (await openLook(browser, LOOKS[0]!)).newPage();
  page.setDefaultTimeout(30_000);
  await signIn(page, program.url, 'demo', program.demoPassword);
});
afterAll(async () => {
  await browser?.close();
  await fleet?.stop();
  await tower?.stop();
  await program?.stop();
});

const begin = (path: string) => beginTask(page, program, path);
const dialog = () => page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name, exact: true });

interface DeviceRow {
  readonly device_code: string;
  readonly group_id: number;
  readonly rate_name: string;
}
/** Devices of a group and of the groups below it, as the administrator sees them. */
async function devicesOf(name: string): Promise<DeviceRow[]> {
  const groups = await client.call('GET', '/api/v2/groups');
  const group = groups.list.find((one: { name: string }) => one.name === name);
  return (await client.call('GET', `/api/v2/devices?ps=1000&group_id=${group.id}`)).list;
}
const codesOf = (devices: readonly DeviceRow[]) => devices.map((one) => one.device_code).sort();

describe('setting up takes few clicks', () => {
  it('a device up to its first reading: 5 and two words', async () => {
    const code = 'EFFORT0000001';
    const task = await begin('/registerdevice');
    await page.getByLabel('Device code').fill(code);
    await task.choose(page.getByLabel('Device type'), 'MT61');
    await task.click(button('Next'));
    await page.getByLabel('Device name').fill('Crane 2');
    // The rate of the group is preselected when it is loaded.
    await settled(page);
    await task.click(button('Register'));
    const secret = page.locator('.connection div', { hasText: 'Password' }).locator('bdi');
    fleet = connectDevice(program, {
      code,
      secret: (await secret.textContent()) ?? '',
      type: 'MT61',
      slaveCount: 0,
      ratedCurrentA: 63,
    });
    await task.click(button('I have stored it'));
    await page.getByText('First reading arrived').waitFor();
    const values = page.getByRole('list', { name: 'Values of the reading' });
    await values.getByText(/2\d\d\.\d/).waitFor();
    expect(task.clicks()).toBeLessThanOrEqual(5);
  });

  it('a tariff with four bands: 2 and five values', async () => {
    const task = await begin('/rate');
    await task.click(button('Add tariff'));
    await dialog().getByLabel('Name').fill('Workshop 24');
    const prices = dialog().locator('.rate-form__prices input');
    for (const [at, price] of ['1.25', '1.04', '0.65', '0.2555'].entries()) {
      await prices.nth(at).fill(price);
    }
    await task.click(dialog().getByRole('button', { name: 'Save' }));
    await page.getByText('Tariff saved').waitFor();
    const rates = await client.call('GET', '/api/v2/rates');
    expect(rates).toContainEqual(
      expect.objectContaining({
        name: 'Workshop 24',
        rate_1: 1.25,
        rate_2: 1.04,
        rate_3: 0.65,
        rate_4: 0.2555,
      }),
    );
    expect(task.clicks()).toBeLessThanOrEqual(2);
  });

  it('a tariff for all devices of a group: 5', async () => {
    const before = await devicesOf(GROUP);
    const task = await begin('/rate');
    await task.click(button('Workshop 24'));
    await task.click(button('Choose devices or groups'));
    await task.choose(dialog().last().getByLabel('Groups'), GROUP);
    await task.click(button('Assign tariff'));
    await page.getByText('Tariff assigned').waitFor();
    const after = await devicesOf(GROUP);
    expect(before.length).toBeGreaterThan(5);
    expect(after.map(({ rate_name: name }) => name)).toEqual(before.map(() => 'Workshop 24'));
    expect(task.clicks()).toBeLessThanOrEqual(5);
  });

  it('a user who sees one group: 4 and a word', async () => {
    const name = 'suzhou.viewer';
    const task = await begin('/user');
    await task.click(button('Invite user'));
    await dialog().getByRole('textbox', { name: 'User name' }).fill(name);
    await task.choose(dialog().getByLabel('Group'), GROUP);
    await task.click(dialog().getByRole('button', { name: 'Invite', exact: true }));
    const shown = page.getByRole('region', { name: `Initial password of ${name}` });
    const initial = (await shown.locator('.secret-once__text bdi').textContent()) ?? '';
    expect(task.clicks()).toBeLessThanOrEqual(4);

    const viewer = new ApiClient(program);
    await viewer.signIn(name, initial);
    await viewer.changePassword(initial, 'copper rail hums twice');
    await viewer.signIn(name, 'copper rail hums twice');
    const seen = (await viewer.call('GET', '/api/v2/devices?ps=1000')).list;
    expect(codesOf(seen)).toEqual(codesOf(await devicesOf(GROUP)));
  });
});

describe('a project takes few pages', () => {
  it('of lamps: 2', async () => {
    const task = await begin('/project-set');
    await button('Add project').click();
    await dialog().getByLabel('Name').fill('Depot lights');
    await dialog().getByRole('radio', { name: 'Street lamps' }).check();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await button('Add lamp group').first().click();
    await dialog().getByRole('textbox', { name: 'Name' }).fill('North yard');
    await dialog().getByRole('combobox', { name: 'Device', exact: true }).fill('Hill branch 2');
    await page.locator('.ant-select-item-option').filter({ hasText: 'Hill branch 2' }).click();
    await dialog()
      .getByRole('spinbutton', { name: /^Lamp count/ })
      .fill('20');
    await dialog()
      .getByRole('button', { name: /^100\sW$/ })
      .click();
    await dialog().getByText('When the breaker is closed', { exact: true }).click();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row').filter({ hasText: 'North yard' }).waitFor();
    const project = new URL(page.url()).searchParams.get('project');
    const groups = await client.call('GET', `/api/v2/device-lamps?project_id=${project}`);
    expect(groups.list).toMatchObject([
      { name: 'North yard', device_code: tower.branches[1], lamp_count: 20, lamp_power: 0.1 },
    ]);
    expect(task.pages().length, task.pages().join()).toBeLessThanOrEqual(2);
  });

  it('of a tower: 2', async () => {
    const task = await begin('/project-set');
    await button('Add project').click();
    await dialog().getByLabel('Name').fill('Hill towers');
    await dialog().getByRole('radio', { name: 'Tower' }).check();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await button('Add tower').click();
    const form = dialog();
    await form.getByLabel('Name').first().fill('Hill');
    const device = async (list: number, name: string) => {
      await form.getByRole('combobox', { name: 'Device' }).nth(list).fill(name);
      await page
        .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
        .filter({ hasText: name })
        .click();
    };
    await device(0, 'Hill rectifier');
    await form.getByLabel('Name').nth(1).fill('Operator A');
    await device(1, 'Hill branch 1');
    await form.getByRole('button', { name: 'Save tower' }).click();
    await page.getByText('53.5').first().waitFor();
    const branch = page.getByRole('listitem').filter({ hasText: 'Operator A' });
    await branch.getByText('Closed in manual mode', { exact: true }).waitFor();
    expect(task.pages().length, task.pages().join()).toBeLessThanOrEqual(2);
  });
});

it('a new organisation is on its dashboard after 3 pages, and types no password twice but its own', async () => {
  const guest = await (await openLook(browser, LOOKS[0]!)).newPage();
  const submit = () => guest.locator('button[type="submit"]').first().click();
  await guest.goto(`${program.url}/register`);
  await guest.getByLabel('Organisation name (English)').fill('Quay Power');
  await guest.getByLabel('User name').fill('quay.power');
  await guest.getByLabel('Contact person').fill('Mira');
  await submit();

  await guest.getByLabel('I have stored the password').check();
  await guest.getByText('For the operator: activate now').click();
  await guest.getByLabel('Administrator activation password').fill(program.activationPassword);
  await submit();
  await guest.getByText('Account activated').waitFor();
  await guest.getByRole('button', { name: 'Sign in', exact: true }).click();

  await guest.waitForURL(/\/modifypassword/);
  const own = guest.locator('input[autocomplete="new-password"]');
  await own.nth(0).fill('copper rail of the quay');
  await own.nth(1).fill('copper rail of the quay');
  await submit();
  await guest.waitForURL(/\/(dashboard|index|home)/);
  await guest.getByRole('navigation', { name: 'Main navigation' }).waitFor();
});
