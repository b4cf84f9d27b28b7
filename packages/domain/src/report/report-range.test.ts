import { describe, expect, it } from 'vitest';
import { formatLocal, parseLocal } from '../calendar.ts';
import type { ReportType } from './report-kind.ts';
import { reportRange } from './report-range.ts';

const NOW = '2026-11-20 12:00:00';

describe.each([
  // Columns: type, zone, from, to, covered from, covered to, cut.
  [
    'alarm',
    'Asia/Shanghai',
    '2026-11-01 00:00:00',
    '2026-11-08 00:00:00',
    '2026-11-01 00:00:00',
    '2026-11-08 00:00:00',
    false,
  ],
  [
    'alarm',
    'Asia/Shanghai',
    '2026-11-01 08:15:00',
    '2026-11-01 08:16:00',
    '2026-11-01 08:15:00',
    '2026-11-01 08:16:00',
    false,
  ],
  // 90 days are the maximum; a range of 91 days is cut.
  [
    'energy',
    'Asia/Shanghai',
    '2026-08-23 00:00:00',
    '2026-11-21 00:00:00',
    '2026-08-23 00:00:00',
    '2026-11-21 00:00:00',
    false,
  ],
  [
    'energy',
    'Asia/Shanghai',
    '2026-08-22 00:00:00',
    '2026-11-21 00:00:00',
    '2026-08-23 00:00:00',
    '2026-11-21 00:00:00',
    true,
  ],
  // 400 days.
  [
    'bill',
    'Asia/Shanghai',
    '2025-10-17 00:00:00',
    '2026-11-21 00:00:00',
    '2026-08-23 00:00:00',
    '2026-11-21 00:00:00',
    true,
  ],
  // Days after today are removed first, so that the newest days with data remain.
  [
    'energy',
    'Asia/Shanghai',
    '2026-01-01 00:00:00',
    '2027-01-01 00:00:00',
    '2026-08-23 00:00:00',
    '2026-11-21 00:00:00',
    true,
  ],
  [
    'energy',
    'Asia/Shanghai',
    '2026-11-01 00:00:00',
    '2027-01-01 00:00:00',
    '2026-11-01 00:00:00',
    '2026-11-21 00:00:00',
    false,
  ],
  [
    'alarm',
    'Asia/Shanghai',
    '2027-01-01 00:00:00',
    '2027-02-01 00:00:00',
    '2027-01-01 00:00:00',
    '2027-02-01 00:00:00',
    false,
  ],
  // Readings cover seven days, from instant to instant.
  [
    'parameter',
    'Asia/Shanghai',
    '2026-11-10 10:00:00',
    '2026-11-17 10:00:00',
    '2026-11-10 10:00:00',
    '2026-11-17 10:00:00',
    false,
  ],
  [
    'parameter',
    'Asia/Shanghai',
    '2026-11-10 09:59:59',
    '2026-11-17 10:00:00',
    '2026-11-10 10:00:00',
    '2026-11-17 10:00:00',
    true,
  ],
  // Energy is rounded to the days it touches.
  [
    'energy',
    'Asia/Shanghai',
    '2026-11-01 08:15:00',
    '2026-11-02 00:00:01',
    '2026-11-01 00:00:00',
    '2026-11-03 00:00:00',
    false,
  ],
  // The clocks went back on 25 October: seven days and an hour, which still count as seven days.
  [
    'parameter',
    'Europe/Berlin',
    '2026-10-22 00:00:00',
    '2026-10-29 00:00:00',
    '2026-10-22 00:00:00',
    '2026-10-29 00:00:00',
    false,
  ],
  [
    'parameter',
    'Europe/Berlin',
    '2026-10-21 23:00:00',
    '2026-10-29 00:00:00',
    '2026-10-22 00:00:00',
    '2026-10-29 00:00:00',
    true,
  ],
  [
    'energy',
    'Asia/Kathmandu',
    '2026-08-01 00:00:00',
    '2026-11-21 00:00:00',
    '2026-08-23 00:00:00',
    '2026-11-21 00:00:00',
    true,
  ],
] as const)(
  'range of a report on %s in %s from %s to %s',
  (type, zone, from, to, coveredFrom, coveredTo, isCut) => {
    const at = (text: string) => parseLocal(text, zone)!;

    it(`covers ${coveredFrom} to ${coveredTo}${isCut ? ', cut' : ''}`, () => {
      const range = reportRange(type as ReportType, { from: at(from), to: at(to) }, at(NOW), zone)!;
      expect([formatLocal(range.from, zone), formatLocal(range.to, zone), range.isCut]).toEqual([
        coveredFrom,
        coveredTo,
        isCut,
      ]);
    });
  },
);

it.each(['alarm', 'energy', 'bill', 'parameter'] as const)(
  'does not create a report on %s that ends before it begins',
  (type) => {
    const at = parseLocal('2026-11-01 00:00:00', 'UTC')!;
    expect(reportRange(type, { from: at, to: at }, at, 'UTC')).toBeUndefined();
    expect(reportRange(type, { from: at, to: at - 1 }, at, 'UTC')).toBeUndefined();
  },
);
