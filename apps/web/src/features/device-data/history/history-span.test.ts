import { describe, expect, it } from 'vitest';
import { shownSpan, wholeSpan, zoomOf } from './history-span.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const ZONE = 'Asia/Shanghai';
const iso = ({ startMs, endMs }: { startMs: number; endMs: number }) =>
  [startMs, endMs].map((ms) => new Date(ms).toISOString().slice(0, 16));

describe('the span of the history', () => {
  it.each([
    [
      'today from midnight in the customer’s time zone',
      { range: 'today' },
      '2026-11-19T16:00',
      '2026-11-20T10:00',
    ],
    ['the last three days', { range: '3d' }, '2026-11-17T10:00', '2026-11-20T10:00'],
    [
      'a custom span as wall clock of the customer',
      { range: 'custom', from: '2026-11-01 08:00:00', to: '2026-11-02 08:00:00' },
      '2026-11-01T00:00',
      '2026-11-02T00:00',
    ],
    [
      'a custom start without an end',
      { range: 'custom', from: '2026-11-20 08:00:00' },
      '2026-11-20T00:00',
      '2026-11-20T10:00',
    ],
  ] as const)('supports %s', (_name, choice, start, end) => {
    expect(iso(wholeSpan(choice, NOW, ZONE))).toEqual([start, end]);
  });

  it('never ends before its start', () => {
    const { startMs, endMs } = wholeSpan(
      { range: 'custom', from: '2026-11-05 00:00:00', to: '2026-11-01 00:00:00' },
      NOW,
      ZONE,
    );
    expect(endMs).toBeGreaterThan(startMs);
  });

  it('is 25 hours long today if the clock was set back', () => {
    const late = Date.parse('2026-10-25T22:59:00Z');
    const { startMs } = wholeSpan({ range: 'today' }, late, 'Europe/Paris');
    expect(new Date(startMs).toISOString()).toBe('2026-10-24T22:00:00.000Z');
  });
});

describe('the zoom', () => {
  const whole = { startMs: 0, endMs: 3_600_000 };

  it('is limited to the full span', () => {
    const choice = { range: 'today', left: 600, right: 9_999 } as const;
    expect(shownSpan(whole, choice)).toEqual({ startMs: 600_000, endMs: 3_600_000 });
  });

  it('is ignored if it is outside the span or too narrow', () => {
    expect(shownSpan(whole, { range: 'today', left: 7_200, right: 7_300 })).toBe(whole);
    expect(shownSpan(whole, { range: 'today', left: 10, right: 20 })).toBe(whole);
    expect(zoomOf(0, 59_999)).toBeUndefined();
  });

  it('is stored in the URL as whole seconds around the dragged range', () => {
    expect(zoomOf(1_500, 100_200)).toEqual({ left: 1, right: 101 });
  });
});
