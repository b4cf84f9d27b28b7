/** Reports created on schedule: a real mail server, real files, a manual clock. */
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startSenders } from '../../src/areas/messaging/start-senders.ts';
import { purgeReports } from '../../src/areas/reports/purge-reports.ts';
import { runReportSchedules } from '../../src/areas/reports/schedules/run-schedules.ts';
import { takeReport } from '../../src/areas/reports/tasks/report-queries.ts';
import { reportPath } from '../../src/areas/shared/tables/report-files.ts';
import { describeWithDatabase, openTestDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { type TestContext, testContext } from '../support/test-context.ts';
import {
  deliver,
  FIRST,
  formFor,
  mailEnv,
  make,
  NOON,
  runAll,
  runsOf,
  schedule,
  scheduleFixture,
} from './schedule-fixture.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

describeWithDatabase('scheduled reports', (database) => {
  const { mail, ctx, site, change, devicesIn, got, scheduleOf } = scheduleFixture(database);

  /** Another process at the same time, with its own clock and its own connections. */
  async function anotherProcess(): Promise<TestContext> {
    const own = await openTestDatabase(database.databaseUrl);
    const other = testContext(own, mailEnv(mail), ctx.clock.now());
    return { ...other, config: ctx.config, processId: 'another' };
  }

  it('are created and mailed once each day, by any number of processes', async () => {
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
      const [{ name: fileName }] = attached as [(typeof attached)[number]];
      expect(fileName).toMatch(/^C\w+-alarm-2026-11-20_2026-11-20\.csv$/);
      expect(attached).toHaveLength(1);
      const onDisk = readFileSync(reportPath(ctx, { id: taskId, format: 'csv' }));
      expect(attached[0]!.bytes.equals(onDisk)).toBe(true);
      expect(devicesIn(onDisk)).toEqual(['Kiosk']);
      expect(text).toContain('https://busbar.example/data-report');
      expect(text).toContain(fileName);
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

  it('use the customer’s time zone at creation, not that of the session start', async () => {
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
    'attach the file depending on its size: %i alarms with long notes, %s',
    async (alarms, isAttached) => {
      const { owner, devices } = site;
      const at = sql`(${new Date(NOON - DAY)}::timestamptz + n * interval '1 s')`;
      await change(sql`insert into alarm (customer_id, device_id, group_id, alarm_type, kind, priority,
        phase, source, opened_at, day, last_at, ended_at, end_reason, count, first_value, last_value,
        peak_value, limit_value, log_detail)
      select customer_id, device_id, group_id, 'overVoltage', 'alarm', 2, 'A', 'device', ${at},
        ${at}::date, ${at}, ${at}, 'device', 1, 281, 281, 281, 275, repeat('x', 2000)
      from device cross join generate_series(1, ${alarms}::int4) n
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
  ])('attach a file of %i bytes: %s; otherwise the mail links to it', async (bytes, isAttached) => {
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
    expect(text.includes('The file has 5\u202FMB')).toBe(!isAttached);
    // The file is retained for three days, not for the hour of an interactive report.
    const state = async () =>
      (await sql<{ state: string }>`select state from report_task`.execute(database.db)).rows;
    ctx.clock.advance(2 * DAY);
    await purgeReports(ctx);
    expect(await state()).toEqual([{ state: 'done' }]);
    ctx.clock.advance(DAY + MINUTE);
    await purgeReports(ctx);
    expect((await state())[0]?.state).not.toBe('done');
  });

  it.each([
    ['within a day, once', DAY, 1, [[FIRST, 'sent']]],
    ['not at all after a day', DAY + MINUTE, 0, [[FIRST, 'missed']]],
  ])('are created %s if they could not be created in time', async (_name, lateMs, mails, runs) => {
    const { owner } = site;
    // The schedule is weekly, so that the next time is still in the future.
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

  it('report why their mail does not arrive, and when it has arrived', async () => {
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
    // Real mails are rejected and sent again, which on a busy machine takes longer than the default
    // timeout.
  }, 60_000);

  it('yield to a report that a user is waiting for', async () => {
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
});
