import { describe, expect, it } from 'vitest';
import { Reconnection } from './reconnection.ts';

const MINUTE = 60_000;

/** Delays after connections that were closed `ageMs` after they were opened. */
function delaysOf(
  reconnection: Reconnection,
  count: number,
  ageMs: number,
  isAccepted = false,
): number[] {
  return Array.from({ length: count }, () => {
    reconnection.connected(0);
    if (isAccepted) reconnection.accepted();
    return reconnection.lost(ageMs, 0.5);
  });
}

describe('reconnection of a DTU', () => {
  it('waits longer after each attempt that reaches no platform', () => {
    const reconnection = new Reconnection();
    const delays = Array.from({ length: 8 }, () => reconnection.lost(0, 0.5));
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('waits for ten minutes and more after five connections that were refused', () => {
    expect(delaysOf(new Reconnection(), 8, MINUTE - 1)).toEqual([
      ...[500, 1000, 2000, 4000, 8000],
      ...[10 * MINUTE, 20 * MINUTE, 40 * MINUTE],
    ]);
  });

  it('begins again after the platform has sent something', () => {
    const reconnection = new Reconnection();
    delaysOf(reconnection, 6, 1000);
    expect(delaysOf(reconnection, 7, 1000, true)).toEqual(Array(7).fill(500));
  });

  it('begins again after a connection that was open for a minute', () => {
    const reconnection = new Reconnection();
    delaysOf(reconnection, 6, 1000);
    expect(delaysOf(reconnection, 7, MINUTE)).toEqual(Array(7).fill(500));
  });

  it('is connected between the two', () => {
    const reconnection = new Reconnection();
    expect(reconnection.isConnected).toBe(false);
    reconnection.connected(0);
    expect(reconnection.isConnected).toBe(true);
    reconnection.lost(1, 0);
    expect(reconnection.isConnected).toBe(false);
  });
});
