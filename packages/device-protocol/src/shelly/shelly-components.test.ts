import { describe, expect, it } from 'vitest';
import { SHELLY_EM, SHELLY_EMDATA, SHELLY_SWITCH } from '../../test/captured-messages.ts';
import { readComponents, splitChannels } from './shelly-components.ts';

const read = (status: Record<string, unknown>) => {
  const { values, output, unknown } = readComponents(status);
  const { measurement, registers, rejected } = values;
  return { measurement, registers, reasons: rejected.map(({ reason }) => reason), output, unknown };
};

describe('a status of a Shelly', () => {
  it('of a metered switch has its values in kW and kWh, and its output', () => {
    expect(read({ 'switch:0': SHELLY_SWITCH })).toEqual({
      measurement: {
        voltageA: 239.7,
        currentA: 0.188,
        activePower: 0.0257,
        frequency: 50.2,
        temperature: 68.1,
      },
      registers: { activeTotal: 0.913252, activeImport: 0.913252, activeExport: 0 },
      reasons: [],
      output: { output: true, source: 'HTTP_in', hasError: false },
      unknown: 0,
    });
  });

  it('of a three-phase meter has the values of each phase', () => {
    const { measurement, reasons, output } = read({ 'em:0': SHELLY_EM });
    expect(measurement).toEqual({
      voltageA: 236.1,
      voltageB: 236.201,
      voltageC: 236.402,
      currentA: 4.029,
      currentB: 4.027,
      currentC: 3.03,
      activePowerA: 0.9512,
      activePowerB: -0.9511,
      activePowerC: 0.7154,
      apparentPowerA: 0.9519,
      apparentPowerB: 0.9518,
      apparentPowerC: 0.7162,
      powerFactorA: 1,
      powerFactorB: 1,
      powerFactorC: 1,
      frequency: 50,
      activePower: 2.413825,
      apparentPower: 2.525779,
    });
    expect(reasons).toEqual([]);
    expect(output).toBeUndefined();
  });

  it('of its registers has consumed energy as the billed register, and returned energy', () => {
    expect(read({ 'emdata:0': SHELLY_EMDATA }).registers).toEqual({
      activeTotal: 5415.41419,
      activeImport: 5415.41419,
      activeExport: 0.0125,
    });
    expect(
      read({ 'em1data:0': { id: 0, total_act_energy: 1500, total_act_ret_energy: 2 } }).registers,
    ).toEqual({ activeTotal: 1.5, activeImport: 1.5, activeExport: 0.002 });
  });

  it('of a meter with one phase has its values', () => {
    const status = {
      id: 0,
      voltage: 230,
      current: 2,
      act_power: 460,
      aprt_power: 461,
      pf: 0.99,
      freq: 50,
    };
    const measurement = {
      voltageA: 230,
      currentA: 2,
      activePower: 0.46,
      apparentPower: 0.461,
      powerFactor: 0.99,
      frequency: 50,
    };
    expect(read({ 'em1:0': status }).measurement).toEqual(measurement);
  });

  it.each([
    ['a text as power', { apower: '25.7' }, ['wrong-type']],
    ['an infinite current', { current: Number.POSITIVE_INFINITY }, ['not-finite']],
    ['a power that no plug has', { apower: 1e12 }, ['out-of-bounds']],
    ['a power factor above one', { pf: 1.2 }, ['out-of-bounds']],
    ['a register below zero', { aenergy: { total: -1 } }, ['out-of-bounds']],
    ['a huge register', { aenergy: { total: 1e300 } }, ['out-of-bounds']],
    ['a register as text', { aenergy: { total: '1' } }, ['wrong-type']],
    ['registers as a list', { aenergy: [1, 2, 3] }, ['wrong-type']],
    ['registers as a number', { aenergy: 5 }, ['wrong-type']],
    ['a temperature as a number', { temperature: 68.1 }, ['wrong-type']],
    ['an output as text', { output: 'true' }, ['wrong-type']],
    ['an output as a number', { output: 1 }, ['wrong-type']],
    ['the id of another switch', { id: 1, apower: 3 }, ['bad-address']],
    ['a negative id', { id: -1, apower: 3 }, ['bad-address']],
    ['an id as text', { id: '0', apower: 3 }, ['bad-address']],
  ])('with %s has nothing of it, and the reason', (_, content, reasons) => {
    const result = read({ 'switch:0': { id: 0, ...content } });
    expect(result).toEqual({
      measurement: {},
      registers: {},
      reasons,
      output: undefined,
      unknown: 0,
    });
  });

  it('keeps the other values if one is wrong', () => {
    const { measurement, registers, reasons } = read({ 'switch:0': { ...SHELLY_SWITCH, pf: 7 } });
    expect(measurement.activePower).toBe(0.0257);
    expect(registers.activeTotal).toBe(0.913252);
    expect(reasons).toEqual(['out-of-bounds']);
  });

  it('reads null as not measured', () => {
    const status = { id: 0, apower: null, temperature: { tC: null }, aenergy: null };
    expect(read({ 'switch:0': status })).toMatchObject({
      measurement: {},
      registers: {},
      reasons: [],
    });
  });

  it('counts components that it does not read, and ignores other instances', () => {
    const others = { 'switch:1': SHELLY_SWITCH, 'switch:-1': SHELLY_SWITCH, sys: {}, 'em:1e3': {} };
    expect(read(others)).toEqual({
      measurement: {},
      registers: {},
      reasons: [],
      output: undefined,
      unknown: 4,
    });
    expect(read(JSON.parse('{"__proto__":{"id":0},"constructor":{}}')).unknown).toBe(2);
  });

  it('rejects a component that is no object', () => {
    for (const content of [null, 7, 'on', [SHELLY_SWITCH]]) {
      expect(read({ 'switch:0': content }).reasons).toEqual(['not-an-object']);
    }
  });
});

describe('the channels of a Shelly', () => {
  it.each<[string, Record<string, unknown>, readonly number[], number]>([
    ['of a plug', { 'switch:0': {}, sys: {}, wifi: {} }, [0], 2],
    [
      'of four outputs',
      { 'switch:0': {}, 'switch:1': {}, 'switch:2': {}, 'switch:3': {} },
      [0, 1, 2, 3],
      0,
    ],
    [
      'of a three-phase meter with an output',
      { 'em:0': {}, 'emdata:0': {}, 'switch:0': {} },
      [0],
      0,
    ],
    [
      'of two meters and an output',
      { 'em1:0': {}, 'em1data:0': {}, 'em1:1': {}, 'em1data:1': {}, 'switch:0': {} },
      [0, 1],
      0,
    ],
    ['of an add-on', { 'switch:0': {}, 'switch:100': {} }, [0, 100], 0],
    ['of a cover, which has no output', { 'cover:0': {}, 'input:0': {}, 'input:1': {} }, [], 3],
    ['of a cover beside an output', { 'cover:0': {}, 'switch:2': {} }, [2], 1],
    [
      'with a wrong number',
      { 'switch:01': {}, 'switch:-1': {}, 'switch:1e1': {}, 'switch:': {}, switch: {} },
      [],
      5,
    ],
    ['without any', { sys: {} }, [], 1],
  ])('%s have the numbers of their components', (_, status, numbers, unknown) => {
    const split = splitChannels(status);
    expect([...split.parts.keys()]).toEqual(numbers);
    expect(split.unknown).toBe(unknown);
  });

  it('have their own values, and not those of another', () => {
    const second = { ...SHELLY_SWITCH, id: 1, apower: 1500, output: true };
    const { parts } = splitChannels({ 'switch:0': SHELLY_SWITCH, 'switch:1': second });
    const { values, output, unknown } = readComponents(parts.get(1)!, 1);
    expect(values.measurement.activePower).toBe(1.5);
    expect(output?.output).toBe(true);
    expect(unknown).toBe(0);
    expect(readComponents({ 'switch:1': { id: 0, apower: 1 } }, 1).values.rejected).toMatchObject([
      { reason: 'bad-address' },
    ]);
  });
});
