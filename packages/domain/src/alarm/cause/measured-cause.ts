/** Cause of an alarm about a measured value: value, phase, limit and duration. */
import { alarmUnit } from '../alarm-type.ts';
import {
  type Cause,
  type CauseClause,
  type CausedAlarm,
  duration,
  figureOf,
} from './cause-clause.ts';

/** Value with its phase, and limit; a number without a unit is left out. */
export function figures(alarm: CausedAlarm, value: number | null): CauseClause[] {
  const phase = alarm.phase ? { name: alarm.phase } : undefined;
  const clauses: CauseClause[] = [];
  if (alarmUnit(alarm.type) === '') return phase ? [{ key: 'phase', values: { phase } }] : [];
  if (value !== null) {
    const shown = figureOf(alarm, value);
    clauses.push(
      phase
        ? { key: 'cause.on-phase', values: { value: shown, phase } }
        : { key: 'cause.value', values: { value: shown } },
    );
  } else if (phase) clauses.push({ key: 'phase', values: { phase } });
  if (alarm.limit !== null) {
    clauses.push({ key: 'limit', values: { limit: figureOf(alarm, alarm.limit) } });
  }
  return clauses;
}

export const measured: Cause = (alarm, ms) => ({
  clauses: [...figures(alarm, alarm.peak ?? alarm.value), ...duration(alarm, ms)],
});
