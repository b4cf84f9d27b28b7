import { describe, expect, it } from 'vitest';
import type { StepOverride } from '../energy/fold-device.ts';
import { type PlanRules, planReadings, type StoredAround } from './reading-plan.ts';

const HOUR = 3_600_000;
const RULES: PlanRules = { meter: 'same', limitW: 10_000, graceMs: 2 * HOUR, overrides: [] };
const NOTHING: StoredAround = { before: undefined, inside: [], after: undefined };

type Pair = readonly [hour: number, kwh: number];

const register = ([hour, kwh]: Pair) => ({ at: hour * HOUR, kwh });

function plan(
  valueColumn: 'register' | 'energy',
  rows: readonly Pair[],
  stored: Partial<StoredAround>,
  over: Partial<PlanRules> = {},
) {
  const readings = rows.map(([hour, kwh], i) => ({
    line: i + 2,
    from: (valueColumn === 'energy' ? hour - 1 : hour) * HOUR,
    at: hour * HOUR,
    kwh,
  }));
  const found = planReadings(
    { valueColumn, readings },
    { ...NOTHING, ...stored },
    {
      ...RULES,
      ...over,
    },
  );
  return {
    registers: found.registers.map(({ at, kwh }) => [at / HOUR, kwh]),
    ignored: found.ignoredAt.map((at) => at / HOUR),
    ofOtherMeter: found.registers.filter((one) => one.isOtherMeter === true).length,
    stored: found.stored,
    problems: found.problems.listed.map(({ line, reason }) => [line, reason]),
  };
}

const decision = (hour: number, kind: StepOverride['decision']): StepOverride => ({
  at: hour * HOUR,
  channel: null,
  decision: kind,
  energyWh: 5000,
});

describe('registers of a file', () => {
  const rows: Pair[] = [
    [1, 100],
    [2, 101],
    [3, 102],
  ];

  it.each([
    ['that continue', 110, []],
    ['up to three times the usual use', 3 + 102, []],
    ['of a fall', 101.99, [[4, 'register-does-not-join']]],
    ['above the limit', 102 + 30, [[4, 'register-does-not-join']]],
  ] as const)('join the next reading of the device: %s', (_, kwh, problems) => {
    const found = plan('register', rows, { after: register([5, kwh]) });
    expect(found.problems).toEqual(problems);
    expect(found.ignored).toEqual([]);
  });

  it('do not join if the meter would have used far more than before', () => {
    const long = { after: register([203, 102 + 601]) };
    expect(plan('register', rows, long).problems).toEqual([[4, 'register-does-not-join']]);
    expect(plan('register', rows, { after: register([203, 102 + 600]) }).problems).toEqual([]);
  });

  it('join the reading before them', () => {
    const of = (kwh: number) => plan('register', rows, { before: register([0, kwh]) }).problems;
    expect(of(99)).toEqual([]);
    expect(of(101)).toEqual([[2, 'register-does-not-join']]);
  });

  it('of another meter count nothing at either end', () => {
    const around = { before: register([0, 7]), after: register([4, 9]) };
    const found = plan('register', rows, around, { meter: 'other' });
    expect(found).toEqual({
      registers: rows,
      ignored: [1, 4],
      ofOtherMeter: 3,
      stored: 0,
      problems: [],
    });
  });

  it('of another meter need a later reading of the device', () => {
    const found = plan('register', rows, { before: register([0, 7]) }, { meter: 'other' });
    expect(found.problems).toEqual([[4, 'later-reading-missing']]);
  });

  it('leave corrections in force alone', () => {
    const around = { after: register([4, 103]) };
    const set = { overrides: [decision(4, 'set')] };
    expect(plan('register', rows, around, set).problems).toEqual([[4, 'corrected-reading']]);
    const ignore = { overrides: [decision(4, 'ignore')], meter: 'other' } as const;
    expect(plan('register', rows, around, ignore)).toMatchObject({ ignored: [1], problems: [] });
  });

  it.each([
    ['register', [[2, 'bands-missing']]],
    ['energy', [[2, 'bands-missing']]],
  ] as const)('after a reading with band registers are rejected: %s', (column, problems) => {
    const around = { before: { ...register([0, 99]), hasBands: true }, after: register([4, 500]) };
    const file: Pair[] = column === 'register' ? rows : [[1, 1]];
    const over = { limitW: 500_000 };
    const found = plan(column, file, around, over).problems;
    expect(found.filter(([, reason]) => reason === 'bands-missing')).toEqual(problems);
    const other = { ...around, before: { ...around.before, isOtherMeter: true } };
    expect(plan(column, file, other, over).problems).not.toContainEqual(problems[0]);
  });

  it.each([
    ['within its registers', [0, 4], 'same', [2, 3, 4, 4]],
    ['between two rows', [1.2, 1.4], 'same', [3]],
    ['before the next reading', [3.5, 3.6], 'same', [4]],
    ['until the first row', [-9, 0], 'same', []],
    ['after the next reading', [4, 9], 'same', []],
    ['beside another meter', [3.5, 3.6], 'other', []],
  ] as const)(
    'that a former registration has counted are rejected: %s',
    (_, span, meter, lines) => {
      const [from, to] = span;
      const countedSpans = [{ from: from * HOUR, to: to * HOUR }];
      const around = { before: register([0, 99]), after: register([4, 103]) };
      const found = plan('register', rows, around, { meter, countedSpans });
      expect(found.problems).toEqual(lines.map((line) => [line, 'counted-before']));
    },
  );

  it('that continue those of another meter are of that meter', () => {
    const before = { ...register([0, 99]), isOtherMeter: true };
    const found = plan('register', rows, { before, after: register([4, 103]) });
    expect(found).toMatchObject({ ofOtherMeter: 3, problems: [] });
  });

  it('that are stored already are not stored again', () => {
    const inside = rows.map(register);
    const found = plan('register', rows, { inside });
    expect(found).toEqual({ registers: [], ignored: [], ofOtherMeter: 0, stored: 3, problems: [] });
  });

  it('between readings of the device without a gap are rejected', () => {
    const inside = [register([1, 100]), register([2, 100.5]), register([3, 102])];
    const found = plan(
      'register',
      [
        [1, 100],
        [1.5, 100.2],
        [2, 101],
      ],
      { inside },
    );
    expect(found.problems).toEqual([
      [3, 'stored-overlap'],
      [4, 'stored-differs'],
    ]);
  });

  it('at the time of a reading without this register are rejected', () => {
    const inside = [{ at: 2 * HOUR, kwh: null }];
    expect(plan('register', rows, { inside }).problems).toEqual([[3, 'stored-differs']]);
  });

  it('in two gaps join the readings around each', () => {
    const inside = [register([10, 103]), register([11, 103.5])];
    const found = plan(
      'register',
      [
        [9, 102.5],
        [10.5, 103.2],
        [14, 103.4],
      ],
      { inside },
    );
    expect(found.problems).toEqual([
      [3, 'stored-overlap'],
      [4, 'register-does-not-join'],
    ]);
  });
});

describe('energies of a file', () => {
  const rows: Pair[] = [
    [1, 0.1],
    [2, 0.2],
    [5, 0.3],
  ];

  it('before the first reading of the device begin at 0, and the step to it counts nothing', () => {
    expect(plan('energy', rows, { after: register([9, 5]) })).toEqual({
      registers: [
        [0, 0],
        [1, 0.1],
        [2, 0.3],
        [4, 0.3],
        [5, 0.6],
      ],
      ignored: [0, 9],
      ofOtherMeter: 5,
      stored: 0,
      problems: [],
    });
  });

  it('continue the register of the device, up to its next reading', () => {
    const around = (kwh: number) => ({ before: register([0, 50]), after: register([9, kwh]) });
    expect(plan('energy', rows, around(50.6))).toEqual({
      registers: [
        [1, 50.1],
        [2, 50.3],
        [4, 50.3],
        [5, 50.6],
      ],
      ignored: [],
      ofOtherMeter: 0,
      stored: 0,
      problems: [],
    });
    expect(plan('energy', rows, around(50.59)).problems).toEqual([[4, 'more-than-register']]);
    // In the four hours after the last energy, the limit allows 40 kWh and a digit.
    expect(plan('energy', rows, around(50.6 + 40.01)).problems).toEqual([]);
    const tooMuch = around(50.6 + 40.02);
    expect(plan('energy', rows, tooMuch).problems).toEqual([[4, 'remainder-impossible']]);
    const isIgnored = { overrides: [decision(9, 'ignore')] };
    expect(plan('energy', rows, tooMuch, isIgnored).problems).toEqual([]);
    const ofOthers = {
      overrides: [{ ...decision(9, 'ignore'), channel: 'reactiveImport' }],
    } as const;
    expect(plan('energy', rows, tooMuch, ofOthers).problems).toEqual([[4, 'remainder-impossible']]);
    expect(plan('energy', rows, around(50.59), ofOthers).problems).toEqual([
      [4, 'more-than-register'],
    ]);
  });

  it('continue those of another meter, and the step to the device counts nothing', () => {
    const before = { ...register([0, 50]), isOtherMeter: true };
    const found = plan('energy', rows, { before, after: register([9, 7]) });
    expect(found).toMatchObject({ ofOtherMeter: 4, ignored: [9], problems: [] });
    const isIgnored = { overrides: [decision(9, 'ignore')] };
    expect(plan('energy', rows, { before, after: register([9, 7]) }, isIgnored).ignored).toEqual(
      [],
    );
  });

  it('need a later reading, and no reading within their period', () => {
    expect(plan('energy', rows, {}).problems).toEqual([[4, 'later-reading-missing']]);
    const inside = [register([3, 7])];
    const after = register([9, 50]);
    expect(plan('energy', rows, { inside, after }).problems).toEqual([[2, 'stored-within']]);
  });

  it('that are stored already are not stored again', () => {
    const before = register([0, 0]);
    const inside = [
      [1, 0.1],
      [2, 0.3],
      [4, 0.3],
      [5, 0.6],
    ].map((pair) => register(pair as unknown as Pair));
    const found = plan('energy', rows, { before, inside, after: register([9, 5]) });
    expect(found).toEqual({ registers: [], ignored: [], ofOtherMeter: 0, stored: 4, problems: [] });
  });
});
