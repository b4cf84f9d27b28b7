/** Own meter profiles on the page of a DTU: the list, the editor, and the test at a meter. */
import { EXAMPLE_TABLE } from '@busbar/contract/v2/fleet/meter-profiles';
import { waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { expectNoAxeViolations } from '../../../../test/axe.ts';
import {
  choose,
  DTU,
  dialog,
  NO_RATIOS,
  openStored,
  press,
  renderProfiles,
  tested,
} from '../../../../test/render-profiles.tsx';
import type { TestedQuantity } from './use-profiles.ts';

describe('own meter profiles', () => {
  it('are listed, and those of a group above cannot be changed', async () => {
    const { tile } = await renderProfiles();
    expect(within(tile).getByText('Example EX-3')).toBeTruthy();
    expect(within(tile).getByText('Of a group above')).toBeTruthy();
    expect(within(tile).queryByText('ABB B23')).toBeNull();
    expect(within(tile).queryByRole('button', { name: 'Change Example EX-9' })).toBeNull();
  });

  it('are only read by a viewer', async () => {
    const { tile } = await renderProfiles({ role: 'viewer' });
    expect(within(tile).queryByRole('button')).toBeNull();
  });

  it('are deleted after confirmation', async () => {
    const { user, tile, server } = await renderProfiles();
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
    const { user, tile, server } = await renderProfiles();
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
    const { user, tile, server } = await renderProfiles();
    server.answer('v2.meter-profiles.add', {
      refuse: { code: 41731, reason: 'meter-profile-name-taken', field: 'profile.model' },
    });
    await press(user, tile, 'Add profile');
    const editor = await dialog('New meter profile');
    await choose(user, editor, 'Copy from', 'ABB B23');
    await waitFor(() =>
      expect(within(editor).getByLabelText('Model')).toHaveProperty('value', 'EX-3 (copy)'),
    );
    await press(user, editor, 'Save profile');
    const model = within(editor).getByLabelText('Model');
    await waitFor(() => expect(model.getAttribute('aria-invalid')).toBe('true'));
  });

  it('sends a change with the version that was read', async () => {
    const { user, editor, server } = await openStored();
    server.answer('v2.meter-profiles.change', { data: { meters: [], count: 0 } });
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

  it('does not warn of a change that decodes answers as before', async () => {
    const { user, editor } = await openStored();
    await user.type(within(editor).getByLabelText('Maker'), ' & Co');
    await press(user, editor, 'Change values');
    const block = await dialog('Change block');
    await user.type(within(block).getByLabelText('Name'), ' of the meter');
    await press(user, block, 'Apply');
    await within(editor).findByText('values of the meter', { selector: 'th bdi' });
    expect(within(editor).queryByText(/counting restarts/)).toBeNull();
  });

  it('shows a quantity without its block, and is not saved', async () => {
    const { user, editor, server } = await openStored();
    await press(user, editor, 'Remove values');
    await press(user, editor, 'Save profile');
    expect(within(editor).getAllByText('Required').length).toBeGreaterThan(0);
    expect(within(editor).getByText('Correct the marked rows first')).toBeTruthy();
    expect(server.requests('v2.meter-profiles.change')).toEqual([]);
  });

  it.each([
    ['Modbus RTU', '0', '1 to 247'],
    ['Modbus TCP', '248', '0 to 247, or 255'],
  ])('says which addresses %s has', async (protocol, wrong, text) => {
    const { user, editor } = await openStored();
    await choose(user, editor, 'Protocol', protocol);
    const station = within(editor).getByLabelText('Factory station address');
    await user.clear(station);
    await user.type(station, wrong);
    await press(user, editor, 'Save profile');
    expect(within(editor).getByText(text)).toBeTruthy();
  });

  it('is mirrored in Arabic', async () => {
    const { user, tile } = await renderProfiles({ language: 'ar' });
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
