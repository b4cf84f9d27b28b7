/** A project has no effect on a device that was moved out of its group, and shows nothing of it. */
import type { Outcome } from '@busbar/domain/refusal';
import { expect, it } from 'vitest';
import { deleteAlarm } from '../../src/areas/alarms/alarm-service.ts';
import { changeDevice, removeDevice } from '../../src/areas/fleet/devices/change-device.ts';
import { fanOutAlarmEvents } from '../../src/areas/messaging/fan-out-alarm-events.ts';
import { changeForwarding } from '../../src/areas/messaging/forwarding/forwarding-service.ts';
import { DEFAULT_PREFERENCES } from '../../src/areas/messaging/notifications/settings-queries.ts';
import { changeSettings } from '../../src/areas/messaging/notifications/settings-service.ts';
import { readLimits } from '../../src/areas/sites/projects/project-limit-service.ts';
import { addNotice } from '../../src/areas/sites/projects/project-notice-service.ts';
import { addProject, readProject } from '../../src/areas/sites/projects/project-service.ts';
import { addVisit, changeVisit } from '../../src/areas/sites/visits/visit-service.ts';
import { openAlarm } from '../messages/alarm-rows.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller, buildCustomer, buildGroup } from '../support/factories/customer.ts';
import { testContext } from '../support/test-context.ts';
import { buildLamps, look } from './lamp-fixture.ts';

/** 22:00 in Shanghai. */
const NIGHT = Date.UTC(2026, 10, 20, 14);
const HOUR = 3_600_000;
const ENV = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Busbar <alarms@busbar.example>',
  OUTBOUND_HTTP: '1',
  OUTBOUND_PORTS: '9',
  OUTBOUND_PRIVATE: '127.0.0.0/8',
};

describeWithDatabase('a project whose device was moved to another group', (database) => {
  const ctx = testContext(database, ENV, NIGHT);

  /** A project of the subgroup A with one device, which `moveToB` moves to the subgroup B. */
  async function build() {
    ctx.clock.stepTo(NIGHT);
    const customer = await buildCustomer(ctx);
    const [a, b] = [await buildGroup(ctx, customer, 'A'), await buildGroup(ctx, customer, 'B')];
    const root = await buildCaller(ctx, customer, { role: 'admin' });
    const caller = await buildCaller(ctx, customer, { role: 'admin', groupId: a.groupId });
    const userOfB = await buildCaller(ctx, customer, { groupId: b.groupId });
    const project = accepted(await addProject(ctx, caller, { name: 'Street', type: 'lamp' }));
    const lamps = await buildLamps(ctx, { caller, projectId: project.id });
    const { customerId, deviceId, deviceCode } = lamps.group;
    const moveToB = async () =>
      accepted(await changeDevice(ctx, root, deviceCode, { group: b.groupId }));
    return { root, caller, userOfB, projectId: project.id, lamps, customerId, deviceId, moveToB };
  }
  type World = Awaited<ReturnType<typeof build>>;

  const mailsOf = async ({ customerId }: World) => {
    const rows = await database.db
      .selectFrom('outbox')
      .select('dedupe_key')
      .where('customer_id', '=', customerId)
      .where('channel', '=', 'mail')
      .orderBy('outbox_id')
      .execute();
    return rows.map(({ dedupe_key }) => dedupe_key.split(':').at(-1));
  };
  const noticesOf = async ({ customerId }: World) => {
    const rows = await database.db
      .selectFrom('notice')
      .select('user_id')
      .where('customer_id', '=', customerId)
      .execute();
    return rows.map(({ user_id }) => user_id);
  };
  const notify = async ({ caller, projectId }: World) =>
    accepted(
      await addNotice(ctx, caller, projectId, { mailAddress: 'crew@a.example', mail: true }),
    );

  it('does not suppress its alarms when a visit is rescheduled', async () => {
    const { caller, projectId, lamps, moveToB, customerId } = await build();
    const now = ctx.clock.now();
    const of = { project: projectId, lampGroup: undefined, silence: true };
    const visit = accepted(
      await addVisit(ctx, caller, of, { from: now + HOUR, to: now + 2 * HOUR }),
    );
    await moveToB();
    accepted(
      await changeVisit(ctx, caller, String(visit.id), { from: now, to: now + 29 * 24 * HOUR }),
    );
    await look(ctx, lamps, 1.7);
    await openAlarm(ctx, { customerId, deviceId: lamps.group.deviceId });
    const windows = await database.db
      .selectFrom('alarm_window')
      .select(['starts_at', 'cancelled_at'])
      .where('customer_id', '=', customerId)
      .execute();
    expect(windows).toEqual([{ starts_at: now + HOUR, cancelled_at: now }]);
  });

  it('does not mail its alarms', async () => {
    const world = await build();
    await notify(world);
    await openAlarm(ctx, world);
    await fanOutAlarmEvents(ctx);
    expect(await mailsOf(world)).toEqual(['opened']);
    await world.moveToB();
    await openAlarm(ctx, { ...world, type: 'overTemp' });
    await fanOutAlarmEvents(ctx);
    expect(await mailsOf(world)).toEqual(['opened']);
  });

  it('does not notify users of the other group against their settings', async () => {
    const world = await build();
    accepted(
      await addNotice(ctx, world.caller, world.projectId, {
        mailAddress: 'crew@a.example',
        app: true,
      } as never),
    );
    const off = { ...DEFAULT_PREFERENCES, mail: false, push: false, inApp: false };
    await changeSettings(ctx, world.userOfB, { profile: {}, preferences: [off] });
    await world.moveToB();
    await openAlarm(ctx, world);
    await fanOutAlarmEvents(ctx);
    expect(await noticesOf(world)).not.toContain(world.userOfB.userId);
    expect(await noticesOf(world)).toContain(world.root.userId);
  });

  it('counts neither its alarms nor its lamps and power', async () => {
    const world = await build();
    const { caller, projectId, lamps } = world;
    const shown = async () => {
      const { openAlarms, lamps: count } = accepted(await readProject(ctx, caller, projectId)) as {
        openAlarms?: number;
        lamps?: number;
      };
      const limits = accepted(await readLimits(ctx, caller, 'warning', String(projectId)));
      return [openAlarms, count, limits.actualPowerKw];
    };
    await look(ctx, lamps, 2);
    await openAlarm(ctx, world);
    expect(await shown()).toEqual([1, 20, 2]);
    await world.moveToB();
    expect(await shown()).toEqual([0, 0, null]);
    await look(ctx, lamps, 1.2);
    const check = await database.db
      .selectFrom('lamp_check')
      .select('verdict')
      .where('customer_id', '=', world.customerId)
      .executeTakeFirst();
    expect(check).toMatchObject({ verdict: 'not-in-use' });
  });

  it('checks its other lamps without those of a deleted device', async () => {
    const { caller, root, projectId } = await build();
    const second = await buildLamps(ctx, { caller, projectId });
    const shown = async () => accepted(await readProject(ctx, caller, projectId)).lamps;
    expect(await shown()).toBe(40);
    accepted(await removeDevice(ctx, root, second.group.deviceCode));
    expect(await shown()).toBe(20);
  });

  it('reports the end of a deleted alarm to its addresses and to forwarding', async () => {
    const world = await build();
    await notify(world);
    accepted(
      await changeForwarding(ctx, world.root, {
        url: 'http://127.0.0.1:9/x',
        useHttps: false,
        enabled: true,
      }),
    );
    const id = await openAlarm(ctx, world);
    await fanOutAlarmEvents(ctx);
    accepted(await deleteAlarm(ctx, world.caller, String(id), 'noise'));
    await fanOutAlarmEvents(ctx);
    expect(await mailsOf(world)).toEqual(['opened', 'ended']);
    const queued = await database.db
      .selectFrom('forward_queue')
      .select('items')
      .where('customer_id', '=', world.customerId)
      .orderBy('forward_id')
      .execute();
    expect(queued.map(({ items }) => items)).toMatchObject([
      [{ what: 'opened' }],
      [{ what: 'ended' }],
    ]);
  });
});

function accepted<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.refusal} ${outcome.field}`);
  return outcome.value;
}
