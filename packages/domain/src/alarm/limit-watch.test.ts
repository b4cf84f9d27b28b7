import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ALARM_LATE_MS,
  AT_REST,
  isTimely,
  type WatchChange,
  type WatchLimits,
  type WatchState,
  watch,
} from './limit-watch.ts';

const ABOVE: WatchLimits = { side: 'above', limit: 110, clear: 105, delayS: 10, holdS: 20 };
const BELOW: WatchLimits = { side: 'below', limit: 90, clear: 95, delayS: 10, holdS: 20 };

type Reading = readonly [atS: number, value: number];

/** Skips readings that are late or out of order, as `DeviceWatch` does. */
function fold(limits: WatchLimits, readings: readonly Reading[], arrivedAfterS = 0) {
  let state: WatchState = AT_REST;
  let newest = Number.NEGATIVE_INFINITY;
  const changes: [number, WatchChange][] = [];
  for (const [atS, value] of readings) {
    const at = atS * 1000;
    if (!isTimely(newest, at, at + arrivedAfterS * 1000)) continue;
    newest = at;
    const watched = watch(limits, state, at, value);
    state = watched.state;
    if (watched.change !== undefined) changes.push([atS, watched.change]);
  }
  return { state, changes };
}

describe('limit watch', () => {
  it.each<[string, WatchLimits, Reading[], [number, WatchChange][]]>([
    [
      'raises after the delay',
      ABOVE,
      [
        [0, 111],
        [9, 111],
        [10, 111],
      ],
      [[10, 'raise']],
    ],
    [
      'does not raise at the limit itself',
      ABOVE,
      [
        [0, 110],
        [60, 110],
      ],
      [],
    ],
    [
      'does not raise for a short excursion',
      ABOVE,
      [
        [0, 111],
        [9, 109],
        [10, 111],
        [19, 111],
      ],
      [],
    ],
    [
      'clears after the hold time',
      ABOVE,
      [
        [0, 111],
        [10, 111],
        [20, 105],
        [39, 105],
        [40, 105],
      ],
      [
        [10, 'raise'],
        [40, 'clear'],
      ],
    ],
    [
      'does not clear between the clear limit and the limit',
      ABOVE,
      [
        [0, 111],
        [10, 111],
        [20, 106],
        [400, 109],
      ],
      [[10, 'raise']],
    ],
    [
      'counts a new excursion after the delay',
      ABOVE,
      [
        [0, 111],
        [10, 111],
        [20, 100],
        [30, 111],
        [39, 111],
        [40, 111],
        [60, 111],
      ],
      [
        [10, 'raise'],
        [40, 'again'],
      ],
    ],
    [
      'does not count an excursion after a return to the dead band only',
      ABOVE,
      [
        [0, 111],
        [10, 111],
        [20, 107],
        [30, 111],
        [60, 111],
      ],
      [[10, 'raise']],
    ],
    [
      'works for lower limits too',
      BELOW,
      [
        [0, 89],
        [10, 89],
        [20, 95],
        [40, 96],
      ],
      [
        [10, 'raise'],
        [40, 'clear'],
      ],
    ],
    ['raises at once without a delay', { ...ABOVE, delayS: 0 }, [[5, 111]], [[5, 'raise']]],
  ])('%s', (_name, limits, readings, changes) => {
    expect(fold(limits, readings).changes).toEqual(changes);
  });

  it('accepts readings up to ten minutes late, and no later ones', () => {
    const readings: Reading[] = [
      [0, 111],
      [10, 111],
    ];
    expect(fold(ABOVE, readings, ALARM_LATE_MS / 1000).changes).toEqual([[10, 'raise']]);
    expect(fold(ABOVE, readings, ALARM_LATE_MS / 1000 + 1).changes).toEqual([]);
  });
});

const history = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 80, max: 120 })), {
    maxLength: 200,
  })
  .map((steps) => {
    let at = 0;
    return steps.map(([wait, value]): Reading => {
      at += wait;
      return [at, value];
    });
  });
const limits = fc
  .record({
    side: fc.constantFrom('above', 'below' as const),
    delayS: fc.integer({ min: 0, max: 60 }),
    holdS: fc.integer({ min: 0, max: 60 }),
  })
  .map(
    ({ side, delayS, holdS }): WatchLimits => ({
      ...(side === 'above' ? ABOVE : BELOW),
      delayS,
      holdS,
    }),
  );

describe('limit watch on arbitrary histories', () => {
  it('never raises twice without a clear, and never clears without a raise', () => {
    fc.assert(
      fc.property(limits, history, (of, readings) => {
        let raised = false;
        for (const [, change] of fold(of, readings).changes) {
          expect(change === 'raise').toBe(!raised);
          if (change !== 'again') raised = change === 'raise';
        }
      }),
    );
  });

  it('is not affected by values between the clear limit and the limit', () => {
    fc.assert(
      fc.property(limits, history, fc.nat({ max: 30 }), (of, readings, more) => {
        const { state } = fold(of, readings);
        const last = readings.at(-1)?.[0] ?? 0;
        const between = (of.limit + of.clear) / 2;
        const next = watch(of, state, (last + more + 1) * 1000, between);
        expect(next.change).toBeUndefined();
        expect(next.state.isRaised).toBe(state.isRaised);
      }),
    );
  });

  it('is not affected by readings that are out of order', () => {
    fc.assert(
      fc.property(
        limits,
        history,
        fc.array(fc.tuple(fc.nat(), fc.nat())),
        (of, readings, echoes) => {
          const disordered = [...readings];
          for (const [where, which] of echoes) {
            if (readings.length === 0) break;
            const place = where % (disordered.length + 1);
            const seen = disordered.slice(0, place).filter((one) => readings.includes(one));
            if (seen.length === 0) continue;
            const [at] = seen[which % seen.length]!;
            disordered.splice(place, 0, [at, which % 2 === 0 ? 1000 : 0]);
          }
          expect(fold(of, disordered)).toEqual(fold(of, readings));
        },
      ),
    );
  });

  it('raises no alarm if the value crosses the limit back and forth faster than the delay', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))),
        (flaps) => {
          let at = 0;
          const readings = flaps.flatMap(([up, down]): Reading[] => {
            const from = at + 1;
            at = from + up + down;
            return [
              [from, 115],
              [from + up, 115],
              [at, 100],
            ];
          });
          expect(fold(ABOVE, readings).changes).toEqual([]);
        },
      ),
    );
  });

  it('has a small state that is unchanged by conversion to JSON', () => {
    fc.assert(
      fc.property(limits, history, (of, readings) => {
        const { state } = fold(of, readings);
        expect(JSON.parse(JSON.stringify(state))).toEqual(state);
        expect(JSON.stringify(state).length).toBeLessThan(120);
      }),
    );
  });
});
