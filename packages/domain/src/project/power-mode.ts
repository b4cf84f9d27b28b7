/**
 * Where the power comes from that a lamp group should draw when all its lamps burn: the scheduled
 * power (docs/specification/projects.md 1.4; ADR 13).
 * - single: the nameplate of the single lamp times the lamps, nothing corrected;
 * - total: the figure of the whole project, divided among its groups by their nameplates;
 * - fixed: the same figure for every group;
 * - compared: what the group itself drew when it was last found whole, at its nominal voltage;
 * - calculated: nameplate with ballast, corrected to the voltage that is measured.
 */
import { type LampNature, lampNature } from './lamp-kind.ts';

export const POWER_MODES = ['single', 'total', 'fixed', 'compared', 'calculated'] as const;

export type PowerMode = (typeof POWER_MODES)[number];

/** Modes that mean nothing without a figure. */
export const FIGURE_MODES: readonly PowerMode[] = ['total', 'fixed'];

export interface PowerBasis {
  readonly mode: PowerMode;
  readonly kind: string;
  /** Lamps that should burn. */
  readonly lamps: number;
  /** Nameplate of one, kW. */
  readonly lampPowerKw: number;
  /** Of the project (total) or of each group (fixed), kW; null: none is set. */
  readonly figureKw: number | null;
  /** Of the nameplates of the project, the part that is this group's. */
  readonly share: number;
  /** At nominal voltage; null: never found whole yet. */
  readonly referenceKw: number | null;
  /** Phase to neutral; null: not measured. */
  readonly voltageV: number | null;
  readonly nominalVoltageV: number;
}

export interface ScheduledPower {
  /** With all lamps burning, kW. */
  readonly totalKw: number;
  /** What one lamp counts for, kW. */
  readonly lampKw: number;
}

/** Without what its mode needs (a figure, a reference) it is calculated. */
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

/** The measured power as it were at nominal voltage: what mode `compared` remembers. */
export function atNominalVoltage(
  measuredKw: number,
  basis: Pick<PowerBasis, 'kind' | 'voltageV' | 'nominalVoltageV'>,
): number {
  return measuredKw / voltageFactor(basis);
}

/** Beyond these parts of the nominal voltage the law of the lamp does not hold. */
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
