import { describe, expect, it } from 'vitest';
import { TASMOTA_SENSOR, TASMOTA_THREE_PHASES } from '../../test/captured-messages.ts';
import { readSensors } from './tasmota-energy.ts';

const read = (message: Record<string, unknown>) => {
  const values = readSensors(message);
  return (
    values && {
      measurement: values.measurement,
      registers: values.registers,
      reasons: values.rejected.map(({ reason }) => reason),
    }
  );
};
const energy = (ENERGY: unknown) => read({ Time: '2018-02-15T17:37:10', ENERGY });

describe('the sensors of a Tasmota device', () => {
  const single = {
    measurement: {
      activePower: 2.635,
      apparentPower: 2.65,
      reactivePower: 0.282,
      powerFactor: 0.99,
      voltageA: 227,
      currentA: 11.661,
    },
    registers: { activeTotal: 6.294 },
    reasons: [],
  };

  it('have the values of its energy monitor', () => {
    expect(read(TASMOTA_SENSOR)).toEqual(single);
  });

  it('have the same values when they were requested', () => {
    expect(read({ StatusSNS: TASMOTA_SENSOR })).toEqual(single);
  });

  it('have the values of three phases, and the sum of the powers', () => {
    expect(read(TASMOTA_THREE_PHASES)).toEqual({
      measurement: {
        voltageA: 229.1,
        voltageB: 230.4,
        voltageC: 231.2,
        currentA: 0.76,
        currentB: 0.05,
        currentC: 0.31,
        activePowerA: -0.172594,
        activePowerB: -0.008608,
        activePowerC: -0.070458,
        activePower: -0.25166,
        frequency: 50.01,
      },
      registers: { activeTotal: 101.5, activeExport: 3.875 },
      reasons: [],
    });
  });

  it('add registers of phases exactly, and never without one of them', () => {
    expect(energy({ Total: [0.1, 0.2, 0.3] })?.registers).toEqual({ activeTotal: 0.6 });
    expect(energy({ Total: [0.1, null, 0.3] })).toMatchObject({
      registers: {},
      reasons: ['wrong-type'],
    });
    expect(energy({ Total: [1, -1, 3] })).toMatchObject({ registers: {}, reasons: ['wrong-type'] });
  });

  it('have no total power without one of the phases', () => {
    expect(energy({ Power: [1000, null, 2000] })).toEqual({
      measurement: { activePowerA: 1, activePowerC: 2 },
      registers: {},
      reasons: [],
    });
  });

  it('are absent without an energy monitor', () => {
    expect(read({ Time: '2018-02-15T17:37:10', ANALOG: { A0: 3 } })).toBeUndefined();
  });

  it.each([
    ['a text as power', { Power: '2635' }, ['wrong-type']],
    ['a power that no device has', { Power: 1e12 }, ['out-of-bounds']],
    [
      'an infinite power of a phase',
      { Power: [Number.POSITIVE_INFINITY, 'x', {}] },
      ['not-finite', 'wrong-type', 'wrong-type'],
    ],
    ['no phases', { Power: [] }, ['too-many']],
    ['four phases', { Power: [1, 2, 3, 4] }, ['too-many']],
    ['registers of four phases', { Total: [1, 2, 3, 4] }, ['too-many']],
    ['a register below zero', { Total: -1 }, ['out-of-bounds']],
    ['a register as text', { Total: '6.294' }, ['wrong-type']],
    ['a register that is too large', { Total: 1e300 }, ['out-of-bounds']],
    ['registers of phases that are too large', { Total: [1e300, 1e300] }, ['out-of-bounds']],
    ['a power factor above one', { Factor: 1.1 }, ['out-of-bounds']],
  ])('with %s have nothing of it, and the reason', (_, content, reasons) => {
    expect(energy(content)).toEqual({ measurement: {}, registers: {}, reasons });
  });

  it.each([[null], [7], ['x'], [[1]]])('%j are rejected as an energy monitor', (content) => {
    expect(energy(content)).toMatchObject({ reasons: ['not-an-object'] });
  });
});
