/** Lines to which the platform connects: readings, states, and connections that fail or end. */
import { expect, it } from 'vitest';
import { saveMeterAccess } from '../../../../src/areas/fleet/serial-lines/meter-switching-queries.ts';
import { describeWithDatabase } from '../../../support/databases.ts';
import { rowsOfDevice } from '../../../support/devices/device-rows.ts';
import {
  exceptionReply,
  genericWords,
  valuesReply,
  withCrc,
} from '../../../support/devices/line-client.ts';
import { type SlaveRequest, SlaveServer, withHead } from '../../../support/devices/slave-server.ts';
import { eventually } from '../../../support/eventually.ts';
import { buildSerialLine } from '../../../support/factories/serial-line.ts';
import { createTenant } from '../../../support/factories/tenant.ts';
import { fixture } from '../../../support/fixture.ts';
import { isOnline, startLineGateway, voltagesOf } from '../line-rig.ts';
import { ALLOWED, troubleOf } from './outgoing-rig.ts';

const answered = (request: SlaveRequest, slave: SlaveServer) =>
  slave.answer(request, valuesReply(request, genericWords(1, 231)));

describeWithDatabase('an outgoing line', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'outgoing', now: Date.now() }));
  const gateway = fixture(() => startLineGateway(database, undefined, { env: ALLOWED }));

  const notify = ({ deviceId, deviceCode }: { deviceId: number; deviceCode: string }) => {
    const { customerId } = tenant;
    const change = { customerId, deviceId, deviceCode, credentialsEnded: false };
    gateway.ctx.bus.publish('device.changed', change);
  };

  /** A line of one meter to the slave; the driver is told of it. */
  async function outgoing(slave: SlaveServer, transport: 'modbus-tcp' | 'rtu-over-tcp') {
    const line = { transport, host: '127.0.0.1', port: slave.port } as const;
    const dtu = await buildSerialLine(database, tenant, { line });
    notify(dtu);
    return { ...dtu, meterId: dtu.slaveIds.get(1)! };
  }

  it.each([
    ['modbus-tcp', 'mbap'],
    ['rtu-over-tcp', 'rtu'],
  ] as const)('is read over %s, and its device is online', async (transport, framing) => {
    const slave = await SlaveServer.listen({ framing }, answered);
    const { meterId, deviceId, deviceCode } = await outgoing(slave, transport);
    await eventually(() => voltagesOf(database, meterId)).toContain(231);
    await eventually(() => isOnline(database, deviceId)).toBe(true);
    const [log] = await rowsOfDevice(database, 'device_connection', deviceId);
    expect(log).toMatchObject({ connected: true, cause: 'dialled' });
    expect(gateway.driver.isConnected(deviceCode)).toBe(true);
    expect(slave.accepted).toBe(1);
  });

  it.each(['0', '255'])('reads and opens a device at unit %s', async (station) => {
    const writes: number[][] = [];
    const slave = await SlaveServer.listen({ framing: 'mbap' }, (request, server) => {
      if (request.fn === 2) server.answer(request, withCrc([request.slave, 2, 1, 1]));
      else if (request.fn === 5) {
        writes.push([request.slave, request.first, request.count]);
        server.answer(request, withCrc([request.slave, 5, 0, 0, 0, 0]));
      } else answered(request, server);
    });
    const line = { transport: 'modbus-tcp', host: '127.0.0.1', port: slave.port } as const;
    const meters = [{ station, profileId: 'generic-modbus-breaker' }];
    const dtu = await buildSerialLine(database, tenant, { line, meters });
    const deviceId = dtu.slaveIds.get(1)!;
    await saveMeterAccess(database.db, { ...tenant, deviceId }, undefined, true);
    notify(dtu);
    await eventually(() => voltagesOf(database, deviceId)).toContain(231);
    const slots = [{ address: 1, order: 'open' }] as const;
    const command = { id: 'c', op: 'slaves', slots, expiresAt: 0 } as const;
    expect(await gateway.driver.send(dtu.deviceCode, command, () => 60_000)).toBe('sent');
    await eventually(() => writes).toEqual([[Number(station), 0, 0]]);
  });

  it('is not online while its port is open and no meter answers', async () => {
    const slave = await SlaveServer.listen({ framing: 'mbap' });
    const { deviceId, deviceCode } = await outgoing(slave, 'modbus-tcp');
    await eventually(() => slave.requests.length).toBeGreaterThan(0);
    expect(gateway.driver.isConnected(deviceCode)).toBe(false);
    expect(await isOnline(database, deviceId)).toBeUndefined();
    for (const socket of slave.sockets) socket.destroy();
    await eventually(() => troubleOf(database, deviceId)).toBe('no-answer');
    expect(await rowsOfDevice(database, 'device_connection', deviceId)).toEqual([]);
  });

  it('is connected again when its slave is back, and offline in between', async () => {
    const first = await SlaveServer.listen({ framing: 'mbap' }, answered);
    const { deviceId, meterId } = await outgoing(first, 'modbus-tcp');
    await eventually(() => isOnline(database, deviceId)).toBe(true);
    await first.close();
    await eventually(() => isOnline(database, deviceId)).toBe(false);
    await eventually(() => troubleOf(database, deviceId)).toBe('refused-connection');
    const { port } = first;
    await SlaveServer.listen({ framing: 'mbap', port }, (request, slave) =>
      slave.answer(request, valuesReply(request, genericWords(1, 232))),
    );
    await eventually(() => voltagesOf(database, meterId), 30_000).toContain(232);
    expect(await isOnline(database, deviceId)).toBe(true);
    await eventually(() => troubleOf(database, deviceId)).toBeNull();
  });

  it('uses only the answer with the transaction of its request', async () => {
    const slave = await SlaveServer.listen({ framing: 'mbap' }, (request, of) => {
      const { transaction = 0, socket } = request;
      const wrong = valuesReply(request, genericWords(1, 111)).subarray(0, -2);
      socket.write(withHead((transaction + 1) % 65_536, wrong));
      answered(request, of);
    });
    const { meterId } = await outgoing(slave, 'modbus-tcp');
    await eventually(() => slave.requests.length).toBeGreaterThan(2);
    await eventually(() => voltagesOf(database, meterId)).toContain(231);
    expect(await voltagesOf(database, meterId)).not.toContain(111);
  });

  it('repeats a request that was not answered with another transaction', async () => {
    let count = 0;
    const slave = await SlaveServer.listen({ framing: 'mbap' }, (request, of) => {
      count += 1;
      if (count > 1) answered(request, of);
    });
    const { meterId } = await outgoing(slave, 'modbus-tcp');
    await eventually(() => voltagesOf(database, meterId), 15_000).toContain(231);
    const [first, second] = slave.requests;
    expect(first).toMatchObject({ first: second!.first, count: second!.count });
    expect(second!.transaction).not.toBe(first!.transaction);
  });

  it('is closed by a header that is not valid, and connected again', async () => {
    const slave = await SlaveServer.listen({ framing: 'mbap' }, (request, of) => {
      if (of.accepted === 1) request.socket.write(Buffer.from('000100010003018302', 'hex'));
      else answered(request, of);
    });
    const { meterId } = await outgoing(slave, 'modbus-tcp');
    await eventually(() => voltagesOf(database, meterId)).toContain(231);
    expect(slave.accepted).toBe(2);
  });

  it('leaves out what the meter refuses by an exception', async () => {
    const slave = await SlaveServer.listen({ framing: 'mbap' }, (request, of) =>
      of.answer(request, exceptionReply(request, 2)),
    );
    const { deviceCode } = await outgoing(slave, 'modbus-tcp');
    await eventually(() => [
      ...(gateway.driver.lineHealth(deviceCode)?.faults.values() ?? []),
    ]).toEqual(['wrong-profile']);
  });

  it('gives up its connection when its DTU dials in from now on', async () => {
    const slave = await SlaveServer.listen({ framing: 'mbap' }, answered);
    const { deviceId, deviceCode } = await outgoing(slave, 'modbus-tcp');
    await eventually(() => isOnline(database, deviceId)).toBe(true);
    await database.db.deleteFrom('outgoing_line').where('device_id', '=', deviceId).execute();
    notify({ deviceId, deviceCode });
    await eventually(() => slave.sockets.size).toBe(0);
    await eventually(() => isOnline(database, deviceId)).toBe(false);
  });
});
