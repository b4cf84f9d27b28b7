/** Commands on a serial line, changes of its meters, and late answers. */
import { expect, it } from 'vitest';
import type { DeviceCommand } from '../../../src/areas/control/commands/device-command.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import {
  genericWords,
  LineClient,
  type ReadRequest,
  valuesReply,
  withCrc,
} from '../../support/devices/line-client.ts';
import { eventually } from '../../support/eventually.ts';
import { buildSerialLine } from '../../support/factories/serial-line.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { fixture } from '../../support/fixture.ts';
import { startLineGateway, voltagesOf } from './line-rig.ts';

const always = () => 60_000;
const HOUR_S = 3_600;

function frame(bytes: readonly number[], id = 'frame'): DeviceCommand {
  return { id, op: 'frame', hex: withCrc(bytes).toString('hex'), expiresAt: 0 };
}

describeWithDatabase('a serial line', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'commands', now: Date.now() }));
  const gateway = fixture(() => startLineGateway(database));
  const healthOf = (code: string) => gateway.driver.lineHealth(code)!;

  async function connected(
    onRequest: (request: ReadRequest, client: LineClient) => void,
    meters: Parameters<typeof buildSerialLine>[2] = { meters: [{ intervalS: HOUR_S }] },
  ) {
    const dtu = await buildSerialLine(database, tenant, meters);
    const client = await LineClient.register(gateway.port, dtu, onRequest);
    await eventually(() => gateway.driver.isConnected(dtu.deviceCode)).toBe(true);
    return { ...dtu, client };
  }
  const answering = (voltage: number) => (request: ReadRequest, client: LineClient) =>
    client.write(valuesReply(request, genericWords(1, voltage)));

  it('reads all its meters on a summon, between poll cycles', async () => {
    let voltage = 220;
    const meters = [{ intervalS: HOUR_S }, { station: '2', intervalS: HOUR_S }];
    const { deviceCode, slaveIds } = await connected(
      (request, client) => client.write(valuesReply(request, genericWords(1, voltage))),
      { meters },
    );
    await eventually(() => voltagesOf(database, slaveIds.get(2)!)).toEqual([220]);
    voltage = 221;
    const summon = { id: 'c', op: 'summon', dataType: 'variable', expiresAt: 0 } as const;
    expect(await gateway.driver.send(deviceCode, summon, always)).toBe('sent');
    await eventually(() => voltagesOf(database, slaveIds.get(1)!)).toEqual([220, 221]);
    await eventually(() => voltagesOf(database, slaveIds.get(2)!)).toEqual([220, 221]);
  });

  it('refuses a summon without meters, and a frame that it cannot carry', async () => {
    const { deviceCode } = await connected(() => undefined, { meters: [] });
    const send = (command: DeviceCommand) => gateway.driver.send(deviceCode, command, always);
    expect(await send({ id: 'c', op: 'summon', dataType: 'energy', expiresAt: 0 })).toBe(
      'not-supported',
    );
    expect(await send({ id: 'c', op: 'frame', hex: '0103', expiresAt: 0 })).toBe('not-supported');
    expect(await send({ id: 'c', op: 'switch', to: 'open', expiresAt: 0 })).toBe('not-supported');
  });

  it('sends a frame once, and discards its late answer', { timeout: 30_000 }, async () => {
    const late: Buffer[] = [];
    const { deviceCode, client, slaveIds } = await connected((request, line) => {
      if (request.first === 0x0200) late.push(valuesReply(request, [7]));
      else answering(223)(request, line);
    });
    await eventually(() => voltagesOf(database, slaveIds.get(1)!)).toEqual([223]);
    expect(await gateway.driver.send(deviceCode, frame([1, 3, 2, 0, 0, 1]), always)).toBe('sent');
    await eventually(() => healthOf(deviceCode).timeouts).toBe(1);
    client.write(late[0]!);
    await eventually(() => healthOf(deviceCode).discarded.late).toBeGreaterThan(0);
    expect(late).toHaveLength(1);
    expect(client.isOpen).toBe(true);
  });

  it('does not write a frame that has waited until the server stops', {
    timeout: 30_000,
  }, async () => {
    const { driver, port } = await startLineGateway(database);
    const held: ReadRequest[] = [];
    const dtu = await buildSerialLine(database, tenant, { meters: [{ intervalS: HOUR_S }] });
    const client = await LineClient.register(port, dtu, (request) => held.push(request));
    await eventually(() => held.length).toBe(1);
    const sent = driver.send(dtu.deviceCode, frame([1, 6, 0, 1, 0, 5]), always);
    await driver.freeze();
    answering(223)(held[0]!, client);
    expect(await sent).toBe('too-late');
    expect(held.map(({ fn }) => fn)).toEqual([3]);
  });

  it('closes after a frame that may write, if nothing is received', {
    timeout: 30_000,
  }, async () => {
    const { deviceCode, client } = await connected((request, line) => {
      if (request.fn === 3) answering(223)(request, line);
    });
    await eventually(() => healthOf(deviceCode).answers).toBe(1);
    expect(await gateway.driver.send(deviceCode, frame([1, 6, 0, 1, 0, 5]), always)).toBe('sent');
    await client.ended;
  });

  it('sends a command before the next poll, and none that has expired', async () => {
    let isHeld = true;
    const held: ReadRequest[] = [];
    const { deviceCode, client } = await connected((request, line) => {
      if (isHeld) held.push(request);
      else answering(224)(request, line);
    });
    await eventually(() => held.length).toBe(1);
    let leftMs = 60_000;
    const send = (command: DeviceCommand, remainingMs = always) =>
      gateway.driver.send(deviceCode, command, remainingMs);
    const expired = send(frame([1, 3, 2, 0, 0, 1], 'expired'), () => leftMs);
    const sent = send(frame([1, 3, 2, 1, 0, 1], 'sent'));
    leftMs = 0;
    isHeld = false;
    answering(224)(held[0]!, client);
    expect(await sent).toBe('sent');
    expect(await expired).toBe('too-late');
    const registers = () => client.requests.map((bytes) => bytes.readUInt16BE(2));
    await eventually(registers).toEqual([0, 0x0201]);
  });

  it('reads a meter that was changed without a new connection', async () => {
    const { client, deviceId, deviceCode, slaveIds } = await connected(answering(225));
    const meterId = slaveIds.get(1)!;
    await eventually(() => voltagesOf(database, meterId)).toEqual([225]);
    await database.db
      .updateTable('line_meter')
      .set({ station: '7' })
      .where('device_id', '=', meterId)
      .execute();
    const { customerId } = tenant;
    gateway.ctx.bus.publish('device.changed', {
      ...{ customerId, deviceId, deviceCode },
      credentialsEnded: false,
    });
    await eventually(() => voltagesOf(database, meterId)).toHaveLength(2);
    expect(client.requests.map(([slave]) => slave)).toEqual([1, 7]);
    expect(client.isOpen).toBe(true);
  });
});
