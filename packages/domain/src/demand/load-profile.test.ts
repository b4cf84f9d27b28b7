import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localHour } from '../calendar.ts';
import { bandOfHour, TARIFF_BANDS } from '../tariff/band.ts';
import { demandAt, energySince } from './load-energy.ts';
import { type LoadProfile, measurementAt, readingAt, registersFrom } from './load-profile.ts';
import { LOAD_KINDS } from './load-shape.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const start = Date.UTC(2025, 0, 1);
const end = start + 400 * DAY;

const profile: LoadProfile = {
  seed: 7,
  kind: 'office',
  phases: 3,
  peakKw: 30,
  zone: 'Europe/Paris',
  countsFrom: start,
};

const anyProfile = fc.record({
  seed: fc.integer(),
  kind: fc.constantFrom(...LOAD_KINDS),
  phases: fc.constantFrom(1 as const, 3 as const),
  peakKw: fc.integer({ min: 1, max: 40 }),
  zone: fc.constantFrom('Asia/Shanghai', 'Europe/Paris', 'Asia/Kathmandu', 'America/New_York'),
  countsFrom: fc.constant(start),
});
const anyTime = fc.integer({ min: start, max: end });

/** Only a few runs, because each new profile integrates up to 400 days. */
const RUNS = { numRuns: 25 };

describe('measurements of a load', () => {
  it('obey the identities of alternating current', () => {
    fc.assert(
      fc.property(anyProfile, anyTime, fc.boolean(), (load, ms, closed) => {
        const m = measurementAt(load, ms, closed);
        const total = (field: 'activePower' | 'reactivePower') =>
          (m[`${field}A`] ?? 0) + (m[`${field}B`] ?? 0) + (m[`${field}C`] ?? 0);
        const s = m.apparentPower ?? -1;
        expect(m.activePower).toBeCloseTo(total('activePower'), 6);
        expect(m.reactivePower).toBeCloseTo(total('reactivePower'), 6);
        expect(s).toBeCloseTo(Math.hypot(m.activePower ?? 0, m.reactivePower ?? 0), 2);
        expect((m.currentA ?? -1) * (m.voltageA ?? 0)).toBeCloseTo(
          1000 * (m.apparentPowerA ?? 0),
          0,
        );
        if (load.phases === 3) expect(m.lineVoltageB).toBeCloseTo((m.voltageB ?? 0) * 1.732, 1);
        else expect(m.lineVoltageA ?? m.voltageB).toBeUndefined();
      }),
    );
  });

  it('are within the ranges of a healthy breaker', () => {
    fc.assert(
      fc.property(anyProfile, anyTime, (load, ms) => {
        const m = measurementAt(load, ms, true);
        const between = (value = Number.NaN, min: number, max: number) =>
          expect(value >= min && value <= max, `${value} not ${min} to ${max}`).toBe(true);
        between(m.voltageA, 195, 255);
        between(m.frequency, 49.5, 50.5);
        between(m.temperature, 25, 65);
        // The sum of three phases, each rounded to a watt.
        between(m.activePower, 0, load.peakKw + 0.0015);
        if ((m.apparentPower ?? 0) > 0.1) between(m.powerFactor, 0.8, 0.99);
      }),
    );
  });

  it('are zero downstream of an open breaker, except for the voltage', () => {
    const noon = start + 12 * 60 * MINUTE;
    const open = measurementAt(profile, noon, false);
    expect([open.currentA, open.currentB, open.currentC, open.activePower]).toEqual([0, 0, 0, 0]);
    expect(open.voltageA).toBeGreaterThan(200);
    expect(measurementAt(profile, noon, true).currentA).toBeGreaterThan(1);
  });

  it('do not depend on the time or the order of the calls', () => {
    const times = [end, start + 5, start + 200 * DAY + 17, end - DAY, start + 200 * DAY + 17];
    const forward = times.map((ms) => readingAt({ ...profile }, ms));
    const fresh = { ...profile };
    const backward = times
      .toReversed()
      .map((ms) => readingAt(fresh, ms))
      .toReversed();
    expect(backward).toEqual(forward);
  });

  it('differ between seeds', () => {
    const other = { ...profile, seed: 8 };
    expect(measurementAt(other, end, true)).not.toEqual(measurementAt(profile, end, true));
  });
});

describe('registers of a load', () => {
  const sumOfBands = (r: Readonly<Record<string, number>>, name: string) =>
    ['Sharp', 'Peak', 'OffPeak', 'Valley'].reduce((sum, band) => sum + (r[name + band] ?? 0), 0);

  it('never decrease, and equal the sum of their bands', () => {
    fc.assert(
      fc.property(anyProfile, anyTime, fc.integer({ min: 0, max: 3 * DAY }), (load, ms, later) => {
        const { registers } = readingAt(load, ms);
        const after = readingAt(load, ms + later).registers;
        for (const name of ['activeTotal', 'activeImport', 'reactiveTotal'] as const) {
          expect(registers[name]).toBeCloseTo(sumOfBands(registers, name), 6);
          for (const band of ['', 'Sharp', 'Peak', 'OffPeak', 'Valley'] as const) {
            expect(after[`${name}${band}`]).toBeGreaterThanOrEqual(
              registers[`${name}${band}`] ?? 0,
            );
          }
        }
        expect(registers.activeExport).toBe(0);
      }),
      RUNS,
    );
  });

  it('equal the integral of the power, band by band, over a day of 23 hours', () => {
    const from = Date.UTC(2025, 2, 29, 20);
    const to = from + 36 * 60 * MINUTE + 1234;
    const step = 1000;
    const expected = { sharp: 0, peak: 0, offPeak: 0, valley: 0 };
    let reactive = 0;
    for (let ms = from; ms < to; ms += step) {
      const width = Math.min(step, to - ms) / 3_600_000;
      const { activeKw, reactiveKvar } = demandAt(profile, ms + Math.min(step, to - ms) / 2);
      expected[bandOfHour(localHour(ms, profile.zone))] += activeKw * width;
      reactive += reactiveKvar * width;
    }
    const before = energySince(profile, from);
    const after = energySince(profile, to);
    TARIFF_BANDS.forEach((band, index) => {
      const used = (after.activeKwh[index] ?? 0) - (before.activeKwh[index] ?? 0);
      expect(used).toBeCloseTo(expected[band], 3);
      expect(expected[band]).toBeGreaterThan(1);
    });
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    expect(sum(after.reactiveKvarh) - sum(before.reactiveKvarh)).toBeCloseTo(reactive, 3);
  });

  it('roll over after 999,999.99', () => {
    const cents = (active: number[]) => ({ active, reactive: [0, 0, 0, 0] });
    expect(registersFrom(cents([99_999_999, 0, 0, 0])).activeTotal).toBe(999_999.99);
    const over = registersFrom(cents([99_999_999, 2, 0, 0]));
    expect([over.activeTotal, over.activeTotalSharp]).toEqual([0.01, 999_999.99]);
    expect(registersFrom(cents([100_000_005, 0, 0, 0])).activeImportSharp).toBe(0.05);
  });

  it('throw before the meter began to count', () => {
    expect(() => readingAt(profile, start - 1)).toThrow(RangeError);
  });
});
