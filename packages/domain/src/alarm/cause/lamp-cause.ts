/** Cause of a lamp alarm: its findings, with the number of lamps and the power of the group. */
import { detailParts } from '../../project/detail-parts.ts';
import type { Finding } from '../../project/lamp-check.ts';
import type { AlarmFacts } from '../alarm-facts.ts';
import { type Cause, type CauseClause, duration } from './cause-clause.ts';
import { figures, measured } from './measured-cause.ts';

export const lampCause: Cause = (alarm, ms) => {
  const { type, detail, value, facts = {} } = alarm;
  const parts = detailParts(type, detail);
  if (parts.length === 0) {
    // A device reports only the number of lamps.
    if (type !== 'lampFault' || value === null) return measured(alarm, ms);
    return { clauses: [lampsOut(Math.round(value), facts), ...duration(alarm, ms)] };
  }
  const clauses = parts.map(({ word, value: count }): CauseClause => {
    if (word === 'failed') return lampsOut(count ?? 0, facts);
    return count === null ? { key: `finding.${word}` } : { key: `finding.${word}`, count };
  });
  const { measuredKw, expectedKw } = facts;
  const isOfPower = parts.some(({ word }) => POWER_FINDINGS.includes(word));
  if (!isOfPower || measuredKw === undefined || expectedKw === undefined) return { clauses };
  const values = {
    measured: { figure: measuredKw, unit: 'kW' },
    expected: { figure: expectedKw, unit: 'kW' },
  };
  return { clauses, power: { key: 'cause.power', values } };
};

const POWER_FINDINGS: readonly Finding[] = ['failed', 'under', 'over'];

function lampsOut(count: number, { lamps: total }: AlarmFacts): CauseClause {
  if (total === undefined || total < count) return { key: 'finding.failed', count };
  return { key: 'cause.lamps-out-of', count, values: { total: { name: String(total) } } };
}

/** Energy of the day, its limit and the level reached. */
export const energyLevelCause: Cause = (alarm, ms) => ({
  clauses: [...figures(alarm, alarm.value), ...lampCause(alarm, ms).clauses.filter(isFinding)],
});

const isFinding = ({ key }: CauseClause): boolean => key.startsWith('finding.');
