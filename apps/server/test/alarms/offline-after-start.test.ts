/** Alarms about offline devices after an interruption of the server, with several intervals. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { nextTimedAlarm, updateTimedAlarms } from '../../src/areas/alarms/offline-alarms.ts';
import type { Context } from '../../src/context.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller, buildCustomer } from '../support/factories/customer.ts';
import { buildDevice } from '../support/factories/device.ts';
import { testContext } from '../support/test-context.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describeWithDatabase('the alarm about an offline device after a server start', (database) => {
  const setHeardAt = (deviceId: number, at: number) =>
    sql`update device_state set heard_at = ${new Date(at)} where device_id = ${deviceId}`.execute(
      database.db,
    );
  const alarmedDevices = async () => {
    const { rows } = await sql<{ id: number; at: number }>`
      select device_id as id, opened_at as at from alarm where alarm_type = 'deviceOffline'
      order by alarm_id`.execute(database.db);
    return rows.map(({ id, at }) => [id, at]);
  };
  async function deviceOf(ctx: Context, intervalS: number, heardAt: number): Promise<number> {
    const caller = await buildCaller(ctx, await buildCustomer(ctx), { role: 'admin' });
    const { deviceId } = await buildDevice(ctx, caller);
    await sql`update device set expected_interval_s = ${intervalS}
      where device_id = ${deviceId}`.execute(database.db);
    await setHeardAt(deviceId, heardAt);
    return deviceId;
  }

  it('is raised when the timeout of the device has passed since the start', async () => {
    const ctx = testContext(database);
    const start = ctx.clock.now();
    const heardAt = start - 190 * MINUTE;
    const minutely = await deviceOf(ctx, 60, heardAt);
    const hourly = await deviceOf(ctx, 3600, heardAt);
    const gone = await deviceOf(ctx, 3600, heardAt);
    const minutelyAlarm = [minutely, heardAt + 10 * MINUTE];

    await updateTimedAlarms(ctx);
    expect(await nextTimedAlarm(ctx)).toBe(start + 10 * MINUTE);
    ctx.clock.advance(10 * MINUTE);
    await updateTimedAlarms(ctx);
    expect(await alarmedDevices()).toEqual([minutelyAlarm]);

    expect(await nextTimedAlarm(ctx)).toBe(start + 3 * HOUR);
    ctx.clock.advance(40 * MINUTE);
    await setHeardAt(hourly, ctx.clock.now());
    ctx.clock.advance(3 * HOUR - 50 * MINUTE - 1);
    await updateTimedAlarms(ctx);
    expect(await alarmedDevices()).toEqual([minutelyAlarm]);
    ctx.clock.advance(1);
    await updateTimedAlarms(ctx);
    expect(await alarmedDevices()).toEqual([minutelyAlarm, [gone, heardAt + 3 * HOUR]]);

    expect(await nextTimedAlarm(ctx)).toBe(start + 50 * MINUTE + 3 * HOUR);
    ctx.clock.advance(50 * MINUTE);
    await updateTimedAlarms(ctx);
    expect(await alarmedDevices()).toHaveLength(3);
  });

  it('waits three hours at most, because the server may be restarted daily', async () => {
    const ctx = testContext(database);
    const heardAt = ctx.clock.now() - 25 * HOUR;
    const rare = await deviceOf(ctx, 8 * 3600, heardAt);
    const isAlarmed = async () => {
      await updateTimedAlarms(ctx);
      return (await alarmedDevices()).some(([id]) => id === rare);
    };
    expect(await isAlarmed()).toBe(false);
    ctx.clock.advance(3 * HOUR - 1);
    expect(await isAlarmed()).toBe(false);
    ctx.clock.advance(1);
    expect(await isAlarmed()).toBe(true);
  });
});
