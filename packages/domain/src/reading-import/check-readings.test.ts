import { describe, expect, it } from 'vitest';
import { checkReadings, type ReadingRules } from './check-readings.ts';

const RULES: ReadingRules = {
  zone: 'Europe/Berlin',
  dateOrder: undefined,
  decimalSign: 'point',
  timeMarks: 'end',
  now: Date.UTC(2026, 10, 29),
  earliest: Date.UTC(2025, 9, 26),
  limitW: 10_000,
};

type Rows = readonly (readonly [time: string, value: string])[];

function check(valueColumn: 'register' | 'energy', rows: Rows, over: Partial<ReadingRules> = {}) {
  const cell = (text: string) => ({ text, isNumber: false });
  const table = {
    valueColumn,
    passedOver: [],
    rows: rows.map(([time, value], i) => ({ line: i + 2, time: cell(time), value: cell(value) })),
  };
  const { readings, problems } = checkReadings(table, { ...RULES, ...over });
  return {
    readings: readings.map(({ from, at, kwh }) => [
      new Date(from).toISOString().slice(5, 16),
      new Date(at).toISOString().slice(5, 16),
      kwh,
    ]),
    problems: problems.listed.map(({ line, column, reason }) => [line, column, reason]),
  };
}

const START: Rows[number] = ['2026-06-01T00:00Z', '100'];

describe('rows of registers', () => {
  it.each([
    ['a fall', ['2026-06-01T01:00Z', '99.99'], 'register', 'register-falls'],
    [
      'more than the device can carry',
      ['2026-06-01T01:00Z', '111'],
      'register',
      'energy-impossible',
    ],
    ['the same time again', ['2026-06-01 02:00', '100'], 'time', 'time-twice'],
    ['an earlier time', ['2026-05-31T23:00Z', '101'], 'time', 'time-unsorted'],
    ['a time in the future', ['2026-11-29T00:01Z', '101'], 'time', 'time-future'],
    ['another decimal sign', ['2026-06-01T01:00Z', '100,5'], 'register', 'value-unreadable'],
    ['no value', ['2026-06-01T01:00Z', ''], 'register', 'value-missing'],
  ] as const)(
    'reject %s with its line and column, and keep the others',
    (_, row, column, reason) => {
      const found = check('register', [START, row, ['2026-06-01T02:00Z', '102']]);
      expect(found.problems).toEqual([[3, column, reason]]);
      expect(found.readings.map(([, at]) => at)).toEqual(['06-01T00:00', '06-01T02:00']);
    },
  );

  it('reject a row with an extra cell, whatever its time and value are', () => {
    const cell = (text: string) => ({ text, isNumber: false });
    const row = { line: 2, time: cell('2026-06-01T00:00Z'), value: cell('0'), extra: '25' };
    const table = { valueColumn: 'register', passedOver: [], rows: [row] } as const;
    const { readings, problems } = checkReadings(table, RULES);
    expect(readings).toEqual([]);
    expect(problems.listed).toEqual([
      { line: 2, column: 'register', reason: 'extra-cell', value: '25' },
    ]);
  });

  it('reject times that are too old', () => {
    expect(check('register', [['2025-10-25T23:59Z', '1'], START]).problems).toEqual([
      [2, 'time', 'time-too-old'],
    ]);
  });

  it('assign an hour that occurs twice by the order of the rows', () => {
    const night: Rows = [
      ['2026-10-25 01:30', '1'],
      ['2026-10-25 02:00', '2'],
      ['2026-10-25 02:30', '3'],
      ['2026-10-25 02:00', '4'],
      ['2026-10-25 02:30', '5'],
      ['2026-10-25 03:00', '6'],
      ['2026-10-25 02:30', '7'],
    ];
    const found = check('register', night);
    expect(found.readings.map(([, at]) => at)).toEqual([
      '10-24T23:30',
      '10-25T00:00',
      '10-25T00:30',
      '10-25T01:00',
      '10-25T01:30',
      '10-25T02:00',
    ]);
    expect(found.problems).toEqual([[8, 'time', 'time-unsorted']]);
  });
});

describe('rows of energies', () => {
  const rows: Rows = [
    ['2026-06-01T01:00Z', '1.5'],
    ['2026-06-01T02:00Z', '2'],
    ['2026-06-01T05:00Z', '3'],
  ];

  it('belong to the interval before their time, as short as the others after a gap', () => {
    expect(check('energy', rows).readings).toEqual([
      ['06-01T00:00', '06-01T01:00', 1.5],
      ['06-01T01:00', '06-01T02:00', 2],
      ['06-01T04:00', '06-01T05:00', 3],
    ]);
  });

  it('belong to the interval after their time if the file says so', () => {
    expect(check('energy', rows, { timeMarks: 'start' }).readings).toEqual([
      ['06-01T01:00', '06-01T02:00', 1.5],
      ['06-01T02:00', '06-01T03:00', 2],
      ['06-01T05:00', '06-01T06:00', 3],
    ]);
  });

  it('reject more than the device can carry, and a single row of unknown length', () => {
    expect(check('energy', [...rows, ['2026-06-01T06:00Z', '10.02']]).problems).toEqual([
      [5, 'energy', 'energy-impossible'],
    ]);
    expect(check('energy', rows.slice(0, 1)).problems).toEqual([[2, 'time', 'interval-unknown']]);
  });
});
