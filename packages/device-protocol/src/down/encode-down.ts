/** Encodes a command as the payload of `down/command`. */

import type { SlaveSlot } from '@busbar/domain/switch/slave-slot';
import type { JsonObject } from '../payload.ts';
import type { CommandAction, DeviceTimer, DownCommand } from './down-command.ts';

const OP_CODE: Readonly<Record<SlaveSlot['order'], number>> = { none: 0, close: 1, open: 2 };

export function encodeCommand(command: DownCommand): string {
  const { id, expiresAt, op } = command;
  return JSON.stringify({ id, exp: expiresAt, op, args: argsOf(command) });
}

function argsOf(action: CommandAction): unknown {
  switch (action.op) {
    case 'switch':
      return { to: action.to };
    case 'slaves':
      return Object.fromEntries(
        action.slots.map(({ address, order }, index) => [
          `s${index + 1}`,
          { ad: address, op: OP_CODE[order] },
        ]),
      );
    case 'summon':
      return { dataType: action.dataType };
    case 'read':
      return { what: action.what };
    case 'write':
      return { what: action.what, data: action.data };
    case 'timers':
      return { timers: action.timers.map(wireTimer) };
    case 'frame':
      return { hex: action.hex };
  }
}

/** Encodes a timer; also used for the entries of the table that a device reports. */
export function wireTimer({ id, address, days, at, to }: DeviceTimer): JsonObject {
  return { id, ...(address === undefined ? {} : { ad: address }), days, at, to };
}
