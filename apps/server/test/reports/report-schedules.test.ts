/** Reports made by themselves: a real mail server, real files, time in the test's hand. */
import { readFileSync } from 'node:fs';
import { CUSTOMER_PERMISSIONS } from '@busbar/domain/access/permission';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/caller.ts';
import { startSenders } from '../../src/modules/outbox/start-senders.ts';
import { forgetReports } from '../../src/modules/reports/forget-reports.ts';
import { reportPath } from '../../src/modules/reports/report-files.ts';
import { takeReport } from '../../src/modules/reports/report-repository.ts';
import { runReportSchedules } from '../../src/modules/reports/run-schedules.ts';
import { findSchedule, listSchedules } from '../../src/modules/reports/schedule-repository.ts';
import {
  addSchedule,
  changeSchedule,
  MOST_SCHEDULES,
  removeSchedule,
  type ScheduleForm,
} from '../../src/modules/reports/schedule-service.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { openMail } from '../messages/mail-parts.ts';
import { type MailServer, startMailServer } from '../messages/mail-server.ts';
import { makeCaller } from '../support/accounts.ts';
import { describeOnEachDatabase, type TestDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { type TestContext, testContext } from '../support/test-context.ts';
import { testLog } from '../support/test-log.ts';
import { readCsv } from './read-files.ts';
import {
  deliver,
  formFor,
  make,
  makeSite,
  type Person,
  runAll,
  runsOf,
  type Site,
  schedule,
} from './schedule-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Noon in the customer's zone, Friday. */
const NOON = Date.UTC(2026, 10, 20, 4, 0, 0);
const FIRST = NOON + MINUTE;

describeOnEachDatabase('scheduled reports', (open) => {
  let database: TestDatabase;
  let mail: MailServer;
  let env: Record<string, string>;
  let ctx: TestContext;
  let site: Site;
  const others: TestDatabase[] = [];

  beforeAll(async () => {
    mail = await startMailServer();
    database = await open();
    env = {
      SMTP_URL: mail.url,
      MAIL_FROM: 'Busbar <reports@busbar.example>',
      PUBLIC_URL: 'https://busbar.example/',
    };
  });
  afterAll(() => mail.close());
  /** Each test has a customer and a clock of its own. */
  async function begin(): Promise<void> {
    ctx = testContext(database, env, NOON);
    site = await makeSite(ctx);
  }
  afterEach(async () => {
    mail.mails.length = 0;
    mail.isBusy = false;
    mail.refused.clear();
    for (const table of ['outbox', 'report_delivery', 'report_schedule', 'report_task']) {
      await sql`delete from ${sql.table(table)}`.execute(database.db);
    }
    for (const other of others.splice(0)) await other.close();
  });

  /** Another process with its own clock at the same time, and on PostgreSQL with its own connections. */
  async function anotherProcess(): Promise<TestContext> {
    const { databaseUrl } = database;
    const options = { dataDir: '', unsafeDatabase: false, log: testLog };
    const own = databaseUrl && (await openDatabase({ databaseUrl, ...options }));
    if (own) others.push(own);
    const other = testContext(own || database, env, ctx.clock.now());
    return { ...other, config: ctx.config, processId: 'another' };
  }

  const devicesIn = (bytes: Uint8Array) =>
    readCsv(bytes)
      .filter((row) => row.length > 10)
      .slice(1)
      .map((row) => row[1]);
  const got = () =>
    mail.mails
      .map((one) => ({ to: one.to[0], ...openMail(one) }))
      .sort((a, b) => a.to!.localeCompare(b.to!));
  const change = (text: ReturnType<typeof sql>) => text.execute(database.db);
  const disable = ({ caller }: Person) =>
    change(sql`update user_account set disabled = true where user_id = ${caller.userId}`);
  const moveTo = ({ caller }: Person, groupId: number) =>
    change(sql`update user_account set group_id = ${groupId} where user_id = ${caller.userId}`);
  /** Gives a role of the customer's own, which holds everything but this. */
  const takeRight = ({ caller }: Person, right: 'data.read' | 'report.make') =>
    change(sql`with own as (
        insert into custom_role (customer_id, name, copied_from, permissions, created_at, changed_at)
        values (${caller.customerId}, ${`no ${right}`}, 'admin',
          ${CUSTOMER_PERMISSIONS.filter((one) => one !== right)}::text[], now(), now())
        returning custom_role_id as id)
      update user_account set custom_role_id = own.id from own
      where user_id = ${caller.userId}`);
  const scheduleOf = async ({ caller }: Person, id: number) =>
    findSchedule(database.db, caller, id);

  it('are made and mailed once each day, by however many processes', async () => {
    await begin();
    const { owner } = site;
    const reader = await site.person(site.child.groupId, 'fr');
    const { child } = site.devices;
    const id = await schedule(ctx, owner, formFor([owner, reader], { devices: [child] }));
    const other = await anotherProcess();
    const turn = async () => {
      for (let i = 0; i < 3; i++) {
        await Promise.all([ctx, other, ctx, other].map((each) => runReportSchedules(each)));
      }
    };
    await turn();
    expect(await runsOf(ctx, owner, id)).toEqual([]);
    ctx.clock.advance(DAY + MINUTE);
    other.clock.stepTo(ctx.clock.now());
    await turn();
    await make(ctx, other);
    await turn();
    await deliver(ctx, other);
    await turn();
    expect(mail.mails.map(({ to }) => to[0]).sort()).toEqual(
      [owner.address, reader.address].sort(),
    );
    const { rows: tasks } = await sql<{ id: number; userId: number; type: string }>`
      select report_task_id as id, user_id as "userId", type from report_task`.execute(database.db);
    expect(tasks).toHaveLength(2);
    for (const { id: taskId, userId } of tasks) {
      const person = [owner, reader].find(({ caller }) => caller.userId === userId)!;
      const { attached, text } = got().find(({ to }) => to === person.address)!;
      expect(attached.map(({ name }) => name)).toEqual(['busbar-alarm-2026-11-20_2026-11-20.csv']);
      const onDisk = readFileSync(reportPath(ctx, { id: taskId, format: 'csv' }));
      expect(attached[0]!.bytes.equals(onDisk)).toBe(true);
      expect(devicesIn(onDisk)).toEqual(['Kiosk']);
      expect(text).toContain('https://busbar.example/data-report');
      expect(text).toContain('busbar-alarm-2026-11-20_2026-11-20.csv');
    }
    const subjects = mail.mails.map(({ subject, to }) => [to[0] === reader.address, subject]);
    expect(subjects).toContainEqual([true, 'Rapport d’alarmes 2026-11-20']);
    expect(subjects).toContainEqual([false, 'Alarm report 2026-11-20']);
    const ofReader = got().find(({ to }) => to === reader.address)!.text;
    expect(ofReader).toContain(owner.caller.userName);
    const dueAt = FIRST + DAY;
    const before = { dueAt: FIRST, people: 1, sent: 0, open: 0, missed: true, failure: null };
    const sent = { dueAt, people: 2, sent: 2, open: 0, missed: false, failure: null };
    expect(await runsOf(ctx, owner, id)).toEqual([sent, before]);
    ctx.clock.advance(DAY);
    await runAll(ctx);
    expect(mail.mails).toHaveLength(4);
  });

  it('go by the zone the customer has as they are added, not as the session began', async () => {
    await begin();
    const { owner } = site;
    await change(sql`update customer set zone_id = zone.zone_id from zone
      where customer_id = ${owner.caller.customerId} and zone.iana_name = 'Europe/Paris'`);
    const id = await schedule(ctx, owner, formFor([owner]));
    expect((await scheduleOf(owner, id))?.nextAt).toBe(Date.UTC(2026, 10, 20, 11, 1));
  });

  it.each([
    [2_250, true],
    [2_500, false],
  ])(
    'of %i alarms with long notes are attached: %s, by the size of their file',
    async (alarms, isAttached) => {
      await begin();
      const { owner, devices } = site;
      await change(sql`insert into alarm (customer_id, device_id, group_id, alarm_type, kind, priority,
        phase, source, opened_at, day, last_at, ended_at, end_reason, count, first_value, last_value,
        peak_value, limit_value, log_detail)
      select customer_id, device_id, group_id, 'overVoltage', 'alarm', 2, 'A', 'device', at, at::date,
        at, at, 'device', 1, 281, 281, 281, 275, repeat('x', 2000)
      from device cross join generate_series(1, ${alarms}::int4) n
      cross join lateral (select ${new Date(NOON - DAY)}::timestamptz + n * interval '1 s' as at) moment
      where customer_id = ${owner.caller.customerId} and device_id = ${devices.root}`);
      await schedule(ctx, owner, formFor([owner]));
      ctx.clock.advance(MINUTE);
      await runAll(ctx);
      const { rows } = await sql<{
        id: number;
      }>`select report_task_id as id from report_task`.execute(database.db);
      const onDisk = readFileSync(reportPath(ctx, { id: rows[0]!.id, format: 'csv' }));
      expect(onDisk.length <= 5_000_000).toBe(isAttached);
      const [{ text, attached }] = got() as [ReturnType<typeof got>[0]];
      expect(attached.map(({ bytes }) => bytes.equals(onDisk))).toEqual(isAttached ? [true] : []);
      expect(text).toContain('https://busbar.example/data-report');
    },
  );

  it.each([
    [5_000_000, true],
    [5_000_001, false],
  ])('of %i bytes are attached: %s; else the mail leads to them', async (bytes, isAttached) => {
    await begin();
    const { owner } = site;
    await schedule(ctx, owner, formFor([owner]));
    ctx.clock.advance(MINUTE);
    await runReportSchedules(ctx);
    await make(ctx);
    await change(sql`update report_task set file_bytes = ${bytes}`);
    await runReportSchedules(ctx);
    await deliver(ctx);
    const [{ text, attached }] = got() as [ReturnType<typeof got>[0]];
    expect(attached).toHaveLength(isAttached ? 1 : 0);
    expect(text).toContain('https://busbar.example/data-report');
    expect(text.includes('The file has 5.0 MB')).toBe(!isAttached);
    // Three days, not the hour of a report that was asked for.
    const state = async () =>
      (await sql<{ state: string }>`select state from report_task`.execute(database.db)).rows;
    ctx.clock.advance(2 * DAY);
    await forgetReports(ctx);
    expect(await state()).toEqual([{ state: 'done' }]);
    ctx.clock.advance(DAY + MINUTE);
    await forgetReports(ctx);
    expect((await state())[0]?.state).not.toBe('done');
  });

  it.each([
    ['within a day, once', DAY, 1, [[FIRST, 'sent']]],
    ['not after a day', DAY + MINUTE, 0, [[FIRST, 'missed']]],
  ])('that could not be made in time are made %s', async (_name, lateMs, mails, runs) => {
    await begin();
    const { owner } = site;
    // Weekly, so that the next time is not there yet.
    const weekly = formFor([owner], { every: 'week', day: 5 });
    const id = await schedule(ctx, owner, weekly);
    ctx.clock.advance(MINUTE + lateMs);
    await runAll(ctx);
    await runAll(ctx);
    expect(mail.mails).toHaveLength(mails);
    const told = (await runsOf(ctx, owner, id)).map((run) => [
      run.dueAt,
      run.missed ? 'missed' : run.sent === 1 ? 'sent' : 'open',
    ]);
    expect(told).toEqual(runs);
    expect(await scheduleOf(owner, id)).toMatchObject({ nextAt: FIRST + 7 * DAY, enabled: true });
  });

  it.each<[string, string, () => Promise<unknown>]>([
    ['the owner is disabled', 'owner-disabled', () => disable(site.owner)],
    [
      'the owner may not make reports any more',
      'right-lost',
      () => takeRight(site.owner, 'report.make'),
    ],
    [
      'the owner sees none of the devices any more',
      'devices-lost',
      () => moveTo(site.owner, site.aside.groupId),
    ],
    [
      'the devices are gone',
      'devices-lost',
      () =>
        change(sql`update device set deleted_at = ${new Date(NOON)}
          where device_id = ${site.devices.child}`),
    ],
  ])('pause when %s', async (_name, reason, happen) => {
    await begin();
    const { owner } = site;
    const reader = await site.person();
    const id = await schedule(ctx, owner, formFor([reader], { devices: [site.devices.child] }));
    await happen();
    ctx.clock.advance(MINUTE);
    await runAll(ctx);
    ctx.clock.advance(DAY);
    await runAll(ctx);
    expect(mail.mails).toEqual([]);
    const paused = { enabled: false, paused: reason, nextAt: null };
    expect(await scheduleOf(reader, id)).toMatchObject(paused);
    expect(await runsOf(ctx, owner, id)).toMatchObject([{ dueAt: FIRST, failure: reason }]);
  });

  it('come back by their owner when the reason has gone', async () => {
    await begin();
    const { owner } = site;
    const id = await schedule(ctx, owner, formFor([owner], { devices: [site.devices.child] }));
    await moveTo(owner, site.aside.groupId);
    ctx.clock.advance(MINUTE);
    await runAll(ctx);
    await moveTo(owner, owner.caller.groupId);
    expect(await changeSchedule(ctx, owner.caller, String(id), { enabled: true })).toMatchObject({
      ok: true,
    });
    ctx.clock.advance(DAY);
    await runAll(ctx);
    expect(mail.mails).toHaveLength(1);
    expect(await scheduleOf(owner, id)).toMatchObject({ enabled: true, paused: null });
  });

  it.each<[string, string, (reader: Person) => Promise<unknown>]>([
    ['may not see the devices any more', 'not-visible', (r) => moveTo(r, site.aside.groupId)],
    ['is disabled', 'recipient-gone', disable],
    ['may not read data any more', 'not-visible', (r) => takeRight(r, 'data.read')],
    [
      'has no address any more',
      'mail-missing',
      ({ caller }) =>
        change(sql`update notification_profile set mail_address = ''
          where user_id = ${caller.userId}`),
    ],
  ])('go to the others when one recipient %s', async (_name, failure, happen) => {
    await begin();
    const { owner } = site;
    const reader = await site.person();
    const form = formFor([reader, owner], { group: site.child.groupId });
    const id = await schedule(ctx, owner, form);
    await happen(reader);
    ctx.clock.advance(MINUTE);
    await runAll(ctx);
    expect(mail.mails.map(({ to }) => to)).toEqual([[owner.address]]);
    expect(await runsOf(ctx, owner, id)).toEqual([
      { dueAt: FIRST, people: 2, sent: 1, open: 0, missed: false, failure },
    ]);
  });

  it('have nothing of devices their recipient does not see any more', async () => {
    await begin();
    const { owner } = site;
    const reader = await site.person();
    await schedule(ctx, owner, formFor([reader, owner]));
    await moveTo(reader, site.child.groupId);
    ctx.clock.advance(DAY + MINUTE);
    await runAll(ctx);
    const names = (person: Person) =>
      devicesIn(got().find(({ to }) => to === person.address)!.attached[0]!.bytes).sort();
    expect(names(owner)).toEqual(['Hall', 'Kiosk']);
    expect(names(reader)).toEqual(['Kiosk']);
  });

  describe.each<[string, (ctx: TestContext) => Promise<void>]>([
    ['before the report is made', async () => undefined],
    ['before it is in the outbox', (on) => make(on)],
    [
      'before it is sent',
      async (on) => {
        await make(on);
        await runReportSchedules(on);
      },
    ],
  ])('of which somebody loses the right %s', (_name, go) => {
    it.each<[string, (owner: Person, reader: Person) => Promise<unknown>]>([
      ['the recipient disabled', (_owner, reader) => disable(reader)],
      ['the recipient moved', (_owner, reader) => moveTo(reader, site.aside.groupId)],
      ['the owner disabled', (owner) => disable(owner)],
      ['the owner without the right', (owner) => takeRight(owner, 'report.make')],
      ['the recipient without the right', (_owner, reader) => takeRight(reader, 'data.read')],
      ['the owner moved', (owner) => moveTo(owner, site.aside.groupId)],
    ])('do not go out: %s', async (_who, happen) => {
      await begin();
      const { owner } = site;
      const reader = await site.person();
      const id = await schedule(ctx, owner, formFor([reader]));
      ctx.clock.advance(MINUTE);
      await runReportSchedules(ctx);
      await go(ctx);
      await happen(owner, reader);
      await make(ctx);
      await runReportSchedules(ctx);
      await deliver(ctx);
      expect(mail.mails).toEqual([]);
      expect(await runsOf(ctx, owner, id)).toMatchObject([
        { sent: 0, open: 0, failure: 'access-ended' },
      ]);
    });
  });

  it('that were taken away are not sent', async () => {
    await begin();
    const { owner } = site;
    const id = await schedule(ctx, owner, formFor([owner]));
    ctx.clock.advance(MINUTE);
    await runReportSchedules(ctx);
    await make(ctx);
    await runReportSchedules(ctx);
    expect(await removeSchedule(ctx, owner.caller, String(id))).toMatchObject({ ok: true });
    await deliver(ctx);
    expect(mail.mails).toEqual([]);
  });

  it('tell why their mail does not arrive, and when it has', async () => {
    await begin();
    const { owner } = site;
    const reader = await site.person();
    const id = await schedule(ctx, owner, formFor([owner, reader]));
    mail.isBusy = true;
    mail.refused.add(reader.address);
    ctx.clock.advance(MINUTE);
    await runReportSchedules(ctx);
    await make(ctx);
    await runReportSchedules(ctx);
    const stop = await startSenders(ctx);
    await eventually(async () => {
      ctx.clock.advance(250);
      return (await runsOf(ctx, owner, id))[0]?.failure;
    }).toBe('mail-refused');
    expect(await runsOf(ctx, owner, id)).toMatchObject([{ open: 2, sent: 0 }]);
    await stop();
    mail.isBusy = false;
    await deliver(ctx);
    expect(await runsOf(ctx, owner, id)).toMatchObject([
      { open: 0, sent: 1, people: 2, failure: 'mail-address-refused' },
    ]);
    expect(mail.mails.map(({ to }) => to[0])).toEqual([owner.address]);
    // Real mails are refused and sent again: on a busy machine longer than a test has.
  }, 60_000);

  it('let what somebody waits for go first', async () => {
    await begin();
    const { owner } = site;
    await schedule(ctx, owner, formFor([owner]));
    ctx.clock.advance(MINUTE);
    await runReportSchedules(ctx);
    await change(sql`insert into report_task (customer_id, user_id, group_id, type, format, language,
        from_at, to_at, asked_from_at, asked_to_at, question, state, created_at)
      select customer_id, user_id, group_id, type, format, language, from_at, to_at, asked_from_at,
        asked_to_at, 'asked', state, created_at + interval '1 second' from report_task`);
    const taken = await database.transaction((trx) =>
      takeReport(trx, 'test', ctx.clock.now(), 1_000),
    );
    expect(taken?.keepUntil).toBeNull();
    await change(sql`update report_task set state = 'done'`);
  });

  describe('are refused', () => {
    const add = (form: ScheduleForm, by?: Caller) =>
      addSchedule(ctx, by ?? site.owner.caller, formFor([site.owner], form));

    it.each<[string, ScheduleForm, string, string]>([
      ['an unknown type', { type: 'x' }, 'report-type-unknown', 'type'],
      ['an unknown format', { format: 'pdf' }, 'report-format-unknown', 'format'],
      ['a bad time', { at: '24:00' }, 'clock-time-invalid', 'at'],
      ['no time at all', { at: '' }, 'clock-time-invalid', 'at'],
      ['a day of every day', { every: 'day', day: 1 }, 'report-day-invalid', 'day'],
      ['no day of a week', { every: 'week' }, 'report-day-invalid', 'day'],
      ['an eighth day', { every: 'week', day: 8 }, 'report-day-invalid', 'day'],
      ['a 29th', { every: 'month', day: 29 }, 'report-day-invalid', 'day'],
      ['an unknown device', { devices: ['1234567'] }, 'not-found', 'devices'],
      ['nobody', { recipients: [] }, 'report-recipients-invalid', 'recipients'],
      [
        'a crowd',
        { recipients: Array.from({ length: 11 }, (_, i) => i + 1) },
        'report-recipients-invalid',
        'recipients',
      ],
      ['a stranger', { recipients: [1] }, 'not-found', 'recipients'],
      ['an address', { recipients: ['a@example.org'] }, 'not-found', 'recipients'],
    ])('with %s', async (_name, form, refusal, field) => {
      await begin();
      expect(await add(form)).toMatchObject({ ok: false, refusal, field });
      expect(await listSchedules(database.db, site.owner.caller)).toEqual([]);
    });

    it('with users of another customer, who are blind, or have no address', async () => {
      await begin();
      const foreign = await makeSite(ctx);
      const blind = await site.person(site.child.groupId);
      const { customerId, groupId } = site.owner.caller;
      const silent = await makeCaller(ctx, { customerId, groupId } as never);
      const to = (userId: number) => add({ recipients: [site.owner.caller.userId, userId] });
      expect(await to(foreign.owner.caller.userId)).toMatchObject({ refusal: 'not-found' });
      expect(await to(blind.caller.userId)).toMatchObject({ refusal: 'report-recipient-blind' });
      expect(await to(silent.userId)).toMatchObject({ refusal: 'report-recipient-no-mail' });
      const { root, child } = site.devices;
      const ofDevices = (...devices: number[]) =>
        add({ recipients: [blind.caller.userId], devices });
      expect(await ofDevices(root, child)).toMatchObject({ refusal: 'report-recipient-blind' });
      expect(await ofDevices(child)).toMatchObject({ ok: true });
    });

    it('with devices or groups out of sight', async () => {
      await begin();
      const below = await site.person(site.child.groupId);
      const recipients = [below.caller.userId];
      const { root, child } = site.devices;
      expect(await add({ recipients, devices: [root] }, below.caller)).toMatchObject({
        refusal: 'not-found',
      });
      expect(
        await add({ recipients, group: site.owner.caller.groupId }, below.caller),
      ).toMatchObject({ ok: false });
      expect(await add({ group: site.child.groupId, devices: [root, child] })).toMatchObject({
        refusal: 'not-found',
        field: 'devices',
      });
    });

    it('where no mail can be sent', async () => {
      ctx = testContext(database, {}, NOON);
      site = await makeSite(ctx);
      expect(await add({})).toMatchObject({ refusal: 'mail-not-available' });
      expect(await add({ enabled: false })).toMatchObject({ ok: true });
    });

    it(`after ${MOST_SCHEDULES} of a customer, however many ask at once`, async () => {
      await begin();
      const { caller } = site.owner;
      await add({});
      await change(sql`insert into report_schedule (customer_id, user_id, type, format, rhythm,
          clock_time, span, recipients, enabled, created_at, changed_at)
        select customer_id, user_id, type, format, rhythm, clock_time, span, recipients, enabled,
          created_at, changed_at
        from report_schedule, generate_series(1, ${MOST_SCHEDULES - 2}::int4)`);
      const both = await Promise.all([add({}), add({})]);
      expect(both.map((one) => (one.ok ? 'ok' : one.refusal)).sort()).toEqual([
        'ok',
        'report-schedules-too-many',
      ]);
      expect(await listSchedules(database.db, caller)).toHaveLength(MOST_SCHEDULES);
    });
  });

  it('are changed by their owner only, taken away by an administrator above too', async () => {
    await begin();
    const { owner } = site;
    const below = await site.person(site.child.groupId);
    const id = String(await schedule(ctx, below, formFor([below])));
    const own = String(await schedule(ctx, owner, formFor([owner])));
    const set = (by: Person, which: string, form: ScheduleForm) =>
      changeSchedule(ctx, by.caller, which, form);
    expect(await set(owner, id, { at: '08:00' })).toMatchObject({ refusal: 'forbidden' });
    const clerk = { ...owner.caller, permissions: ['report.make'] as const };
    expect(await removeSchedule(ctx, clerk, id)).toMatchObject({ refusal: 'not-found' });
    expect(await set(below, own, { at: '08:00' })).toMatchObject({ refusal: 'not-found' });
    expect(await set(below, id, { at: '08:00' })).toMatchObject({ ok: true });
    expect(await scheduleOf(below, Number(id))).toMatchObject({
      at: '08:00',
      nextAt: NOON + 20 * HOUR,
      recipients: [below.caller.userId],
    });
    expect(await set(below, id, { enabled: false })).toMatchObject({ ok: true });
    expect(await scheduleOf(below, Number(id))).toMatchObject({ enabled: false, nextAt: null });
    expect(await removeSchedule(ctx, below.caller, own)).toMatchObject({ refusal: 'not-found' });
    expect(await removeSchedule(ctx, owner.caller, id)).toMatchObject({ ok: true });
    expect(await removeSchedule(ctx, clerk, own)).toMatchObject({ ok: true });
    expect(await listSchedules(database.db, owner.caller)).toEqual([]);
  });
});
