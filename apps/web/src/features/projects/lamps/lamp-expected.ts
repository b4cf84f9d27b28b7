/** Expected power and detectability of failures, computed from the draft of a lamp group. */
import { isOneLampHidden } from '@busbar/domain/project/lamp-group';
import { kwOfWatts } from '@busbar/domain/project/lamp-watts';
import { scheduledPower } from '@busbar/domain/project/power-mode';
import type { LampDraft } from './lamp-draft.ts';

export interface LampFigures {
  /** Sum of the rated lamp powers, kW. */
  readonly installedKw: number;
  /** Expected meter value with all lamps burning at nominal voltage, ballasts included, kW. */
  readonly expectedKw: number;
  /** Number of dark lamps from which the loss of power is detectable. */
  readonly firstSeen: number;
  readonly isOneHidden: boolean;
  /** Share of one lamp in the total, percent. */
  readonly onePercent: number;
}

/** Figures computed from the draft; undefined while the input is incomplete or invalid. */
export function lampFigures(draft: LampDraft): LampFigures | undefined {
  const { lampCount, lampPowerW, errorRange, lampKind } = draft;
  if (lampCount === null || lampPowerW === null || errorRange === null) return undefined;
  const isSound =
    Number.isInteger(lampCount) && lampCount > 0 && lampPowerW > 0 && isErrorRange(errorRange);
  if (!isSound) return undefined;
  const lampPowerKw = kwOfWatts(lampPowerW);
  const { totalKw } = scheduledPower({
    mode: 'calculated',
    kind: lampKind,
    lamps: lampCount,
    lampPowerKw,
    figureKw: null,
    share: 1,
    referenceKw: null,
    voltageV: null,
    nominalVoltageV: 230,
  });
  return {
    installedKw: lampCount * lampPowerKw,
    expectedKw: totalKw,
    firstSeen: firstSeenOf(lampCount, errorRange),
    isOneHidden: isOneLampHidden(lampCount, errorRange),
    onePercent: 100 / lampCount,
  };
}

/** Lamp count of the example that is shown before a count is typed. */
export const EXAMPLE_LAMPS = 20;

/** The number of dark lamps of the example that is detectable, while no lamp count is typed. */
export function exampleSeen({ lampCount, errorRange }: LampDraft): number | undefined {
  if (lampCount !== null || errorRange === null || !isErrorRange(errorRange)) return undefined;
  return firstSeenOf(EXAMPLE_LAMPS, errorRange);
}

const isErrorRange = (percent: number) => percent >= 0 && percent <= 100;

function firstSeenOf(lampCount: number, errorRange: number): number {
  return Math.min(Math.floor((lampCount * errorRange) / 100 + 1e-9) + 1, lampCount);
}
