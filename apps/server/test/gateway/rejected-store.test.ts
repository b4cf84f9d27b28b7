/**
 * The stored size of rejected messages is limited per message, device and customer
 * (docs/promises.md G6).
 */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  MAX_STORED_BYTES_PER_CUSTOMER,
  MAX_STORED_PAYLOAD_BYTES,
  MAX_STORED_PER_DEVICE,
  type RejectedRow,
  writeRejected,
} from '../../src/areas/telemetry/ingest/rejected-message-queries.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { rowsOfDevice } from '../support/devices/device-rows.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';

describeWithDatabase('the store of rejected messages', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'rejected', now: Date.now() }));

  async function messageOf(bytes: number, reason: 'not-json' | 'storage' = 'not-json') {
    const { deviceId, deviceCode } = await buildTenantDevice(database, tenant);
    const row = {
      message: {
        device: { ref: { customerId: tenant.customerId, deviceId, deviceCode, groupPath: [] } },
        topic: `ep/1/${deviceCode}/up/info`,
        payload: Buffer.alloc(bytes, 'x'),
        receivedAt: Date.now(),
      },
      rejected: { reason, detail: 'not JSON' },
    } as unknown as RejectedRow;
    return { row, rows: () => rowsOfDevice(database, 'rejected_message', deviceId) };
  }

  const write = (rows: readonly RejectedRow[]) =>
    database.transaction((trx) => writeRejected(trx, rows));

  it('contains the first 8 KiB of a payload and its size', async () => {
    const { row, rows } = await messageOf(60_000);
    await write([row]);
    const [stored] = await rows();
    expect(stored).toMatchObject({ payload_bytes: 60_000 });
    expect((stored!['payload'] as Buffer).length).toBe(MAX_STORED_PAYLOAD_BYTES);
  });

  it('contains all of a message that the database rejected, as it may contain valid readings', async () => {
    const { row, rows } = await messageOf(200_000, 'storage');
    await write([row]);
    const [stored] = await rows();
    expect((stored!['payload'] as Buffer).length).toBe(200_000);
  });

  it('does not displace a message that the database rejected by others of its device', async () => {
    const { row, rows } = await messageOf(10);
    const parked = {
      ...row,
      rejected: { reason: 'storage', detail: 'value out of range' },
    } as const;
    await write([parked]);
    await write(Array.from({ length: MAX_STORED_PER_DEVICE + 1 }, () => row));
    const stored = await rows();
    expect(stored).toHaveLength(MAX_STORED_PER_DEVICE + 1);
    expect(stored.filter(({ reason }) => reason === 'storage')).toHaveLength(1);
  });

  it('contains a limited number of bytes per customer, from the newest messages', async () => {
    const { row, rows } = await messageOf(10);
    const parked = await messageOf(10, 'storage');
    await write([row, parked.row]);
    // Other devices of the customer have filled the store.
    await sql`insert into rejected_message
        (customer_id, device_id, device_code, topic, reason, payload, received_at)
      select ${tenant.customerId}, n, 'DEV-' || n, 'topic', 'not-json',
        ${Buffer.alloc(MAX_STORED_PAYLOAD_BYTES, 'x')}, now()
      from generate_series(1, 4500) n`.execute(database.db);
    const newest = await messageOf(10);
    for (let sent = 0; sent < MAX_STORED_PER_DEVICE; sent += 50) {
      await write(Array.from({ length: 50 }, () => newest.row));
    }
    const { rows: sums } = await sql<{ bytes: number }>`
      select sum(length(payload))::float8 as bytes from rejected_message
      where customer_id = ${tenant.customerId}`.execute(database.db);
    expect(sums[0]?.bytes).toBeLessThanOrEqual(
      MAX_STORED_BYTES_PER_CUSTOMER + 64 * MAX_STORED_PAYLOAD_BYTES,
    );
    expect(sums[0]?.bytes).toBeGreaterThan(MAX_STORED_BYTES_PER_CUSTOMER / 2);
    expect(await newest.rows()).toHaveLength(MAX_STORED_PER_DEVICE);
    expect(await rows()).toEqual([]);
    expect(await parked.rows()).toHaveLength(1);
  });
});
