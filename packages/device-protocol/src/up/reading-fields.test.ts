import { MEASUREMENT_WIRE_NAMES, REGISTER_WIRE_NAMES } from '@busbar/domain/device/wire-names';
import { describe, expect, it } from 'vitest';
import { FIELD_OF_WIRE_NAME } from './reading-fields.ts';

/** The field lists of docs/specification/readings.md 2.1 and 3. */
const MEASUREMENT_RECORD =
  'volPa volPb volPc volLa volLb volLc curA curB curC insP insPa insPb insPc insQ insQa insQb ' +
  'insQc insS insSa insSb insSc pwrF pwrFa pwrFb pwrFc freq t';
const ENERGY = ['eqT', 'eqI', 'eqEx', 'epT', 'epI', 'epEx'];

describe('reading fields', () => {
  it('match the measurement record of the specification', () => {
    expect(Object.values(MEASUREMENT_WIRE_NAMES)).toEqual(MEASUREMENT_RECORD.split(' '));
  });

  it('match the energy values of the specification, with four tariff variants', () => {
    const wanted = ENERGY.flatMap((name) => ['', '1', '2', '3', '4'].map((band) => name + band));
    expect(Object.values(REGISTER_WIRE_NAMES).toSorted()).toEqual(wanted.toSorted());
  });

  it('each map to one domain field', () => {
    expect(FIELD_OF_WIRE_NAME.size).toBe(57);
    for (const [field, wire] of Object.entries({
      ...MEASUREMENT_WIRE_NAMES,
      ...REGISTER_WIRE_NAMES,
    })) {
      expect(FIELD_OF_WIRE_NAME.get(wire)?.field).toBe(field);
    }
  });
});
