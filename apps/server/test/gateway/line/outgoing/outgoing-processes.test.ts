/** Several processes with outgoing lines: each line has one connection. */
import { expect, it } from 'vitest';
import { describeWithDatabase } from '../../../support/databases.ts';
import { rowsOfDevice } from '../../../support/devices/device-rows.ts';
import { genericWords, valuesReply } from '../../../support/devices/line-client.ts';
import { SlaveServer } from '../../../support/devices/slave-server.ts';
import { eventually } from '../../../support/eventually.ts';
import { type BuiltLine, buildSerialLine } from '../../../support/factories/serial-line.ts';
import { createTenant } from '../../../support/factories/tenant.ts';
import { fixture } from '../../../support/fixture.ts';
import { type LineGateway, startLineGateway, voltagesOf } from '../line-rig.ts';
import { ALLOWED } from './outgoing-rig.ts';

const LINES = 5;

describeWithDatabase('outgoing lines of two processes', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'two', now: Date.now() }));

  it('are each connected once, and by the other process when the first has ended', async () => {
    const slaves = await Promise.all(
      Array.from({ length: LINES }, () =>
        SlaveServer.listen({ framing: 'mbap' }, (request, slave) =>
          slave.answer(request, valuesReply(request, genericWords(1, 231))),
        ),
      ),
    );
    const lines: BuiltLine[] = [];
    for (const { port } of slaves) {
      const line = { transport: 'modbus-tcp', host: '127.0.0.1', port } as const;
      lines.push(await buildSerialLine(database, tenant, { line }));
    }
    const both = await Promise.all([start(), start()]);
    for (const { slaveIds } of lines) {
      await eventually(() => voltagesOf(database, slaveIds.get(1)!)).toContain(231);
    }
    const notified = () => {
      for (const { ctx } of both) {
        const [{ deviceId, deviceCode }] = lines as [(typeof lines)[0]];
        const change = { customerId: tenant.customerId, deviceId, deviceCode };
        ctx.bus.publish('device.changed', { ...change, credentialsEnded: false });
      }
    };
    notified();
    const holders = lines.map(({ deviceCode }) => both.filter((one) => holds(one, deviceCode)));
    expect(holders.map(({ length }) => length)).toEqual(lines.map(() => 1));
    expect(slaves.map(({ accepted }) => accepted)).toEqual(slaves.map(() => 1));

    const [first] = holders[0]!;
    const second = both.find((one) => one !== first)!;
    await first!.stop();
    const isSecond = () => {
      notified();
      return lines.every(({ deviceCode }) => holds(second, deviceCode));
    };
    await eventually(isSecond, 30_000).toBe(true);
    for (const { deviceId } of lines) {
      const stateOf = async () => (await rowsOfDevice(database, 'device_state', deviceId))[0];
      const expected = { connected: true, link_process: second.ctx.processId };
      await eventually(stateOf).toMatchObject(expected);
    }
    expect(slaves.map(({ sockets }) => sockets.size)).toEqual(slaves.map(() => 1));
    // It would claim the line of the next test.
    await second.stop();
  });

  it('are given up by a process that another one counts as dead', async () => {
    await database.db.deleteFrom('outgoing_line').execute();
    const slave = await SlaveServer.listen({ framing: 'mbap' }, (request, of) =>
      of.answer(request, valuesReply(request, genericWords(1, 231))),
    );
    const line = { transport: 'modbus-tcp', host: '127.0.0.1', port: slave.port } as const;
    const { deviceCode, deviceId } = await buildSerialLine(database, tenant, { line });
    const stalled = await start();
    await eventually(() => holds(stalled, deviceCode)).toBe(true);
    const change = { customerId: tenant.customerId, deviceId, deviceCode, credentialsEnded: false };
    const other = await start();
    // The heartbeat of the process restores its row: it is removed until the other has the line.
    const isTaken = async () => {
      await database.db
        .deleteFrom('gateway_process')
        .where('process_id', '=', stalled.ctx.processId)
        .execute();
      other.ctx.bus.publish('device.changed', change);
      return holds(other, deviceCode);
    };
    await eventually(isTaken, 30_000).toBe(true);
    stalled.ctx.bus.publish('device.changed', change);
    await eventually(() => slave.sockets.size).toBe(1);
    expect([holds(stalled, deviceCode), holds(other, deviceCode)]).toEqual([false, true]);
  });

  const start = () => startLineGateway(database, undefined, { env: ALLOWED });
});

const holds = ({ driver }: LineGateway, code: string) => driver.isConnected(code);
