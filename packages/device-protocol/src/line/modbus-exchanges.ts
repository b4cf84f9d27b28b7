/** Requests in Modbus RTU with the answers that they expect. Register addresses begin at 0. */
import type { Exchange } from '@busbar/domain/line/expectation';
import {
  buildModbus,
  CRC_BYTES,
  HIGHEST_ADDRESS,
  MODBUS,
  MODBUS_HEAD,
} from '../frame/modbus/modbus-frame.ts';

const BROADCAST = 0;
const HIGHEST_UNIT = 255;
const MAX_REGISTERS = 125;
const MAX_WRITTEN = 123;
const COIL_ON = 0xff00;

/**
 * The address of a slave on a serial line, or the unit of a device behind Modbus TCP, where 0 is not
 * a broadcast.
 */
export type ModbusSlave = number | { readonly unit: number };

/** Reads `count` registers, 1 to 125. Throws a RangeError for a value outside its range. */
export function readRegisters(
  slave: ModbusSlave,
  first: number,
  count: number,
  kind: 'holding' | 'input' = 'holding',
): Exchange {
  refuseBroadcast(slave);
  check(count, 1, MAX_REGISTERS, 'number of registers');
  check(first, 0, 0x10000 - count, 'register');
  const fn = kind === 'holding' ? MODBUS.readHoldingRegisters : MODBUS.readInputRegisters;
  return exchange(slave, fn, words(first, count), new Uint8Array(), 2 * count, 1);
}

/** Reads one coil or one discrete input: bit 0 of the answer's data. */
export function readBit(slave: ModbusSlave, address: number, kind: 'coil' | 'input'): Exchange {
  refuseBroadcast(slave);
  check(address, 0, 0xffff, kind);
  const fn = kind === 'coil' ? MODBUS.readCoils : MODBUS.readDiscreteInputs;
  return exchange(slave, fn, words(address, 1), new Uint8Array(), 1, 1);
}

/** Closes (true) or opens a coil; slave 0 is a broadcast. */
export function writeCoil(slave: ModbusSlave, coil: number, isOn: boolean): Exchange {
  check(coil, 0, 0xffff, 'coil');
  const data = words(coil, isOn ? COIL_ON : 0);
  return exchange(slave, MODBUS.writeSingleCoil, data, data, data.length);
}

/**
 * Writes 1 to 123 registers; slave 0 is a broadcast. A single one uses the function for one, unless
 * `isMultiple`.
 */
export function writeRegisters(
  slave: ModbusSlave,
  first: number,
  values: readonly number[],
  isMultiple = values.length > 1,
): Exchange {
  check(values.length, 1, MAX_WRITTEN, 'number of registers');
  check(first, 0, 0x10000 - values.length, 'register');
  for (const value of values) check(value, 0, 0xffff, 'register value');
  if (!isMultiple) {
    const data = words(first, values[0]!);
    return exchange(slave, MODBUS.writeSingleRegister, data, data, data.length);
  }
  const range = words(first, values.length);
  const data = Uint8Array.of(...range, 2 * values.length, ...words(...values));
  return exchange(slave, MODBUS.writeMultipleRegisters, data, range, range.length);
}

function exchange(
  slave: ModbusSlave,
  fn: number,
  data: Uint8Array,
  prefix: Uint8Array,
  length: number,
  countBytes = 0,
): Exchange {
  const isUnit = typeof slave !== 'number';
  const address = isUnit ? slave.unit : slave;
  check(address, BROADCAST, isUnit ? HIGHEST_UNIT : HIGHEST_ADDRESS, 'slave address');
  const bytes = buildModbus(address, fn, data);
  if (address === BROADCAST && !isUnit) return { bytes, expects: null };
  const maxBytes = MODBUS_HEAD + countBytes + length + CRC_BYTES;
  return { bytes, expects: { slave: String(address), fn, prefix, length, maxBytes } };
}

function refuseBroadcast(slave: ModbusSlave): void {
  if (typeof slave === 'number') check(slave, 1, HIGHEST_ADDRESS, 'slave address');
}

const words = (...values: readonly number[]): Uint8Array =>
  Uint8Array.from(values.flatMap((value) => [value >> 8, value & 0xff]));

function check(value: number, min: number, max: number, name: string): void {
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw new RangeError(`${name} ${value} is not ${min} to ${max}`);
}
