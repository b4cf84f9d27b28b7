/** Events that a process builds from the ids of devices whose readings another process stored. */
import { expect, it } from 'vitest';
import { reloadNews } from '../../src/realtime/reload-devices.ts';
import { reread } from '../../src/realtime/reload-events.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller, buildCustomer } from '../support/factories/customer.ts';
import { buildDevice } from '../support/factories/device.ts';
import { testContext } from '../support/test-context.ts';

describeWithDatabase('readings that another process stored', (database) => {
  const ctx = testContext(database);

  async function addDevice() {
    const customer = await buildCustomer(ctx);
    const admin = await buildCaller(ctx, customer, { role: 'admin' });
    const { deviceId, code } = await buildDevice(ctx, admin);
    return {
      customerId: customer.customerId,
      deviceId,
      deviceCode: code,
      path: [customer.groupId],
    };
  }
  type Device = Awaited<ReturnType<typeof addDevice>>;
  const key = ({ customerId, deviceId }: Device, ageMs: number) => ({
    customer_id: customerId,
    device_id: deviceId,
    ts: new Date(ctx.clock.now() - ageMs),
    content_hash: ageMs,
  });

  it('are the newest ones of each device, of several customers, and none of a removed device', async () => {
    const devices = [await addDevice(), await addDevice(), await addDevice()];
    const [measured, counted, removed] = devices as [Device, Device, Device];
    const { db } = database;
    for (const [device, ageMs, power] of [
      [measured, 0, 7.5],
      [measured, 60_000, 1.1],
      [removed, 0, 3],
    ] as const) {
      await db
        .insertInto('measurement')
        .values({ ...key(device, ageMs), active_power_kw: power } as never)
        .execute();
    }
    await db
      .insertInto('energy_register')
      .values({ ...key(counted, 0), active_total_kwh: '12.34' } as never)
      .execute();
    await db
      .updateTable('device')
      .set({ deleted_at: new Date(ctx.clock.now()) })
      .where('device_id', '=', removed.deviceId)
      .execute();
    const messages = await reloadNews(
      ctx,
      'reading',
      devices.map(({ customerId, deviceId }) => [customerId, deviceId]),
    );
    const refOf = ({ path: groupPath, ...ref }: Device) => ({
      ...ref,
      groupPath,
    });
    const ts = ctx.clock.now();
    expect(messages).toHaveLength(2);
    expect(messages).toEqual(
      expect.arrayContaining([
        {
          name: 'reading.stored',
          event: { ...refOf(measured), ts, measurement: { activePower: 7.5 }, latest: true },
        },
        {
          name: 'reading.stored',
          event: { ...refOf(counted), ts, registers: { activeTotal: 12.34 }, latest: true },
        },
      ]),
    );
  });

  it('are read only for the devices that a listener of this process wants', async () => {
    const [followed, other] = [await addDevice(), await addDevice()];
    for (const device of [followed, other]) {
      await database.db
        .insertInto('measurement')
        .values({ ...key(device, 0), active_power_kw: 2 } as never)
        .execute();
    }
    const read = async () => {
      const messages = await reread(ctx, {
        kind: 'news',
        about: 'reading',
        devices: [followed, other].map(({ customerId, deviceId }) => [customerId, deviceId]),
      });
      return messages.map(({ event }) => (event as { deviceId: number }).deviceId);
    };
    expect(await read()).toEqual([]);
    const wants = (_customerId: number, deviceId: number) => deviceId === followed.deviceId;
    const ends = [ctx.bus.subscribe('reading.stored', () => undefined, wants)];
    expect(await read()).toEqual([followed.deviceId]);
    ends.push(ctx.bus.subscribe('reading.stored', () => undefined));
    expect((await read()).toSorted()).toEqual([followed.deviceId, other.deviceId].toSorted());
    for (const end of ends) end();
    expect(await read()).toEqual([]);
  });
});
