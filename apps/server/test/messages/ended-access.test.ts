/** Waiting and due messages of users who lost their access, and of inactive customers. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { fanOutAlarmEvents } from '../../src/areas/messaging/fan-out-alarm-events.ts';
import { customersToServe } from '../../src/areas/messaging/forwarding/forward-queue-queries.ts';
import { changeForwarding } from '../../src/areas/messaging/forwarding/forwarding-service.ts';
import { sendDueNotifications } from '../../src/areas/messaging/notifications/due-notices.ts';
import { nextNoticeAt } from '../../src/areas/messaging/notifications/due-queries.ts';
import { mailSender } from '../../src/areas/messaging/notifications/mail-sender.ts';
import { pushSender } from '../../src/areas/messaging/notifications/push-sender.ts';
import { DEFAULT_PREFERENCES } from '../../src/areas/messaging/notifications/settings-queries.ts';
import { changeSettings } from '../../src/areas/messaging/notifications/settings-service.ts';
import type { OutboxItem } from '../../src/areas/messaging/outbox/outbox-queries.ts';
import { nextCheckAt, takeDueChecks } from '../../src/areas/sites/lamp-checks/due-check-queries.ts';
import { addNotice } from '../../src/areas/sites/projects/project-notice-service.ts';
import { buildLampProject, buildLamps, type Lamps } from '../projects/lamp-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildGroup } from '../support/factories/customer.ts';
import { testContext } from '../support/test-context.ts';
import { openAlarm } from './alarm-rows.ts';

/** 22:00 in Shanghai. */
const NIGHT = Date.UTC(2026, 10, 20, 14);
const ENV = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Busbar <alarms@busbar.example>',
  OUTBOUND_HTTP: '1',
  OUTBOUND_PORTS: '9',
  OUTBOUND_PRIVATE: '127.0.0.0/8',
};
const ENDPOINT = 'http://127.0.0.1:9/push';

describeWithDatabase('messages after the end of an access', (database) => {
  const ctx = testContext(database, ENV, NIGHT);
  let lamps: Lamps;
  let customerId: number;
  beforeEach(async () => {
    ctx.clock.stepTo(NIGHT);
    lamps = await buildLamps(ctx, await buildLampProject(ctx));
    customerId = lamps.caller.customerId;
    await changeSettings(ctx, lamps.caller, {
      profile: { mailAddress: 'u@example.org' },
      preferences: [{ ...DEFAULT_PREFERENCES, mail: true, push: true, repeatMin: 30 }],
    });
    await database.db
      .insertInto('push_subscription')
      .values({
        customer_id: customerId,
        user_id: lamps.caller.userId,
        endpoint: ENDPOINT,
        p256dh: 'x',
        auth: 'y',
        created_at: new Date(NIGHT),
      })
      .execute();
  });

  async function alarm(type = 'overVoltage') {
    await openAlarm(ctx, { customerId, deviceId: lamps.group.deviceId, type });
    await fanOutAlarmEvents(ctx);
    await sendDueNotifications(ctx);
  }
  const waiting = async () => {
    const { rows } = await sql<OutboxItem>`
      select customer_id as "customerId", outbox_id as "outboxId", channel, user_id as "userId",
        dedupe_key as "dedupeKey", receiver, payload, 1 as attempts, 0 as "triedSince"
      from outbox where customer_id = ${customerId} order by outbox_id`.execute(database.db);
    return rows;
  };
  /** Tries to send each waiting item and returns its error. */
  async function errors() {
    const push = pushSender(async () => []);
    const { signal } = new AbortController();
    const results = [];
    for (const item of await waiting()) {
      const sender = item.channel === 'push' ? push : mailSender;
      const sent = await sender.send(ctx, item, signal);
      results.push([item.channel, 'error' in sent ? sent.error : undefined]);
    }
    return results;
  }
  const expire = (at = ctx.clock.now() - 1_000) =>
    database.db
      .updateTable('customer')
      .set({ expires_at: new Date(at) } as never)
      .where('customer_id', '=', customerId)
      .execute();
  const notice = () =>
    addNotice(ctx, lamps.caller, lamps.projectId, { mailAddress: 'crew@example.org', mail: true });
  const moveTo = async (table: 'device' | 'user_account' | 'project') => {
    const { groupId } = await buildGroup(
      ctx,
      { customerId, groupId: lamps.caller.groupId } as never,
      'Elsewhere',
    );
    await sql`update ${sql.table(table)} set group_id = ${groupId}
      where customer_id = ${customerId}`.execute(database.db);
  };

  describe('of a user', () => {
    it('are sent while the user sees the device', async () => {
      await alarm();
      expect(await errors()).toEqual([
        ['mail', 'mail-server-not-reached'],
        ['push', 'push-keys-invalid'],
      ]);
    });

    it.each<[string, () => Promise<unknown>]>([
      [
        'the user is disabled',
        () =>
          database.db
            .updateTable('user_account')
            .set({ disabled: true })
            .where('customer_id', '=', customerId)
            .execute(),
      ],
      ['the user is moved to a group without the device', () => moveTo('user_account')],
      ['the customer expires', () => expire()],
    ])('are not sent if %s', async (_how, end) => {
      await alarm();
      await end();
      expect(await errors()).toEqual([
        ['mail', 'access-ended'],
        ['push', 'access-ended'],
      ]);
    });

    it('are not pushed to a browser that is no longer subscribed', async () => {
      await alarm();
      await database.db
        .deleteFrom('push_subscription')
        .where('customer_id', '=', customerId)
        .execute();
      expect(await errors()).toContainEqual(['push', 'access-ended']);
    });
  });

  describe('of a project', () => {
    const ofProject = async () => (await errors())[0];

    it('are not sent after the address was removed', async () => {
      const added = await notice();
      if (!added.ok) throw new Error(added.refusal);
      await alarm();
      expect(await ofProject()).toEqual(['mail', 'mail-server-not-reached']);
      await database.db
        .deleteFrom('project_notice')
        .where('customer_id', '=', customerId)
        .execute();
      expect(await ofProject()).toEqual(['mail', 'access-ended']);
    });

    it('are not sent after the project has lost the device', async () => {
      await notice();
      await alarm();
      await moveTo('project');
      expect(await ofProject()).toEqual(['mail', 'access-ended']);
    });
  });

  describe('of a customer that has expired', () => {
    it('are not created, and reminders continue when it is active again', async () => {
      await notice();
      await alarm();
      const before = (await waiting()).length;
      await expire();
      await alarm('overTemp');
      ctx.clock.advance(3_600_000);
      await sendDueNotifications(ctx);
      expect(await waiting()).toHaveLength(before);
      const now = ctx.clock.now();
      expect(await nextNoticeAt(database.db, now)).toBeGreaterThan(now);
      await expire(now + 86_400_000);
      await sendDueNotifications(ctx);
      const reminded = (await waiting()).slice(before);
      expect(reminded.map(({ channel }) => channel)).toEqual(['mail', 'push']);
    });

    it('are not forwarded until it is active again', async () => {
      await changeForwarding(ctx, lamps.caller, {
        url: 'http://127.0.0.1:9/x',
        useHttps: false,
        enabled: true,
      });
      await alarm();
      await expire();
      expect(await customersToServe(database.db, ctx.clock.now())).not.toContain(customerId);
      await expire(ctx.clock.now() + 1_000);
      expect(await customersToServe(database.db, ctx.clock.now())).toContain(customerId);
    });

    it('do not come from checks of its lamps', async () => {
      const due = async () => {
        const checks = await database.transaction((trx) =>
          takeDueChecks(trx, ctx.clock.now(), 100),
        );
        return checks.filter((check) => check.customerId === customerId).length;
      };
      expect(await due()).toBe(1);
      expect(await nextCheckAt(database.db, ctx.clock.now())).toBeDefined();
      await expire();
      expect(await due()).toBe(0);
    });
  });
});
