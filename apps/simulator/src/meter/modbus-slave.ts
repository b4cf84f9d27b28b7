/** The slave side of Modbus RTU: answers to requests, by the registers that a meter has. */
import {
  buildModbus,
  EXCEPTION_BIT,
  MODBUS,
  word16,
} from '@busbar/device-protocol/frame/modbus/modbus-frame';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';

const EXCEPTION = { function: 1, address: 2, value: 3, failure: 4 } as const;
const MAX_REGISTERS = 125;
const CLOSE = 0xff00;
const OPEN = 0x0000;

/** A slave that lacks an optional part refuses its functions with exception 1. */
export interface ModbusSlave {
  /** Returns undefined if the slave has no such register for function 3 or 4. */
  readonly registerAt: (fn: number, address: number) => number | undefined;
  /** Returns false if one of the registers cannot be written. */
  readonly write?: (first: number, values: readonly number[]) => boolean;
  /** Coil 0 switches it; coil 0 and discrete input 0 show its position. */
  readonly contact?: {
    readonly closed: boolean;
    readonly move: (command: SwitchCommand) => boolean;
  };
}

/** `bytes` is a whole request; the reply has its address. */
export function answerModbus(bytes: Uint8Array, slave: ModbusSlave): Uint8Array {
  const address = bytes[0]!;
  const fn = bytes[1]!;
  const answer = act(fn, bytes.subarray(2, bytes.length - 2), slave);
  return typeof answer === 'number'
    ? buildModbus(address, fn | EXCEPTION_BIT, Uint8Array.of(answer))
    : buildModbus(address, fn, answer);
}

/** Returns the data of the reply, or the exception. */
function act(fn: number, data: Uint8Array, slave: ModbusSlave): Uint8Array | number {
  switch (fn) {
    case MODBUS.readHoldingRegisters:
    case MODBUS.readInputRegisters:
      return data.length < 4 ? EXCEPTION.value : registers(fn, data, slave);
    case MODBUS.readCoils:
    case MODBUS.readDiscreteInputs:
    case MODBUS.writeSingleCoil:
      if (slave.contact === undefined) return EXCEPTION.function;
      if (data.length < 4) return EXCEPTION.value;
      return fn === MODBUS.writeSingleCoil
        ? writeCoil(data, slave.contact)
        : readCoil(data, slave.contact);
    case MODBUS.writeSingleRegister:
    case MODBUS.writeMultipleRegisters:
      if (slave.write === undefined) return EXCEPTION.function;
      return written(fn, data, slave.write);
    default:
      return EXCEPTION.function;
  }
}

function registers(fn: number, data: Uint8Array, { registerAt }: ModbusSlave): Uint8Array | number {
  const first = word16(data, 0);
  const count = word16(data, 2);
  if (count < 1 || count > MAX_REGISTERS) return EXCEPTION.value;
  const reply = new Uint8Array(1 + 2 * count);
  reply[0] = 2 * count;
  for (let index = 0; index < count; index++) {
    const value = registerAt(fn, first + index);
    if (value === undefined) return EXCEPTION.address;
    reply[1 + 2 * index] = (value >> 8) & 0xff;
    reply[2 + 2 * index] = value & 0xff;
  }
  return reply;
}

type Contact = NonNullable<ModbusSlave['contact']>;

function readCoil(data: Uint8Array, { closed }: Contact): Uint8Array | number {
  const isFirst = word16(data, 0) === 0 && word16(data, 2) === 1;
  return isFirst ? Uint8Array.of(1, closed ? 1 : 0) : EXCEPTION.address;
}

function writeCoil(data: Uint8Array, { move }: Contact): Uint8Array | number {
  const value = word16(data, 2);
  if (word16(data, 0) !== 0) return EXCEPTION.address;
  if (value !== CLOSE && value !== OPEN) return EXCEPTION.value;
  return move(value === CLOSE ? 'close' : 'open') ? data.slice(0, 4) : EXCEPTION.failure;
}

function written(
  fn: number,
  data: Uint8Array,
  write: NonNullable<ModbusSlave['write']>,
): Uint8Array | number {
  if (data.length < 4) return EXCEPTION.value;
  const first = word16(data, 0);
  const second = word16(data, 2);
  if (fn === MODBUS.writeSingleRegister) {
    return write(first, [second]) ? data.slice(0, 4) : EXCEPTION.address;
  }
  if (second < 1 || data[4] !== 2 * second || data.length !== 5 + 2 * second) {
    return EXCEPTION.value;
  }
  const values = Array.from({ length: second }, (_, index) => word16(data, 5 + 2 * index));
  return write(first, values) ? data.slice(0, 4) : EXCEPTION.address;
}
