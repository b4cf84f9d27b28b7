/** Changed ratings, report intervals and types: energy that was counted before does not change. */

import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { findBill, type WholeBill } from '../../src/areas/energy/billing/bill-service.ts';
import { settle } from '../../src/areas/energy/billing/settle.ts';
import { finishEnergyDays, runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import { changeDevice, type DeviceEdit } from '../../src/areas/fleet/devices/change-device.ts';
import { findLinks } from '../../src/areas/telemetry/ingest/link-queries.ts';
import { writeInfo } from '../../src/areas/telemetry/ingest/write-info.ts';
import { ensurePartitions } from '../../src/storage/partitions.ts';
import { ledgerTenant, ratedDevice, sendRegisters } from '../energy/ledger-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { callerOf } from '../support/factories/tenant-users.ts';
import { testContext } from '../support/test-context.ts';

const HOUR = 3_600_000;
/** 2026-10-01 00:00 in Shanghai. */
const OCTOBER = Date.UTC(2026, 8, 30, 16);
/** Until 12:00 on 20 November. */
const HOURS = 50 * 24 + 12;
const NOW = OCTOBER + HOURS * HOUR;
const TODAY = '2026-11-20';
const HOURLY_KWH = 1.37;

describeWithDatabase('changed ratings', (database) => {
  /** A device with hourly readings, except those at the hours of `left`; October is closed. */
  async function world(label: string, left: readonly number[] = []) {
    await ensurePartitions(database, OCTOBER, NOW + 48 * HOUR);
    const ctx = testContext(database, {}, NOW);
    const tenant = await ledgerTenant(database, 'Asia/Shanghai', label);
    const deviceId = await ratedDevice(database, tenant);
    await database.db
      .updateTable('device_state')
      .set({ heard_at: new Date(NOW) })
      .where('customer_id', '=', tenant.customerId)
      .execute();
    const caller = callerOf(tenant);

    const send = async (hours: readonly number[], moreKwh = 0): Promise<void> => {
      const readings = hours.map((hour) => {
        const activeTotal = Math.round((1000 + HOURLY_KWH * hour + moreKwh) * 100) / 100;
        return { deviceId, at: OCTOBER + hour * HOUR, registers: { activeTotal } };
      });
      await sendRegisters(ctx, tenant, readings);
      await compute();
    };
    const compute = async (): Promise<void> => {
      await runEnergy(ctx);
      await finishEnergyDays(ctx);
      await settle(ctx);
    };
    const bill = async (start?: string): Promise<WholeBill> => {
      const found = await findBill(ctx, caller, { start, page: 1 });
      if (!found.ok) throw new Error(found.refusal);
      return found.value;
    };
    /** Energy of each day in Wh, and what the bills of both months contain. */
    const counted = async () => {
      const rows = await database.db
        .selectFrom('energy_day')
        .where('device_id', '=', deviceId)
        .where('channel', '=', 'activeTotal')
        .select(['day', 'energy_wh as wh'])
        .orderBy('day')
        .execute();
      const [october, november] = [await bill('2026-10-01'), await bill()];
      return {
        days: Object.fromEntries(rows.map(({ day, wh }) => [day, wh])),
        october: [october.energyWh, october.adjustments],
        november: [november.energyWh, november.adjustments],
      };
    };
    const change = async (edit: DeviceEdit): Promise<void> => {
      expect(await changeDevice(ctx, caller, deviceId, edit)).toMatchObject({ ok: true });
      await compute();
    };
    const report = async (ratedCurrentA: number): Promise<void> => {
      const { device_code } = await database.db
        .selectFrom('device')
        .where('device_id', '=', deviceId)
        .select('device_code')
        .executeTakeFirstOrThrow();
      const { device } = (await findLinks(database.db, [device_code])).get(device_code)!;
      await ctx.database.transaction((trx) =>
        writeInfo(ctx, trx, device, { ratedCurrentA } as never),
      );
      await compute();
    };
    const hours = Array.from({ length: HOURS }, (_, i) => i + 1);
    await send(hours.filter((hour) => !left.includes(hour)));
    return { ctx, caller, deviceId, send, counted, change, report };
  }

  it.each(['a user', 'its breaker'])(
    'keeps counted energy and bills if %s lowers the rated current',
    async (who) => {
      const { counted, change, report } = await world(`lower-${who.length}`);
      const before = await counted();
      expect(before.days[TODAY]).toBe(12 * 1370);
      await (who === 'a user' ? change({ ratedCurrentA: 0.01 }) : report(0.01));
      expect(await counted()).toEqual(before);
    },
  );

  it('counts late readings of days before the change with the former ratings', async () => {
    const late = [100, HOURS - 10 * 24, HOURS - 5];
    const { send, counted, change } = await world('late', late);
    const before = await counted();
    await change({ ratedCurrentA: 0.01 });
    await change({ ratedCurrentA: 20 });
    await change({ ratedCurrentA: 0.01 });
    for (const hour of late) await send([hour]);
    expect(await counted()).toEqual(before);
  });

  it('counts a step that spans the change with the former ratings', async () => {
    const { ctx, send, counted, change } = await world('span');
    const before = await counted();
    ctx.clock.advance(HOUR / 2);
    await change({ ratedCurrentA: 0.01 });
    ctx.clock.advance(HOUR / 2);
    await send([HOURS + 1]);
    expect((await counted()).days[TODAY]).toBe(before.days[TODAY]! + 1370);
  });

  it('does not count energy after the change that exceeds the new ratings', async () => {
    const { ctx, send, counted, change } = await world('after');
    const before = await counted();
    await change({ ratedCurrentA: 10 });
    ctx.clock.advance(4 * HOUR);
    await send([HOURS + 1, HOURS + 2]);
    // 10 A carry at most 8.29 kWh in an hour; 63 A carried 52.
    await send([HOURS + 3, HOURS + 4], 20);
    const { days, ...bills } = await counted();
    expect(days).toEqual({ ...before.days, [TODAY]: before.days[TODAY]! + 3 * 1370 });
    expect(bills.october).toEqual(before.october);
  });

  it('counts today with higher ratings, and leaves earlier days as they are', async () => {
    const { ctx, send, counted, change } = await world('higher');
    await change({ ratedCurrentA: 10 });
    ctx.clock.advance(24 * HOUR);
    const hours = Array.from({ length: 22 }, (_, i) => HOURS + i + 1);
    await send(hours);
    await send([HOURS + 23, HOURS + 24], 20);
    const before = await counted();
    await change({ ratedCurrentA: 63 });
    const { days, ...bills } = await counted();
    expect(days).toEqual({ ...before.days, '2026-11-21': before.days['2026-11-21']! + 21_370 });
    expect(bills.october).toEqual(before.october);
  });

  it('computes again from today at most if the type or the ratings change', async () => {
    const { ctx, caller, deviceId } = await world('flags');
    const { type } = await database.db
      .selectFrom('device_type')
      .where('kind', 'in', ['main', 'meter'])
      .where('device_type_id', 'not in', (eb) =>
        eb.selectFrom('device').where('device_id', '=', deviceId).select('device_type_id'),
      )
      .select('device_type_id as type')
      .executeTakeFirstOrThrow();
    for (const edit of [{ type }, { ratedCurrentA: 100 }, { ratedVoltageV: 100 }]) {
      expect(await changeDevice(ctx, caller, deviceId, edit)).toMatchObject({ ok: true });
      const { rows } = await sql<{ from: Date }>`delete from energy_dirty
        where device_id = ${deviceId} returning from_ts as from`.execute(database.db);
      expect(rows.map(({ from }) => Number(from))).toEqual([NOW - 12 * HOUR + 1]);
    }
    // The present ratings are no change.
    await changeDevice(ctx, caller, deviceId, { ratedCurrentA: 100, ratedVoltageV: 100 });
    const { rows } = await sql`select from energy_dirty where device_id = ${deviceId}`.execute(
      database.db,
    );
    expect(rows).toEqual([]);
  });
});
