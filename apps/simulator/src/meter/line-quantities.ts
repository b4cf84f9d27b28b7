/** Maps a quantity's name in a frame to the meter's value; undefined if the meter lacks it. */
import type { Qualified } from '@busbar/device-protocol/frame/byte-row';
import type { FrameName } from '@busbar/device-protocol/frame/names/frame-names';
import type { Qualifier } from '@busbar/device-protocol/frame/qualifiers';
import type { EnergyRegisterField, MeasurementField } from '@busbar/domain/device/measurement';
import type { LineMeter } from './line-meter.ts';

type Phase = 'total' | 'A' | 'B' | 'C';

const PHASES: Partial<Record<Qualifier, Phase>> = {
  total: 'total',
  'phase-a': 'A',
  'phase-b': 'B',
  'phase-c': 'C',
};

const BANDS: Partial<Record<Qualifier, '' | 'Sharp' | 'Peak' | 'OffPeak' | 'Valley'>> = {
  total: '',
  sharp: 'Sharp',
  peak: 'Peak',
  flat: 'OffPeak',
  valley: 'Valley',
};

/** The field of a phase is the name plus its letter; the field of a total is the name alone. */
const MEASURED: Partial<Record<FrameName, string>> = {
  voltage: 'voltage',
  current: 'current',
  'active-power': 'activePower',
  'reactive-power': 'reactivePower',
  'apparent-power': 'apparentPower',
  'power-factor': 'powerFactor',
};

const ENERGIES: Partial<Record<FrameName, string>> = {
  'energy-active-combined': 'activeTotal',
  'energy-active-forward': 'activeImport',
  'energy-active-reverse': 'activeExport',
  'energy-reactive-1': 'reactiveImport',
  'energy-reactive-2': 'reactiveExport',
};

export function quantityOf(
  name: FrameName,
  of: readonly Qualified[],
  { measurement, registers }: LineMeter,
): number | undefined {
  const [first, second] = of;
  if (name === 'frequency') return measurement.frequency;
  if (name === 'temperature') return measurement.temperature;
  // The meter does not store values frozen on settlement days.
  if (first === undefined || second !== undefined) return undefined;
  const energy = ENERGIES[name];
  if (energy !== undefined) {
    const band = BANDS[first.key];
    return band === undefined ? undefined : registers[`${energy}${band}` as EnergyRegisterField];
  }
  const phase = PHASES[first.key];
  const measured = MEASURED[name];
  if (phase === undefined || measured === undefined) return undefined;
  return measurement[`${measured}${phase === 'total' ? '' : phase}` as MeasurementField];
}
