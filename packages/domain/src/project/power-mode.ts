/**
 * Source of the scheduled power, which a lamp group should draw when all its lamps are burning
 * (docs/specification/projects.md 1.4; ADR 13).
 * - single: the nameplate of a single lamp times the number of lamps, without correction;
 * - total: the power of the whole project, divided among its groups by their nameplates;
 * - fixed: the same power for every group;
 * - compared: the power of the group when all lamps were last found burning, at its nominal
 *   voltage;
 * - calculated: nameplate with ballast, corrected to the measured voltage.
 */
import { type LampNature, lampNature } from './lamp-kind.ts';

export const POWER_MODES = ['single', 'total', 'fixed', 'compared', 'calculated'] as const;

export type PowerMode = (typeof POWER_MODES)[number];

/** Modes that require a configured power. */
export const FIGURE_MODES: readonly PowerMode[] = ['total', 'fixed'];

export interface PowerBasis {
  readonly mode: PowerMode;
  readonly kind: string;
  /** Number of lamps that should burn. */
  readonly lamps: number;
  /** Nameplate power of one lamp, kW. */
  readonly lampPowerKw: number;
  /** Power of the project (total) or of each group (fixed), kW; null if not set. */
  readonly figureKw: number | null;
  /** This group's share of the project's total nameplate power. */
  readonly share: number;
  /** Power at nominal voltage; null if the lamps of the group were never all found burning. */
  readonly referenceKw: number | null;
  /** Voltage phase to neutral; null if not measured. */
  readonly voltageV: number | null;
  readonly nominalVoltageV: number;
}

export interface ScheduledPower {
  /** Power with all lamps burning, kW. */
  readonly totalKw: number;
  /** Power of one lamp, kW. */
  readonly lampKw: number;
}

/** Falls back to `calculated` if the mode lacks its configured power or its reference. */
export function scheduledPower(basis: PowerBasis): ScheduledPower {
  const { mode, lamps, lampPowerKw, figureKw, share, referenceKw } = basis;
  const whole = (totalKw: number): ScheduledPower => ({ totalKw, lampKw: totalKw / lamps });
  if (mode === 'single') return whole(lamps * lampPowerKw);
  if (mode === 'fixed' && figureKw !== null) return whole(figureKw);
  if (mode === 'total' && figureKw !== null) return whole(figureKw * share);
  const factor = voltageFactor(basis);
  if (mode === 'compared' && referenceKw !== null) return whole(referenceKw * factor);
  return whole(lamps * lampPowerKw * (1 + lampNature(basis.kind).ballast) * factor);
}

/** The measured power converted to nominal voltage; it is the reference of mode `compared`. */
export function atNominalVoltage(
  measuredKw: number,
  basis: Pick<PowerBasis, 'kind' | 'voltageV' | 'nominalVoltageV'>,
): number {
  return measuredKw / voltageFactor(basis);
}

/** Outside this range of the nominal voltage, the formula of the lamp does not apply. */
const LOWEST = 0.7;
const HIGHEST = 1.3;

function voltageFactor({
  kind,
  voltageV,
  nominalVoltageV,
}: Pick<PowerBasis, 'kind' | 'voltageV' | 'nominalVoltageV'>): number {
  const { voltageExponent }: LampNature = lampNature(kind);
  if (voltageV === null || voltageExponent === 0) return 1;
  const part = Math.min(Math.max(voltageV / nominalVoltageV, LOWEST), HIGHEST);
  return part ** voltageExponent;
}
