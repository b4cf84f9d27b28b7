/** A write to an outgoing line that is not answered: nothing may deliver it later. */
import { expect, it } from 'vitest';
import type { DeviceCommand } from '../../../../src/areas/control/commands/device-command.ts';
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

  it.each([
    ['modbus-tcp', 'mbap'],
    ['rtu-over-tcp', 'rtu'],
  ] as const)('over %s without an answer resets the connection', async (transport, framing) => {
    const slave = await SlaveServer.listen({ framing }, (request, of) => {
      if (request.fn === WRITE_REGISTER) return;
      of.answer(request, valuesReply(request, genericWords(1)));
    });
    const { deviceCode } = await buildSerialLine(database, tenant, {
      line: { transport, host: '127.0.0.1', port: slave.port },
      meters: [{ intervalS: HOUR_S }],
    });
    const { driver, stop } = await startLineGateway(database, undefined, { env: ALLOWED });
    await eventually(() => driver.isConnected(deviceCode)).toBe(true);
    const [socket] = slave.sockets;
    const ended = new Promise<string>((resolve) => {
      socket!.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? ''));
      socket!.once('close', () => resolve('closed'));
    });
    const hex = withCrc([1, WRITE_REGISTER, 0, 1, 0, 2]).toString('hex');
    const command: DeviceCommand = { id: 'write', op: 'frame', hex, expiresAt: 0 };
    expect(await driver.send(deviceCode, command, always)).toBe('sent');
    expect(await ended).toBe('ECONNRESET');
    const writes = () => slave.requests.filter(({ fn }) => fn === WRITE_REGISTER).length;
    expect(writes()).toBe(1);
    await eventually(() => driver.isConnected(deviceCode), 15_000).toBe(true);
    expect(writes()).toBe(1);
    await stop();
    await database.db.deleteFrom('outgoing_line').execute();
  });
});
