/** Intervals of energies, and the registers that they add up to. */

/** The end of its interval that the time of an energy is. */
export type TimeMarks = 'start' | 'end';

export interface Interval {
  /** Epoch ms. */
  readonly from: number;
  readonly at: number;
}

/** A longer step than this many shortest ones is a gap, in which nothing is known. */
const GAP_STEPS = 1.5;

/**
 * Returns the interval of each time, which are sorted; undefined for a single time. At a gap, and at
 * the end of the file where one is missing, an interval is as long as the shortest one.
 */
export function intervalsOf(times: readonly number[], marks: TimeMarks): Interval[] | undefined {
  if (times.length < 2) return undefined;
  let shortest = Number.POSITIVE_INFINITY;
  for (let i = 1; i < times.length; i += 1) {
    shortest = Math.min(shortest, times[i]! - times[i - 1]!);
  }
  const lengthOf = (step: number | undefined) =>
    step === undefined || step > shortest * GAP_STEPS ? shortest : step;
  return times.map((time, i) => {
    if (marks === 'end') {
      const before = times[i - 1];
      return { from: time - lengthOf(before === undefined ? undefined : time - before), at: time };
    }
    const next = times[i + 1];
    return { from: time, at: time + lengthOf(next === undefined ? undefined : next - time) };
  });
}

/** Energies are added in these units, so that sums are exact. */
const UNITS_PER_KWH = 1_000_000;

export interface RegisterAt {
  readonly line: number;
  /** Epoch ms. */
  readonly at: number;
  readonly kwh: number;
  /** True for the register of another meter than that of the device. */
  readonly isOtherMeter?: true;
}

/**
 * Returns the register that counts these energies: `base` before the first one, then their sums. At
 * a gap it does not count, and a register is added where the next interval begins. Without a `base`
 * that is stored, a register is added at the beginning too.
 */
export function registersOf(
  energies: readonly (RegisterAt & Interval)[],
  base: { readonly at: number; readonly kwh: number } | undefined,
): RegisterAt[] {
  let units = Math.round((base?.kwh ?? 0) * UNITS_PER_KWH);
  let last = base?.at ?? Number.NEGATIVE_INFINITY;
  const registers: RegisterAt[] = [];
  for (const { line, from, at, kwh } of energies) {
    if (from > last) registers.push({ line, at: from, kwh: units / UNITS_PER_KWH });
    units += Math.round(kwh * UNITS_PER_KWH);
    registers.push({ line, at, kwh: units / UNITS_PER_KWH });
    last = at;
  }
  return registers;
}
