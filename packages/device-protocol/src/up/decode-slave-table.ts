/**
 * Reply of a gateway to `read` and `write` of `slaveControl`: the slots of SLAVESTATUS
 * (docs/specification/real-time.md 2.3), each with the address of a slave, its status code, and
 * `en` 0 if it is disabled. Slaves that the gateway cannot reach are omitted. One unreadable slot
 * rejects the whole table: an incomplete table would show slaves as missing.
 */
import { isSlaveAddress } from '@busbar/domain/device/device-code';
import { type Rejection, rejection } from '@busbar/domain/device/rejection';
import type { SlaveStatus } from '@busbar/domain/slot/slot-table';
import { actionOfSlaveStatus } from '@busbar/domain/switch/slave-status';
import { isJsonObject, type JsonObject } from '../payload.ts';
import { quoted } from '../rejection.ts';

const SLOT_NAME = /^s(?:[1-9]|1\d|20)$/;

/** Returns the slots in order of the slaves' addresses; empty if the gateway reaches no slave. */
export function decodeSlaveTable(data: JsonObject | undefined): readonly SlaveStatus[] | Rejection {
  if (data === undefined) return rejection('missing-field', 'the answer has no data');
  const table: SlaveStatus[] = [];
  for (const [name, slot] of Object.entries(data)) {
    if (!SLOT_NAME.test(name)) return rejection('unknown-word', `slot ${quoted(name)}`);
    if (!isJsonObject(slot)) return rejection('not-an-object', `${name} is no object`);
    const { ad: address, st: status, en = 1 } = slot;
    if (!isSlaveAddress(address) || table.some((other) => other.address === address)) {
      return rejection('bad-address', `${name}: address ${quoted(address)}`);
    }
    if (typeof status !== 'number' || actionOfSlaveStatus(status) === undefined) {
      return rejection('unknown-word', `${name}: ${quoted(status)} is no status code`);
    }
    if (en !== 0 && en !== 1) return rejection('wrong-type', `${name}: en ${quoted(en)}`);
    table.push({ slot: Number(name.slice(1)), address, status, enabled: en === 1 });
  }
  return table.toSorted((one, other) => one.address - other.address);
}
