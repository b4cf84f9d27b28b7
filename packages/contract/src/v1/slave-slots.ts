/**
 * The slots of `/device/swSlaveControl` (docs/specification/control.md 4): `s1` to `s20`, each with
 * an address `ad` and an operation `op`, 0 none, 1 close, 2 open. Numbers may arrive as text, as
 * older clients send them. The first invalid slot is refused by name, and with it the whole
 * request: a partial command is never sent. A slot without an operation may contain any address.
 */
import { isSlaveAddress } from '@busbar/domain/device/device-code';
import { done, type Outcome, type Refusal, refused } from '@busbar/domain/refusal';
import type { SlaveSlotCommand } from '@busbar/domain/switch/slave-slot';

/** The wire value of each command in a slot. */
export const SLOT_OP: Readonly<Record<SlaveSlotCommand['order'], number>> = { close: 1, open: 2 };

const SLOT_NAME = /^s(?:[1-9]|1\d|20)$/;
const COMMAND_OF_OP = [null, 'close', 'open'] as const;

/** Returns the commands in slot order, or `no-slave-ordered` if no slot has an operation. */
export function readSlots(data: Readonly<Record<string, unknown>>): Outcome<SlaveSlotCommand[]> {
  const names = Object.keys(data).toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
  const stranger = names.find((name) => !SLOT_NAME.test(name));
  if (stranger !== undefined) return refused('slot-unknown', stranger.slice(0, 20));
  const commands: SlaveSlotCommand[] = [];
  for (const slot of names) {
    const read = readSlot(slot, data[slot], commands);
    if (typeof read === 'string') return refused(read, slot);
    if (read !== null) commands.push(read);
  }
  return commands.length === 0 ? refused('no-slave-ordered', 'data') : done(commands);
}

/** Returns null for a slot without an operation. */
function readSlot(
  slot: string,
  value: unknown,
  before: readonly SlaveSlotCommand[],
): SlaveSlotCommand | Refusal | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'slot-unknown';
  const { ad, op } = value as { readonly ad?: unknown; readonly op?: unknown };
  const command = COMMAND_OF_OP[whole(op) ?? -1];
  if (command === undefined) return 'slave-order-unknown';
  if (command === null) return null;
  const address = whole(ad);
  if (!isSlaveAddress(address)) return 'slave-address-invalid';
  if (before.some((other) => other.address === address)) return 'slave-address-repeated';
  return { slot, address, order: command };
}

function whole(value: unknown): number | undefined {
  if (Number.isInteger(value)) return value as number;
  return typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : undefined;
}
