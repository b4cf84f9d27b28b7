/** The addresses to which outgoing lines may connect, and the line to which an address belongs. */
import { expect, it } from 'vitest';
import { describeWithDatabase } from '../../../support/databases.ts';
import { genericWords, valuesReply } from '../../../support/devices/line-client.ts';
import { SlaveServer } from '../../../support/devices/slave-server.ts';
import { eventually } from '../../../support/eventually.ts';
import { buildSerialLine } from '../../../support/factories/serial-line.ts';
import { createTenant } from '../../../support/factories/tenant.ts';
import { fixture } from '../../../support/fixture.ts';
import { startLineGateway, voltagesOf } from '../line-rig.ts';
import { ALLOWED, troubleOf } from './outgoing-rig.ts';

const listen = () =>
  SlaveServer.listen({ framing: 'mbap' }, (request, slave) =>
    slave.answer(request, valuesReply(request, genericWords(1, 231))),
  );

describeWithDatabase('the address of an outgoing line', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'address', now: Date.now() }));
  const outgoing = (host: string, port: number, owner = tenant) =>
    buildSerialLine(database, owner, { line: { transport: 'modbus-tcp', host, port } });

  it('is not connected to if it is private, whether it is an address or a name', async () => {
    const slave = await listen();
    const literal = await outgoing('127.0.0.1', slave.port);
    const named = await outgoing('inside.example', slave.port);
    const mixed = await outgoing('mixed.example', slave.port);
    const addresses = {
      'inside.example': ['127.0.0.1'],
      'mixed.example': ['192.0.2.1', '8.8.8.8'],
    };
    const gateway = await startLineGateway(database, undefined, {
      resolve: async (name) =>
        (addresses[name as keyof typeof addresses] ?? []).map((address) => ({
          address,
          family: 4,
        })),
    });
    for (const { deviceId } of [literal, named, mixed]) {
      await eventually(() => troubleOf(database, deviceId)).toBe('address-not-public');
    }
    expect(slave.accepted).toBe(0);
    await gateway.stop();
    await database.db.deleteFrom('outgoing_line').execute();
  });

  it('is resolved once for each connection, and the checked address is used', async () => {
    const slave = await listen();
    const { slaveIds } = await outgoing('once.example', slave.port);
    let resolved = 0;
    const gateway = await startLineGateway(database, undefined, {
      env: ALLOWED,
      async resolve() {
        resolved += 1;
        return [{ address: '127.0.0.1', family: 4 }];
      },
    });
    await eventually(() => voltagesOf(database, slaveIds.get(1)!)).toContain(231);
    expect([resolved, slave.accepted]).toEqual([1, 1]);
    await gateway.stop();
    await database.db.deleteFrom('outgoing_line').execute();
  });

  it('has no line of another customer, whatever the name that leads to it', async () => {
    const slave = await listen();
    const stranger = await createTenant(database, { label: 'stranger', now: Date.now() });
    const own = await outgoing('127.0.0.1', slave.port);
    const other = await outgoing('alias.example', slave.port, stranger);
    await expect(outgoing('127.0.0.1', slave.port, stranger)).rejects.toThrow('another line');
    const gateway = await startLineGateway(database, undefined, {
      env: ALLOWED,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    await eventually(() => troubleOf(database, other.deviceId)).toBe('address-taken');
    await eventually(() => voltagesOf(database, own.slaveIds.get(1)!)).toContain(231);
    expect(await voltagesOf(database, other.slaveIds.get(1)!)).toEqual([]);
    expect(slave.accepted).toBe(1);
    await gateway.stop();
    await database.db.deleteFrom('outgoing_line').execute();
  });

  it('with an unknown name is reported', async () => {
    const { deviceId } = await outgoing('unknown.example', 502);
    const gateway = await startLineGateway(database, undefined, {
      resolve: () => Promise.reject(new Error('ENOTFOUND')),
    });
    await eventually(() => troubleOf(database, deviceId)).toBe('name-unknown');
    await gateway.stop();
  });
});
