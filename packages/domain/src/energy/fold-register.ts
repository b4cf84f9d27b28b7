/**
 * One register, reading after reading: what each step from the last accepted reading (the base)
 * counts, and why (decisions 10, R6). Consumption is never negative, never more than the breaker
 * can pass, never invented; what cannot be told is not billed.
 *
 * Causal: the answer depends on the readings so far only, held in a small state. A reading that
 * does not fit is a suspect until the next one comes: that one goes on from the base (the suspect
 * was a glitch), or from the suspect (it is confirmed), or from neither (it is the next suspect).
 * What a suspect turns out to have counted is booked with the reading that confirms it.
 */
import { allowanceWh, whAtLimit } from './energy-limit.ts';
import { rolledOverWh } from './register-rollover.ts';
import type {
  EarlierMark,
  FoldedReading,
  LeftLine,
  RegisterReading,
  RegisterState,
  RegisterStep,
  StepDecision,
  StepKind,
  StepReason,
} from './register-state.ts';
import { isUnitSlip } from './unit-slip.ts';

/** Meters tremble backward by this much, Wh. */
const JITTER_WH = 100;
/** For how long a register that fell may come back, ms. */
const RETURN_MS = 14 * 24 * 3_600_000;

export function foldRegister(
  state: RegisterState | null,
  reading: RegisterReading,
  limitW: number,
  decision?: StepDecision,
): FoldedReading {
  if (state === null) return begin(reading, decision);
  if (decision !== undefined) return decide(state, reading, decision);
  const { base, suspect } = state;
  const allowed = allowanceWh(limitW, base.at, reading.at, state.movedAt);
  const delta = reading.wh - base.wh;
  const isSlip = isUnitSlip(base.wh, reading.wh, allowed);
  const staysSlipped = isSlip && suspect !== null && isUnitSlip(base.wh, suspect.wh, allowed);
  if (delta >= 0 && delta <= allowed && !staysSlipped) {
    const up = lineUp(state, reading, limitW);
    return up === null ? goOn(state, reading, limitW) : changeLine(state, up, reading);
  }
  if (delta < 0 && isJitter(state, -delta)) return tremble(state, reading);
  const down = delta < 0 ? lowerLine(state, reading, limitW) : null;
  if (down !== null) return changeLine(state, down, reading, false);
  const rolled = delta < 0 ? rolledOverWh(base.wh, reading.wh, allowed) : undefined;
  if (rolled !== undefined) return rollOver(state, reading, rolled, limitW);
  if (isSlip) return suspectOf(state, reading, 'unit-slip');
  if (suspect !== null && goesOn(suspect, reading, limitW)) {
    return confirm(state, suspect, reading, limitW);
  }
  const undone = unrolled(state, reading, limitW);
  if (undone !== null) return changeLine(state, undone, reading, false);
  return suspectOf(state, reading, 'awaits-next', limitW);
}

function stepOf(
  kind: StepKind,
  reason: StepReason,
  from: number,
  reading: RegisterReading,
  deltaWh: number,
  countedWh: number,
): RegisterStep {
  return { kind, reason, from, at: reading.at, deltaWh, countedWh };
}

function freshState(reading: RegisterReading): RegisterState {
  return { base: reading, movedAt: reading.at, aheadWh: 0, mark: null, left: null, suspect: null };
}

function begin(reading: RegisterReading, decision: StepDecision | undefined): FoldedReading {
  const counted = decision?.decision === 'set' ? decision.energyWh : 0;
  const reason = decision === undefined ? 'first-reading' : 'override';
  return {
    state: freshState(reading),
    step: stepOf('first', reason, reading.at, reading, 0, counted),
  };
}

/** Whatever was decided, the register is read from here on. */
function decide(
  { base }: RegisterState,
  reading: RegisterReading,
  { decision, energyWh }: StepDecision,
): FoldedReading {
  const delta = reading.wh - base.wh;
  const counted = decision === 'count' ? Math.max(0, delta) : decision === 'set' ? energyWh : 0;
  return {
    state: freshState(reading),
    step: stepOf('normal', 'override', base.at, reading, delta, counted),
  };
}

function goesOn(from: RegisterReading, reading: RegisterReading, limitW: number): boolean {
  const delta = reading.wh - from.wh;
  return delta >= -JITTER_WH && delta <= allowanceWh(limitW, from.at, reading.at);
}

/** A coarse digit fills while the register stands still. */
function countedFrom(state: RegisterState, reading: RegisterReading, wh: number, limitW: number) {
  const { base, movedAt } = state;
  return wh > allowanceWh(limitW, base.at, reading.at) ? movedAt : base.at;
}

/** The forward step, the usual one. */
function goOn(state: RegisterState, reading: RegisterReading, limitW: number): FoldedReading {
  const { base, aheadWh, suspect } = state;
  const delta = reading.wh - base.wh;
  const counted = Math.max(0, delta - aheadWh);
  return {
    state: {
      base: reading,
      movedAt: delta === 0 ? state.movedAt : reading.at,
      aheadWh: Math.max(0, aheadWh - delta),
      mark: delta === 0 ? state.mark : { ...base, spentWh: aheadWh + counted },
      left: leftAfter(state, reading, counted),
      suspect: null,
    },
    step: stepOf(
      'normal',
      suspect === null ? 'within-limit' : 'glitch-between',
      countedFrom(state, reading, delta, limitW),
      reading,
      delta,
      counted,
    ),
  };
}

/** A register that climbed over the line it left, or took too long, does not come back to it. */
function leftAfter(
  { left }: RegisterState,
  reading: RegisterReading,
  counted: number,
): LeftLine | null {
  if (left === null || reading.wh >= left.wh || reading.at - left.at > RETURN_MS) return null;
  return { ...left, spentWh: left.spentWh + counted };
}

/** Where the register fell from, if it may be back there. */
function upperLine(
  { base, left }: RegisterState,
  reading: RegisterReading,
  limitW: number,
): EarlierMark | null {
  if (left === null || left.wh <= base.wh || reading.wh <= base.wh) return null;
  return reading.at - left.at <= RETURN_MS && goesOn(left, reading, limitW) ? left : null;
}

/**
 * The line a plausible step may lead back to all the same: up in one go, as it fell (a counter that
 * climbs there by itself takes many steps), or on from a suspect that was back there.
 */
function lineUp(
  state: RegisterState,
  reading: RegisterReading,
  limitW: number,
): EarlierMark | null {
  const { base, left, suspect } = state;
  if (left === null) return null;
  const isLeap = 2 * (reading.wh - base.wh) >= left.wh - left.nextWh;
  if (isLeap) return upperLine(state, reading, limitW);
  const isOn = suspect !== null && goesOn(suspect, reading, limitW);
  return isOn ? upperLine(state, suspect, limitW) : null;
}

/**
 * Where the register was before a peak that was counted, or before it came back to where it fell
 * from, if it goes on from there. Of two the one that counts less: nothing is invented.
 */
function lowerLine(
  { base, mark, left }: RegisterState,
  reading: RegisterReading,
  limitW: number,
): EarlierMark | null {
  const lines = [mark, left].filter(
    (line) => line !== null && line.wh <= base.wh && goesOn(line, reading, limitW),
  ) as EarlierMark[];
  const rest = (line: EarlierMark): number => Math.max(0, reading.wh - line.wh - line.spentWh);
  return lines.sort((one, other) => rest(one) - rest(other))[0] ?? null;
}

/** The last step rolled the register over, and it goes on as if it had not. */
function unrolled(
  { base, mark }: RegisterState,
  reading: RegisterReading,
  limitW: number,
): EarlierMark | null {
  const isUp = mark !== null && base.wh + JITTER_WH < mark.wh && reading.wh > base.wh;
  return isUp && goesOn(mark, reading, limitW) ? mark : null;
}

/**
 * On from an earlier line; the one that is left may be the right one after all. Only
 * the way back up counts: below, less was used than is counted already.
 */
function changeLine(
  state: RegisterState,
  line: EarlierMark,
  reading: RegisterReading,
  counts = true,
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
      mark: { at: line.at, wh: line.wh, spentWh: line.spentWh + counted },
      left: { ...base, spentWh: aheadWh + counted, nextWh: reading.wh },
      suspect: null,
    },
    step: stepOf(
      'normal',
      delta > 0 ? 'returned' : 'glitch-counted',
      line.at,
      reading,
      delta,
      counted,
    ),
  };
}

/** From the highest value shown; what a counted peak is ahead by does not use the measure up. */
function isJitter({ aheadWh }: RegisterState, fallWh: number): boolean {
  return fallWh <= JITTER_WH && (aheadWh + fallWh <= JITTER_WH || aheadWh > JITTER_WH);
}

function tremble(state: RegisterState, reading: RegisterReading): FoldedReading {
  const delta = reading.wh - state.base.wh;
  return {
    state: {
      ...state,
      base: reading,
      aheadWh: state.aheadWh - delta,
      suspect: null,
    },
    step: stepOf('jitter', 'small-backward', state.base.at, reading, delta, 0),
  };
}

function rollOver(
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
      mark: { ...base, spentWh: aheadWh + counted },
      left: leftAfter(state, reading, counted),
      suspect: null,
    },
    step: stepOf('rollover', 'end-of-register', from, reading, reading.wh - base.wh, counted),
  };
}

/** What a fall or a jump from the base is, if the next reading confirms it. */
function kindOf(base: RegisterReading, suspect: RegisterReading, limitW: number): StepKind {
  if (suspect.wh > base.wh) return 'impossible';
  return suspect.wh <= whAtLimit(limitW, suspect.at - base.at) ? 'reset' : 'swap';
}

function suspectOf(
  state: RegisterState,
  reading: RegisterReading,
  reason: 'awaits-next' | 'unit-slip',
  limitW = 0,
): FoldedReading {
  const { base } = state;
  const kind = reason === 'unit-slip' ? 'impossible' : kindOf(base, reading, limitW);
  return {
    state: { ...state, suspect: reading },
    step: stepOf(kind, reason, base.at, reading, reading.wh - base.wh, 0),
  };
}

/**
 * A register that is back where it stood before it fell goes on from there. Else a reset counts what
 * the register shows since it began at 0, which is proven; a swap and a jump
 * count nothing. In each case the way from the suspect to this reading is an ordinary step.
 */
function confirm(
  state: RegisterState,
  suspect: RegisterReading,
  reading: RegisterReading,
  limitW: number,
): FoldedReading {
  const { base, aheadWh } = state;
  const up = upperLine(state, suspect, limitW);
  if (up !== null) return changeLine(state, up, reading);
  const kind = kindOf(base, suspect, limitW);
  const since = Math.max(0, reading.wh - suspect.wh);
  const counted = kind === 'reset' ? suspect.wh + since : since;
  return {
    state: {
      base: reading,
      movedAt: reading.wh === suspect.wh ? suspect.at : reading.at,
      aheadWh: Math.max(0, suspect.wh - reading.wh),
      mark: { ...suspect, spentWh: since },
      left:
        suspect.wh < base.wh
          ? { ...base, spentWh: aheadWh + counted, nextWh: suspect.wh }
          : leftAfter(state, reading, counted),
      suspect: null,
    },
    step: stepOf(
      kind,
      'confirmed',
      kind === 'reset' ? base.at : suspect.at,
      reading,
      reading.wh - base.wh,
      counted,
    ),
  };
}
