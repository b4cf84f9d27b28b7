/** Requests of the platform to the meter on the line, and the meter's answers cut by the platform. */

import { readBcd } from '@busbar/device-protocol/frame/bcd';
import { hexOf, readHex } from '@busbar/device-protocol/frame/hex';
import {
  addressIn,
  broadcastClock,
  readAddress,
  readData,
  valueIn,
} from '@busbar/device-protocol/line/dlt645-exchanges';
import { DLT645_FORMAT } from '@busbar/device-protocol/line/dlt645-format';
import {
  isCarriedOut,
  type MeterCommand,
  readRelay,
  relayIn,
  switchRelay,
} from '@busbar/device-protocol/line/dlt645-switch';
import { FrameCutter } from '@busbar/device-protocol/line/frame-cutter';
import {
  readRegisters,
  writeCoil,
  writeRegisters,
} from '@busbar/device-protocol/line/modbus-exchanges';
import { MODBUS_FORMAT } from '@busbar/device-protocol/line/modbus-format';
import { type Exchange, isAnswer } from '@busbar/domain/line/expectation';
import type { LineFrame } from '@busbar/domain/line/line-frame';
import { describe, expect, it } from 'vitest';
import { answerOnLine } from './line.ts';
import { LineMemory } from './line-meter.ts';

const CODE = 'DEMO-BRK-0007';
const ADDRESS = '000000000007';
const UNTIL = { year: 2026, month: 11, day: 29, hour: 7, minute: 0, second: 0 };
const CREDENTIALS = { level: 2, password: '000000', operator: '00000001' };

function createMeter() {
  const meter = {
    measurement: { voltageA: 230.2, activePower: 1.5, frequency: 50 },
    registers: { activeImport: 123_456.78 },
    closed: true,
    clock: [26, 11, 29, 0, 7, 0, 0],
    held: new LineMemory(),
  };
  return (exchange: Exchange): LineFrame | undefined => {
    const text = answerOnLine(hexOf(exchange.bytes), CODE, meter, (command) => {
      meter.closed = command === 'close';
      return true;
    });
    if (text === undefined) return undefined;
    const hex = readHex(text);
    if (!hex.ok) throw new Error(hex.problem.key);
    const format = hex.bytes[0] === 0x68 ? DLT645_FORMAT : MODBUS_FORMAT;
    const cutter = new FrameCutter({ format, heartbeat: new Uint8Array(), gapMs: 500 });
    const frames = cutter.receive(hex.bytes, 0);
    expect(frames).toHaveLength(1);
    expect(isAnswer(frames[0]!, exchange.expects!)).toBe(true);
    return frames[0]!;
  };
}

describe('DL/T 645 meter', () => {
  it('returns its address and its values', () => {
    const request = createMeter();
    expect(addressIn(request(readAddress())!)).toBe(ADDRESS);
    const volts = request(readData(ADDRESS, 0x02010100, 2))!;
    expect(readBcd(valueIn(volts), 0, 2)).toBe(2_302);
    const energy = request(readData(ADDRESS, 0x00010000, 4))!;
    expect(readBcd(valueIn(energy), 0, 4)).toBe(12_345_678);
    expect(request(readData(ADDRESS, 0x12345678))!.refusal).toBe('no-such-data');
    expect(request(readData('8', 0x00010000))).toBeUndefined();
    expect(request(broadcastClock(UNTIL))).toBeUndefined();
  });

  it.each<[MeterCommand, boolean]>([
    ['open', false],
    ['close', true],
  ])('carries out %s, which its state word shows', (command, isClosed) => {
    const request = createMeter();
    if (isClosed) request(switchRelay(ADDRESS, 'open', CREDENTIALS, UNTIL));
    expect(isCarriedOut(command, relayIn(request(readRelay(ADDRESS))!))).toBe(false);
    const answer = request(switchRelay(ADDRESS, command, CREDENTIALS, UNTIL))!;
    expect(answer.refusal).toBeUndefined();
    const state = relayIn(request(readRelay(ADDRESS))!);
    expect(state.isClosed).toBe(isClosed);
    expect(isCarriedOut(command, state)).toBe(true);
  });

  it.each([
    ['its last second', UNTIL, undefined],
    ['the next year', { ...UNTIL, year: 2027, month: 1, day: 1 }, undefined],
    ['the second before', { ...UNTIL, hour: 6, minute: 59, second: 59 }, 'other'],
    ['the day before', { ...UNTIL, day: 28, hour: 23 }, 'other'],
  ])('obeys a command until it is over by the clock of the meter: %s', (_, until, refusal) => {
    const answer = createMeter()(switchRelay(ADDRESS, 'open', CREDENTIALS, until))!;
    expect(answer.refusal).toBe(refusal);
  });

  it('refuses a wrong password', () => {
    const credentials = { ...CREDENTIALS, password: '111111' };
    const answer = createMeter()(switchRelay(ADDRESS, 'open', credentials, UNTIL))!;
    expect(answer.refusal).toBe('not-authorised');
  });
});

describe('Modbus meter', () => {
  it('returns registers, stores them, and switches its coil', () => {
    const request = createMeter();
    expect(request(readRegisters(7, 0, 1))!.data).toEqual(Uint8Array.of(0x08, 0xfe));
    request(writeRegisters(7, 100, [1, 2]));
    request(writeRegisters(7, 102, [3]));
    expect(request(readRegisters(7, 100, 3))!.data).toEqual(Uint8Array.of(0, 1, 0, 2, 0, 3));
    request(writeCoil(7, 0, false));
    expect(request(readRegisters(7, 12, 1))!.data).toEqual(Uint8Array.of(0, 0));
    expect(request(readRegisters(7, 1_000, 1))!.refusal).toBe('no-such-data');
  });
});
