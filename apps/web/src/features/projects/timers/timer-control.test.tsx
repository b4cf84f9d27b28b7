import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerLampGroups, answerProjects } from '../../../../test/answers/project-answers.ts';
import { expectNoAxeViolations } from '../../../../test/axe.ts';
import type { AnswerFor, ContractServer } from '../../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../../test/render-page.tsx';
import type { ProjectTimer, TimerGroup } from '../api/use-project-timers.ts';
import { draftOfTimer, NEW_TIMER, problemOf } from './timer-draft.ts';

/** 16:43 in Shanghai. */
const FROM = Date.UTC(2026, 10, 20, 8, 43);

const timer = (more: Partial<ProjectTimer> = {}): ProjectTimer => ({
  id: 31,
  project_id: 3,
  lamp_group_id: null,
  lamp_group_name: null,
  days: 127,
  time: null,
  sun: 'sunset',
  offset: -10,
  op: 'close',
  enable: true,
  groups: 2,
  today_from: FROM,
  today_to: FROM + 8 * 60_000,
  without_sun: 0,
  next_run_ts: FROM,
  problems: 1,
  failed: 0,
  ...more,
});

const group = (more: Partial<TimerGroup> = {}): TimerGroup => ({
  lamp_group_id: 5,
  lamp_group_name: '<b>Pier</b>',
  device_code: '866123000010001',
  device_name: 'Feeder 1',
  run_by: 'server',
  held: null,
  today_ts: FROM,
  no_sun: null,
  next_run_ts: FROM,
  last_run_ts: FROM - 86_400_000,
  last_result: 'refused',
  last_reason: 'close-disabled',
  problem: null,
  ...more,
});

const listed = (list: ProjectTimer[]): AnswerFor<'v2.project-timers'> => ({
  data: { list, total: list.length },
});

const FIXED = { id: 32, time: '06:45', sun: null, offset: 0, op: 'open', problems: 0 } as const;

function answer(server: ContractServer) {
  answerProjects(server);
  answerLampGroups(server);
  server.answer('v2.project-timers', listed([timer(FIXED), timer()]));
  server.answer('v2.project-timer', {
    data: {
      ...timer(),
      list: [
        group(),
        group({ lamp_group_id: 6, lamp_group_name: 'Far north', today_ts: null, no_sun: 'down' }),
        group({ lamp_group_id: 7, lamp_group_name: 'Depot', problem: 'sun-position-required' }),
      ],
    },
  });
}

const render = (options: RenderOptions = {}) =>
  renderPage('/timer-control?project=3', { prepare: answer, role: 'operator', ...options });

describe('timers of a project', () => {
  it("show their time, command, today's first and last run, and obstacles", async () => {
    await render();
    const rows = await screen.findAllByRole('row');
    expect(within(rows[1]!).getByText('06:45')).toBeTruthy();
    expect(within(rows[1]!).getByText('OK')).toBeTruthy();
    expect(within(rows[2]!).getByText('10 min before sunset')).toBeTruthy();
    expect(within(rows[2]!).getByText('16:43–16:51')).toBeTruthy();
    expect(within(rows[2]!).getByText('Cannot run at 1 group')).toBeTruthy();
    await expectNoAxeViolations();
  });

  it('show the time, next run and last result for each group', async () => {
    const { user, address } = await render();
    const show = await screen.findByRole('button', {
      name: 'Lamp groups: Close, 10 min before sunset',
    });
    await user.click(show);
    await waitFor(() => expect(address()).toBe('/timer-control?project=3&timer=31'));
    const drawer = await screen.findByRole('dialog');
    expect(await within(drawer).findByText('<b>Pier</b>')).toBeTruthy();
    expect(within(drawer).getAllByText('Refused')).toHaveLength(3);
    expect(within(drawer).getByText('The sun does not rise today: no run')).toBeTruthy();
    expect(within(drawer).getByText(/^A time by the sun needs coordinates/)).toBeTruthy();
    await expectNoAxeViolations();
  });

  it('can be set to a number of minutes before sunrise', async () => {
    const { user, server } = await render();
    await user.click(await screen.findByRole('button', { name: 'Add timer' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText(/^The time must be HH:mm/)).toBeTruthy();
    await expectNoAxeViolations();
    await user.click(within(dialog).getByText('Sunrise'));
    await user.click(within(dialog).getByText('Before'));
    const minutes = within(dialog).getByLabelText('Minutes');
    await user.clear(minutes);
    await user.type(minutes, '25');
    await user.click(within(dialog).getByText('Open'));
    server.answer('v2.project-timer.add', { data: timer() });
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requests('v2.project-timer.add')).toEqual([
        {
          body: {
            project_id: 3,
            lamp_group_id: null,
            days: 127,
            op: 'open',
            sun: 'sunrise',
            offset: -25,
          },
        },
      ]),
    );
  });

  it('can be disabled in their row, and a refusal is shown there', async () => {
    const { user, server } = await render();
    const off = await screen.findByRole('switch', { name: 'Enabled: Open, 06:45' });
    server.answer('v2.project-timer.change', { refuse: { code: 40933, reason: 'timer-taken' } });
    await user.click(off);
    expect(server.requests('v2.project-timer.change')).toEqual([
      { params: { id: '32' }, body: { enable: false } },
    ]);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/^This device already has a timer at this time/);
  });

  it('are deleted after a confirmation that shows the number of groups', async () => {
    const { user, server } = await render();
    await user.click(await screen.findByRole('button', { name: 'Delete Open, 06:45' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/^It is removed from 2 lamp groups/)).toBeTruthy();
    server.answer('v2.project-timer.delete', {});
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(server.requests('v2.project-timer.delete')).toEqual([{ params: { id: '32' } }]),
    );
  });

  it('show an empty state when there are none', async () => {
    await render({
      prepare: (server) => {
        answer(server);
        server.answer('v2.project-timers', listed([]));
      },
    });
    expect(await screen.findByText('No timers yet')).toBeTruthy();
  });
});

describe('the timer draft', () => {
  it.each([
    ['no time', NEW_TIMER, 'timer-time-invalid'],
    ['a time', { ...NEW_TIMER, time: '630' }, undefined],
    ['no day', { ...NEW_TIMER, time: '06:30', days: 0 }, 'timer-days-invalid'],
    ['too many minutes', { ...draftOfTimer(timer()), minutes: 721 }, 'offset-invalid'],
    ['the sun', draftOfTimer(timer()), undefined],
  ])('is validated with %s', (_, draft, refusal) => {
    expect(problemOf(draft)?.refusal).toBe(refusal);
  });
});
