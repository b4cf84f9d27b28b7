import { describe, expect, it } from 'vitest';
import { TASMOTA_SENSOR, TASMOTA_THREE_PHASES } from '../../test/captured-messages.ts';
import {
  countsEachRelay,
  hasSeveralPowers,
  hasShutter,
  readSensorsOfRelays,
} from './tasmota-relay-energy.ts';

const read = (ENERGY: unknown, relays: number) =>
  readSensorsOfRelays({ ENERGY }, relays)?.map(({ measurement, registers, rejected }) => ({
    measurement,
    registers,
    reasons: rejected.map(({ reason }) => reason),
  }));
const TWO = { Power: [100, 40], Current: [0.5, 0.2], Voltage: 230, Frequency: 50 };

describe('the energy monitor of several relays', () => {
  it('has the values of each relay, and those that they share', () => {
    expect(read({ ...TWO, Total: [5.5, 2.25] }, 2)).toEqual([
      {
        measurement: { activePower: 0.1, currentA: 0.5, voltageA: 230, frequency: 50 },
        registers: { activeTotal: 5.5 },
        reasons: [],
      },
      {
        measurement: { activePower: 0.04, currentA: 0.2, voltageA: 230, frequency: 50 },
        registers: { activeTotal: 2.25 },
        reasons: [],
      },
    ]);
  });

  it('has a single register, which counts the whole device, for the first relay only', () => {
    const found = read({ ...TWO, Total: 7.75, Factor: 0.9 }, 2);
    expect(found?.map(({ registers }) => registers)).toEqual([{ activeTotal: 7.75 }, {}]);
    expect(found?.[1]?.measurement).not.toHaveProperty('powerFactor');
  });

  it('may have four relays, which no device has phases for', () => {
    expect(read({ Power: [1, 2, 3, 4] }, 4)?.map(({ reasons }) => reasons)).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });

  it.each<[string, unknown, number]>([
    ['one relay, whose powers are those of phases', TASMOTA_THREE_PHASES.ENERGY, 1],
    ['no relay', TASMOTA_THREE_PHASES.ENERGY, 0],
    ['another number of relays', TASMOTA_THREE_PHASES.ENERGY, 4],
    ['one power', TASMOTA_SENSOR.ENERGY, 2],
    ['no power', { Total: [1, 2] }, 2],
    ['no object', [1, 2], 2],
  ])('is not that of each relay with %s', (_, energy, relays) => {
    expect(read(energy, relays)).toBeUndefined();
  });

  it('has a wrong value of one relay rejected, and those of the others read', () => {
    expect(read({ Power: [[1, 2], 40], Total: [1, -1], Current: [1, 2, 3] }, 2)).toEqual([
      { measurement: {}, registers: { activeTotal: 1 }, reasons: ['wrong-type'] },
      { measurement: { activePower: 0.04 }, registers: {}, reasons: ['out-of-bounds'] },
    ]);
  });

  it.each([
    [TASMOTA_THREE_PHASES, true],
    [{ StatusSNS: TASMOTA_THREE_PHASES }, true],
    [TASMOTA_SENSOR, false],
    [{ ENERGY: { Power: [1] } }, false],
    [{}, false],
  ])('has several powers in %j: %s', (message, is) => {
    expect(hasSeveralPowers(message)).toBe(is);
  });
});

describe('a register', () => {
  it.each([
    [{ Total: [5.5, 2.25] }, true],
    [{ ImportActive: [1, 2] }, true],
    [{ Total: 7.75, Power: [1, 2] }, false],
    [{ Power: [1, 2] }, false],
  ])('counts each relay in %j: %s', (ENERGY, is) => {
    expect(countsEachRelay({ ENERGY })).toBe(is);
    expect(countsEachRelay({ StatusSNS: { ENERGY } })).toBe(is);
  });
});

describe('a shutter', () => {
  it.each([
    [{ Shutter1: { Position: 0 } }, true],
    [{ StatusSNS: { Shutter2: { Position: 0 } } }, true],
    [{ 'SHUTTER-1': { position: 0 } }, true],
    [{ ShutterMode: 1 }, false],
    [{ ENERGY: {} }, false],
    [{}, false],
  ])('is named by %j: %s', (message, is) => {
    expect(hasShutter(message)).toBe(is);
  });
});
