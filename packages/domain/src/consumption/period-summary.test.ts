/** Tables of the like-for-like comparison. */
import { describe, expect, it } from 'vitest';
import { addMonths, type LocalDate, startOfLocalDate } from '../local-date.ts';
import { comparedUntil, cutDay, type DaySpan, elapsedPart } from './elapsed-part.ts';
import { type ConsumptionBook, summarisePeriod } from './period-summary.ts';

const PARIS = 'Europe/Paris';
const HOUR = 3_600_000;
const at = (date: LocalDate, ms = 0) => startOfLocalDate(date, PARIS) + ms;
const month = (from: LocalDate): DaySpan => ({ from, to: addMonths(from, 1) });
const day = (wh: number, fee: number | null = wh / 10) => ({
  energyWh: wh,
  fee,
  estimated: false,
  final: true,
});
const quarters = (wh: number, count = 96) => ({
  wh: Array<number>(count).fill(wh),
  fee: Array<number>(count).fill(wh),
});

function book(over: Partial<ConsumptionBook>): ConsumptionBook {
  return {
    zone: PARIS,
    now: at('2026-11-20', 14 * HOUR),
    days: new Map(),
    quarters: new Map(),
    emptyTotal: 0,
    firstDay: '2024-01-01',
    ...over,
  };
}
const november = month('2026-11-01');
const october = month('2026-10-01');
const yearBefore = month('2025-11-01');

describe('elapsed part of a period', () => {
  it('consists of whole days and whole quarters of the running day', () => {
    const now = at('2026-11-20', 14 * HOUR + 29 * 60_000);
    const part = elapsedPart(november, now, PARIS);
    expect(part).toEqual({ days: 19, quarters: 57 });
    expect(comparedUntil(november, part!, PARIS)).toBe(at('2026-11-20', 14.25 * HOUR));
    expect(elapsedPart(october, now, PARIS)).toBeUndefined();
    expect(elapsedPart(month('2026-12-01'), now, PARIS)).toBeUndefined();
  });

  it('has no cut day in a month that is too short to contain it', () => {
    const part = elapsedPart(month('2026-03-01'), at('2026-03-31', HOUR), PARIS);
    expect(part).toEqual({ days: 30, quarters: 4 });
    expect(cutDay(month('2026-02-01'), part)).toBeUndefined();
    expect(cutDay(month('2026-01-01'), part)).toBe('2026-01-31');
  });
});

describe('period summary', () => {
  it('has no fee and no change of the fee if a day has no fee', () => {
    const unpriced = day(500, null);
    const summary = (date: LocalDate) =>
      summarisePeriod(
        book({
          days: new Map([
            ['2026-11-01', day(1000)],
            ['2026-11-20', day(300)],
            ['2026-10-05', day(600)],
            [date, unpriced],
          ]),
          quarters: new Map([
            ['2026-11-20', quarters(3)],
            ['2026-10-20', quarters(4)],
          ]),
        }),
        'month',
        november,
        october,
        yearBefore,
      );
    expect(summary('2026-11-02')).toMatchObject({ energyWh: 1800, fee: null, feeChange: null });
    expect(summary('2026-11-02').energyChange).not.toBeNull();
    expect(summary('2026-11-02').parts[1]).toMatchObject({ energyWh: 500, fee: null });
    // If the customer has no prices, a period without energy has no fee either.
    const empty = summarisePeriod(
      book({ emptyTotal: null }),
      'month',
      november,
      october,
      yearBefore,
    );
    expect([empty.energyWh, empty.fee, empty.parts[0]?.fee]).toEqual([0, null, null]);
    // The cut day is included; the day after it is not.
    expect(summary('2026-10-20')).toMatchObject({ fee: 130, feeChange: null });
    expect(summary('2026-10-21').feeChange).not.toBeNull();
  });

  it('compares no fee with that of a day that got its prices after its quarters were deleted', () => {
    const of = (fee: number) =>
      summarisePeriod(
        book({
          days: new Map([
            ['2026-11-20', day(300)],
            ['2026-10-20', day(500, 50)],
          ]),
          quarters: new Map([
            ['2026-11-20', quarters(3)],
            ['2026-10-20', { wh: quarters(5).wh, fee: Array<number>(96).fill(fee) }],
          ]),
        }),
        'month',
        november,
        october,
        yearBefore,
      );
    expect(of(0).feeChange).toBeNull();
    expect(of(0).energyChange).not.toBeNull();
    expect(of(5).feeChange).not.toBeNull();
  });

  it('compares the running month with the same part of the earlier ones', () => {
    const summary = summarisePeriod(
      book({
        days: new Map([
          ['2026-11-01', day(1000)],
          // Today so far, including its current quarter; the stored quarters take precedence over
          // this value.
          ['2026-11-20', day(9999)],
          ['2026-10-05', day(600)],
          ['2026-10-20', day(9000)],
          ['2026-10-21', day(7777)],
          ['2025-11-19', day(500)],
        ]),
        quarters: new Map([
          ['2026-11-20', quarters(10)],
          ['2026-10-20', quarters(5)],
        ]),
      }),
      'month',
      november,
      october,
      yearBefore,
    );
    // 14 hours are 56 quarters: 1000 + 560 are compared with 600 + 280; for the year before, with
    // 500, because it has no quarters.
    expect(summary.energyChange).toBe((1560 - 880) / 880);
    expect(summary.energyChangeOfYear).toBe((1560 - 500) / 500);
    // Quarters are in thousandths of the currency: ten to a minor unit.
    expect(summary.feeChange).toBe((1000 + 560 - (600 + 280)) / (600 + 280));
    expect(summary.comparedUntil).toBe(at('2026-11-20', 14 * HOUR));
    expect(summary).toMatchObject({ energyWh: 10_999, provisional: true });
    expect(summary.parts).toHaveLength(20);
  });

  it('compares a past month with the whole of another, whatever their lengths', () => {
    const days = new Map([
      ['2026-02-28', day(300)],
      ['2026-01-31', day(200)],
    ]);
    const february = month('2026-02-01');
    const summary = summarisePeriod(
      book({ days }),
      'month',
      february,
      month('2026-01-01'),
      month('2025-02-01'),
    );
    expect(summary).toMatchObject({
      energyChange: 0.5,
      energyChangeOfYear: null,
      comparedUntil: null,
      provisional: false,
      mostWh: 300,
      leastWh: 0,
      meanWh: 300 / 28,
    });
  });

  it.each<[string, Partial<ConsumptionBook>, number | null]>([
    ['no earlier use', { days: new Map([['2026-10-01', day(0)]]) }, null],
    ['no earlier data', { days: new Map() }, null],
    [
      'data for the end of the earlier month only',
      { days: new Map([['2026-10-09', day(100)]]), firstDay: '2026-10-09' },
      null,
    ],
    ['no current use', { days: new Map([['2026-10-01', day(100)]]) }, -1],
  ])('returns the change for %s', (_name, over, change) => {
    const summary = summarisePeriod(book(over), 'month', november, october, yearBefore);
    expect(summary.energyChange).toBe(change);
  });

  it('cuts both periods at the beginning of a day whose quarters are no longer stored', () => {
    const summary = summarisePeriod(
      book({
        days: new Map([
          ['2026-11-01', day(300)],
          ['2026-11-20', day(9999)],
          ['2025-11-01', day(200)],
          ['2025-11-20', day(8888)],
        ]),
        quarters: new Map([['2026-11-20', quarters(10)]]),
      }),
      'month',
      november,
      october,
      yearBefore,
    );
    expect(summary.energyChangeOfYear).toBe(0.5);
  });

  it('includes only elapsed parts in extremes and mean, and no days before the first one', () => {
    const summary = summarisePeriod(
      book({
        firstDay: '2026-11-17',
        days: new Map([
          ['2026-11-17', day(100)],
          ['2026-11-19', day(300)],
          ['2026-11-20', day(5)],
        ]),
      }),
      'month',
      november,
      october,
      yearBefore,
    );
    expect(summary).toMatchObject({ mostWh: 300, leastWh: 0, meanWh: 400 / 3 });
    expect(summary.parts.map(({ day: date, energyWh }) => [date, energyWh])).toEqual([
      ['2026-11-17', 100],
      ['2026-11-18', 0],
      ['2026-11-19', 300],
      ['2026-11-20', 5],
    ]);
    const first = summarisePeriod(
      book({ firstDay: '2026-11-20', days: new Map([['2026-11-20', day(5)]]) }),
      'month',
      november,
      october,
      yearBefore,
    );
    expect(first).toMatchObject({ mostWh: null, leastWh: null, meanWh: null, energyWh: 5 });
  });

  it('compares a day with the previous day and contains its hours', () => {
    const today: DaySpan = { from: '2026-11-20', to: '2026-11-21' };
    const yesterday: DaySpan = { from: '2026-11-19', to: '2026-11-20' };
    const summary = summarisePeriod(
      book({
        days: new Map([
          ['2026-11-20', { ...day(560), estimated: true, final: false }],
          ['2026-11-19', day(9600)],
        ]),
        quarters: new Map([
          ['2026-11-20', quarters(10)],
          ['2026-11-19', quarters(8)],
        ]),
      }),
      'day',
      today,
      yesterday,
      { from: '2025-11-20', to: '2025-11-21' },
    );
    expect(summary).toMatchObject({
      energyChange: 0.25,
      energyChangeOfYear: null,
      mostWh: 40,
      leastWh: 40,
      meanWh: 40,
      provisional: true,
      estimated: true,
    });
    expect(summary.parts).toHaveLength(24);
    const gone = summarisePeriod(
      book({ days: new Map([['2026-11-20', day(560)]]) }),
      'day',
      today,
      yesterday,
      { from: '2025-11-20', to: '2025-11-21' },
    );
    expect(gone).toMatchObject({ energyWh: 560, parts: [], mostWh: null });
    expect(summary.parts[3]).toEqual({ day: '2026-11-20', hour: 3, energyWh: 40, fee: null });
  });
});
