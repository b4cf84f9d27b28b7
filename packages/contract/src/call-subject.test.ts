import { describe, expect, it } from 'vitest';
import { SUBJECT_NAMES, SUBJECTS, subjectOf } from './call-subject.ts';
import { CATALOGUE } from './catalogue.ts';

const names: readonly string[] = CATALOGUE.map(({ name }) => name);

describe('call subjects', () => {
  it.each([
    ['v2.device', 'devices'],
    ['v2.device.control.batch.retry', 'control'],
    ['v1.device.swControl', 'control'],
    ['v1.device.rate.findAll', 'tariffs'],
    ['v1.data.findVariableByDateTime', 'readings'],
    ['v1.data.findDailyFeesByDate', 'energy'],
    ['v2.audit', 'platform'],
    ['v2.audit-trail.export', 'log'],
    ['health.ready', 'platform'],
  ])('%s: %s', (name, subject) => {
    expect(subjectOf(name)).toBe(subject);
  });

  it('every call has a subject, and every subject has calls', () => {
    expect(new Set(names.map(subjectOf))).toEqual(new Set(SUBJECTS));
    expect(() => subjectOf('v2.nothing')).toThrow('has no subject');
  });

  it('each name prefix is listed once and matches an existing call', () => {
    expect(SUBJECT_NAMES).toEqual([...new Set(SUBJECT_NAMES)]);
    const nobodys = SUBJECT_NAMES.filter(
      (begin) => !names.some((name) => name === begin || name.startsWith(`${begin}.`)),
    );
    expect(nobodys).toEqual([]);
  });
});
