import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { answerFleet, CODE, deviceRow } from '../../../test/answers/device-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
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
    await user.click(
      await screen.findByRole('button', { name: 'Remove Current, phase A of Pump house' }),
    );
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
    expect(await screen.findByText('Power factor, phase C')).toBeTruthy();
  });

  it('saves a cell of a single-phase quantity unchanged', async () => {
    const own = { device_code: CODE, quantity: 'insPb' as const, low: null, high: 4 };
    const { user, server } = await renderWall('/realData?layout=Feeders', 1_000, [
      own,
      FEEDERS.cells[1]!,
    ]);
    expect(await screen.findByText('Active power, phase B')).toBeTruthy();
    await user.click(
      await screen.findByRole('button', { name: 'Remove Current, phase A of Pump house' }),
    );
    await user.click(screen.getByRole('button', { name: 'Save layout' }));
    await waitFor(() => expect(server.requests('v2.wall-layouts.save')).toHaveLength(1));
    expect(server.requests('v2.wall-layouts.save')[0]!.body).toMatchObject({ cells: [own] });
  });

  it('moves a cell by keyboard, announces its position, and retains the focus', async () => {
    const { user } = await renderWall('/realData?layout=Feeders');
    const handle = await screen.findByRole('button', {
      name: 'Move Current, phase A of Pump house',
    });
    handle.focus();
    await user.keyboard('{ArrowLeft}');
    expect(screen.getByText('Current, phase A of Pump house: place 1 of 3')).toBeTruthy();
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
    await user.click(
      await screen.findByRole('button', { name: 'Remove Current, phase A of Pump house' }),
    );
    server.answer('v2.wall-layouts.save', { refuse: { code: 41502, reason: 'wall-changed' } });
    const saved = { ...FEEDERS, cells: [FEEDERS.cells[1]!], changed_at: 3_000 };
    server.answer('v2.wall-layouts', { data: { list: [saved] } });
    const saveIt = () => screen.getByRole('button', { name: 'Save layout' });
    await user.click(saveIt());
    const keep = await screen.findByRole('button', { name: 'Keep my version' });
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
    await user.click(
      await screen.findByRole('button', { name: 'Remove Current, phase A of Pump house' }),
    );
    void router.navigate({ to: '/realData', search: { layout: 'Other' } });
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(address()).toBe('/realData?layout=Feeders');
    expect(screen.getByText('Not saved yet')).toBeTruthy();
  });

  it('reports a layout that does not exist', async () => {
    await renderWall('/realData?layout=Elsewhere');
    expect(await screen.findByText('Layout Elsewhere not found')).toBeTruthy();
  });

  it('shows instructions while a wall of the user’s own is empty', async () => {
    await renderWall('/realData?view=own');
    expect(await screen.findByText('The wall is empty')).toBeTruthy();
  });
});

describe('a preset of the live wall', () => {
  const many = Array.from({ length: 30 }, (_, i) =>
    deviceRow({
      id: 100 + i,
      device_code: `M${i}`,
      device_name: `Feeder ${i}`,
      load_kw: 30 - i,
      load_percent: 90 - i,
      load_at: Date.now(),
    }),
  );
  const renderPreset = (address: string, rows = many) =>
    renderPage(address, {
      prepare: (server) => {
        server.answer('v2.wall-layouts', { data: { list: [] } });
        server.answer('v1.sys.group.findAll', { data: [] });
        server.answer('v2.wall-readings', { data: { list: [] } });
        server.answer('v2.devices', ({ query }) => {
          const list = rows.slice(0, Number(query?.ps));
          return { data: { list, total: rows.length } };
        });
      },
    });
  const names = () =>
    screen.getAllByRole('listitem').flatMap((item) => {
      const link = within(item).queryByRole('link', { name: /^Feeder/ });
      return link === null ? [] : [link.textContent];
    });

  it('opens with the twelve highest loads in percent, in the order of the server', async () => {
    const { server, user, address } = await renderPreset('/realData');
    await screen.findByRole('link', { name: 'Feeder 0' });
    expect(names()).toEqual(many.slice(0, 12).map(({ device_name }) => device_name));
    expect(screen.getByText(/90%/)).toBeTruthy();
    const asked = () =>
      server.requests('v2.devices').map(({ query }) => [query?.ps, query?.sort, query?.order]);
    expect(asked()).toContainEqual(['12', 'load_percent', 'desc']);
    await user.click(screen.getByText('kW', { selector: '.ant-segmented-item-label' }));
    await waitFor(() => expect(asked()).toContainEqual(['12', 'load', 'desc']));
    expect(address()).toBe('/realData?by=kw');
    await expectNoAxeViolations();
  });

  it('asks for a whole group', async () => {
    const { server } = await renderPreset('/realData?view=group&group=4');
    await screen.findByRole('link', { name: 'Feeder 29' });
    expect(names()).toHaveLength(30);
    expect(server.requests('v2.devices').map(({ query }) => query?.group_id)).toContain('4');
  });

  it('changes its pages, and waits while it is paused, hovered or focused', async () => {
    await renderPreset('/realData?view=group&every=60');
    await screen.findByText('Page 1 of 3');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    try {
      // The timer of the page begins again, by the clock of the test.
      fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
      fireEvent.click(screen.getByRole('button', { name: 'Previous page' }));
      const after = async (seconds: number) => {
        await act(async () => vi.advanceTimersByTime(seconds * 1_000));
        return screen.getByText(/^Page \d of 3/).textContent;
      };
      expect(names()).toHaveLength(12);
      expect(await after(59)).toBe('Page 1 of 3');
      expect(await after(1)).toBe('Page 2 of 3');
      expect(names()[0]).toBe('Feeder 12');
      fireEvent.click(screen.getByRole('button', { name: 'Stop changing pages' }));
      expect(await after(120)).toBe('Page 2 of 3');
      fireEvent.click(screen.getByRole('button', { name: 'Continue changing pages' }));
      const stage = document.querySelector('.wall__stage')!;
      for (let i = 0; i < 5; i++) {
        fireEvent.pointerMove(stage);
        expect(await after(20)).toBe('Page 2 of 3');
      }
      fireEvent.pointerLeave(stage);
      expect(await after(60)).toBe('Page 3 of 3');
      expect(names()).toHaveLength(6);
      const link = screen.getByRole('link', { name: 'Feeder 24' });
      // The document of the test does not know that the focus came by keyboard.
      vi.spyOn(link, 'matches').mockImplementation((selector) => selector === ':focus-visible');
      act(() => link.focus());
      expect(await after(120)).toBe('Page 3 of 3');
      act(() => link.blur());
      expect(await after(60)).toBe('Page 1 of 3');
    } finally {
      vi.useRealTimers();
    }
  });

  it('says that there are no devices yet', async () => {
    await renderPreset('/realData', []);
    expect(await screen.findByText('No devices yet')).toBeTruthy();
    const step = screen.getByRole('link', { name: 'Register a device' });
    expect(step.getAttribute('href')).toBe('/registerdevice');
  });
});
