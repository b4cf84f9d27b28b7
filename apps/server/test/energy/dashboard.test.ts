/**
 * The numbers of the dashboard agree with each other and with the known energy of random fleets:
 * card, chart and table equal the sums of devices, bands and days, to the Wh and to the minor unit.
 */
import { formatLocal } from '@busbar/domain/calendar';
import { addDays, addMonths, daysBetween, firstOfMonth } from '@busbar/domain/local-date';
import { describe, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { sumOf, type TrueDay } from '../support/devices/energy-rows.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';
import { buildEnergyFixture, type EnergyFixture } from './energy-fixture.ts';

const FLEETS = [
  { seed: 1, zone: 'Asia/Shanghai' },
  { seed: 2, zone: 'Europe/Paris' },
  { seed: 3, zone: 'America/New_York' },
] as const;

interface Entry {
  readonly date: string;
  readonly ept: number;
  readonly fee: number;
  readonly list: readonly { date: string; ept: number | null; fee: number | null }[];
}

const energyOf = (days: readonly TrueDay[]) => days.reduce((s, d) => s + sumOf(d.bandsWh), 0);
const feeOf = (days: readonly TrueDay[]) => days.reduce((s, d) => s + sumOf(d.fees), 0);
const wh = (kwh: number | null) => Math.round((kwh ?? 0) * 1000);
const cents = (amount: number) => Math.round(amount * 100);
const total = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0);
const within = (days: readonly TrueDay[], prefix: string) =>
  days.filter(({ day }) => day.startsWith(prefix));

describeWithDatabase('energy on the dashboard', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));

  describe.each(FLEETS)('a fleet in $zone', (plan) => {
    const world = fixture(() => buildEnergyFixture(server, plan));

    it('shows the same numbers for a month in cards, days, bands and devices', async () => {
      for (const { client, days } of world.views) {
        const fees = await client.get('/api/v2/energy-fee?date_type=month&count=3&is_all=true');
        const bands = await client.get('/api/v2/energy?date_type=month&count=3');
        const list: Entry[] = fees.body.data.list;
        const month = firstOfMonth(world.today);
        expect(list.map(({ date }) => date)).toEqual(
          [0, -1, -2].map((back) => addMonths(month, back).slice(0, 7)),
        );
        for (const [i, entry] of list.entries()) {
          const known = within(days, entry.date);
          expect(wh(entry.ept)).toBe(energyOf(known));
          expect(cents(entry.fee)).toBe(feeOf(known));
          expect(total(entry.list.map(({ ept }) => wh(ept)))).toBe(energyOf(known));
          expect(total(entry.list.map(({ fee }) => cents(fee!)))).toBe(feeOf(known));
          for (const day of entry.list) {
            expect(wh(day.ept)).toBe(energyOf(within(days, day.date)));
          }
          const trend = bands.body.data.list[i];
          expect(trend.date).toBe(entry.date);
          expect(trend.ept).toBe(entry.ept);
          expect(wh(trend.ept_1) + wh(trend.ept_2) + wh(trend.ept_3) + wh(trend.ept_4)).toBe(
            wh(entry.ept),
          );
          expect(wh(trend.ept_1)).toBe(total(known.map(({ bandsWh }) => bandsWh.sharp)));
          expect(wh(trend.ept_4)).toBe(total(known.map(({ bandsWh }) => bandsWh.valley)));
          await agreesWithDevices('month', entry, client);
        }
      }
    });

    it('shows the same numbers for a day in cards, hours and devices', async () => {
      for (const { client, days } of world.views) {
        const fees = await client.get('/api/v2/energy-fee?date_type=day&count=40&is_all=true');
        const list: Entry[] = fees.body.data.list;
        expect(list).toHaveLength(40);
        for (const entry of list) {
          const known = within(days, entry.date);
          expect(wh(entry.ept)).toBe(energyOf(known));
          expect(cents(entry.fee)).toBe(feeOf(known));
          expect(entry.list.map(({ date }) => date)).toEqual(
            Array.from({ length: 24 }, (_, h) => `${entry.date} ${String(h).padStart(2, '0')}:00`),
          );
          expect(total(entry.list.map(({ ept }) => wh(ept)))).toBe(energyOf(known));
          expect(entry.list.every(({ fee }) => fee === null)).toBe(true);
        }
        await agreesWithDevices('day', list[0]!, client);
        await agreesWithDevices('day', list[30]!, client);
      }
    });

    it('shows null for future hours and known values for the others', async () => {
      const now = () => formatLocal(server.parts.context.clock.now(), plan.zone);
      const before = now();
      const answer = await world.admin.get('/api/v2/energy-fee?date_type=day&count=40&is_all=true');
      const after = now();
      const hours = (answer.body.data.list as Entry[]).flatMap(({ list }) => list);
      expect(hours).toHaveLength(40 * 24);
      for (const { date, ept } of hours) {
        if (date > after) expect(ept, date).toBeNull();
        else if (date <= before) expect(ept, date).not.toBeNull();
      }
    });

    async function agreesWithDevices(
      type: 'day' | 'month',
      entry: Entry,
      client: EnergyFixture['admin'],
    ) {
      for (const limit of ['', '&limit=2']) {
        const path = `/api/v2/energy-device?date_type=${type}&date=${entry.date}${limit}`;
        const { data } = (await client.get(path)).body;
        expect(data.date).toBe(entry.date);
        const energy = [...data.device_list, data.others].map(({ ept }) => wh(ept));
        expect(total(energy)).toBe(wh(entry.ept));
        const percents = [...data.device_list, data.others].map(({ percentage }) => percentage);
        expect(total(percents.map(cents))).toBe(entry.ept === 0 ? 0 : 10_000);
        expect(data.total.ept).toBe(entry.ept);
        const fees = [...data.device_list, data.others].map(({ fee }) => cents(fee));
        expect(total(fees)).toBe(cents(entry.fee));
        const listed = energy.slice(0, -1);
        expect(listed).toEqual([...listed].sort((a, b) => b - a));
        if (limit !== '') expect(data.device_list.length).toBeLessThanOrEqual(2);
        expect(data.total.count).toBe(data.device_list.length + data.others.count);
      }
    }

    it('shows a single device’s own energy, and no device of a parallel group', async () => {
      const [root, north] = world.views;
      const device = root!.devices.at(-1)!;
      const own = world.days.filter(({ deviceId }) => deviceId === device.deviceId);
      const path = `/api/v2/energy-fee?date_type=month&count=2&is_all=true&device_code=${device.code}`;
      for (const entry of (await root!.client.get(path)).body.data.list as Entry[]) {
        expect(wh(entry.ept)).toBe(energyOf(within(own, entry.date)));
        expect(total(entry.list.map(({ ept }) => wh(ept)))).toBe(wh(entry.ept));
      }
      const outside = root!.devices.find(
        ({ deviceId, groupId }) =>
          deviceId !== world.devices[0]!.deviceId &&
          !north!.devices.some((seen) => seen.groupId === groupId),
      )!;
      const refused = await north!.client.get(
        `/api/v2/energy?date_type=day&device_code=${outside.code}`,
      );
      expect(refused.body).toMatchObject({ code: 404, field: 'device_code' });
    });

    /**
     * Returns the energy and thousandths of money of the first whole days and quarter hours of a
     * time span.
     */
    function part(days: readonly TrueDay[], from: string, wholeDays: number, quarters: number) {
      let energy = 0;
      let fee = 0;
      const next = addMonths(firstOfMonth(from), 1);
      for (const day of days) {
        const offset = daysBetween(from, day.day);
        if (offset < 0 || (wholeDays > 0 && day.day >= next)) continue;
        if (offset < wholeDays) {
          energy += sumOf(day.bandsWh);
          fee += sumOf(day.fees) * 10;
        } else if (offset === wholeDays) {
          const counted = total(day.quarters.slice(0, quarters));
          energy += counted;
          fee += counted * 2;
        }
      }
      return { energy, fee };
    }
    const change = (a: number, b: number) => (b === 0 ? null : (a - b) / b);

    it('compares equal parts of periods', async () => {
      const { today, quarters } = world;
      const month = firstOfMonth(today);
      const elapsed = daysBetween(month, today);
      for (const { client, days } of world.views) {
        for (const [type, start, before, year, whole] of [
          ['month', month, addMonths(month, -1), addMonths(month, -12), elapsed],
          ['day', today, addDays(today, -1), addMonths(today, -12), 0],
        ] as const) {
          const answer = await client.get(`/api/v2/energy-fee?date_type=${type}&count=1`);
          const [entry] = answer.body.data.list;
          const [now, then, ago] = [start, before, year].map((day) =>
            part(days, day, whole, quarters),
          );
          expect(entry.mom_ept).toBe(change(now!.energy, then!.energy));
          expect(entry.mom_fee).toBe(change(now!.fee, then!.fee));
          expect(entry.yoy_ept).toBe(change(now!.energy, ago!.energy));
          expect(entry.yoy_fee).toBe(change(now!.fee, ago!.fee));
          expect(entry.compared_until.startsWith(today)).toBe(true);
          expect(entry.provisional).toBe(true);
          expect(entry).not.toHaveProperty('list');
        }
      }
    });

    it('compares a single device by whole days after its quarter hours were purged', async () => {
      const { today, quarters } = world;
      const month = firstOfMonth(today);
      const elapsed = daysBetween(month, today);
      for (const device of world.devices.slice(1)) {
        const own = world.days.filter(({ deviceId }) => deviceId === device.deviceId);
        const path = `/api/v2/energy-fee?date_type=month&device_code=${device.code}`;
        const [entry] = (await world.admin.get(path)).body.data.list;
        const then = part(own, addMonths(month, -1), elapsed, quarters);
        expect(entry.mom_ept).toBe(change(part(own, month, elapsed, quarters).energy, then.energy));
        const cut = addMonths(today, -12);
        const gone = own.some(({ day, bandsWh }) => day === cut && sumOf(bandsWh) > 0);
        const kept = gone ? 0 : quarters;
        const ago = part(own, addMonths(month, -12), elapsed, kept);
        expect(entry.yoy_ept).toBe(change(part(own, month, elapsed, kept).energy, ago.energy));
      }
    });

    it('shows extremes and mean of the completed days', async () => {
      const { client, days } = world.views[0]!;
      const [now, before] = (await client.get('/api/v2/energy-fee?date_type=month&count=2')).body
        .data.list;
      for (const entry of [now, before]) {
        const over = new Map<string, number>();
        for (let day = `${entry.date}-01`; day.startsWith(entry.date); day = addDays(day, 1)) {
          if (day < world.today) over.set(day, energyOf(within(days, day)));
        }
        const known = [...over.values()];
        expect(wh(entry.ept_max)).toBe(Math.max(...known));
        expect(wh(entry.ept_min)).toBe(Math.min(...known));
        expect(wh(entry.ept_avg)).toBe(Math.round(total(known) / known.length));
      }
    });
  });

  describe('requests without a result', () => {
    it.each([
      ['energy-fee?date_type=year', 40941, 'date_type'],
      ['energy-fee?date_type=', 40941, 'date_type'],
      ['energy-fee?date_type=month&count=0', 40942, 'count'],
      ['energy-fee?date_type=month&count=13', 40942, 'count'],
      ['energy-fee?date_type=day&count=93', 40942, 'count'],
      ['energy-fee?date_type=day&count=10000', 40942, 'count'],
      ['energy-fee?date_type=day&count=-1', 40942, 'count'],
      ['energy-fee?date_type=day&count=1.5', 400, 'count'],
      ['energy-fee?date_type=day&is_all=maybe', 400, 'is_all'],
      ['energy-fee', 40001, 'date_type'],
      ['energy?date_type=month&count=25', 40942, 'count'],
      ['energy?date_type=week', 40941, 'date_type'],
      ['energy-device?date_type=year', 40941, 'date_type'],
      ['energy-device?date_type=month&date=2026-13', 40943, 'date'],
      ['energy-device?date_type=day&date=2026-02-30', 40943, 'date'],
      ['energy-device?date_type=month&limit=0', 400, 'limit'],
      ['energy-fee?date_type=month&group_id=1234567', 404, 'group_id'],
      ['energy-fee?date_type=month&device_code=NOSUCHDEVICE01', 404, 'device_code'],
    ])('%s answers %i and names %s', async (path, code, field) => {
      const { client } = small.views[0]!;
      const answer = await client.get(`/api/v2/${path}`);
      expect(answer.body).toMatchObject({ code, field });
      if (code !== 404) expect(answer.body.msg).toContain(field);
    });

    const small = fixture(() =>
      buildEnergyFixture(server, {
        seed: 9,
        zone: 'Asia/Shanghai',
        months: 0,
        devices: 2,
      }),
    );

    it('return zeros and no comparison for a customer without energy', async () => {
      const world = await buildEnergyFixture(server, {
        seed: 10,
        zone: 'Asia/Shanghai',
        months: 0,
        devices: 1,
      });
      const db = server.parts.context.database.db;
      for (const table of ['energy_day', 'energy_group_day', 'energy_device_month'] as const) {
        await db.deleteFrom(table).where('customer_id', '=', world.customerId).execute();
      }
      const get = async (path: string) => (await world.admin.get(`/api/v2/${path}`)).body.data;
      const { list } = await get('energy-fee?date_type=month&count=3&is_all=true');
      expect(list[0]).toMatchObject({
        date: world.today.slice(0, 7),
        ept: 0,
        fee: 0,
        mom_ept: null,
        yoy_ept: null,
        ept_max: null,
        provisional: true,
        list: [],
      });
      expect(await get('energy-device?date_type=month&limit=5')).toEqual({
        date: world.today.slice(0, 7),
        device_list: [],
        others: { count: 0, ept: 0, percentage: 0, fee: 0 },
        total: { count: 0, ept: 0, fee: 0 },
      });
    });
  });
});
