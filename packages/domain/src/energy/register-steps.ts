/**
 * The energy counted by each kind of step, and the resulting state. The kind of a reading is
 * decided in `fold-register.ts`.
 */
import { allowanceWh, whAtLimit } from './energy-limit.ts';
import { burstMark, JITTER_WH, leftAfter, upperLine } from './register-lines.ts';
import { credibleSinceZeroWh, nothingShown, shownAfter } from './register-shown.ts';
import type {
  EarlierMark,
  EarlierPart,
  FoldedReading,
  RegisterReading,
  RegisterShown,
  RegisterState,
  RegisterStep,
  StepDecision,
  StepKind,
  StepReason,
} from './register-state.ts';
import { convertedWh } from './unit-slip.ts';

function stepOf(
  kind: StepKind,
  reason: StepReason,
  from: number,
  reading: RegisterReading,
  deltaWh: number,
  countedWh: number,
  earlier?: readonly EarlierPart[],
): RegisterStep {
  return { kind, reason, from, at: reading.at, deltaWh, countedWh, earlier };
}

const NO_READINGS: readonly RegisterReading[] = [];

function freshState(reading: RegisterReading, shown: RegisterShown): RegisterState {
  const { at } = reading;
  return {
    base: reading,
    movedAt: at,
    aheadWh: 0,
    shown,
    mark: null,
    left: null,
    suspect: null,
    slipped: NO_READINGS,
  };
}

export function begin(reading: RegisterReading, decision: StepDecision | undefined): FoldedReading {
  const counted = decision?.decision === 'set' ? decision.energyWh : 0;
  const reason = decision === undefined ? 'first-reading' : 'override';
  return {
    state: freshState(reading, nothingShown(reading.at)),
    step: stepOf('first', reason, reading.at, reading, 0, counted),
  };
}

/**
 * Applies an administrator's decision: whatever it is, the register continues from this reading,
 * and its difference is not recorded as seen consumption.
 */
export function decide(
  { base, shown }: RegisterState,
  reading: RegisterReading,
  { decision, energyWh }: StepDecision,
): FoldedReading {
  const delta = reading.wh - base.wh;
  const counted = decision === 'count' ? Math.max(0, delta) : decision === 'set' ? energyWh : 0;
  return {
    state: freshState(reading, shownAfter(shown, base.at, reading.at, 0)),
    step: stepOf('normal', 'override', base.at, reading, delta, counted),
  };
}

/** The time from which a step is counted: a coarse digit fills while the register is unchanged. */
function countedFrom(state: RegisterState, reading: RegisterReading, wh: number, limitW: number) {
  const { base, movedAt } = state;
  if (movedAt === base.at) return movedAt;
  return wh > allowanceWh(limitW, base.at, reading.at) ? movedAt : base.at;
}

/**
 * Energy of readings that are now confirmed, each in its own interval. `from` is the last counted
 * reading and `spentWh` the energy counted above it. A reading above the current value of the
 * register proves nothing.
 */
export function partsUpTo(
  readings: readonly RegisterReading[],
  from: EarlierMark,
  countedWh: number,
): readonly EarlierPart[] | undefined {
  if (readings.length === 0) return undefined;
  const parts: EarlierPart[] = [];
  let since = from.at;
  let level = from.wh + from.spentWh;
  const highest = level + countedWh;
  for (const { at, wh } of readings) {
    if (wh > highest + JITTER_WH) continue;
    const used = Math.min(wh, highest) - level;
    if (used > 0) {
      parts.push({ from: since, at, wh: used, isLowerBound: false });
      level += used;
    }
    since = at;
  }
  return parts.length === 0 ? undefined : parts;
}

/** Readings of a burst share the mark before it, from which their energy is limited. */
function markAfter(state: RegisterState, reading: RegisterReading, counted: number): EarlierMark {
  const mark = burstMark(state, reading);
  if (mark !== null) return { ...mark, spentWh: mark.spentWh + counted };
  const { base, aheadWh } = state;
  return { at: base.at, wh: base.wh, spentWh: aheadWh + counted };
}

/** The usual step: forward, within the limit. */
export function goOn(
  state: RegisterState,
  reading: RegisterReading,
  limitW: number,
): FoldedReading {
  const { base, aheadWh, suspect } = state;
  const delta = reading.wh - base.wh;
  const counted = Math.max(0, delta - aheadWh);
  return {
    state: {
      base: reading,
      movedAt: delta === 0 ? state.movedAt : reading.at,
      aheadWh: Math.max(0, aheadWh - delta),
      shown: shownAfter(state.shown, base.at, reading.at, counted),
      mark: delta === 0 ? state.mark : markAfter(state, reading, counted),
      left: leftAfter(state, reading, counted),
      suspect: null,
      slipped: NO_READINGS,
    },
    step: stepOf(
      'normal',
      suspect === null ? 'within-limit' : 'glitch-between',
      burstMark(state, reading)?.at ?? countedFrom(state, reading, delta, limitW),
      reading,
      delta,
      counted,
      suspect === null
        ? undefined
        : partsUpTo(state.slipped, { ...base, spentWh: aheadWh }, counted),
    ),
  };
}

/**
 * Continues on an earlier line; the line that is left may still prove to be the right one. Energy
 * is counted only on a return to a higher line: on a lower line, more has been counted already than
 * was used. `confirmed` is the suspect, if it was on this line before the reading.
 */
export function changeLine(
  state: RegisterState,
  line: EarlierMark,
  reading: RegisterReading,
  counts = true,
  confirmed: RegisterReading | null = null,
): FoldedReading {
  const { base, aheadWh } = state;
  const used = reading.wh - line.wh;
  const delta = reading.wh - base.wh;
  const counted = counts ? Math.max(0, used - line.spentWh) : 0;
  return {
    state: {
      base: reading,
      movedAt: reading.at,
      aheadWh: Math.max(0, line.spentWh - used),
      shown: shownAfter(state.shown, base.at, reading.at, counted),
      mark: { at: line.at, wh: line.wh, spentWh: line.spentWh + counted },
      left: { ...base, spentWh: aheadWh + counted, nextWh: reading.wh },
      suspect: null,
      slipped: NO_READINGS,
    },
    step: stepOf(
      'normal',
      delta > 0 ? 'returned' : 'glitch-counted',
      line.at,
      reading,
      delta,
      counted,
      confirmed === null ? undefined : partsUpTo([confirmed], line, counted),
    ),
  };
}

/**
 * True if the fall is jitter, measured from the highest value shown; the lead of a counted peak
 * does not use up the tolerance.
 */
export function isJitter({ aheadWh }: RegisterState, fallWh: number): boolean {
  return fallWh <= JITTER_WH && (aheadWh + fallWh <= JITTER_WH || aheadWh > JITTER_WH);
}

export function tremble(state: RegisterState, reading: RegisterReading): FoldedReading {
  const { base, aheadWh, shown } = state;
  const delta = reading.wh - base.wh;
  return {
    state: {
      ...state,
      base: reading,
      aheadWh: aheadWh - delta,
      shown: shownAfter(shown, base.at, reading.at, 0),
      suspect: null,
      slipped: NO_READINGS,
    },
    step: stepOf('jitter', 'small-backward', base.at, reading, delta, 0),
  };
}

export function rollOver(
  state: RegisterState,
  reading: RegisterReading,
  rolled: number,
  limitW: number,
): FoldedReading {
  const { base, aheadWh } = state;
  const counted = Math.max(0, rolled - aheadWh);
  const from = countedFrom(state, reading, rolled, limitW);
  return {
    state: {
      base: reading,
      movedAt: reading.at,
      aheadWh: Math.max(0, aheadWh - rolled),
      shown: shownAfter(state.shown, base.at, reading.at, counted),
      mark: { ...base, spentWh: aheadWh + counted },
      left: leftAfter(state, reading, counted),
      suspect: null,
      slipped: NO_READINGS,
    },
    step: stepOf('rollover', 'end-of-register', from, reading, reading.wh - base.wh, counted),
  };
}

/** Maximum number of stored readings; it bounds the size of a state. */
const MAX_READINGS = 300;
/** Slots and tariff bands change at full five minutes: the last reading in each is sufficient. */
const BUCKET_MS = 300_000;

/**
 * Adds the converted value of a reading in a unit that is too small; a reading in a unit that is
 * too large lacks significant digits and is not added.
 */
function slippedWith(
  { base, slipped }: RegisterState,
  { at, wh }: RegisterReading,
): readonly RegisterReading[] {
  return wh <= base.wh ? slipped : addReading(slipped, { at, wh: convertedWh(wh) });
}

/** Adds a reading to those whose energy is known only later; the last of each bucket remains. */
export function addReading(
  readings: readonly RegisterReading[],
  reading: RegisterReading,
): readonly RegisterReading[] {
  const bucketOf = (instant: number): number => Math.ceil(instant / BUCKET_MS);
  const last = readings.at(-1);
  const isReplaced =
    last !== undefined &&
    (bucketOf(last.at) === bucketOf(reading.at) || readings.length >= MAX_READINGS);
  return [...(isReplaced ? readings.slice(0, -1) : readings), reading];
}

/** Kind of a fall or a jump from the base, provided that the next reading confirms it. */
function kindOf(state: RegisterState, suspect: RegisterReading, limitW: number): StepKind {
  if (suspect.wh > state.base.wh) return 'impossible';
  return suspect.wh <= credibleSinceZeroWh(state, suspect.at, limitW) ? 'reset' : 'swap';
}

export function suspectOf(
  state: RegisterState,
  reading: RegisterReading,
  reason: 'awaits-next' | 'unit-slip',
  limitW = 0,
): FoldedReading {
  const { base } = state;
  const isSlip = reason === 'unit-slip';
  const kind = isSlip ? 'impossible' : kindOf(state, reading, limitW);
  const slipped = isSlip ? slippedWith(state, reading) : state.slipped;
  return {
    state: { ...state, suspect: reading, slipped },
    step: stepOf(kind, reason, base.at, reading, reading.wh - base.wh, 0),
  };
}

/**
 * A register that returned to the line from which it fell continues on that line. Otherwise a reset
 * counts the register's value since 0 if that is credible; a swap and a jump count nothing. In each
 * case the difference from the suspect to this reading is an ordinary step. The energy proven by
 * the suspect itself belongs to its own interval: it is an earlier part of the step.
 */
export function confirm(
  state: RegisterState,
  suspect: RegisterReading,
  reading: RegisterReading,
  limitW: number,
): FoldedReading {
  const { base, aheadWh } = state;
  const up = upperLine(state, suspect, limitW);
  if (up !== null) return changeLine(state, up, reading, true, suspect);
  const kind = kindOf(state, suspect, limitW);
  const isDoubted = kind === 'swap' && suspect.wh <= whAtLimit(limitW, suspect.at - base.at);
  const since = Math.max(0, reading.wh - suspect.wh);
  const counted = kind === 'reset' ? suspect.wh + since : since;
  return {
    state: {
      base: reading,
      movedAt: reading.wh === suspect.wh ? suspect.at : reading.at,
      aheadWh: Math.max(0, suspect.wh - reading.wh),
      shown: shownAfter(state.shown, base.at, reading.at, since),
      mark: { ...suspect, spentWh: since },
      left:
        suspect.wh < base.wh
          ? { ...base, spentWh: aheadWh + counted, nextWh: suspect.wh }
          : leftAfter(state, reading, counted),
      suspect: null,
      slipped: NO_READINGS,
    },
    step: stepOf(
      kind,
      isDoubted ? 'not-credible' : 'confirmed',
      kind === 'reset' ? base.at : suspect.at,
      reading,
      reading.wh - base.wh,
      counted,
      kind === 'reset'
        ? [{ from: base.at, at: suspect.at, wh: suspect.wh, isLowerBound: true }]
        : undefined,
    ),
  };
}
