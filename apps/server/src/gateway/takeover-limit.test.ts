import { describe, expect, it } from 'vitest';
import { manualClock } from '../../test/support/manual-clock.ts';
import { TakeoverLimit } from './takeover-limit.ts';

const CODE = 'DEVICE-000001';

describe('the takeover limit', () => {
  it('refuses a code for five minutes after the eleventh takeover within a minute', () => {
    const clock = manualClock(0);
    const limit = new TakeoverLimit(clock);
    for (let i = 0; i < 10; i++) expect(limit.count(CODE)).toBe(false);
    expect(limit.isHeld(CODE)).toBe(false);
    expect(limit.count(CODE)).toBe(true);
    expect(limit.isHeld(CODE)).toBe(true);
    expect(limit.isHeld('DEVICE-000002')).toBe(false);
    clock.advance(5 * 60_000 - 1);
    expect(limit.isHeld(CODE)).toBe(true);
    clock.advance(1);
    expect(limit.isHeld(CODE)).toBe(false);
    expect(limit.count(CODE)).toBe(false);
  });

  it('does not refuse a device that reconnects every six seconds', () => {
    const clock = manualClock(0);
    const limit = new TakeoverLimit(clock);
    for (let i = 0; i < 100; i++) {
      expect(limit.count(CODE)).toBe(false);
      clock.advance(6_000);
    }
  });
});
