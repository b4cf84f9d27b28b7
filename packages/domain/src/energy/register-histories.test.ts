/**
 * docs/promises.md R6: 100,000 histories of a register; `REGISTER_HISTORIES` sets another number.
 */
import { describe, expect, it } from 'vitest';
import {
  confirmedReadings,
  FAULTS,
  type Fault,
  type History,
  history,
} from '../../test/register-histories.ts';
import { seededRandom } from '../demand/seeded-noise.ts';
import { DIGIT_WH, whAtLimit } from './energy-limit.ts';
import { foldRegister } from './fold-register.ts';
import type { RegisterState, RegisterStep } from './register-state.ts';

/** Long timeout, for busy machines. */
const PATIENCE_MS = 120_000;
const HOUR_MS = 3_600_000;
const HISTORIES = Number(process.env['REGISTER_HISTORIES'] ?? 100_000);

function stepsOf({ limitW, readings }: History): RegisterStep[] {
  let state: RegisterState | null = null;
  return readings.map((reading) => {
    const folded = foldRegister(state, reading, limitW);
    state = folded.state;
    return folded.step;
  });
}

/** Returns the first error in the counted energy, as a sentence. */
function wrong(generated: History, steps: readonly RegisterStep[]): string | undefined {
  const { limitW, digitWh, readings } = generated;
  const digit = Math.max(digitWh, DIGIT_WH);
  let counted = 0;
  for (const [i, step] of steps.entries()) {
    const reading = readings[i]!;
    counted += step.countedWh;
    const most = whAtLimit(limitW, step.at - step.from) + 2 * digit;
    if (!(step.countedWh >= 0)) return `${i}: negative`;
    if (step.countedWh > most) return `${i}: ${step.countedWh} above the limit, ${most}`;
    if (counted > reading.trueWh + reading.graceWh + digit) {
      return `${i}: ${counted} counted, ${reading.trueWh} used`;
    }
  }
  return undefined;
}

function* histories(count: number, faults: readonly Fault[], rate: number, seed: number) {
  const random = seededRandom(seed);
  for (let i = 0; i < count; i += 1) yield history(random, faults, rate);
}

function expectRight(count: number, faults: readonly Fault[], rate: number, seed: number): void {
  let index = 0;
  for (const generated of histories(count, faults, rate, seed)) {
    const steps = stepsOf(generated);
    const sentence = wrong(generated, steps);
    if (sentence !== undefined) {
      const story = generated.readings.map((reading, i) => ({ ...reading, ...steps[i] }));
      expect.fail(
        `history ${index}: ${sentence}\n${JSON.stringify({ ...generated, readings: story })}`,
      );
    }
    index += 1;
  }
  expect(index).toBe(count);
}

describe('counted energy never exceeds the used energy', {
  timeout: PATIENCE_MS,
}, () => {
  it(`in ${HISTORIES} histories with every fault`, () => {
    expectRight(HISTORIES, FAULTS, 0.15, 6);
  });

  it('in histories with a fault in every second reading', () => {
    expectRight(HISTORIES / 20, FAULTS, 0.5, 66);
  });

  it.each(FAULTS)('in histories with the only fault %s', (fault) => {
    expectRight(HISTORIES / 100, [fault], 0.3, 666);
  });
});

describe('booking of energy in the interval of its use', { timeout: PATIENCE_MS }, () => {
  const CLEAR: readonly Fault[] = FAULTS.filter(
    (fault) => fault !== 'jitter' && fault !== 'small peak',
  );

  it.each([...CLEAR.map((fault) => [fault]), CLEAR])(
    'is correct with the faults %s %s %s %s',
    (...faults) => {
      let compared = 0;
      for (const generated of histories(HISTORIES / 200, faults, 0.2, 77)) {
        const known = confirmedReadings(generated);
        if (generated.digitWh > DIGIT_WH || known.length === 0) continue;
        const actual = inBuckets(
          bookedOf(stepsOf(generated)).filter(({ at }) => at <= known.at(-1)!.at),
        );
        const expected = inBuckets(known.map(({ at, ownWh = 0 }) => ({ at, wh: ownWh })));
        if (JSON.stringify(actual) !== JSON.stringify(expected)) {
          expect({ actual, known }).toEqual({ actual: expected, known });
        }
        compared += 1;
      }
      expect(compared).toBeGreaterThan(HISTORIES / 500);
    },
  );
});

interface Booked {
  readonly at: number;
  readonly wh: number;
}

/**
 * Returns each part of the counted energy, with the time of the reading at the end of its interval.
 */
function bookedOf(steps: readonly RegisterStep[]): Booked[] {
  return steps.flatMap(({ at, countedWh, earlier = [] }) => [
    ...earlier,
    { at, wh: countedWh - earlier.reduce((sum, { wh }) => sum + wh, 0) },
  ]);
}

/** Sums the energy of intervals that end in the same five minutes, in order of time. */
function inBuckets(booked: readonly Booked[]): [number, number][] {
  const buckets = new Map<number, number>();
  for (const { at, wh } of booked) {
    const bucket = Math.ceil(at / 300_000);
    buckets.set(bucket, (buckets.get(bucket) ?? 0) + wh);
  }
  return [...buckets].filter(([, wh]) => wh > 0).sort(([one], [other]) => one - other);
}

describe('complete count of the used energy', { timeout: PATIENCE_MS }, () => {
  /** The largest energy of any history, Wh, that was used but not counted at an honest reading. */
  const lost = (faults: readonly Fault[], rate: number): number => {
    let most = 0;
    for (const generated of histories(HISTORIES / 50, faults, rate, 7)) {
      // Skips coarse registers, because their first digit may not have had time to fill.
      if (generated.digitWh > DIGIT_WH) continue;
      let counted = 0;
      for (const [i, { countedWh }] of stepsOf(generated).entries()) {
        counted += countedWh;
        const { trueWh, fault } = generated.readings[i]!;
        if (fault === undefined) most = Math.max(most, trueWh - counted);
      }
    }
    return most;
  };

  it('holds for a roll-over at any register size', () => {
    expect(lost([], 0)).toBe(0);
  });

  it('holds, except for two digits, if the register has jitter near the limit', () => {
    expect(lost(['jitter'], 0.3)).toBeLessThanOrEqual(2 * DIGIT_WH);
  });

  it('holds soon after a reset, which is never mistaken for another meter', () => {
    let resets = 0;
    for (const generated of histories(HISTORIES / 50, ['reset'], 0.1, 9)) {
      const steps = stepsOf(generated);
      for (const [i, { at, fault }] of generated.readings.entries()) {
        if (fault !== 'reset' || at - generated.readings[i - 1]!.at > 1.2 * HOUR_MS) continue;
        expect(steps[i]?.kind).not.toBe('swap');
        if (steps[i]?.kind === 'reset') resets += 1;
      }
    }
    expect(resets).toBeGreaterThan(HISTORIES / 200);
  });

  it('holds after a peak or a hole has ended', () => {
    const random = seededRandom(8);
    for (let i = 0; i < HISTORIES / 50; i += 1) {
      const generated = history(random, ['peak', 'hole'], 0.1);
      if (generated.digitWh > DIGIT_WH || generated.readings.at(-1)?.fault !== undefined) continue;
      const counted = stepsOf(generated).reduce((sum, { countedWh }) => sum + countedWh, 0);
      expect(counted).toBe(generated.readings.at(-1)?.trueWh);
    }
  });
});
