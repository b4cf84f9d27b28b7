/**
 * Creates administrators of customers without devices, and requests device lists from the service.
 */

import {
  type DeviceQuery,
  findDevices,
} from '../../src/areas/fleet/devices/device-list-service.ts';
import type { Caller } from '../../src/caller.ts';
import { buildCaller, buildCustomer } from '../support/factories/customer.ts';
import type { TestContext } from '../support/test-context.ts';

/** `context` is called at each use, so that a hook can create the context. */
export function deviceLists(context: () => TestContext) {
  async function newCaller(): Promise<Caller> {
    const ctx = context();
    return buildCaller(ctx, await buildCustomer(ctx), { role: 'admin' });
  }

  async function find(caller: Caller, query: DeviceQuery) {
    const list = await findDevices(context(), caller, query, (devices) => devices);
    if (!list.ok) return list;
    return { ...list, value: { ...list.value, devices: list.value.slices.flat() } };
  }

  async function names(caller: Caller, query: Partial<DeviceQuery> = {}) {
    const list = await find(caller, { page: 1, pageSize: 100, ...query });
    if (!list.ok) return list.refusal;
    return list.value.devices.map((device) => device.name);
  }

  return { newCaller, find, names };
}
