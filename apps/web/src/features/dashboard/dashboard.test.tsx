import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CODE, deviceData } from '../../../test/answers/device-answers.ts';
import {
  answerDashboard,
  answerGroup,
  feeEntry,
  nowData,
} from '../../../test/answers/energy-answers.ts';
import { answerExplanation } from '../../../test/answers/explanation-answers.ts';
import type { ContractServer } from '../../../test/contract-server.ts';
import { openSocket, push } from '../../../test/fake-web-socket.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';
import { nowAfterEvent } from './api/use-dashboard.ts';
// Loaded with the file: on a busy machine it takes longer than a test may wait for its page.
import './dashboard-page.tsx';

function renderDashboard(
  address = '/dashboard',
  more: (server: ContractServer) => void = () => undefined,
  options: RenderOptions = {},
) {
  return renderPage(address, {
    ...options,
    prepare: (server) => {
      answerDashboard(server);
      server.answer('v2.device', { data: deviceData() });
      more(server);
    },
  });
}

const tile = (name: string) => screen.findByRole('region', { name });
/** The visible text, with thin spaces replaced by spaces. */
const textOf = (element: Element) => element.textContent?.replaceAll('\u202F', ' ') ?? '';

describe('the dashboard', () => {
  it('sends eight requests besides those of the shell, each once (ui.md: at most 8)', async () => {
    const { server } = await renderDashboard();
    await within(await tile('Energy today')).findByText(/120\.50/);
    const shell = ['health.ready', 'v2.alarms', 'v2.brand', 'v2.ping-token', 'v2.sys.menus'];
    const tiles = [
      'v2.alarm-count',
      'v2.alarms',
      'v2.dashboard-now',
      'v2.device-map',
      'v2.energy',
      'v2.energy-device',
      'v2.energy-fee',
      'v2.energy-fee',
    ];
    await waitFor(() =>
      expect([...server.requestedCalls()].sort()).toEqual([...shell, ...tiles].sort()),
    );
    expect(server.unanswered).toEqual([]);
  });

  it('shows the four cards with truncated whole percentages and the compared periods', async () => {
    await renderDashboard();
    const today = await tile('Energy today');
    await within(today).findByText(/120\.50/);
    expect(textOf(today)).toContain('120.50 kWh');
    const change = within(today).getByRole('note', {
      name: 'Today until 15:15 compared with yesterday until 15:15',
    });
    expect(textOf(change)).toContain('29%');
    expect(within(change).getByRole('img', { hidden: true }).className).toContain('arrow-up');
    const fee = await tile('Fee today');
    expect(textOf(fee)).toContain('¥ 84.35');
    expect(textOf(fee)).toContain('12%');
    const month = await tile('Energy this month');
    await within(month).findByText(/2,410\.75/);
    expect(textOf(within(month).getByRole('note', { name: /month last year/ }))).toContain('57%');
    // A change of less than a whole per cent is displayed as 0, without a minus sign.
    const monthFee = await tile('Fee this month');
    expect(textOf(within(monthFee).getByRole('note', { name: /month last year/ }))).toContain(
      'vs last year0%',
    );
  });

  const estimated = (server: ContractServer) =>
    server.answer('v2.energy-fee', ({ query }) => {
      const date = query?.date_type === 'month' ? '2026-02' : '2026-11-20';
      return { data: { list: [feeEntry({ date, estimated: true, list: [] })] } };
    });

  it('links administrators from an estimated amount to the days to check', async () => {
    await renderDashboard('/dashboard', estimated, { role: 'admin' });
    const hrefOf = async (name: string) =>
      (await within(await tile(name)).findByRole('link', { name: 'estimated' })).getAttribute(
        'href',
      );
    expect(await hrefOf('Energy today')).toBe('/energy-repair?from=2026-11-20&to=2026-11-20');
    expect(await hrefOf('Energy this month')).toBe('/energy-repair?from=2026-02-01&to=2026-02-28');
  });

  it('marks an estimated amount without a link for others', async () => {
    await renderDashboard('/dashboard', estimated);
    const today = await tile('Energy today');
    expect(await within(today).findByText('estimated')).toBeTruthy();
    expect(within(today).queryByRole('link', { name: 'estimated' })).toBeNull();
  });

  it('shows that no tariff is set if energy has no price', async () => {
    await renderDashboard('/dashboard', (server) =>
      server.answer('v2.energy-fee', {
        data: { list: [feeEntry({ fee: null, mom_fee: null, list: [] })] },
      }),
    );
    const fee = await tile('Fee today');
    expect(await within(fee).findByText('No tariff set')).toBeTruthy();
    expect(textOf(await tile('Energy today'))).toContain('120.50');
  });

  it('shows a dash and an explanation if there is nothing to compare with', async () => {
    await renderDashboard('/dashboard', (server) =>
      server.answer('v2.energy-fee', { data: { list: [] } }),
    );
    const today = await tile('Energy today');
    const note = await within(today).findByRole('note', { name: /No energy data for yesterday/ });
    expect(textOf(note)).toContain('–');
  });

  it('shows three steps to the first reading to an account without devices', async () => {
    await renderDashboard('/dashboard', (server) =>
      server.answer('v2.dashboard-now', {
        data: nowData({ devices: { total: 0, online: 0, offline: 0, late: 0 } }),
      }),
    );
    expect(await screen.findByText('No usable devices under your account')).toBeTruthy();
    expect(document.querySelectorAll('ol.first-run > li')).toHaveLength(3);
  });
});

describe('each dashboard tile', () => {
  it('fails separately, shows its request id and is retried separately', async () => {
    const { server, user } = await renderDashboard('/dashboard', (prepared) =>
      prepared.answer('v2.energy', { refuse: { code: 500, status: 500, requestId: 'req-7' } }),
    );
    const trend = await tile('Energy over six months by tariff band');
    expect((await within(trend).findByRole('alert')).textContent).toContain('req-7');
    await within(await tile('Energy today')).findByText(/120\.50/);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    answerDashboard(server);
    await user.click(within(trend).getByRole('button', { name: 'Try again' }));
    expect((await within(trend).findAllByRole('row', { hidden: true })).length).toBe(7);
    expect(server.requests('v2.energy-device')).toHaveLength(1);
  });
});

describe('the three-month chart', () => {
  const chart = () => tile('Last three months, by day');

  it('shows the days of three months and the summary of each', async () => {
    await renderDashboard();
    const months = await chart();
    const table = await within(months).findByRole('table', {
      name: 'Last three months, by day, kWh',
    });
    expect(within(table).getAllByRole('row')).toHaveLength(32);
    expect(within(table).getByRole('row', { name: '21 120.50 – –' })).toBeTruthy();
    const summary = within(months).getAllByRole('listitem')[0]!;
    expect(textOf(summary)).toContain('2,410.75 kWh');
    expect(textOf(summary)).toContain('¥ 1,687.53');
    for (const text of ['Maximum9.50', 'Average5.02', 'Minimum1.25']) {
      expect(textOf(summary)).toContain(text);
    }
  });

  it('shows fees by day and stores the selection in the URL', async () => {
    const { user, address } = await renderDashboard();
    const months = await chart();
    await user.click(within(months).getByTitle('Fee'));
    await waitFor(() => expect(address()).toBe('/dashboard?value=fee'));
    await within(months).findByRole('row', { name: '21 84.35 – –', hidden: true });
  });

  it('forces energy in the day view, disables fees with an explanation and then requests hours', async () => {
    const { user, server } = await renderDashboard('/dashboard?value=fee');
    await user.click(within(await chart()).getByTitle('Day'));
    const hours = await tile('Last three days, by hour');
    const table = await within(hours).findByRole('table', {
      name: 'Last three days, by hour, kWh',
    });
    expect(within(table).getAllByRole('row')).toHaveLength(25);
    // Future hours are not hours without energy.
    expect(within(table).getByRole('row', { name: '16:00 – 5.00 6.00' })).toBeTruthy();
    const fee = within(hours).getByRole<HTMLInputElement>('radio', { name: 'Fee' });
    expect(fee.disabled).toBe(true);
    expect(within(hours).getByText(/Fees are available in the month view/)).toBeTruthy();
    expect(server.requests('v2.energy-fee')).toContainEqual({
      query: { date_type: 'day', count: '3', is_all: 'true' },
    });
  });

  it('explains that a year is not available', async () => {
    const { server } = await renderDashboard('/dashboard?period=year');
    expect(await within(await chart()).findByText('Only day and month can be shown')).toBeTruthy();
    const types = server.requests('v2.energy-fee').map((input) => input.query?.date_type);
    expect(types).not.toContain('year');
  });
});

describe('the first row', () => {
  it('shows power now, the devices that it counts and the peak of today', async () => {
    await renderDashboard();
    const power = await tile('Power now');
    await within(power).findByText(/184\.3/);
    expect(textOf(power)).toContain('38 devices included · 3 without a recent reading');
    const peak = /Highest 15-minute mean today: .195\.0.kW. at .14:45./;
    expect(within(power).getByRole('img').getAttribute('aria-label')).toMatch(peak);
  });

  it('shows a dash, not zero, if no device has a recent reading', async () => {
    const power = { ...nowData().power, kw: null, counted: 0, uncounted: 41, peak: null };
    await renderDashboard('/dashboard', (server) =>
      server.answer('v2.dashboard-now', { data: nowData({ power, top_loads: [] }) }),
    );
    const shown = await tile('Power now');
    await within(shown).findByText(/No device has a recent reading/);
    expect(textOf(shown)).toMatch(/–.*No load measured today yet/);
    expect(textOf(await tile('Highest loads'))).toContain('No device with a rated current');
  });

  it('links each count of breakers to the devices in that position', async () => {
    await renderDashboard();
    const breakers = await tile('Breakers');
    for (const [name, position] of [
      ['Closed 30', 'closed'],
      ['Open 5', 'open'],
      ['Tripped 2', 'tripped'],
      ['Locked 1', 'locked'],
    ]) {
      const link = await within(breakers).findByRole('link', { name: name! });
      expect(link.getAttribute('href')).toBe(`/devicemanage?position=${position}`);
    }
    expect(textOf(breakers)).toContain('2 late or offline: last reported position');
    expect(textOf(breakers)).toContain('1 has not reported its position');
  });

  it('shows active alarms by priority with the oldest, and never denies one', async () => {
    await renderDashboard('/dashboard', (server) =>
      server.answer('v2.alarms', { data: { list: { alarm_list: [], count: 0, total: 0 } } }),
    );
    const alarms = await tile('Active alarms');
    const link = await within(alarms).findByRole('link', { name: 'Critical 1' });
    expect(link.getAttribute('href')).toBe('/realalarm');
    within(alarms).getByRole('link', { name: 'Medium 4' });
    expect(textOf(alarms)).toContain('Oldest: ');
    // Earth leakage is not in the list of the latest alarms.
    await within(await tile('Latest alarms')).findByText('Active alarms: 5');
  });

  it('links the highest loads to their devices, with names as plain text', async () => {
    await renderDashboard();
    const top = await tile('Highest loads');
    const link = await within(top).findByRole('link', { name: /<b>Pump<\/b>/ });
    expect(link.getAttribute('href')).toBe('/devices/866123000010001');
    expect(textOf(link)).toContain('12.4 kW');
    expect(textOf(link)).toContain('92%');
    expect(textOf(link)).toContain('High load');
  });

  it.each([
    ['PRESENCE', {}, true],
    ['REMOTE_CONTROL', {}, true],
    ['ALARMS', {}, true],
    ['ALARM', {}, false],
    ['COMMAND', {}, false],
    ['VARIABLE', { reading: { ts: 1_019_999 } }, false],
    ['VARIABLE', { reading: { ts: 1_020_000 } }, true],
  ])('is read again after %s %o: %s', (type, more, isRead) => {
    const answer = { data: nowData({ at: 1_000_000 }) } as Parameters<typeof nowAfterEvent>[0];
    const event = { type, deviceId: 1, deviceCode: 'X', ...more } as never;
    expect(nowAfterEvent(answer, event)).toBe(isRead ? undefined : answer);
  });
});

describe('the online rate', () => {
  it('has two decimals and links to the device lists', async () => {
    await renderDashboard();
    const online = await tile('Online rate');
    expect(await within(online).findByRole('img', { name: 'Online rate: 95.24%' })).toBeTruthy();
    expect(within(online).getByRole('link', { name: '42' }).getAttribute('href')).toBe(
      '/devicemanage',
    );
    expect(within(online).getByText('1 device is late with its reports')).toBeTruthy();
  });
});

describe('the share tile', () => {
  it('explains the energy value of a device', async () => {
    const { server, user } = await renderDashboard('/dashboard', (prepared) =>
      answerExplanation(prepared),
    );
    const share = await tile('Energy share this month');
    await user.click(
      await within(share).findByRole('button', { name: 'Calculation: <b>Pump</b>' }),
    );
    const story = await screen.findByRole('dialog');
    expect(await within(story).findByText(/The register was reset/)).toBeTruthy();
    expect(server.requests('v2.energy-explanation')).toHaveLength(1);
    expect(server.requests('v2.energy-explanation')[0]?.query).toMatchObject({
      device_code: '866123000010001',
      start: '2026-11-01',
    });
  });

  it('lists the largest devices individually and the rest together, with names as plain text', async () => {
    await renderDashboard();
    const share = await tile('Energy share this month');
    const rows = await within(share).findAllByRole('row');
    expect(rows.map(textOf)).toEqual([
      'Device%kWhCalculation',
      '<b>Pump</b>74.691,800.50',
      '41 other devices25.31610.25',
      'All devices2,410.75',
    ]);
  });
});

describe('the device map', () => {
  it('finds a device by keyboard and shows name, code, online state, switch and power', async () => {
    const { user } = await renderDashboard();
    const map = await tile('Devices on the map');
    const list = await within(map).findByRole('listbox', { name: 'Devices' });
    expect(within(list).getAllByRole('option')).toHaveLength(2);
    await user.type(within(map).getByRole('textbox', { name: 'Search name or code' }), 'pump');
    await waitFor(() => expect(within(list).getAllByRole('option')).toHaveLength(1));
    list.focus();
    await user.keyboard('{Enter}');
    const info = await within(map).findByRole('region', { name: 'Selected device' });
    await waitFor(() => expect(textOf(info)).toContain('12.43 kW'));
    for (const text of ['Pump house', CODE, 'Online', 'Closed', 'by command']) {
      expect(textOf(info)).toContain(text);
    }
  });

  it('shows a dash for unknown power and a link to set a missing location', async () => {
    const { user } = await renderDashboard('/dashboard', (server) =>
      server.answer('v2.device', { data: deviceData({ ins_p_history: null, variable: null }) }),
    );
    const map = await tile('Devices on the map');
    await user.click(await within(map).findByText('Quay lamp'));
    const info = await within(map).findByRole('region', { name: 'Selected device' });
    expect(textOf(within(info).getByText('Active power').parentElement!)).toBe('Active power–');
    const link = within(info).getByRole('link', { name: 'Set it in the device list' });
    expect(link.getAttribute('href')).toBe('/devicemanage?keyword=866123000010002');
  });

  it('updates a device when its online state changes', async () => {
    await renderDashboard();
    const map = await tile('Devices on the map');
    const option = await within(map).findByRole('option', { name: /Pump house/ });
    openSocket();
    push({
      deviceId: 11,
      deviceCode: CODE,
      msgType: 'PRESENCE',
      message: { presence: 'offline', csq: 20, heard_at: Date.now(), ts: Date.now() },
    });
    await waitFor(() => expect(textOf(option)).toContain('Offline'));
  });

  it('falls back to the built-in map if the provider’s script does not load', async () => {
    await renderDashboard('/dashboard', (server) =>
      answerGroup(server, { map_type: 'google', map_key: 'AIza-test' }),
    );
    const script = await waitFor(() => {
      const found = document.querySelector<HTMLScriptElement>('script[src*="maps.googleapis"]');
      expect(found).not.toBeNull();
      return found!;
    });
    expect(script.src).toContain('key=AIza-test');
    script.dispatchEvent(new Event('error'));
    // The built-in map cannot be drawn in jsdom either, so only the list remains.
    expect(await screen.findByText(/This browser cannot draw the map/)).toBeTruthy();
    expect(document.querySelector('script[src*="maps.googleapis"]')).toBeNull();
  });

  it('contacts no external host without a key', async () => {
    await renderDashboard('/dashboard', (server) => answerGroup(server, { map_type: 'google' }));
    await screen.findByText(/This browser cannot draw the map/);
    expect(document.querySelector('script[src^="https"]')).toBeNull();
  });
});
