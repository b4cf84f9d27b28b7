/** Energy of the local day in device lists, from registers that devices send over the real broker. */
import type { DeviceRow } from '@busbar/contract/v2/fleet/devices';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import { listDevices } from '../../src/areas/fleet/devices/device-list-queries.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant, type Tenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { connectDevice, publishUp } from '../support/start-gateway.ts';
import { startServer, TEST_NOW } from '../support/start-server.ts';

type Row = Static<typeof DeviceRow>;

const QUARTER_MS = 15 * 60_000;
const ZONE = 'America/Los_Angeles';
/** 20:00 in the zone of the customer, while the day of UTC is the next one. */
const TODAY = '2026-11-19';
const MIDNIGHT = Date.UTC(2026, 10, 19, 8);

describeWithDatabase('the energy of today in device lists', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api,gateway' } }));
  const tenant = fixture(() => createTenant(database, { label: 'today', now: TEST_NOW }));
  const foreign = fixture(() => createTenant(database, { label: 'others', now: TEST_NOW }));
  const below = fixture(() =>
    createTenant(database, { label: 'under', now: TEST_NOW, under: tenant }),
  );

  const get = async (of: Tenant, path: string) => {
    const headers = { authorization: of.users.viewer.token };
    return (await server.app.inject({ method: 'GET', url: `/api/v2/${path}`, headers })).body;
  };
  const list = async (of: Tenant, query = 'ps=100'): Promise<Row[]> =>
    JSON.parse(await get(of, `devices?${query}`)).data.list;
  const energyOf = async (code: string) =>
    (await list(tenant)).find((row) => row.device_code === code)!.energy_today;
  const ledgerOf = async (code?: string) => {
    const device = code === undefined ? '' : `&device_code=${code}`;
    const days = await get(tenant, `energy-days?start=${TODAY}&end=${TODAY}${device}`);
    return JSON.parse(days).data.sums.ept as number;
  };

  /** Sends a register every quarter hour from an hour before midnight, and folds it. */
  async function device(kwhOfQuarter: number, until = TEST_NOW) {
    await sql`update customer set zone_id = (select zone_id from zone where iana_name = ${ZONE})
      where customer_id = ${tenant.customerId}`.execute(database.db);
    const added = await buildTenantDevice(database, tenant, {});
    const client = await connectDevice(server.mqttPort, added);
    const readings: { ts: number; epT: number }[] = [];
    for (let ts = MIDNIGHT - 4 * QUARTER_MS; ts <= until; ts += QUARTER_MS) {
      readings.push({ ts, epT: Math.round(1e5 + 100 * kwhOfQuarter * readings.length) / 100 });
    }
    await publishUp(client, added.deviceCode, 'data', readings);
    return added.deviceCode;
  }
  const fold = async () => {
    do await runEnergy(server.parts.context);
    while ((await sql`select from energy_dirty`.execute(database.db)).rows.length > 0);
  };

  it('is that of the ledger and the device page, and unknown before the first register', async () => {
    const [code, silent] = [await device(0.25), tenant.deviceCode];
    expect(await energyOf(code)).toBeNull();
    expect(await ledgerOf(code)).toBe(0);
    await fold();
    expect(await energyOf(code)).toBe(20);
    expect(await ledgerOf(code)).toBe(20);
    expect(await ledgerOf()).toBe(20);
    expect(await energyOf(silent)).toBeNull();
    const detail = JSON.parse(await get(tenant, `device?device_code=${code}`)).data;
    expect(detail.energy_today).toBe(20);
  });

  it('is 0 for a device that used nothing, and excludes the hours before midnight', async () => {
    const [idle, early] = [await device(0), await device(3, MIDNIGHT)];
    await fold();
    expect(await energyOf(idle)).toBe(0);
    expect(await energyOf(early)).toBeNull();
  });

  it('sorts in both directions, the unknown last, on every page', async () => {
    await device(1);
    await device(0.5);
    await fold();
    for (const [order, sign] of [
      ['asc', 1],
      ['desc', -1],
    ] as const) {
      const values = (await list(tenant, `sort=energy_today&order=${order}&ps=100`)).map(
        (row) => row.energy_today,
      );
      const known = values.filter((one) => one !== null);
      expect(known.length).toBeGreaterThan(3);
      expect(values.slice(0, known.length)).toEqual(known);
      expect(values.length).toBeGreaterThan(known.length);
      expect(known).toEqual(known.toSorted((a, b) => sign * (a - b)));
      const second = await list(tenant, `sort=energy_today&order=${order}&ps=1&pn=2`);
      expect(second.map((row) => row.energy_today)).toEqual([known[1]]);
      const long = await list(tenant, `sort=energy_today&order=${order}&ps=10000`);
      expect(long.map((row) => row.energy_today)).toEqual(values);
    }
  });

  it('is shown to no one outside the group and the customer', async () => {
    const code = await device(7.77);
    await fold();
    expect(await get(tenant, 'devices?ps=100')).toContain('621.6');
    for (const other of [foreign, below]) {
      for (const path of ['devices', 'devices?sort=energy_today&order=desc&ps=13']) {
        const text = await get(other, path);
        expect(text).not.toContain('621.6');
        expect(text).not.toContain(code);
      }
    }
  });

  it('is unknown again when the next local day begins', async () => {
    const code = await device(0.5);
    await fold();
    expect(await energyOf(code)).toBe(40);
    const page = { offset: 0, limit: 100, sort: 'device_name', descending: false } as const;
    const at = async (now: number) =>
      (await listDevices(database.db, tenant, {}, page, now)).find(
        ({ deviceCode }) => deviceCode === code,
      )!.energyTodayWh;
    const nextDay = MIDNIGHT + 24 * 4 * QUARTER_MS;
    expect(await at(nextDay - 1)).toBe(40_000);
    expect(await at(nextDay)).toBeNull();
  });
});
