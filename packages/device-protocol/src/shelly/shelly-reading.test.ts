import { measurementOf } from '@busbar/domain/device/measured-values';
import { describe, expect, it } from 'vitest';
import { SHELLY_SWITCH } from '../../test/captured-messages.ts';
import { readComponents } from './shelly-components.ts';
import { overlayMeasurement, readingOfShelly } from './shelly-reading.ts';

const AT = 1656519645480;

describe('a reading from a partial notification', () => {
  const whole = overlayMeasurement({}, readComponents({ 'switch:0': SHELLY_SWITCH }));
  const reading = (status: Record<string, unknown>, hasRegisters = true) => {
    const read = readComponents(status);
    const known = overlayMeasurement(whole, read);
    return readingOfShelly(known, read, { deviceTime: AT, hasRegisters });
  };

  it('has the new values, and those that have not changed', () => {
    const { measured, deviceTime, registers } = reading({ 'switch:0': { id: 0, apower: 8.9 } })!;
    expect(measurementOf(measured!)).toEqual({ ...whole, activePower: 0.0089 });
    expect(deviceTime).toBe(AT);
    expect(registers).toBeUndefined();
  });

  it('has only registers that are in it, and then no values of an earlier time', () => {
    const status = { 'switch:0': { id: 0, aenergy: { total: 914 } } };
    expect(reading(status)).toEqual({
      address: undefined,
      deviceTime: AT,
      measured: undefined,
      registers: { activeTotal: 0.914, activeImport: 0.914 },
    });
    expect(reading(status, false)).toBeUndefined();
  });

  it.each([
    ['an output', { 'switch:0': { id: 0, output: false, source: 'button' } }],
    ['the network', { wifi: { rssi: -60 } }],
    ['a value that is rejected', { 'switch:0': { id: 0, apower: 'much' } }],
  ])('does not exist if it only has %s', (_, status) => {
    expect(reading(status)).toBeUndefined();
  });

  it('never has a value that was rejected', () => {
    const read = readComponents({ 'switch:0': { id: 0, apower: 1e12, voltage: 231 } });
    expect(overlayMeasurement(whole, read)).toEqual({ ...whole, voltageA: 231 });
  });
});
