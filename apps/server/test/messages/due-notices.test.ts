/** Due notices of several users and of alarms that stay active for long, up to the outbox. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { snoozeAlarm } from '../../src/areas/alarms/alarm-service.ts';
import { handleAlarms } from '../../src/areas/alarms/handle-alarms.ts';
import { fanOutAlarmEvents } from '../../src/areas/messaging/fan-out-alarm-events.ts';
import { sendDueNotifications } from '../../src/areas/messaging/notifications/due-notices.ts';
import {
  DEFAULT_PREFERENCES,
  type TypePreferences,
} from '../../src/areas/messaging/notifications/settings-queries.ts';
import { changeSettings } from '../../src/areas/messaging/notifications/settings-service.ts';
import { purgeOldRows } from '../../src/areas/platform/retention/purge-rows.ts';
import type { Caller } from '../../src/caller.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller, buildCustomer } from '../support/factories/customer.ts';
import { buildDevice } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { testContext } from '../support/test-context.ts';
import { endAlarm, openAlarm } from './alarm-rows.ts';

const MINUTE = 60_000;

describeWithDatabase('due notices', (database) => {
  const ctx = fixture(async () =>
    testContext(database, { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'alarms@busbar.example' }),
  );

  /** Users of one customer, in the order in which their notices are created, and a device. */
  async function site(users: number) {
    const customer = await buildCustomer(ctx);
    const callers: Caller[] = [];
    for (let i = 0; i < users; i += 1) {
      callers.push(await buildCaller(ctx, customer, { role: 'admin' }));
    }
    callers.sort((a, b) => a.userId - b.userId);
    const { deviceId } = await buildDevice(ctx, callers[0]!);
    return { callers, of: { customerId: customer.customerId, deviceId } };
  }

  async function subscribe(caller: Caller, wishes: Partial<TypePreferences> = {}): Promise<void> {
    const changed = await changeSettings(ctx, caller, {
      profile: { mailAddress: `user${caller.userId}@example.org` },
      preferences: [{ ...DEFAULT_PREFERENCES, mail: true, ...wishes }],
    });
    expect(changed.ok).toBe(true);
  }

  async function runJob(): Promise<void> {
    await fanOutAlarmEvents(ctx);
    await sendDueNotifications(ctx);
  }

  async function wait(minutes: number): Promise<void> {
    for (let i = 0; i < minutes; i += 5) {
      ctx.clock.advance(5 * MINUTE);
      await runJob();
    }
  }

  /** Returns the subjects of the mails to a user, without the names in them. */
  async function mailsTo({ userId }: Caller): Promise<string[]> {
    const { rows } = await sql<{ subject: string }>`
      select payload->>'subject' as subject from outbox
      where user_id = ${userId} order by outbox_id`.execute(ctx.database.db);
    return rows.map(({ subject }) => subject.split(':')[0]!);
  }

  it('reach both users if each escalates to the other at the same time', async () => {
    const { of, callers } = await site(2);
    const [first, second] = callers as [Caller, Caller];
    await subscribe(first, { escalateAfterMin: 30, escalateTo: second.userId });
    await subscribe(second, { escalateAfterMin: 30, escalateTo: first.userId });
    await openAlarm(ctx, of);
    await runJob();
    await wait(60);
    for (const user of [first, second]) {
      expect(await mailsTo(user)).toEqual(['Alarm', 'Alarm escalated to you']);
    }
  });

  it('are escalated from user to user if the alarm is overdue when it is distributed', async () => {
    const { of, callers } = await site(3);
    const [first, second, third] = callers as [Caller, Caller, Caller];
    await subscribe(first, { escalateAfterMin: 30, escalateTo: second.userId });
    await subscribe(second, { mail: false, escalateAfterMin: 30, escalateTo: third.userId });
    await subscribe(third, { mail: false });
    await openAlarm(ctx, of);
    ctx.clock.advance(31 * MINUTE);
    await runJob();
    await wait(20);
    expect(await mailsTo(first)).toEqual(['Alarm']);
    expect(await mailsTo(second)).toEqual(['Alarm escalated to you']);
    expect(await mailsTo(third)).toEqual(['Alarm escalated to you']);
  });

  it.each([
    ['ended', 0],
    ['shortened', 10],
  ])('repeat and escalate again after the snooze of the alarm is %s', async (_, minutes) => {
    const { of, callers } = await site(2);
    const [first, second] = callers as [Caller, Caller];
    await subscribe(first, { repeatMin: 20, escalateAfterMin: 60, escalateTo: second.userId });
    await subscribe(second, { mail: false });
    const id = await openAlarm(ctx, of);
    const snooze = async (until: number | null) => {
      expect(await snoozeAlarm(ctx, first, String(id), until)).toMatchObject({ ok: true });
    };
    await runJob();
    await snooze(ctx.clock.now() + 7 * 86_400_000);
    await wait(25);
    expect(await mailsTo(first)).toEqual(['Alarm']);
    await snooze(minutes === 0 ? null : ctx.clock.now() + minutes * MINUTE);
    await runJob();
    await wait(35);
    await runJob();
    expect(await mailsTo(first)).toEqual([
      'Alarm',
      'Alarm still not acknowledged',
      'Alarm still not acknowledged',
    ]);
    expect(await mailsTo(second)).toEqual(['Alarm escalated to you']);
  });

  it('are retained while their alarm is open, however old they are', async () => {
    const { of, callers } = await site(1);
    const user = callers[0]!;
    await subscribe(user, { tellEnd: true });
    const id = await openAlarm(ctx, of);
    const acknowledge = async (handled: boolean) => {
      const changed = await handleAlarms(ctx, user, { ids: [String(id)], handled });
      expect(changed.ok).toBe(true);
      await runJob();
      await wait(10);
    };
    const purgeAfter = async (days: number) => {
      ctx.clock.advance(days * 86_400_000);
      await purgeOldRows(ctx);
    };
    await runJob();
    await purgeAfter(91);
    await acknowledge(true);
    await purgeAfter(91);
    await acknowledge(false);
    await purgeAfter(91);
    // The alarm ends before a purge, and its end is distributed after it.
    await endAlarm(ctx, of, id);
    await purgeAfter(1);
    await runJob();
    expect(await mailsTo(user)).toEqual(['Alarm', 'Alarm acknowledged', 'Alarm', 'Alarm cleared']);
    await purgeAfter(91);
    const left = await sql`select 1 from notice where user_id = ${user.userId}`.execute(
      database.db,
    );
    expect(left.rows).toEqual([]);
  });
});
