/**
 * Figures behind an alarm that its value and limit do not contain, stored when the alarm is raised
 * or repeated; a figure is absent if it is unknown. The platform's own alarms have them.
 */
import type { SwitchCommand } from '../switch/interlock.ts';

export interface AlarmFacts {
  /** Lamps of the group that should burn, and its measured and expected power. */
  readonly lamps?: number;
  readonly measuredKw?: number;
  readonly expectedKw?: number;
  /** Reporting interval of a device that went offline. */
  readonly intervalS?: number;
  /** Command of unknown outcome, and the time at which it was sent, epoch ms. */
  readonly command?: SwitchCommand;
  readonly sentAt?: number;
}

/** Names of all figures, for answers that contain nothing else. */
export const ALARM_FACTS = [
  'lamps',
  'measuredKw',
  'expectedKw',
  'intervalS',
  'command',
  'sentAt',
] as const satisfies readonly (keyof AlarmFacts)[];
