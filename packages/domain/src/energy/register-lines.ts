/**
 * The possible lines (continuous series of values) of a register: a peak, zeros for hours and a
 * false roll-over move it from one line to another, and the following readings show which line was
 * right. A line is defined by the register's last value on it and by the energy counted since, so
 * that a return to it counts only the missing energy.
 */
import { allowanceWh } from './energy-limit.ts';
import type { EarlierMark, LeftLine, RegisterReading, RegisterState } from './register-state.ts';

/** Maximum backward jitter of meters, Wh. */
export const JITTER_WH = 100;
/** Time within which a register that fell may return, ms. */
const RETURN_MS = 14 * 24 * 3_600_000;
/** Readings of a burst follow each other in less than this; no device measures as often. */
const BURST_MS = 500;

/** True if a reading may follow another on the same line, within the limit. */
export function goesOn(from: RegisterReading, reading: RegisterReading, limitW: number): boolean {
  const delta = reading.wh - from.wh;
  return delta >= -JITTER_WH && delta <= allowanceWh(limitW, from.at, reading.at);
}

/** A register that rose above the line it left, or took too long, cannot return to it. */
export function leftAfter(
  { left }: RegisterState,
  reading: RegisterReading,
  counted: number,
): LeftLine | null {
  if (left === null || reading.wh >= left.wh || reading.at - left.at > RETURN_MS) return null;
  return { ...left, spentWh: left.spentWh + counted };
}

/** Returns the line from which the register fell, if this reading may be on that line again. */
export function upperLine(
  { base, left }: RegisterState,
  reading: RegisterReading,
  limitW: number,
): EarlierMark | null {
  if (left === null || left.wh <= base.wh || reading.wh <= base.wh) return null;
  return reading.at - left.at <= RETURN_MS && goesOn(left, reading, limitW) ? left : null;
}

/**
 * Returns the line to which even a plausible step may return: in one leap, like the fall (a counter
 * that climbs there by itself takes many steps), or from a suspect that was already on that line
 * again.
 */
export function lineUp(
  state: RegisterState,
  left: LeftLine,
  reading: RegisterReading,
  limitW: number,
): EarlierMark | null {
  const { base, suspect } = state;
  const isLeap = 2 * (reading.wh - base.wh) >= left.wh - left.nextWh;
  if (isLeap) return upperLine(state, reading, limitW);
  const isOn = suspect !== null && goesOn(suspect, reading, limitW);
  return isOn ? upperLine(state, suspect, limitW) : null;
}

/**
 * Returns the line before a counted peak, or before a return to the level of a fall, if the reading
 * continues from it. Of two such lines, the one with the lower count is used, because energy is
 * never invented.
 */
export function lowerLine(
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

/** Returns the line before a roll-over, if the reading continues as if there had been none. */
export function unrolled(
  { base, mark }: RegisterState,
  reading: RegisterReading,
  limitW: number,
): EarlierMark | null {
  const isUp = mark !== null && base.wh + JITTER_WH < mark.wh && reading.wh > base.wh;
  return isUp && goesOn(mark, reading, limitW) ? mark : null;
}

/**
 * The mark before the burst; null if the reading does not continue a burst. The backlog of a device
 * whose clock is wrong has the time of its arrival: readings of hours follow each other within
 * milliseconds. Each alone exceeds the limit in its time, so the limit applies to all of them since
 * the reading before the burst.
 */
export function burstMark(
  { base, mark }: RegisterState,
  reading: RegisterReading,
): EarlierMark | null {
  const isBurst = reading.at - base.at < BURST_MS;
  return isBurst && mark !== null && mark.at < base.at ? mark : null;
}

/** Maximum energy that the register can have counted since the base. */
export function allowedWh(state: RegisterState, reading: RegisterReading, limitW: number): number {
  const alone = allowanceWh(limitW, state.base.at, reading.at, state.movedAt);
  const mark = burstMark(state, reading);
  if (mark === null) return alone;
  return Math.max(alone, allowanceWh(limitW, mark.at, reading.at) - mark.spentWh);
}
