/** Creates the demo's groups (one per city) and devices, each with nameplate and position. */

import { SLAVE_RATED_CURRENT_A } from '@busbar/domain/demand/device-load';
import { completePosition } from '@busbar/domain/device/position';
import { randomId } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { insertWithFreshId } from '../../fleet/devices/add-device.ts';
import { natureOfNew } from '../../fleet/devices/device-nature.ts';
import { ensureSlaves } from '../../fleet/devices/slaves.ts';
import type { DemoDevice } from './demo-device.ts';
import { DEMO_CITIES } from './demo-fleet.ts';
import { insertCityGroup, updateDemoDevice } from './demo-queries.ts';

/** Returns the group ids by city name. */
export async function createCityGroups(
  ctx: Context,
  trx: Executor,
  customerId: number,
  rootId: number,
): Promise<Map<string, number>> {
  const groups = new Map<string, number>();
  for (const city of DEMO_CITIES) {
    const groupId = randomId(ctx.random);
    await insertCityGroup(trx, customerId, { groupId, rootId, name: city.name }, ctx.clock.now());
    groups.set(city.name, groupId);
  }
  return groups;
}

/** Throws if the code is taken, which only another demo could have caused. */
export async function createDemoDevice(
  ctx: Context,
  trx: Executor,
  device: DemoDevice,
  place: { readonly customerId: number; readonly groupId: number; readonly rateId: number },
  secretHash: Buffer,
): Promise<void> {
  const nature = await natureOfNew(trx, place, { code: device.code, type: device.type });
  if (!nature.ok) throw new Error(`Demo device ${device.code}: ${nature.refusal}`);
  const deviceId = await insertWithFreshId(ctx, trx, place.customerId, {
    ...nature.value,
    deviceCode: device.code,
    name: device.name,
    groupId: place.groupId,
    rateId: place.rateId,
    address: device.address,
    secretHash,
    simulated: false,
  });
  if (deviceId === undefined) throw new Error(`Demo device ${device.code} exists already.`);
  await describe(trx, place.customerId, deviceId, device);
  const slaves = await ensureSlaves(
    ctx,
    trx,
    device.code,
    device.slaves.map(({ address }) => address),
  );
  for (const slave of slaves) {
    const name = device.slaves.find(({ address }) => address === slave.address)?.name;
    await updateDemoDevice(trx, place.customerId, slave.deviceId, {
      ...(name === undefined ? {} : { name }),
      rated_voltage_v: 230,
      rated_current_a: SLAVE_RATED_CURRENT_A,
      address: device.address,
    });
  }
}

async function describe(
  trx: Executor,
  customerId: number,
  deviceId: number,
  device: DemoDevice,
): Promise<void> {
  const position = completePosition({ lngT: device.longitude, latT: device.latitude });
  await updateDemoDevice(trx, customerId, deviceId, {
    rated_voltage_v: 230,
    rated_current_a: device.ratedCurrentA,
    ...(position.ok
      ? {
          longitude: position.value.lngT,
          latitude: position.value.latT,
          bd_longitude: position.value.lng,
          bd_latitude: position.value.lat,
        }
      : {}),
  });
}
