import { describe, expect, it } from 'vitest';
import { connectionSpan } from './connection-span.ts';

const ZONE = 'Asia/Shanghai';
const DAY = 86_400_000;
const at = (text: string) => Date.parse(text);
const NOW = at('2026-11-22T12:00:00+08:00');
const FIRST = at('2025-03-01T08:00:00+08:00');

describe('the span of the connection log', () => {
  it.each([
    ['7d', 7],
    ['30d', 30],
    ['90d', 90],
  ] as const)('for %s is the last %d days', (range, days) => {
    const span = connectionSpan({ range, from: '2020-01-01 00:00:00' }, NOW, FIRST, ZONE);
    expect(span).toEqual({ startMs: NOW - days * DAY, endMs: NOW });
  });

  it.each([
    [
      'both dates as wall clock of the time zone',
      { from: '2026-02-01 00:00:00', to: '2026-03-01 00:00:00' },
      ['2026-02-01T00:00:00+08:00', '2026-03-01T00:00:00+08:00'],
    ],
    [
      'no end, extended to now',
      { from: '2026-02-01 00:00:00' },
      ['2026-02-01T00:00:00+08:00', '2026-11-22T12:00:00+08:00'],
    ],
    [
      'no start, since the registration of the device',
      { to: '2026-03-01 00:00:00' },
      ['2025-03-01T08:00:00+08:00', '2026-03-01T00:00:00+08:00'],
    ],
    ['neither date', {}, ['2025-03-01T08:00:00+08:00', '2026-11-22T12:00:00+08:00']],
    [
      'swapped dates',
      { from: '2026-03-01 00:00:00', to: '2026-02-01 00:00:00' },
      ['2026-02-01T00:00:00+08:00', '2026-03-01T00:00:00+08:00'],
    ],
    [
      'equal dates, extended to a minute',
      { from: '2026-02-01 00:00:00', to: '2026-02-01 00:00:00' },
      ['2026-02-01T00:00:00+08:00', '2026-02-01T00:01:00+08:00'],
    ],
    [
      'an end before the registration of the device, reduced to a minute',
      { to: '2024-02-01 00:00:00' },
      ['2024-02-01T00:00:00+08:00', '2024-02-01T00:01:00+08:00'],
    ],
  ])('is correct for a custom range with %s', (_case, dates, [start, end]) => {
    expect(connectionSpan({ range: 'custom', ...dates }, NOW, FIRST, ZONE)).toEqual({
      startMs: at(start!),
      endMs: at(end!),
    });
  });
});
