/** Timers of the mock server; a test specifies only the relevant members. */
import type { TimerWire } from '../../src/features/timers/timer.ts';
import { CODE } from './device-answers.ts';

export function timerRow(more: Partial<TimerWire> = {}): TimerWire {
  return {
    id: 7,
    devId: 11,
    devCode: CODE,
    deviceName: 'Pump house',
    channel: null,
    days: 31,
    time: '18:30',
    sun: null,
    offset: 0,
    projectId: null,
    projectName: null,
    op: 'close',
    enable: true,
    runBy: 'device',
    held: 'same',
    heldReason: null,
    heldTs: Date.now() - 5_000,
    nextRunTs: Date.UTC(2026, 0, 1, 10, 30),
    nextRunTime: '2026-01-01 18:30:00',
    lastRunTs: Date.UTC(2025, 11, 31, 10, 30),
    lastRunTime: '2025-12-31 18:30:00',
    lastResult: 'done',
    lastReason: null,
    lastCommandId: null,
    ...more,
  };
}
