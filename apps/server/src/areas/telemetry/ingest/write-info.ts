/**
 * Stores the information that a device reports about itself on every connect: versions, nameplate,
 * band and signal. A missing field leaves the stored value unchanged. The type under which a
 * customer registered the device is not overwritten; a slave reported for the first time is created
 * as a device.
 */

import type { DeviceInfo } from '@busbar/domain/device/device-report';
import { bandOfKind } from '@busbar/domain/device/device-type';
import type { BusMessage, DeviceRef } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { logSignal } from '../../fleet/device-information/signal-log-queries.ts';
import { ensureSlaves, type Slave } from '../../fleet/devices/slaves.ts';
import { ensureZigbeeSlaves } from '../../fleet/zigbee/ensure-zigbee-slaves.ts';
import { keepFormerRating } from '../../shared/table-writers/former-rating-queries.ts';
import { presenceMessage } from '../presence/connection-book.ts';
import type { LinkDevice } from '../presence/link-device.ts';
import { storeSignal, updateDevice } from './device-info-queries.ts';

/** Returns the events to publish after the commit. */
export async function writeInfo(
  ctx: Context,
  trx: Executor,
  device: LinkDevice,
  info: DeviceInfo,
): Promise<BusMessage[]> {
  const { customerId, deviceId } = device.ref;
  const messages: BusMessage[] = [];
  const changes = {
    ...(info.hardwareVersion === undefined ? {} : { hardware_version: info.hardwareVersion }),
    ...(info.softwareVersion === undefined ? {} : { software_version: info.softwareVersion }),
    ...(info.ratedVoltageV === undefined ? {} : { rated_voltage_v: info.ratedVoltageV }),
    ...(info.ratedCurrentA === undefined ? {} : { rated_current_a: info.ratedCurrentA }),
    ...bandChange(device, info),
  };
  if (Object.keys(changes).length > 0) {
    await keepFormerRating(trx, customerId, deviceId, info, ctx.clock.now());
    if (await updateDevice(trx, device.ref, changes)) messages.push(changed(device.ref));
  }
  if (info.csq !== undefined) {
    const now = ctx.clock.now();
    // The row decides what has changed: the remembered signal may be that of an attempt that was
    // rolled back, or of an earlier copy of the device.
    const isChanged = await storeSignal(trx, device.ref, info.csq);
    await logSignal(trx, device.ref, info.csq, now);
    device.signalCsq = info.csq;
    if (isChanged) messages.push(presenceMessage(device, true, now));
  }
  for (const slave of await addSlaves(ctx, trx, device, info)) {
    messages.push(changed({ ...slave, customerId }));
  }
  return messages;
}

async function addSlaves(
  ctx: Context,
  trx: Executor,
  { kind, ref }: LinkDevice,
  { slaves, zigbeeDevices }: DeviceInfo,
): Promise<readonly Slave[]> {
  if (zigbeeDevices !== undefined && kind === 'gateway') {
    return ensureZigbeeSlaves(ctx, trx, ref.deviceCode, zigbeeDevices);
  }
  return slaves === undefined ? [] : ensureSlaves(ctx, trx, ref.deviceCode, slaves);
}

const changed = ({
  customerId,
  deviceId,
  deviceCode,
}: Omit<DeviceRef, 'groupPath'>): BusMessage => ({
  name: 'device.changed',
  event: { customerId, deviceId, deviceCode, credentialsEnded: false },
});

/** Change of the band; a device kind with a fixed band keeps it, whatever the device reports. */
function bandChange(device: LinkDevice, info: DeviceInfo): { band?: string } {
  const band = bandOfKind(device.kind) ?? info.band;
  return band === undefined ? {} : { band };
}
