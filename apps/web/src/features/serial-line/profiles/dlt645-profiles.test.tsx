/** Own meter profiles of DL/T 645: the editor, its checks, and the test at a meter. */
import { EXAMPLE_DLT645 } from '@busbar/contract/v2/fleet/meter-profiles';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { expectNoAxeViolations } from '../../../../test/axe.ts';
import {
  choose,
  DTU,
  dialog,
  NO_RATIOS,
  press,
  renderProfiles,
  tested,
} from '../../../../test/render-profiles.tsx';
import type { LineSettings } from '../api/use-serial-line.ts';
import { valueFormat } from './value-format.ts';

const DLT645_LINE: Partial<LineSettings> = { protocol: 'dlt645-2007', baud: 2400 };
const ENERGY = 'Active energy, consumed';

/** Opens the editor of a new profile. */
async function added(line: Partial<LineSettings> = DLT645_LINE) {
  const page = await renderProfiles({}, line);
  await press(page.user, page.tile, 'Add profile');
  return { ...page, editor: await dialog('New meter profile') };
}

/** Opens it with a copy of the shipped profile. */
async function copied(line: Partial<LineSettings> = DLT645_LINE) {
  const page = await added(line);
  await choose(page.user, page.editor, 'Copy from', 'DL/T 645-2007 meter');
  await within(page.editor).findByText('00010000', { selector: 'li .code' });
  return page;
}

const tableOf = (inside: HTMLElement, name: string) => within(inside).getByRole('table', { name });

describe('the editor of a DL/T 645 profile', () => {
  it('adds one with its identifiers and quantities', async () => {
    const { user, editor, server } = await added();
    server.answer('v2.meter-profiles.add', { data: { id: 'u-7' } });
    expect(within(editor).queryByLabelText('Word order')).toBeNull();
    expect(within(editor).getByText(/frames for opening and closing/)).toBeTruthy();
    await user.type(within(editor).getByLabelText('Maker'), 'Example');
    await user.type(within(editor).getByLabelText('Model'), 'DT-3');
    await press(user, editor, 'Add identifier');
    const identifier = await dialog('Add identifier');
    await user.type(within(identifier).getByLabelText('Data identifier'), '0001');
    await press(user, identifier, 'Apply');
    expect(within(identifier).getByText(/^Enter 8 hexadecimal digits/)).toBeTruthy();
    expect(within(identifier).getByText('Required')).toBeTruthy();
    await user.type(within(identifier).getByLabelText('Data identifier'), ' 00 00');
    await user.type(within(identifier).getByLabelText('Data bytes'), '4');
    await press(user, identifier, 'Apply');
    await within(editor).findByText('00010000', { selector: 'li .code' });

    await press(user, editor, 'Add quantity');
    const quantity = await dialog('Add quantity');
    await expectNoAxeViolations();
    expect(within(quantity).getByLabelText('Bytes')).toHaveProperty('value', '4');
    await choose(user, quantity, 'Quantity', ENERGY);
    const first = within(quantity).getByLabelText('First byte');
    await user.clear(first);
    await user.type(first, '1');
    const decimals = within(quantity).getByLabelText('Decimals');
    await user.clear(decimals);
    await press(user, quantity, 'Apply');
    expect(within(quantity).getByText('Required')).toBeTruthy();
    await user.type(decimals, '2');
    await press(user, quantity, 'Apply');
    expect(within(quantity).getByText(/^Bytes 1 to 4 are outside the answer/)).toBeTruthy();
    await user.clear(first);
    await user.type(first, '0');
    expect(within(quantity).getByText('XXXXXX.XX kWh')).toBeTruthy();
    await press(user, quantity, 'Apply');
    await press(user, editor, 'Save profile');
    await waitFor(() =>
      expect(server.requests('v2.meter-profiles.add')).toEqual([
        { body: { profile: EXAMPLE_DLT645 } },
      ]),
    );
  });

  it('starts with a copy of the shipped one, also on a line of Modbus', async () => {
    const { user, editor, server } = await copied({});
    server.answer('v2.meter-profiles.add', { data: { id: 'u-7' } });
    // A profile can be edited on any line, and tested on one that carries it.
    expect(within(editor).getByText(/^This line carries Modbus RTU/)).toBeTruthy();
    expect(within(editor).getByRole('button', { name: /Read from the meter$/ })).toHaveProperty(
      'disabled',
      true,
    );
    await press(user, editor, 'Save profile');
    const [sent] = await waitFor(() => {
      const all = server.requests('v2.meter-profiles.add');
      if (all.length === 0) throw new Error('not sent yet');
      return all;
    });
    expect(sent!.body).toEqual({ profile: { ...EXAMPLE_DLT645, model: 'DT-3 (copy)' } });
  });

  it('keeps the rows of a protocol while another one is chosen', async () => {
    const { user, editor } = await copied();
    await choose(user, editor, 'Protocol', 'Modbus RTU');
    expect(within(editor).queryByText('00010000')).toBeNull();
    expect(within(editor).getByLabelText('Factory station address')).toHaveProperty('value', '1');
    expect(within(editor).getByLabelText('Word order')).toBeTruthy();
    await choose(user, editor, 'Protocol', 'DL/T 645-2007');
    expect(within(editor).getByText('00010000', { selector: 'li .code' })).toBeTruthy();
  });

  it('names the field of a row that has become wrong, and the wrong address', async () => {
    const { user, editor, server } = await copied();
    await press(user, editor, 'Add identifier');
    const identifier = await dialog('Add identifier');
    await user.type(within(identifier).getByLabelText('Data identifier'), '02010100');
    await user.type(within(identifier).getByLabelText('Data bytes'), '2');
    await press(user, identifier, 'Apply');
    expect(within(editor).getByText('Not read, because no quantity uses it')).toBeTruthy();
    await press(user, editor, 'Remove 00010000');
    const problem = 'Data identifier: There is no identifier 00010000';
    expect(within(editor).getByText(problem)).toBeTruthy();
    const station = within(editor).getByLabelText('Factory station address');
    await user.clear(station);
    await user.type(station, '12');
    await press(user, editor, 'Save profile');
    expect(within(editor).getByText('Enter 12 digits, or AAAAAAAAAAAA')).toBeTruthy();
    expect(server.requests('v2.meter-profiles.add')).toEqual([]);
  });
});

describe('the test of a DL/T 645 profile', () => {
  it('needs the address of a meter, and shows bytes next to the values', async () => {
    const { user, editor, server } = await copied();
    server.answer('v2.serial-line.tests.start', { data: { id: 'test-1' } });
    server.answer('v2.serial-line.tests.one', {
      data: { state: 'done', quantities: [tested({ words: ['56', '34', '12', '00'] })] },
    });
    const station = within(editor).getByLabelText('Station address');
    expect(station).toHaveProperty('value', '');
    await user.type(station, '000000123456{Enter}');
    const table = tableOf(editor, 'Quantities');
    await within(table).findByText('56 34 12 00');
    expect(within(table).getByText('XXXXXX.XX kWh')).toBeTruthy();
    expect(within(table).getByText(/^bytes .0–3.$/)).toBeTruthy();
    expect(server.requests('v2.serial-line.tests.start')).toEqual([
      {
        params: { device_code: DTU },
        body: {
          profile: { ...EXAMPLE_DLT645, model: 'DT-3 (copy)' },
          ...{ station: '000000123456', ...NO_RATIOS },
        },
      },
    ]);
  });

  it('shows the error byte of a refusal', async () => {
    const { user, editor, server } = await copied();
    server.answer('v2.serial-line.tests.start', { data: { id: 'test-1' } });
    const refused = tested({ outcome: 'refused', words: [], value: null, exception: 2 });
    server.answer('v2.serial-line.tests.one', { data: { state: 'done', quantities: [refused] } });
    await press(user, editor, /Read from the meter$/);
    expect(await within(editor).findByText('Refused, error 02')).toBeTruthy();
  });
});

describe('the format of a value', () => {
  it.each([
    [{ bytes: 4, decimals: 2, signed: false }, 'XXXXXX.XX'],
    [{ bytes: 3, decimals: 4, signed: true }, '±XX.XXXX'],
    [{ bytes: 2, decimals: 0, signed: false }, 'XXXX'],
    [{ bytes: 1, decimals: 4, signed: false }, '0.00XX'],
    [{ bytes: 8, decimals: 0, signed: false }, undefined],
    [{ bytes: Number.NaN, decimals: 0, signed: false }, undefined],
  ])('of %j is %s', (value, format) => {
    expect(valueFormat(value)).toBe(format);
  });
});

it('a Modbus profile is the default on a line of Modbus', async () => {
  const { editor } = await added({});
  expect(within(editor).getByLabelText('Word order')).toBeTruthy();
  expect(screen.queryByText(/frames for opening and closing/)).toBeNull();
});
