import { describe, expect, it } from 'vitest';
import { type HistoryRow, toChartColumns } from './history-columns.ts';

const MINUTE = 60_000;
const row = (minute: number, a: number | null, b: number | null = null): HistoryRow => ({
  ts: minute * MINUTE,
  a,
  b,
});
const ask = (minutes: number, columns: number) => ({
  fields: ['a', 'b'],
  startMs: 0,
  endMs: minutes * MINUTE,
  columns,
});

describe('conversion of history rows to chart columns', () => {
  it('retains the minimum and the maximum of a time column, regardless of the row order', () => {
    const rows = [row(3, 231), row(0, 229), row(2, 160.5), row(1, 275.2)];
    const columns = toChartColumns(rows, ask(4, 1));
    expect(columns.times).toEqual([1.5 * MINUTE]);
    expect(columns.min.a).toEqual([160.5]);
    expect(columns.max.a).toEqual([275.2]);
  });

  it('leaves a single reading unchanged at its exact time', () => {
    const columns = toChartColumns([row(0, 230), row(1, 231)], ask(4, 4));
    expect(columns.times).toEqual([0, MINUTE]);
    expect(columns.min.a).toEqual([230, 231]);
    expect(columns.max.a).toEqual([230, 231]);
  });

  it('breaks the line across an offline span and draws nothing in it', () => {
    const rows = [row(0, 1), row(1, 2), row(2, 3), row(40, 4), row(41, 5)];
    const columns = toChartColumns(rows, ask(60, 60));
    expect(columns.times).toEqual([0, 1, 2, 21, 40, 41].map((m) => m * MINUTE));
    expect(columns.min.a).toEqual([1, 2, 3, null, 4, 5]);
  });

  it('breaks the line after a column that contains the last reading and a later row without a value', () => {
    const before = Array.from({ length: 30 }, (_, m) => row(m, 230));
    const after = Array.from({ length: 30 }, (_, m) => row(200 + m, 230));
    const rows = [...before, row(29 + 1 / 3, null, 5), ...after];
    const { times, min } = toChartColumns(rows, ask(240, 240));
    const broken = times.filter((_, at) => min.a?.[at] === null);
    expect(broken).toEqual([114.5 * MINUTE]);
  });

  it('breaks only the phase that has no readings', () => {
    const rows = Array.from({ length: 30 }, (_, m) => row(m, 230, m > 5 && m < 25 ? null : 231));
    const columns = toChartColumns(rows, ask(30, 30));
    expect(columns.min.a?.every((value) => value === 230)).toBe(true);
    expect(columns.min.b?.[5]).toBe(231);
    expect(columns.min.b?.[15]).toBeNull();
    expect(columns.min.b?.[25]).toBe(231);
  });

  it('draws a continuous line where five-minute readings change to thirty-second readings', () => {
    const old = Array.from({ length: 48 }, (_, i) => row(5 * i, 230));
    const live = Array.from({ length: 240 }, (_, i) => row(240 + i / 2, 231));
    const columns = toChartColumns([...old, ...live], ask(360, 720));
    expect(columns.times).toHaveLength(288);
    expect(columns.min.a).not.toContain(null);
  });

  it('does not break a line for a single missed value', () => {
    const columns = toChartColumns([row(0, 1), row(1, null), row(2, 3)], ask(3, 3));
    expect(columns.min.a).toEqual([1, undefined, 3]);
  });

  it('groups minimum and maximum by whole hours when columns are long', () => {
    // 41 hours that start at half past, in ten columns: each column covers five hours and starts at
    // the previous full hour.
    const startMs = 30 * MINUTE;
    const span = { fields: ['a'], startMs, endMs: startMs + 41 * 60 * MINUTE, columns: 10 };
    const rows = [row(31, 1), row(299, 2), row(301, 3), row(599, 4)];
    const columns = toChartColumns(rows, span);
    expect(columns.min.a).toEqual([1, 3]);
    expect(columns.max.a).toEqual([2, 4]);
  });

  it('omits the series of a phase that was never measured', () => {
    expect(toChartColumns([row(0, 230)], ask(1, 1)).present).toEqual(['a']);
  });

  it('ignores rows outside the span and values that are not numbers', () => {
    const rows: HistoryRow[] = [row(-1, 9), row(0, 1), row(4, 9), { ts: 1, a: 'x' }];
    expect(toChartColumns(rows, ask(4, 1)).max.a).toEqual([1]);
  });
});
