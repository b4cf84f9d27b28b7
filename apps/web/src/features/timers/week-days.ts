/** Days of the week as a bit mask (1 is Monday, 64 Sunday) and as names of a language. */
import { EVERY_DAY } from '@busbar/domain/timer/next-run';

export const DAY_BITS: readonly number[] = [1, 2, 4, 8, 16, 32, 64];

export const DAY_SETS = { every: EVERY_DAY, work: 31, weekend: 96 } as const;
export type DaySet = keyof typeof DAY_SETS;

/** Returns the name of a common set; undefined for any other combination. */
export function daySetOf(days: number): DaySet | undefined {
  return (Object.keys(DAY_SETS) as DaySet[]).find((set) => DAY_SETS[set] === days);
}
