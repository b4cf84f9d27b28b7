import { describe, expect, it } from 'vitest';
import { silencesOf, silencesOfLine } from './outages.ts';

const MINUTE = 60_000;
const minutes = (...at: number[]) => at.map((minute) => minute * MINUTE);
const hour = { startMs: 0, endMs: 60 * MINUTE, columns: 600, nowMs: 60 * MINUTE };
const every = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => (from + i) * MINUTE);
const halved = [
  ...minutes(1, 6, 11, 16, 21, 26, 31),
  ...every(32, 59).flatMap((at) => [at, at + MINUTE / 2]),
];
const spans = (times: readonly number[], more = {}) =>
  silencesOf(times, { ...hour, ...more }).found.map(({ startMs, endMs }) => [
    startMs / MINUTE,
    endMs / MINUTE,
  ]);

describe('gaps between readings', () => {
  it.each([
    ['are empty if readings arrive regularly', every(0, 59), []],
    ['include one in the middle', [...every(0, 10), ...every(30, 59)], [[10, 30]]],
    ['include the time before the first reading', every(20, 59), [[0, 20]]],
    ['include the time after the last reading', every(0, 39), [[39, 60]]],
    ['exclude a single missing reading', [...every(0, 10), ...every(12, 59)], []],
    ['are the whole span without readings', [], [[0, 60]]],
    ['are empty if the interval changed from five minutes to half a minute', halved, []],
    ['are found in rows sorted newest first', every(0, 39).reverse(), [[39, 60]]],
  ])('%s', (_name, times, expected) => {
    expect(spans(times)).toEqual(expected);
  });

  it('of a line are empty without readings in the span, even with earlier readings', () => {
    const rows = (...at: number[]) => at.map((minute) => ({ ts: minute * MINUTE }));
    expect(silencesOfLine(undefined, hour).found).toEqual([]);
    expect(silencesOfLine(rows(-90, -5), hour).found).toEqual([]);
    const { found } = silencesOfLine(rows(-90, ...every(5, 59).map((ms) => ms / MINUTE)), hour);
    expect(found).toEqual([{ startMs: 0, endMs: 5 * MINUTE }]);
  });

  it('do not extend into the future', () => {
    expect(spans(every(0, 29), { nowMs: 30 * MINUTE })).toEqual([]);
  });

  it('are detected from the minimum length that the columns can show', () => {
    const month = { startMs: 0, endMs: 43_200 * MINUTE, columns: 720, nowMs: 43_200 * MINUTE };
    expect(silencesOf(minutes(0, 30, 60, 90), month).leastMs).toBe(120 * MINUTE);
  });
});
