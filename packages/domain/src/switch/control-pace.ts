/**
 * How fast breakers may be moved, so that one stolen session cannot black out a site and one click
 * cannot make a feeder's whole load start at once. The numbers an operator may set are in the
 * server's configuration; what is here holds for everybody.
 */
import type { Refusal } from '../refusal.ts';
import type { SwitchOrder } from './interlock.ts';

const STEP_UP_REFUSALS: readonly Refusal[] = ['step-up-required', 'group-share-exceeded'];

/** The share of a group that is switched is counted over this time, ms. */
export const GROUP_SHARE_WINDOW_MS = 300_000;
/** Of a small group so many may be switched though they are more than its share: a person's minute. */
const GROUP_SHARE_AT_LEAST = 10;

/** Ms between two closings of a group order: loads start one after the other. */
export const CLOSING_GAP_MS = 1_000;
/** Turns of a group order a second that start no load; bounded for the sake of everybody else. */
export const TURNS_PER_SECOND = 10;
/** Between the two steps of an order that is selected first: as in DNP3, ms. */
export const SELECTION_LIFE_MS = 10_000;
/** A device that has had no turn by then has none any more, ms. */
export const GROUP_ORDER_LIFE_MS = 600_000;
/** Devices one group order may list. */
export const GROUP_ORDER_DEVICES = 2_000;

/** How many devices of a group may be switched within the window without the password; 100 % bounds nothing. */
export function groupShareLimit(groupSize: number, percent: number): number {
  return Math.max(GROUP_SHARE_AT_LEAST, Math.floor((groupSize * percent) / 100));
}

/** How long the turns of a group order take when nothing else runs, ms. */
export function groupOrderTakesMs(order: SwitchOrder, devices: number): number {
  return order === 'close' ? (devices - 1) * CLOSING_GAP_MS : (devices / TURNS_PER_SECOND) * 1_000;
}

/** Whether the same order passes when it is given again with the password. */
export function isStepUpRefusal(refusal: string | null | undefined): boolean {
  return STEP_UP_REFUSALS.some((one) => one === refusal);
}
