/**
 * Profiles that users add, at a DTU that is connected to another process than the one that answers
 * the calls: polling, a change while meters are polled, and tests of profiles that are not stored.
 */
import { EXAMPLE_TABLE } from '@busbar/contract/v2/fleet/meter-profiles';
import { describe, expect, it } from 'vitest';
import { startProcessLink } from '../../../src/realtime/process-link.ts';
import { closeAfterFile } from '../../support/close-after-file.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { rowsOfDevice } from '../../support/devices/device-rows.ts';
import {
  exceptionReply,
  LineClient,
  type ReadRequest,
  valuesReply,
} from '../../support/devices/line-client.ts';
import { eventually } from '../../support/eventually.ts';
import { buildSerialLine } from '../../support/factories/serial-line.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { fixture } from '../../support/fixture.ts';
import { httpClient } from '../../support/http-client.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { startServer } from '../../support/start-server.ts';
import { startLineGateway } from './line-rig.ts';

const NO_RATIOS = { ct_primary: null, ct_secondary: null, pt_primary: null, pt_secondary: null };
const QUANTITY = EXAMPLE_TABLE.quantities[0]!;
const VOLTAGE = {
  ...QUANTITY,
  ...{ quantity: 'voltageA', address: '0x0063', type: 'u16', unit: 'V', divide_by: 10 },
};
/** Time by which a test is advanced while it waits. */
const STEP_MS = 200;
let models = 0;
const tableOf = (change: object = {}) => ({
  ...EXAMPLE_TABLE,
  model: `EX-${++models}`,
  blocks: [{ name: 'values', function: 3, address: '0x0061', count: 3 }],
  quantities: [QUANTITY, VOLTAGE],
  ...change,
});
/** 397.73 kWh and 230.2 V at the registers of the table. */
const WORDS = [0, 39_773, 2302];

/** A clock that follows the real one, and that a test may advance in addition. */
function runningClock(now: number) {
  const clock = manualClock(now);
  let at = performance.now();
  const timer = setInterval(() => {
    const before = at;
    at = performance.now();
    clock.advance(at - before);
  }, 5);
  closeAfterFile(async () => clearInterval(timer));
  return clock;
}

describeWithDatabase('a profile that users add', (database) => {
  const now = Date.now();
  const clock = fixture(async () => runningClock(now));
  const tenant = fixture(() => createTenant(database, { label: 'profiles', now }));
  const neighbour = fixture(() => createTenant(database, { label: 'beside', now, under: tenant }));
  const gateway = fixture(async () => {
    const started = await startLineGateway(database, clock);
    closeAfterFile(await startProcessLink(started.ctx));
    return started;
  });
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' }, clock }));
  const callerOf = ({ users } = tenant) => httpClient(server.app, { token: users.operator.token });

  /** A DTU that answers as `reply` does; by default with `WORDS`. */
  async function connected(
    reply: (request: ReadRequest) => Uint8Array | undefined = (request) =>
      valuesReply(request, WORDS.slice(request.first - 0x61)),
    meters: readonly object[] = [],
  ) {
    const dtu = await buildSerialLine(database, tenant, { meters });
    const client = await LineClient.register(gateway.port, dtu, (request, line) => {
      const bytes = reply(request);
      if (bytes !== undefined) line.write(bytes);
    });
    await eventually(() => gateway.driver.isConnected(dtu.deviceCode)).toBe(true);
    return { ...dtu, client };
  }

  async function start(code: string, profile: object, station = '5', more: object = {}) {
    const body = { profile, station, ...NO_RATIOS, ...more };
    return (await callerOf().post(`/api/v2/serial-line/${code}/tests`, body)).body;
  }
  /** Starts a test and returns its result. */
  async function tested(
    code: string,
    profile: object,
    station = '5',
    more: object = {},
    stepMs = 0,
  ) {
    const answer = await start(code, profile, station, more);
    expect(answer).toMatchObject({ code: 0 });
    const path = `/api/v2/serial-line/${code}/tests/${answer.data.id}`;
    const look = async () => {
      if (stepMs > 0) clock.advance(stepMs);
      return (await callerOf().get(path)).body.data;
    };
    await eventually(async () => (await look()).state, 30_000).toBe('done');
    return (await look()).quantities;
  }

  it('is polled, and a change counts from the next reading on, without energy for the step', async () => {
    const profile = tableOf();
    const added = await callerOf().post('/api/v2/meter-profiles', { profile });
    const { id } = added.body.data;
    let kwh = 39_773;
    const { slaveIds } = await connected(
      (request) => valuesReply(request, [0, ++kwh, 2302]),
      [{ profileId: id, station: '5' }],
    );
    const meterId = slaveIds.get(1)!;
    const voltages = async () =>
      (await rowsOfDevice(database, 'measurement', meterId)).map((row) => row['voltage_a_v']);
    await eventually(voltages).toContain(230.2);
    const before = await rowsOfDevice(database, 'measurement', meterId);

    const quantities = [QUANTITY, { ...VOLTAGE, divide_by: 100 }];
    const changed = await callerOf().put(`/api/v2/meter-profiles/${id}`, {
      ...{ profile: { ...profile, quantities }, version: 1 },
    });
    expect(changed.body.code).toBe(0);
    await eventually(voltages, 20_000).toContain(23.02);
    const stored = await rowsOfDevice(database, 'measurement', meterId);
    expect(stored).toEqual(expect.arrayContaining(before));
    const corrections = () =>
      database.db
        .selectFrom('energy_override')
        .select(['decision', 'decided_by as by'])
        .where('device_id', '=', meterId)
        .execute();
    await eventually(corrections).toEqual([
      { decision: 'ignore', by: tenant.users.operator.userId },
    ]);
  });

  describe('is tested before it is stored', () => {
    it('with the registers beside the values, and nothing is stored', async () => {
      const { deviceCode, client, deviceId } = await connected();
      const profile = tableOf();
      expect(await tested(deviceCode, profile)).toEqual([
        {
          ...{ quantity: 'activeImport', words: ['0000', '9B5D'], outcome: 'value' },
          ...{ value: 397.73, unit: 'kWh', exception: null },
        },
        {
          ...{ quantity: 'voltageA', words: ['08FE'], outcome: 'value' },
          ...{ value: 230.2, unit: 'V', exception: null },
        },
      ]);
      expect(client.requests).toHaveLength(1);
      expect(await rowsOfDevice(database, 'measurement', deviceId)).toEqual([]);
      const list = (await callerOf().get('/api/v2/meter-profiles')).body.data;
      expect(JSON.stringify(list)).not.toContain(profile.model);
    });

    it('multiplied by the ratio that is entered', async () => {
      const { deviceCode } = await connected();
      const profile = tableOf({ quantities: [{ ...QUANTITY, ratios: ['ct'] }] });
      expect(await start(deviceCode, profile)).toMatchObject({
        ...{ reason: 'ratio-required', field: 'ct_primary' },
      });
      const ratio = { ct_primary: 200, ct_secondary: 5 };
      expect(await tested(deviceCode, profile, '5', ratio)).toMatchObject([{ value: 15_909.2 }]);
    });

    it('and shows which register the meter refuses', async () => {
      const { deviceCode } = await connected((request) =>
        request.first + request.count > 0x63
          ? exceptionReply(request, 2)
          : valuesReply(request, WORDS),
      );
      expect(await tested(deviceCode, tableOf())).toMatchObject([
        { quantity: 'activeImport', outcome: 'value', value: 397.73 },
        { quantity: 'voltageA', outcome: 'refused', exception: 2, words: [], value: null },
      ]);
    });

    it('and shows a meter that does not answer, which is asked for no other block', async () => {
      const { deviceCode, client } = await connected(() => undefined);
      const blocks = [
        { name: 'values', function: 3, address: '0x0061', count: 2 },
        { name: 'more', function: 4, address: '0x0063', count: 1 },
      ];
      const profile = tableOf({ blocks, quantities: [QUANTITY, { ...VOLTAGE, block: 'more' }] });
      expect(await tested(deviceCode, profile, '5', {}, STEP_MS)).toMatchObject([
        { quantity: 'activeImport', outcome: 'no-answer' },
        { quantity: 'voltageA', outcome: 'not-sent' },
      ]);
      expect(client.requests.every((bytes) => bytes[1] === 3)).toBe(true);
    });

    it('one at a time on a line', async () => {
      const { deviceCode } = await connected(() => undefined);
      expect(await start(deviceCode, tableOf())).toMatchObject({ code: 0 });
      expect(await start(deviceCode, tableOf())).toMatchObject({ reason: 'line-test-busy' });
    });

    it('only on a line that is connected, and only if it has no errors', async () => {
      const dtu = await buildSerialLine(database, tenant);
      const { data } = await start(dtu.deviceCode, tableOf());
      const path = `/api/v2/serial-line/${dtu.deviceCode}/tests/${data.id}`;
      const state = async () => {
        clock.advance(STEP_MS);
        return (await callerOf().get(path)).body.data.state;
      };
      await eventually(state, 20_000).toBe('not-connected');
      expect(await start(dtu.deviceCode, tableOf({ quantities: [] }))).toMatchObject({
        reason: 'meter-profile-invalid',
      });
      expect(await start(dtu.deviceCode, tableOf({ protocol: 'modbus-tcp' }))).toMatchObject({
        reason: 'meter-profile-protocol',
      });
    });

    it('not on a line of another group, nor at a meter of another group', async () => {
      const dtu = await buildSerialLine(database, tenant, { meters: [{ station: '5' }] });
      const path = `/api/v2/serial-line/${dtu.deviceCode}/tests`;
      const body = { profile: tableOf(), station: '5', ...NO_RATIOS };
      const other = callerOf(neighbour);
      expect((await other.post(path, body)).body).toMatchObject({ reason: 'not-found' });
      await database.db
        .updateTable('device')
        .set({ group_id: neighbour.groupId })
        .where('device_id', '=', dtu.deviceId)
        .execute();
      expect((await other.post(path, body)).body).toMatchObject({
        ...{ reason: 'not-found', field: 'station' },
      });
      expect((await other.post(path, { ...body, station: '6' })).body.code).toBe(0);
    });
  });
});
