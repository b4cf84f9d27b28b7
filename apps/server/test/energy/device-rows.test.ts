/**
 * Rows of devices by day, week and month: equal in both API versions, with the same sums as the
 * cards.
 */
import {
  addDays,
  addMonths,
  firstOfMonth,
  mondayOf,
  startOfLocalDate,
} from '@busbar/domain/local-date';
import { TARIFF_BANDS } from '@busbar/domain/tariff/band';
import { expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { type PerBand, sumOf, type TrueDay } from '../support/devices/energy-rows.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';
import { buildEnergyFixture } from './energy-fixture.ts';

const wh = (kwh: number) => Math.round(kwh * 1000);
const cents = (amount: number) => Math.round(amount * 100);

/**
 * Energy in Wh of sharp, peak, off-peak and valley, then the fees of the same bands in minor units.
 */
type Sums = readonly number[];

function sumsOf(days: readonly TrueDay[]): Sums {
  const of = (pick: (day: TrueDay) => PerBand) =>
    TARIFF_BANDS.map((band) => days.reduce((sum, day) => sum + pick(day)[band], 0));
  return [...of(({ bandsWh }) => bandsWh), ...of(({ fees }) => fees)];
}

interface Row {
  readonly date: string;
  readonly device_name: string;
  readonly device_code: string;
  readonly [field: string]: unknown;
}

const number = (row: Record<string, unknown>, key: string) => row[key] as number;
const shownSums = (row: Record<string, unknown>): Sums => [
  ...[1, 2, 3, 4].map((band) => wh(number(row, `ept_${band}`))),
  ...[1, 2, 3, 4].map((band) => cents(number(row, `fee_${band}`))),
];

describeWithDatabase('energy and fees of devices by date', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const world = fixture(() =>
    buildEnergyFixture(server, { seed: 21, zone: 'Europe/Paris', months: 4 }),
  );

  async function allRows(path: string, client = world.admin): Promise<Row[]> {
    const rows: Row[] = [];
    for (let page = 1; ; page++) {
      const { data } = (await client.get(`/api/v2/energy-days?${path}&pn=${page}&ps=23`)).body;
      rows.push(...data.list);
      if (rows.length >= data.total) {
        expect(rows).toHaveLength(data.total);
        return rows;
      }
      expect(data.list).toHaveLength(23);
    }
  }
  const known = (from: string, to: string, days = world.days) =>
    days.filter(({ day }) => from <= day && day <= to);

  it.each([3, 7, 30, 90])(
    'return every row of the last %i days, and the sums of all rows',
    async (n) => {
      for (const { client, days } of world.views) {
        const from = addDays(world.today, 1 - n);
        const answer = await client.get(`/api/v2/energy-days?days=${n}&ps=1`);
        const { data } = answer.body;
        expect([data.start, data.end]).toEqual([from, world.today]);
        const expected = known(from, world.today, days);
        expect(data.total).toBe(expected.length);
        expect(shownSums(data.sums)).toEqual(sumsOf(expected));
        expect(wh(data.sums.ept)).toBe(expected.reduce((s, d) => s + sumOf(d.bandsWh), 0));
        expect(cents(data.sums.fee)).toBe(expected.reduce((s, d) => s + sumOf(d.fees), 0));
        const rows = await allRows(`days=${n}`, client);
        const dates = rows.map(({ date }) => date);
        expect(dates).toEqual([...dates].sort().reverse());
        for (const row of rows) {
          const { deviceId } = world.devices.find(({ code }) => code === row.device_code)!;
          const day = expected.find((of) => of.deviceId === deviceId && of.day === row.date)!;
          expect(shownSums(row)).toEqual(sumsOf([day]));
          expect(row).toMatchObject({
            provisional: !day.final,
            estimated: day.estimated,
            rate_name: 'Default',
            rate_version: 1,
          });
        }
      }
    },
  );

  it('return the rows of one device between two days, both included', async () => {
    const device = world.devices.at(-1)!;
    const [from, to] = [addDays(world.today, -40), addDays(world.today, -10)];
    const expected = known(from, to).filter(({ deviceId }) => deviceId === device.deviceId);
    const path = `start=${from}&end=${to}&device_code=${device.code}`;
    const rows = await allRows(path);
    expect(rows.map(({ date }) => date).sort()).toEqual(expected.map(({ day }) => day).sort());
    const { data } = (await world.admin.get(`/api/v2/energy-days?${path}`)).body;
    expect(shownSums(data.sums)).toEqual(sumsOf(expected));
  });

  it('return the sums of each day on request, newest first', async () => {
    const device = world.devices.at(-1)!;
    for (const { client, days } of world.views) {
      const asked = `/api/v2/energy-days?days=30&ps=1`;
      expect((await client.get(asked)).body.data.days).toBeUndefined();
      const { data } = (await client.get(`${asked}&by_day=true`)).body;
      const expected = known(addDays(world.today, -29), world.today, days);
      const dates = [...new Set(expected.map(({ day }) => day))].sort().reverse();
      expect(data.days.map(({ date }: Row) => date)).toEqual(dates);
      for (const row of data.days) {
        const of = expected.filter(({ day }) => day === row.date);
        expect(shownSums(row)).toEqual(sumsOf(of));
        expect(row).toMatchObject({
          provisional: of.some(({ final }) => !final),
          estimated: of.some(({ estimated }) => estimated),
        });
      }
    }
    const { data } = (
      await world.admin.get(
        `/api/v2/energy-days?days=30&ps=1&by_day=true&device_code=${device.code}`,
      )
    ).body;
    for (const row of data.days) {
      const of = known(row.date, row.date).filter(({ deviceId }) => deviceId === device.deviceId);
      expect(shownSums(row)).toEqual(sumsOf(of));
    }
  });

  it('are sorted as requested', async () => {
    const energy = (await allRows('days=30&sort=ept&order=desc')).map((row) => number(row, 'ept'));
    expect(energy).toEqual([...energy].sort((a, b) => b - a));
    const fees = (await allRows('days=30&sort=fee&order=asc')).map((row) => number(row, 'fee'));
    expect(fees).toEqual([...fees].sort((a, b) => a - b));
    const names = (await allRows('days=30&sort=device_name&order=asc')).map((r) => r.device_name);
    expect(names).toEqual([...names].sort());
    const dates = (await allRows('days=30&order=asc')).map(({ date }) => date);
    expect(dates).toEqual([...dates].sort());
  });

  it.each([
    ['Daily', (day: string) => day],
    ['Week', mondayOf],
    ['Month', (day: string) => day.slice(0, 7)],
  ] as const)('v1 %s: returns the same rows for times in both formats', async (unit, nameOf) => {
    const from = addMonths(firstOfMonth(world.today), -2);
    const zone = world.zone;
    const asTexts = { startTime: `${from} 00:00:00`, endTime: `${world.today} 00:00:00` };
    const asNumbers = {
      startTime: startOfLocalDate(from, zone),
      endTime: String(startOfLocalDate(world.today, zone)),
    };
    const last = addDays(world.today, -1);
    for (const { client, days } of world.views) {
      const expected = new Map<string, TrueDay[]>();
      for (const day of known(from, last, days)) {
        const { code } = world.devices.find(({ deviceId }) => deviceId === day.deviceId)!;
        const key = `${nameOf(day.day)} ${code}`;
        expected.set(key, [...(expected.get(key) ?? []), day]);
      }
      for (const [what, field, part, round] of [
        ['Energy', 'ept', [0, 4], wh],
        ['Fees', 'fee', [4, 8], cents],
      ] as const) {
        const call = `/data/find${unit}${what}ByDate`;
        const sums = (row: Record<string, unknown>) =>
          [1, 2, 3, 4].map((band) => round(number(row, `${field}${band}`)));
        const { body } = await client.post(call, { ...asTexts, rows: 10_000 });
        expect(body).toMatchObject({ errCode: 0, totalCount: expected.size, currentPage: 1 });
        expect(body.data).toHaveLength(expected.size);
        for (const row of body.data) {
          const of = expected.get(`${row.date} ${row.deviceSymbolCode}`)!;
          expect(sums(row)).toEqual(sumsOf(of).slice(...part));
          expect(round(row[field])).toBe(sums(row).reduce((a, b) => a + b));
        }
        expect(sums(body.total)).toEqual(sumsOf(known(from, last, days)).slice(...part));
        const again = await client.post(call, { ...asNumbers, rows: '10000' });
        expect(again.body).toEqual(body);
        const second = await client.post(call, { ...asTexts, rows: 2, currentPage: 2 });
        expect(second.body.data).toEqual(body.data.slice(2, 4));
        expect(second.body.totalPage).toBe(Math.ceil(expected.size / 2));
      }
    }
  });

  it('v1 home: today, month, year, total and trend equal the numbers of v2', async () => {
    for (const { client, days } of world.views) {
      const current = (await client.post('/sys/home/currentEnergyFees')).body.data;
      const get = async (path: string) => (await client.get(`/api/v2/${path}`)).body.data.list;
      const [today] = await get('energy-fee?date_type=day&count=1');
      const [month] = await get('energy-fee?date_type=month&count=1');
      for (const [shown, entry] of [
        [current.today, today],
        [current.month, month],
      ]) {
        expect(shown).toEqual({
          date: entry.date,
          ept: entry.ept,
          fee: entry.fee,
          momEpt: entry.mom_ept,
          momFee: entry.mom_fee,
          yoyEpt: entry.yoy_ept,
          yoyFee: entry.yoy_fee,
        });
      }
      const summary = (await client.post('/sys/home/energySummary')).body.data;
      const trend = await get('energy?date_type=month&count=6');
      expect(summary.trend).toEqual(
        trend.map((entry: Record<string, unknown>) => ({
          date: entry.date,
          ept: entry.ept,
          ept1: entry.ept_1,
          ept2: entry.ept_2,
          ept3: entry.ept_3,
          ept4: entry.ept_4,
        })),
      );
      for (const [shown, from] of [
        [summary.today, world.today],
        [summary.month, firstOfMonth(world.today)],
        [summary.year, `${world.today.slice(0, 4)}-01-01`],
        [summary.total, ''],
      ] as const) {
        const of = known(from, world.today, days);
        expect([1, 2, 3, 4].map((band) => wh(shown[`ept${band}`]))).toEqual(sumsOf(of).slice(0, 4));
        expect(cents(shown.fee)).toBe(of.reduce((s, d) => s + sumOf(d.fees), 0));
      }
    }
  });

  it.each([
    ['energy-days?days=0', 40942, 'days'],
    ['energy-days?days=93', 40942, 'days'],
    ['energy-days?start=2026-11-01', 40943, 'end'],
    ['energy-days?start=2026-02-30&end=2026-03-01', 40943, 'start'],
    ['energy-days?start=2026-11-02&end=2026-11-01', 40011, 'end'],
    ['energy-days?start=2020-01-01&end=2026-11-01', 40011, 'end'],
    ['energy-days?ps=100000', 400, 'ps'],
    ['energy-days?device_code=NOSUCHDEVICE01', 404, 'device_code'],
    ['energy-days?group_id=1234567', 404, 'group_id'],
  ])('%s answers %i and names %s', async (path, code, field) => {
    const { body } = await world.admin.get(`/api/v2/${path}`);
    expect(body).toMatchObject({ code, field });
  });

  it.each([
    [{ startTime: 'yesterday' }, 40011, 'startTime'],
    [{ endTime: '2026-11-31 00:00:00' }, 40011, 'endTime'],
    [{ endTime: '2026-11-01 00:00:00' }, 40011, 'endTime'],
    [{ deviceId: 'NOSUCHDEVICE01' }, 404, 'deviceId'],
    [{ groupId: 1_234_567 }, 404, 'groupId'],
  ])('v1 %j answers %i and names %s', async (over, errCode, field) => {
    const body = { startTime: '2026-11-01 00:00:00', endTime: '2026-11-20 00:00:00', ...over };
    const answer = await world.admin.post('/data/findDailyFeesByDate', body);
    expect(answer.body).toMatchObject({ errCode, field });
  });
});
