/**
 * Rate limits for switching, so that a stolen session cannot black out a site and a click cannot
 * start the whole load of a feeder at once. The limits an operator can change are in the server's
 * configuration; those in this file are fixed.
 */
import type { Refusal } from '../refusal.ts';
import type { SwitchCommand } from './interlock.ts';

const STEP_UP_REFUSALS: readonly Refusal[] = ['step-up-required', 'group-share-exceeded'];

/** Window in which the switched share of a group is counted, ms. */
export const GROUP_SHARE_WINDOW_MS = 300_000;
/** Min for small groups, even above the share: the number a person can switch in a minute. */
const MIN_GROUP_SHARE = 10;

/** Interval between two closings of a batch command, ms: loads start one after the other. */
export const CLOSING_GAP_MS = 1_000;
/** Maximum rate of batch steps that start no load; it leaves capacity for other users. */
export const COMMANDS_PER_SECOND = 10;
/** Maximum time between the two steps of a command that is selected first, ms, as in DNP3. */
export const SELECTION_LIFE_MS = 10_000;
/** Lifetime of a batch command, ms; devices that have not been commanded by then are skipped. */
export const BATCH_LIFE_MS = 600_000;
/** Maximum number of devices in a batch command. */
export const BATCH_DEVICES = 2_000;

/**
 * Number of devices of a group that can be switched within the window without the password; 100 %
 * disables the limit.
 */
export function groupShareLimit(groupSize: number, percent: number): number {
  return Math.max(MIN_GROUP_SHARE, Math.floor((groupSize * percent) / 100));
}

/** Duration of a batch command if no other command is running, ms. */
export function batchDurationMs(command: SwitchCommand, devices: number): number {
  return command === 'close'
    ? (devices - 1) * CLOSING_GAP_MS
    : (devices / COMMANDS_PER_SECOND) * 1_000;
}

/** True if the same command is accepted when it is repeated with the password. */
export function isStepUpRefusal(refusal: string | null | undefined): boolean {
  return STEP_UP_REFUSALS.some((one) => one === refusal);
}
