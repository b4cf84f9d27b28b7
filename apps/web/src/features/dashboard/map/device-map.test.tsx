/** The map of the dashboard: legend, switch of the pins, and the card with its commands. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CODE, deviceData } from '../../../../test/answers/device-answers.ts';
import { answerDashboard, mapRow } from '../../../../test/answers/energy-answers.ts';
import { openSocket, push } from '../../../../test/fake-web-socket.ts';
import { type RenderOptions, renderPage } from '../../../../test/render-page.tsx';
// Loaded with the file: on a busy machine it takes longer than a test may wait for its page.
import '../dashboard-page.tsx';

const ROWS = [
  mapRow(),
  mapRow({
    id: 12,
    device_name: 'Quay lamp',
    device_code: 'B',
    presence: 'offline',
    online: false,
  }),
  mapRow({ id: 13, device_name: 'Mill', device_code: 'C', status: 'switch:openByFault' }),
  mapRow({
    id: 14,
    device_name: 'Kiln',
    device_code: 'D',
    alarm_count: 2,
    alarm_type: 'overLoad',
    load_percent: 104,
  }),
];

function renderMap(address = '/dashboard', options: RenderOptions = {}) {
  return renderPage(address, {
    ...options,
    prepare: (server) => {
      answerDashboard(server);
      server.answer('v2.device-map', { data: { device_map_list: ROWS } });
      const now = Date.now();
      server.answer('v2.device', {
        data: deviceData({ load_kw: 12.43, load_percent: 29.2, load_at: now - 4_000 }),
      });
    },
  });
}

/** The visible text, with thin spaces replaced by spaces. */
const textOf = (element: Element) => element.textContent?.replaceAll('\u202F', ' ') ?? '';
const map = () => screen.findByRole('region', { name: 'Devices on the map' });
const legend = async () => {
  const list = await within(await map()).findByRole('list', { name: 'Legend' });
  return within(list).getAllByRole('listitem').map(textOf);
};

async function openCard(user: Awaited<ReturnType<typeof renderMap>>['user']) {
  const list = await within(await map()).findByRole('listbox', { name: 'Devices' });
  list.focus();
  await user.keyboard('{Enter}');
  return {
    list,
    card: await within(await map()).findByRole('region', { name: 'Selected device' }),
  };
}

describe('the legend of the device map', () => {
  it('names each state with the number of its devices, the worst first', async () => {
    await renderMap();
    expect(await legend()).toEqual(['Tripped1', 'Active alarm1', 'Offline1', 'Closed1']);
  });

  it('shows the load instead, and the address keeps the choice', async () => {
    const { user, address } = await renderMap();
    await user.click(within(await map()).getByRole('radio', { name: 'Load' }));
    await waitFor(async () =>
      expect(await legend()).toEqual(['%> 100%1', '%< 50%2', '–No recent reading1']),
    );
    expect(address()).toBe('/dashboard?pins=load');
    await user.click(within(await map()).getByRole('radio', { name: 'State' }));
    await waitFor(() => expect(address()).toBe('/dashboard'));
  });

  it('follows alarms, switchings and readings', async () => {
    await renderMap('/dashboard?pins=load');
    expect((await legend())[1]).toBe('%< 50%2');
    openSocket();
    const about = { deviceId: 11, deviceCode: CODE };
    const ts = Date.now();
    push({
      ...about,
      msgType: 'REMOTE_CONTROL',
      deviceStatus: 'switch:openByManual',
      message: { command_id: null, state: null, switch: null, reason: null, msg: null, ts },
    });
    await waitFor(async () =>
      expect(await legend()).toEqual(['%> 100%1', '%< 50%1', '–No recent reading2']),
    );
    const reading = { dateTime: '2026-11-20 10:00:00', insP: 9 };
    push({ ...about, msgType: 'VARIABLE', message: { ...reading, ts: ts - 1, curA: 60 } });
    push({ ...about, msgType: 'VARIABLE', message: { ...reading, ts: ts + 1, curA: 40 } });
    await waitFor(async () => expect(await legend()).toContain('%50% – 80%1'));
    expect(await legend()).not.toContain('%80% – 100%1');
  });
});

describe('the list next to the device map', () => {
  it('names the state or the load of each device, as its pin shows it', async () => {
    const { user } = await renderMap();
    const list = await within(await map()).findByRole('listbox', { name: 'Devices' });
    const rows = () => within(list).getAllByRole('option').map(textOf);
    expect(rows()).toEqual([
      expect.stringMatching(/Pump house.*Closed$/),
      expect.stringMatching(/Quay lamp.*Offline$/),
      expect.stringMatching(/Mill.*Tripped$/),
      expect.stringMatching(/Kiln.*Active alarm$/),
    ]);
    await user.click(within(await map()).getByRole('radio', { name: 'Load' }));
    await waitFor(() => expect(rows()[3]).toMatch(/104%$/));
    expect(rows()[1]).toMatch(/–$/);
  });
});

describe('the card on the device map', () => {
  it('shows state, load, alarm and age, and Escape returns the focus to the list', async () => {
    const { user } = await renderMap();
    const { list, card } = await openCard(user);
    await waitFor(() => expect(textOf(card)).toContain('12.43 kW'));
    for (const text of ['Pump house', 'Closed', 'by command', '29%', 'Online', 'ago']) {
      expect(textOf(card)).toContain(text);
    }
    const page = within(card).getByRole('link', { name: 'Device page' });
    expect(page.getAttribute('href')).toBe(`/devices/${CODE}`);
    expect(document.activeElement).toBe(card);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Selected device' })).toBeNull();
    expect(document.activeElement).toBe(list);
  });

  it('switches only through the confirmation, whose Escape leaves the card open', async () => {
    const { user, server } = await renderMap();
    const { card } = await openCard(user);
    await user.click(await within(card).findByRole('button', { name: 'Open breaker' }));
    const dialog = await screen.findByRole('dialog', { name: /Pump house/ });
    expect(within(dialog).getByText('by command')).toBeTruthy();
    expect(server.requests('v2.device.control')).toEqual([]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('region', { name: 'Selected device' })).toBeTruthy();
    expect(server.requests('v2.device.control')).toEqual([]);
  });

  it('has no commands for a user who may not switch', async () => {
    const { user } = await renderMap('/dashboard', { role: 'viewer' });
    const { card } = await openCard(user);
    await waitFor(() => expect(textOf(card)).toContain('12.43 kW'));
    expect(within(card).queryByRole('button', { name: 'Open breaker' })).toBeNull();
    expect(within(card).getByRole('link', { name: 'Device page' })).toBeTruthy();
  });

  it.each([
    ['leads a user who may set a missing position to the form', 'admin', 1],
    ['only says that the position is missing to others', 'viewer', 0],
  ] as const)('%s', async (_name, role, links) => {
    const { user, server, readAgain } = await renderMap('/dashboard', { role });
    const unplaced = mapRow({ lng: null, lat: null, lng_t: null, lat_t: null });
    server.answer('v2.device-map', { data: { device_map_list: [unplaced] } });
    await readAgain();
    const { card } = await openCard(user);
    expect(await within(card).findByText(/no location yet/)).toBeTruthy();
    const found = within(card).queryAllByRole('link', { name: 'Set it in the device list' });
    expect(found).toHaveLength(links);
  });
});
