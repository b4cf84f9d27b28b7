/**
 * Adds, changes and removes the meters on a serial line. Each change locks the DTU, so that two
 * meters cannot get the same station; the driver reads the line again after the commit. A meter is
 * not changed or removed while a command to switch is open on its line.
 */
import { isGatewayCode, slaveCode } from '@busbar/domain/device/device-code';
import { slotOfStation } from '@busbar/domain/line/line-form';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { lockSealing } from '../../shared/installation/stored-secret-queries.ts';
import { plainText } from '../../shared/plain-text.ts';
import { markDeviceFromToday } from '../../shared/table-writers/energy-flag-queries.ts';
import { insertWithFreshId, mayAddDevices } from '../devices/add-device.ts';
import { changing } from '../devices/change-device.ts';
import { updateDevice } from '../devices/device-change-queries.ts';
import { chooseRate } from '../devices/device-fields.ts';
import { slaveNature } from '../devices/device-nature.ts';
import { slaveAddressesOf } from '../devices/device-queries.ts';
import { logDeviceChange, publishDeviceChange } from '../groups/device-changed.ts';
import { checkOnLine, findMeter, type MeterEdit } from './check-on-line.ts';
import { hasOpenLineCommand } from './line-command-queries.ts';
import { saveSwitching } from './save-switching.ts';
import { deleteLineMeter, findSerialLines, saveLineMeter } from './serial-line-queries.ts';

export interface NewMeter extends MeterEdit {
  readonly name: string;
  /** Defaults to the tariff of the DTU. */
  readonly rate: string | number | undefined;
}

export interface AddedMeter {
  readonly deviceId: number;
  readonly deviceCode: string;
}

/** Registers the meter as a slave of the DTU, in its group; `reason` is that of `MeterChange`. */
export async function addMeter(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
  form: NewMeter,
  reason: string,
): Promise<Outcome<AddedMeter>> {
  const added = await changing(ctx, caller, idOrCode, false, async (trx, dtu) => {
    await lockSealing(trx);
    const rate = form.rate === undefined ? dtu.rateId : await chooseRate(trx, caller, form.rate);
    if (typeof rate !== 'number' && !rate.ok) return rate;
    const rateId = typeof rate === 'number' ? rate : rate.value;
    const name = plainText(form.name);
    if (name === '') return refused('info-required', 'name');
    const meter = await checkOnLine(trx, dtu, form, undefined);
    if (!meter.ok) return meter;
    const known = await slaveAddressesOf(trx, dtu);
    const taken = new Set([...known].filter((address) => address !== null));
    const { settings } = meter.value;
    const slot = slotOfStation(settings.station, taken);
    if (slot === undefined) return refused('line-full');
    if (!isGatewayCode(dtu.deviceCode)) return refused('device-code-invalid');
    const room = await mayAddDevices(trx, caller, 1);
    if (!room.ok) return room;
    const deviceCode = slaveCode(dtu.deviceCode, slot);
    const { customerId, groupId } = dtu;
    const deviceId = await insertWithFreshId(ctx, trx, customerId, {
      ...slaveNature(dtu, slot),
      expectedIntervalS: form.intervalS,
      ...{ deviceCode, name, groupId, rateId },
      address: '',
      secretHash: null,
      simulated: false,
    });
    if (deviceId === undefined) return refused('device-code-taken');
    const change = { userId: caller.userId, reason };
    await saveLineMeter(trx, { customerId, deviceId }, settings, change);
    const switching = await saveSwitching(ctx, trx, { customerId, deviceId }, meter.value);
    const device = { deviceId, deviceCode, groupId };
    const detail = { name, ...settings, ...switching };
    await logDeviceChange(ctx, trx, caller, 'add meter', device, detail);
    return done({ deviceId, deviceCode });
  });
  if (added.ok) publishDeviceChange(ctx, caller.customerId, added.value, false);
  return added;
}

/** Sets how a slave of the DTU, or the DTU itself, is polled; `reason` is that of `MeterChange`. */
export async function changeMeter(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
  meterIdOrCode: string | number,
  form: MeterEdit,
  reason: string,
): Promise<Outcome<null>> {
  return changing(ctx, caller, idOrCode, false, async (trx, dtu) => {
    await lockSealing(trx);
    const found = await findMeter(trx, caller, dtu, meterIdOrCode);
    if (!found.ok) return found;
    const device = found.value;
    const meter = await checkOnLine(trx, dtu, form, device.deviceId);
    if (!meter.ok) return meter;
    if (await hasOpenLineCommand(ctx, trx, dtu)) return refused('control-busy');
    const { settings } = meter.value;
    await saveLineMeter(trx, device, settings, { userId: caller.userId, reason });
    const switching = await saveSwitching(ctx, trx, device, meter.value);
    if (device.expectedIntervalS !== form.intervalS) {
      const { customerId, deviceId } = device;
      await updateDevice(trx, customerId, deviceId, { expectedIntervalS: form.intervalS });
      // Estimates depend on the interval.
      await markDeviceFromToday(trx, customerId, deviceId, ctx.clock.now());
    }
    const detail = { ...settings, ...switching };
    await logDeviceChange(ctx, trx, caller, 'change meter', device, detail);
    return done(null);
  });
}

/** Ends the polling of a meter; the device and its readings stay. */
export async function removeMeter(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
  meterIdOrCode: string | number,
): Promise<Outcome<null>> {
  return changing(ctx, caller, idOrCode, false, async (trx, dtu) => {
    const found = await findMeter(trx, caller, dtu, meterIdOrCode);
    if (!found.ok) return found;
    const device = found.value;
    const [line] = await findSerialLines(trx, [dtu]);
    if (!line?.meters.some(({ deviceId }) => deviceId === device.deviceId)) {
      return refused('not-found');
    }
    if (await hasOpenLineCommand(ctx, trx, dtu)) return refused('control-busy');
    await deleteLineMeter(trx, device);
    await logDeviceChange(ctx, trx, caller, 'remove meter', device);
    return done(null);
  });
}
