/** Converts a measurement for the phasor diagram, with angles in the electrical convention. */
import type { Measurement } from '@busbar/domain/device/measurement';
import { roundTo } from '@busbar/domain/formats/number-format';
import { PHASES, type Phasor, type PhasorReading } from '../../../charts/phasor/phasor-geometry.ts';

type Family =
  | 'voltage'
  | 'lineVoltage'
  | 'current'
  | 'activePower'
  | 'reactivePower'
  | 'powerFactor';

function perPhase(values: Measurement, family: Family) {
  return Object.fromEntries(
    PHASES.flatMap((phase) => {
      const value = values[`${family}${phase}`];
      return value === undefined ? [] : [[phase, value]];
    }),
  );
}

export function toPhasorReading(values: Measurement): PhasorReading {
  return {
    voltage: perPhase(values, 'voltage'),
    lineVoltage: perPhase(values, 'lineVoltage'),
    current: perPhase(values, 'current'),
    activePower: perPhase(values, 'activePower'),
    reactivePower: perPhase(values, 'reactivePower'),
    powerFactor: perPhase(values, 'powerFactor'),
  };
}

/** Volts have one decimal, amperes two. */
export const digitsOf = ({ kind }: Phasor) => (kind === 'voltage' ? 1 : 2);

export const unitOf = ({ kind }: Phasor) => (kind === 'voltage' ? 'V' : 'A');

/** Degrees between -180 and 180, one decimal. */
export function angleOf({ angle }: Phasor): number {
  const turned = ((((angle + 180) % 360) + 360) % 360) - 180;
  return roundTo(turned, 1) + 0;
}
