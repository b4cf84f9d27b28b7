/** The history of a device over HTTP (docs/decisions.md 24): paged, thinned, streamed. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { httpClient } from '../support/http-client.ts';
import { pollUntil } from '../support/programs/poll-until.ts';
import { startServer, TEST_NOW } from '../support/start-server.ts';

const PATH = '/data/findVariableByDateTime';
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** 2026-11-18 00:00:00 in Shanghai. */
const START = Date.UTC(2026, 10, 17, 16);

interface Row {
  readonly ts: number;
  readonly dateTime: string;
  readonly [name: string]: number | string;
}

interface Mean {
  readonly ts: number;
  readonly readings: number;
  readonly [name: string]: number;
}

describeWithDatabase('device history', (database) => {
  const server = fixture(() =>
    startServer(
      counted(database, () => (results += 1)),
      { env: { ROLES: 'api' } },
    ),
  );
  const own = fixture(() => createTenant(database, { label: 'own', now: TEST_NOW }));
  const foreign = fixture(() => createTenant(database, { label: 'foreign', now: TEST_NOW }));
  const device = fixture(() => buildTenantDevice(database, own));
  const admin = fixture(async () => httpClient(server.app, { token: own.users.admin.token }));
  let results = 0;

  beforeAll(async () => {
    // One reading a minute for a day, with a gap of one hour and peaks of one minute each.
    await sql`insert into measurement (customer_id, device_id, ts, content_hash,
        voltage_a_v, voltage_b_v, active_power_kw)
      select ${own.customerId}, ${device.deviceId}, ${new Date(START)}::timestamptz + n * interval '1 minute', n,
        case n when 333 then 290.5 when 777 then 170.25 else 230 + (n % 10) * 0.1 end,
        case when n % 2 = 0 then 231 end, 1.5
      from generate_series(0, 1439) n where n not between 600 and 659`.execute(database.db);
    await sql`insert into energy_register (customer_id, device_id, ts, content_hash, active_total_kwh)
      select ${own.customerId}, ${device.deviceId}, ${new Date(START)}::timestamptz + n * interval '15 minutes', n,
        1000 + n * 0.01
      from generate_series(0, 95) n`.execute(database.db);
  });

  const ask = async (over: Record<string, unknown> = {}) =>
    (
      await admin.post(PATH, {
        startTime: START,
        endTime: START + DAY_MS,
        deviceId: device.deviceId,
        ...over,
      })
    ).body as { errCode: number; data: Row[]; totalCount: number; means?: Mean[] } & Record<
      string,
      number
    >;

  describe('history in pages', () => {
    it('is sorted newest first, with totals, in the customer’s time zone', async () => {
      const answer = await ask({ rows: 10, currentPage: 2 });
      expect(answer).toMatchObject({
        errCode: 0,
        msg: '',
        currentPage: 2,
        rows: 10,
        totalCount: 1380,
        totalPage: 138,
      });
      expect(answer.data).toHaveLength(10);
      expect(answer.data[0]).toEqual({
        dateTime: '2026-11-18 23:49:00',
        ts: START + 1429 * MINUTE_MS,
        volPa: 230.9,
        insP: 1.5,
      });
      expect(answer.data[1]).toEqual({
        dateTime: '2026-11-18 23:48:00',
        ts: START + 1428 * MINUTE_MS,
        volPa: 230.8,
        volPb: 231,
        insP: 1.5,
      });
    });

    it('has 13 rows by default, and none beyond the last page', async () => {
      expect((await ask()).data).toHaveLength(13);
      expect(await ask({ rows: 100, currentPage: 15 })).toMatchObject({
        data: [],
        totalCount: 1380,
      });
      expect(await ask({ rows: 100, currentPage: 14 })).toMatchObject({ totalPage: 14 });
      expect((await ask({ rows: 100, currentPage: 14 })).data).toHaveLength(80);
    });

    it.each([
      ['the whole span in one page', { rows: 2000 }, 1380, 1],
      ['a page of exactly all rows', { rows: 1380 }, 1380, 1],
      ['a page of one row fewer', { rows: 1379 }, 1379, 2],
      ['a partly filled last page', { rows: 1000, currentPage: 2 }, 380, 2],
      ['a full last page', { rows: 690, currentPage: 2 }, 690, 2],
      ['the page after the last', { rows: 690, currentPage: 3 }, 0, 2],
      ['an empty range', { startTime: START - DAY_MS, endTime: START }, 0, 0],
    ])('reports a consistent total for %s', async (_, over, rows, totalPage) => {
      const answer = await ask({ fields: ['volPa'], ...over });
      expect(answer.data).toHaveLength(rows);
      expect(answer).toMatchObject({ totalCount: 'startTime' in over ? 0 : 1380, totalPage });
    });

    it('accepts both time formats, a half-open range, and an id or a code', async () => {
      const inText = {
        startTime: '2026-11-18 00:00:00',
        endTime: '2026-11-18 00:03:00',
        deviceId: device.deviceCode,
      };
      const inMs = { startTime: START, endTime: START + 3 * MINUTE_MS };
      const answer = await ask(inText);
      expect(answer.data.map(({ ts }) => ts)).toEqual([
        START + 2 * MINUTE_MS,
        START + MINUTE_MS,
        START,
      ]);
      expect(await ask(inMs)).toEqual(answer);
      expect(await ask({ ...inMs, startTime: String(START) })).toEqual(answer);
    });

    it('returns only the requested fields', async () => {
      const { data } = await ask({ fields: ['volPa'], rows: 1 });
      expect(data).toEqual([
        { dateTime: '2026-11-18 23:59:00', ts: START + 1439 * MINUTE_MS, volPa: 230.9 },
      ]);
    });

    it('returns energy registers', async () => {
      const { data, totalCount } = await ask({ dataType: 'energy', rows: 2 });
      expect(totalCount).toBe(96);
      expect(data.map(({ epT }) => epT)).toEqual([1000.95, 1000.94]);
    });
  });

  describe('thinned history', () => {
    it('preserves the extremes of each time bucket within the requested number of rows', async () => {
      const { data, totalCount } = await ask({ sample: 96, fields: ['volPa'] });
      expect(totalCount).toBe(1380);
      expect(data.length).toBeLessThanOrEqual(96);
      expect(data.length).toBeGreaterThan(80);
      const voltages = data.map(({ volPa }) => volPa as number);
      expect(Math.max(...voltages)).toBe(290.5);
      expect(Math.min(...voltages)).toBe(170.25);
      expect(data.map(({ ts }) => ts)).toEqual(data.map(({ ts }) => ts).toSorted((a, b) => b - a));
    });

    it('matches the full history bucket by bucket', async () => {
      const { data: all } = await ask({ rows: 2000, fields: ['volPa', 'volPb'] });
      const columns = 24;
      const { data } = await ask({ sample: columns * 2, fields: ['volPa', 'volPb'] });
      const hour = DAY_MS / columns;
      for (let column = 0; column < columns; column++) {
        const within = (rows: Row[]) =>
          rows.filter(({ ts }) => Math.floor((ts - START) / hour) === column);
        for (const name of ['volPa', 'volPb']) {
          const values = (rows: Row[]) =>
            within(rows)
              .map((row) => row[name] as number)
              .filter((value) => value !== undefined);
          const extremes = (rows: Row[]) => [Math.min(...values(rows)), Math.max(...values(rows))];
          expect(extremes(data), `${name} in column ${column}`).toEqual(extremes(all));
        }
      }
      const inTheGap = data.filter(({ ts }) => Math.floor((ts - START) / hour) === 10);
      expect(inTheGap).toEqual([]);
    });

    it('returns the mean of each bucket over its known values', async () => {
      const { data: all } = await ask({ rows: 2000, fields: ['volPa', 'volPb'] });
      // Buckets of 80 minutes, so that the gap falls into two of them.
      const width = 80 * MINUTE_MS;
      const { means } = await ask({ sample: 36, fields: ['volPa', 'volPb'] });
      const begins = Array.from({ length: 18 }, (_, column) => START + column * width).toReversed();
      expect(means?.map(({ ts }) => ts)).toEqual(begins);
      for (const mean of means!) {
        const within = all.filter(({ ts }) => ts >= mean.ts && ts < mean.ts + width);
        expect(mean.readings).toBe(within.length);
        for (const name of ['volPa', 'volPb']) {
          const known = within.map((row) => row[name]).filter((value) => value !== undefined);
          const sum = known.reduce<number>((total, value) => total + Number(value), 0);
          // A mean is as exact as a `real`: six digits.
          expect(mean[name]).toBeCloseTo(sum / known.length, 3);
        }
      }
    });

    it('has no mean for an empty bucket, an unknown value, a register or a page', async () => {
      const hours = { startTime: START + 9 * HOUR_MS, endTime: START + 12 * HOUR_MS };
      const { means } = await ask({ ...hours, sample: 6, fields: ['volPa', 'volPc'] });
      expect(means).toEqual([
        { ts: START + 11 * HOUR_MS, readings: 60, volPa: 230.45 },
        { ts: START + 9 * HOUR_MS, readings: 60, volPa: 230.45 },
      ]);
      expect((await ask({ sample: 6, dataType: 'energy' })).means).toBeUndefined();
      expect((await ask({ rows: 6 })).means).toBeUndefined();
      const before = { startTime: START - DAY_MS, endTime: START };
      expect(await ask({ ...before, sample: 6 })).toMatchObject({ data: [], means: [], rows: 0 });
    });

    it('equals the history itself if it has fewer rows than requested', async () => {
      const span = { startTime: START, endTime: START + 5 * MINUTE_MS };
      const whole = await ask({ ...span, rows: 100 });
      const thinned = await ask({ ...span, sample: 1000 });
      expect(thinned.data).toEqual(whole.data);
      expect(thinned.totalPage).toBe(1);
    });

    it('preserves the first and the last register of each bucket', async () => {
      const { data } = await ask({ dataType: 'energy', sample: 4, fields: ['epT'] });
      expect(data.map(({ epT }) => epT)).toEqual([1000.95, 1000.48, 1000.47, 1000]);
    });
  });

  describe('access to history', () => {
    it.each([
      ['an invalid start', { startTime: 'yesterday' }, 'range-invalid'],
      ['a year out of range', { endTime: '9999-01-01 00:00:00' }, 'range-invalid'],
      ['an end before the start', { endTime: START - 1 }, 'range-invalid'],
      ['an empty span', { endTime: START }, 'range-invalid'],
      ['an unknown field', { fields: ['volPa', 'keys'] }, 'invalid-request'],
      ['a register among measurement fields', { fields: ['epT'] }, 'invalid-request'],
      ['an unknown device', { deviceId: 'NOBODY-000001' }, 'not-found'],
    ])('is rejected with %s', async (_, over, reason) => {
      expect(await ask(over)).toMatchObject({ reason });
    });

    it('is refused for a foreign device or group, as if it did not exist', async () => {
      const absent = await admin.post(PATH, { startTime: 1, endTime: 2, deviceId: 1 });
      for (const over of [
        { deviceId: foreign.deviceId },
        { deviceId: foreign.deviceCode },
        { groupId: foreign.groupId },
      ]) {
        expect(await ask(over)).toMatchObject({ reason: 'not-found' });
      }
      expect(absent.body).toMatchObject({ reason: 'range-invalid' });
    });
  });

  describe('a history of 100,000 rows', () => {
    const long = fixture(() => buildTenantDevice(database, own));
    beforeAll(async () => {
      await sql`insert into measurement (customer_id, device_id, ts, content_hash, voltage_a_v)
        select ${own.customerId}, ${long.deviceId}, ${new Date(START)}::timestamptz + n * interval '1 second', n,
          200 + n % 100 from generate_series(0, 100000) n`.execute(database.db);
    });

    const request = (signal: AbortSignal | null = null) =>
      fetch(`${server.url}${PATH}`, {
        method: 'POST',
        signal,
        headers: {
          connection: 'close',
          'content-type': 'application/json',
          authorization: own.users.admin.token,
        },
        body: JSON.stringify({
          startTime: START,
          endTime: START + 2 * DAY_MS,
          deviceId: long.deviceId,
          rows: 100_000,
        }),
      });

    it('is streamed completely, slice by slice', async () => {
      const before = results;
      const answer = (await (await request()).json()) as { data: Row[]; totalCount: number };
      expect(answer.totalCount).toBe(100_001);
      expect(answer.data).toHaveLength(100_000);
      expect(answer.data.every(({ ts }, i) => ts === START + (100_000 - i) * 1000)).toBe(true);
      // Fifty slices of 2000 rows are read, plus the queries for the caller, the device and the
      // count.
      expect(results - before).toBeGreaterThanOrEqual(50);
    });

    it('returns the same rows in fewer, larger slices if one value is requested', async () => {
      const before = results;
      const span = { startTime: START, endTime: START + 2 * DAY_MS, deviceId: long.deviceId };
      const { data, totalCount } = await ask({ ...span, rows: 100_000, fields: ['volPa'] });
      expect(totalCount).toBe(100_001);
      expect(data).toHaveLength(100_000);
      const isRight = ({ ts, volPa }: Row, i: number) =>
        ts === START + (100_000 - i) * 1000 && volPa === 200 + ((100_000 - i) % 100);
      expect(data.every(isRight)).toBe(true);
      expect(results - before).toBeLessThan(20);
    });

    it('is no longer read after the client disconnects', async () => {
      const before = results;
      const leaving = new AbortController();
      const answer = await request(leaving.signal);
      await answer.body!.getReader().read();
      leaving.abort();
      const sockets = () =>
        new Promise<number>((resolve) =>
          server.app.server.getConnections((_error, count) => resolve(count)),
        );
      await pollUntil(sockets, (count) => count === 0);
      const read = results - before;
      expect(read).toBeLessThan(40);
      await database.ping();
      await pollUntil(
        () => results - before,
        (now) => now <= read + 1,
      );
    });
  });
});

/** Returns the same database, which calls `onResult` with every result. */
function counted(database: Database, onResult: () => void): Database {
  return {
    ...database,
    as: (standing) => counted(database.as(standing), onResult),
    db: database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        onResult();
        return result;
      },
    }),
  };
}
