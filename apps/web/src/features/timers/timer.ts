/** A weekly timer as used by the panel; the wire row is mapped only here. */
import { isSwitchCommand, type SwitchCommand } from '@busbar/domain/switch/interlock';
import { SUN_EVENTS, type SunEvent } from '@busbar/domain/timer/sun-time';
import { TABLE_STATES, type TableState } from '@busbar/domain/timer/timer-holder';
import type { Answer } from '../../lib/calls/call-types.ts';

export type TimerWire = Answer<'v1.task.find'>['data'][number];

export interface Timer {
  readonly id: number;
  readonly deviceCode: string;
  readonly deviceName: string;
  /** Number of the channel; null for a device with only one. */
  readonly channel: number | null;
  /** Bit mask, 1 is Monday. */
  readonly days: number;
  /** `HH:mm` in the customer's time zone. */
  readonly time: string;
  /** Null for a clock time. */
  readonly sun: SunEvent | null;
  /** Minutes after the sun event. */
  readonly offset: number;
  /** The project that created the timer; it can be changed only there. */
  readonly project: { readonly id: number; readonly name: string } | null;
  readonly command: SwitchCommand;
  readonly isEnabled: boolean;
  readonly runBy: 'device' | 'server';
  /** State of the timer on the device against the configuration; null if the platform runs it. */
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
    channel: row.channel,
    days: row.days,
    time: row.time,
    sun: SUN_EVENTS.find((one) => one === row.sun) ?? null,
    offset: row.offset,
    project: row.projectId === null ? null : { id: row.projectId, name: row.projectName ?? '' },
    command: isSwitchCommand(row.op) ? row.op : 'open',
    isEnabled: row.enable,
    runBy: row.runBy === 'server' ? 'server' : 'device',
    // If this version does not know a value, nothing may be inferred from it about the device.
    held: row.held === null ? null : (TABLE_STATES.find((one) => one === row.held) ?? 'waiting'),
    heldReason: row.heldReason,
    heldAt: row.heldTs,
    nextRunAt: row.nextRunTs,
    lastRunAt: row.lastRunTs,
    lastResult: row.lastResult,
    lastReason: row.lastReason,
  };
}
