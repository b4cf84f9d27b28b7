import { describe, expect, it } from 'vitest';
import { energyLimitW } from './energy-limit.ts';
import { foldRegister } from './fold-register.ts';
import type { RegisterState, StepDecision, StepKind, StepReason } from './register-state.ts';

/** 10 kW: 10 kWh per hour, 2.5 kWh per quarter. */
const LIMIT_W = 10_000;
const MINUTE = 60_000;
/** In minutes. */
const DAY = 1440;
const START = Date.UTC(2026, 0, 1);
const KWH = 1000;

type Row = [minute: number, kwh: number, kind: StepKind, reason: StepReason, countedKwh: number];

/** Processes the readings in order and checks the expected result of each step. */
function walk(rows: readonly Row[], limitW = LIMIT_W): void {
  let state: RegisterState | null = null;
  const got = rows.map(([minute, kwh]): Row => {
    const folded = foldRegister(
      state,
      { at: START + minute * MINUTE, wh: Math.round(kwh * KWH) },
      limitW,
    );
    state = folded.state;
    const { kind, reason, countedWh } = folded.step;
    return [minute, kwh, kind, reason, countedWh / KWH];
  });
  expect(got).toEqual(rows);
}

const first = (kwh: number): Row => [0, kwh, 'first', 'first-reading', 0];

describe('register fold', () => {
  it('counts the difference of a continuing register', () => {
    walk([
      first(100),
      [15, 101.5, 'normal', 'within-limit', 1.5],
      [30, 104, 'normal', 'within-limit', 2.5],
      [45, 106.51, 'normal', 'within-limit', 2.51], // one digit above the limit
    ]);
  });

  it('limits readings that arrive in one burst by the time since the reading before them', () => {
    const ms = (count: number) => 615 + count / MINUTE;
    walk([
      first(100),
      [15, 101, 'normal', 'within-limit', 1],
      [ms(0), 102, 'normal', 'within-limit', 1],
      [ms(1), 103, 'normal', 'within-limit', 1],
      [ms(2), 103, 'normal', 'within-limit', 0],
      [ms(3), 105, 'normal', 'within-limit', 2],
      // 100 kWh is the limit in ten hours, of which 4 are counted.
      [ms(4), 202, 'impossible', 'awaits-next', 0],
      [ms(5), 201, 'normal', 'glitch-between', 96],
      [ms(6), 202, 'impossible', 'awaits-next', 0],
      [630, 203, 'normal', 'glitch-between', 2],
    ]);
  });

  it('counts nothing if the register does not change', () => {
    walk([
      first(100),
      [15, 100, 'normal', 'within-limit', 0],
      [30, 100, 'normal', 'within-limit', 0],
    ]);
  });

  it('allows a register of whole kWh the time to fill its digit', () => {
    walk([
      first(100),
      [2, 100, 'normal', 'within-limit', 0],
      [4, 100, 'normal', 'within-limit', 0],
      [6, 101, 'normal', 'within-limit', 1],
      [7, 101, 'normal', 'within-limit', 0],
      // However long the register was unchanged, a step of two digits is too large.
      [300, 101, 'normal', 'within-limit', 0],
      [301, 103, 'impossible', 'awaits-next', 0],
    ]);
  });

  it('counts the energy of a month without readings', () => {
    walk([first(100), [43_200, 700, 'normal', 'within-limit', 600]]);
  });

  it('counts from the highest value of a register with jitter', () => {
    walk([
      first(100),
      [15, 99.9, 'jitter', 'small-backward', 0],
      [30, 99.99, 'normal', 'within-limit', 0],
      [45, 99.98, 'jitter', 'small-backward', 0],
      [60, 100.05, 'normal', 'within-limit', 0.05],
    ]);
  });

  it('finally treats a register that drifts down by jitter as another register', () => {
    walk([
      first(100),
      [15, 99.95, 'jitter', 'small-backward', 0],
      [30, 99.9, 'jitter', 'small-backward', 0],
      [45, 99.85, 'swap', 'awaits-next', 0],
      [60, 99.86, 'swap', 'confirmed', 0.01],
      // The register is 0.06 kWh above its highest value, of which 0.01 kWh is already counted.
      [75, 100.06, 'normal', 'returned', 0.05],
    ]);
  });

  it.each([1e4, 1e5, 1e6, 1e7, 1e8, 2 ** 32 / 1000, 2 ** 32 / 100])(
    'rolls over exactly at %d kWh',
    (size) => {
      walk([
        first(size - 0.5),
        [15, 0.7, 'rollover', 'end-of-register', 1.2],
        [30, 0.9, 'normal', 'within-limit', 0.2],
      ]);
    },
  );

  it('rolls over once if the register has jitter at its end', () => {
    walk([
      first(999_999.98),
      [15, 999_999.99, 'normal', 'within-limit', 0.01],
      [30, 0, 'rollover', 'end-of-register', 0.01],
      [45, 999_999.99, 'normal', 'returned', 0],
      [60, 0, 'normal', 'glitch-counted', 0],
      [75, 0.03, 'normal', 'within-limit', 0.03],
    ]);
  });

  it('detects a roll-over during a gap', () => {
    walk([first(999_900), [43_200, 300, 'rollover', 'end-of-register', 400]]);
  });

  it('accepts no roll-over far from the end of the register, however long the gap', () => {
    walk([
      first(3000),
      [43_200, 10, 'reset', 'awaits-next', 0],
      [43_215, 11, 'reset', 'confirmed', 11],
    ]);
  });

  /** Two days at 1 kW, then a gap. */
  const twoDays = (kwh: number): Row[] => [
    first(kwh),
    ...[1, 2].map((day): Row => [day * DAY, kwh + day * 24, 'normal', 'within-limit', 24]),
  ];

  it('treats a fall after a long gap to an incredible value as another meter', () => {
    const year = 367 * DAY;
    const rows: Row[] = [
      ...twoDays(79_952),
      [year, 15_341, 'swap', 'awaits-next', 0],
      [year + 15, 15_342, 'swap', 'not-credible', 1],
      [year + 30, 15_343, 'normal', 'within-limit', 1],
    ];
    walk(rows);
    walk(rows, energyLimitW(null, null));
  });

  it.each([
    // Three times the energy used in a period of the same length is the limit.
    [1, 72, 'reset'],
    [1, 72.01, 'swap'],
    // The limit also applies to the whole known period, however long the gap was.
    [2, 144, 'reset'],
    [300, 144, 'reset'],
    [300, 144.01, 'swap'],
  ] as const)('accepts after a gap of %d days a reset of up to %d kWh: %s', (days, kwh, kind) => {
    const at = (2 + days) * DAY;
    const isReset = kind === 'reset';
    walk([
      ...twoDays(5000),
      [at, kwh, kind, 'awaits-next', 0],
      [at + 15, kwh + 1, kind, isReset ? 'confirmed' : 'not-credible', isReset ? kwh + 1 : 1],
    ]);
  });

  it.each([
    [LIMIT_W, 10],
    // A breaker with unknown ratings is treated as the most common one.
    [energyLimitW(null, null), 52.16],
  ])('accepts an hour at the limit as a reset if no earlier use is known (%d W)', (limitW, kwh) => {
    walk([first(5000), [600, kwh, 'reset', 'awaits-next', 0]], limitW);
    walk([first(5000), [600, kwh + 0.01, 'swap', 'awaits-next', 0]], limitW);
  });

  it('evaluates a reset by the recent consumption, regardless of corrections', () => {
    const state = [...Array(30).keys()].reduce<RegisterState | null>((before, day) => {
      const reading = { at: START + day * DAY * MINUTE, wh: 1e6 + Math.min(day, 10) * 200_000 };
      const decision = { decision: 'set', energyWh: 1e9 } as const;
      return foldRegister(before, reading, LIMIT_W, day === 29 ? decision : undefined).state;
    }, null);
    const fall = { at: START + 40 * DAY * MINUTE, wh: 10_001 };
    expect(foldRegister(state, fall, LIMIT_W).step.kind).toBe('swap');
  });

  it('counts the value since 0 after a reset', () => {
    walk([
      first(5000),
      [15, 1, 'reset', 'awaits-next', 0],
      [30, 2.5, 'reset', 'confirmed', 2.5],
      [45, 3, 'normal', 'within-limit', 0.5],
    ]);
  });

  it('treats a fall to more than the possible consumption as another meter', () => {
    walk([
      first(5000),
      [15, 1200, 'swap', 'awaits-next', 0],
      [30, 1201, 'swap', 'confirmed', 1],
      [45, 1202, 'normal', 'within-limit', 1],
    ]);
  });

  it('does not count a leap, and continues from the new value', () => {
    walk([
      first(5000),
      [15, 6000, 'impossible', 'awaits-next', 0],
      [30, 6001, 'impossible', 'confirmed', 1],
      [45, 6002, 'normal', 'within-limit', 1],
    ]);
  });

  it.each([
    ['a peak', 9000, 'impossible', 'awaits-next'],
    ['hole', 4000, 'swap', 'awaits-next'],
    ['zero', 0, 'reset', 'awaits-next'],
  ] as const)('loses no energy if one reading is a %s', (_, glitch, kind, reason) => {
    walk([
      first(5000),
      [15, glitch, kind, reason, 0],
      [30, 5002, 'normal', 'glitch-between', 2],
      [45, 5003, 'normal', 'within-limit', 1],
    ]);
  });

  it('waits for a plausible reading if each reading is implausible in another way', () => {
    walk([
      first(5000),
      [15, 9000, 'impossible', 'awaits-next', 0],
      [30, 77, 'swap', 'awaits-next', 0],
      [45, 812_345.67, 'impossible', 'awaits-next', 0],
      [60, 5003, 'normal', 'glitch-between', 3],
    ]);
  });

  it('returns to the previous line after zeros', () => {
    walk([
      first(5000),
      [15, 0, 'reset', 'awaits-next', 0],
      [30, 0, 'reset', 'confirmed', 0],
      [45, 0, 'normal', 'within-limit', 0],
      [60, 5003, 'impossible', 'awaits-next', 0],
      [75, 5004, 'normal', 'returned', 4],
      [90, 5005, 'normal', 'within-limit', 1],
    ]);
  });

  it('does not count the energy of a counted peak within the limit again', () => {
    walk([
      first(5000),
      [15, 5002, 'normal', 'within-limit', 2],
      [30, 5000.3, 'normal', 'glitch-counted', 0],
      [45, 5001.5, 'normal', 'within-limit', 0],
      [60, 5003, 'normal', 'returned', 1],
    ]);
  });

  it('does not confirm readings in Wh instead of kWh, however many follow each other', () => {
    walk([
      first(123.45),
      [15, 123_460, 'impossible', 'unit-slip', 0],
      [30, 123_480, 'impossible', 'unit-slip', 0],
      [45, 123_510, 'impossible', 'unit-slip', 0],
      [60, 123.6, 'normal', 'glitch-between', 0.15],
    ]);
  });

  it('does not confirm readings in MWh instead of kWh, however many follow each other', () => {
    walk([
      first(12_345.6),
      [15, 12.35, 'impossible', 'unit-slip', 0],
      [30, 12.35, 'impossible', 'unit-slip', 0],
      [45, 12_347, 'normal', 'glitch-between', 1.4],
    ]);
  });

  it('starts to count at the first true value after a 0', () => {
    walk([
      first(0),
      [15, 5000.37, 'impossible', 'awaits-next', 0],
      [30, 5001, 'impossible', 'confirmed', 0.63],
    ]);
  });

  it('accepts the power of the largest possible meter if the ratings are unknown', () => {
    const limitW = energyLimitW(null, 63);
    walk([first(100), [1, 600, 'normal', 'within-limit', 500]], limitW);
    walk([first(100), [1, 601, 'impossible', 'awaits-next', 0]], limitW);
  });
});

describe('energy limit', () => {
  it('is rated voltage x current x three phases x 1.2', () => {
    expect(energyLimitW(230, 63)).toBeCloseTo(52_164, 6);
  });
});

describe('administrator decision', () => {
  const decide = (decision: StepDecision['decision'], kwh: number, energyWh = 0) => {
    const before = foldRegister(null, { at: START, wh: 5000 * KWH }, LIMIT_W).state;
    const suspect = foldRegister(before, { at: START + MINUTE, wh: 7 }, LIMIT_W).state;
    const decided = foldRegister(suspect, { at: START + 2 * MINUTE, wh: kwh * KWH }, LIMIT_W, {
      decision,
      energyWh,
    });
    const next = foldRegister(
      decided.state,
      { at: START + 62 * MINUTE, wh: (kwh + 1) * KWH },
      LIMIT_W,
    );
    return [decided.step.reason, decided.step.countedWh, next.step.kind, next.step.countedWh];
  };

  it('takes precedence over every rule, and the register continues from the reading', () => {
    expect(decide('count', 6000)).toEqual(['override', 1_000_000, 'normal', 1000]);
    expect(decide('count', 4000)).toEqual(['override', 0, 'normal', 1000]);
    expect(decide('ignore', 6000)).toEqual(['override', 0, 'normal', 1000]);
    expect(decide('set', 100, 2345)).toEqual(['override', 2345, 'normal', 1000]);
  });

  it('may assign energy to the first reading', () => {
    const { step } = foldRegister(null, { at: START, wh: 7 }, LIMIT_W, {
      decision: 'set',
      energyWh: 9,
    });
    expect(step).toMatchObject({ kind: 'first', countedWh: 9 });
  });
});
