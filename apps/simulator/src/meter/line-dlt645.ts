/** The meter side of DL/T 645-2007: reads of its measurements, a few writes, trip and close. */
import { readBcd, writeBcd } from '@busbar/device-protocol/frame/bcd';
import type { DataField } from '@busbar/device-protocol/frame/data-field';
import {
  DLT645,
  ERROR_BIT,
  MORE_BIT,
  REPLY_BIT,
} from '@busbar/device-protocol/frame/dlt645/dlt645-control';
import { buildDlt645, type Dlt645Frame } from '@busbar/device-protocol/frame/dlt645/dlt645-frame';
import { layoutOf } from '@busbar/device-protocol/frame/dlt645/dlt645-identifiers';
import { FACTORY_ACCESS, type LineMeter, type RelayCommand } from './line-meter.ts';
import { quantityOf } from './line-quantities.ts';

const ERROR = { other: 0x01, noSuchData: 0x02, password: 0x04 } as const;
/** Level of the password. */
const LEVEL = 0x02;
/** Length of level, password and operator code, which follow the identifier before the data. */
const CREDENTIALS = 8;
/** By the byte after the credentials. */
const RELAY_COMMANDS: Readonly<Record<number, RelayCommand>> = {
  26: 'open',
  27: 'allow-close',
  28: 'close',
};
const DEMAND_PERIOD = 0x04000103;
const DATE = 0x04000101;
const TIME = 0x04000102;
const METER_ADDRESS = 0x04000401;

/** Returns undefined if the frame addresses another meter, or all meters. */
export function answerDlt645(
  { address, control, data }: Dlt645Frame,
  own: string,
  meter: LineMeter,
  move: (command: RelayCommand) => boolean,
): Uint8Array | undefined {
  if (!own.endsWith(address.replace(/^(?:AA)+/, '')) || (control & REPLY_BIT) !== 0) {
    return undefined;
  }
  const reply = (body: Uint8Array, more = 0) => buildDlt645(own, control | REPLY_BIT | more, body);
  const done = () => reply(new Uint8Array());
  const fail = (error: number) =>
    buildDlt645(own, control | REPLY_BIT | ERROR_BIT, Uint8Array.of(error));
  switch (control) {
    case DLT645.read: {
      const identifier = identifierOf(data);
      const values = valuesOf(identifier, own, meter);
      if (values === undefined) return fail(ERROR.noSuchData);
      meter.held.sending = { identifier, values };
      const { bytes, more } = partOf(values, 0, meter);
      return reply(Uint8Array.from([...data.slice(0, 4), ...bytes]), more);
    }
    case DLT645.readFollowing: {
      const { identifier, values } = meter.held.sending ?? { identifier: -1, values: [] };
      const { bytes, more } = partOf(values, data[4] ?? 0, meter);
      const isSending = data.length === 5 && identifierOf(data) === identifier;
      if (!isSending || bytes.length === 0) return fail(ERROR.noSuchData);
      return reply(Uint8Array.from([...data.slice(0, 4), ...bytes, data[4]!]), more);
    }
    case DLT645.readAddress:
      return reply(digits(own));
    case DLT645.write:
      if (!isAuthorised(data.slice(4), meter)) return fail(ERROR.password);
      return written(data, meter) ? done() : fail(ERROR.noSuchData);
    case DLT645.tripClose: {
      if (!isAuthorised(data, meter)) return fail(ERROR.password);
      if (isOver(data.slice(CREDENTIALS + 2), meter)) return fail(ERROR.other);
      const command = RELAY_COMMANDS[data[CREDENTIALS] ?? 0];
      return command !== undefined && move(command) ? done() : fail(ERROR.other);
    }
    default:
      return fail(ERROR.other);
  }
}

/** The bytes in the frame with this number, and the bit that announces another one. */
function partOf(values: readonly number[], number: number, { frameBytes }: LineMeter) {
  const length = frameBytes ?? values.length;
  const bytes = values.slice(number * length, (number + 1) * length);
  return { bytes, more: (number + 1) * length < values.length ? MORE_BIT : 0 };
}

const identifierOf = (data: Uint8Array): number =>
  data.length < 4 ? -1 : new DataView(data.buffer, data.byteOffset).getUint32(0, true);

/** Level, password and operator, which `data` begins with. */
function isAuthorised(data: Uint8Array, { access = FACTORY_ACCESS }: LineMeter): boolean {
  if (data.length < CREDENTIALS || data[0] !== LEVEL) return false;
  if (readBcd(data, 1, 3) !== Number(access.password)) return false;
  return access.operator === undefined || readBcd(data, 4, 4) === Number(access.operator);
}

/** True if the time in a command, second first, has passed by the clock of the meter. */
function isOver(time: Uint8Array, { clock }: LineMeter): boolean {
  const [year = 0, month = 0, day = 0, , hour = 0, minute = 0, second = 0] = clock;
  const now = [year, month, day, hour, minute, second];
  const until = readBcd(time, 0, 6);
  return until === undefined || until < now.reduce((digits, pair) => digits * 100 + pair, 0);
}

function written(data: Uint8Array, { held }: LineMeter): boolean {
  const value = data.slice(4 + CREDENTIALS);
  if (identifierOf(data) !== DEMAND_PERIOD || value.length !== 1) return false;
  held.demandPeriod = (value[0]! >> 4) * 10 + (value[0]! & 0x0f);
  return true;
}

function valuesOf(identifier: number, own: string, meter: LineMeter): number[] | undefined {
  const layout = layoutOf(identifier);
  if (layout === undefined) return undefined;
  if (identifier === METER_ADDRESS) return [...digits(own)];
  const [year = 0, month = 0, day = 0, weekday = 0, ...clock] = meter.clock;
  if (identifier === DATE) return pairs([weekday, day, month, year]);
  if (identifier === TIME) return pairs(clock.toReversed());
  if (identifier === DEMAND_PERIOD) return pairs([meter.held.demandPeriod]);
  const bytes: number[] = [];
  for (const field of layout.fields) {
    const value = bytesOf(field, meter);
    // A block contains only the values that the meter has; a single value is returned whole or not
    // at all.
    if (value === undefined)
      return layout.group === undefined || bytes.length === 0 ? undefined : bytes;
    bytes.push(...value);
  }
  return bytes;
}

function bytesOf(field: DataField, meter: LineMeter): readonly number[] | undefined {
  if (field.kind === 'bits') return statusBytes(field, meter);
  if (field.kind !== 'number') return undefined;
  const value = quantityOf(field.name, field.of ?? [], meter);
  if (value === undefined) return undefined;
  return [...writeBcd(value * 10 ** field.decimals, field.bytes)];
}

/** Status word 3 contains the relay state: bit 4 for open, bit 6 for a command to open. */
function statusBytes({ of, bytes }: DataField, meter: LineMeter): number[] {
  const digits = new Array<number>(bytes).fill(0);
  const { closed, commandedOpen = !closed } = meter;
  if (of?.[0]?.n === 3) digits[0] = (closed ? 0 : 0x10) | (commandedOpen ? 0x40 : 0);
  return digits;
}

const pairs = (values: readonly number[]): number[] =>
  values.flatMap((value) => [...writeBcd(value, 1)]);

/** Encodes an address of twelve digits, low byte first. */
function digits(address: string): Uint8Array {
  return Uint8Array.from({ length: 6 }, (_, at) =>
    Number.parseInt(address.slice(10 - 2 * at, 12 - 2 * at), 16),
  );
}
