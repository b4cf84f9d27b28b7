/**
 * Who runs a timer: the device itself where it can hold one, for it runs without any line, else the
 * platform. Never both, which is why a device that has once held a table keeps being the one that
 * runs it, also while the platform cannot tell it of a change: what it then does is its old table.
 */
import type { DeviceKind } from '../device/device-type.ts';
import type { SwitchOrder } from '../switch/interlock.ts';

/** `waiting`: not told yet, or no answer. `different`: the device answered another table. */
export const TABLE_STATES = ['waiting', 'same', 'refused', 'different'] as const;

export type TableState = (typeof TABLE_STATES)[number];

/** A timer as a device holds it. */
export interface HeldTimer {
  readonly id: number;
  /** The slave of a gateway it moves. */
  readonly address?: number | undefined;
  readonly days: number;
  /** `HH:mm`. */
  readonly at: string;
  readonly to: SwitchOrder;
}

export interface HeldTable {
  readonly state: TableState;
  /** What the device last said it holds; undefined when it never said. */
  readonly held: readonly HeldTimer[] | undefined;
}

/** Breakers hold their own timers, a gateway those of its slaves. */
export function canHoldTimers(kind: DeviceKind): boolean {
  return kind === 'main' || kind === 'slave';
}

export function timerHolder(kind: DeviceKind, table: HeldTable | undefined): 'device' | 'server' {
  if (!canHoldTimers(kind)) return 'server';
  return table?.state === 'refused' && table.held === undefined ? 'server' : 'device';
}

/** The device has said that it holds exactly this one. */
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

/** Does the device stand by this timer as it is set: holding it, or without it when it is off? */
export function standingOf(timer: HeldTimer, enabled: boolean, table: HeldTable): TableState {
  const isThere = table.held?.some(({ id }) => id === timer.id) ?? false;
  if (enabled ? isHeld(timer, table) : !isThere && table.state !== 'waiting') return 'same';
  return table.state === 'same' ? 'different' : table.state;
}
