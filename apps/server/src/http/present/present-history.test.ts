import { formatLocal } from '@busbar/domain/calendar';
import { describe, expect, it } from 'vitest';
import { historyWriter } from './present-history.ts';

const STEP_MS = 67 * 60_000 + 7_321;

function dateTimesOf(rows: Buffer): unknown[] {
  return (JSON.parse(`[${rows}]`) as { dateTime: unknown }[]).map(({ dateTime }) => dateTime);
}

describe('history rows', () => {
  it.each([
    'Asia/Shanghai',
    'UTC',
    'Europe/Paris',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'America/St_Johns',
    'Africa/Casablanca',
  ])('contain the local time of %s for a whole year, in both orders', (zone) => {
    const times: number[] = [];
    for (let at = Date.UTC(2025, 0, 1); at < Date.UTC(2026, 0, 2); at += STEP_MS) times.push(at);
    for (const ordered of [times, times.toReversed()]) {
      const write = historyWriter([], zone);
      const written = write({ times: ordered, values: [] });
      expect(dateTimesOf(written)).toEqual(ordered.map((ts) => formatLocal(ts, zone)));
    }
  });

  it('contain the correct local time in every minute around a time zone change', () => {
    const change = Date.UTC(2025, 9, 26, 1);
    const write = historyWriter([], 'Europe/Paris');
    const times: number[] = [];
    for (let ts = change - 90 * 60_000; ts < change + 90 * 60_000; ts += 59_999) times.push(ts);
    expect(dateTimesOf(write({ times, values: [] }))).toEqual(
      times.map((ts) => formatLocal(ts, 'Europe/Paris')),
    );
  });

  it('contain the numbers as printed by the database, without the unknown ones', () => {
    const write = historyWriter(['volPa', 'curA', 'insP'], 'Asia/Shanghai');
    const values = [
      ['230.1', ''],
      ['', ''],
      ['-0.5', '0'],
    ];
    expect(write({ times: [1_767_225_600_999, 1_767_225_600_000], values }).toString()).toBe(
      '{"dateTime":"2026-01-01 08:00:00","ts":1767225600999,"volPa":230.1,"insP":-0.5},' +
        '{"dateTime":"2026-01-01 08:00:00","ts":1767225600000,"insP":0}',
    );
  });
});
