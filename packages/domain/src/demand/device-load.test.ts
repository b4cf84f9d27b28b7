import { describe, expect, it } from 'vitest';
import { loadOfDevice } from './device-load.ts';
import { measurementAt } from './load-profile.ts';

const question = {
  phases: 3,
  ratedCurrentA: 32,
  zone: 'Asia/Shanghai',
  countsFrom: Date.UTC(2025, 0, 1),
} as const;

describe('load of a device', () => {
  it('is the same for the same code and differs for other codes', () => {
    const one = loadOfDevice({ ...question, code: '867530901234567' });
    expect(loadOfDevice({ ...question, code: '867530901234567' })).toEqual(one);
    expect(loadOfDevice({ ...question, code: '867530901234568' }).seed).not.toBe(one.seed);
  });

  it('is never that of street lamps for a device without lamps', () => {
    for (let number = 0; number < 40; number++) {
      const load = loadOfDevice({ ...question, code: `DEVICE-${1000 + number}` });
      // Noon and 02:00 in Shanghai, on a Wednesday.
      const { activePower: byDay = 0 } = measurementAt(load, Date.UTC(2025, 0, 15, 4), true);
      const { activePower: byNight = 0 } = measurementAt(load, Date.UTC(2025, 0, 14, 18), true);
      expect(byDay).toBeGreaterThan(byNight / 2);
    }
  });

  it('never exceeds the rated current of its breaker', () => {
    for (let number = 0; number < 40; number++) {
      const load = loadOfDevice({ ...question, code: `DEVICE-${1000 + number}` });
      for (let hour = 0; hour < 24; hour += 3) {
        const at = Date.UTC(2025, 0, 15, hour);
        const { currentA = 99, currentB = 99, currentC = 99 } = measurementAt(load, at, true);
        expect(Math.max(currentA, currentB, currentC)).toBeLessThan(question.ratedCurrentA);
      }
    }
  });
});
