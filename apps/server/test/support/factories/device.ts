/**
 * Devices registered with the product's own functions, and the state a device would have reported.
 */
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import { addDevice, type DeviceForm } from '../../../src/areas/fleet/devices/add-device.ts';
import { findRates } from '../../../src/areas/fleet/rates/rate-service.ts';
import type { Caller } from '../../../src/caller.ts';
import type { Context } from '../../../src/context.ts';

let count = 0;

/** Returns an unused code. */
export function freshCode(prefix = 'DEV'): string {
  count += 1;
  return `${prefix}${String(count).padStart(10, '0')}`;
}

export async function deviceForm(
  ctx: Context,
  caller: Caller,
  over: Partial<DeviceForm> = {},
): Promise<DeviceForm> {
  const rates = await findRates(ctx, caller);
  if (!rates.ok) throw new Error(rates.refusal);
  return {
    name: 'Pump station',
    code: freshCode(),
    type: 'MT61',
    rate: rates.value[0]?.id ?? 0,
    group: caller.groupId,
    ...over,
  };
}

export interface BuiltDevice {
  readonly deviceId: number;
  readonly code: string;
  readonly secret: string | undefined;
}

export async function buildDevice(
  ctx: Context,
  caller: Caller,
  over: Partial<DeviceForm> = {},
): Promise<BuiltDevice> {
  const form = await deviceForm(ctx, caller, over);
  const added = await addDevice(ctx, caller, form);
  if (!added.ok) throw new Error(`${added.refusal} ${added.field ?? ''}`);
  return { deviceId: added.value.deviceId, code: form.code, secret: added.value.secret };
}

export interface Reported {
  readonly connected?: boolean;
  readonly heardAt?: number | null;
  readonly csq?: number;
  readonly action?: SwitchAction;
}

export async function report(
  ctx: Context,
  customerId: number,
  deviceId: number,
  state: Reported,
): Promise<void> {
  await ctx.database.db
    .updateTable('device_state')
    .set({
      ...(state.connected === undefined ? {} : { connected: state.connected }),
      ...(state.heardAt === undefined
        ? {}
        : { heard_at: state.heardAt === null ? null : new Date(state.heardAt) }),
      ...(state.csq === undefined ? {} : { signal_csq: state.csq }),
      ...(state.action === undefined
        ? {}
        : { switch_action: state.action, switch_reported_at: new Date(ctx.clock.now()) }),
    })
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .execute();
}
