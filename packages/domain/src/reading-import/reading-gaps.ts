/** Gaps between readings: steps that are much longer than the usual one. */

const GAP_STEPS = 1.5;

export interface ReadingGap {
  /** Epoch ms of the readings before and after the gap. */
  readonly from: number;
  readonly to: number;
}

/** `times` are sorted. The usual step is the median. */
export function gapsOf(times: readonly number[]): ReadingGap[] {
  const steps = times.slice(1).map((time, i) => time - times[i]!);
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  return steps.flatMap((step, i) =>
    step > usual * GAP_STEPS ? [{ from: times[i]!, to: times[i + 1]! }] : [],
  );
}
