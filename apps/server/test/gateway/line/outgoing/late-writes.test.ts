/** A write to an outgoing line that is not answered: nothing may deliver it later. */
import { expect, it } from 'vitest';
import type { DeviceCommand } from '../../../../src/areas/control/commands/device-command.ts';
import { renewProcess } from '../../../../src/areas/telemetry/presence/process-queries.ts';
import { describeWithDatabase } from '../../../support/databases.ts';
import { genericWords, valuesReply, withCrc } from '../../../support/devices/line-client.ts';
import { SlaveServer } from '../../../support/devices/slave-server.ts';
import { eventually } from '../../../support/eventually.ts';
import { buildSerialLine } from '../../../support/factories/serial-line.ts';
import { createTenant } from '../../../support/factories/tenant.ts';
import { fixture } from '../../../support/fixture.ts';
import { startLineGateway } from '../line-rig.ts';
import { ALLOWED } from './outgoing-rig.ts';

const WRITE_REGISTER = 6;
const HOUR_S = 3_600;
const always = () => 60_000;

describeWithDatabase('a write to an outgoing line', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'late', now: Date.now() }));

  async function connected(transport: 'modbus-tcp' | 'rtu-over-tcp', framing: 'mbap' | 'rtu') {
    const slave = await SlaveServer.listen({ framing }, (request, of) => {
      if (request.fn === WRITE_REGISTER) return;
      of.answer(request, valuesReply(request, genericWords(1)));
    });
    const dtu = await buildSerialLine(database, tenant, {
      line: { transport, host: '127.0.0.1', port: slave.port },
      meters: [{ intervalS: HOUR_S }],
    });
    const gateway = await startLineGateway(database, undefined, { env: ALLOWED });
    const { driver } = gateway;
    await eventually(() => driver.isConnected(dtu.deviceCode)).toBe(true);
    const [socket] = slave.sockets;
    const ended = new Promise<string>((resolve) => {
      socket!.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? ''));
      socket!.once('close', () => resolve('closed'));
    });
    const writes = () => slave.requests.filter(({ fn }) => fn === WRITE_REGISTER).length;
    const write = async () => {
      const hex = withCrc([1, WRITE_REGISTER, 0, 1, 0, 2]).toString('hex');
      const command: DeviceCommand = { id: 'write', op: 'frame', hex, expiresAt: 0 };
      expect(await driver.send(dtu.deviceCode, command, always)).toBe('sent');
      await eventually(writes).toBe(1);
    };
    const stop = async () => {
      await gateway.stop();
      await database.db.deleteFrom('outgoing_line').execute();
    };
    return { ...dtu, ...gateway, ended, writes, write, stop };
  }

  it.each([
    ['modbus-tcp', 'mbap'],
    ['rtu-over-tcp', 'rtu'],
  ] as const)('over %s without an answer resets the connection', async (transport, framing) => {
    const { deviceCode, driver, ended, stop, write, writes } = await connected(transport, framing);
    await write();
    expect(await ended).toBe('ECONNRESET');
    await eventually(() => driver.isConnected(deviceCode), 15_000).toBe(true);
    expect(writes()).toBe(1);
    await stop();
  });

  it('is discarded when another process claims the line', async () => {
    const built = await connected('modbus-tcp', 'mbap');
    const { ctx, deviceCode, deviceId } = built;
    await built.write();
    await renewProcess(database.db, 'other');
    await database.db.updateTable('outgoing_line').set({ process: 'other' }).execute();
    const change = { customerId: tenant.customerId, deviceId, deviceCode, credentialsEnded: false };
    ctx.bus.publish('device.changed', change);
    expect(await built.ended).toBe('ECONNRESET');
    expect(built.writes()).toBe(1);
    await built.stop();
  });
});
