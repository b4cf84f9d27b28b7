/**
 * Opening and closing the relay of a meter (DL/T 645-2007, control code 1C), and the state word that
 * shows what it did. The answer to the command only means that the meter has accepted it.
 */
import type { Exchange } from '@busbar/domain/line/expectation';
import type { LineFrame } from '@busbar/domain/line/line-frame';
import type { MeterTime } from '@busbar/domain/line/meter-clock';
import { DLT645 } from '../frame/dlt645/dlt645-control.ts';
import { buildDlt645, cutDlt645 } from '../frame/dlt645/dlt645-frame.ts';
import { exchangeWith, readData, timeBytes, valueIn } from './dlt645-exchanges.ts';

/** `allow-close`: a person closes the relay with the button of the meter. */
export type MeterCommand = 'open' | 'allow-close' | 'close';

export interface MeterCredentials {
  /** Level of the password, 0 to 9; 2 in most meters. */
  readonly level: number;
  /** Six digits, highest first. */
  readonly password: string;
  /** Eight digits, highest first. */
  readonly operator: string;
}

const COMMAND_CODES: Readonly<Record<MeterCommand, number>> = {
  open: 0x1a,
  'allow-close': 0x1b,
  close: 0x1c,
};
const RESERVED = 0x00;
/** Level, password and operator. */
const CREDENTIAL_BYTES = 8;
const STATE_WORD_3 = 0x04000503;
const STATE_WORD_BYTES = 2;
const RELAY_OPEN = 1 << 4;
const COMMANDED_OPEN = 1 << 6;

/**
 * The meter ignores the command after `validUntil`, by its own clock. Throws a RangeError if a
 * password or an operator has other characters or another length.
 */
export function switchRelay(
  address: string,
  command: MeterCommand,
  { level, password, operator }: MeterCredentials,
  validUntil: MeterTime,
): Exchange {
  if (!Number.isInteger(level) || level < 0 || level > 9) throw new RangeError('password level');
  const data = Uint8Array.of(
    level,
    ...digits(password, 3),
    ...digits(operator, 4),
    COMMAND_CODES[command],
    RESERVED,
    ...timeBytes(validUntil),
  );
  return exchangeWith(address, DLT645.tripClose, data, { prefix: new Uint8Array(), length: 0 });
}

/**
 * Returns the frame without the digits of password and operator, to be shown; other frames are
 * returned unchanged. The checksum is that of the shown digits: the former one would reveal a sum.
 */
export function withoutCredentials(bytes: Uint8Array): Uint8Array {
  const frame = cutDlt645(bytes, 0);
  if (frame === undefined || frame.control !== DLT645.tripClose) return bytes;
  return buildDlt645(frame.address, frame.control, frame.data.slice().fill(0, 1, CREDENTIAL_BYTES));
}

export const readRelay = (address: string): Exchange =>
  readData(address, STATE_WORD_3, STATE_WORD_BYTES);

export interface RelayState {
  readonly isClosed: boolean;
  /** The last command to the meter; an open relay without it waits for the button. */
  readonly isCommandedOpen: boolean;
}

/** Decodes the answer to `readRelay`. */
export function relayIn(frame: LineFrame): RelayState {
  const word = valueIn(frame)[0]!;
  return {
    isClosed: (word & RELAY_OPEN) === 0,
    isCommandedOpen: (word & COMMANDED_OPEN) !== 0,
  };
}

/** True if the state is the one that the command is meant to reach. */
export function isCarriedOut(command: MeterCommand, state: RelayState): boolean {
  if (command === 'open') return !state.isClosed;
  return command === 'close' ? state.isClosed : !state.isCommandedOpen;
}

/** Encodes digits, low byte first. */
function digits(text: string, bytes: number): number[] {
  if (!/^\d*$/.test(text) || text.length !== 2 * bytes) {
    throw new RangeError(`not ${2 * bytes} digits`);
  }
  return Array.from({ length: bytes }, (_, at) =>
    Number.parseInt(text.slice(2 * (bytes - 1 - at), 2 * (bytes - at)), 16),
  );
}
