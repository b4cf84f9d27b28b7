/** A bill compared with the one before: the changes equal the difference of the two bills. */
import { addDays, addMonths, firstOfMonth } from '@busbar/domain/local-date';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';
import { buildEnergyFixture } from './energy-fixture.ts';

const cents = (amount: number) => Math.round(amount * 100);
const wh = (kwh: number) => Math.round(kwh * 1000);
interface Row {
  readonly device_code: string;
  readonly change: number;
  readonly ept_change: number;
}
const sumOf = (rows: readonly Row[]) => rows.reduce((sum, { change }) => sum + cents(change), 0);
const energyOf = (rows: readonly Row[]) =>
  rows.reduce((sum, { ept_change }) => sum + wh(ept_change), 0);

describeWithDatabase('a bill and the one before', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const world = fixture(
    () =>
      buildEnergyFixture(server, {
        seed: 61,
        zone: 'Asia/Shanghai',
        months: 3,
        devices: 8,
        versions: [
          {
            version: 2,
            from: '2026-10-20',
            prices: { sharp: 13_333, peak: 11_111, offPeak: 7777, valley: 2 },
          },
        ],
      }),
    beforeEach,
  );
  const month = (ago: number) => addMonths(firstOfMonth(world.today), -ago);
  const db = () => server.parts.context.database.db;
  const bill = async (start: string, client = world.admin, more = '') =>
    (await client.get(`/api/v2/bill?start=${start}${more}`)).body.data;
  const compared = async (start: string, client = world.admin, more = '') =>
    (await client.get(`/api/v2/bill-comparison?start=${start}${more}`)).body;

  async function expectExact(start: string, client = world.admin, more = '') {
    const [now, before] = [
      await bill(start, client, more),
      await bill(addMonths(start, -1), client, more),
    ];
    const { data } = await compared(start, client, more);
    const difference = cents(now.total) - cents(before.total);
    expect([data.total, data.before.total]).toEqual([now.total, before.total]);
    expect(cents(data.change)).toBe(difference);
    expect(wh(data.ept_change)).toBe(wh(now.ept) - wh(before.ept));
    const { energy, hours, prices, adjustments } = data.parts;
    expect(cents(energy) + cents(hours) + cents(prices) + cents(adjustments)).toBe(difference);
    for (const rows of [[...data.devices, data.other_devices], data.bands]) {
      expect(sumOf(rows) + cents(adjustments)).toBe(difference);
      expect(energyOf(rows)).toBe(wh(data.ept_change));
    }
    return data;
  }

  it('differ by the parts, the devices and the bands, for every view and across a new version', async () => {
    for (const { client } of world.views) {
      for (const ago of [0, 1, 2]) await expectExact(month(ago), client);
    }
    const data = await expectExact(month(1));
    expect(data.devices).toHaveLength(5);
    expect(data.other_devices.count).toBe(3);
    expect(data.parts.prices).not.toBe(0);
    const own = await expectExact(month(1), world.admin, `&device_code=${world.devices[2]!.code}`);
    expect(own.devices.map(({ device_code }: Row) => device_code)).toEqual([
      world.devices[2]!.code,
    ]);
    expect((await compared(month(3))).data).toBeNull();
    expect((await compared('2019-01-02')).reason).toBe('period-unknown');
  });

  it('count as they were closed, and later changes as adjustments', async () => {
    await world.admin.post('/api/v2/settlement/close-up-to', { start: month(1) });
    const before = await compared(month(1));
    const day = addDays(month(1), 3);
    const deviceId = world.devices[3]!.deviceId;
    for (const [table, row] of [
      ['energy_day', sql`and device_id = ${deviceId} and channel = 'activeTotal'`],
      ['energy_group_day', sql`and group_id = ${world.devices[3]!.groupId}`],
    ] as const) {
      await sql`update ${sql.table(table)} set energy_wh = energy_wh + 12000,
        peak_wh = peak_wh + 12000, fee_peak = fee_peak + 1248
        where customer_id = ${world.customerId} and day = ${day}::date ${row}`.execute(db());
    }
    expect(await compared(month(1))).toEqual(before);
    await sql`insert into bill_adjustment (customer_id, of_start_day, in_start_day, device_id,
        energy_wh, amount, reason, created_at, group_path)
      select customer_id, ${month(1)}::date, ${month(0)}::date, device_id, 12000, 1248,
        'late-readings', now(), path
      from device join user_group using (customer_id, group_id)
      where customer_id = ${world.customerId} and device_id = ${deviceId}`.execute(db());
    expect((await expectExact(month(0))).parts.adjustments).toBe(12.48);
  });

  it('list devices that are in one of the periods only', async () => {
    const deviceId = world.devices[4]!.deviceId;
    await sql`delete from energy_day where customer_id = ${world.customerId}
      and device_id = ${deviceId} and day < ${month(1)}::date`.execute(db());
    const data = await expectExact(month(1), world.admin);
    const own = data.devices.find(({ device_code }: Row) => device_code === world.devices[4]!.code);
    const [now] = (await bill(month(1), world.admin, `&device_code=${world.devices[4]!.code}`))
      .lines as unknown[];
    expect(now).toBeDefined();
    expect(own?.ept_change).toBeGreaterThan(0);
  });

  it('have no difference in money while energy of one of them has no price', async () => {
    await sql`update energy_day set fee_peak = null
      where customer_id = ${world.customerId} and channel = 'activeTotal'
        and day >= ${month(1)}::date and day < ${month(0)}::date and peak_wh > 0`.execute(db());
    const { data } = await compared(month(1));
    expect(data).toMatchObject({ total: null, change: null, parts: null });
    expect(data.before.total).not.toBeNull();
    expect(data.devices).toHaveLength(5);
    expect(energyOf(data.bands)).toBe(wh(data.ept_change));
  });
});
