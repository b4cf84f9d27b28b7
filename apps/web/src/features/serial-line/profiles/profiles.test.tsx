/** Own meter profiles on the page of a DTU: the list, the editor, and the test at a meter. */
import { EXAMPLE_TABLE } from '@busbar/contract/v2/fleet/meter-profiles';
import { DIAL_IN } from '@busbar/domain/line/line-transport';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerFleet, deviceData, deviceRow } from '../../../../test/answers/device-answers.ts';
import { expectNoAxeViolations } from '../../../../test/axe.ts';
import {
  type RenderedPage,
  type RenderOptions,
  renderPage,
} from '../../../../test/render-page.tsx';
import type { MeterProfile } from '../api/use-serial-line.ts';
import type { TestedQuantity } from './use-profiles.ts';
// The page loads both on demand; loaded here, they take no time of a test.
import '../serial-line-panel.tsx';
import './components/profile-editor.tsx';

const DTU = 'HF-2411015520';
const ROW = deviceRow({ device_code: DTU, device_name: 'Hall', kind: 'dtu' });
const NO_RATIOS = { ct_primary: null, ct_secondary: null, pt_primary: null, pt_secondary: null };

const profile = (more: Partial<MeterProfile>): MeterProfile => ({
  ...{ id: 'u-1', maker: 'Example', model: 'EX-3', protocol: 'modbus-rtu' },
  ...{ baud: 9600, parity: 'none', station: '1', ratios: [], can_switch: false },
  ...{ quantities: ['activeImport'], own: true, changeable: true },
  ...more,
});
const SHIPPED = profile({
  ...{ id: 'abb-b23', maker: 'ABB', model: 'B23', own: false, changeable: false },
});
const DLT645 = profile({ ...SHIPPED, id: 'dlt645', model: 'meter', protocol: 'dlt645-2007' });
const ABOVE = profile({ id: 'u-2', model: 'EX-9', changeable: false });

const tested = (more: Partial<TestedQuantity> = {}): TestedQuantity => ({
  ...{ quantity: 'activeImport', words: ['0000', '9B5D'], outcome: 'value' },
  ...{ value: 397.73, unit: 'kWh', exception: null },
  ...more,
});

async function render(options: RenderOptions = {}) {
  const page = await renderPage(`/devices/${DTU}`, {
    ...options,
    prepare: (server) => {
      answerFleet(server, [ROW]);
      server.answer('v2.device', { data: deviceData(ROW) });
      server.answer('v2.serial-line', {
        data: {
          ...{ device_code: DTU, device_name: 'Hall', group_id: 3, rate_id: 1 },
          line: {
            ...{ protocol: 'modbus-rtu', baud: 9600, heartbeat: 'HB', needs_secret: true },
            ...DIAL_IN,
          },
          ...{ trouble: null, dtu_port: 4196, meters: [] },
        },
      });
      server.answer('v2.meter-profiles', { data: [profile({}), ABOVE, SHIPPED, DLT645] });
      server.answer('v2.meter-profiles.one', ({ params }) => ({
        data: {
          id: params.id,
          ...{ version: 3, changed_by: 'ann', changed_at: 0 },
          profile: params.id === 'abb-b23' ? { ...EXAMPLE_TABLE, maker: 'ABB' } : EXAMPLE_TABLE,
        },
      }));
      options.prepare?.(server);
    },
  });
  const name = options.language === 'ar' ? 'ملفات تعريف العدادات الخاصة' : 'Own meter profiles';
  const tile = await screen.findByRole('region', { name });
  await waitFor(() => expect(tile.getAttribute('aria-busy')).toBe('false'));
  return { ...page, tile };
}

type User = RenderedPage['user'];
/** By its title: in tests, antd gives the titles of all dialogs the same id. */
async function dialog(title: string | RegExp): Promise<HTMLElement> {
  const heading = await screen.findByText(title, { selector: '.ant-modal-title' });
  return heading.closest<HTMLElement>('[role=dialog]')!;
}
const press = async (user: User, within_: HTMLElement, name: string | RegExp) =>
  user.click(within(within_).getByRole('button', { name }));

async function choose(user: User, inside: HTMLElement, label: string, title: string) {
  const box = within(inside).getByRole('combobox', { name: label });
  await user.click(box);
  // A long list shows only the options that match the text.
  if (!(box as HTMLInputElement).readOnly) await user.type(box, title);
  const option = await waitFor(() => {
    const options = document.querySelectorAll(`.ant-select-item-option[title="${title}"]`);
    if (options.length === 0) throw new Error(`no option ${title} yet`);
    return [...options].at(-1)!;
  });
  fireEvent.click(option);
}

async function openStored(options: RenderOptions = {}) {
  const page = await render(options);
  await page.user.click(within(page.tile).getByRole('button', { name: 'Change Example EX-3' }));
  // Until the table is loaded, another dialog has the same title.
  await screen.findByLabelText('Maker');
  return { ...page, editor: await dialog('Example EX-3') };
}

describe('own meter profiles', () => {
  it('are listed, and those of a group above cannot be changed', async () => {
    const { tile } = await render();
    expect(within(tile).getByText('Example EX-3')).toBeTruthy();
    expect(within(tile).getByText('Of a group above')).toBeTruthy();
    expect(within(tile).queryByText('ABB B23')).toBeNull();
    expect(within(tile).queryByRole('button', { name: 'Change Example EX-9' })).toBeNull();
  });

  it('are only read by a viewer', async () => {
    const { tile } = await render({ role: 'viewer' });
    expect(within(tile).queryByRole('button')).toBeNull();
  });

  it('are deleted after confirmation', async () => {
    const { user, tile, server } = await render();
    server.answer('v2.meter-profiles.delete', {});
    await press(user, tile, 'Delete Example EX-3');
    expect(server.requests('v2.meter-profiles.delete')).toEqual([]);
    await press(user, await dialog(/^Delete the profile/), 'Delete profile');
    await waitFor(() =>
      expect(server.requests('v2.meter-profiles.delete')).toEqual([{ params: { id: 'u-1' } }]),
    );
  });
});

describe('the editor of a profile', () => {
  it('adds one with its blocks and quantities', async () => {
    const { user, tile, server } = await render();
    server.answer('v2.meter-profiles.add', { data: { id: 'u-7' } });
    await press(user, tile, 'Add profile');
    const editor = await dialog('New meter profile');
    expect(within(editor).getByRole('button', { name: 'Read from the meter' })).toHaveProperty(
      'disabled',
      true,
    );
    await user.type(within(editor).getByLabelText('Maker'), 'Example');
    await user.type(within(editor).getByLabelText('Model'), 'EX-4');
    await press(user, editor, 'Add block');
    const block = await dialog('Add block');
    await press(user, block, 'Apply');
    expect(within(block).getAllByText('Required')).toHaveLength(2);
    await user.type(within(block).getByLabelText('Name'), 'values');
    await user.type(within(block).getByLabelText('First register'), '0x0061');
    await user.type(within(block).getByLabelText('Number of registers'), '2');
    await press(user, block, 'Apply');
    await press(user, editor, 'Add quantity');
    const quantity = await dialog('Add quantity');
    await expectNoAxeViolations();
    await choose(user, quantity, 'Quantity', 'Active energy, consumed');
    await choose(user, quantity, 'Type', 'u32');
    await user.type(within(quantity).getByLabelText('Register address'), '0x0062');
    await press(user, quantity, 'Apply');
    expect(within(quantity).getByText(/is outside the block values/)).toBeTruthy();
    await user.clear(within(quantity).getByLabelText('Register address'));
    await user.type(within(quantity).getByLabelText('Register address'), '0x0061');
    const divide = within(quantity).getByLabelText('Divide by');
    await user.clear(divide);
    await user.type(divide, '0');
    await press(user, quantity, 'Apply');
    expect(within(quantity).getByText('Must be greater than zero')).toBeTruthy();
    await user.clear(divide);
    await user.type(divide, '100');
    await press(user, quantity, 'Apply');
    await press(user, editor, 'Save profile');
    await waitFor(() =>
      expect(server.requests('v2.meter-profiles.add')).toEqual([
        { body: { profile: { ...EXAMPLE_TABLE, model: 'EX-4' } } },
      ]),
    );
  });

  it('starts with a copy of a shipped one', async () => {
    const { user, tile, server } = await render();
    server.answer('v2.meter-profiles.add', {
      refuse: { code: 41731, reason: 'meter-profile-name-taken', field: 'profile.model' },
    });
    await press(user, tile, 'Add profile');
    const editor = await dialog('New meter profile');
    await choose(user, editor, 'Copy from', 'ABB B23');
    await waitFor(() =>
      expect(within(editor).getByLabelText('Model')).toHaveProperty('value', 'EX-3 (copy)'),
    );
    expect(document.querySelector('.ant-select-item-option[title="ABB meter"]')).toBeNull();
    await press(user, editor, 'Save profile');
    const model = within(editor).getByLabelText('Model');
    await waitFor(() => expect(model.getAttribute('aria-invalid')).toBe('true'));
  });

  it('sends a change with the version that was read', async () => {
    const { user, editor, server } = await openStored();
    server.answer('v2.meter-profiles.change', {});
    await press(user, editor, 'Change Active energy, consumed');
    const quantity = await dialog('Change quantity');
    const divide = within(quantity).getByLabelText('Divide by');
    await user.clear(divide);
    await user.type(divide, '10');
    await press(user, quantity, 'Apply');
    expect(within(editor).getByText(/counting restarts at their next reading/)).toBeTruthy();
    await press(user, editor, 'Save profile');
    const quantities = [{ ...EXAMPLE_TABLE.quantities[0]!, divide_by: 10 }];
    await waitFor(() =>
      expect(server.requests('v2.meter-profiles.change')).toEqual([
        {
          params: { id: 'u-1' },
          body: { profile: { ...EXAMPLE_TABLE, quantities }, version: 3 },
        },
      ]),
    );
  });

  it('shows a quantity without its block, and is not saved', async () => {
    const { user, editor, server } = await openStored();
    await press(user, editor, 'Remove values');
    await press(user, editor, 'Save profile');
    expect(within(editor).getAllByText('Required').length).toBeGreaterThan(0);
    expect(within(editor).getByText('Correct the marked rows first')).toBeTruthy();
    expect(server.requests('v2.meter-profiles.change')).toEqual([]);
  });

  it('is mirrored in Arabic', async () => {
    const { user, tile } = await render({ language: 'ar' });
    await user.click(within(tile).getByRole('button', { name: /إضافة ملف تعريف/ }));
    await dialog('ملف تعريف عداد جديد');
    expect(document.documentElement.dir).toBe('rtl');
    await expectNoAxeViolations();
  });
});

describe('the test of a profile', () => {
  it('shows the raw words beside the decoded values, until the row is edited', async () => {
    const { user, editor, server } = await openStored();
    server.answer('v2.serial-line.tests.start', { data: { id: 'test-1' } });
    server.answer('v2.serial-line.tests.one', { data: { state: 'done', quantities: [tested()] } });
    const station = within(editor).getByLabelText('Station address');
    await user.clear(station);
    // Enter starts the test and does not save the profile.
    await user.type(station, '7{Enter}');
    const table = within(editor).getByRole('table', { name: 'Quantities' });
    await within(table).findByText('0000 9B5D');
    expect(within(table).getByText('397.73 kWh')).toBeTruthy();
    expect(server.requests('v2.serial-line.tests.start')).toEqual([
      {
        params: { device_code: DTU },
        body: { profile: EXAMPLE_TABLE, station: '7', ...NO_RATIOS },
      },
    ]);
    await press(user, editor, 'Change Active energy, consumed');
    const quantity = await dialog('Change quantity');
    await user.type(within(quantity).getByLabelText('Divide by'), '0');
    await press(user, quantity, 'Apply');
    await waitFor(() => expect(within(table).queryByText('0000 9B5D')).toBeNull());
  });

  it.each<[Partial<TestedQuantity>, string]>([
    [{ outcome: 'refused', words: [], value: null, exception: 2 }, 'Refused, exception 2'],
    [{ outcome: 'no-answer', words: [], value: null }, 'No answer'],
    [{ outcome: 'out-of-bounds', value: -1 }, 'Impossible value'],
  ])('shows why a value is missing: %j', async (result, text) => {
    const { user, editor, server } = await openStored();
    server.answer('v2.serial-line.tests.start', { data: { id: 'test-1' } });
    server.answer('v2.serial-line.tests.one', {
      data: { state: 'done', quantities: [tested(result)] },
    });
    await press(user, editor, /Read from the meter$/);
    expect(await within(editor).findByText(text)).toBeTruthy();
  });

  it('says that the line is offline, and that another test is in progress', async () => {
    const { user, editor, server } = await openStored();
    server.answer('v2.serial-line.tests.start', { data: { id: 'test-1' } });
    server.answer('v2.serial-line.tests.one', { data: { state: 'not-connected', quantities: [] } });
    await press(user, editor, /Read from the meter$/);
    expect(await within(editor).findByText(/^The line is offline/)).toBeTruthy();
    server.answer('v2.serial-line.tests.start', {
      refuse: { code: 41737, reason: 'line-test-busy' },
    });
    await press(user, editor, /Read from the meter$/);
    expect(await within(editor).findByText(/^Another profile is being tested/)).toBeTruthy();
  });
});
