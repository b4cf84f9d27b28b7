/** Builds a frame from a manual command: checks each field and reports the first invalid one. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { buildDlt645 } from './dlt645/dlt645-frame.ts';
import { readHex } from './hex.ts';
import { buildModbus, HIGHEST_ADDRESS } from './modbus/modbus-frame.ts';

/** 1 is DL/T 645-2007, 2 is Modbus RTU. */
export type ProtocolVersion = 1 | 2;

export interface FrameContent {
  /** At most twelve digits, with AA for any digits; for Modbus 0 to 247. */
  readonly address: string;
  /** Control code or function, two hexadecimal digits. */
  readonly commandCode: string;
  /** The data in wire order, before 33H is added; may be empty. */
  readonly data: string;
  readonly version: ProtocolVersion;
}

/**
 * Maximum length of the data in bytes: 200 for DL/T 645-2007 (5.2.5); for Modbus, the whole frame
 * has at most 256.
 */
const LONGEST_DATA: Readonly<Record<ProtocolVersion, number>> = { 1: 200, 2: 252 };

export function encodeFrame(content: FrameContent): Outcome<Uint8Array> {
  const { version } = content;
  const control = commandOf(content);
  if (control === undefined) return refused('frame-command-invalid', 'command_code');
  const data = dataOf(content.data);
  if (data === undefined || data.length > LONGEST_DATA[version]) {
    return refused('frame-data-invalid', 'data');
  }
  if (version === 1) {
    const address = meterAddress(content.address);
    if (address === undefined) return refused('frame-address-invalid', 'address');
    return done(buildDlt645(address, control, data));
  }
  const address = busAddress(content.address);
  if (address === undefined) return refused('frame-address-invalid', 'address');
  return done(buildModbus(address, control, data));
}

/** The highest bit is reserved for replies of the device. */
function commandOf({ commandCode }: FrameContent): number | undefined {
  const digits = commandCode.trim().replace(/^0x/i, '').replace(/h$/i, '');
  if (!/^[0-9a-f]{1,2}$/i.test(digits)) return undefined;
  const control = Number.parseInt(digits, 16);
  return control >= 1 && control < 0x80 ? control : undefined;
}

function dataOf(text: string): Uint8Array | undefined {
  if (text.trim() === '') return new Uint8Array(0);
  const hex = readHex(text);
  return hex.ok ? hex.bytes : undefined;
}

const METER_ADDRESS = /^(?:\d{1,12}|(?:AA){1,6}|(?:AA){1,5}\d{2,10})$/;

function meterAddress(text: string): string | undefined {
  const digits = text.replace(/\s/g, '').toUpperCase();
  if (!METER_ADDRESS.test(digits)) return undefined;
  if (!digits.startsWith('A')) return digits.padStart(12, '0');
  if (digits.length % 2 === 1 || digits.length > 12) return undefined;
  return digits.padStart(12, 'A');
}

function busAddress(text: string): number | undefined {
  const digits = text.trim();
  if (!/^\d{1,3}$/.test(digits)) return undefined;
  const address = Number(digits);
  return address <= HIGHEST_ADDRESS ? address : undefined;
}
