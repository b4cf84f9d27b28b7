/** docs/promises.md G5. */
import { describe, expect, it } from 'vitest';
import { manualClock } from '../../test/support/manual-clock.ts';
import { SignInLimits } from './sign-in-limits.ts';

const MINUTE_MS = 60_000;
const ADDRESS = '192.0.2.1';
const CODE = 'DEVICE-000001';
const codeOf = (index: number) => `OTHER-${String(index).padStart(6, '0')}`;

function failures(limits: SignInLimits, count: number, code = (_: number) => CODE): boolean[] {
  return Array.from({ length: count }, (_, i) => limits.failed(ADDRESS, code(i)));
}

describe('limits of failed sign-ins', () => {
  it('bans a code at its address for ten minutes after the twentieth failure', () => {
    const clock = manualClock(0);
    const limits = new SignInLimits(clock);
    expect(failures(limits, 19)).not.toContain(true);
    expect(limits.decide(ADDRESS, CODE)).toBe('evaluate');
    expect(limits.failed(ADDRESS, CODE)).toBe(true);
    expect(limits.decide(ADDRESS, CODE)).toBe('refuse');
    expect(limits.decide(ADDRESS, codeOf(1))).toBe('evaluate');
    expect(limits.decide('192.0.2.2', CODE)).toBe('evaluate');
    clock.advance(10 * MINUTE_MS);
    expect(limits.decide(ADDRESS, CODE)).toBe('evaluate');
    expect(limits.failed(ADDRESS, CODE)).toBe(false);
  });

  it('does not ban a code that fails once a minute', () => {
    const clock = manualClock(0);
    const limits = new SignInLimits(clock);
    for (let i = 0; i < 100; i++) {
      expect(limits.failed(ADDRESS, CODE)).toBe(false);
      clock.advance(MINUTE_MS);
    }
  });

  it('bans an address when 1,000 sign-ins have failed there', () => {
    const limits = new SignInLimits(manualClock(0));
    expect(failures(limits, 999, codeOf)).not.toContain(true);
    expect(limits.decide(ADDRESS, codeOf(1))).toBe('evaluate');
    expect(limits.failed(ADDRESS, codeOf(999))).toBe(true);
    expect(limits.decide(ADDRESS, codeOf(1))).toBe('refuse');
    expect(limits.decide(ADDRESS, 'no code')).toBe('refuse');
    expect(limits.decide('192.0.2.2', codeOf(1))).toBe('evaluate');
  });

  it('evaluates 200 sign-ins a second of codes that have not failed at a banned address', () => {
    const clock = manualClock(0);
    const limits = new SignInLimits(clock);
    failures(limits, 1_000, codeOf);
    const decisions = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => limits.decide(ADDRESS, codeOf(from + i)));
    expect(decisions(1_000, 200)).not.toContain('later');
    expect(limits.decide(ADDRESS, CODE)).toBe('later');
    clock.advance(1_000);
    expect(new Set(decisions(1_000, 201).slice(0, 200))).toEqual(new Set(['evaluate']));
    expect(limits.decide(ADDRESS, CODE)).toBe('later');
    clock.advance(1_000);
    expect(limits.decide(ADDRESS, CODE)).toBe('evaluate');
    limits.failed(ADDRESS, CODE);
    expect(limits.decide(ADDRESS, CODE)).toBe('refuse');
  });

  it('always admits a code that has signed in from the address before', () => {
    const limits = new SignInLimits(manualClock(0));
    limits.succeeded(ADDRESS, CODE);
    failures(limits, 1_000, codeOf);
    failures(limits, 20);
    expect(limits.decide(ADDRESS, CODE)).toBe('evaluate');
    expect(limits.decide(ADDRESS, codeOf(1))).toBe('refuse');
  });

  it('shares one counter among all texts that are not device codes', () => {
    const limits = new SignInLimits(manualClock(0));
    failures(limits, 20, (i) => `x${i}`);
    expect(limits.decide(ADDRESS, 'y')).toBe('refuse');
    expect(limits.decide(ADDRESS, undefined)).toBe('refuse');
    expect(limits.decide(ADDRESS, CODE)).toBe('evaluate');
  });

  it('shares one counter among the addresses of an IPv6 network', () => {
    const limits = new SignInLimits(manualClock(0));
    for (let i = 0; i < 20; i++) limits.failed(`2001:db8::${i}`, CODE);
    expect(limits.decide('2001:db8::ffff', CODE)).toBe('refuse');
    expect(limits.decide('2001:db8:0:1::1', CODE)).toBe('evaluate');
  });

  it('limits the number of counters', () => {
    const limits = new SignInLimits(manualClock(0));
    for (let i = 0; i < 20; i++) limits.failed('first', CODE);
    for (let i = 0; i < 5_000; i++) limits.failed(`address ${i}`, CODE);
    expect(limits.decide('first', CODE)).toBe('evaluate');
  });
});
