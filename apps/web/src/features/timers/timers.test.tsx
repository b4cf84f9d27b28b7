import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerFleet, CODE, deviceData, deviceRow } from '../../../test/answers/device-answers.ts';
import { timerRow } from '../../../test/answers/timer-answers.ts';
import type { ContractServer } from '../../../test/contract-server.ts';
import { openSocket, push } from '../../../test/fake-web-socket.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';
import type { TimerWire } from './timer.ts';

const found = (rows: TimerWire[]) => ({
  data: rows,
  currentPage: 1,
  totalPage: 1,
  totalCount: rows.length,
  rows: 200,
});

const SLAVE = deviceRow({
  id: 12,
  kind: 'slave',
  device_name: 'Outlet 3',
  device_code: `${CODE}-3`,
  parent_code: CODE,
  slave_address: 3,
});

async function renderTimers(rows: TimerWire[], options: RenderOptions = {}, kind = 'main') {
  const { prepare, ...rest } = options;
  const page = await renderPage(`/devicecontrol?device=${CODE}&timers=${CODE}`, {
    ...rest,
    prepare: (server) => {
      const type = kind === 'gateway' ? 'MT88C' : kind === 'dtu' ? 'HF-4G' : 'MT61';
      const row = deviceRow({ kind, device_type: type });
      answerFleet(server, kind === 'gateway' ? [row, SLAVE] : [row]);
      server.answer('v2.device', { data: deviceData(kind === 'gateway' ? SLAVE : row) });
      server.answer('v1.task.find', found(rows));
      server.answer('v1.task.addOrUpdate', { data: { id: 8 } });
      server.answer('v1.task.del', {});
      prepare?.(server);
    },
  });
  const panel = await screen.findByRole('dialog', { name: /Pump house/ });
  return { ...page, panel };
}

// NOTE: Queries by text, because under test the component library gives every title the same id.
const dialogAsking = async (text: string) =>
  (await screen.findAllByText(text))[0]!.closest<HTMLElement>('[role="dialog"]')!;

const saved = (server: ContractServer) =>
  server.requests('v1.task.addOrUpdate').map(({ body }) => body);

describe('the timers of a device', () => {
  it('are shown with days, time, command, runs, and the state on the device', async () => {
    const { panel } = await renderTimers([timerRow()]);
    const item = await within(panel).findByRole('listitem');
    expect(within(item).getByText('18:30')).toBeTruthy();
    expect(within(item).getByText('Monday to Friday')).toBeTruthy();
    expect(within(item).getByText('2026-01-01 18:30')).toBeTruthy();
    expect(within(item).getByText('2025-12-31 18:30')).toBeTruthy();
    expect(within(item).getByText('Done')).toBeTruthy();
    expect(within(item).getByText('The device itself')).toBeTruthy();
    expect(within(item).getByText('Synced with device')).toBeTruthy();
    expect(within(panel).getByText('Times in Asia/Shanghai')).toBeTruthy();
  });

  it.each([
    ['missed', 'platform-away', 'Missed', /platform was not running at that minute/],
    ['missed', 'not-on-device', 'Missed', /did not have this timer yet/],
    ['refused', 'close-disabled', 'Refused', /opened by hand, so it was not closed.*Fix the cause/],
    ['device', null, 'Not reported', /reported no movement/],
    ['expired', 'expired-at-device', 'Expired', /reached the device too late/],
  ])(
    'show the last run %s (%s) with its own icon and remedy',
    async (result, reason, text, advice) => {
      const { panel } = await renderTimers([timerRow({ lastResult: result, lastReason: reason })]);
      const tag = await within(panel).findByText(text);
      const run = tag.closest<HTMLElement>('.timer-run')!;
      expect(run.textContent).toMatch(advice);
      expect(run.querySelector('.state-tag svg')).toBeTruthy();
    },
  );

  it.each([
    ['waiting', null, 'Not on the device yet', /Sent when the device is online/],
    ['refused', 'bad-arguments', 'Refused by the device', /did not understand the command/],
    ['different', 'holds-other-table', 'Out of sync', /Save a timer again to resend them/],
  ])('show a text for the table state %s', async (held, heldReason, text, advice) => {
    const { panel } = await renderTimers([timerRow({ held, heldReason })]);
    const tag = await within(panel).findByText(text);
    expect(tag.closest('.timer-held')?.textContent).toMatch(advice);
  });

  it('are refetched after a command of the device that stores them', async () => {
    const { panel, server } = await renderTimers([timerRow({ held: 'waiting' })]);
    await within(panel).findByText('Not on the device yet');
    openSocket();
    server.answer('v1.task.find', found([timerRow()]));
    push({
      deviceId: 11,
      deviceCode: CODE,
      msgType: 'COMMAND',
      message: {
        command_id: 'cmd-9',
        state: 'confirmed',
        switch: null,
        reason: null,
        msg: null,
        ts: Date.now(),
      },
    });
    expect(await within(panel).findByText('Synced with device')).toBeTruthy();
  });

  it('of a gateway are grouped by slave', async () => {
    const row = timerRow({ devCode: SLAVE.device_code, deviceName: 'Outlet 3' });
    const { panel } = await renderTimers([row], {}, 'gateway');
    expect(await within(panel).findByRole('region', { name: 'Outlet 3' })).toBeTruthy();
  });

  it('are read-only for a viewer', async () => {
    const { panel } = await renderTimers([timerRow()], { role: 'viewer' });
    await within(panel).findByText('18:30');
    expect(within(panel).queryByRole('switch')).toBeNull();
    expect(within(panel).queryByRole('button', { name: /Add|Edit|Delete/ })).toBeNull();
  });

  it('show an empty state when there are none, and are linked from the toolbar', async () => {
    const { panel, user, address } = await renderTimers([]);
    expect(await within(panel).findByText('No timers yet')).toBeTruthy();
    await user.click(within(panel).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(address()).toBe(`/devices/${CODE}/control`));
    await user.click(await screen.findByRole('link', { name: 'Timers of Pump house' }));
    await waitFor(() => expect(address()).toContain(`timers=${CODE}`));
  });
});

describe('a timer', () => {
  async function openForm(rows: TimerWire[] = [timerRow()], kind = 'main') {
    const page = await renderTimers(rows, {}, kind);
    await page.user.click(await within(page.panel).findByRole('button', { name: 'Add timer' }));
    const form = await within(page.panel).findByRole('form', { name: 'Add timer' });
    const save = async () =>
      page.user.click(await within(form).findByRole('button', { name: /Save$/ }));
    return { ...page, form, save };
  }

  it('is rejected with an error at its field before anything is sent', async () => {
    const { form, save, user, server } = await openForm();
    for (const day of within(form).getAllByRole('checkbox')) await user.click(day);
    const time = within(form).getByLabelText('Time');
    await user.type(time, '25:61');
    await save();
    expect(await within(form).findByText('Choose at least one day of the week')).toBeTruthy();
    expect(within(form).getByText('The time must be HH:mm, 00:00 to 23:59')).toBeTruthy();
    expect(time.getAttribute('aria-invalid')).toBe('true');
    await user.click(within(form).getByRole('button', { name: 'Every day' }));
    await user.clear(time);
    await user.type(time, '٢٠٢٦-١١-٠١ ١٨:٣٠:٠٥');
    await save();
    expect(await within(form).findByText(/has a timer at this time/)).toBeTruthy();
    expect(saved(server)).toEqual([]);
  });

  it('is added with its days, time and command', async () => {
    const { form, save, user, server, panel } = await openForm();
    await user.click(within(form).getByRole('button', { name: 'Weekend' }));
    await user.click(within(form).getByText('Lock'));
    await user.type(within(form).getByLabelText('Time'), '6:05');
    await save();
    await waitFor(() =>
      expect(saved(server)).toEqual([
        { devId: CODE, days: 96, time: '06:05', op: 'lock', enable: true },
      ]),
    );
    expect(await within(panel).findByText('18:30')).toBeTruthy();
  });

  it('of a terminal offers only open and close', async () => {
    const { form } = await openForm([timerRow()], 'dtu');
    expect(within(form).getByText('Open')).toBeTruthy();
    expect(within(form).queryByText('Lock')).toBeNull();
  });

  it('can be entered as a pair, which is saved as two timers', async () => {
    const { form, save, user, server } = await openForm();
    await user.click(within(form).getByText('Close and open'));
    await user.type(within(form).getByLabelText('Closes at'), '06:00');
    await user.type(within(form).getByLabelText('Opens at'), '22:00');
    await save();
    await waitFor(() =>
      expect(saved(server)).toEqual([
        { devId: CODE, days: 127, time: '06:00', op: 'close', enable: true },
        { devId: CODE, days: 127, time: '22:00', op: 'open', enable: true },
      ]),
    );
  });

  it('remains in the form if it is refused after the other of the pair was saved', async () => {
    const { form, save, user, server } = await openForm();
    server.answer('v1.task.addOrUpdate', ({ body }) =>
      body.op === 'close'
        ? { data: { id: 8 } }
        : { refuse: { code: 40927, reason: 'timer-taken', field: 'time' } },
    );
    await user.click(within(form).getByText('Close and open'));
    await user.type(within(form).getByLabelText('Closes at'), '06:00');
    await user.type(within(form).getByLabelText('Opens at'), '22:00');
    await save();
    expect(await within(form).findByText(/Saved: Close at 06:00/)).toBeTruthy();
    expect(within(form).getByText(/has a timer at this time/)).toBeTruthy();
    expect(within(form).getByLabelText<HTMLInputElement>('Time').value).toBe('22:00');
    server.answer('v1.task.addOrUpdate', { data: { id: 9 } });
    await save();
    await waitFor(() =>
      expect(saved(server).map(({ op }) => op)).toEqual(['close', 'open', 'open']),
    );
  });

  it('is reported as possibly saved when the server does not respond', async () => {
    const { form, save, user, server } = await openForm();
    server.answer('v1.task.addOrUpdate', { network: 'down' });
    await user.type(within(form).getByLabelText('Time'), '07:00');
    await save();
    expect(await within(form).findByText(/may have been saved/)).toBeTruthy();
  });

  it('asks for confirmation before unsaved edits are discarded', async () => {
    const { form, user, panel } = await openForm();
    await user.type(within(form).getByLabelText('Time'), '07:00');
    await user.click(within(form).getByRole('button', { name: 'Cancel' }));
    const question = await dialogAsking('Discard changes?');
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(within(panel).getByLabelText<HTMLInputElement>('Time').value).toBe('07:00');
  });

  it('can be edited, and disabled without a form', async () => {
    const { panel, user, server } = await renderTimers([timerRow()]);
    await user.click(await within(panel).findByRole('switch', { name: 'Enabled: Close at 18:30' }));
    await waitFor(() => expect(saved(server).length).toBe(1));
    await user.click(within(panel).getByRole('button', { name: 'Edit: Close at 18:30' }));
    const form = await within(panel).findByRole('form', { name: 'Edit timer' });
    expect(within(form).queryByText('Close and open')).toBeNull();
    const time = within(form).getByLabelText('Time');
    await user.clear(time);
    await user.type(time, '19:00');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    const common = { id: 7, devId: CODE, days: 31, op: 'close' };
    await waitFor(() =>
      expect(saved(server)).toEqual([
        { ...common, time: '18:30', enable: false },
        { ...common, time: '19:00', enable: true },
      ]),
    );
  });

  it('is deleted after confirmation', async () => {
    const { panel, user, server } = await renderTimers([timerRow()]);
    await user.click(await within(panel).findByRole('button', { name: 'Delete: Close at 18:30' }));
    const dialog = await dialogAsking('Delete this timer?');
    expect(server.requests('v1.task.del')).toEqual([]);
    server.answer('v1.task.find', found([]));
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.requests('v1.task.del')).toEqual([{ body: { id: 7 } }]));
    expect(await within(panel).findByText('No timers yet')).toBeTruthy();
  });

  it("of a project is read-only, with a link to the project's timers", async () => {
    const of = { projectId: 3, projectName: '<b>Pier</b>', sun: 'sunset', offset: -15 };
    await renderTimers([timerRow({ ...of, runBy: 'server', held: null })]);
    const drawer = await screen.findByRole('dialog');
    expect(await within(drawer).findByText('15 min before sunset')).toBeTruthy();
    const way = within(drawer).getByRole('link', { name: '<b>Pier</b>' });
    expect(way.getAttribute('href')).toBe('/timer-control?project=3');
    expect(within(drawer).queryByRole('switch')).toBeNull();
    expect(within(drawer).queryByRole('button', { name: /^Edit/ })).toBeNull();
  });

  it('is shown in Arabic, with the time left to right', async () => {
    const { panel } = await renderTimers(
      [timerRow({ lastResult: 'missed', lastReason: 'platform-away' })],
      {
        language: 'ar',
      },
    );
    const time = await within(panel).findByText('18:30');
    expect(time.classList).toContain('ltr');
    expect(within(panel).getByText('فات موعده')).toBeTruthy();
  });
});
