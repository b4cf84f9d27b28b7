import { describe, expect, it } from 'vitest';
import { ZIGBEE_BREAKER, ZIGBEE_BUTTON, ZIGBEE_PLUG } from '../../test/captured-messages.ts';
import { definitionOfExposes, relevantExposes } from './zigbee-exposes.ts';

const numeric = (name: string, unit: string, more: object = {}) => ({
  type: 'numeric',
  name,
  property: name,
  access: 1,
  unit,
  ...more,
});
const outlet = (more: object = {}, of: object = {}) => ({
  type: 'switch',
  features: [
    { name: 'state', property: 'state', access: 7, value_on: 'ON', value_off: 'OFF', ...more },
  ],
  ...of,
});
const fieldsOf = (...exposes: readonly unknown[]) => {
  const definition = definitionOfExposes(exposes);
  return (
    definition && {
      ...Object.fromEntries(
        definition.measured.map((one) => [one.field, [one.property, one.places]]),
      ),
      ...Object.fromEntries(
        definition.counted.map((one) => [one.register, [one.property, one.places]]),
      ),
    }
  );
};

describe('the description of a Zigbee device', () => {
  it('names the values and the switch of a plug', () => {
    expect(definitionOfExposes(ZIGBEE_PLUG.definition.exposes)).toEqual({
      output: { property: 'state', isReadable: true },
      measured: [{ property: 'power', places: -3, field: 'activePower' }],
      counted: [{ property: 'energy', places: 0, register: 'activeTotal' }],
    });
  });

  it('names no threshold of a breaker, whose unit is that of a value', () => {
    expect(fieldsOf(...ZIGBEE_BREAKER.definition.exposes)).toEqual({
      voltageA: ['voltage', 0],
      currentA: ['current', 0],
      activePower: ['power', -3],
      activeTotal: ['energy', 0],
    });
  });

  it('names nothing of a device with a battery, whose voltage is that of the battery', () => {
    expect(definitionOfExposes(ZIGBEE_BUTTON.definition.exposes)).toBeUndefined();
  });

  it('is the same with only the relevant part of it', () => {
    for (const { definition } of [ZIGBEE_PLUG, ZIGBEE_BREAKER]) {
      const relevant = relevantExposes(definition.exposes);
      expect(definitionOfExposes(relevant)).toEqual(definitionOfExposes(definition.exposes));
      expect(JSON.stringify(relevant)).not.toContain('threshold');
    }
  });

  it.each([
    ['voltage', 'mV', 'voltageA', -3],
    ['voltage', 'kV', 'voltageA', 3],
    ['current', 'mA', 'currentA', -3],
    ['power', 'kW', 'activePower', 0],
    ['power', 'mW', 'activePower', -6],
    ['power_apparent', 'VA', 'apparentPower', -3],
    ['power_reactive', 'VAR', 'reactivePower', -3],
    ['power_factor', '', 'powerFactor', 0],
    ['power_factor', '%', 'powerFactor', -2],
    ['ac_frequency', 'Hz', 'frequency', 0],
    ['energy', 'Wh', 'activeTotal', -3],
    ['energy', 'MWh', 'activeTotal', 3],
    ['produced_energy', 'kWh', 'activeExport', 0],
  ])('has %s in %j as %s, shifted by %d places', (name, unit, field, places) => {
    expect(fieldsOf(numeric(name, unit))).toEqual({ [field]: [name, places] });
  });

  it.each([
    ['another unit', numeric('power', 'hp')],
    ['no unit', { ...numeric('energy', 'kWh'), unit: undefined }],
    ['a text as value', { ...numeric('power', 'W'), type: 'text' }],
    ['a value that is only set', numeric('power', 'W', { access: 2 })],
    ['a temperature alone', numeric('device_temperature', '°C')],
    ['a lamp', { ...outlet(), type: 'light' }],
    ['a lock', { ...outlet(), type: 'lock' }],
    ['other words for its positions', outlet({ value_on: 'OPEN' })],
    ['a position that cannot be set', outlet({ access: 5 })],
    ['a position that is not published', outlet({ access: 2 })],
    ['no features', { type: 'switch' }],
    ['nothing', null],
  ])('with %s describes nothing', (_, exposed) => {
    expect(definitionOfExposes([exposed])).toBeUndefined();
  });

  it('states if the position can be requested', () => {
    expect(definitionOfExposes([outlet({ access: 3 })])?.output).toEqual({
      property: 'state',
      isReadable: false,
    });
  });

  it('has the phases of a meter with a total', () => {
    expect(
      fieldsOf(
        numeric('power', 'W'),
        ...['a', 'b', 'c'].flatMap((phase) => [
          numeric(`voltage_${phase}`, 'V'),
          numeric(`power_${phase}`, 'W'),
        ]),
      ),
    ).toEqual({
      voltageA: ['voltage_a', 0],
      voltageB: ['voltage_b', 0],
      voltageC: ['voltage_c', 0],
      activePowerA: ['power_a', -3],
      activePowerB: ['power_b', -3],
      activePowerC: ['power_c', -3],
      activePower: ['power', -3],
    });
  });

  it('has the property without a phase as phase A beside those of B and C', () => {
    expect(
      fieldsOf(
        numeric('power', 'W'),
        numeric('power_phase_b', 'W'),
        numeric('power_phase_c', 'W'),
        numeric('current', 'A'),
        numeric('current_phase_b', 'A'),
      ),
    ).toEqual({
      currentA: ['current', 0],
      currentB: ['current_phase_b', 0],
      activePowerA: ['power', -3],
      activePowerB: ['power_phase_b', -3],
      activePowerC: ['power_phase_c', -3],
    });
  });

  it('has the first channel of several, and the values of the whole device', () => {
    const channel = (endpoint: string) => [
      outlet({ property: `state_${endpoint}`, endpoint }, { endpoint }),
      numeric('power', 'W', { property: `power_${endpoint}`, endpoint }),
    ];
    const exposes = [...channel('l1'), ...channel('l2'), numeric('energy', 'kWh')];
    expect(definitionOfExposes(exposes)?.output?.property).toBe('state_l1');
    expect(fieldsOf(...exposes)).toEqual({
      activePower: ['power_l1', -3],
      activeTotal: ['energy', 0],
    });
  });

  it('is stored without texts that a database rejects', () => {
    const hostile = numeric('power', 'W', { property: 'a\u0000b', unit: 'x'.repeat(101) });
    expect(relevantExposes([hostile, 7, null, { name: 'linkquality' }])).toEqual([
      { type: 'numeric', name: 'power', access: 1 },
    ]);
  });
});
