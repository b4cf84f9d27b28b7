/**
 * Decides where a timer runs: on the device if it can store timers, because the timer then runs
 * without a connection; otherwise on the platform. A timer never runs on both, so a device that has
 * once accepted a table continues to run it, even while the platform cannot deliver a change: it
 * then executes its old table.
 */
import type { DeviceKind } from '../device/device-type.ts';
import type { SwitchCommand } from '../switch/interlock.ts';

/** `waiting`: not delivered yet, or no reply. `different`: the device reported another table. */
export const TABLE_STATES = ['waiting', 'same', 'refused', 'different'] as const;

export type TableState = (typeof TABLE_STATES)[number];

/** Timers that a device can store. */
export const MAX_TIMERS = 64;

/** A timer as stored on a device. */
export interface HeldTimer {
  readonly id: number;
  /** Address of the slave that it switches. */
  readonly address?: number | undefined;
  readonly days: number;
  /** `HH:mm`. */
  readonly at: string;
  readonly to: SwitchCommand;
}

export interface HeldTable {
  readonly state: TableState;
  /** Timers last reported by the device; undefined if it never reported any. */
  readonly held: readonly HeldTimer[] | undefined;
}

/** Breakers store their own timers, and a gateway stores those of its slaves. */
export function canHoldTimers(kind: DeviceKind): boolean {
  return kind === 'main' || kind === 'slave';
}

export function timerHolder(kind: DeviceKind, table: HeldTable | undefined): 'device' | 'server' {
  if (!canHoldTimers(kind)) return 'server';
  return table?.state === 'refused' && table.held === undefined ? 'server' : 'device';
}

/** True if the device has reported exactly this timer. */
export function isHeld(timer: HeldTimer, table: HeldTable | undefined): boolean {
  return table?.held?.some((held) => isSameTimer(held, timer)) ?? false;
}

export function isSameTimer(one: HeldTimer, other: HeldTimer): boolean {
  return (
    one.id === other.id &&
    one.address === other.address &&
    one.days === other.days &&
    one.at === other.at &&
    one.to === other.to
  );
}

/** State of one timer: `same` if the device has stored it as set, or has removed a disabled one. */
export function currentStateOf(timer: HeldTimer, enabled: boolean, table: HeldTable): TableState {
  const isThere = table.held?.some(({ id }) => id === timer.id) ?? false;
  if (enabled ? isHeld(timer, table) : !isThere && table.state !== 'waiting') return 'same';
  return table.state === 'same' ? 'different' : table.state;
}
