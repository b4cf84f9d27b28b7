/** The simulator's own devices, fetched from a real server. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Credentials } from '@busbar/simulator/connection/credentials';
import { ensureDevices } from '@busbar/simulator/connection/server-account';
import { beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCustomer, buildUser, PASSWORD } from '../support/factories/customer.ts';
import { fixture } from '../support/fixture.ts';
import { connectDevice } from '../support/start-gateway.ts';
import { startServer } from '../support/start-server.ts';

describeWithDatabase('simulator devices', (database) => {
  const server = fixture(() => startServer(database, { clock: systemClock }));
  const customer = fixture(() => buildCustomer(server.parts.context));
  let user: string;

  beforeAll(async () => {
    user = (await buildUser(server.parts.context, customer, { role: 'admin' })).userName;
  });

  const ensure = (
    devices: number,
    more: { prefix?: string; user?: string; server?: string } = {},
  ) => {
    const told: number[] = [];
    const onProgress = (registered: number) => void told.push(registered);
    const options = { server: server.url, user, password: PASSWORD, prefix: 'SIM', ...more };
    return ensureDevices({ ...options, devices, onProgress }).then((found) => ({ found, told }));
  };

  const stored = (prefix: string) =>
    database.db
      .selectFrom('device')
      .select(['device_id', 'device_code', 'customer_id', 'kind'])
      .where('device_code', 'like', `${prefix}-%`)
      .where('deleted_at', 'is', null)
      .orderBy('device_code')
      .execute();

  /** Resolves to true if the broker accepts the device with this secret. */
  const letIn = async ({ code, secret }: Credentials): Promise<boolean> => {
    try {
      const client = await connectDevice(server.mqttPort, { deviceCode: code, secret });
      await client.endAsync(true);
      return true;
    } catch {
      return false;
    }
  };

  it('are registered once, and found again by the next run with new secrets', async () => {
    const { found: first, told } = await ensure(9);
    expect(first.map(({ code, type }) => `${code} ${type}`)).toEqual([
      ...['SIM-000001 MT61', 'SIM-000002 MT61', 'SIM-000003 MT61', 'SIM-000004 MT61'],
      ...['SIM-000005 MT61', 'SIM-000006 MT61', 'SIM-000007 MT61', 'SIM-000008 HF-DTU'],
      'SIM-000009 MT61',
    ]);
    expect(told.at(-1)).toBe(9);
    const before = await stored('SIM');
    expect(before).toHaveLength(9);
    expect(new Set(before.map(({ customer_id }) => customer_id))).toEqual(
      new Set([customer.customerId]),
    );
    expect(await letIn(first[7]!)).toBe(true);

    const { found: second } = await ensure(10);
    const after = await stored('SIM');
    expect(after).toHaveLength(10);
    expect(after.slice(0, 9)).toEqual(before);
    expect(await letIn(second[7]!)).toBe(true);
    expect(await letIn(second[9]!)).toBe(true);
    expect(await letIn(first[7]!)).toBe(false);
  });

  it('are not taken over from another customer who uses the same codes', async () => {
    const { found } = await ensure(1, { prefix: 'THEIRS' });
    const other = await buildCustomer(server.parts.context);
    const { userName } = await buildUser(server.parts.context, other, { role: 'admin' });
    await expect(ensure(1, { prefix: 'THEIRS', user: userName })).rejects.toThrow(
      'THEIRS-000001 could not be registered',
    );
    expect((await stored('THEIRS')).map(({ customer_id }) => customer_id)).toEqual([
      customer.customerId,
    ]);
    expect(await letIn(found[0]!)).toBe(true);
  });

  it('are rejected with one message for an account without access', async () => {
    await expect(ensure(1, { user: 'nobody.here' })).rejects.toThrow(
      'sign-in as nobody.here was refused',
    );
    const viewer = await buildUser(server.parts.context, customer, { role: 'viewer' });
    await expect(ensure(1, { prefix: 'VIEWED', user: viewer.userName })).rejects.toThrow(
      'VIEWED-000001 could not be registered',
    );
    const fresh = await buildUser(server.parts.context, customer, {
      role: 'admin',
      mustChangePassword: true,
    });
    await expect(ensure(1, { prefix: 'FRESH', user: fresh.userName })).rejects.toThrow(
      `${fresh.userName} has to change the initial password first`,
    );
    expect([...(await stored('VIEWED')), ...(await stored('FRESH'))]).toEqual([]);
  });

  it('cannot be fetched if no server listens', async () => {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    listener.close();
    await once(listener, 'close');
    await expect(ensure(1, { server: address })).rejects.toThrow(`no answer from ${address}`);
  });
});
