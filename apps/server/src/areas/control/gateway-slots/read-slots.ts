/** Slots of a gateway that a caller can see: registered slaves and the gateway's reported table. */

import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { placesOf, SLOTS } from '@busbar/domain/slot/slot-table';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { findDevice } from '../../fleet/devices/device-lookup-queries.ts';
import { type ControlTarget, findTarget } from '../commands/control-target-queries.ts';
import { slaveTableOf } from '../slaves/slave-queries.ts';
import {
  type LastChange,
  lastChange,
  type RegisteredSlave,
  registeredSlaves,
} from './slot-queries.ts';

export type SlotState = 'free' | 'registered' | 'answered' | 'unreached' | 'discovered' | 'hidden';

export interface GatewaySlot {
  readonly slot: number;
  readonly standing: SlotState;
  readonly address: number | null;
  readonly enabled: boolean;
  readonly status: number | null;
  readonly slave: RegisteredSlave | undefined;
}

export interface GatewaySlots {
  readonly target: ControlTarget;
  readonly name: string;
  readonly rateId: number;
  readonly readAt: number | null;
  readonly change: LastChange | undefined;
  readonly slots: readonly GatewaySlot[];
}

export async function readGatewaySlots(
  ctx: Context,
  caller: Caller,
  device: string | number,
): Promise<Outcome<GatewaySlots>> {
  const { db } = ctx.database;
  const found = await findDevice(db, caller, device);
  const target = found && (await findTarget(ctx, db, caller, found.deviceId));
  if (found === undefined || target === undefined) return refused('not-found');
  if (target.kind !== 'gateway') return refused('order-not-supported');
  const { customerId, deviceId } = target;
  const registered = await registeredSlaves(db, caller, deviceId, ctx.clock.now());
  const table = await slaveTableOf(db, customerId, deviceId);
  const places = placesOf(
    table?.slaves ?? [],
    registered.map(({ slave_address }) => slave_address),
  );
  const slots = SLOTS.map((slot): GatewaySlot => {
    const place = places.find((one) => one.slot === slot);
    const slave = registered.find(({ slave_address }) => slave_address === place?.address);
    if (place === undefined) return FREE(slot);
    if (slave?.visible === false) return { ...FREE(slot), standing: 'hidden' };
    const status = table?.slaves.find(({ address }) => address === place.address)?.status ?? null;
    return {
      slot,
      standing: currentStateOf(slave !== undefined, table !== undefined, status !== null),
      address: place.address,
      enabled: place.enabled,
      status,
      slave,
    };
  });
  return done({
    target,
    name: found.name,
    rateId: found.rateId,
    readAt: table?.readAt ?? null,
    change: await lastChange(db, customerId, deviceId),
    slots,
  });
}

const FREE = (slot: number): GatewaySlot => ({
  slot,
  standing: 'free',
  address: null,
  enabled: true,
  status: null,
  slave: undefined,
});

function currentStateOf(
  isRegistered: boolean,
  isTableKnown: boolean,
  isReported: boolean,
): SlotState {
  if (!isRegistered) return 'discovered';
  if (!isTableKnown) return 'registered';
  return isReported ? 'answered' : 'unreached';
}
