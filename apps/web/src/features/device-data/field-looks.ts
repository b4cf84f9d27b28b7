/** How the measured values of the specification's table (part 2, section 2) are shown. */
import type { MainField } from '../devices/api/reading-fields.ts';

interface FieldLook {
  readonly unit: string;
  readonly digits: number;
  /** Least range of an axis, so that the noise of a steady value is no mountain. */
  readonly leastRange: number;
}

const VOLTAGE: FieldLook = { unit: 'V', digits: 1, leastRange: 10 };
const CURRENT: FieldLook = { unit: 'A', digits: 2, leastRange: 1 };
const power = (unit: string): FieldLook => ({ unit, digits: 3, leastRange: 0.2 });

export const FIELD_LOOKS: Readonly<Record<MainField, FieldLook>> = {
  voltageA: VOLTAGE,
  voltageB: VOLTAGE,
  voltageC: VOLTAGE,
  currentA: CURRENT,
  currentB: CURRENT,
  currentC: CURRENT,
  activePower: power('kW'),
  reactivePower: power('kvar'),
  apparentPower: power('kVA'),
  powerFactor: { unit: '', digits: 3, leastRange: 0.1 },
  frequency: { unit: 'Hz', digits: 2, leastRange: 0.2 },
  temperature: { unit: '°C', digits: 1, leastRange: 5 },
};
