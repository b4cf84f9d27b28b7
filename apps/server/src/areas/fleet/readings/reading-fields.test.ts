import { MEASUREMENT_ORDER, REGISTER_ORDER } from '@busbar/domain/device/measurement';
import { describe, expect, it } from 'vitest';
import { energyRegisterColumns, measurementColumns } from '../../../storage/reading-columns.ts';
import { measurementColumnOf, registerColumnOf } from './reading-fields.ts';

/**
 * Returns the column name without its unit: `voltageA` is stored in `voltage_a_v`, the field name
 * in snake case plus the unit.
 */
const columnOf = (field: string) =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const withoutUnit = (column: string) => column.replace(/_(v|a|kw|kvar|kva|hz|c|kwh|kvarh)$/, '');

describe('mapping of reading fields to columns', () => {
  it('has one column for each field, in the same order', () => {
    expect(MEASUREMENT_ORDER).toHaveLength(measurementColumns.length);
    for (const field of MEASUREMENT_ORDER) {
      const column = measurementColumnOf(field);
      expect(column).toMatch(new RegExp(`^${columnOf(field)}(_(v|a|kw|kvar|kva|hz|c))?$`));
    }
    expect(REGISTER_ORDER).toHaveLength(energyRegisterColumns.length);
    for (const field of REGISTER_ORDER) {
      expect(withoutUnit(registerColumnOf(field))).toBe(columnOf(field));
    }
  });
});
