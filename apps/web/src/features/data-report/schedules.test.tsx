import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CODE } from '../../../test/answers/device-answers.ts';
import { answerSchedules } from '../../../test/answers/report-answers.ts';
import { scheduleRow } from '../../../test/answers/schedule-row.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';
import type { Schedule, Schedules } from './schedule.ts';

const render = (
  list: Schedule[] = [],
  over: Partial<Schedules> = {},
  options: RenderOptions = {},
) =>
  renderPage('/data-report?tab=scheduled', {
    prepare: (server) => answerSchedules(server, list, over),
    ...options,
  });

const bare = (text: string | null | undefined) => text?.replaceAll(/[\u2066-\u2069]/g, '');
const run = (over: Partial<Schedule['runs'][number]> = {}) => ({
  due_at: Date.parse('2026-11-15T23:00:00Z'),
  state: 'sent',
  sent: 1,
  recipients: 1,
  failure: '',
  ...over,
});
const rowOf = async (name: RegExp) =>
  (await screen.findByRole('rowheader', { name })).closest('tr') as HTMLElement;

it('scheduled reports are a tab that is reachable by keyboard and stored in the URL', async () => {
  const { user, address } = await renderPage('/data-report', {
    prepare: (server) => answerSchedules(server, [scheduleRow()]),
  });
  screen.getByRole('tab', { name: 'Reports' }).focus();
  await user.keyboard('{ArrowRight}{Enter}');
  expect(await screen.findByRole('table', { name: 'Scheduled reports' })).toBeTruthy();
  expect(address()).toBe('/data-report?tab=scheduled');
  expect(screen.queryByRole('button', { name: 'Create report' })).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'Reports' }));
  expect(await screen.findByRole('button', { name: 'Create report' })).toBeTruthy();
  expect(address()).toBe('/data-report');
});

describe('the list of scheduled reports', () => {
  it('shows content, schedule, recipients and next run', async () => {
    await render([scheduleRow({ device_codes: [CODE, 'b'] })]);
    const row = within(await rowOf(/^Energy/));
    expect(row.getByText('2 devices')).toBeTruthy();
    expect(row.getByText('XLSX')).toBeTruthy();
    expect(bare(row.getByText(/^Every Monday/).textContent)).toBe('Every Monday at 07:00');
    expect(row.getByText('The week before, Monday to Sunday')).toBeTruthy();
    expect(row.getByText('mira')).toBeTruthy();
    expect(row.getByText('2026-11-23 07:00:00')).toBeTruthy();
    expect(row.getByText('Not yet')).toBeTruthy();
  });

  it.each<[Partial<Schedule>, string]>([
    [{ every: 'day', day: null }, 'Every day at 07:00'],
    [{ every: 'week', day: 7 }, 'Every Sunday at 07:00'],
    [{ every: 'month', day: 5 }, 'On day 5 of each month at 07:00'],
    [{ every: 'month', day: 31 }, 'On the last day of each month at 07:00'],
  ])('describes %o as "%s"', async (over, text) => {
    await render([scheduleRow(over)]);
    const row = within(await rowOf(/^Energy/));
    expect(bare(row.getByText(/at .*07:00/).textContent)).toBe(text);
  });

  it.each<[Partial<Schedule['runs'][number]>, RegExp[]]>([
    [{}, [/^Sent$/]],
    [{ state: 'under-way', sent: 0 }, [/^In progress$/]],
    [{ state: 'missed', sent: 0 }, [/^Missed$/, /No server was running/]],
    [
      { state: 'partly', sent: 1, recipients: 3, failure: 'not-visible' },
      [/^Delivered to 1 of 3$/, /can no longer see these devices/],
    ],
    [
      { state: 'failed', sent: 0, failure: 'mail-server-not-reached' },
      [/^Not sent$/, /could not be reached/],
    ],
    [{ state: 'failed', sent: 0, failure: 'a new word' }, [/^Not sent$/, /could not be created/]],
  ])('shows the result of the last run: %o', async (over, texts) => {
    await render([scheduleRow({ runs: [run(over), run({ state: 'failed', sent: 0 })] })]);
    const row = within(await rowOf(/^Energy/));
    for (const text of texts) expect(row.getByText(text)).toBeTruthy();
    expect(row.getByText('2026-11-16 07:00:00')).toBeTruthy();
    await expectNoAxeViolations();
  });

  it('shows why a schedule was paused and resumes it', async () => {
    const paused = scheduleRow({ enabled: false, paused: 'devices-lost', next_at: null });
    const { user, server } = await render([paused]);
    const row = within(await rowOf(/^Energy/));
    expect(row.getByText('Paused')).toBeTruthy();
    expect(row.getByText(/can no longer see any of these devices/)).toBeTruthy();
    server.answer('v2.report-schedule.change', {
      refuse: { code: 404, reason: 'not-found', field: 'device_codes' },
    });
    await user.click(row.getByRole('switch', { name: /^On: Energy/ }));
    expect(await row.findByRole('alert')).toBeTruthy();
    server.answer('v2.report-schedule.change', {});
    answerSchedules(server, [scheduleRow()]);
    await user.click(row.getByRole('switch', { name: /^On: Energy/ }));
    await waitFor(() => expect(screen.queryByText('Paused')).toBeNull());
    expect(server.requests('v2.report-schedule.change').at(-1)).toEqual({
      params: { id: '51' },
      body: { enabled: true },
    });
  });

  it('allows schedules of other users to be deleted but not edited', async () => {
    const other = scheduleRow({ own: false, owner: { id: 8, name: 'noor' }, recipients: [] });
    const { user, server } = await render([other]);
    const row = within(await rowOf(/noor/));
    expect(row.queryByRole('switch')).toBeNull();
    expect(row.queryByRole('button', { name: /^Change/ })).toBeNull();
    server.answer('v2.report-schedule.delete', {});
    await user.click(row.getByRole('button', { name: /^Delete: Energy/ }));
    const dialog = within(await screen.findByRole('dialog'));
    answerSchedules(server, []);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No scheduled reports yet')).toBeTruthy();
    expect(server.requests('v2.report-schedule.delete')).toEqual([{ params: { id: '51' } }]);
  });

  it('says that mail is off, and which schedules would be mailed', async () => {
    const ready = run({ state: 'ready', failure: 'mail-not-available' });
    const list = [
      scheduleRow({ runs: [ready] }),
      scheduleRow({ id: 52, type: 'alarm', by_mail: false }),
    ];
    await render(list, { mail_available: false });
    expect(await screen.findByText(/platform has no mail server: email is off/)).toBeTruthy();
    expect(screen.getByText(/platform administrator can set up email/)).toBeTruthy();
    const energy = within(await rowOf(/^Energy/));
    expect(energy.getByText('Email is off')).toBeTruthy();
    expect(energy.getByText('Ready')).toBeTruthy();
    expect(energy.getByText(/Email is off on this platform/)).toBeTruthy();
    const alarms = within(await rowOf(/^Alarms/));
    expect(alarms.queryByText('Email is off')).toBeNull();
    expect(alarms.getByText('My reports only')).toBeTruthy();
    await expectNoAxeViolations();
  });
});

describe('the form of a scheduled report', () => {
  const open = async (list: Schedule[] = [], over: Partial<Schedules> = {}, button = /^New/) => {
    const page = await render(list, over);
    await page.user.click(await screen.findByRole('button', { name: button }));
    return { ...page, dialog: within(await screen.findByRole('dialog')) };
  };

  it('creates a schedule for the current user', async () => {
    const { user, server, dialog } = await open();
    server.answer('v2.report-schedule.add', { data: { id: 52 } });
    answerSchedules(server, [scheduleRow({ id: 52 })]);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await rowOf(/^Energy/)).toBeTruthy();
    expect(server.requests('v2.report-schedule.add')).toEqual([
      {
        body: {
          type: 'energy',
          format: 'xlsx',
          every: 'week',
          day: 1,
          at: '07:00',
          span: 'last-week',
          group_id: null,
          device_codes: null,
          recipients: [7],
          by_mail: true,
        },
      },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('changes every field of a schedule', async () => {
    const before = scheduleRow({ type: 'parameter', device_codes: [CODE], recipients: [] });
    const { user, server, dialog } = await open([before], {}, /^Edit: Electrical parameters/);
    const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    expect(save.disabled).toBe(true);
    expect(dialog.getByText('1 of at most 500 selected')).toBeTruthy();
    await user.click(dialog.getByRole('combobox', { name: 'Recipients' }));
    const ivo = await screen.findByTitle('ivo (no email address)');
    expect(ivo.className).toContain('disabled');
    await user.click(screen.getByTitle('noor'));
    expect(save.disabled).toBe(false);
    await user.click(dialog.getByRole('radio', { name: 'Every month' }));
    expect(dialog.getByText(/covers at most 7 days/)).toBeTruthy();
    await user.click(dialog.getByRole('combobox', { name: 'Day' }));
    await user.click(await screen.findByTitle('5'));
    await user.clear(dialog.getByLabelText('Time'));
    expect(save.disabled).toBe(true);
    expect(dialog.getByText(/24-hour|00:00/)).toBeTruthy();
    await user.type(dialog.getByLabelText('Time'), '2345');
    await user.click(dialog.getByRole('radio', { name: 'CSV' }));
    await user.click(dialog.getByRole('radio', { name: 'All devices' }));
    await user.click(dialog.getByRole('combobox', { name: 'Time covered' }));
    await user.click(await screen.findByTitle('The day before'));
    expect(dialog.queryByText(/covers at most 7 days/)).toBeNull();
    server.answer('v2.report-schedule.change', {});
    await user.click(save);
    await waitFor(() =>
      expect(server.requests('v2.report-schedule.change')).toEqual([
        {
          params: { id: '51' },
          body: {
            type: 'parameter',
            format: 'csv',
            every: 'month',
            day: 5,
            at: '23:45',
            span: 'yesterday',
            group_id: null,
            device_codes: null,
            recipients: [8],
            by_mail: true,
          },
        },
      ]),
    );
  });

  it('explains in a sentence why it was refused and keeps the input', async () => {
    const { user, server, dialog } = await open();
    server.answer('v2.report-schedule.add', {
      refuse: { code: 41310, reason: 'report-recipient-blind', field: 'recipients' },
    });
    await user.click(dialog.getByRole('radio', { name: 'CSV' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('One of the recipients may not see these devices')).toBeTruthy();
    expect(server.requests('v2.report-schedule.add')[0]?.body?.format).toBe('csv');
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'CSV' }).checked).toBe(true);
    await expectNoAxeViolations();
  });

  it('proposes My reports without a mail server, in two clicks', async () => {
    const { user, server, dialog } = await open([], { mail_available: false });
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'My reports' }).checked).toBe(true);
    const mail = dialog.getByRole<HTMLInputElement>('radio', { name: 'My reports and email' });
    expect(mail.disabled).toBe(true);
    expect(dialog.getByText(/mail is off/)).toBeTruthy();
    server.answer('v2.report-schedule.add', { data: { id: 52 } });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requests('v2.report-schedule.add')).toMatchObject([
        { body: { recipients: [7], by_mail: false } },
      ]),
    );
  });

  it('links to the settings if a user without a mail address chooses mail', async () => {
    const people = [{ id: 7, name: 'mira', mail: false }];
    const { user, dialog } = await open([], { people });
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false);
    expect(dialog.queryByText(/no email address yet/)).toBeNull();
    await user.click(dialog.getByRole('radio', { name: 'My reports and email' }));
    expect(dialog.getByText(/no email address yet/)).toBeTruthy();
    const link = dialog.getByRole('link', { name: 'Set it in the notification settings' });
    expect(link.getAttribute('href')).toBe('/notification-setting');
    await expectNoAxeViolations();
  });
});

it('scheduled reports are displayed in Arabic', async () => {
  const { user } = await render(
    [scheduleRow({ runs: [run({ state: 'failed', sent: 0, failure: 'mail-refused' })] })],
    {},
    { language: 'ar' },
  );
  expect(bare((await screen.findByText(/^كل الاثنين/)).textContent)).toBe('كل الاثنين في 07:00');
  expect(screen.getByText('لم يقبل خادم البريد الرسالة.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'تقرير مجدول جديد' }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
});
