/**
 * The tree of groups in a real browser: groups added by keyboard; a user and a device moved after a
 * preview of lost and gained devices; the defaults of a group for a new device; the refusal to move
 * a group below itself; a group with content that cannot be deleted and an empty one that can.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, openLook, signIn, startBrowser } from '../support/browser.ts';
import { type Colleague, inviteColleagues } from '../support/colleagues.ts';
import type { Program } from '../support/demo/program.ts';
import { startDemo } from '../support/demo/start-demo.ts';
import { otherAdministrator } from '../support/other-administrator.ts';

const DEVICE = '861039034396009';
const NEW_DEVICE = 'GROUPJOURNEY-0001';

let program: Program;
let browser: Browser;
let page: Page;
let operator: Colleague;
let top = '';

beforeAll(async () => {
  program = await startDemo();
  operator = (await inviteColleagues(program, ['operator'])).operator;
  browser = await startBrowser();
  page = await (await openLook(browser, LOOKS[0]!)).newPage();
  page.setDefaultTimeout(20_000);
  await signIn(page, program.url, 'demo', program.demoPassword);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const group = (name: string) => page.getByRole('row', { name }).getByRole('link', { name });

/**
 * Uses only the keyboard: the dialog opens with the focus in its field, and no keystroke is lost.
 */
async function nameBelow(above: string, name: string): Promise<Locator> {
  await button(`New group below ${above}`).press('Enter');
  const dialog = page.getByRole('dialog', { name: `New group below ${above}` });
  await dialog.waitFor();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  return dialog;
}

async function choose(list: Locator, name: string): Promise<void> {
  await list.fill(name);
  // Only the options of the open list; those of other lists remain hidden in the page.
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .filter({ hasText: name })
    .first()
    .click();
}

async function moveTo(title: string, name: string): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: title });
  await choose(dialog.getByRole('combobox', { name: 'To the group' }), name);
  const preview = dialog.getByRole('region', { name: 'Who will see different devices' });
  await preview.waitFor();
  return preview;
}

async function confirmMove(): Promise<void> {
  await button('Move').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

describe('the tree of groups', () => {
  it('is extended by keyboard, and refuses a duplicate name', async () => {
    await page.goto(`${program.url}/grouplist`);
    top = (await page.locator('.group-tree tbody a').first().textContent()) ?? '';
    for (const [above, name] of [
      [top, 'Works'],
      ['Works', 'North hall'],
      ['Works', 'South hall'],
      [top, 'Annex'],
    ] as const) {
      const dialog = await nameBelow(above, name);
      await dialog.waitFor({ state: 'detached' });
      await group(name).waitFor();
    }
    const dialog = await nameBelow('Works', 'North hall');
    await dialog.getByText('A group of this name').waitFor();
    await page.keyboard.press('Escape');
    // The typed name is discarded only after confirmation.
    await button('Discard').press('Enter');
    await dialog.waitFor({ state: 'detached' });
  });

  it('moves a user after a preview that lists all lost devices', async () => {
    const { account } = operator;
    await page.goto(`${program.url}/allocation`);
    const user = page.getByRole('combobox', { name: 'User' });
    await choose(user, account);
    const sees = page.getByRole('region', { name: 'Visible to the user' });
    const [, all] = /with (\d+) devices/.exec((await sees.textContent()) ?? '') ?? [];
    expect(Number(all)).toBeGreaterThan(20);
    await button('Move to another group').click();
    await page.getByRole('dialog', { name: `Another group for ${account}` }).waitFor();
    const preview = await moveTo(`Another group for ${account}`, 'North hall');
    expect(await preview.textContent()).toContain(`${account} from ${top} to North hall`);
    await preview.getByText(`lose ${all} devices`).waitFor();
    expect(await preview.getByText('gain').count()).toBe(0);
    await confirmMove();
    await sees.getByText('sees 1 groups with 0 devices').waitFor();
  });

  it('moves a device after a preview that lists only the users who gain it', async () => {
    await page.goto(`${program.url}/grouptab?keyword=${DEVICE}`);
    await page.getByRole('row', { name: DEVICE }).getByRole('checkbox').press('Space');
    await button('Move to…').click();
    const preview = await moveTo('Move 1 device', 'North hall');
    const gain = preview.locator('li', { hasText: operator.account }).getByText('gains 1 device');
    await gain.press('Enter');
    await preview.locator('[data-side="gained"]').getByText(DEVICE).waitFor();
    // All other users see the device from a group above, as before.
    expect(await preview.locator('[data-side="lost"]').count()).toBe(0);
    await confirmMove();

    const other = await (await openLook(browser, LOOKS[0]!)).newPage();
    await signIn(other, program.url, operator.account, operator.password);
    await other.goto(`${program.url}/devicemanage`);
    await other.getByRole('row', { name: DEVICE }).waitFor();
    expect(await other.locator('.ant-table-row').count()).toBe(1);
    await other.context().close();
  });

  it('applies the defaults of its group to a new device', async () => {
    await page.goto(`${program.url}/grouplist`);
    await group('North hall').click();
    await page.getByRole('tab', { name: 'For new devices' }).click();
    const form = page.getByRole('form', { name: 'For new devices' });
    await form.getByRole('combobox', { name: 'Tariff' }).press('ArrowDown');
    await page.locator('.ant-select-item-option').first().click();
    await form.getByRole('spinbutton', { name: 'Report interval (s)' }).fill('120');
    await button('Save').click();
    await form.getByText('120 s: set here').waitFor();
    await expect.poll(() => form.getByText(': set here').count()).toBe(2);

    await page.goto(`${program.url}/devicemanage`);
    await button('Add device').click();
    const dialog = page.getByRole('dialog', { name: 'Add device' });
    const place = dialog.getByRole('combobox', { name: 'Group' });
    await place.press('ArrowDown');
    await page.locator('.ant-select-item-option', { hasText: 'North hall' }).click();
    await dialog.getByText('Reports every 120 s are expected here.').waitFor();
    await dialog.getByText('Default of the group for new devices').waitFor();
    await dialog.getByRole('textbox', { name: 'Device name' }).fill('Pump of the journey');
    await dialog.getByRole('textbox', { name: 'Device code' }).fill(NEW_DEVICE);
    await dialog.getByRole('combobox', { name: 'Device type' }).press('ArrowDown');
    await page.locator('.ant-select-item-option', { hasText: 'MT61' }).first().click();
    const answered = page.waitForResponse(/\/device\/addOrUpdate$/);
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect((await answered).status()).toBe(200);
  });

  it('refuses to move a group below itself and shows the reason', async () => {
    await page.goto(`${program.url}/grouplist`);
    await button('Move Works').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Move Works' });
    await dialog.waitFor();
    // Another administrator moves Annex below Works, while the page still shows it next to Works.
    await (await otherAdministrator(program)).moveGroup('Annex', 'North hall');
    await choose(dialog.getByRole('combobox', { name: 'To the group' }), 'Annex');
    await dialog.getByText('A group cannot be moved below itself').waitFor();
    expect(await dialog.getByRole('button', { name: 'Move' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('refuses to delete a group with content and deletes an empty one, by keyboard', async () => {
    await page.goto(`${program.url}/grouplist`);
    await button('Delete North hall').press('Enter');
    const full = page.getByRole('dialog', { name: 'Delete North hall' });
    for (const what of [
      'Groups below it: 1',
      'Devices: 2',
      'Users, including closed accounts: 1',
    ]) {
      await full.getByText(what).waitFor();
    }
    expect(await full.getByRole('button', { name: 'Delete group' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await full.waitFor({ state: 'detached' });

    await button('Delete South hall').press('Enter');
    const empty = page.getByRole('dialog', { name: 'Delete South hall' });
    await empty.getByText('its name can be used again').waitFor();
    await empty.locator('button:focus', { hasText: 'Cancel' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await empty.waitFor({ state: 'detached' });
    await group('South hall').waitFor({ state: 'detached' });
    await group('North hall').waitFor();
  });
});
