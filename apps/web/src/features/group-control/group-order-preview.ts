/**
 * What an order would come to for the devices that were chosen, before it is given: which of them
 * can carry it out as they stand, and what is in the way of the others. The one interlock table
 * decides here as on the server, which judges each device again at its turn.
 */
import type { Refusal } from '@busbar/domain/refusal';
import { interlock, ORDERS_OF_KIND, type SwitchOrder } from '@busbar/domain/switch/interlock';
import type { TreeDevice } from '../../components/device-tree/tree-device.ts';

export interface BlockedDevice<D> {
  readonly device: D;
  readonly block: Refusal;
}

export interface OrderPreview<D> {
  readonly possible: readonly D[];
  readonly blocked: readonly BlockedDevice<D>[];
}

/** Only what has a contact of its own can be chosen. */
export function canBeSwitched({ kind }: Pick<TreeDevice, 'kind'>): boolean {
  return ORDERS_OF_KIND[kind].length > 0;
}

type Standing = Pick<TreeDevice, 'kind' | 'action' | 'presence'>;

export function previewOrder<D extends Standing>(
  order: SwitchOrder,
  devices: readonly D[],
): OrderPreview<D> {
  const possible: D[] = [];
  const blocked: BlockedDevice<D>[] = [];
  for (const device of devices) {
    const block = blockOf(order, device);
    if (block === null) possible.push(device);
    else blocked.push({ device, block });
  }
  return { possible, blocked };
}

function blockOf(order: SwitchOrder, { kind, action, presence }: Standing): Refusal | null {
  return interlock({ order, kind, action }) ?? (presence === 'offline' ? 'device-offline' : null);
}
