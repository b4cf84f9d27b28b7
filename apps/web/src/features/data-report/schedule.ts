/** A scheduled report as returned by the server, and the enum values of its runs. */
import type { Answer } from '../../lib/calls/call-types.ts';

export type Schedules = Answer<'v2.report-schedules'>['data'];
export type Schedule = Schedules['list'][number];
export type ScheduleRun = Schedule['runs'][number];
export type Recipient = Schedules['people'][number];

const RUN_STATES = ['under-way', 'sent', 'ready', 'partly', 'failed', 'missed'] as const;
export type RunState = (typeof RUN_STATES)[number];

const RUN_FAILURES = [
  'owner-disabled',
  'right-lost',
  'devices-lost',
  'recipient-gone',
  'not-visible',
  'mail-missing',
  'mail-not-available',
  'access-ended',
  'file-gone',
  'cancelled',
  'storage-full',
  'too-large',
  'interrupted',
  'failed',
  'mail-address-refused',
  'mail-refused',
  'mail-sign-in-refused',
  'mail-not-encrypted',
  'mail-server-not-reached',
  'receiver-down',
] as const;
export type RunFailure = (typeof RUN_FAILURES)[number];

const PAUSES = ['owner-disabled', 'right-lost', 'devices-lost'] as const;

export function runStateOf({ state }: ScheduleRun): RunState {
  return RUN_STATES.find((known) => known === state) ?? 'failed';
}

/** Undefined if every recipient got the report as chosen. */
export function runFailureOf({ failure }: Pick<ScheduleRun, 'failure'>): RunFailure | undefined {
  if (failure === '') return undefined;
  return RUN_FAILURES.find((known) => known === failure) ?? 'failed';
}

/** Reason why the platform paused it; undefined if it did not. */
export function pauseOf({ paused }: Schedule): (typeof PAUSES)[number] | undefined {
  return PAUSES.find((known) => known === paused);
}
