/**
 * Settlement: bills equal the sums of their days, each line is energy times price, rounded half up
 * once, a closed period never changes, and later changes appear as one visible adjustment.
 */
import { addDays, addMonths, firstOfMonth, startOfLocalDate } from '@busbar/domain/local-date';
import { TARIFF_BANDS } from '@busbar/domain/tariff/band';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { closeDuePeriods } from '../../src/areas/energy/billing/close-period.ts';
import { settle } from '../../src/areas/energy/billing/settle.ts';
import {
  adjustChangedDays,
  adjustChangedPeriods,
} from '../../src/areas/energy/settlement/adjust-closed.ts';
import { markClosed } from '../../src/areas/energy/settlement/settlement-queries.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { sumOf, type TrueDay } from '../support/devices/energy-rows.ts';
import { fixture } from '../support/fixture.ts';
import { startServer, TEST_NOW } from '../support/start-server.ts';
import { buildEnergyFixture, type EnergyFixture } from './energy-fixture.ts';

const wh = (kwh: number) => Math.round(kwh * 1000);
const cents = (amount: number) => Math.round(amount * 100);
const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0);
const energyOf = (days: readonly TrueDay[]) => sum(days.map((day) => sumOf(day.bandsWh)));
const feeOf = (days: readonly TrueDay[]) => sum(days.map((day) => sumOf(day.fees)));

interface Line {
  readonly device_name: string;
  readonly device_code: string;
  readonly rate_version: number;
  readonly band: number;
  readonly price: number;
  readonly ept: number;
  readonly amount: number;
}

describeWithDatabase('settlement and bills', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));

  const inside = (days: readonly TrueDay[], { start, end }: { start: string; end: string }) =>
    days.filter(({ day }) => start <= day && day <= end);

  async function overview(world: EnergyFixture, client = world.admin) {
    return (await client.get('/api/v2/settlement')).body.data;
  }
  async function bill(world: EnergyFixture, query = '', client = world.admin) {
    return (await client.get(`/api/v2/bill?${query}`)).body.data;
  }
  /** Adds energy in one band to the device's day, in every table of the ledger. */
  async function addEnergy(world: EnergyFixture, day: TrueDay, extraWh: number, cost: number) {
    const { db } = server.parts.context.database;
    const where = sql`customer_id = ${world.customerId} and day = ${day.day}::date`;
    for (const [table, row] of [
      ['energy_day', sql`and device_id = ${day.deviceId} and channel = 'activeTotal'`],
      ['energy_group_day', sql`and group_id = ${day.groupId}`],
    ] as const) {
      await sql`update ${sql.table(table)} set energy_wh = energy_wh + ${extraWh},
        peak_wh = peak_wh + ${extraWh}, fee_peak = fee_peak + ${cost}
        where ${where} ${row}`.execute(db);
    }
  }

  describe.each([
    { settlementDay: 1, zone: 'Asia/Shanghai', seed: 31 },
    { settlementDay: 15, zone: 'Europe/Paris', seed: 32 },
  ])('a customer that settles on day $settlementDay', (plan) => {
    const world = fixture(() =>
      buildEnergyFixture(server, {
        ...plan,
        months: 3,
        devices: 6,
        versions: [
          {
            version: 2,
            from: '2026-10-20',
            prices: { sharp: 13_333, peak: 11_111, offPeak: 7777, valley: 2 },
          },
        ],
      }),
    );

    it('has settlement periods for all its energy, each equal to the sum of its days', async () => {
      for (const { client, days } of world.views) {
        const data = await overview(world, client);
        const periods = [data.open, ...data.ended, ...data.closed];
        expect(data.settlement_day).toBe(plan.settlementDay);
        expect(data.open.state).toBe('open');
        expect(data.open.start <= world.today && world.today <= data.open.end).toBe(true);
        expect(data.next_start).toBe(addDays(data.open.end, 1));
        expect(periods.every(({ start }) => Number(start.slice(8)) === plan.settlementDay)).toBe(
          true,
        );
        for (const period of periods) {
          const known = inside(days, period);
          expect(wh(period.ept)).toBe(energyOf(known));
          expect(cents(period.fee)).toBe(feeOf(known));
          expect(cents(period.total)).toBe(feeOf(known));
        }
        expect(sum(periods.map(({ fee }) => cents(fee)))).toBe(feeOf(days));
      }
    });

    it('has bills whose lines are energy times price, rounded half up, and add up to the days', async () => {
      const data = await overview(world);
      for (const { start, end } of [data.open, ...data.ended]) {
        for (const { client, days } of world.views) {
          const known = inside(days, { start, end });
          const whole = await bill(world, `start=${start}`, client);
          const lines: Line[] = whole.lines;
          expect([whole.start, whole.end, whole.line_count]).toEqual([start, end, lines.length]);
          for (const line of lines) {
            const band = TARIFF_BANDS[line.band - 1]!;
            const version = world.versions.find((one) => one.version === line.rate_version)!;
            const { deviceId } = world.devices.find(({ code }) => code === line.device_code)!;
            const own = known.filter(
              (day) => day.deviceId === deviceId && day.version === line.rate_version,
            );
            expect(wh(line.ept)).toBe(sum(own.map(({ bandsWh }) => bandsWh[band])));
            expect(Math.round(line.price * 10_000)).toBe(version.prices[band]);
            // The unit is Wh times ten-thousandths per kWh; half a minor unit is 50,000 of it.
            const exact = BigInt(wh(line.ept)) * BigInt(version.prices[band]);
            expect(BigInt(cents(line.amount))).toBe((exact + 50_000n) / 100_000n);
          }
          expect(sum(lines.map(({ ept }) => wh(ept)))).toBe(energyOf(known));
          expect(sum(lines.map(({ amount }) => cents(amount)))).toBe(feeOf(known));
          expect(sum(whole.sums.map((line: Line) => cents(line.amount)))).toBe(feeOf(known));
          expect([wh(whole.ept), cents(whole.fee), cents(whole.total)]).toEqual([
            energyOf(known),
            feeOf(known),
            feeOf(known),
          ]);
        }
      }
    });

    it('has bills of single devices that add up to the bill of all', async () => {
      const { start, end } = (await overview(world)).open;
      const whole = await bill(world);
      let total = cents((await goneDevice(start, end)).total);
      for (const device of world.devices.slice(1)) {
        const own = await bill(world, `device_code=${device.code}`);
        const names = own.lines.map((line: Line) => line.device_code);
        expect(names.every((code: string) => code === device.code)).toBe(true);
        total += cents(own.total);
      }
      expect(total).toBe(cents(whole.total));
    });

    /**
     * A deleted device no longer has its own bill, but its lines are in the bill of all devices.
     */
    async function goneDevice(start: string, end: string) {
      const [gone] = world.devices;
      const refused = await world.admin.get(`/api/v2/bill?device_code=${gone!.code}`);
      expect(refused.body.code).toBe(404);
      const own = inside(world.days, { start, end }).filter(
        ({ deviceId }) => deviceId === gone!.deviceId,
      );
      return { total: feeOf(own) / 100 };
    }

    it('returns bill lines in pages', async () => {
      const whole = await bill(world);
      const second = await bill(world, 'pn=2&ps=5');
      expect(second.lines).toEqual(whole.lines.slice(5, 10));
      expect(second).toMatchObject({ total: whole.total, line_count: whole.lines.length });
    });
  });

  describe('a closed period', () => {
    const world = fixture(
      () =>
        buildEnergyFixture(server, {
          seed: 33,
          zone: 'Asia/Shanghai',
          months: 2,
          devices: 4,
        }),
      beforeEach,
    );
    const close = (start: string) => world.admin.post('/api/v2/settlement/close', { start });

    it('never changes; a later difference is one line of the current period', async () => {
      const month = firstOfMonth(world.today);
      const october = addMonths(month, -1);
      const answer = await close(october);
      expect(answer.body).toMatchObject({ code: 0, data: { closed: [{ start: october }] } });
      const [closed] = answer.body.data.closed;
      expect(closed.closed_by).toMatch(/^user\./);
      const before = await bill(world, `start=${october}`);
      const day = world.days.find(
        (of) => of.day > addDays(october, 9) && of.deviceId !== world.devices[0]!.deviceId,
      )!;
      await addEnergy(world, day, 12_000, 1248);
      expect(await bill(world, `start=${october}`)).toEqual(before);

      const { context } = server.parts;
      expect(await adjustChangedPeriods(context)).toBe(1);
      // A second run finds nothing to adjust.
      expect(await adjustChangedPeriods(context)).toBe(0);
      const running = await bill(world);
      const device = world.devices.find(({ deviceId }) => deviceId === day.deviceId)!;
      expect(running.adjustments).toEqual([
        {
          device_name: device.name,
          device_code: device.code,
          of_start: october,
          of_end: addDays(month, -1),
          ept: 12,
          amount: 12.48,
          reason: 'late-readings',
          at: TEST_NOW,
        },
      ]);
      expect(cents(running.total)).toBe(cents(running.fee) + 1248);
      const { open: now } = await overview(world);
      expect([now.adjustment, now.adjustment_ept, now.total]).toEqual([12.48, 12, running.total]);

      // A correction reverts part of the difference, as a credit to the customer next to the first
      // adjustment.
      const { db } = context.database;
      await db
        .insertInto('energy_override')
        .values({
          customer_id: world.customerId,
          device_id: day.deviceId,
          channel: null,
          register_ts: new Date(startOfLocalDate(day.day, world.zone) + 3_600_000),
          decision: 'ignore',
          energy_wh: null,
          reason: 'glitch',
          decided_by: 1,
          decided_at: new Date(TEST_NOW),
          withdrawn_by: null,
          withdrawal_reason: null,
        })
        .execute();
      await addEnergy(world, day, -2000, -208);
      expect(await adjustChangedPeriods(context)).toBe(1);
      const after = await bill(world, `device_code=${device.code}`);
      expect(
        after.adjustments.map(({ ept, amount, reason }: Record<string, unknown>) => [
          ept,
          amount,
          reason,
        ]),
      ).toEqual([
        [12, 12.48, 'late-readings'],
        [-2, -2.08, 'correction'],
      ]);
      expect(await bill(world, `start=${october}`)).toEqual(before);
    });

    it('is adjusted in the next period if the current one closes while the ledger waits', async () => {
      const { context } = server.parts;
      const month = firstOfMonth(world.today);
      const next = addMonths(month, 1);
      await close(addMonths(month, -1));
      const day = world.days.find(
        (of) => of.day >= addMonths(month, -1) && of.deviceId !== world.devices[0]!.deviceId,
      )!;
      await addEnergy(world, day, 12_000, 1248);
      await context.database.transaction(async (trx) => {
        await markClosed(trx, world.customerId, { start: month, end: next }, TEST_NOW, null);
        await adjustChangedDays(trx, [{ ...day, customerId: world.customerId }], TEST_NOW);
      });
      const rows = await context.database.db
        .selectFrom('bill_adjustment')
        .select(['of_start_day', 'in_start_day', 'amount'])
        .where('customer_id', '=', world.customerId)
        .execute();
      expect(rows).toEqual([
        { of_start_day: addMonths(month, -1), in_start_day: next, amount: 1248 },
      ]);
      // The period has no lines, so other tests would adjust it.
      await context.database.db
        .deleteFrom('settlement_period')
        .where('customer_id', '=', world.customerId)
        .where('start_day', '=', month)
        .execute();
    });

    it('is compared device by device when the next period closes, even if the sums are equal', async () => {
      const { context } = server.parts;
      const month = firstOfMonth(world.today);
      const older = addMonths(month, -2);
      await close(older);
      // One device has too much energy and another too little by the same amount, so no sum of the
      // group shows it.
      const [one, other] = world.devices.slice(1).map(({ deviceId }) => {
        const own = world.days.filter(
          (of) => of.deviceId === deviceId && of.day < addMonths(older, 1),
        );
        return own.find((of) => of.bandsWh.peak > 5000)!;
      });
      await sql`update energy_day set peak_wh = peak_wh + case when device_id = ${one!.deviceId}
            then 1000 else -1000 end,
          energy_wh = energy_wh + case when device_id = ${one!.deviceId} then 1000 else -1000 end
        where customer_id = ${world.customerId} and channel = 'activeTotal'
          and (device_id, day) in ((${one!.deviceId}, ${one!.day}::date),
            (${other!.deviceId}, ${other!.day}::date))`.execute(context.database.db);
      expect(await adjustChangedPeriods(context)).toBe(0);
      await settle(context);
      const { adjustments } = await bill(world);
      expect(adjustments.map(({ ept }: { ept: number }) => ept).sort()).toEqual([-1, 1]);
      expect((await overview(world)).ended).toEqual([]);
    });

    it('cannot be created from a current, closed or unknown period', async () => {
      const month = firstOfMonth(world.today);
      for (const [start, code] of [
        [month, 40946],
        [addDays(month, 1), 40945],
        [addMonths(month, -30), 40945],
        [addMonths(month, 1), 40945],
        ['nonsense', 40945],
      ] as const) {
        expect((await close(start)).body).toMatchObject({ code, field: 'start' });
      }
      const october = addMonths(month, -1);
      expect((await close(october)).body.code).toBe(0);
      expect((await close(october)).body).toMatchObject({ code: 40947, field: 'start' });
      const log = await server.parts.context.database.db
        .selectFrom('operation_log')
        .select(['module', 'command', 'detail'])
        .where('customer_id', '=', world.customerId)
        .where('command', '=', 'close settlement period')
        .execute();
      expect(log).toMatchObject([
        { module: 'Settlement', detail: { start: october, end: addDays(month, -1) } },
      ]);
    });

    it('is refused to callers who may not settle for the whole customer', async () => {
      const [root, north] = world.views;
      const october = addMonths(firstOfMonth(world.today), -1);
      for (const client of [root!.client, north!.client]) {
        const answer = await client.post('/api/v2/settlement/close', { start: october });
        expect(answer.body).toMatchObject({ code: 403, reason: 'forbidden' });
      }
    });
  });

  describe('automatic closing', () => {
    it('waits three days, then for the last day to be final, but ten days at most', async () => {
      const world = await buildEnergyFixture(server, {
        seed: 34,
        zone: 'Asia/Shanghai',
        months: 1,
        devices: 3,
      });
      const { context } = server.parts;
      const { db } = context.database;
      const month = firstOfMonth(world.today);
      const end = startOfLocalDate(month, world.zone);
      const setFinal = (final: boolean) =>
        db
          .updateTable('energy_day')
          .set({ final })
          .where('customer_id', '=', world.customerId)
          .where('day', '=', addDays(month, -1))
          .execute();
      const dayMs = 86_400_000;
      const closes = async (at: number) => {
        server.clock.stepTo(at);
        return closeDuePeriods(context, world.customerId);
      };
      try {
        await setFinal(true);
        const createdAt = (at: number) =>
          db
            .updateTable('customer')
            .set({ created_at: new Date(at) })
            .where('customer_id', '=', world.customerId)
            .execute();
        // A period that ended before the customer existed does not close automatically.
        await createdAt(end + 1);
        expect(await closes(end + 20 * dayMs)).toBe(0);
        await createdAt(end - 40 * dayMs);
        expect(await closes(end + 3 * dayMs - 1)).toBe(0);
        await setFinal(false);
        expect(await closes(end + 10 * dayMs - 1)).toBe(0);
        // Registers that are not yet processed delay the closing, however late it is.
        const mark = {
          customer_id: world.customerId,
          device_id: world.devices[1]!.deviceId,
          from_ts: new Date(end - 1),
        };
        for (const table of ['energy_dirty', 'energy_work'] as const) {
          await db.insertInto(table).values(mark).execute();
          expect(await closes(end + 11 * dayMs)).toBe(0);
          await db.deleteFrom(table).where('customer_id', '=', world.customerId).execute();
        }
        await setFinal(true);
        expect(await closes(end + 3 * dayMs)).toBe(1);
        expect(await closes(end + 3 * dayMs)).toBe(0);
      } finally {
        server.clock.stepTo(TEST_NOW);
      }
      const { closed } = await overview(world);
      expect(closed).toMatchObject([{ start: addMonths(month, -1), closed_by: '' }]);
      const frozen = await bill(world, `start=${addMonths(month, -1)}`);
      const known = inside(world.days, { start: frozen.start, end: frozen.end });
      expect([frozen.state, cents(frozen.total)]).toEqual(['closed', feeOf(known)]);
    });

    it('closes all ended periods after ten days at the latest, oldest first', async () => {
      const world = await buildEnergyFixture(server, {
        seed: 35,
        zone: 'Asia/Shanghai',
        months: 3,
        devices: 2,
      });
      await server.parts.context.database.db
        .updateTable('energy_day')
        .set({ final: false })
        .where('customer_id', '=', world.customerId)
        .execute();
      expect(await closeDuePeriods(server.parts.context, world.customerId)).toBe(3);
      const { closed, ended } = await overview(world);
      expect(ended).toEqual([]);
      expect(closed).toHaveLength(3);
      expect(sum(closed.map(({ total }: { total: number }) => cents(total)))).toBe(
        feeOf(world.days.filter(({ day }) => day < firstOfMonth(world.today))),
      );
    });
  });
});
