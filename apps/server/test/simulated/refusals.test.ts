/** What a simulated breaker is refused for, what it may do, and that a customer has one at most. */
import type { CallSpec } from '@busbar/contract/call';
import { CATALOGUE } from '@busbar/contract/catalogue';
import { expect, it } from 'vitest';
import {
  changeDevice,
  type DeviceEdit,
  removeDevice,
} from '../../src/areas/fleet/devices/change-device.ts';
import { countDevicesOfCustomer } from '../../src/areas/fleet/devices/device-queries.ts';
import { removeRate } from '../../src/areas/fleet/rates/remove-rate.ts';
import { buildCatalogueFixture } from '../catalogue/catalogue-fixture.ts';
import { exampleRequest, send } from '../catalogue/requests.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { nextTenantId } from '../support/factories/owner.ts';
import { callerOf } from '../support/factories/tenant-users.ts';
import { fixture } from '../support/fixture.ts';
import { addSimulatedBreaker } from './simulated-breaker.ts';

const calls: readonly CallSpec[] = CATALOGUE;
/** Every call whose example names a device, except the one that ends this test. */
const OF_DEVICE = calls.filter(
  ({ name, example }) =>
    /[{]device(-code)?[}]/.test(JSON.stringify(example)) && name !== 'v1.device.delete',
);

const REFUSED = [
  'v2.device.control.batch',
  'v2.device.secret',
  ...['v2.protection-templates.compare', 'v2.protection-templates.write'],
  ...['v2.device-lamp.add', 'v2.device-lamp.change'],
  ...['v2.tower-device.add', 'v2.tower-device.change'],
  ...['v2.rate.devices', 'v2.rate.devices.preview'],
  ...['v2.energy-explanation', 'v2.energy-overrides.add'],
  ...['v2.reading-import.preview', 'v2.reading-import.accept'],
  ...['v2.meter-recompute', 'v2.meter-recompute.preview', 'v2.meter-recompute.accept'],
  ...['v2.report', 'v2.report-schedule.add', 'v2.report-schedule.change'],
];

describeWithDatabase('a simulated breaker', (database) => {
  const world = fixture(() => buildCatalogueFixture(database));
  const breaker = fixture(() => addSimulatedBreaker(world.server, world.own));
  const context = () => world.server.parts.context;

  async function buildRate(): Promise<number> {
    const rateId = nextTenantId();
    const ids = { customer_id: world.own.customerId, rate_id: rateId, created_at: new Date() };
    await database.db
      .insertInto('rate')
      .values({ ...ids, name: `Rate ${rateId}` })
      .execute();
    await database.db
      .insertInto('rate_version')
      .values({ ...ids, version: 1, start_day: null })
      .execute();
    return rateId;
  }

  it('is refused wherever many devices are controlled, grouped, reported or billed', async () => {
    const { own, app } = world;
    const { deviceId, deviceCode } = breaker;
    const refused: string[] = [];
    for (const call of OF_DEVICE) {
      const request = exampleRequest(
        call,
        { ...own, deviceId, deviceCode },
        own.users.admin.userId,
      );
      const { body } = await send(app, call, request, await world.token('admin'));
      if (body.includes('"reason":"device-simulated"')) refused.push(call.name);
    }
    expect(refused.toSorted()).toEqual(REFUSED.toSorted());
  });

  it('keeps its tariff and its type, and may be renamed and moved', async () => {
    const { own } = world;
    const caller = callerOf(own);
    const change = (edit: DeviceEdit) => changeDevice(context(), caller, breaker.deviceCode, edit);
    const rate = await buildRate();
    expect(await change({ rate })).toMatchObject({ refusal: 'device-simulated' });
    expect(await change({ type: 'MT88C' })).toMatchObject({ refusal: 'device-simulated' });
    expect(
      await change({ name: 'Trial', rate: own.rateId, type: 'MT61', group: own.childGroupId }),
    ).toMatchObject({ ok: true });
  });

  it('does not keep a tariff in use, and has the system tariff after its deletion', async () => {
    const { own } = world;
    const { deviceId } = breaker;
    const rateId = await buildRate();
    const update = database.db.updateTable('device').set({ rate_id: rateId });
    await update
      .where('customer_id', '=', own.customerId)
      .where('device_id', '=', deviceId)
      .execute();
    expect(await removeRate(context(), callerOf(own), rateId)).toMatchObject({ ok: true });
    const { rate } = await database.db
      .selectFrom('device')
      .select('rate_id as rate')
      .where('customer_id', '=', own.customerId)
      .where('device_id', '=', deviceId)
      .executeTakeFirstOrThrow();
    expect(rate).toBe(own.rateId);
  });

  it('is one at most of a customer, and no part of the number of devices', async () => {
    const { server, own, foreign } = world;
    expect(breaker.deviceCode).toMatch(/^SIM-BREAKER-/);
    await expect(addSimulatedBreaker(server, own)).rejects.toThrow('simulated_device_of_customer');
    const number = await countDevicesOfCustomer(database.db, foreign.customerId);
    await addSimulatedBreaker(server, foreign);
    expect(await countDevicesOfCustomer(database.db, foreign.customerId)).toBe(number);
  });

  it('can be added again once it was deleted', async () => {
    const { server, own } = world;
    const removed = await removeDevice(context(), callerOf(own), breaker.deviceCode);
    expect(removed).toMatchObject({ ok: true });
    expect(await addSimulatedBreaker(server, own)).toHaveProperty('deviceId');
  });
});
