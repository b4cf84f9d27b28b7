/** Readings that arrive after a device was deleted and registered again are billed as before. */
import { addMonths, firstOfMonth, startOfLocalDate } from '@busbar/domain/local-date';
import { beforeEach, expect, it } from 'vitest';
import { runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import {
  type StoredReadings,
  writeReadings,
} from '../../src/areas/telemetry/ingest/write-readings.ts';
import { buildEnergyFixture } from '../energy/energy-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { readingRow } from '../support/devices/reading-row.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PRICES = { rate_1: 10, rate_2: 10, rate_3: 10, rate_4: 10 };

describeWithDatabase('a device that is registered again', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const world = fixture(
    () => buildEnergyFixture(server, { seed: 7, zone: 'Asia/Shanghai', months: 2, devices: 3 }),
    beforeEach,
  );

  async function groupIdOf(name: string): Promise<number> {
    const group = await database.db
      .selectFrom('user_group')
      .select('group_id')
      .where('customer_id', '=', world.customerId)
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    return group.group_id;
  }

  /** Energy and fee of this month and the last one. */
  async function billed(group: string): Promise<{ wh: number; fee: number }> {
    const total = { wh: 0, cents: 0 };
    const month = firstOfMonth(world.today);
    for (const start of [addMonths(month, -1), month]) {
      const query = `start=${start}&group_id=${await groupIdOf(group)}&ps=10000`;
      const { body } = await world.admin.get(`/api/v2/bill?${query}`);
      expect(body.code).toBe(0);
      total.wh += Math.round(body.data.ept * 1000);
      total.cents += Math.round(body.data.fee * 100);
    }
    return { wh: total.wh, fee: total.cents / 100 };
  }

  async function register(code: string, group: string, rate: number): Promise<number> {
    const { body } = await world.admin.post('/device/addOrUpdate', {
      ...{ deviceName: code, deviceSymbolCode: code, deviceType: 'MT61', rate },
      groupId: await groupIdOf(group),
    });
    expect(body.errCode).toBe(0);
    return Number(body.data.id);
  }

  const remove = (id: number) => world.admin.post('/device/delete', { id });

  async function send(
    deviceId: number,
    registers: readonly (readonly [at: number, kwh: number])[],
  ): Promise<StoredReadings> {
    const ctx = server.parts.context;
    const device = await database.db
      .selectFrom('device')
      .select([
        'customer_id as customerId',
        'device_id as deviceId',
        'device_code as deviceCode',
        'created_at as registeredAt',
      ])
      .where('customer_id', '=', world.customerId)
      .where('device_id', '=', deviceId)
      .executeTakeFirstOrThrow();
    const rows = registers.map(([at, activeTotal]) =>
      readingRow(device, { at, registers: { activeTotal } }),
    );
    const stored = await database.transaction((trx) => writeReadings(trx, rows, ctx.clock.now()));
    await runEnergy(ctx);
    return stored;
  }

  it('has its former tariff on former days, and the new one from today on', async () => {
    const now = server.parts.context.clock.now();
    const { body } = await world.admin.post('/api/v2/rate', { name: 'Expensive', ...PRICES });
    const expensive = Number(body.data.id);
    const feeOf = async (rate: number, group: string, from: number): Promise<number> => {
      const code = `AGAIN${rate}${group}`;
      await remove(await register(code, 'north', world.rateId));
      const again = await register(code, 'south', rate);
      const before = await billed(group);
      await send(again, [
        [from, 100],
        [from + HOUR_MS, 110],
      ]);
      const after = await billed(group);
      expect(after.wh - before.wh).toBe(10_000);
      return after.fee - before.fee;
    };
    const formerFee = await feeOf(world.rateId, 'north', now - 3 * DAY_MS);
    expect(formerFee).toBeLessThan(50);
    expect(await feeOf(expensive, 'north', now - 3 * DAY_MS)).toBeCloseTo(formerFee, 2);
    const today = startOfLocalDate(world.today, world.zone);
    expect(await feeOf(expensive, 'south', today)).toBeCloseTo(100, 2);
  });

  it('is billed once for readings that it repeats', async () => {
    const start = server.parts.context.clock.now() - 3 * DAY_MS;
    const code = 'AGAINREPEAT01';
    const before = await billed('north');
    const former = await register(code, 'north', world.rateId);
    const sent = [
      [start, 100],
      [start + HOUR_MS, 110],
    ] as const;
    await send(former, sent);
    await remove(former);
    const again = await register(code, 'north', world.rateId);
    const answer = { inserted: 0, repeated: 2, conflicting: 0 };
    expect(await send(again, sent)).toMatchObject(answer);
    expect((await billed('north')).wh - before.wh).toBe(10_000);
    // Other contents of the same time are stored as conflicts, and new readings count.
    const other = [...sent.map(([at, kwh]) => [at, kwh + 1] as const), [start + 2 * HOUR_MS, 120]];
    expect(await send(again, other as (typeof sent)[number][])).toMatchObject({
      ...{ inserted: 1, repeated: 0, conflicting: 2 },
    });
    expect((await billed('north')).wh - before.wh).toBe(10_000);
  });
});
