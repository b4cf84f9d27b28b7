/** A weekly timer as the panel knows it; the wire's row is mapped here once. */
import { isSwitchOrder, type SwitchOrder } from '@busbar/domain/switch/interlock';
import { SUN_EVENTS, type SunEvent } from '@busbar/domain/timer/sun-time';
import { TABLE_STATES, type TableState } from '@busbar/domain/timer/timer-holder';
import type { Answer } from '../../lib/call-types.ts';

export type TimerWire = Answer<'v1.task.find'>['data'][number];

export interface Timer {
  readonly id: number;
  readonly deviceCode: string;
  readonly deviceName: string;
  /** Bit mask, 1 is Monday. */
  readonly days: number;
  /** `HH:mm` in the customer's zone. */
  readonly time: string;
  /** Null: by the clock. */
  readonly sun: SunEvent | null;
  /** Minutes after it. */
  readonly offset: number;
  /** That has set it: it is changed there. */
  readonly project: { readonly id: number; readonly name: string } | null;
  readonly order: SwitchOrder;
  readonly isEnabled: boolean;
  readonly runBy: 'device' | 'server';
  /** Whether the device holds it as it is set; null when the platform runs it. */
  readonly held: TableState | null;
  readonly heldReason: string | null;
  readonly heldAt: number | null;
  readonly nextRunAt: number | null;
  readonly lastRunAt: number | null;
  readonly lastResult: string | null;
  readonly lastReason: string | null;
}

export function toTimer(row: TimerWire): Timer {
  return {
    id: row.id,
    deviceCode: row.devCode,
    deviceName: row.deviceName,
    days: row.days,
    time: row.time,
    sun: SUN_EVENTS.find((one) => one === row.sun) ?? null,
    offset: row.offset,
    project: row.projectId === null ? null : { id: row.projectId, name: row.projectName ?? '' },
    order: isSwitchOrder(row.op) ? row.op : 'open',
    isEnabled: row.enable,
    runBy: row.runBy === 'server' ? 'server' : 'device',
    // A word this version does not know claims nothing about the device.
    held: row.held === null ? null : (TABLE_STATES.find((one) => one === row.held) ?? 'waiting'),
    heldReason: row.heldReason,
    heldAt: row.heldTs,
    nextRunAt: row.nextRunTs,
    lastRunAt: row.lastRunTs,
    lastResult: row.lastResult,
    lastReason: row.lastReason,
  };
}
