/** Maintenance visits: planned, suppressing alarms during the work, completed, cancelled. */
import { expect, it } from 'vitest';
import {
  addVisit,
  cancelVisit,
  changeVisit,
  findVisits,
} from '../../src/areas/sites/visits/visit-service.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { testContext } from '../support/test-context.ts';
import { buildLampProject, buildLamps, type Lamps, look } from './lamp-fixture.ts';

/** 22:00 in Shanghai. */
const NIGHT = Date.UTC(2026, 10, 20, 14);
const HOUR = 3_600_000;

describeWithDatabase('maintenance visits', (database) => {
  const ctx = testContext(database, {}, NIGHT);
  const planned = async (lamps: Lamps, silence = true) => {
    const now = ctx.clock.now();
    const of = { project: lamps.projectId, lampGroup: undefined, silence };
    const input = { from: now, to: now + 2 * HOUR, worker: 'Crew 2', notes: 'Two lamps' };
    const added = await addVisit(ctx, lamps.caller, of, input);
    if (!added.ok) throw new Error(added.refusal);
    return String(added.value.id);
  };
  const lastAlarm = async ({ group }: Lamps) =>
    ctx.database.db
      .selectFrom('alarm')
      .select(['quiet', 'log_detail as detail'])
      .where('customer_id', '=', group.customerId)
      .where('device_id', '=', group.deviceId)
      .orderBy('alarm_id', 'desc')
      .executeTakeFirst();
  const world = async () => buildLamps(ctx, await buildLampProject(ctx));

  it('record alarms that start during the work, and notify no one', async () => {
    const lamps = await world();
    const id = await planned(lamps);
    await look(ctx, lamps, 1.8);
    expect(await lastAlarm(lamps)).toEqual({ quiet: true, detail: '2 lamps' });
    const parts = [{ name: 'LED 100 W', quantity: 2 }];
    expect(await changeVisit(ctx, lamps.caller, id, { parts, done: true })).toMatchObject({
      value: { state: 'done', parts, worker: 'Crew 2' },
    });
    await look(ctx, lamps, 2);
    await look(ctx, lamps, 1.7);
    expect(await lastAlarm(lamps)).toEqual({ quiet: false, detail: '3 lamps' });
    expect(await changeVisit(ctx, lamps.caller, id, { notes: 'x' })).toMatchObject({
      refusal: 'visit-over',
    });
  });

  it('move their alarm suppression when rescheduled, and end it when cancelled', async () => {
    const lamps = await world();
    const id = await planned(lamps);
    const from = ctx.clock.now() + 5 * HOUR;
    expect(await changeVisit(ctx, lamps.caller, id, { from, to: from + HOUR })).toMatchObject({
      value: { from, to: from + HOUR },
    });
    await look(ctx, lamps, 1.8);
    expect(await lastAlarm(lamps)).toMatchObject({ quiet: false });
    const second = await world();
    const other = await planned(second);
    expect(await cancelVisit(ctx, second.caller, other)).toMatchObject({
      value: { state: 'cancelled' },
    });
    await look(ctx, second, 1.8);
    expect(await lastAlarm(second)).toMatchObject({ quiet: false });
  });

  it('leave alarms unchanged without suppression, and are listed by their time', async () => {
    const lamps = await world();
    await planned(lamps, false);
    const now = ctx.clock.now();
    await look(ctx, lamps, 1.8);
    expect(await lastAlarm(lamps)).toMatchObject({ quiet: false });
    const list = (from: number, to: number) =>
      findVisits(ctx, lamps.caller, {
        project: String(lamps.projectId),
        from,
        to,
        page: 1,
        pageSize: 10,
      });
    expect(await list(now + HOUR, now + 3 * HOUR)).toMatchObject({ value: { total: 1 } });
    expect(await list(now + 2 * HOUR, now + 3 * HOUR)).toMatchObject({ value: { total: 0 } });
  });

  it.each([
    ['no start', { to: NIGHT }, 'from'],
    ['an invalid start', { from: 'invalid', to: NIGHT }, 'from'],
    ['an end before the start', { from: NIGHT, to: NIGHT - 1 }, 'to'],
    ['more than thirty days', { from: NIGHT, to: NIGHT + 31 * 24 * HOUR }, 'to'],
  ] as const)('are rejected with %s', async (_, input, field) => {
    const lamps = await world();
    const of = { project: lamps.projectId, lampGroup: undefined, silence: false };
    expect(await addVisit(ctx, lamps.caller, of, input)).toEqual({
      ok: false,
      refusal: 'visit-invalid',
      field,
    });
  });
});
