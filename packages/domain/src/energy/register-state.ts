/**
 * State of the fold for one register: small, plain and sufficient, so that resuming from it gives
 * the same result as folding from the first reading.
 */
export interface RegisterReading {
  /** Epoch ms. */
  readonly at: number;
  readonly wh: number;
}

/** Value of the register before steps that later readings may show to be wrong. */
export interface EarlierMark extends RegisterReading {
  /** Energy counted above `wh` since then, Wh. */
  readonly spentWh: number;
}

/** The line that the register left for another one, e.g. for hours of zeros before it returns. */
export interface LeftLine extends EarlierMark {
  /** The first value after leaving the line, Wh. */
  readonly nextWh: number;
}

/**
 * Consumption seen since a reading before the previous week, and since one before the current week;
 * after a meter swap, by both meters. Energy counted because of a reset is not included.
 */
export interface RegisterShown {
  /** Epoch ms. */
  readonly since: number;
  readonly wh: number;
  readonly laterSince: number;
  readonly laterWh: number;
}

export interface RegisterState {
  /** The last reading that was accepted (the base). */
  readonly base: RegisterReading;
  /** Last change of the register's value, epoch ms. */
  readonly movedAt: number;
  /** Counted energy above the base, Wh; the register must exceed it before it counts again. */
  readonly aheadWh: number;
  readonly shown: RegisterShown;
  /** Line before the last counted step, which may be a peak or a false roll-over. */
  readonly mark: EarlierMark | null;
  readonly left: LeftLine | null;
  /** A reading that does not fit; the next reading decides whether it was right. */
  readonly suspect: RegisterReading | null;
  /**
   * Readings since the base that were sent in a unit a thousand times too small, converted; oldest
   * first. They are counted once a reading in the right unit continues from the base.
   */
  readonly slipped: readonly RegisterReading[];
}

/**
 * normal, jitter, rollover, reset, swap and impossible are the names in docs/decisions.md 10;
 * `first` is a reading without a base, from which nothing can be counted.
 */
export type StepKind = 'first' | 'normal' | 'jitter' | 'rollover' | 'reset' | 'swap' | 'impossible';

/** Reason for the classification of a step. */
export type StepReason =
  | 'first-reading'
  /** Forward, within the limit. */
  | 'within-limit'
  /** Within the limit, and the readings in between were glitches. */
  | 'glitch-between'
  /** Backward by no more than the jitter of meters. */
  | 'small-backward'
  /** The last counted reading was a glitch, and the register continues from the value before it. */
  | 'glitch-counted'
  /** The register returned to the line from which it fell. */
  | 'returned'
  /** The register rolled over at the end of its digits. */
  | 'end-of-register'
  /** The reading does not fit; the next reading decides whether it was right. */
  | 'awaits-next'
  /** The reading is a thousand times the register, or a thousandth of it. */
  | 'unit-slip'
  /** The previous reading did not fit, and this one continues from it. */
  | 'confirmed'
  /**
   * Like `confirmed`, but a reset within the limit is rejected, because the value is more than this
   * register can have counted.
   */
  | 'not-credible'
  /** The reading lacks band registers; the next complete reading counts its energy. */
  | 'awaits-bands'
  /** Decided by an administrator. */
  | 'override';

/** Energy that belongs to the interval of an earlier reading, which a later reading confirmed. */
export interface EarlierPart {
  /** Beginning and end of the interval, epoch ms. */
  readonly from: number;
  readonly at: number;
  readonly wh: number;
  /** True if the register restarted at 0 in the interval: at least this much was used. */
  readonly isLowerBound: boolean;
}

export interface RegisterStep {
  readonly kind: StepKind;
  readonly reason: StepReason;
  /** Beginning and end of the span of the counted energy, epoch ms. */
  readonly from: number;
  readonly at: number;
  /** Difference from the last accepted reading, Wh; negative if the register fell. */
  readonly deltaWh: number;
  /** Counted energy, Wh; never negative. */
  readonly countedWh: number;
  /** Parts of `countedWh` that belong to earlier readings; undefined if there are none. */
  readonly earlier: readonly EarlierPart[] | undefined;
}

export interface FoldedReading {
  readonly state: RegisterState;
  readonly step: RegisterStep;
}

/** An administrator's decision about the step that ends at a reading. */
export interface StepDecision {
  /** `count`: the difference of the register; `ignore`: nothing; `set`: the given energy. */
  readonly decision: 'count' | 'ignore' | 'set';
  readonly energyWh: number;
}
