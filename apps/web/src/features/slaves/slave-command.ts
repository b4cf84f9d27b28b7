/**
 * Preview of a command to several slaves: those that can execute it in their current state, and the
 * reason that blocks each of the others. Only the former are sent; the server validates each again.
 * The slot number of a slave is its address.
 */
import { SLOT_OP } from '@busbar/contract/v1/slave-slots';
import type { PermissionHolder } from '@busbar/domain/access/permission';
import type { Refusal } from '@busbar/domain/refusal';
import type { SlaveSlotCommand } from '@busbar/domain/switch/slave-slot';
import type { DeviceDetail } from '../../device-kit/api/device-detail.ts';
import { blockOf } from '../../device-kit/control-offer.ts';

export type SlavesCommand = SlaveSlotCommand['order'];

export interface SlavePreview {
  readonly slave: DeviceDetail;
  /** Reason for the exclusion; null if the slave receives the command. */
  readonly block: Refusal | null;
}

export function previewSlaves(
  command: SlavesCommand,
  slaves: readonly DeviceDetail[],
  asker: { readonly holder: PermissionHolder; readonly userId: number },
): SlavePreview[] {
  return slaves.map((slave) => ({
    slave,
    block: blockOf(command, {
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

/** Builds the body of `/device/swSlaveControl`. */
export function slotsOf(
  command: SlavesCommand,
  addresses: readonly number[],
): Record<string, { ad: number; op: number }> {
  return Object.fromEntries(addresses.map((ad) => [`s${ad}`, { ad, op: SLOT_OP[command] }]));
}
