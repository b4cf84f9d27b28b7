import { describe, expect, it } from 'vitest';
import type { RuleRow } from './alarm-rule-queries.ts';
import { nearestRow } from './rule-settings.ts';

const setting = { inUse: true, clear: 108, delayS: 10, holdS: 10 };
const row = (groupId: number | null, limit: number, type = 'overVoltage') =>
  ({ customerId: 1, groupId, type, limit, ...setting }) as RuleRow;

describe('rule settings of a group', () => {
  const rows = [row(null, 110), row(7, 112), row(9, 114), row(9, 30, 'overTemp'), row(5, 118)];

  it.each<[string, readonly number[], number | undefined]>([
    ['its own', [5, 7, 9], 114],
    ['those of the nearest ancestor group', [5, 7, 8], 112],
    ['those of the root group before those of the customer', [5], 118],
    ['those of the customer if no group in its path has any', [1, 2], 110],
    ['not those of a child or sibling group', [5, 6], 118],
  ])('are %s', (_, path, limit) => {
    expect(nearestRow(rows, 'overVoltage', path)?.limit).toBe(limit);
    expect(nearestRow(rows.toReversed(), 'overVoltage', path)?.limit).toBe(limit);
  });

  it('are undefined if no level defines any', () => {
    expect(nearestRow(rows, 'overTemp', [5, 7])).toBeUndefined();
    expect(nearestRow(rows.slice(1), 'overVoltage', [1])).toBeUndefined();
  });
});
