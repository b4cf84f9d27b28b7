import { describe, expect, it } from 'vitest';
import { LiveAllowance } from './live-allowance.ts';

const READING = 600;

describe('the allowance of live bytes', () => {
  it('regards a device that sends a reading every second as live', () => {
    const allowance = new LiveAllowance(0);
    for (let second = 1; second <= 600; second++) {
      allowance.spend(READING, second * 1000);
      expect(allowance.isLive(second * 1000)).toBe(true);
    }
  });

  it('regards a device as behind from its second kilobyte after the connection', () => {
    const allowance = new LiveAllowance(0);
    allowance.spend(READING, 0);
    expect(allowance.isLive(0)).toBe(true);
    allowance.spend(READING, 0);
    expect(allowance.isLive(0)).toBe(false);
  });

  it('regards a device as live again at most a minute after its backlog', () => {
    const allowance = new LiveAllowance(0);
    allowance.spend(10_000_000, 0);
    allowance.caughtUp();
    expect(allowance.isLive(60_000)).toBe(false);
    expect(allowance.isLive(60_001)).toBe(true);
  });

  it('regards a device as behind until none of its bytes wait, however long they do', () => {
    const allowance = new LiveAllowance(0);
    allowance.spend(2 * READING, 0);
    expect(allowance.isLive(3_600_000)).toBe(false);
    allowance.caughtUp();
    expect(allowance.isLive(3_600_000)).toBe(true);
  });

  it('lets a gateway report for all its slaves at once', () => {
    const allowance = new LiveAllowance(0);
    allowance.raise(20);
    allowance.spend(21 * READING, 0);
    expect(allowance.isLive(0)).toBe(true);
    allowance.spend(21 * READING, 0);
    expect(allowance.isLive(0)).toBe(false);
  });
});
