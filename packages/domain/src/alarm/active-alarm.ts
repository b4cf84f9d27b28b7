/** An active alarm, as shown on cards and sent on the real-time channel. */
import type { AlarmFacts } from './alarm-facts.ts';
import type { AlarmKind, Phase } from './alarm-type.ts';

/**
 * Type of the alarm raised when commands to a group are paused, because a large share of its
 * breakers was switched within minutes.
 */
export const PAUSE_ALARM = 'controlPaused';

/** Type of the alarm raised when two devices use the same secret. */
export const CLONED_ALARM = 'clonedCredentials';

export interface OpenAlarm {
  /** An `ActiveAlarmType`, or the type of another version. */
  readonly type: string;
  readonly kind: AlarmKind;
  /** Epoch ms. */
  readonly since: number;
  /** Newest and most extreme value, and the limit, in the unit of the type. */
  readonly value: number | null;
  readonly peak: number | null;
  readonly limit: number | null;
  readonly phase: Phase | null;
  /** The cause besides the values, e.g. the name of a dry contact or `2 lamps`; usually empty. */
  readonly detail: string;
  readonly facts: AlarmFacts;
}
