/** `/device/summonVariable` for energy: call, simulated device, stored registers, ENERGY in the browser. */
import { REGISTER_WIRE_NAMES } from '@busbar/domain/device/wire-names';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { systemClock } from '../../src/clock.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { rowsOfDevice } from '../support/devices/device-rows.ts';
import { connectBreaker } from '../support/devices/simulated-device.ts';
import { eventually } from '../support/eventually.ts';
import { createTenant, type Tenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';

/**
 * The names in docs/specification/readings.md 3: total, import, export; active in kWh, reactive in
 * kvarh; bands 1 to 4.
 */
const WIRE_NAMES = ['epT', 'epI', 'epEx', 'eqT', 'eqI', 'eqEx'].flatMap((name) => [
  name,
  ...[1, 2, 3, 4].map((band) => `${name}${band}`),
]);

const columnOf = (field: string) =>
  `${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_${field.startsWith('reactive') ? 'kvarh' : 'kwh'}`;

interface Info {
  readonly deviceId: number;
  readonly deviceCode: string;
  readonly msgType: string;
  readonly message: string;
}

describeWithDatabase('requested energy', (database) => {
  const server = fixture(() => startServer(database, { clock: systemClock }));
  const tenant = fixture(() => createTenant(database, { label: 'summon', now: Date.now() }));
  const other = fixture(() => createTenant(database, { label: 'summonother', now: Date.now() }));
  const device = fixture(() => buildTenantDevice(database, tenant));
  fixture(() => connectBreaker(server, device));
  const browsers: WebSocket[] = [];
  const heard: Info[] = [];
  const heardElsewhere: Info[] = [];

  beforeAll(async () => {
    await listen(tenant, heard);
    await listen(other, heardElsewhere);
  });
  afterAll(async () => {
    for (const browser of browsers) browser.terminate();
  });

  async function listen({ users }: Tenant, into: Info[]): Promise<void> {
    const { token, userId } = users.viewer;
    const browser = new WebSocket(`${server.url.replace('http', 'ws')}/api/websocket/info`, {
      headers: { authorization: token },
    });
    browsers.push(browser);
    browser.on('message', (data) => into.push(JSON.parse(JSON.parse(data.toString()).info)));
    await new Promise((resolve) => browser.once('open', resolve));
    browser.send(String(userId));
  }
  async function summon(of: Tenant, dataType: string) {
    const { token, userId } = of.users.viewer;
    const answer = await fetch(`${server.url}/device/summonVariable`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ userId, deviceId: device.deviceCode, dataType }),
    });
    return (await answer.json()) as { errCode: number; data?: { command_id: string } };
  }
  const isOwn = ({ deviceCode }: Info) => deviceCode === device.deviceCode;
  const energyHeard = () =>
    heard
      .filter((info) => info.msgType === 'ENERGY' && isOwn(info))
      .map(({ message }) => JSON.parse(message) as Record<string, unknown>);
  const stored = () => rowsOfDevice(database, 'energy_register', device.deviceId);

  it('is stored as registers and published with the names of the specification', async () => {
    const told = energyHeard().length;
    const had = (await stored()).length;
    const { errCode, data } = await summon(tenant, 'energy');
    expect(errCode).toBe(0);
    await eventually(async () => {
      const { state } = await database.db
        .selectFrom('command')
        .select('state')
        .where('command_id', '=', data!.command_id)
        .executeTakeFirstOrThrow();
      return state;
    }).toBe('confirmed');
    await eventually(() => energyHeard().length).toBeGreaterThan(told);
    const message = energyHeard().at(-1)!;
    const { ts, dateTime, ...values } = message;
    expect(dateTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(Object.keys(values).filter((name) => !WIRE_NAMES.includes(name))).toEqual([]);
    expect(Object.keys(values)).toEqual(
      expect.arrayContaining(['epT', 'epT1', 'epT2', 'epT3', 'epT4']),
    );
    const bands = [1, 2, 3, 4].reduce((sum, band) => sum + Number(values[`epT${band}`]), 0);
    expect(bands).toBeCloseTo(Number(values['epT']), 2);

    const rows = await stored();
    expect(rows.length).toBeGreaterThan(had);
    const row = rows.find((one) => Number(one['ts']) === ts)!;
    const kept = Object.fromEntries(
      Object.entries(REGISTER_WIRE_NAMES)
        .map(([field, wire]) => [wire, row[columnOf(field)]] as const)
        .filter(([, value]) => value !== null)
        .map(([wire, value]) => [wire, Number(value)]),
    );
    expect(kept).toEqual(values);
    expect(heardElsewhere.filter(isOwn)).toEqual([]);
  });

  it('is published once per request, and never for another customer or an unknown type', async () => {
    const before = energyHeard().length;
    expect(await summon(other, 'energy')).toMatchObject({ errCode: 404 });
    expect((await summon(tenant, 'nothing')).errCode).not.toBe(0);
    expect((await summon(tenant, 'energy')).errCode).toBe(0);
    await eventually(() => energyHeard().length).toBe(before + 1);
    expect(heardElsewhere.filter(isOwn)).toEqual([]);
  });
});
