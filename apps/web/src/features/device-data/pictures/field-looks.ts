/** Display format of measured values. */
import { MEASUREMENT_FIELDS, type MeasurementField } from '@busbar/domain/device/measurement';

interface FieldLook {
  readonly unit: string;
  readonly digits: number;
  /** Minimum range of an axis, so that the noise of a steady value is not magnified. */
  readonly leastRange: number;
}

const VOLTAGE: FieldLook = { unit: 'V', digits: 1, leastRange: 10 };
const CURRENT: FieldLook = { unit: 'A', digits: 2, leastRange: 1 };
const power = (unit: string): FieldLook => ({ unit, digits: 3, leastRange: 0.2 });

const LOOKS: Readonly<Record<string, FieldLook>> = {
  V: VOLTAGE,
  A: CURRENT,
  kW: power('kW'),
  kvar: power('kvar'),
  kVA: power('kVA'),
  '': { unit: '', digits: 3, leastRange: 0.1 },
  Hz: { unit: 'Hz', digits: 2, leastRange: 0.2 },
  degC: { unit: '°C', digits: 1, leastRange: 5 },
};

export const lookOfField = (field: MeasurementField): FieldLook =>
  LOOKS[MEASUREMENT_FIELDS[field].unit]!;
