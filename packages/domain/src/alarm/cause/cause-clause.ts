/** Clauses of the sentence about an alarm: keys of texts with their values. */
import type { Finding } from '../../project/lamp-check.ts';
import type { SwitchCommand } from '../../switch/interlock.ts';
import type { AlarmFacts } from '../alarm-facts.ts';
import { alarmUnit } from '../alarm-type.ts';

export interface CausedAlarm {
  /** An `ActiveAlarmType`, or the type of another version. */
  readonly type: string;
  /** Newest and most extreme value, in the unit of the type. */
  readonly value: number | null;
  readonly peak?: number | null | undefined;
  readonly limit: number | null;
  /** Null or empty if the alarm has no phase. */
  readonly phase: string | null;
  readonly detail: string;
  readonly facts?: AlarmFacts | undefined;
  readonly openedAt: number;
  readonly endedAt: number | null;
}

export type CauseKey =
  | 'limit'
  | 'phase'
  | `finding.${Finding}`
  | `cause.${CauseName}`
  | `cause.command.${SwitchCommand}`;

type CauseName =
  | ('value' | 'on-phase' | 'lasting' | 'lasted' | 'plain' | 'lamps-out-of' | 'power')
  | ('with-power' | 'offline' | 'silent' | 'clock' | 'unconfirmed' | 'unconfirmed-plain')
  | ('resolved' | 'resolved-plain' | 'paused' | 'step' | 'step-plain' | 'cloned' | 'contact');

export type CauseValue =
  | { readonly figure: number; readonly unit: string }
  | { readonly durationMs: number }
  | { readonly at: number }
  | { readonly name: string }
  | { readonly key: CauseKey };

export interface CauseClause {
  readonly key: CauseKey;
  readonly count?: number;
  readonly values?: Readonly<Record<string, CauseValue>>;
}

export interface AlarmCause {
  readonly clauses: readonly CauseClause[];
  /** Measured and expected power of a lamp group, in brackets after the clauses. */
  readonly power?: CauseClause;
}

/** `ms` is the time for which the alarm has lasted. */
export type Cause = (alarm: CausedAlarm, ms: number) => AlarmCause;

export const one = (key: CauseKey, values?: CauseClause['values']): AlarmCause => ({
  clauses: [values === undefined ? { key } : { key, values }],
});

export const figureOf = ({ type }: CausedAlarm, figure: number): CauseValue => ({
  figure,
  unit: alarmUnit(type),
});

/** A shorter alarm has no duration worth showing. */
export const MIN_DURATION_MS = 1_000;

export function duration({ endedAt }: CausedAlarm, durationMs: number): CauseClause[] {
  if (durationMs < MIN_DURATION_MS) return [];
  const key = endedAt === null ? 'cause.lasting' : 'cause.lasted';
  return [{ key, values: { duration: { durationMs } } }];
}
