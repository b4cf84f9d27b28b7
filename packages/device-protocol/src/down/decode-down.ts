/**
 * Decodes the payload of `down/command`, as a device does. An invalid command is never executed in
 * part: one invalid slot or timer rejects the whole command. The device checks the expiry itself,
 * with its own clock.
 */
import { isSlaveAddress } from '@busbar/domain/device/device-code';
import type { Rejection } from '@busbar/domain/device/rejection';
import { PARAMETER_SETS } from '@busbar/domain/protection/parameter-set';
import { SWITCH_COMMANDS } from '@busbar/domain/switch/interlock';
import type { SlaveSlot } from '@busbar/domain/switch/slave-slot';
import { type JsonObject, type Payload, parsePayload } from '../payload.ts';
import { quoted, rejectionOf, Unreadable } from '../rejection.ts';
import { timersOf } from '../up/decode-timers.ts';
import {
  commandIdOf,
  enumOf,
  integerOf,
  isWireTime,
  objectOf,
  plainDataOf,
  required,
  textOf,
} from '../wire-values.ts';
import {
  type CommandAction,
  type DownCommand,
  MAX_FRAME_BYTES,
  MAX_SLOTS,
  OPS,
  SUMMON_KINDS,
} from './down-command.ts';

export type DecodedCommand =
  | { readonly ok: true; readonly command: DownCommand }
  /** The `id` is set if it could be read, so that the device can reply with 400. */
  | { readonly ok: false; readonly rejection: Rejection; readonly id: string | undefined };

const HEX = /^(?:[0-9a-fA-F]{2})+$/;
const SLOT_NAME = /^s(?:[1-9]|1\d|20)$/;
const SLOT_COMMANDS = ['none', 'close', 'open'] as const;

export function decodeCommand(payload: Payload): DecodedCommand {
  const parsed = parsePayload(payload);
  if (!parsed.ok) return { ok: false, rejection: parsed.rejection, id: undefined };
  let id: string | undefined;
  try {
    const record = objectOf(parsed.value);
    id = required(commandIdOf(record, 'id'), 'id');
    const expiresAt = required(record.exp, 'exp');
    if (!isWireTime(expiresAt)) throw new Unreadable('bad-time', `exp: ${quoted(expiresAt)}`);
    const op = required(enumOf(record, 'op', OPS), 'op');
    const action = readAction(op, objectOf(record.args));
    return { ok: true, command: { id, expiresAt, ...action } };
  } catch (error) {
    return { ok: false, rejection: rejectionOf(error), id };
  }
}

function readAction(op: CommandAction['op'], args: JsonObject): CommandAction {
  switch (op) {
    case 'switch':
      return { op, to: required(enumOf(args, 'to', SWITCH_COMMANDS), 'to') };
    case 'slaves':
      return { op, slots: slotsOf(args) };
    case 'summon':
      return { op, dataType: required(enumOf(args, 'dataType', SUMMON_KINDS), 'dataType') };
    case 'read':
      return { op, what: required(enumOf(args, 'what', PARAMETER_SETS), 'what') };
    case 'write':
      return {
        op,
        what: required(enumOf(args, 'what', PARAMETER_SETS), 'what'),
        data: required(plainDataOf(args, 'data'), 'data'),
      };
    case 'timers':
      return { op, timers: timersOf(args) };
    case 'frame':
      return { op, hex: hexOf(args) };
  }
}

/** Slots in the order s1 to s20; an address may occur in one slot only. */
function slotsOf(args: JsonObject): SlaveSlot[] {
  const names = Object.keys(args);
  const stranger = names.find((name) => !SLOT_NAME.test(name));
  if (stranger !== undefined) throw new Unreadable('unknown-word', `slot ${quoted(stranger)}`);
  if (names.length === 0) throw new Unreadable('missing-field', 'no slot');
  const seen = new Set<number>();
  const slots: SlaveSlot[] = [];
  for (let number = 1; number <= MAX_SLOTS; number++) {
    const value = args[`s${number}`];
    if (value === undefined) continue;
    const slot = objectOf(value);
    const address = slot.ad;
    if (!isSlaveAddress(address) || seen.has(address)) {
      throw new Unreadable('bad-address', `s${number}: address ${quoted(address)}`);
    }
    seen.add(address);
    const code = required(integerOf(slot, 'op', 0, 2), 'op');
    slots.push({ address, order: SLOT_COMMANDS[code] ?? 'none' });
  }
  return slots;
}

function hexOf(args: JsonObject): string {
  const hex = required(textOf(args, 'hex', 2 * MAX_FRAME_BYTES), 'hex');
  if (HEX.test(hex)) return hex;
  throw new Unreadable('bad-text', 'hex: not pairs of hexadecimal digits');
}
