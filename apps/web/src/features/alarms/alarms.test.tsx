import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  alarmCounts,
  alarmRow,
  answerAlarmList,
  answerAlarms,
  pushAlarm,
} from '../../../test/answers/alarm-answers.ts';
import { answerLog } from '../../../test/answers/answers.ts';
import { answerDashboard, nowData } from '../../../test/answers/energy-answers.ts';
import { answerHistory } from '../../../test/answers/history-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { ContractServer } from '../../../test/contract-server.ts';
import { openSocket } from '../../../test/fake-web-socket.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

const render = (address: string, options: RenderOptions = {}) =>
  renderPage(address, { prepare: answerAlarms, ...options });

const textOf = (element: Element) =>
  (element.textContent ?? '').replaceAll('\u202F', ' ').replaceAll(/[\u2066-\u2069]/g, '');

/** The request for the live list. */
const live = { open: 'true', alarm_type: 'all', order: 'priority', pn: '1', ps: '200' };

describe('the alarm history', () => {
  it('sends every filter of the URL to the server', async () => {
    const { server } = await render(
      '/historyalarm?device=MT1&type=electric_leakage&kind=alarm&handled=0&open=false&from=2026-11-01%2000:00:00&to=2026-11-02%2000:00:00&page=2&size=30',
    );
    await screen.findByText('=Quay lamp');
    expect(server.requests('v2.alarms')).toContainEqual({
      query: {
        alarm_type: 'electric_leakage',
        device_code: 'MT1',
        kind: 'alarm',
        handled: '0',
        open: 'false',
        start: '2026-11-01 00:00:00',
        end: '2026-11-02 00:00:00',
        pn: '2',
        ps: '30',
      },
    });
  });

  it('shows type, measured value and handling state', async () => {
    await render('/historyalarm');
    const row = (await screen.findByText('=Quay lamp')).closest('tr')!;
    expect(textOf(row)).toContain('Lost phase');
    expect(textOf(row)).toContain('Acknowledged');
    const open = screen.getByRole('row', { name: /Over-voltage/ });
    expect(textOf(open)).toMatch(/271\.3 V on phase A, limit 253 V, for\u00a0\d/);
    expect(textOf(open)).toContain('Unacknowledged');
  });

  it('exports the filtered set without spreadsheet formulas', async () => {
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      files.push(blob as Blob);
      return 'blob:test';
    });
    const { user, server } = await render('/historyalarm?handled=1');
    await screen.findByText('=Quay lamp');
    await user.click(screen.getByRole('button', { name: 'Export as CSV' }));
    await waitFor(() => expect(files).toHaveLength(1));
    const lines = (await files[0]!.text()).trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[2]).toContain("'=Quay lamp");
    expect(server.requests('v2.alarms').at(-1)).toEqual({
      query: { alarm_type: 'all', handled: '1', pn: '1', ps: '400' },
    });
  });

  it('shows all details of an alarm in a drawer that links to the time of the alarm', async () => {
    const { user, address } = await render('/historyalarm');
    await user.click(await screen.findByRole('button', { name: 'Lost phase' }));
    const drawer = await screen.findByRole('dialog');
    expect(address()).toBe('/historyalarm?alarm=6');
    expect(textOf(drawer)).toContain('Fuse exchanged');
    expect(textOf(drawer)).toContain('Back to normal');
    const link = within(drawer).getByRole('link', { name: 'Go to device' });
    expect(link.getAttribute('href')).toContain('device=866123000010002');
    expect(link.getAttribute('href')).toContain(`at=${Date.UTC(2026, 10, 21, 7) / 1000}`);
  });

  it('shows the voltage around an over-voltage with its limit', async () => {
    const prepare: RenderOptions['prepare'] = (server) => {
      answerAlarms(server);
      answerHistory(server, []);
    };
    const { server } = await render('/historyalarm?alarm=7', { prepare });
    const drawer = await screen.findByRole('dialog');
    expect(await within(drawer).findByRole('group', { name: /^Voltage/ })).toBeTruthy();
    expect(within(drawer).getByText(/^Limit \S?253 V/)).toBeTruthy();
    const { opened_at, ended_at } = alarmRow();
    const [asked] = server.requests('v1.data.findVariableByDateTime');
    expect(asked?.body).toMatchObject({
      startTime: opened_at - 30 * 60_000,
      ...(ended_at !== null && { endTime: ended_at + 30 * 60_000 }),
      fields: ['volPa', 'volPb', 'volPc'],
    });
  });

  it('draws no limit on a chart in another unit', async () => {
    const imbalance = alarmRow({ id: 97, type: 'phaseUnbalance', unit: '%', value: 36, limit: 30 });
    const prepare: RenderOptions['prepare'] = (server) => {
      answerAlarms(server);
      answerAlarmList(server, [imbalance]);
      answerHistory(server, []);
    };
    await render('/historyalarm?alarm=97', { prepare });
    const drawer = await screen.findByRole('dialog');
    expect(await within(drawer).findByRole('group', { name: /^Current/ })).toBeTruthy();
    expect(within(drawer).queryByText(/^Limit \S?30/)).toBeNull();
  });

  it('shows the cause of a lamp alarm in the list and in its drawer', async () => {
    const lamp = alarmRow({
      id: 98,
      type: 'lampFault',
      phase: null,
      log_detail: '2 lamps',
      facts: { lamps: 20, measured_kw: 1.8, expected_kw: 2 },
    });
    const prepare: RenderOptions['prepare'] = (server) => {
      answerAlarms(server);
      answerAlarmList(server, [lamp]);
    };
    await render('/historyalarm?alarm=98', { prepare });
    const drawer = await screen.findByRole('dialog');
    const cause = '2 of 20 lamps out (1.80 kW measured, 2.00 kW expected)';
    expect(textOf(drawer)).toContain(cause);
    const rows = () => [...document.querySelectorAll('main tbody tr')].map(textOf).join();
    await waitFor(() => expect(rows()).toContain(cause));
  });

  it('opens a linked alarm even if it is not on the current page', async () => {
    const prepare: RenderOptions['prepare'] = (server) => {
      answerAlarms(server);
      server.answer('v2.alarms', ({ query }) => {
        const rows = query?.alarm_id === '99' ? [alarmRow({ id: 99, device_name: 'Crane' })] : [];
        return { data: { list: { alarm_list: rows, count: rows.length, total: rows.length } } };
      });
    };
    const { user, address } = await render('/historyalarm?alarm=99', { prepare });
    const drawer = await screen.findByRole('dialog');
    expect(textOf(drawer)).toContain('Crane');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe('/historyalarm'));
  });

  it('reports that a linked alarm no longer exists', async () => {
    const prepare: RenderOptions['prepare'] = (server) => {
      answerAlarms(server);
      server.answer('v2.alarms', { data: { list: { alarm_list: [], count: 0, total: 0 } } });
    };
    const { user, address } = await render('/historyalarm?alarm=99', { prepare });
    expect(await screen.findByText('Not found, or you do not have access')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('Not found, or you do not have access')).toBeNull();
    expect(address()).toBe('/historyalarm');
  });

  it('explains an empty list', async () => {
    const prepare: RenderOptions['prepare'] = (server) => answerAlarmList(server, []);
    const { router } = await render('/historyalarm', { prepare });
    expect(await screen.findByText('No alarms yet')).toBeTruthy();
    const step = within(screen.getByRole('main')).getByRole('link', { name: 'Alarm rules' });
    expect(step.getAttribute('href')).toBe('/alarm-rules');
    await router.navigate({ to: '/historyalarm', search: { kind: 'warning' } });
    expect(await screen.findByText('No alarms match these filters')).toBeTruthy();
  });
});

describe('handling an alarm', () => {
  it('asks for confirmation, sends the note and refetches the list', async () => {
    const { user, server } = await render('/historyalarm');
    server.answer('v2.alarm.handle', { data: alarmRow({ handled: true }) });
    await user.click(
      await screen.findByRole('button', { name: 'Acknowledge Over-voltage of Pump house' }),
    );
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByRole('textbox'), 'Regulator reset');
    answerAlarmList(server, [alarmRow({ handled: true })]);
    await user.click(within(dialog).getByRole('button', { name: 'Acknowledge' }));
    expect(await screen.findByText('Alarm acknowledged')).toBeTruthy();
    expect(server.requests('v2.alarm.handle')).toEqual([
      { params: { id: '7' }, body: { handled: true, note: 'Regulator reset' } },
    ]);
    server.answer('v2.alarms.handle', { data: { changed: 1, ids: [7] } });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(server.requests('v2.alarms.handle')).toEqual([
        { body: { ids: ['7'], handled: false } },
      ]),
    );
    await waitFor(() =>
      expect(
        (
          screen.getByRole('button', {
            name: 'Acknowledge Over-voltage of Pump house',
          }) as HTMLButtonElement
        ).disabled,
      ).toBe(true),
    );
  });

  it('reports an error once and refetches the list', async () => {
    const { user, server } = await render('/historyalarm');
    server.answer('v2.alarm.handle', { refuse: { code: 1, reason: 'alarm-handled' } });
    await user.click(
      await screen.findByRole('button', { name: 'Acknowledge Over-voltage of Pump house' }),
    );
    const requests = server.requests('v2.alarms').length;
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Acknowledge' }));
    const alert = await within(dialog).findByRole('alert');
    expect(alert.textContent).toBe('The alarm is already acknowledged');
    expect(screen.queryByText('Alarm acknowledged')).toBeNull();
    await waitFor(() => expect(server.requests('v2.alarms').length).toBeGreaterThan(requests));
  });

  it.each([
    ['Test of the relay', { query: { reason: 'Test of the relay' } }],
    ['', {}],
  ])('deletes the alarm for an administrator with the reason "%s"', async (reason, sent) => {
    const { user, server } = await render('/historyalarm?alarm=7', { role: 'admin' });
    expect(await screen.findByRole('dialog')).toBeTruthy();
    server.answer('v2.alarm.delete', {});
    await user.click(
      await screen.findByRole('button', { name: 'Delete Over-voltage of Pump house' }),
    );
    const title = await screen.findByText('Delete this alarm?');
    const dialog = title.closest<HTMLElement>('[role="dialog"]')!;
    const confirm = within(dialog).getByRole('button', { name: 'Delete alarm' });
    const field = within(dialog).getByRole('textbox', { name: 'Reason (optional)' });
    if (reason !== '') await user.type(field, reason);
    await user.click(confirm);
    expect(await screen.findByText('Alarm deleted')).toBeTruthy();
    expect(server.requests('v2.alarm.delete')).toEqual([{ params: { id: '7' }, ...sent }]);
  });

  it.each([
    ['operator', 1, 0],
    ['viewer', 0, 0],
  ] as const)('offers the role %s only permitted actions', async (role, deals, deletes) => {
    await render('/historyalarm', { role });
    await screen.findByText('=Quay lamp');
    const offered = (name: RegExp) => screen.queryAllByRole('button', { name });
    expect(offered(/^Acknowledge Over-voltage/)).toHaveLength(deals);
    expect(offered(/^Delete/)).toHaveLength(deletes);
  });
});

describe('the live alarms page', () => {
  const list = () => screen.findByRole('list', { name: 'Live alarms' });
  const names = async () =>
    within(await list())
      .getAllByRole('listitem')
      .map((item) => item.querySelector('strong')?.textContent);
  const prepare: RenderOptions['prepare'] = (server) =>
    answerAlarmList(server, [
      alarmRow(),
      alarmRow({ id: 5, type: 'energyLevel', priority: 4, device_name: 'Quay lamp' }),
    ]);

  it('requests active alarms including leakage, most urgent first', async () => {
    const { server } = await render('/realalarm', { prepare });
    await list();
    expect(server.requests('v2.alarms')).toContainEqual({ query: live });
  });

  it('acknowledges the selected alarms with one call', async () => {
    const { user, server } = await render('/realalarm', { prepare });
    server.answer('v2.alarms.handle', { data: { changed: 2, ids: [7, 5] } });
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    await user.click(screen.getByRole('button', { name: 'Acknowledge selected (2)' }));
    expect(await screen.findByText('2 alarms acknowledged')).toBeTruthy();
    expect(server.requests('v2.alarms.handle')).toEqual([
      { body: { ids: ['7', '5'], handled: true } },
    ]);
  });

  it('inserts a new alarm at its position without a request and keeps the focus', async () => {
    const { server } = await render('/realalarm', { prepare });
    expect(await names()).toEqual(['Over-voltage', 'Energy level']);
    const button = screen.getByRole('button', { name: 'Acknowledge Energy level of Quay lamp' });
    button.focus();
    openSocket();
    const requested = server
      .requests('v2.alarms')
      .filter(({ query }) => String(query?.ps) === '200').length;
    pushAlarm('opened', { id: 9, type: 'electric_leakage', priority: 1 });
    await waitFor(async () =>
      expect(await names()).toEqual(['Earth leakage', 'Over-voltage', 'Energy level']),
    );
    expect(document.activeElement).toBe(button);
    pushAlarm('ended', { id: 7, ended_at: 1 });
    await waitFor(async () => expect(await names()).toEqual(['Earth leakage', 'Energy level']));
    expect(
      server.requests('v2.alarms').filter(({ query }) => String(query?.ps) === '200'),
    ).toHaveLength(requested);
    expect(screen.getByText('Active alarms: 2')).toBeTruthy();
  });

  it('snoozes an alarm', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 8), toFake: ['Date'] });
    const { user, server } = await render('/realalarm', { prepare });
    server.answer('v2.alarm.snooze', { data: alarmRow() });
    await user.click(
      await screen.findByRole('button', { name: 'Snooze Over-voltage of Pump house' }),
    );
    await user.click(await screen.findByRole('menuitem', { name: 'For 1 hour' }));
    await waitFor(() => expect(server.requests('v2.alarm.snooze')).toHaveLength(1));
    const { params, body } = server.requests('v2.alarm.snooze')[0]!;
    expect(params).toEqual({ id: '7' });
    expect(Number(body.until) - Date.UTC(2026, 10, 21, 8)).toBeGreaterThan(59 * 60_000);
  });

  it('shows a message if no alarm is active', async () => {
    await render('/realalarm', { prepare: (server) => answerAlarmList(server, []) });
    expect(await screen.findByText('No active alarms')).toBeTruthy();
    await expectNoAxeViolations();
  });
});

describe('the alarm bell', () => {
  it('shows the number of unhandled alarms and the most urgent of them', async () => {
    const { user, server } = await render('/log', {
      prepare: (prepared) => {
        answerLog(prepared);
        answerAlarmList(prepared, [alarmRow()], 120);
      },
    });
    const bell = await screen.findByRole('button', { name: 'Alarms to acknowledge: 120' });
    expect(server.requests('v2.alarms')).toEqual([
      {
        query: {
          open: 'true',
          handled: '0',
          alarm_type: 'all',
          order: 'priority',
          simulated: 'false',
          pn: '1',
          ps: '5',
        },
      },
    ]);
    await user.click(bell);
    const panel = await screen.findByRole('region', { name: 'Alarms to acknowledge' });
    const link = within(panel).getByRole('link', { name: /Over-voltage/ });
    expect(link.getAttribute('href')).toContain('at=');
    expect(within(panel).getByRole('link', { name: 'All 120 active alarms' })).toBeTruthy();
  });

  it('closes its list when the user leaves the page', async () => {
    const { user, router } = await render('/log', {
      prepare: (prepared) => {
        answerLog(prepared);
        answerAlarmList(prepared, [alarmRow()]);
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Alarms to acknowledge: 1' }));
    const panel = await screen.findByRole('region', { name: 'Alarms to acknowledge' });
    await act(() => router.navigate({ to: '/realalarm' }));
    await waitFor(() => expect(panel.isConnected).toBe(false));
    await act(() => router.navigate({ to: '/log' }));
    const bell = await screen.findByRole('button', { name: 'Alarms to acknowledge: 1' });
    expect(bell.getAttribute('aria-expanded')).toBe('false');
  });

  it('updates the count on every page and shows a banner that links to the live list', async () => {
    const { user, server, address } = await render('/log', {
      prepare: (prepared) => {
        answerLog(prepared);
        answerAlarmList(prepared, []);
      },
    });
    await screen.findByRole('button', { name: 'Alarms to acknowledge: 0' });
    answerAlarmList(server, [alarmRow()]);
    openSocket();
    pushAlarm('opened', { id: 9, device_name: '<b>Pump</b>' });
    expect(await screen.findByRole('button', { name: 'Alarms to acknowledge: 1' })).toBeTruthy();
    const banner = await screen.findByRole('alert');
    expect(banner.textContent).toContain('Over-voltage');
    expect(banner.textContent).toContain('<b>Pump</b>');
    pushAlarm('opened', { id: 10 });
    expect(await within(banner).findByText('More since then: 1')).toBeTruthy();
    await user.click(within(banner).getByRole('button', { name: 'Live alarms' }));
    await waitFor(() => expect(address()).toBe('/realalarm'));
  });

  it('shows no banner for alarms under maintenance, alarms reported late, or if the banner is disabled', async () => {
    const { user } = await render('/realalarm', {
      prepare: (prepared) => answerAlarmList(prepared, []),
    });
    openSocket();
    pushAlarm('opened', { id: 9, quiet: true });
    pushAlarm('opened', { id: 10, late: true });
    await user.click(await screen.findByRole('switch', { name: 'Banner' }));
    pushAlarm('opened', { id: 11 });
    await user.click(screen.getByRole('switch', { name: 'Banner' }));
    expect(screen.queryByRole('alert')).toBeNull();
    pushAlarm('opened', { id: 12 });
    expect(await screen.findByRole('alert')).toBeTruthy();
  });

  it('is hidden from the platform administrator', async () => {
    const { server } = await renderPage('/register/audit', { role: 'platform' });
    await screen.findByRole('banner');
    expect(server.unanswered).not.toContain('GET /api/v2/alarms');
    expect(screen.queryByRole('button', { name: /^Alarms to acknowledge/ })).toBeNull();
  });
});

describe('alarm information', () => {
  it('shows counts, changes and shares for the period in the URL', async () => {
    const { user, server, address } = await render('/alarm/alarmInfo');
    const tile = await screen.findByRole('region', { name: 'Alarms' });
    await within(tile).findByText('vs last month');
    expect(textOf(tile)).toContain('Alarms3');
    expect(textOf(within(tile).getAllByRole('note')[0]!)).toContain('50%');
    expect(textOf(within(tile).getAllByRole('note')[1]!)).toContain('25%');
    const types = screen.getByRole('table', { name: 'Alarms by type' });
    expect(within(types).getAllByRole('row')[1]?.textContent).toBe('Over-voltage2');
    const devices = screen.getByRole('table', { name: 'Share of devices' });
    expect(textOf(devices)).toContain('<b>Pump</b>266.67%');
    await user.click(within(tile).getByTitle('Year'));
    await waitFor(() => expect(address()).toContain('period=year'));
    await waitFor(() =>
      expect(server.requests('v2.alarm-count').at(-1)).toEqual({
        query: { date_type: 'year', limit: '20' },
      }),
    );
  });
});

describe('alarms on the dashboard', () => {
  const prepare: RenderOptions['prepare'] = (server) => {
    answerDashboard(server);
  };

  it('show the day with one comparison and the month with two', async () => {
    const { user } = await renderPage('/dashboard', { prepare });
    const tile = await screen.findByRole('region', { name: 'Alarms' });
    await within(tile).findByText('vs yesterday');
    expect(within(tile).getAllByRole('note')).toHaveLength(1);
    await user.click(within(tile).getByTitle('Month'));
    await within(tile).findByText('vs last month');
    expect(within(tile).getAllByRole('note')).toHaveLength(2);
  });

  it('list the latest ten and offer no handling for an alarm that is already handled', async () => {
    const { server } = await renderPage('/dashboard', { prepare });
    const tile = await screen.findByRole('region', { name: 'Latest alarms' });
    const row = (await within(tile).findByText('=Quay lamp')).closest('tr')!;
    expect((within(row).getByRole('button') as HTMLButtonElement).disabled).toBe(true);
    expect(server.requests('v2.alarms')).toContainEqual({
      query: { pn: '1', ps: '10', handled: 'all' },
    });
  });

  const answerCounts = (prepared: ContractServer, more: Parameters<typeof alarmCounts>[0]) =>
    prepared.answer('v2.alarm-count', ({ query }) => ({
      data: {
        date_type: String(query?.date_type),
        data_mom: null,
        data_yoy: null,
        device_alarm_list: [],
        count: alarmCounts(more),
      },
    }));
  const quiet = (more: Parameters<typeof alarmCounts>[0]) => (prepared: ContractServer) => {
    answerDashboard(prepared);
    answerCounts(prepared, more);
  };

  it('show "No alarm today" in the tile and in a message that closes when the user leaves the page', async () => {
    const { user, server } = await renderPage('/dashboard', { prepare: quiet({}) });
    await waitFor(() => expect(screen.getAllByText('No alarm today')).toHaveLength(2));
    // jsdom runs no animations, so a closing message stays in the document.
    const shown = '.ant-message-notice:not(.ant-message-fade-leave)';
    expect(document.querySelector(shown)).not.toBeNull();
    expect(server.requests('v2.alarm-count')).toHaveLength(1);
    await user.click(screen.getByRole('link', { name: 'Alarm history' }));
    await waitFor(() => expect(document.querySelector(shown)).toBeNull());
  });

  it.each([
    ['earth leakage', { alarm_count: 1, count_leakage: 1 }],
    ['a warning', { warning_count: 1 }],
    ['an active alarm of an earlier day', { active_count: 1 }],
  ])('do not show "No alarm today" with %s', async (_name, more) => {
    await renderPage('/dashboard', { prepare: quiet(more) });
    const tile = await screen.findByRole('region', { name: 'Alarms' });
    await within(tile).findByText('vs yesterday');
    expect(screen.queryByText('No alarm today')).toBeNull();
    if ('active_count' in more) {
      within(tile).getByRole('link', { name: 'Active since an earlier period: 1' });
    }
  });

  it('do not show "No alarm today" to an account without devices', async () => {
    await renderPage('/dashboard', {
      prepare: (prepared) => {
        quiet({})(prepared);
        const devices = { total: 0, online: 0, offline: 0, late: 0 };
        prepared.answer('v2.dashboard-now', { data: nowData({ devices }) });
      },
    });
    await screen.findByText('No usable devices under your account');
    expect(screen.queryByText('No alarm today')).toBeNull();
  });

  it('do not show "No alarm this month" while an alarm is active', async () => {
    await render('/alarm/alarmInfo', {
      prepare: (prepared) => answerCounts(prepared, { active_count: 2 }),
    });
    expect(await screen.findByText('Active since an earlier period: 2')).toBeTruthy();
    expect(screen.getByText('No alarm started in this period')).toBeTruthy();
    expect(screen.queryByText('No alarm this month')).toBeNull();
  });
});
