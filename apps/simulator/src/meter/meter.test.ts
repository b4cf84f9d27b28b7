import { type LoadProfile, readingAt } from '@busbar/domain/demand/load-profile';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Meter } from './meter.ts';

const HOUR = 3_600_000;
const countsFrom = Date.UTC(2026, 0, 1);
const begin = countsFrom + 3 * 24 * HOUR;
const profile: LoadProfile = {
  seed: 11,
  kind: 'home',
  phases: 3,
  peakKw: 20,
  zone: 'Asia/Shanghai',
  countsFrom,
};
const total = (meter: Meter, now: number) => meter.registers(now).activeTotal ?? Number.NaN;

describe('a meter', () => {
  it('shows the values of the history if its contact has never been open', () => {
    const meter = new Meter(profile, true, begin);
    for (let hour = 0; hour < 30; hour += 7) {
      const now = begin + hour * HOUR + 12_345;
      expect({ measurement: meter.measurement(now), registers: meter.registers(now) }).toEqual(
        readingAt(profile, now),
      );
    }
  });

  it('does not count and draws no power while its contact is open', () => {
    const meter = new Meter(profile, true, begin);
    const before = meter.registers(begin + HOUR);
    meter.switched(false, begin + HOUR);
    expect(meter.measurement(begin + 5 * HOUR).currentA).toBe(0);
    expect(meter.registers(begin + 9 * HOUR)).toEqual(before);
    meter.switched(true, begin + 9 * HOUR);
    expect(meter.registers(begin + 9 * HOUR)).toEqual(before);
    expect(total(meter, begin + 11 * HOUR)).toBeGreaterThan(before.activeTotal ?? 0);
  });

  it('counts exactly the energy of the times with a closed contact, and never decreases', () => {
    const spans = fc.array(
      fc.record({ ms: fc.integer({ min: 1, max: 9 * HOUR }), closed: fc.boolean() }),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(spans, (steps) => {
        const meter = new Meter(profile, true, begin);
        let now = begin;
        let closed = true;
        let used = 0;
        let shown = total(meter, now);
        const first = shown;
        for (const step of steps) {
          const next = now + step.ms;
          if (closed) used += kwhBetween(now, next);
          now = next;
          const later = total(meter, now);
          expect(later).toBeGreaterThanOrEqual(shown);
          shown = later;
          closed = step.closed;
          meter.switched(closed, now);
        }
        expect(shown - first).toBeGreaterThan(used - 0.05);
        expect(shown - first).toBeLessThan(used + 0.05);
      }),
      { numRuns: 40 },
    );
  });

  it('continues to count after a reset, replacement, step back or rollover', () => {
    const meter = new Meter(profile, true, begin);
    const before = total(meter, begin);
    meter.stepBack();
    expect(total(meter, begin)).toBeCloseTo(before - 0.1, 6);
    meter.reset(begin);
    expect(total(meter, begin)).toBe(0);
    expect(total(meter, begin + HOUR)).toBeCloseTo(kwhBetween(begin, begin + HOUR), 1);
    meter.replace(begin + HOUR);
    expect(meter.registers(begin + HOUR)).toMatchObject({
      activeTotal: 1160.46,
      activeTotalSharp: 123.45,
      reactiveTotal: 160.46,
    });
    const end = begin + 2 * HOUR;
    expect(total(meter, end)).toBeCloseTo(1160.46 + kwhBetween(begin + HOUR, end), 1);
    meter.nearRollover(end);
    expect(total(meter, end)).toBe(999_999.95);
    expect(total(meter, end + HOUR)).toBeLessThan(50);
  });
});

/** Computes the energy from the registers of the history, to a hundredth. */
function kwhBetween(from: number, to: number): number {
  const at = (ms: number) => readingAt(profile, ms).registers.activeTotal ?? Number.NaN;
  return at(to) - at(from);
}
