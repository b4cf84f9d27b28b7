/** Load, rating and open alarms of devices on the map, from messages over the real broker. */
import type { DeviceMapRow } from '@busbar/contract/v2/fleet/device-map';
import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { recordAlarms } from '../../src/areas/alarms/record-alarms.ts';
import { systemClock } from '../../src/clock.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant, type Tenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { connectDevice, publishUp } from '../support/start-gateway.ts';
import { startServer } from '../support/start-server.ts';

type Row = Static<typeof DeviceMapRow>;

const MINUTE_MS = 60_000;

describeWithDatabase('the load on the map', (database) => {
  const server = fixture(() => startServer(database, { clock: systemClock }));
  const tenant = fixture(() => createTenant(database, { label: 'map', now: Date.now() }));
  const foreign = fixture(() => createTenant(database, { label: 'foreign', now: Date.now() }));
  const branch = fixture(() =>
    createTenant(database, { label: 'branch', now: Date.now(), under: tenant }),
  );
  const sibling = fixture(() =>
    createTenant(database, { label: 'sibling', now: Date.now(), under: tenant }),
  );

  const get = async (of: Tenant, path: string) => {
    const headers = { authorization: of.users.viewer.token };
    return (await server.app.inject({ method: 'GET', url: `/api/v2/${path}`, headers })).body;
  };
  const rowOf = async (code: string, of = tenant): Promise<Row> => {
    const all: Row[] = JSON.parse(await get(of, 'device-map')).data.device_map_list;
    const row = all.find((one) => one.device_code === code)!;
    const single = JSON.parse(await get(of, `device-map?device_code=${code}`)).data;
    // The presence may have changed between the two calls.
    const { online: _online, presence: _presence, ...rest } = row;
    expect(single.device_map_list, 'like the row of one device').toMatchObject([rest]);
    return row;
  };

  async function device(ratedA: number | null, of: Tenant = tenant) {
    const added = await buildTenantDevice(database, of, {});
    await database.db
      .updateTable('device')
      .set({ rated_current_a: ratedA })
      .where('customer_id', '=', of.customerId)
      .where('device_id', '=', added.deviceId)
      .execute();
    const client = await connectDevice(server.mqttPort, added);
    const say = (payload: unknown) => publishUp(client, added.deviceCode, 'data', payload);
    return { ...added, say };
  }

  let hash = 900;
  const raise = (of: Tenant, deviceId: number, type: 'overVoltage' | 'phaseLoss') =>
    recordAlarms(
      database.db,
      [
        {
          event: {
            customerId: of.customerId,
            deviceId,
            type,
            kind: 'alarm',
            phase: 'A',
            source: 'device',
            active: true,
            at: Date.now(),
            arrivedAt: Date.now(),
            value: 280,
            limit: 275,
            endReason: 'device',
          },
          hash: ++hash,
        },
      ],
      Date.now(),
    );

  it('is that of the newest reading, in percent of the rated current', async () => {
    const { say, deviceCode } = await device(63);
    expect(await rowOf(deviceCode)).toMatchObject({
      rated_cur: 63,
      load_kw: null,
      load_percent: null,
      load_at: null,
    });
    const ts = Date.now() - MINUTE_MS;
    await say({ ts, insP: 12.43, curA: 18.2, curB: -18.4, curC: 17.9 });
    const shown = { load_kw: 12.43, load_percent: 29.2, load_at: ts };
    expect(await rowOf(deviceCode)).toMatchObject(shown);
    const unrated = await device(null);
    await unrated.say({ ts, insP: 3, curA: 3 });
    expect(await rowOf(unrated.deviceCode)).toMatchObject({
      rated_cur: null,
      load_kw: 3,
      load_percent: null,
    });
    await unrated.say({ ts: ts + 1, volPa: 230 });
    expect(await rowOf(unrated.deviceCode)).toMatchObject({ load_kw: null, load_at: ts + 1 });
  });

  it('is unknown after a switching until the next reading', async () => {
    const { say, deviceCode, deviceId } = await device(20);
    const ts = Date.now() - MINUTE_MS;
    await say({ ts, insP: 4, curA: 10 });
    await database.db
      .updateTable('device_state')
      .set({ switch_action: 'openByManual', switch_since: new Date(ts + 1000) } as never)
      .where('customer_id', '=', tenant.customerId)
      .where('device_id', '=', deviceId)
      .execute();
    expect(await rowOf(deviceCode)).toMatchObject({ load_kw: null, load_percent: null });
    await say({ ts: ts + 2000, insP: 0, curA: 0 });
    expect(await rowOf(deviceCode)).toMatchObject({ load_kw: 0, load_percent: 0 });
  });

  it('comes with the number of open alarms and the most serious type', async () => {
    const { deviceCode, deviceId } = await device(63);
    expect(await rowOf(deviceCode)).toMatchObject({ alarm_count: 0, alarm_type: null });
    await raise(tenant, deviceId, 'overVoltage');
    await raise(tenant, deviceId, 'phaseLoss');
    expect(await rowOf(deviceCode)).toMatchObject({ alarm_count: 2, alarm_type: 'phaseLoss' });
  });

  it('is shown to the group and those above it, not to sibling groups and customers', async () => {
    const secret = await device(63, branch);
    await secret.say({ ts: Date.now(), insP: 7654.25, curA: 61.7 });
    await raise(branch, secret.deviceId, 'phaseLoss');
    for (const seer of [branch, tenant]) {
      expect(await rowOf(secret.deviceCode, seer)).toMatchObject({
        load_kw: 7654.25,
        alarm_count: 1,
      });
    }
    for (const other of [sibling, foreign]) {
      const text = await get(other, 'device-map');
      expect(JSON.parse(text).data.device_map_list.length).toBeGreaterThan(0);
      const single = await get(other, `device-map?device_code=${secret.deviceCode}`);
      for (const hidden of ['7654.25', secret.deviceCode, 'phaseLoss']) {
        expect(text).not.toContain(hidden);
        expect(single).not.toContain(hidden);
      }
    }
  });
});
