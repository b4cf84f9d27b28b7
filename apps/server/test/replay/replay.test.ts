/** A recorded household, sent by the simulator's program to a real server and queried again. */
import { beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { sharedDatabase, type TestDatabase } from '../support/databases.ts';
import { rowsOfDevice } from '../support/devices/device-rows.ts';
import { buildCustomer, buildUser, PASSWORD } from '../support/factories/customer.ts';
import { type HttpClient, httpClient } from '../support/http-client.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { RECORDED_FILE, recordedLoad } from './recorded-load.ts';
import { type EndedProgram, runSimulator } from './simulator-program.ts';

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
/** UTC offset of Shanghai, the time zone of a test customer. */
const CUSTOMER_OFFSET_MS = 8 * 3_600_000;
const LIMIT_MS = 240_000;

const recorded = recordedLoad();

/**
 * Returns the whole weeks, in ms, that bring the end of the recording as close to now as possible
 * without passing it.
 */
const shiftAt = (now: number) =>
  Math.floor((now - (recorded?.at(-1)?.at ?? 0)) / WEEK_MS) * WEEK_MS;

const localTime = (ms: number) =>
  new Date(ms + CUSTOMER_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');

describe('the replay of the recorded load', () => {
  let database: TestDatabase;
  let server: TestServer;
  let client: HttpClient;
  let ended: EndedProgram;
  let deviceId: number;
  let shiftMs: number;

  beforeAll(async () => {
    if (recorded === undefined) return;
    database = await sharedDatabase();
    server = await startServer(database, { env: { DEVICE_RATE: '100000' }, clock: systemClock });
    const customer = await buildCustomer(server.parts.context);
    const { userName } = await buildUser(server.parts.context, customer, { role: 'admin' });
    shiftMs = shiftAt(Date.now());
    ended = await runSimulator(
      [
        ...['--replay', RECORDED_FILE, '--url', `mqtt://127.0.0.1:${server.mqttPort}`],
        ...['--server', server.url, '--user', userName],
      ],
      { DEMO_PASSWORD: PASSWORD },
    );
    client = httpClient(server.app);
    await client.login(userName, PASSWORD);
    const { device_id } = await database.db
      .selectFrom('device')
      .select('device_id')
      .where('customer_id', '=', customer.customerId)
      .where('device_code', '=', 'REPLAY-000001')
      .executeTakeFirstOrThrow();
    deviceId = device_id;
  }, LIMIT_MS);

  const test = it.skipIf(recorded === undefined);
  const minutes = recorded ?? [];
  const recordedKwh = minutes.reduce((sum, { activeKw }) => sum + activeKw / 60, 0);

  test('ends with every reading acknowledged', () => {
    expect(ended).toMatchObject({ exitCode: 0, complained: '' });
    expect(ended.said).toContain('37284 of 37284 readings acknowledged');
    expect(ended.said).toContain('REPLAY-000001: 37283 minutes, 1063.84 kWh\n');
    // If this fails, a week has ended in the meantime, and the times below belong to another week.
    expect(shiftAt(Date.now())).toBe(shiftMs);
  });

  test('stores each minute once, with the values and at the shifted time of its row', async () => {
    const stored = await rowsOfDevice(database, 'measurement', deviceId);
    expect(stored).toHaveLength(37_283);
    expect(
      stored.map((row) => ({
        ts: row.ts,
        quality: row.quality,
        activeKw: row.active_power_kw,
        reactiveKvar: row.reactive_power_kvar,
        voltageV: row.voltage_a_v,
        currentA: row.current_a_a,
      })),
    ).toEqual(minutes.map(({ at, ...values }) => ({ ts: at + shiftMs, quality: 0, ...values })));
  });

  test('stores nothing beyond the recording, and rejects nothing', async () => {
    const [first] = await rowsOfDevice(database, 'measurement', deviceId);
    const known = Object.entries(first ?? {}).filter(([, value]) => value !== null);
    expect(known.map(([column]) => column).toSorted()).toEqual([
      'active_power_kw',
      'content_hash',
      'current_a_a',
      'customer_id',
      'device_id',
      'quality',
      'reactive_power_kvar',
      'ts',
      'voltage_a_v',
    ]);
    for (const table of ['reading_conflict', 'clock_error', 'rejected_message'] as const) {
      expect(await rowsOfDevice(database, table, deviceId)).toEqual([]);
    }
  });

  test('counts the energy of the recording', async () => {
    const registers = await rowsOfDevice(database, 'energy_register', deviceId);
    const shown = registers.map((row) => Number(row.active_total_kwh));
    expect(shown).toHaveLength(37_284);
    expect(shown).toEqual(shown.toSorted((one, other) => one - other));
    const counted = (shown.at(-1) ?? 0) - (shown[0] ?? 0);
    expect(Math.abs(counted - recordedKwh)).toBeLessThanOrEqual(0.01);
    expect(Math.abs(counted - 1063.84)).toBeLessThanOrEqual(0.01);
  });

  const history = async (more: object) => {
    const answer = await client.post('/data/findVariableByDateTime', {
      deviceId: 'REPLAY-000001',
      startTime: (minutes[0]?.at ?? 0) + shiftMs - MINUTE_MS,
      endTime: (minutes.at(-1)?.at ?? 0) + shiftMs + MINUTE_MS,
      rows: 100_000,
      currentPage: 1,
      ...more,
    });
    expect(answer).toMatchObject({ status: 200, body: { errCode: 0 } });
    return answer.body;
  };

  test('can be queried completely, newest first', async () => {
    const { data, totalCount } = await history({});
    expect(totalCount).toBe(37_283);
    expect(data).toEqual(
      minutes
        .map(({ at, activeKw, reactiveKvar, voltageV, currentA }) => ({
          dateTime: localTime(at + shiftMs),
          ts: at + shiftMs,
          volPa: voltageV,
          curA: currentA,
          insP: activeKw,
          insQ: reactiveKvar,
        }))
        .toReversed(),
    );
  });

  test('can be queried page by page without losing or repeating a minute', async () => {
    const first = await history({ rows: 400 });
    expect(first).toMatchObject({ totalCount: 37_283, totalPage: 94, currentPage: 1 });
    const last = await history({ rows: 400, currentPage: 94 });
    expect(first.data[0].ts).toBe((minutes.at(-1)?.at ?? 0) + shiftMs);
    expect(last.data).toHaveLength(37_283 - 93 * 400);
    expect(last.data.at(-1).ts).toBe((minutes[0]?.at ?? 0) + shiftMs);
  });

  test('yields the same difference when queried as energy', async () => {
    const { data, totalCount } = await history({ dataType: 'energy', fields: ['epT'] });
    expect(totalCount).toBe(37_284);
    const counted = data[0].epT - data.at(-1).epT;
    expect(Math.abs(counted - 1063.84)).toBeLessThanOrEqual(0.01);
  });
});
