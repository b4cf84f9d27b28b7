import { describe, expect, it } from 'vitest';
import { comparedSpan } from './compared-period.ts';

const at = (text: string) => Date.parse(text);
const ZONE = 'Europe/Berlin';
const span = { startMs: at('2026-03-30T00:00:00+02:00'), endMs: at('2026-03-31T00:00:00+02:00') };

describe('the other period', () => {
  it.each([
    ['on the previous day, which has 23 hours', 'day', undefined, '2026-03-29T00:00:00+01:00'],
    ['in the previous week at the same local time', 'week', undefined, '2026-03-23T00:00:00+01:00'],
    ['four weeks earlier', 'month', undefined, '2026-03-02T00:00:00+01:00'],
    ['52 weeks earlier, also on a Monday', 'year', undefined, '2025-03-31T00:00:00+02:00'],
    ['at a custom time', 'custom', '2026-01-05 06:00:00', '2026-01-05T06:00:00+01:00'],
  ] as const)('starts %s', (_name, period, since, start) => {
    expect(comparedSpan(span, { period, since }, ZONE)).toEqual({
      startMs: at(start),
      endMs: at(start) + span.endMs - span.startMs,
    });
  });

  it('with a custom start is zoomed together with the current one', () => {
    const whole = { startMs: span.startMs - 3 * 3_600_000, endMs: span.endMs };
    const choice = { period: 'custom', since: '2026-01-05 06:00:00', whole } as const;
    expect(comparedSpan(span, choice, ZONE)?.startMs).toBe(at('2026-01-05T09:00:00+01:00'));
  });

  it.each([
    ['none is selected', {}],
    ['a custom period has no start', { period: 'custom' }],
    ['it equals the current period', { period: 'custom', since: '2026-03-30 00:00:00' }],
  ] as const)('is undefined if %s', (_name, choice) => {
    expect(comparedSpan(span, choice, ZONE)).toBeUndefined();
  });
});
