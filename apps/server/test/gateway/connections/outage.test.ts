/**
 * Two processes after their database was away, or one of them suspended, for longer than a process
 * may be silent; their devices stayed connected all the time.
 */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { submitSwitch } from '../../../src/areas/control/gate/control-service.ts';
import { endLinksOfTheDead } from '../../../src/areas/telemetry/presence/process-queries.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { rowsOfDevice } from '../../support/devices/device-rows.ts';
import { eventually } from '../../support/eventually.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { buildTenantDevice } from '../../support/factories/tenant-device.ts';
import { callerOf } from '../../support/factories/tenant-users.ts';
import { fixture } from '../../support/fixture.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { connectDevice, startTestGateway } from '../../support/start-gateway.ts';

const RENEWAL_MS = 10_000;

describeWithDatabase('two processes', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'outage', now: Date.now() }));

  async function start() {
    const clocks = [manualClock(Date.now()), manualClock(Date.now())] as const;
    const [first, second] = [
      await startTestGateway(database, { clock: clocks[0] }),
      await startTestGateway(database, { clock: clocks[1] }),
    ];
    const device = await buildTenantDevice(database, tenant);
    const client = await connectDevice(second.port, device);
    const state = async () => (await rowsOfDevice(database, 'device_state', device.deviceId))[0];
    const isConnected = async () => (await state())?.['connected'];
    await eventually(isConnected).toBe(true);
    const renew = async (clock: (typeof clocks)[number], { ctx }: typeof first) => {
      const seenAt = async () => {
        const { rows } = await sql<{ at: number }>`
          select extract(epoch from seen_at)::float8 as at from gateway_process
          where process_id = ${ctx.processId}`.execute(database.db);
        return rows[0]?.at ?? 0;
      };
      const before = await seenAt();
      clock.advance(RENEWAL_MS);
      await eventually(seenAt).toBeGreaterThan(before);
    };
    const causes = async () =>
      (await rowsOfDevice(database, 'device_connection', device.deviceId)).map(
        ({ cause }) => cause,
      );
    return { clocks, first, second, device, client, state, isConnected, renew, causes };
  }

  /** Makes the last renewal of one process, or of all, 40 s old. */
  const silence = (processId?: string) =>
    database.db
      .updateTable('gateway_process')
      .set({ seen_at: new Date(Date.now() - 40_000) })
      .$if(processId !== undefined, (query) => query.where('process_id', '=', processId!))
      .execute();

  it('do not declare each other dead before both could report again', async () => {
    const { clocks, first, second, device, client, isConnected, renew, causes } = await start();
    await silence();
    for (let round = 0; round < 5; round += 1) {
      await renew(clocks[0], first);
      await renew(clocks[1], second);
    }
    expect(client.connected).toBe(true);
    expect([await isConnected(), ...(await causes())]).toEqual([true, 'secret']);
    // A process that stays silent is declared dead.
    await silence(second.ctx.processId);
    await renew(clocks[0], first);
    await eventually(isConnected).toBe(false);
    await renew(clocks[1], second);
    await eventually(isConnected).toBe(true);
    expect(await causes()).toEqual(['secret', 'server-lost', 'secret']);
    const open = await submitSwitch(second.ctx, callerOf(tenant, 'operator'), {
      device: device.deviceCode,
      command: 'open',
      source: 'test',
    });
    expect(open).toMatchObject({ ok: true });
  });

  it('leave a device to the one that it has connected to meanwhile', async () => {
    const { clocks, first, second, device, client, state, renew } = await start();
    await silence(second.ctx.processId);
    await endLinksOfTheDead(database.db, first.ctx.processId, false);
    const other = await connectDevice(first.port, device);
    const holder = async () => (await state())?.['link_process'];
    await eventually(holder).toBe(first.ctx.processId);
    await renew(clocks[1], second);
    await eventually(() => client.connected).toBe(false);
    expect([await holder(), other.connected]).toEqual([first.ctx.processId, true]);
  });
});
