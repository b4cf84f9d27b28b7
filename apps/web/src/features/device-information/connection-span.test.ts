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
  ] as const)('of %s is %d days up to now', (range, days) => {
    const span = connectionSpan({ range, from: '2020-01-01 00:00:00' }, NOW, FIRST, ZONE);
    expect(span).toEqual({ startMs: NOW - days * DAY, endMs: NOW });
  });

  it.each([
    [
      'both dates, by the clock of the zone',
      { from: '2026-02-01 00:00:00', to: '2026-03-01 00:00:00' },
      ['2026-02-01T00:00:00+08:00', '2026-03-01T00:00:00+08:00'],
    ],
    [
      'no end: up to now',
      { from: '2026-02-01 00:00:00' },
      ['2026-02-01T00:00:00+08:00', '2026-11-22T12:00:00+08:00'],
    ],
    [
      'no beginning: since the device was registered',
      { to: '2026-03-01 00:00:00' },
      ['2025-03-01T08:00:00+08:00', '2026-03-01T00:00:00+08:00'],
    ],
    ['neither', {}, ['2025-03-01T08:00:00+08:00', '2026-11-22T12:00:00+08:00']],
    [
      'the wrong way round',
      { from: '2026-03-01 00:00:00', to: '2026-02-01 00:00:00' },
      ['2026-02-01T00:00:00+08:00', '2026-03-01T00:00:00+08:00'],
    ],
    [
      'no length: a minute',
      { from: '2026-02-01 00:00:00', to: '2026-02-01 00:00:00' },
      ['2026-02-01T00:00:00+08:00', '2026-02-01T00:01:00+08:00'],
    ],
    [
      'an end before the device was registered: a minute before it',
      { to: '2024-02-01 00:00:00' },
      ['2024-02-01T00:00:00+08:00', '2024-02-01T00:01:00+08:00'],
    ],
  ])("of dates of one's own, with %s", (_case, dates, [start, end]) => {
    expect(connectionSpan({ range: 'custom', ...dates }, NOW, FIRST, ZONE)).toEqual({
      startMs: at(start!),
      endMs: at(end!),
    });
  });
});
