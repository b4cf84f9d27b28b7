/**
 * The position of the first relay of a Tasmota device, and its command. A device with one relay
 * names it `POWER`, one with several `POWER1`; both accept the command `POWER`.
 */
import { type Rejection, rejection } from '@busbar/domain/device/rejection';
import type { JsonObject } from '../payload.ts';
import { quoted } from '../rejection.ts';

/** `isClosed` is undefined if the message does not contain the position. */
export type TasmotaPower =
  | { readonly ok: true; readonly isClosed: boolean | undefined }
  | { readonly ok: false; readonly rejection: Rejection };

/** The command that switches the relay; the same name without a payload requests its position. */
export const POWER_COMMAND = 'POWER';

export function powerPayload(close: boolean): string {
  return close ? 'ON' : 'OFF';
}

/** Reads `tele/…/STATE` or `stat/…/RESULT`. */
export function powerOfState(state: JsonObject): TasmotaPower {
  return powerOf(state.POWER === undefined ? state.POWER1 : state.POWER);
}

/** Reads the text of `stat/…/POWER`. */
export function powerOfText(text: string): TasmotaPower {
  return powerOf(text);
}

function powerOf(value: unknown): TasmotaPower {
  if (value === undefined) return { ok: true, isClosed: undefined };
  if (value === 'ON') return { ok: true, isClosed: true };
  if (value === 'OFF') return { ok: true, isClosed: false };
  return {
    ok: false,
    rejection: rejection('unknown-word', `POWER: ${quoted(value)} is not known`),
  };
}
