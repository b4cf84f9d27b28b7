/**
 * Readings whose total is not counted yet, because band registers of the channel are missing in
 * them: the bands of their energy are known only with the next reading that has all of them
 * (docs/decisions.md 13). Up to the coarsest digit, the energy is booked by the hour at once and
 * balanced by the following steps.
 */
import { COARSE_DIGIT_WH } from '../energy-limit.ts';
import type { ChannelReading, ChannelState } from '../fold-channel.ts';
import type { EarlierPart, RegisterReading, RegisterStep } from '../register-state.ts';
import { addReading, partsUpTo } from '../register-steps.ts';
import type { BandsWh } from '../split-bands.ts';

/** Band registers that a meter reports once a day are 25 hours apart when a clock is set back. */
const MAX_WAIT_MS = 25 * 3_600_000;
/** A longer gap between two waiting readings proves little about the band registers of the meter. */
const MAX_GAP_MS = 12 * 3_600_000;

/** True if the reading lacks a band register that the channel has. */
export function lacksBands({ bands }: ChannelState, reading: ChannelReading): boolean {
  for (let i = 0; i < bands.length; i += 1) {
    if (bands[i] !== null && (reading.bands?.[i] ?? null) === null) return true;
  }
  return false;
}

/** `owed` is what would be owed to the bands if the total of the reading were counted now. */
export function isAheadOfBands(before: ChannelState, owed: BandsWh): boolean {
  const ahead = assignedEarly(owed);
  return ahead > COARSE_DIGIT_WH && ahead > assignedEarly(before.owed);
}

const assignedEarly = (owed: BandsWh): number => owed.reduce((sum, wh) => sum - Math.min(0, wh), 0);

export function hasWaitedTooLong({ waiting }: ChannelState, at: number): boolean {
  let waitedMs = 0;
  for (const [i, one] of waiting.entries()) {
    waitedMs += Math.min((waiting[i + 1]?.at ?? at) - one.at, MAX_GAP_MS);
  }
  return waitedMs > MAX_WAIT_MS;
}

/** The channel no longer has the band registers that the reading lacks. */
export function withoutMissingBands(state: ChannelState, reading: ChannelReading): ChannelState {
  const bands = state.bands.map((band, i) => ((reading.bands?.[i] ?? null) === null ? null : band));
  return { ...state, bands };
}

/** The channel after a reading that waits, and the step that explains it. */
export function waitWith(state: ChannelState, at: number, wh: number) {
  const base = state.total!.base;
  const step: RegisterStep = {
    kind: 'normal',
    reason: 'awaits-bands',
    from: base.at,
    at,
    deltaWh: wh - base.wh,
    countedWh: 0,
    earlier: undefined,
  };
  return { state: { ...state, waiting: addReading(state.waiting, { at, wh }) }, step };
}

/** True if the step counts everything since the base of the register. */
export function isContinued(step: RegisterStep | undefined): boolean {
  return step?.reason === 'within-limit' || step?.reason === 'glitch-between';
}

/** The energy that a step of the total counts for the readings that have waited for it. */
export function waitedParts(
  { total, waiting }: ChannelState,
  step: RegisterStep | undefined,
): readonly EarlierPart[] | undefined {
  if (waiting.length === 0 || total === null || step === undefined) return undefined;
  if (!isContinued(step) || step.earlier !== undefined) return undefined;
  return partsUpTo(waiting, { ...total.base, spentWh: total.aheadWh }, step.countedWh);
}

export const NO_WAITING: readonly RegisterReading[] = [];
