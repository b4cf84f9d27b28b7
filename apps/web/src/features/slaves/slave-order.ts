/**
 * An order to several slaves before it is given: which of those chosen can carry it out as they
 * stand, and what is in the way of the others. Only the first are sent; the server judges each of
 * them again. The slot of a slave bears the number of its address.
 */
import { SLOT_OP } from '@busbar/contract/v1/slave-slots';
import type { PermissionHolder } from '@busbar/domain/access/permission';
import type { Refusal } from '@busbar/domain/refusal';
import type { SlaveSlotOrder } from '@busbar/domain/switch/slave-order';
import { blockOf } from '../device-control/control-offer.ts';
import type { DeviceDetail } from '../devices/api/device-detail.ts';

export type SlavesOrder = SlaveSlotOrder['order'];

export interface SlavePreview {
  readonly slave: DeviceDetail;
  /** Why it is left out; null when it gets the order. */
  readonly block: Refusal | null;
}

export function previewSlaves(
  order: SlavesOrder,
  slaves: readonly DeviceDetail[],
  asker: { readonly holder: PermissionHolder; readonly userId: number },
): SlavePreview[] {
  return slaves.map((slave) => ({
    slave,
    block: blockOf(order, {
      ...asker,
      kind: slave.kind,
      action: slave.action,
      lockHolderId: slave.lock?.userId ?? null,
      presence: slave.presence,
      allowed: slave.allowed,
      commandState: slave.command?.state,
    }),
  }));
}

/** As `/device/swSlaveControl` takes it. */
export function slotsOf(
  order: SlavesOrder,
  addresses: readonly number[],
): Record<string, { ad: number; op: number }> {
  return Object.fromEntries(addresses.map((ad) => [`s${ad}`, { ad, op: SLOT_OP[order] }]));
}
