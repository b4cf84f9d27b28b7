/** Devices of outgoing lines that change after the platform has connected, and before an answer. */
import { beforeEach, expect, it } from 'vitest';
import { changeDevice, removeDevice } from '../../../../src/areas/fleet/devices/change-device.ts';
import { deleteDevice } from '../../../../src/areas/fleet/devices/device-change-queries.ts';
import { addMeter } from '../../../../src/areas/fleet/serial-lines/change-meters.ts';
import type { BusEvents } from '../../../../src/bus.ts';
import { describeWithDatabase } from '../../../support/databases.ts';
import { rowsOfDevice } from '../../../support/devices/device-rows.ts';
import { genericWords, valuesReply } from '../../../support/devices/line-client.ts';
import { type SlaveRequest, SlaveServer } from '../../../support/devices/slave-server.ts';
import { eventually } from '../../../support/eventually.ts';
import { buildSerialLine } from '../../../support/factories/serial-line.ts';
import { createTenant } from '../../../support/factories/tenant.ts';
import { callerOf } from '../../../support/factories/tenant-users.ts';
import { fixture } from '../../../support/fixture.ts';
import { isOnline, startLineGateway, voltagesOf } from '../line-rig.ts';
import { ALLOWED } from './outgoing-rig.ts';

const REASON = 'Meter changed';
const METER = {
  ...{ station: '1', profile: 'generic-modbus', intervalS: 10, switching: undefined },
  ...{ ctPrimary: null, ctSecondary: null, ptPrimary: null, ptSecondary: null },
  ...{ name: 'Meter', rate: undefined },
};

describeWithDatabase('the device of an outgoing line', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'changed', now: Date.now() }));
  const gateway = fixture(() => startLineGateway(database, undefined, { env: ALLOWED }));
  const admin = () => callerOf(tenant, 'admin');
  beforeEach(async () => {
    await database.db.deleteFrom('outgoing_line').execute();
  });

  /** A connected line; its slave answers nothing until `answer` is called. */
  async function waiting(options: { readonly isOwn?: boolean; readonly meters?: number } = {}) {
    const { isOwn = false, meters = 1 } = options;
    const held: SlaveRequest[] = [];
    let isAnswering = false;
    const slave = await SlaveServer.listen({ framing: 'mbap' }, (request, of) => {
      if (isAnswering) of.answer(request, valuesReply(request, genericWords(1, 231)));
      else held.push(request);
    });
    const dtu = await buildSerialLine(database, tenant, {
      isOwn,
      line: { transport: 'modbus-tcp', host: '127.0.0.1', port: slave.port },
      meters: Array.from({ length: meters }, (_, at) => ({ station: String(at + 1) })),
    });
    const { deviceId, deviceCode } = dtu;
    const change = { customerId: tenant.customerId, deviceId, deviceCode, credentialsEnded: false };
    gateway.ctx.bus.publish('device.changed', change);
    await eventually(() => held.length).toBeGreaterThan(0);
    const answer = () => {
      isAnswering = true;
      for (const request of held) {
        slave.answer(request, valuesReply(request, genericWords(1, 231)));
      }
    };
    return { ...dtu, slave, answer, meterId: (slot: number) => dtu.slaveIds.get(slot)! };
  }

  it('gets no reading after its deletion, also without a notification', async () => {
    const { answer, deviceId, slave } = await waiting({ isOwn: true });
    const [socket] = slave.sockets;
    await database.transaction((trx) => deleteDevice(trx, tenant.customerId, deviceId, Date.now()));
    answer();
    await eventually(() => socket!.destroyed).toBe(true);
    expect(await voltagesOf(database, deviceId)).toEqual([]);
    expect(await rowsOfDevice(database, 'device_connection', deviceId)).toEqual([]);
    expect(await isOnline(database, deviceId)).toBeUndefined();
  });

  it('has the readings of a meter that has replaced a deleted one', async () => {
    const { answer, deviceId, meterId } = await waiting({ meters: 2 });
    const { ctx } = gateway;
    expect(await removeDevice(ctx, admin(), meterId(1))).toMatchObject({ ok: true });
    const added = await addMeter(ctx, admin(), deviceId, METER, REASON);
    if (!added.ok) throw new Error(added.refusal);
    answer();
    await eventually(() => voltagesOf(database, added.value.deviceId)).toContain(231);
    await eventually(() => voltagesOf(database, meterId(2))).toContain(231);
    expect(await voltagesOf(database, meterId(1))).toEqual([]);
  });

  it('has the readings of a meter that was added', async () => {
    const { answer, deviceId } = await waiting();
    const form = { ...METER, station: '2' };
    const added = await addMeter(gateway.ctx, admin(), deviceId, form, REASON);
    if (!added.ok) throw new Error(added.refusal);
    answer();
    await eventually(() => voltagesOf(database, added.value.deviceId)).toContain(231);
    expect(await rowsOfDevice(database, 'rejected_message', deviceId)).toEqual([]);
  });

  it('is seen only by the group to which it was moved', async () => {
    const { answer, deviceId, deviceCode } = await waiting();
    const { bus } = gateway.ctx;
    const events: BusEvents['presence.changed'][] = [];
    const end = bus.subscribe('presence.changed', (event) => {
      if (event.deviceCode === deviceCode) events.push(event);
    });
    const group = tenant.childGroupId;
    expect(await changeDevice(gateway.ctx, admin(), deviceId, { group })).toMatchObject({
      ok: true,
    });
    answer();
    await eventually(() => events.length).toBeGreaterThan(0);
    end();
    expect(new Set(events.map(({ groupPath }) => groupPath.at(-1)))).toEqual(new Set([group]));
  });
});
