import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { deviceRow } from '../../../test/answers/device-answers.ts';
import {
  answerBoard,
  answerLampGroups,
  answerProjects,
  boardRow,
  recordRow,
} from '../../../test/answers/project-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { AnswerFor, ContractServer } from '../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

type Visit = AnswerFor<'v2.project-visits'>['data']['list'][number];

const visit = (more: Partial<Visit> = {}): Visit => ({
  id: 21,
  project_id: 3,
  lamp_group_id: 5,
  lamp_group_name: '<b>Pier</b>',
  state: 'planned',
  from: Date.UTC(2026, 10, 10, 0),
  to: Date.UTC(2026, 10, 10, 4),
  worker: 'Crew 2',
  notes: 'Two lamps out',
  parts: [{ name: 'LED 100 W', quantity: 2 }],
  silence: true,
  created_by: 'ana',
  created_at: 1,
  ...more,
});

function answer(server: ContractServer) {
  answerProjects(server);
  answerLampGroups(server);
  answerBoard(server, [
    boardRow(),
    boardRow({
      lamp_group_id: 6,
      device_id: 12,
      device_code: '866123000010002',
      name: 'Depot',
      lamp_count: 24,
      verdict: 'failed',
      failed: 2,
      findings: { failed: 2 },
    }),
  ]);
  server.answer('v2.devices', {
    data: {
      list: [
        deviceRow({ device_name: 'Feeder 1' }),
        deviceRow({ id: 12, device_code: '866123000010002', device_name: 'Feeder 2' }),
      ],
      total: 2,
    },
  });
  server.answer('v2.project-control.list', { data: { list: [], total: 0 } });
  server.answer('v2.project-visits', { data: { list: [visit()], total: 1 } });
  const { warning_type, ...row } = recordRow();
  server.answer('v2.proj-warning-list', { data: { list: [{ ...row, warning_type }], total: 1 } });
}

const render = (address: string, options: RenderOptions = {}) =>
  renderPage(address, { prepare: answer, role: 'operator', ...options });

describe('lamp group commands', () => {
  it('list each group and the number of lamps that go dark, then follow the command', async () => {
    const { user, server, address } = await render('/control-manage?project=3');
    await user.click(await screen.findByRole('button', { name: 'Select all (2)' }));
    await user.click(screen.getByRole('button', { name: 'Open breakers…' }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('44 lamps go dark.')).toBeTruthy();
    expect(within(dialog).getByText('Depot')).toBeTruthy();
    expect(within(dialog).queryByText('Feeder 2')).toBeNull();
    expect(server.requests('v2.project-control')).toEqual([]);
    server.answer('v2.project-control', { data: { batch_id: 'b-1', groups: 2 } });
    server.answer('v2.device.control.batch.progress', {
      data: {
        batch_id: 'b-1',
        switch: 'open',
        user_id: 7,
        user_name: 'mira',
        reason: null,
        until: null,
        created_at: 1,
        ends_at: 2,
        ended_at: 2,
        devices: [
          {
            device_code: '866123000010002',
            device_name: 'Feeder 2',
            channel: null,
            state: 'confirmed',
            command_id: 'c',
            reason: null,
            msg: null,
          },
        ],
      },
    });
    const buttons = within(dialog).getAllByRole('button');
    await user.click(buttons.at(-1)!);
    await waitFor(() => expect(address()).toBe('/control-manage?project=3&batch=b-1'));
    expect(server.requests('v2.project-control')).toEqual([
      {
        body: {
          project_id: 3,
          lamp_group_ids: [5, 6],
          device_codes: ['866123000010001', '866123000010002'],
          data: { switch: 'open' },
        },
      },
    ]);
    expect(server.requestKeys('v2.project-control')[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(await screen.findByText('Depot')).toBeTruthy();
  });

  it('paginate more than 200 groups and select all of them at once', async () => {
    const { user } = await render('/control-manage?project=3', {
      prepare: (server) => {
        answer(server);
        answerBoard(
          server,
          Array.from({ length: 230 }, (_, at) =>
            boardRow({ lamp_group_id: at + 1, device_code: `L-${at}`, name: `Group ${at}` }),
          ),
        );
      },
    });
    const table = await screen.findByRole('table', { name: 'Lamp groups' });
    const boxes = () => within(table).getAllByRole('checkbox');
    expect(boxes()).toHaveLength(100);
    await user.click(screen.getByRole('listitem', { name: '3' }));
    expect(boxes()).toHaveLength(30);
    await user.click(within(table).getByRole('checkbox', { name: 'Group 229' }));
    await user.click(screen.getByRole('button', { name: 'Select all (230)' }));
    expect(boxes().every((box) => (box as HTMLInputElement).checked)).toBe(true);
    await user.click(screen.getByRole('listitem', { name: '1' }));
    expect(boxes().every((box) => (box as HTMLInputElement).checked)).toBe(true);
  });

  it('send nothing when the confirmation is cancelled', async () => {
    const { user, server } = await render('/control-manage?project=3');
    await user.click(await screen.findByRole('checkbox', { name: 'Depot' }));
    await user.click(screen.getByRole('button', { name: 'Close breakers…' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(document.contains(dialog)).toBe(false));
    expect(server.requests('v2.project-control')).toEqual([]);
  });

  it('are not available to viewers', async () => {
    await render('/control-manage?project=3', { role: 'viewer' });
    expect(await screen.findByText('No permission for this page')).toBeTruthy();
  });
});

describe('the project selection', () => {
  it.each([
    ['/project-view', '/project-view-manage?project=3'],
    ['/project-control', '/control-manage?project=3'],
  ])('on %s links a project to %s', async (from, to) => {
    await render(from);
    const link = await screen.findByRole('link', { name: '<b>Harbour road</b>' });
    expect(link.getAttribute('href')).toBe(to);
  });

  it.each(['/project-view', '/project-view-manage'])(
    'does not link to the project setting without permission when there is no project: %s',
    async (path) => {
      await render(path, { role: 'viewer', prepare: (server) => answerProjects(server, []) });
      expect(await screen.findByText('No street-lamp project yet')).toBeTruthy();
      const main = within(screen.getByRole('main'));
      expect(main.queryByRole('link', { name: 'Project setting' })).toBeNull();
      expect(main.queryByRole('button', { name: 'Project setting' })).toBeNull();
    },
  );
});

describe('the project overview', () => {
  it('shows groups that need attention and unhandled warnings', async () => {
    await render('/project-view-manage?project=3');
    const link = await screen.findByRole('link', { name: 'Depot' });
    expect(link.getAttribute('href')).toBe('/project-view-monitor?project=3&group=6');
    const warning = await screen.findByRole('link', {
      name: /^Lamp fault: 2 of .?20.? lamps out, 10% less power than expected/,
    });
    expect(warning.getAttribute('href')).toBe('/project-view-warning?project=3&record=9');
  });

  it('shows the reason for attention when the last check found nothing wrong', async () => {
    const prepare: RenderOptions['prepare'] = (server) => {
      answer(server);
      answerBoard(server, [boardRow({ verdict: 'good', findings: { failed: 2 } })]);
    };
    await render('/project-view-manage?project=3', { prepare });
    const attention = await screen.findByRole('region', { name: 'Groups needing attention' });
    expect(await within(attention).findByText('2 lamps out')).toBeTruthy();
    expect(within(attention).queryByText('All lamps on')).toBeNull();
  });
});

describe('maintenance visits', () => {
  it("are shown per month in the customer's time zone", async () => {
    const { server } = await render('/project-defend?project=3&month=2026-11');
    const calendar = await screen.findByRole('region', { name: 'Calendar of visits' });
    const chip = await within(calendar).findByRole('button', { name: /<b>Pier<\/b>/ });
    expect(chip.closest('td')?.querySelector('.visit-day')?.textContent).toBe('10');
    expect(server.requests('v2.project-visits')[0]).toMatchObject({
      query: { project_id: '3', start: '2026-10-26 00:00:00', end: '2026-12-07 00:00:00' },
    });
    const list = screen.getByRole('list', { name: 'Visits' });
    expect(list.textContent).toContain('LED 100 W');
    expect(list.textContent).toContain('Notifications paused');
    await expectNoAxeViolations();
  });

  it('can be planned with alarm suppression', async () => {
    const { user, server } = await render('/project-defend?project=3&month=2026-11');
    server.answer('v2.project-visit.add', { data: visit() });
    await user.click(await screen.findByRole('button', { name: 'Plan visit on 17 November' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Technician'), 'Crew 5');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requests('v2.project-visit.add')).toEqual([
        {
          body: {
            project_id: 3,
            lamp_group_id: null,
            silence: true,
            from: '2026-11-17 08:00:00',
            to: '2026-11-17 12:00:00',
            worker: 'Crew 5',
            notes: '',
            parts: [],
          },
        },
      ]),
    );
  });

  it('can be marked as done with the replaced parts', async () => {
    const { user, server } = await render('/project-defend?project=3&month=2026-11');
    server.answer('v2.project-visit.change', { data: visit({ state: 'done' }) });
    await user.click(await screen.findByRole('button', { name: 'Mark as done' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Add part' }));
    await user.type(within(dialog).getByLabelText('Part 2'), ' Driver ');
    await user.click(within(dialog).getByRole('button', { name: 'Mark as done' }));
    await waitFor(() =>
      expect(server.requests('v2.project-visit.change')).toMatchObject([
        {
          params: { id: '21' },
          body: {
            done: true,
            parts: [
              { name: 'LED 100 W', quantity: 2 },
              { name: 'Driver', quantity: 1 },
            ],
          },
        },
      ]),
    );
  });

  it('can be cancelled after confirmation', async () => {
    const { user, server } = await render('/project-defend?project=3&month=2026-11');
    server.answer('v2.project-visit.cancel', {});
    await user.click(await screen.findByRole('button', { name: 'Cancel visit' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel visit' }));
    await waitFor(() =>
      expect(server.requests('v2.project-visit.cancel')).toEqual([{ params: { id: '21' } }]),
    );
  });
});
