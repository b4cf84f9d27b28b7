import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerFleet, CODE } from '../../../test/answers/device-answers.ts';
import { openSocket, push } from '../../../test/fake-web-socket.ts';
import { renderPage } from '../../../test/render-page.tsx';
import type { Answer } from '../../lib/calls/call-types.ts';

const FEEDERS = {
  name: 'Feeders',
  cells: [
    { device_code: CODE, quantity: 'volPa' as const, low: 207, high: 253 },
    { device_code: CODE, quantity: 'curA' as const, low: null, high: null },
    { device_code: 'GONE', quantity: 'volPa' as const, low: null, high: null },
  ],
  changed_at: 1_000,
};
const BEFORE = { name: 'Feeders', changed_at: 1_000 };

type Cells = Answer<'v2.wall-layouts'>['data']['list'][number]['cells'];

async function renderWall(
  address: string,
  ageMs = 1_000,
  cells: Cells = FEEDERS.cells,
  intervalS = 60,
) {
  const page = await renderPage(address, {
    prepare: (server) => {
      answerFleet(server);
      server.answer('v2.wall-layouts', { data: { list: [{ ...FEEDERS, cells }] } });
      server.answer('v2.wall-layouts.save', { data: { changed_at: 2_000 } });
      server.answer('v2.wall-layouts.delete', {});
      server.answer('v2.wall-readings', {
        data: {
          list: [
            {
              device_code: CODE,
              interval_s: intervalS,
              readings: [{ ts: Date.now() - ageMs, values: { volPa: 230.1, curA: 4.2 } }],
            },
          ],
        },
      });
    },
  });
  openSocket();
  return page;
}

const NUMBER = { selector: '.wall-cell__value' };
const cell = (text: string) => {
  const found = screen.getAllByText(text).find((one) => one.closest('li.wall-cell') !== null);
  return within(found!.closest('li')!);
};

describe('the live wall', () => {
  it('shows the layout of the URL with values, limit states and missing devices', async () => {
    await renderWall('/realData?layout=Feeders');
    expect(await screen.findByText('230.1', NUMBER)).toBeTruthy();
    expect(await cell('230.1').findByText('Within limits')).toBeTruthy();
    expect(cell('4.20').queryByText('Within limits')).toBeNull();
    expect(await cell('GONE').findByText('Device not found')).toBeTruthy();
  });

  it('follows the real-time channel and shows the exceeded limit', async () => {
    await renderWall('/realData?layout=Feeders');
    const letters = (await screen.findByText('230.1', NUMBER)).firstChild;
    push({
      deviceId: 11,
      deviceCode: CODE,
      msgType: 'VARIABLE',
      message: { ts: Date.now(), dateTime: '', volPa: 254.5 },
    });
    const number = await screen.findByText('254.5', NUMBER);
    // The text node is updated, not replaced: a full wall has eight hundred updates a second.
    expect(number.firstChild).toBe(letters);
    expect(number.textContent).toBe('254.5\u202FV');
    expect(await cell('254.5').findByText(/Above .253/)).toBeTruthy();
    expect(screen.getByText('4.20', NUMBER)).toBeTruthy();
  });

  it('marks a stale value as old, whether or not it is within limits', async () => {
    await renderWall('/realData?layout=Feeders', 200_000);
    await screen.findByText('230.1', NUMBER);
    expect(await cell('230.1').findByText(/Old value/)).toBeTruthy();
    expect(cell('230.1').queryByText('Within limits')).toBeNull();
  });

  it('applies the interval of a meter that reports every 15 minutes', async () => {
    await renderWall('/realData?layout=Feeders', 40 * 60_000, FEEDERS.cells, 900);
    await screen.findByText('230.1', NUMBER);
    expect(await cell('230.1').findByText('Within limits')).toBeTruthy();
    expect(screen.queryByText(/Old value/)).toBeNull();
  });

  it('marks a value as old when it becomes stale, even without new readings', async () => {
    await renderWall('/realData?layout=Feeders', 179_400);
    expect(await screen.findByText('230.1', NUMBER)).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText(/Old value/)).toHaveLength(2));
  });

  it('saves the displayed cells without the removed one', async () => {
    const { user, server } = await renderWall('/realData?layout=Feeders');
    await user.click(await screen.findByRole('button', { name: 'Remove Current A of Pump house' }));
    expect(screen.getByText('Not saved yet')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save layout' }));
    await waitFor(() => expect(server.requests('v2.wall-layouts.save')).toHaveLength(1));
    expect(server.requests('v2.wall-layouts.save')[0]!.body).toEqual({
      name: 'Feeders',
      cells: [FEEDERS.cells[0], FEEDERS.cells[2]],
      instead_of: BEFORE,
    });
  });

  it('offers every quantity of a reading', async () => {
    const { user } = await renderWall('/realData?layout=Feeders');
    await user.click(await screen.findByRole('combobox', { name: 'Quantity' }));
    await user.keyboard('power factor c');
    expect(await screen.findByText('Power factor C')).toBeTruthy();
  });

  it('saves a cell of a single-phase quantity unchanged', async () => {
    const own = { device_code: CODE, quantity: 'insPb' as const, low: null, high: 4 };
    const { user, server } = await renderWall('/realData?layout=Feeders', 1_000, [
      own,
      FEEDERS.cells[1]!,
    ]);
    expect(await screen.findByText('Active power B')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Remove Current A of Pump house' }));
    await user.click(screen.getByRole('button', { name: 'Save layout' }));
    await waitFor(() => expect(server.requests('v2.wall-layouts.save')).toHaveLength(1));
    expect(server.requests('v2.wall-layouts.save')[0]!.body).toMatchObject({ cells: [own] });
  });

  it('moves a cell by keyboard, announces its position, and retains the focus', async () => {
    const { user } = await renderWall('/realData?layout=Feeders');
    const handle = await screen.findByRole('button', { name: 'Move Current A of Pump house' });
    handle.focus();
    await user.keyboard('{ArrowLeft}');
    expect(screen.getByText('Current A of Pump house: place 1 of 3')).toBeTruthy();
    const order = () => screen.getAllByRole('button', { name: /^Move/ });
    expect(order()[0]).toBe(handle);
    expect(document.activeElement).toBe(handle);
    expect(screen.getByText('Not saved yet')).toBeTruthy();
    await user.keyboard('{ArrowRight}');
    expect(order()[1]).toBe(handle);
    expect(document.activeElement).toBe(handle);
    expect(screen.queryByText('Not saved yet')).toBeNull();
  });

  it.each([
    ['Save as', 'Pumps', null],
    ['Rename', 'Pumps', BEFORE],
  ])('%s requires a name that is not in use', async (item, name, instead) => {
    const { user, server, address } = await renderWall('/realData?layout=Feeders');
    server.answer('v2.wall-layouts.save', { refuse: { code: 41501, reason: 'wall-name-taken' } });
    await user.click(await screen.findByRole('button', { name: 'More for this layout' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
    const field = await screen.findByLabelText('Name of the layout');
    await user.clear(field);
    await user.type(field, `${name}{Enter}`);
    expect(await screen.findByText('You have a layout of this name already')).toBeTruthy();
    server.answer('v2.wall-layouts.save', { data: { changed_at: 2_000 } });
    server.answer('v2.wall-layouts', { data: { list: [{ ...FEEDERS, name, changed_at: 2_000 }] } });
    await user.type(field, '{Enter}');
    await waitFor(() => expect(address()).toBe('/realData?layout=Pumps'));
    expect(server.requests('v2.wall-layouts.save').at(-1)!.body).toEqual({
      name,
      cells: FEEDERS.cells,
      instead_of: instead,
    });
    expect(screen.queryByText('Not saved yet')).toBeNull();
  });

  it('detects a save in another window, and loads that version or overwrites it on request', async () => {
    const { user, server } = await renderWall('/realData?layout=Feeders');
    await user.click(await screen.findByRole('button', { name: 'Remove Current A of Pump house' }));
    server.answer('v2.wall-layouts.save', { refuse: { code: 41502, reason: 'wall-changed' } });
    const saved = { ...FEEDERS, cells: [FEEDERS.cells[1]!], changed_at: 3_000 };
    server.answer('v2.wall-layouts', { data: { list: [saved] } });
    const saveIt = () => screen.getByRole('button', { name: 'Save layout' });
    await user.click(saveIt());
    const keep = await screen.findByRole('button', { name: 'Keep mine' });
    expect(screen.getByText('230.1', NUMBER)).toBeTruthy();
    expect(saveIt()).toHaveProperty('disabled', true);
    await user.click(keep);
    server.answer('v2.wall-layouts.save', { data: { changed_at: 4_000 } });
    await user.click(saveIt());
    await waitFor(() => expect(server.requests('v2.wall-layouts.save')).toHaveLength(2));
    expect(server.requests('v2.wall-layouts.save')[1]!.body).toMatchObject({
      instead_of: { changed_at: 3_000 },
    });
  });

  it('asks for confirmation before unsaved changes are discarded', async () => {
    const { user, address, router } = await renderWall('/realData?layout=Feeders');
    await user.click(await screen.findByRole('button', { name: 'Remove Current A of Pump house' }));
    void router.navigate({ to: '/realData', search: { layout: 'Other' } });
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(address()).toBe('/realData?layout=Feeders');
    expect(screen.getByText('Not saved yet')).toBeTruthy();
  });

  it('reports a layout that does not exist', async () => {
    await renderWall('/realData?layout=Elsewhere');
    expect(await screen.findByText('There is no layout Elsewhere')).toBeTruthy();
  });

  it('shows instructions while it is empty', async () => {
    await renderWall('/realData');
    expect(await screen.findByText('Nothing is on the wall')).toBeTruthy();
  });
});
