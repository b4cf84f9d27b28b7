import { formatLocal } from '@busbar/domain/calendar';
import { describe, expect, it } from 'vitest';
import { historyRowWriter } from './present-history.ts';

const STEP_MS = 67 * 60_000 + 7_321;

function dateTimeOf(text: string): unknown {
  return JSON.parse(text).dateTime;
}

describe('history row', () => {
  it.each([
    'Asia/Shanghai',
    'UTC',
    'Europe/Paris',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'America/St_Johns',
    'Africa/Casablanca',
  ])('has the clock time of %s all year round, newest first and oldest first', (zone) => {
    const times: number[] = [];
    for (let at = Date.UTC(2025, 0, 1); at < Date.UTC(2026, 0, 2); at += STEP_MS) times.push(at);
    for (const ordered of [times, times.toReversed()]) {
      const write = historyRowWriter([], zone);
      const written = ordered.map((ts) => dateTimeOf(write({ ts, values: [] })));
      expect(written).toEqual(ordered.map((ts) => formatLocal(ts, zone)));
    }
  });

  it('has the right time in every minute around a change', () => {
    const change = Date.UTC(2025, 9, 26, 1);
    const write = historyRowWriter([], 'Europe/Paris');
    for (let ts = change - 90 * 60_000; ts < change + 90 * 60_000; ts += 59_999) {
      expect(dateTimeOf(write({ ts, values: [] }))).toBe(formatLocal(ts, 'Europe/Paris'));
    }
  });

  it('writes the numbers as the database printed them and leaves out what is not known', () => {
    const write = historyRowWriter(['volPa', 'curA', 'insP'], 'Asia/Shanghai');
    expect(write({ ts: 1_767_225_600_999, values: ['230.1', null, '-0.5'] })).toBe(
      '{"dateTime":"2026-01-01 08:00:00","ts":1767225600999,"volPa":230.1,"insP":-0.5}',
    );
  });
});
