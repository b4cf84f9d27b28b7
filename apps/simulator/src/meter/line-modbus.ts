/**
 * The registers of the meter on the line behind a device. Input and holding registers are the same:
 * 0 to 2 voltages (0.1 V), 3 to 5 currents (0.01 A), 6 and 7 active power (W, signed), 8 and 9
 * forward active energy (0.01 kWh), 10 frequency (0.01 Hz), 11 power factor (0.001), 12 contact (1
 * closed); 100 to 115 are writable. Coil 0 is the contact.
 */
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import type { LineMeter } from './line-meter.ts';
import type { ModbusSlave } from './modbus-slave.ts';

const FIRST_WRITABLE = 100;

export function slaveOf(meter: LineMeter, move: (command: SwitchCommand) => boolean): ModbusSlave {
  const measured = measuredRegisters(meter);
  const { registers } = meter.held;
  return {
    registerAt: (_fn, address) => measured[address] ?? registers[address - FIRST_WRITABLE],
    write(first, values) {
      const from = first - FIRST_WRITABLE;
      if (from < 0 || from + values.length > registers.length) return false;
      registers.set(values, from);
      return true;
    },
    contact: { closed: meter.closed, move },
  };
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
