/**
 * A process whose listening connection was lost for a moment: it reads the changes that it may have
 * missed (docs/operations.md), because the notifications of the other processes did not arrive.
 */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startProcessLink } from '../../../src/realtime/process-link.ts';
import { closeAfterFile } from '../../support/close-after-file.ts';
import { describeWithDatabase, type TestDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { buildTenantDevice } from '../../support/factories/tenant-device.ts';
import { fixture } from '../../support/fixture.ts';
import { connectDevice, publishUp, startTestGateway } from '../../support/start-gateway.ts';

async function loseListening(database: TestDatabase): Promise<void> {
  const heard: string[] = [];
  const stop = await database.listen('probe_of_loss', (payload) => heard.push(payload));
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen %'`.execute(database.db);
  await eventually(() => heard).toEqual(['']);
  await stop();
}

describeWithDatabase('after a gap in the notifications', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'gap', now: Date.now() }));
  const gateway = fixture(async () => {
    const started = await startTestGateway(database);
    closeAfterFile(await startProcessLink(started.ctx));
    return started;
  });

  it('readings of a device that was moved meanwhile are published in its new group', async () => {
    const device = await buildTenantDevice(database, tenant);
    await database.db
      .updateTable('device')
      .set({ group_id: tenant.childGroupId })
      .where('device_id', '=', device.deviceId)
      .execute();
    const paths: (readonly number[])[] = [];
    gateway.bus.subscribe('reading.stored', (event) => {
      if (event.deviceId === device.deviceId) paths.push(event.groupPath);
    });
    const client = await connectDevice(gateway.port, device);
    await publishUp(client, device.deviceCode, 'data', { volPa: 230 });
    await eventually(() => paths.at(-1)).toEqual([tenant.groupId, tenant.childGroupId]);
    // Another process moves the device out of the subgroup; its notification is lost.
    await database.db
      .updateTable('device')
      .set({ group_id: tenant.groupId })
      .where('device_id', '=', device.deviceId)
      .execute();
    await loseListening(database);
    await eventually(async () => {
      await publishUp(client, device.deviceCode, 'data', { volPa: 230 + paths.length });
      return paths.at(-1);
    }).toEqual([tenant.groupId]);
  });

  it.each([
    ['was renewed is closed', undefined],
    ['expires is closed then', 1_500],
  ])('a connection with a secret that %s', async (_, validMs) => {
    const device = await buildTenantDevice(database, tenant);
    const client = await connectDevice(gateway.port, device);
    await publishUp(client, device.deviceCode, 'data', { volPa: 230 });
    const until = Date.now() + (validMs ?? 0);
    const old = { old_secret_hash: sql<Buffer>`secret_hash`, old_secret_until: new Date(until) };
    await database.db
      .updateTable('device')
      .set({ secret_hash: Buffer.alloc(32, 1), ...(validMs === undefined ? {} : old) })
      .where('device_id', '=', device.deviceId)
      .execute();
    await loseListening(database);
    await eventually(() => client.connected).toBe(false);
    expect(Date.now()).toBeGreaterThanOrEqual(until);
  });
});
