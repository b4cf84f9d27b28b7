import { OVER_VOLTAGE } from '@busbar/domain/protection/protections/over-voltage';
import { checkSets } from '@busbar/domain/protection/template';
import { defaultsOf, writeRecord } from '@busbar/domain/protection/values';
import { describe, expect, it } from 'vitest';
import {
  isSameTemplate,
  recordsOf,
  SET_NAMES,
  setProblems,
  setsIn,
  templateDraft,
  withEdits,
  withoutSet,
  withSet,
} from './template-draft.ts';

const record = writeRecord(OVER_VOLTAGE, defaultsOf(OVER_VOLTAGE));
const saved = templateDraft({ name: 'Feeders', sets: { overVoltage: record } });

describe('the template draft', () => {
  it('is sent unchanged while nothing is edited', () => {
    expect(recordsOf(saved)).toEqual({ overVoltage: record });
    expect(
      isSameTemplate(saved, templateDraft({ name: ' Feeders ', sets: recordsOf(saved) })),
    ).toBe(true);
  });

  it('differs by one field, and is equal when that field is restored', () => {
    const changed = withEdits(saved, 'overVoltage', { startValue: 280 });
    expect(isSameTemplate(saved, changed)).toBe(false);
    expect(recordsOf(changed)).toEqual({ overVoltage: { ...record, ov: '280.0' } });
    expect(isSameTemplate(saved, withEdits(changed, 'overVoltage', { startValue: 275 }))).toBe(
      true,
    );
  });

  it.each([
    [{ startValue: 301 }, 'ov', 'out-of-bounds'],
    [{ startValue: 275.03 }, 'ov', 'off-step'],
    [{ resetValue: 274 }, 'orv', 'not-below'],
    [{ operateDelay: undefined }, 'ovjt', 'missing'],
  ] as const)('is validated field by field: %o', (edits, field, kind) => {
    const problems = setProblems(withEdits(saved, 'overVoltage', edits), 'overVoltage');
    expect(problems).toEqual([expect.objectContaining({ field, kind })]);
  });

  it('adds a set with valid factory values, and removes it', () => {
    for (const set of SET_NAMES) {
      const more = withSet(templateDraft({ name: 'x', sets: {} }), set, saved);
      expect(setProblems(more, set)).toEqual([]);
      expect(checkSets(recordsOf(more)).ok).toBe(true);
      expect(setsIn(withoutSet(more, set))).toEqual([]);
    }
  });

  it('restores the saved values when a set is removed and added again', () => {
    const changed = withEdits(saved, 'overVoltage', { startValue: 280 });
    expect(withSet(withoutSet(changed, 'overVoltage'), 'overVoltage', saved)).toEqual(saved);
  });
});
