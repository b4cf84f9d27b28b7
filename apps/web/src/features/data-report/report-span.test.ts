import { describe, expect, it } from 'vitest';
import { coveredSpan, lastDays, spanText } from './report-span.ts';

const ZONE = 'Asia/Shanghai';
const NOON = Date.parse('2026-11-20T12:00:00+08:00');

describe('the days of a report', () => {
  it.each([
    ['energy', '2026-11-01', '2026-11-10', '2026-11-01', '2026-11-10', false],
    ['energy', '2026-08-23', '2026-11-20', '2026-08-23', '2026-11-20', false],
    ['energy', '2026-08-22', '2026-11-20', '2026-08-23', '2026-11-20', true],
    ['bill', '2025-10-17', '2026-11-20', '2026-08-23', '2026-11-20', true],
    ['alarm', '2026-11-15', '2026-12-31', '2026-11-15', '2026-11-20', false],
    ['parameter', '2026-11-10', '2026-11-20', '2026-11-14', '2026-11-20', true],
    ['parameter', '2026-11-14', '2026-11-20', '2026-11-14', '2026-11-20', false],
  ] as const)(
    'of type %s requested from %s to %s cover %s to %s, cut: %s',
    (type, start, end, first, last, isCut) => {
      expect(coveredSpan(type, { start, end }, NOON, ZONE)).toEqual({
        start: first,
        end: last,
        isCut,
      });
    },
  );

  it('end with today', () => {
    expect(lastDays(1, '2026-03-01')).toEqual({ start: '2026-03-01', end: '2026-03-01' });
    expect(lastDays(3, '2026-03-01')).toEqual({ start: '2026-02-27', end: '2026-03-01' });
  });

  it.each([
    ['2026-11-01 00:00:00', '2026-11-11 00:00:00', '2026-11-01 – 2026-11-10'],
    ['2026-11-01 00:00:00', '2026-11-02 00:00:00', '2026-11-01'],
    ['2026-11-01 08:15:00', '2026-11-02 00:00:00', '2026-11-01 08:15:00 – 2026-11-02 00:00:00'],
  ])('from %s to %s are displayed as %s', (start, end, text) => {
    expect(spanText({ start, end })).toBe(text);
  });
});
