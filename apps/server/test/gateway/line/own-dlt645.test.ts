/**
 * Profiles of DL/T 645 that users add: the test at a meter, polling, and the recomputation of its
 * readings after a correction.
 */
import { EXAMPLE_DLT645 } from '@busbar/contract/v2/fleet/meter-profiles';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startProcessLink } from '../../../src/realtime/process-link.ts';
import { closeAfterFile } from '../../support/close-after-file.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { rowsOfDevice } from '../../support/devices/device-rows.ts';
import { answerDlt645, bcd, dlt645Reply } from '../../support/devices/dlt645-meter.ts';
import { LineClient } from '../../support/devices/line-client.ts';
import { eventually } from '../../support/eventually.ts';
import { buildSerialLine } from '../../support/factories/serial-line.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { fixture } from '../../support/fixture.ts';
import { httpClient } from '../../support/http-client.ts';
import { startServer } from '../../support/start-server.ts';
import { startLineGateway } from './line-rig.ts';

const STATION = '000000123456';
const NO_RATIOS = { ct_primary: null, ct_secondary: null, pt_primary: null, pt_secondary: null };
/** DL/T 645-2007, 5.2.4: reply to a read; with data to follow; refused; the last following data. */
const [REPLY, MORE, REFUSAL, LAST] = [0x91, 0xb1, 0xd1, 0x92];
const FOLLOWING = 0x12;
const NO_SUCH_DATA = 0b10;

const ENERGY = EXAMPLE_DLT645.quantities[0]!;
const VOLTS = {
  ...ENERGY,
  ...{ quantity: 'voltageA', block: '0201FF00', bytes: 2, decimals: 1, unit: 'V' },
};
const POWER = {
  ...ENERGY,
  ...{ quantity: 'activePower', block: '02030000', bytes: 3, decimals: 4 },
  ...{ unit: 'kW', signed: true },
};
let models = 0;
/** The voltages of all phases are in one answer. */
const tableOf = (change: object = {}) => ({
  ...EXAMPLE_DLT645,
  model: `DT-${++models}`,
  blocks: [
    { identifier: '00010000', bytes: 4 },
    { identifier: '0201FF00', bytes: 6 },
    { identifier: '02030000', bytes: 3 },
  ],
  quantities: [ENERGY, VOLTS, { ...VOLTS, quantity: 'voltageC', offset: 4 }, POWER],
  ...change,
});

/** 1234.56 kWh; 230.4, 231.5 and 229.6 V; -5.1234 kW. */
const VALUES: Readonly<Record<string, readonly number[]>> = {
  '00010000': bcd('00123456'),
  '0201FF00': [...bcd('2304'), ...bcd('2315'), ...bcd('2296')],
  '02030000': bcd('851234'),
};

describeWithDatabase('a DL/T 645 profile that users add', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'own-dlt', now: Date.now() }));
  const gateway = fixture(async () => {
    const started = await startLineGateway(database);
    closeAfterFile(await startProcessLink(started.ctx));
    return started;
  });
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const calls = () => httpClient(server.app, { token: tenant.users.admin.token });

  /** A line with a meter that answers `values`, with the control code of `controlOf`. */
  async function connected(
    values: () => Readonly<Record<string, readonly number[]>> = () => VALUES,
    meters: readonly object[] = [],
    controlOf: (identifier: string) => number = () => REPLY,
  ) {
    const dtu = await buildSerialLine(database, tenant, {
      line: { protocol: 'dlt645-2007', baud: 2_400 },
      meters,
    });
    const client = await LineClient.open(gateway.port);
    answerDlt645(client, ({ control, identifier, prefix, number }) => {
      const value = values()[identifier];
      if (control === FOLLOWING) return dlt645Reply(STATION, LAST, [...prefix, 0x99, number]);
      return value === undefined
        ? dlt645Reply(STATION, REFUSAL, [NO_SUCH_DATA])
        : dlt645Reply(STATION, controlOf(identifier), [...prefix, ...value]);
    });
    client.write(`${dtu.deviceCode}:${dtu.secret}\r\n`);
    await eventually(() => gateway.driver.isConnected(dtu.deviceCode)).toBe(true);
    return dtu;
  }

  async function tested(code: string, profile: object) {
    const path = `/api/v2/serial-line/${code}/tests`;
    const started = await calls().post(path, { profile, station: STATION, ...NO_RATIOS });
    expect(started.body).toMatchObject({ code: 0 });
    const look = async () => (await calls().get(`${path}/${started.body.data.id}`)).body.data;
    await eventually(async () => (await look()).state, 30_000).toBe('done');
    return (await look()).quantities;
  }

  describe('is tested before it is stored', () => {
    it('with the bytes of the meter next to the values', async () => {
      const { deviceCode } = await connected();
      expect(await tested(deviceCode, tableOf())).toEqual([
        {
          ...{ quantity: 'activeImport', words: ['56', '34', '12', '00'], outcome: 'value' },
          ...{ value: 1234.56, unit: 'kWh', exception: null },
        },
        {
          ...{ quantity: 'voltageA', words: ['04', '23'], outcome: 'value' },
          ...{ value: 230.4, unit: 'V', exception: null },
        },
        {
          ...{ quantity: 'voltageC', words: ['96', '22'], outcome: 'value' },
          ...{ value: 229.6, unit: 'V', exception: null },
        },
        {
          ...{ quantity: 'activePower', words: ['34', '12', '85'], outcome: 'value' },
          ...{ value: -5.1234, unit: 'kW', exception: null },
        },
      ]);
    });

    it('and shows what the meter lacks, and an answer of another length than the table has', async () => {
      const { deviceCode } = await connected(() => ({ ...VALUES, '02030000': bcd('1234') }));
      const blocks = [{ identifier: '00020000', bytes: 4 }, ...tableOf().blocks];
      const missing = { ...ENERGY, quantity: 'activeExport', block: '00020000' };
      const quantities = [missing, ...tableOf().quantities];
      expect(await tested(deviceCode, tableOf({ blocks, quantities }))).toMatchObject([
        { quantity: 'activeExport', outcome: 'refused', exception: NO_SUCH_DATA, words: [] },
        { quantity: 'activeImport', outcome: 'value' },
        { quantity: 'voltageA', outcome: 'value' },
        { quantity: 'voltageC', outcome: 'value' },
        { quantity: 'activePower', outcome: 'incomplete', words: ['34', '12'], value: null },
      ]);
    });

    it('and shows the bytes of all frames of a longer answer', async () => {
      const isLong = (identifier: string) => (identifier === '02030000' ? MORE : REPLY);
      const { deviceCode } = await connected(undefined, [], isLong);
      expect((await tested(deviceCode, tableOf())).at(-1)).toMatchObject({
        ...{ quantity: 'activePower', outcome: 'incomplete', value: null },
        words: ['34', '12', '85', '99'],
      });
    });

    it('only on a line of its protocol, and at a meter with an address', async () => {
      const start = async (code: string, station: string) => {
        const body = { profile: tableOf(), station, ...NO_RATIOS };
        return (await calls().post(`/api/v2/serial-line/${code}/tests`, body)).body;
      };
      const modbus = await buildSerialLine(database, tenant);
      expect(await start(modbus.deviceCode, '1')).toMatchObject({
        reason: 'meter-profile-protocol',
      });
      const { deviceCode } = await connected();
      for (const station of ['', '1', 'A'.repeat(12), '9'.repeat(12)]) {
        expect(await start(deviceCode, station)).toMatchObject({
          ...{ reason: 'station-invalid', field: 'station' },
        });
      }
    });
  });

  it('is polled, and its readings are recomputed after its decimals were corrected', async () => {
    const profile = tableOf({ quantities: [{ ...ENERGY, decimals: 1 }, VOLTS, POWER] });
    const { id } = (await calls().post('/api/v2/meter-profiles', { profile })).body.data;
    let digits = 123_456;
    const values = () => ({ ...VALUES, '00010000': bcd(String(++digits).padStart(8, '0')) });
    const { slaveIds } = await connected(values, [{ profileId: id, station: STATION }]);
    const meterId = slaveIds.get(1)!;
    const kwh = async () =>
      (
        await sql<{ kwh: number }>`select active_import_kwh::float8 as kwh from energy_register
          where device_id = ${meterId} order by ts`.execute(database.db)
      ).rows.map((row) => row.kwh);
    await eventually(async () => (await kwh()).length, 20_000).toBeGreaterThan(1);
    expect(Math.min(...(await kwh()))).toBeGreaterThan(12_000);
    const [measured] = await rowsOfDevice(database, 'measurement', meterId);
    expect(measured).toMatchObject({ voltage_a_v: 230.4, active_power_kw: -5.1234 });

    const quantities = [ENERGY, VOLTS, POWER];
    const change = { profile: { ...profile, quantities }, version: 1 };
    const changed = (await calls().put(`/api/v2/meter-profiles/${id}`, change)).body;
    expect(changed).toMatchObject({ code: 0, data: { count: 1 } });
    await eventually(async () => (await kwh()).at(-1) ?? 0, 20_000).toBeLessThan(2_000);
    const path = '/api/v2/meter-recompute';
    const body = { device_code: String(meterId), from: 0 };
    await eventually(async () => {
      const preview = (await calls().post(path, body)).body.data;
      const accept = { ...body, mark: preview.mark, reason: 'Wrong decimals' };
      return (await calls().post(`${path}/accept`, accept)).body.code;
    }).toBe(0);
    const all = await kwh();
    expect(all[0]).toBe(1234.57);
    expect(Math.max(...all)).toBeLessThan(2_000);
  });
});
