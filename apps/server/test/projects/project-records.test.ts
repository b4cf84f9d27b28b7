/**
 * The records of a project: its alarm lists, its mails, the message list of its viewers, its
 * energy.
 */
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { findBill } from '../../src/areas/energy/billing/bill-service.ts';
import { findDeviceRows } from '../../src/areas/energy/queries/device-row-service.ts';
import { fanOutAlarmEvents } from '../../src/areas/messaging/fan-out-alarm-events.ts';
import { sendDueNotifications } from '../../src/areas/messaging/notifications/due-notices.ts';
import { listNotifications } from '../../src/areas/messaging/notifications/notification-list.ts';
import { DEFAULT_PREFERENCES } from '../../src/areas/messaging/notifications/settings-queries.ts';
import { changeSettings } from '../../src/areas/messaging/notifications/settings-service.ts';
import { startSenders } from '../../src/areas/messaging/start-senders.ts';
import { changeLampGroup } from '../../src/areas/sites/projects/lamp-group-service.ts';
import { addNotice } from '../../src/areas/sites/projects/project-notice-service.ts';
import { addProject } from '../../src/areas/sites/projects/project-service.ts';
import {
  findProjectAlarms,
  handleProjectAlarm,
} from '../../src/areas/sites/records/project-alarm-service.ts';
import { startMailServer } from '../messages/mail-server.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { fixture } from '../support/fixture.ts';
import { testContext } from '../support/test-context.ts';
import { buildLampProject, buildLamps, type Lamps, look } from './lamp-fixture.ts';

/** 22:00 in Shanghai. */
const NIGHT = Date.UTC(2026, 10, 20, 14);
/** Minimum time between two mails about one alarm. */
const INTERVAL_MS = 600_000;

describeWithDatabase('project records', (database) => {
  let stop: (() => Promise<void>) | undefined;
  const mail = fixture(startMailServer);
  const ctx = fixture(async () =>
    testContext(
      database,
      { SMTP_URL: mail.url, MAIL_FROM: 'Busbar <alarms@busbar.example>' },
      NIGHT,
    ),
  );
  afterEach(async () => {
    await stop?.();
    stop = undefined;
    mail.mails.length = 0;
    ctx.clock.stepTo(NIGHT);
  });

  const lamps = async () => buildLamps(ctx, await buildLampProject(ctx));
  const listed = async ({ caller, projectId }: Lamps, kind: 'alarm' | 'warning') => {
    const found = await findProjectAlarms(ctx, caller, {
      kind,
      project: String(projectId),
      page: 1,
      pageSize: 10,
    });
    if (!found.ok) throw new Error(found.refusal);
    return found.value;
  };
  async function deliver(): Promise<void> {
    await fanOutAlarmEvents(ctx);
    await sendDueNotifications(ctx);
    stop ??= await startSenders(ctx);
    await eventually(async () => {
      ctx.clock.advance(250);
      const { rows } = await sql<{ left: number }>`
        select count(*)::int4 as left from outbox where state in ('waiting', 'taken')`.execute(
        ctx.database.db,
      );
      return rows[0]?.left;
    }).toBe(0);
  }

  it('list warnings and alarms separately, and acknowledge them like any alarm', async () => {
    const two = await lamps();
    const three = await buildLamps(ctx, two);
    await look(ctx, two, 1.8);
    await look(ctx, three, 1.7);
    const { alarms, total } = await listed(two, 'warning');
    expect(total).toBe(1);
    expect(alarms).toMatchObject([
      { type: 'lampFault', detail: '2 lamps', lampGroupId: two.group.id, handledAt: null },
    ]);
    expect((await listed(two, 'alarm')).alarms).toMatchObject([
      { detail: '3 lamps', deviceCode: three.group.deviceCode },
    ]);
    const id = String(alarms[0]!.id);
    expect(await handleProjectAlarm(ctx, two.caller, 'alarm', id, '')).toMatchObject({
      refusal: 'not-found',
    });
    expect(await handleProjectAlarm(ctx, two.caller, 'warning', id, 'exchanged')).toMatchObject({
      ok: true,
      value: { handledByName: two.caller.userName, handledNote: 'exchanged' },
    });
    const again = await handleProjectAlarm(ctx, two.caller, 'warning', id, 'another note');
    expect(again).toMatchObject({
      refusal: 'alarm-handled',
    });
    const stranger = await lamps();
    expect((await listed(stranger, 'warning')).total).toBe(0);
    expect(await handleProjectAlarm(ctx, stranger.caller, 'warning', id, '')).toMatchObject({
      refusal: 'not-found',
    });
  });

  it('mail starts and ends to the addresses of the project, in their language', async () => {
    const of = await lamps();
    for (const [mailAddress, language] of [
      ['crew@example.org', 'en'],
      ['equipe@example.org', 'fr'],
    ] as const) {
      const notice = { mailAddress, mail: true, language };
      expect(await addNotice(ctx, of.caller, of.projectId, notice)).toMatchObject({ ok: true });
    }
    await addNotice(ctx, of.caller, of.projectId, { mailAddress: 'off@example.org', app: true });
    await look(ctx, of, 1.8);
    await deliver();
    expect(mail.mails.map(({ to }) => to[0]).sort()).toEqual([
      'crew@example.org',
      'equipe@example.org',
    ]);
    const english = mail.mails.find(({ to }) => to[0] === 'crew@example.org')!;
    expect(english.subject).toContain('Lamp fault');
    expect(english.subject.replaceAll('\u202F', ' ')).toContain(
      '2 of 20 lamps out (1.80 kW measured, 2.00 kW expected)',
    );
    expect(english.text).toContain('Project: Harbour road');
    const french = mail.mails.find(({ to }) => to[0] === 'equipe@example.org')!;
    expect(french.text).toContain('2 lampes en panne sur 20 (1,80');
    mail.mails.length = 0;
    await look(ctx, of, 2);
    await fanOutAlarmEvents(ctx);
    ctx.clock.advance(INTERVAL_MS);
    await deliver();
    expect(mail.mails).toHaveLength(2);
    expect(mail.mails[0]!.subject).toMatch(/cleared|terminée/);
  });

  it('mail a flickering warning once in ten minutes, with the state at the end', async () => {
    const of = await lamps();
    const notice = { mailAddress: 'crew@example.org', mail: true, language: 'en' };
    await addNotice(ctx, of.caller, of.projectId, notice);
    await look(ctx, of, 1.8);
    await deliver();
    expect(mail.mails).toHaveLength(1);
    // One check per minute; the lamps are alternately repaired and dark.
    for (const kw of [2, 1.8, 2, 1.8, 2]) {
      await changeLampGroup(ctx, of.caller, String(of.group.id), { setting: {}, position: {} });
      ctx.clock.advance(60_000 - 300_000);
      await look(ctx, of, kw);
      await fanOutAlarmEvents(ctx);
    }
    const { rows } = await sql<{ waiting: number; alarms: number }>`
      select (select count(*)::int4 from outbox where state = 'waiting') as waiting,
        (select count(*)::int4 from alarm a where a.customer_id = ${of.caller.customerId}) as alarms`.execute(
      ctx.database.db,
    );
    expect(rows).toEqual([{ waiting: 1, alarms: 3 }]);
    ctx.clock.advance(INTERVAL_MS);
    await deliver();
    expect(mail.mails.map(({ subject }) => /cleared/.test(subject))).toEqual([false, true]);
    // An alarm that starts after the interval is mailed immediately; another device is counted
    // separately.
    const other = await buildLamps(ctx, of);
    ctx.clock.advance(INTERVAL_MS);
    await look(ctx, of, 1.8);
    await look(ctx, other, 1.8);
    await deliver();
    expect(mail.mails).toHaveLength(4);
  });

  it('add alarms to the list of every viewer of the project, even without message subscriptions', async () => {
    const of = await lamps();
    await changeSettings(ctx, of.caller, {
      profile: {},
      preferences: [{ ...DEFAULT_PREFERENCES, inApp: false }],
    });
    await look(ctx, of, 1.8);
    await deliver();
    const first = { page: 1, pageSize: 10, unreadOnly: false };
    expect((await listNotifications(ctx.database.db, of.caller, first)).list).toHaveLength(0);
    await addNotice(ctx, of.caller, of.projectId, { app: true });
    await look(ctx, of, 1.7);
    await deliver();
    expect((await listNotifications(ctx.database.db, of.caller, first)).list).toMatchObject([
      { detail: { type: 'lampFault', kind: 'alarm' } },
    ]);
  });

  it('contain the energy and the bill of the project’s devices only, and their sum', async () => {
    const of = await lamps();
    const second = await buildLamps(ctx, of);
    const other = await addProject(ctx, of.caller, { name: 'Quay', type: 'lamp' });
    if (!other.ok) throw new Error(other.refusal);
    const outside = await buildLamps(ctx, { caller: of.caller, projectId: other.value.id });
    const { customerId } = of.caller;
    await ctx.database.db
      .insertInto('energy_day')
      .values(
        [of, second, outside]
          .map(({ group }) => group.deviceId)
          .flatMap((device_id, i) =>
            ['2026-11-19', '2026-11-20'].map((day) => ({
              customer_id: customerId,
              device_id,
              day,
              channel: 'activeTotal' as const,
              energy_wh: (i + 1) * 1_000,
              sharp_wh: 0,
              peak_wh: 0,
              off_peak_wh: (i + 1) * 1_000,
              valley_wh: 0,
              rate_id: null,
              rate_version: null,
              fee_sharp: 0,
              fee_peak: 0,
              fee_off_peak: (i + 1) * 65,
              fee_valley: 0,
            })),
          ),
      )
      .execute();
    const found = await findDeviceRows(ctx, of.caller, {
      unit: 'day',
      span: { from: '2026-11-01', to: '2026-12-01' },
      page: 1,
      pageSize: 3,
      project: of.projectId,
    });
    expect(found).toMatchObject({ value: { total: 4, sums: { energyWh: 6_000, fee: 390 } } });
    expect(found.ok && found.value.rows).toHaveLength(3);
    const bill = await findBill(ctx, of.caller, { project: of.projectId, page: 1 });
    expect(bill).toMatchObject({ ok: true });
    expect(await findBill(ctx, of.caller, { project: 999_999, page: 1 })).toMatchObject({
      refusal: 'not-found',
    });
  });
});
