import { describe, expect, it } from 'vitest';
import type { HistoryRow } from '../time/history-columns.ts';
import { comparedColumns } from './compared-columns.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const rows = (startMs: number, values: readonly (number | null)[]): HistoryRow[] =>
  values.flatMap((volts, minute) =>
    volts === null ? [] : [{ ts: startMs + minute * MINUTE, volts }],
  );
const line = (key: string, startMs: number, values: readonly (number | null)[]) => ({
  key,
  rows: rows(startMs, values),
  field: 'volts',
  startMs,
});
const span = { startMs: DAY, endMs: DAY + 4 * MINUTE, columns: 4 };

describe('histories on a common axis', () => {
  it('are aligned, with the span of another day shifted onto this day', () => {
    const lines = [line('now', DAY, [230, 231, 232, 233]), line('then', 0, [220, 221, 222, 223])];
    const columns = comparedColumns(lines, span);
    expect(columns.times).toEqual([0, 1, 2, 3].map((at) => DAY + at * MINUTE));
    expect(columns.min.now).toEqual([230, 231, 232, 233]);
    expect(columns.max.then).toEqual([220, 221, 222, 223]);
    expect(columns.present).toEqual(['now', 'then']);
  });

  it('share a row if their readings are at different seconds of the same column', () => {
    const late = [{ ts: DAY + 40_000, volts: 228 }];
    const lines = [line('a', DAY, [230]), { key: 'b', rows: late, field: 'volts', startMs: DAY }];
    const columns = comparedColumns(lines, span);
    expect(columns.times).toEqual([DAY + 20_000]);
    expect([columns.min.a, columns.min.b]).toEqual([[230], [228]]);
  });

  it('retain the minimum and the maximum of a column', () => {
    const columns = comparedColumns([line('a', DAY, [230, 190, 260, 231])], {
      ...span,
      columns: 1,
    });
    expect([columns.min.a, columns.max.a]).toEqual([[190], [260]]);
  });

  it('break only the line of the device that was offline', () => {
    const hour = { startMs: DAY, endMs: DAY + 60 * MINUTE, columns: 60 };
    const all = Array.from({ length: 60 }, () => 230);
    const silent = all.map((volts, minute) => (minute > 9 && minute < 40 ? null : volts));
    const columns = comparedColumns([line('a', DAY, all), line('b', DAY, silent)], hour);
    expect(columns.min.a).toEqual(all);
    expect(columns.min.b?.slice(9, 12)).toEqual([230, null, undefined]);
    expect(columns.min.b?.[40]).toBe(230);
  });

  it('break the line where only the compared quantity has no value', () => {
    const hour = { startMs: DAY, endMs: DAY + 60 * MINUTE, columns: 30 };
    const of = Array.from({ length: 60 }, (_, minute) => ({
      ts: DAY + minute * MINUTE,
      volts: minute > 8 && minute < 40 ? null : 230,
    }));
    const columns = comparedColumns([{ key: 'a', rows: of, field: 'volts', startMs: DAY }], hour);
    expect(columns.min.a).toContain(null);
  });

  it('omit a line without values and columns without readings', () => {
    const columns = comparedColumns([line('a', DAY, [230, null, 231]), line('b', DAY, [])], span);
    expect(columns.present).toEqual(['a']);
    expect(columns.times).toHaveLength(2);
  });
});
