/** Registration of DTUs, and which connection of a code is the current one. */
import { expect, it } from 'vitest';
import { describeWithDatabase } from '../../support/databases.ts';
import { genericWords, LineClient, valuesReply } from '../../support/devices/line-client.ts';
import { eventually } from '../../support/eventually.ts';
import { buildSerialLine } from '../../support/factories/serial-line.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { buildTenantDevice } from '../../support/factories/tenant-device.ts';
import { fixture } from '../../support/fixture.ts';
import { isOnline, startLineGateway, voltagesOf } from './line-rig.ts';

/** Takeovers that are accepted within a minute. */
const MAX_TAKEOVERS = 10;

/** A valid IMEI: its last digit is the check digit. */
const imeiOf = (serial: number): string => {
  const digits = `35${String(serial).padStart(12, '0')}`;
  const sum = [...digits].reduce((total, digit, at) => {
    const value = at % 2 === 1 ? 2 * Number(digit) : Number(digit);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
};

describeWithDatabase('registration of a DTU', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'dtu', now: Date.now() }));
  const gateway = fixture(() => startLineGateway(database));
  const isConnected = (code: string) => gateway.driver.isConnected(code);

  it('is accepted with CR LF, and with silence after it', async () => {
    for (const end of ['\r\n', '']) {
      const { deviceId, deviceCode, secret } = await buildSerialLine(database, tenant);
      const client = await LineClient.open(gateway.port);
      client.write(`HB\r\n${deviceCode}:${secret}${end}`);
      await eventually(() => client.requests.length).toBe(1);
      expect(isConnected(deviceCode)).toBe(true);
      await eventually(() => isOnline(database, deviceId)).toBe(true);
    }
  });

  it('may arrive byte by byte', async () => {
    const { deviceCode, secret } = await buildSerialLine(database, tenant);
    const client = await LineClient.open(gateway.port);
    for (const letter of `${deviceCode}:${secret}\r\n`) client.write(letter);
    await eventually(() => isConnected(deviceCode)).toBe(true);
  });

  it.each([
    ['a wrong secret', async () => ({ ...(await buildSerialLine(database, tenant)), secret: 'x' })],
    [
      'a factory default',
      async () => ({ ...(await buildSerialLine(database, tenant)), secret: 'admin' }),
    ],
    ['an unknown code', async () => ({ deviceCode: 'UNKNOWN-00001', secret: 'secret-of-nobody' })],
    ['the code of a breaker', () => buildTenantDevice(database, tenant)],
  ])('is refused with %s', async (_, build) => {
    const device = await build();
    const client = await LineClient.register(gateway.port, device);
    await client.ended;
    expect(client.requests).toEqual([]);
    expect(isConnected(device.deviceCode)).toBe(false);
  });

  it('accepts an IMEI without a secret only if the line says so', async () => {
    const codes = [imeiOf(1), imeiOf(2)] as const;
    await buildSerialLine(database, tenant, { device: { deviceCode: codes[0] } });
    await buildSerialLine(database, tenant, {
      device: { deviceCode: codes[1] },
      line: { needsSecret: false },
    });
    const [refused, accepted] = [
      await LineClient.open(gateway.port),
      await LineClient.open(gateway.port),
    ];
    refused.write(`${codes[0]}\r\n`);
    accepted.write(`${codes[1]}\r\n`);
    await refused.ended;
    await eventually(() => isConnected(codes[1])).toBe(true);
    expect(isConnected(codes[0])).toBe(false);
  });

  it('must arrive within ten seconds', { timeout: 30_000 }, async () => {
    const client = await LineClient.open(gateway.port);
    const start = performance.now();
    await client.ended;
    expect(performance.now() - start).toBeGreaterThan(9_000);
  });

  it('ends with 161 bytes without an end', async () => {
    const client = await LineClient.open(gateway.port);
    client.write('A'.repeat(1_000));
    await client.ended;
  });

  it('is followed by a close if megabytes arrive without a frame', async () => {
    const dtu = await buildSerialLine(database, tenant);
    const client = await LineClient.register(gateway.port, dtu);
    await eventually(() => client.requests.length).toBe(1);
    for (let sent = 0; sent < 10 && client.isOpen; sent++) client.write(Buffer.alloc(1_048_576, 7));
    await client.ended;
    await eventually(() => isConnected(dtu.deviceCode)).toBe(false);
  });

  it('replaces the older connection of the code, which does not end the newer one', async () => {
    const dtu = await buildSerialLine(database, tenant);
    const clients: LineClient[] = [];
    for (let i = 0; i < 5; i++) clients.push(await LineClient.register(gateway.port, dtu));
    await Promise.all(clients.slice(0, -1).map(({ ended }) => ended));
    expect(clients.at(-1)!.isOpen).toBe(true);
    expect(isConnected(dtu.deviceCode)).toBe(true);
    await eventually(() => isOnline(database, dtu.deviceId)).toBe(true);
  });

  it('is refused for five minutes after many connections with one identity', async () => {
    const dtu = await buildSerialLine(database, tenant);
    // Each replaces the one before: those that arrive together may count as one.
    let current = await LineClient.register(gateway.port, dtu);
    await eventually(() => isConnected(dtu.deviceCode)).toBe(true);
    for (let takeovers = 0; takeovers <= MAX_TAKEOVERS; takeovers++) {
      const next = await LineClient.register(gateway.port, dtu);
      await current.ended;
      current = next;
    }
    await current.ended;
    const refused = await LineClient.register(gateway.port, dtu);
    await refused.ended;
    expect(isConnected(dtu.deviceCode)).toBe(false);
    await eventually(() => isOnline(database, dtu.deviceId)).toBe(false);
  });

  it('is taken over by another process, which then polls', async () => {
    const other = await startLineGateway(database);
    const dtu = await buildSerialLine(database, tenant);
    const first = await LineClient.register(gateway.port, dtu);
    await eventually(() => isOnline(database, dtu.deviceId)).toBe(true);
    await LineClient.register(other.port, dtu, (request, client) =>
      client.write(valuesReply(request, genericWords(1, 237))),
    );
    await first.ended;
    await eventually(() => voltagesOf(database, dtu.slaveIds.get(1)!)).toContain(237);
    expect(isConnected(dtu.deviceCode)).toBe(false);
    expect(other.driver.isConnected(dtu.deviceCode)).toBe(true);
  });

  it('is closed when the credentials end, and when the line is changed', async () => {
    const dtu = await buildSerialLine(database, tenant);
    const { customerId } = tenant;
    const changed = { customerId, deviceId: dtu.deviceId, deviceCode: dtu.deviceCode };
    const first = await LineClient.register(gateway.port, dtu);
    await eventually(() => isConnected(dtu.deviceCode)).toBe(true);
    gateway.ctx.bus.publish('device.changed', { ...changed, credentialsEnded: true });
    await first.ended;
    const second = await LineClient.register(gateway.port, dtu);
    await eventually(() => isConnected(dtu.deviceCode)).toBe(true);
    await database.db
      .updateTable('serial_line')
      .set({ baud: 2_400 })
      .where('device_id', '=', dtu.deviceId)
      .execute();
    gateway.ctx.bus.publish('device.changed', { ...changed, credentialsEnded: false });
    await second.ended;
  });
});
