import { describe, expect, it } from 'vitest';
import { Circuits } from './circuit.ts';
import { isDead, pauseAfter } from './retry-rule.ts';

const DAY_MS = 86_400_000;

describe('retries of a failed item', () => {
  it.each([
    [1, 1_000],
    [2, 2_000],
    [6, 32_000],
    [9, 256_000],
    [10, 300_000],
    [299, 300_000],
  ])('follow attempt %i after about %i ms', (attempts, pauseMs) => {
    expect(pauseAfter(attempts, 0.5)).toBe(pauseMs);
    expect(pauseAfter(attempts, 0)).toBe(pauseMs * 0.75);
    expect(pauseAfter(attempts, 1)).toBe(pauseMs * 1.25);
  });

  it('stop after one day or 300 attempts', () => {
    expect(isDead(299, 0, DAY_MS - 1)).toBe(false);
    expect(isDead(300, 0, 1)).toBe(true);
    expect(isDead(1, 0, DAY_MS)).toBe(true);
  });
});

describe('circuit breaker of a receiver', () => {
  const failing = (times: number) => {
    const circuits = new Circuits();
    for (let i = 0; i < times; i += 1) circuits.failed('smtp', 0);
    return circuits;
  };

  it('opens after five failures in a row, only for that receiver', () => {
    expect(failing(4).closedTo(1)).toEqual([]);
    expect(failing(5).closedTo(1)).toEqual(['smtp']);
    expect(failing(5).begin('other')).toBe(true);
  });

  it('admits one item after half a minute and reopens if it fails', () => {
    const circuits = failing(5);
    expect(circuits.closedTo(30_000)).toEqual([]);
    expect([circuits.begin('smtp'), circuits.begin('smtp')]).toEqual([true, false]);
    expect(circuits.closedTo(30_000)).toEqual(['smtp']);
    circuits.failed('smtp', 30_000);
    expect(circuits.closedTo(59_999)).toEqual(['smtp']);
    expect(circuits.closedTo(60_000)).toEqual([]);
  });

  it('closes after the first success', () => {
    const circuits = failing(9);
    circuits.succeeded('smtp');
    expect(circuits.closedTo(1)).toEqual([]);
    expect([circuits.begin('smtp'), circuits.begin('smtp')]).toEqual([true, true]);
  });
});
