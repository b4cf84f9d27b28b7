import { describe, expect, it } from 'vitest';
import { manualClock } from '../../test/support/manual-clock.ts';
import { AddressBan } from './address-ban.ts';

const MINUTE_MS = 60_000;

describe('an address', () => {
  it('is banned with its twentieth failure, for ten minutes', () => {
    const clock = manualClock(0);
    const ban = new AddressBan(clock);
    for (let i = 1; i < 20; i++) expect(ban.failed('a')).toBe(false);
    expect(ban.isBanned('a')).toBe(false);
    expect(ban.failed('a')).toBe(true);
    expect(ban.isBanned('a')).toBe(true);
    expect(ban.isBanned('b')).toBe(false);
    clock.advance(10 * MINUTE_MS);
    expect(ban.isBanned('a')).toBe(false);
    expect(ban.failed('a')).toBe(false);
  });

  it('that fails now and then is not banned', () => {
    const clock = manualClock(0);
    const ban = new AddressBan(clock);
    for (let i = 0; i < 100; i++) {
      expect(ban.failed('a')).toBe(false);
      clock.advance(MINUTE_MS);
    }
  });

  it('is forgotten when too many others came after it', () => {
    const ban = new AddressBan(manualClock(0));
    for (let i = 0; i < 20; i++) ban.failed('first');
    for (let i = 0; i < 10_000; i++) ban.failed(`address ${i}`);
    expect(ban.isBanned('first')).toBe(false);
    expect(ban.failed('address 9999')).toBe(false);
  });
});
