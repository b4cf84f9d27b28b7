/** The vertical scale of a limit picture: its range and ticks. */
import { roundTo } from '@busbar/domain/formats/number-format';

export interface Scale {
  readonly low: number;
  readonly high: number;
}

export interface ScaleQuestion {
  /** Values that must be visible: current and edited limits, live values, the rating. */
  readonly values: readonly number[];
  /** Combined bounds of the limits; the scale extends beyond them only for live values. */
  readonly least: number;
  readonly most: number;
  /** True for a scale that starts at zero: currents, powers, percentages. */
  readonly fromZero: boolean;
}

const AIR = 0.22;
const LITTLE_AIR = 0.06;

export function scaleOf({ values, least, most, fromZero }: ScaleQuestion): Scale {
  const inside = values.length === 0 ? [least, most] : values;
  const lowest = Math.min(...inside);
  const highest = Math.max(...inside);
  const spread = Math.max(highest - (fromZero ? 0 : lowest), (most - least) * 0.1);
  // No limit can be moved beyond its bounds; a live value beyond them needs some padding.
  const floor = lowest < least ? lowest - spread * LITTLE_AIR : least;
  const roof = highest > most ? highest + spread * LITTLE_AIR : most;
  const low = fromZero ? 0 : Math.max(floor, lowest - spread * AIR);
  const high = Math.min(roof, highest + spread * AIR);
  return { low, high: Math.max(high, low + (most - least) * 0.05) };
}

/** Three to seven round values within the scale. */
export function ticksOf({ low, high }: Scale): number[] {
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough)!;
  const ticks: number[] = [];
  for (let at = Math.ceil(low / step); at * step <= high + step * 1e-9; at += 1) {
    ticks.push(roundTo(at * step, 6));
  }
  return ticks;
}

/** Rounds to a step of the field, within its bounds. */
export function snapTo(value: number, step: number, min: number, max: number): number {
  const inside = Math.min(max, Math.max(min, value));
  return roundTo(Math.round(inside / step) * step, 3);
}

/**
 * Returns the value to which a key moves a limit: arrows by ten steps (1 V), with Shift by one (0.1
 * V), Page keys by a hundred, Home and End to the bounds. Returns undefined for other keys.
 */
export function keyMove(
  key: string,
  isFine: boolean,
  limit: {
    readonly value: number;
    readonly step: number;
    readonly min: number;
    readonly max: number;
  },
): number | undefined {
  const { value, step, min, max } = limit;
  const arrow = step * (isFine ? 1 : 10);
  const moves: Readonly<Record<string, number>> = {
    ArrowUp: value + arrow,
    ArrowRight: value + arrow,
    ArrowDown: value - arrow,
    ArrowLeft: value - arrow,
    PageUp: value + step * 100,
    PageDown: value - step * 100,
    Home: min,
    End: max,
  };
  const next = moves[key];
  return next === undefined ? undefined : snapTo(next, step, min, max);
}

/** Moves labels along a line so that they do not overlap and stay inside. */
export function spreadLabels(
  wanted: readonly number[],
  gap: number,
  from: number,
  to: number,
): number[] {
  const order = wanted.map((_, index) => index).sort((one, other) => wanted[one]! - wanted[other]!);
  const places = [...wanted];
  let last = Number.NEGATIVE_INFINITY;
  for (const index of order) {
    places[index] = Math.max(places[index]!, last + gap, from);
    last = places[index]!;
  }
  let next = Number.POSITIVE_INFINITY;
  for (const index of order.reverse()) {
    places[index] = Math.min(places[index]!, next - gap, to);
    next = places[index]!;
  }
  return places;
}
