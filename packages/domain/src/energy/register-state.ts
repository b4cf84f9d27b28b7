/**
 * What a fold remembers of one register: little, plain and enough, so that folding on from it is
 * the same as folding from the first reading.
 */
export interface RegisterReading {
  /** Epoch ms. */
  readonly at: number;
  readonly wh: number;
}

/** Where the register stood before steps that the next readings may show to have been wrong. */
export interface EarlierMark extends RegisterReading {
  /** Wh counted above `wh` since. */
  readonly spentWh: number;
}

/** Where it stood before it went to another place: zeros for hours, and then it is back. */
export interface LeftLine extends EarlierMark {
  /** What it showed right after, Wh. */
  readonly nextWh: number;
}

/**
 * What was seen to be used since a reading before the week that is over, and since one before the
 * week that is not; where another meter took over, by both. What a reset claims was not seen.
 */
export interface RegisterShown {
  /** Epoch ms. */
  readonly since: number;
  readonly wh: number;
  readonly laterSince: number;
  readonly laterWh: number;
}

export interface RegisterState {
  /** The last reading that was accepted. */
  readonly base: RegisterReading;
  /** When the register last showed another value, epoch ms. */
  readonly movedAt: number;
  /** Wh above the base that are counted already: the register has to pass them again. */
  readonly aheadWh: number;
  readonly shown: RegisterShown;
  /** Before the last step that counted: a peak, a roll-over that was none. */
  readonly mark: EarlierMark | null;
  readonly left: LeftLine | null;
  /** A reading that does not fit; the next one decides. */
  readonly suspect: RegisterReading | null;
  /**
   * Readings since the base that were sent in a unit a thousand times too small, converted; oldest
   * first. They are counted once a reading in the right unit continues from the base.
   */
  readonly slipped: readonly RegisterReading[];
}

/**
 * normal, jitter, rollover, reset, swap, impossible as docs/decisions.md 10 names them; `first` is
 * the reading nothing can be counted from.
 */
export type StepKind = 'first' | 'normal' | 'jitter' | 'rollover' | 'reset' | 'swap' | 'impossible';

/** Why a step is of its kind. */
export type StepReason =
  | 'first-reading'
  /** Forward, within the limit. */
  | 'within-limit'
  /** As before, and the readings between the two were glitches. */
  | 'glitch-between'
  /** Backward by no more than meters tremble. */
  | 'small-backward'
  /** The register goes on from before the last counted reading, which was a glitch. */
  | 'glitch-counted'
  /** The register is back where it stood before it fell. */
  | 'returned'
  /** Through the end of the register's digits. */
  | 'end-of-register'
  /** Does not fit; the next reading decides. */
  | 'awaits-next'
  /** A thousand times the register, or a thousandth of it. */
  | 'unit-slip'
  /** The reading before did not fit, and this one goes on from it. */
  | 'confirmed'
  /** As before; a reset the limit allows, but not one of this register: more than it ever shows. */
  | 'not-credible'
  /** An administrator decided. */
  | 'override';

/** Energy that belongs to the interval of an earlier reading, which a later one confirmed. */
export interface EarlierPart {
  /** Beginning and end of the interval, epoch ms. */
  readonly from: number;
  readonly at: number;
  readonly wh: number;
  /** The register began again at 0 in the interval: at least this much was used. */
  readonly isLowerBound: boolean;
}

export interface RegisterStep {
  readonly kind: StepKind;
  readonly reason: StepReason;
  /** Beginning and end of the span whose energy is counted, epoch ms. */
  readonly from: number;
  readonly at: number;
  /** What the register shows against the last accepted reading, Wh; negative when it fell. */
  readonly deltaWh: number;
  /** What is counted, Wh; never negative. */
  readonly countedWh: number;
  /** Parts of `countedWh` that belong to earlier readings; undefined if there are none. */
  readonly earlier: readonly EarlierPart[] | undefined;
}

export interface FoldedReading {
  readonly state: RegisterState;
  readonly step: RegisterStep;
}

/** What an administrator decided about the step that ends at a reading. */
export interface StepDecision {
  /** count: as the register shows it; ignore: nothing; set: the given energy. */
  readonly decision: 'count' | 'ignore' | 'set';
  readonly energyWh: number;
}
