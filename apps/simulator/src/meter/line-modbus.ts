/**
 * The meter side of Modbus RTU. Input and holding registers are the same: 0 to 2 voltages (0.1 V),
 * 3 to 5 currents (0.01 A), 6 and 7 active power (W, signed), 8 and 9 forward active energy (0.01
 * kWh), 10 frequency (0.01 Hz), 11 power factor (0.001), 12 contact (1 closed); 100 to 115 are
 * writable. Coil 0 is the contact.
 */
import {
  buildModbus,
  EXCEPTION_BIT,
  MODBUS,
  word16,
} from '@busbar/device-protocol/frame/modbus/modbus-frame';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import type { LineMeter } from './line-meter.ts';

const EXCEPTION = { function: 1, address: 2, value: 3, failure: 4 } as const;
const FIRST_WRITABLE = 100;
const MAX_REGISTERS = 125;
const CLOSE = 0xff00;
const OPEN = 0x0000;

export function answerModbus(
  bytes: Uint8Array,
  meter: LineMeter,
  move: (order: SwitchCommand) => boolean,
): Uint8Array {
  const address = bytes[0]!;
  const fn = bytes[1]!;
  const data = bytes.subarray(2, bytes.length - 2);
  const answer = act(fn, data, meter, move);
  return typeof answer === 'number'
    ? buildModbus(address, fn | EXCEPTION_BIT, Uint8Array.of(answer))
    : buildModbus(address, fn, answer);
}

/** Returns the data of the reply, or the exception. */
function act(
  fn: number,
  data: Uint8Array,
  meter: LineMeter,
  move: (order: SwitchCommand) => boolean,
): Uint8Array | number {
  if (data.length < 4) return EXCEPTION.value;
  const first = word16(data, 0);
  const second = word16(data, 2);
  switch (fn) {
    case MODBUS.readCoils:
      return first === 0 && second === 1
        ? Uint8Array.of(1, meter.closed ? 1 : 0)
        : EXCEPTION.address;
    case MODBUS.readHoldingRegisters:
    case MODBUS.readInputRegisters:
      return registers(first, second, meter);
    case MODBUS.writeSingleCoil:
      if (first !== 0) return EXCEPTION.address;
      if (second !== CLOSE && second !== OPEN) return EXCEPTION.value;
      return move(second === CLOSE ? 'close' : 'open') ? data.slice(0, 4) : EXCEPTION.failure;
    case MODBUS.writeSingleRegister:
      return hold(first, [second], meter) ? data.slice(0, 4) : EXCEPTION.address;
    case MODBUS.writeMultipleRegisters: {
      if (second < 1 || data[4] !== 2 * second || data.length !== 5 + 2 * second) {
        return EXCEPTION.value;
      }
      const values = Array.from({ length: second }, (_, index) => word16(data, 5 + 2 * index));
      return hold(first, values, meter) ? data.slice(0, 4) : EXCEPTION.address;
    }
    default:
      return EXCEPTION.function;
  }
}

function registers(first: number, count: number, meter: LineMeter): Uint8Array | number {
  if (count < 1 || count > MAX_REGISTERS) return EXCEPTION.value;
  const measured = measuredRegisters(meter);
  const reply = new Uint8Array(1 + 2 * count);
  reply[0] = 2 * count;
  for (let index = 0; index < count; index++) {
    const at = first + index;
    const value = measured[at] ?? meter.held.registers[at - FIRST_WRITABLE];
    if (value === undefined) return EXCEPTION.address;
    reply[1 + 2 * index] = (value >> 8) & 0xff;
    reply[2 + 2 * index] = value & 0xff;
  }
  return reply;
}

function hold(first: number, values: readonly number[], { held }: LineMeter): boolean {
  const from = first - FIRST_WRITABLE;
  if (from < 0 || from + values.length > held.registers.length) return false;
  held.registers.set(values, from);
  return true;
}

function measuredRegisters({ measurement: m, registers: r, closed }: LineMeter): number[] {
  const times = (value: number | undefined, factor: number) => Math.round((value ?? 0) * factor);
  const pair = (value: number) => [(value >>> 16) & 0xffff, value & 0xffff];
  return [
    ...[m.voltageA, m.voltageB, m.voltageC].map((volts) => times(volts, 10)),
    ...[m.currentA, m.currentB, m.currentC].map((amperes) => times(amperes, 100)),
    ...pair(times(m.activePower, 1000)),
    ...pair(times(r.activeImport, 100)),
    times(m.frequency, 100),
    times(m.powerFactor, 1000) & 0xffff,
    closed ? 1 : 0,
  ];
}
