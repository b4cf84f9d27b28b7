/**
 * Data written to the slots of a gateway (`write` of `slaveControl`): `{"s3":{"ad":7,"en":1}}`. One
 * unreadable slot rejects the whole write, as in a switch command to slaves.
 */
import { isSlaveAddress } from '@busbar/domain/device/device-code';
import { type Rejection, rejection } from '@busbar/domain/device/rejection';
import type { SlavePlace } from '@busbar/domain/slot/slot-table';
import { isJsonObject, type JsonObject } from '../payload.ts';
import { quoted } from '../rejection.ts';

const SLOT_NAME = /^s(?:[1-9]|1\d|20)$/;

export function encodeSlotChanges(changes: readonly SlavePlace[]): JsonObject {
  return Object.fromEntries(
    changes.map(({ slot, address, enabled }) => [`s${slot}`, { ad: address, en: enabled ? 1 : 0 }]),
  );
}

export function decodeSlotChanges(data: JsonObject): readonly SlavePlace[] | Rejection {
  const changes: SlavePlace[] = [];
  for (const [name, value] of Object.entries(data)) {
    if (!SLOT_NAME.test(name)) return rejection('unknown-word', `slot ${quoted(name)}`);
    if (!isJsonObject(value)) return rejection('not-an-object', `${name} is no object`);
    const { ad: address, en } = value;
    if (!isSlaveAddress(address) || changes.some((other) => other.address === address)) {
      return rejection('bad-address', `${name}: address ${quoted(address)}`);
    }
    if (en !== 0 && en !== 1) return rejection('wrong-type', `${name}: en ${quoted(en)}`);
    changes.push({ slot: Number(name.slice(1)), address, enabled: en === 1 });
  }
  return changes.length === 0 ? rejection('missing-field', 'no slot') : changes;
}
