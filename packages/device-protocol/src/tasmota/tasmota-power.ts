/**
 * The positions of the relays of a Tasmota device, and their commands. A device with one relay names
 * it `POWER`, or `POWER1` if it is set so; one with several numbers them from 1. All accept the command
 * `POWER` for the first.
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

/** The highest number of a relay that has a place among the slaves of a device. */
const MAX_RELAY = 20;
const NUMBERED = /^POWER([1-9][0-9]?)$/;

/** The number of the relay that a key or topic names; undefined for any other name. */
export function relayOfName(name: string): number | undefined {
  if (name === POWER_COMMAND) return 1;
  const relay = Number(NUMBERED.exec(name)?.[1]);
  return relay <= MAX_RELAY ? relay : undefined;
}

export function powerCommand(relay: number): string {
  return relay === 1 ? POWER_COMMAND : `${POWER_COMMAND}${relay}`;
}

export function powerPayload(close: boolean): string {
  return close ? 'ON' : 'OFF';
}

/** Reads `tele/…/STATE` or `stat/…/RESULT`. */
export function powerOfState(state: JsonObject): TasmotaPower {
  return powerOf(state.POWER === undefined ? state.POWER1 : state.POWER);
}

export interface TasmotaRelays {
  readonly powers: ReadonlyMap<number, TasmotaPower>;
  /** True if the device numbers its relays, so that it may have several. */
  readonly isNumbered: boolean;
  /** True if the message names every relay of the device. */
  readonly isWhole: boolean;
}

/** Reads the positions of all relays in `tele/…/STATE` or `stat/…/RESULT`. */
export function relaysOfState(state: JsonObject): TasmotaRelays {
  const names = Object.keys(state).filter((name) => relayOfName(name) !== undefined);
  const powers = new Map<number, TasmotaPower>();
  for (const name of names) powers.set(relayOfName(name)!, powerOf(state[name], name));
  if (powers.has(1)) powers.set(1, powerOfState(state));
  return {
    powers,
    isNumbered: names.some((name) => name !== POWER_COMMAND),
    // Only the status of the device states how long it runs; the result of a command does not.
    isWhole: state.Uptime !== undefined,
  };
}

/** Reads the text of `stat/…/POWER`. */
export function powerOfText(text: string): TasmotaPower {
  return powerOf(text);
}

function powerOf(value: unknown, name = POWER_COMMAND): TasmotaPower {
  if (value === undefined) return { ok: true, isClosed: undefined };
  if (value === 'ON') return { ok: true, isClosed: true };
  if (value === 'OFF') return { ok: true, isClosed: false };
  return {
    ok: false,
    rejection: rejection('unknown-word', `${name}: ${quoted(value)} is not known`),
  };
}
