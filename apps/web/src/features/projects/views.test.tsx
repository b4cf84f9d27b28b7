import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { energyDaysData, settlementData } from '../../../test/answers/energy-answers.ts';
import {
  answerBoard,
  answerLampGroups,
  answerProjects,
  boardRow,
  recordRow,
} from '../../../test/answers/project-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { ContractServer } from '../../../test/contract-server.ts';
import { openSocket, push } from '../../../test/fake-web-socket.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

const BAD = boardRow({
  lamp_group_id: 6,
  device_id: 12,
  device_code: '866123000010002',
  name: '<i>Depot</i>',
  verdict: 'failed',
  lamps_on: 18,
  failed: 2,
  measured_power: 1.8,
  findings: { failed: 2, under: 10.4 },
  open_warnings: 1,
});

function answer(server: ContractServer) {
  answerProjects(server);
  answerLampGroups(server);
  answerBoard(server, [boardRow(), BAD]);
  const { warning_type, ...row } = recordRow();
  server.answer('v2.proj-warning-list', { data: { list: [{ ...row, warning_type }], total: 1 } });
  server.answer('v2.proj-alarm-list', {
    data: { list: [{ ...row, alarm_type: warning_type, handled: true }], total: 1 },
  });
  server.answer('v2.log.control-list', {
    data: {
      list: [
        {
          id: 31,
          device_code: '866123000010001',
          device_name: 'Feeder 1',
          proc_mode: 'Projects',
          log_time: '2026-11-21 20:00:00',
          ts: Date.now(),
          op_command: 'change lamp group',
          status: 'done',
          user_name: 'ana',
          client_address: '10.0.0.9',
          command_id: null,
          detail: '20 devices',
          detail_parts: [{ word: 'devices', value: '20' }],
        },
      ],
      total: 1,
    },
  });
}

const render = (address: string, options: RenderOptions = {}) =>
  renderPage(address, { prepare: answer, role: 'operator', ...options });
const boardLines = async () =>
  within(await screen.findByRole('region', { name: 'Lamp groups now' })).getAllByRole('listitem');
const plain = (text: string | null | undefined) =>
  (text ?? '').replaceAll('\u202F', ' ').replaceAll(/[\u2066-\u2069]/g, '');

const CAUSE =
  '2 of 20 lamps out, 10% less power than expected (1.80 kW measured, 2.00 kW expected)';
const findCause = (text = CAUSE) =>
  screen.findByText(
    (_, element) => element?.className === 'alarm-cause' && plain(element.textContent) === text,
  );

describe('warnings of a project', () => {
  it('show the number of failed lamps in the language of the screen', async () => {
    await render('/project-view-warning?project=3');
    const row = (await findCause()).closest('tr')!;
    expect(plain(row.textContent)).toContain('Lamp fault');
    expect(plain(row.textContent)).toContain('Unacknowledged');
    expect(within(row).getByRole('link', { name: 'Feeder 1' })).toBeTruthy();
    await expectNoAxeViolations();
  });

  it('use Russian plural forms in Russian', async () => {
    await render('/project-view-warning?project=3', { language: 'ru' });
    const text =
      'Не горят лампы: 2 из 20, мощность на 10 % ниже ожидаемой (измерено 1,80 кВт, ожидается 2,00 кВт)';
    expect(await findCause(text)).toBeTruthy();
  });

  it('apply the filters of the URL to the request', async () => {
    const { server } = await render(
      '/project-view-warning?project=3&device=866123000010001&handled=0&open=true&from=2026-11-01%2000:00:00&page=2&size=30',
    );
    await findCause();
    expect(server.requests('v2.proj-warning-list')).toContainEqual({
      query: {
        project_id: '3',
        device_code: '866123000010001',
        handled: '0',
        open: 'true',
        start: '2026-11-01 00:00:00',
        pn: '2',
        ps: '30',
      },
    });
  });

  it('can be handled with a note', async () => {
    const { user, server } = await render('/project-view-warning?project=3');
    server.answer('v2.proj-warning.handle', { data: recordRow({ handled: true }) });
    await user.click(await screen.findByRole('button', { name: /^Acknowledge Lamp fault, Pier/ }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Acknowledge this warning?');
    await user.type(within(dialog).getByLabelText('What was done'), ' Both exchanged ');
    await user.click(within(dialog).getByRole('button', { name: 'Acknowledge' }));
    await waitFor(() =>
      expect(server.requests('v2.proj-warning.handle')).toEqual([
        { params: { id: '9' }, body: { handled: true, note: 'Both exchanged' } },
      ]),
    );
    await waitFor(() => expect(server.requests('v2.proj-warning-list').length).toBeGreaterThan(1));
  });

  it('are read-only for a viewer', async () => {
    await render('/project-view-warning?project=3&record=9', { role: 'viewer' });
    const drawer = await screen.findByRole('dialog');
    expect(plain(drawer.textContent)).toContain(CAUSE);
    expect(screen.queryByRole('button', { name: /^Acknowledge/ })).toBeNull();
  });
});

describe('the energy of a project', () => {
  it('covers days up to today or a period by name', async () => {
    // 21 November in Shanghai, the zone of the customer; 20 November in UTC.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T16:30:00Z') });
    const { user, address, server } = await render('/project-view-energy?project=3&by=month', {
      prepare: (prepared) => {
        answer(prepared);
        prepared.answer('v2.energy-proj', { data: energyDaysData() });
        prepared.answer('v2.settlement', { data: settlementData() });
      },
    });
    const query = { project_id: '3', date_type: 'month', pn: '1', ps: '13' };
    const period = { start: '2026-10-15', end: '2026-11-14' };
    const wanted = () => Object.fromEntries(new URLSearchParams(address().split('?')[1]));
    const requested = () => server.requests('v2.energy-proj').map((input) => input.query);
    await waitFor(() => expect(requested()).toContainEqual({ ...query, days: '7' }));
    expect((await screen.findByLabelText<HTMLInputElement>('From')).value).toBe('2026-11-15');
    await user.click(screen.getByLabelText('From'));
    await user.click(await screen.findByText('Last settlement period'));
    await waitFor(() => expect(wanted()).toEqual({ project: '3', by: 'month', ...period }));
    await waitFor(() => expect(requested()).toContainEqual({ ...query, ...period }));
    await user.click(screen.getByText('30 days'));
    await waitFor(() => expect(wanted()).toEqual({ project: '3', by: 'month', days: '30' }));
  });
});

describe('a page without a menu entry of its own', () => {
  it('shows the breadcrumb of the page that leads to it', async () => {
    await render('/project-view-warning?project=3', {
      prepare: (server) => {
        answer(server);
        const entry = { parent_id: 0, name: '', icon: 'eye', url: '', children: [] };
        const view = {
          ...entry,
          id: 83,
          key: 'project-view',
          english: '',
          names: {},
          url: '/project-view',
        };
        server.answer('v2.sys.menus', {
          data: [{ ...entry, id: 8, key: 'projects', english: '', names: {}, children: [view] }],
        });
      },
    });
    const trail = await screen.findByRole('navigation', { name: 'You are here' });
    await waitFor(() => expect(trail.textContent).toBe('ProjectsProject view'));
  });
});

describe('alarms of a project', () => {
  it('cannot be handled twice', async () => {
    await render('/project-view-alarm?project=3');
    const button = await screen.findByRole('button', { name: /^Acknowledge Lamp fault/ });
    expect((button as HTMLButtonElement).disabled).toBe(true);
  });
});

describe('the log of a project', () => {
  it('requests the operations of all modules', async () => {
    const { server } = await render('/project-view-log?project=3');
    expect(await screen.findByText('ana')).toBeTruthy();
    expect(server.requests('v2.log.control-list')[0]).toMatchObject({
      query: { project_id: '3', module: 'all' },
    });
  });
});

describe('the monitor of a project', () => {
  it('shows totals, and each group with its check', async () => {
    await render('/project-view-monitor?project=3');
    const lines = await boardLines();
    const depot = lines.find((line) => line.textContent?.includes('<i>Depot</i>'))!;
    expect(plain(depot.textContent)).toContain('Lamps failed');
    expect(plain(depot.textContent)).toContain('18 / 20');
    expect(plain(depot.textContent)).toContain('1.800 kW');
    const total = screen.getByText('Failed', { selector: 'dt' }).parentElement;
    expect(plain(total?.textContent)).toBe('Failed2');
  });

  it('updates from a check message without a new request', async () => {
    const { server } = await render('/project-view-monitor?project=3');
    await screen.findByRole('button', { name: 'Pier, north side' });
    openSocket();
    // Messages before the channel was open may be missing, so the board is read once more.
    await waitFor(() => expect(server.requests('v2.project-board')).toHaveLength(2));
    push({
      deviceId: 11,
      deviceCode: '866123000010001',
      msgType: 'LAMPS',
      message: {
        lamp_group_id: 5,
        project_id: 3,
        verdict: 'dark',
        lamps_on: 0,
        failed: null,
        measured_power: 0,
        expected_power: 2,
        voltage: 230,
        checked_at: Date.now(),
        reading_at: Date.now(),
        findings: { dark: 1 },
        ts: Date.now(),
      },
    });
    expect(await screen.findByText('Off at night')).toBeTruthy();
    expect(server.requests('v2.project-board')).toHaveLength(2);
  });

  it('filters to groups that need attention and opens the details of a group', async () => {
    const { user, address } = await render('/project-view-monitor?project=3&only=attention');
    expect(await boardLines()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: '<i>Depot</i>' }));
    expect(address()).toContain('group=6');
    const drawer = await screen.findByRole('dialog');
    expect(within(drawer).getByText('2 lamps out, 10% less power than expected')).toBeTruthy();
    const way = within(drawer).getByRole('link', { name: 'Electrical parameters' });
    expect(way.getAttribute('href')).toContain('device=866123000010002');
  });

  it('starts a check of the groups on request', async () => {
    const { user, server } = await render('/project-view-monitor?project=3');
    server.answer('v2.project-check', {});
    await user.click(await screen.findByRole('button', { name: 'Check now' }));
    await waitFor(() =>
      expect(server.requests('v2.project-check')).toEqual([{ body: { project_id: 3 } }]),
    );
  });

  it('renders only visible rows', async () => {
    await render('/project-view-monitor?project=3', {
      prepare: (server) => {
        answer(server);
        answerBoard(
          server,
          Array.from({ length: 1_000 }, (_, at) =>
            boardRow({ lamp_group_id: at + 1, device_id: at + 1, name: `Group ${at + 1}` }),
          ),
        );
      },
    });
    const lines = await boardLines();
    expect(lines.length).toBeLessThan(40);
    expect(lines[0]?.getAttribute('aria-setsize')).toBe('1000');
  });
});
