/**
 * The cause of an alarm as clauses of one sentence: keys of the texts (`packages/texts`, catalogue
 * `alarms`) with their values. Lists, bell, cards, mails and push messages show the same sentence;
 * `cause-text.ts` writes it. What an alarm does not contain is left out.
 */
import { offlineAfterMs } from '../../device/presence.ts';
import { GROUP_SHARE_WINDOW_MS } from '../../switch/control-pace.ts';
import type { ActiveAlarmType } from '../alarm-type.ts';
import {
  type AlarmCause,
  type Cause,
  type CausedAlarm,
  duration,
  figureOf,
  MIN_DURATION_MS,
  one,
} from './cause-clause.ts';
import { energyLevelCause, lampCause } from './lamp-cause.ts';
import { figures, measured } from './measured-cause.ts';

const offline: Cause = ({ facts: { intervalS } = {} }, ms) =>
  intervalS === undefined
    ? one('cause.offline', { duration: { durationMs: Math.max(ms, MIN_DURATION_MS) } })
    : one('cause.silent', {
        duration: { durationMs: ms + offlineAfterMs(intervalS) },
        interval: { durationMs: intervalS * 1_000 },
      });

const unknown: Cause = ({ facts: { command, sentAt } = {}, endedAt }, ms) => {
  const known = { duration: { durationMs: Math.max(ms, MIN_DURATION_MS) } };
  if (command === undefined || sentAt === undefined) {
    return endedAt === null ? one('cause.unconfirmed-plain') : one('cause.resolved-plain', known);
  }
  const sent = { command: { key: `cause.command.${command}` }, time: { at: sentAt } } as const;
  return endedAt === null
    ? one('cause.unconfirmed', sent)
    : one('cause.resolved', { ...sent, ...known });
};

const step: Cause = (alarm) => {
  const { value, limit } = alarm;
  if (value === null || limit === null) return one('cause.step-plain');
  return one('cause.step', { value: figureOf(alarm, value), limit: figureOf(alarm, limit) });
};

const contact: Cause = (alarm, ms) => ({
  clauses: [{ key: 'cause.contact' }, ...duration(alarm, ms)],
});

const CAUSES: Readonly<Record<ActiveAlarmType, Cause>> = {
  phaseUnbalance: measured,
  phaseLoss: measured,
  overLoad: measured,
  overCurrent: measured,
  underVoltage: measured,
  overVoltage: measured,
  overTemp: measured,
  powerOutage: measured,
  lampFault: lampCause,
  antiTamper: lampCause,
  energyLevel: energyLevelCause,
  electricLeakage: (alarm) => ({ clauses: figures(alarm, alarm.peak ?? alarm.value) }),
  clockError: () => one('cause.clock'),
  commandUnknown: unknown,
  controlPaused: () => one('cause.paused', { duration: { durationMs: GROUP_SHARE_WINDOW_MS } }),
  deviceOffline: offline,
  impossibleEnergy: step,
  clonedCredentials: () => one('cause.cloned'),
  dryContact1: contact,
  dryContact2: contact,
};

/** `now` is the time up to which an active alarm has lasted, epoch ms. */
export function alarmCause(alarm: CausedAlarm, now: number): AlarmCause {
  const ms = Math.max(0, (alarm.endedAt ?? now) - alarm.openedAt);
  const { type } = alarm;
  const cause = Object.hasOwn(CAUSES, type) ? CAUSES[type as ActiveAlarmType] : measured;
  const { clauses, power } = cause(alarm, ms);
  if (clauses.length === 0) return one('cause.plain');
  return power === undefined ? { clauses } : { clauses, power };
}
