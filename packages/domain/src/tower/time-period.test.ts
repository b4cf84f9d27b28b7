import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInTime, nextEdge, periodAt, periodsProblem, type TimePeriod } from './time-period.ts';

const period = (text: string, valid = true): TimePeriod => {
  const [begin = '', end = ''] = text.split('-');
  return { begin, end, valid };
};

describe('time periods', () => {
  it.each<[string, TimePeriod[], ReturnType<typeof periodsProblem>]>([
    ['no period', [], undefined],
    ['the whole day', [period('00:00-24:00')], undefined],
    ['a period that ends at midnight', [period('18:00-00:00')], undefined],
    [
      'a period over midnight and one by day',
      [period('22:00-06:00'), period('06:00-22:00')],
      undefined,
    ],
    [
      'five periods',
      '00:00-01:00 01:00-02:00 02:00-03:00 03:00-04:00 04:00-05:00'
        .split(' ')
        .map((text) => period(text)),
      undefined,
    ],
    [
      'six periods',
      '00:00-01:00 01:00-02:00 02:00-03:00 03:00-04:00 04:00-05:00 05:00-06:00'
        .split(' ')
        .map((text) => period(text)),
      { problem: 'too-many' },
    ],
    [
      'two overlapping periods',
      [period('06:00-10:00'), period('09:45-12:00')],
      { problem: 'overlap', position: 1 },
    ],
    [
      'an overlap after midnight',
      [period('00:00-01:00'), period('22:00-00:15')],
      { problem: 'overlap', position: 1 },
    ],
    [
      'an overlap with a period that is not valid',
      [period('06:00-10:00'), period('09:00-12:00', false)],
      undefined,
    ],
    [
      'an edge that is not a quarter hour',
      [period('06:10-10:00')],
      { problem: 'edge-invalid', position: 0 },
    ],
    [
      'an invalid edge of a period that is not valid',
      [period('06:00-25:00', false)],
      { problem: 'edge-invalid', position: 0 },
    ],
    ['an empty period', [period('06:00-06:00')], { problem: 'edge-invalid', position: 0 }],
    ['a start at 24:00', [period('24:00-06:00')], { problem: 'edge-invalid', position: 0 }],
    ['an invalid clock time', [period('6:00-10:00')], { problem: 'edge-invalid', position: 0 }],
    ['minutes above 59', [period('06:75-10:00')], { problem: 'edge-invalid', position: 0 }],
  ])('are validated with %s', (_, periods, problem) => {
    expect(periodsProblem(periods)).toEqual(problem);
  });

  it.each([
    ['22:00-06:00', 21 * 60 + 45, undefined],
    ['22:00-06:00', 22 * 60, 0],
    ['22:00-06:00', 0, 0],
    ['22:00-06:00', 6 * 60, undefined],
    ['18:00-24:00', 23 * 60 + 59, 0],
  ])('of %s contain minute %i in the period with index %s', (text, minute, place) => {
    expect(periodAt([period(text)], minute)).toBe(place);
  });

  it('always supply the user if none is valid', () => {
    expect(isInTime([], 0, 'UTC')).toBe(true);
    expect(isInTime([period('06:00-07:00', false)], 0, 'UTC')).toBe(true);
    expect(isInTime([period('06:00-07:00')], 0, 'UTC')).toBe(false);
  });

  it('follow the clock of the zone', () => {
    const at = Date.UTC(2026, 0, 5, 2, 0);
    expect(isInTime([period('10:00-11:00')], at, 'Asia/Shanghai')).toBe(true);
    expect(isInTime([period('10:00-11:00')], at, 'UTC')).toBe(false);
    expect(nextEdge([period('10:00-11:00')], at, 'Asia/Shanghai')).toBe(at + 3_600_000);
  });

  it('have no next boundary if the state never changes', () => {
    expect(nextEdge([], 0, 'UTC')).toBeUndefined();
    expect(nextEdge([period('22:00-06:00'), period('06:00-22:00')], 0, 'UTC')).toBeUndefined();
  });

  it('have the correct next boundary in half-hour zones and on clock changes', () => {
    const edge = nextEdge([period('10:00-11:00')], Date.UTC(2026, 2, 28, 12), 'Asia/Kolkata');
    expect(edge).toBe(Date.UTC(2026, 2, 29, 4, 30));
    // 02:00 to 03:00 does not exist that night in Berlin, so the next start is a day later.
    expect(nextEdge([period('02:15-02:45')], Date.UTC(2026, 2, 28, 12), 'Europe/Berlin')).toBe(
      Date.UTC(2026, 2, 30, 0, 15),
    );
  });

  it('contain no minute twice if they are accepted', () => {
    const edge = fc.integer({ min: 0, max: 96 }).map((quarter) => {
      const [hours, minutes] = [Math.floor(quarter / 4), (quarter % 4) * 15];
      return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
    });
    const any = fc.record({ begin: edge, end: edge, valid: fc.boolean() });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 5 }), (periods) => {
        if (periodsProblem(periods) !== undefined) return;
        for (let minute = 0; minute < 1440; minute += 15) {
          const alone = periods.filter((one) => periodAt([one], minute) === 0);
          expect(alone.length).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
