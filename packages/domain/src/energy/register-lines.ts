/**
 * The lines a register may be on: a peak, zeros for hours and a roll-over that was none leave one
 * for another, and the readings that follow show which was right. A line is known by where the
 * register stood on it last and by what was counted since, so that coming back to it counts only
 * what is missing.
 */
import { allowanceWh } from './energy-limit.ts';
import type { EarlierMark, LeftLine, RegisterReading, RegisterState } from './register-state.ts';

/** Meters tremble backward by this much, Wh. */
export const JITTER_WH = 100;
/** For how long a register that fell may come back, ms. */
const RETURN_MS = 14 * 24 * 3_600_000;

/** Whether a reading may follow another on the same line, within what the limit allows. */
export function goesOn(from: RegisterReading, reading: RegisterReading, limitW: number): boolean {
  const delta = reading.wh - from.wh;
  return delta >= -JITTER_WH && delta <= allowanceWh(limitW, from.at, reading.at);
}

/** A register that climbed over the line it left, or took too long, does not come back to it. */
export function leftAfter(
  { left }: RegisterState,
  reading: RegisterReading,
  counted: number,
): LeftLine | null {
  if (left === null || reading.wh >= left.wh || reading.at - left.at > RETURN_MS) return null;
  return { ...left, spentWh: left.spentWh + counted };
}

/** Where the register fell from, if it may be back there. */
export function upperLine(
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
 * Where the register was before a peak that was counted, or before it came back to where it fell
 * from, if it goes on from there. Of two the one that counts less: nothing is invented.
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

/** The last step rolled the register over, and it goes on as if it had not. */
export function unrolled(
  { base, mark }: RegisterState,
  reading: RegisterReading,
  limitW: number,
): EarlierMark | null {
  const isUp = mark !== null && base.wh + JITTER_WH < mark.wh && reading.wh > base.wh;
  return isUp && goesOn(mark, reading, limitW) ? mark : null;
}
