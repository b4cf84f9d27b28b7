import { describe, expect, it } from 'vitest';
import { keyMove, scaleOf, snapTo, spreadLabels, ticksOf } from './limit-scale.ts';

describe('the scale of a limit picture', () => {
  it('contains every value with padding and does not exceed the bounds', () => {
    const question = { values: [230, 255, 275, 300], least: 200, most: 300, fromZero: false };
    const { low, high } = scaleOf(question);
    expect(low).toBeCloseTo(214.6, 5);
    expect(high).toBe(300);
  });

  it('extends to a live value beyond the bounds, with some padding', () => {
    const { high } = scaleOf({ values: [275, 330], least: 200, most: 300, fromZero: false });
    expect(high).toBeCloseTo(333.3, 5);
    const { low } = scaleOf({ values: [0, 230], least: 140, most: 240, fromZero: false });
    expect(low).toBeCloseTo(-13.8, 5);
  });

  it('starts at zero for a current, and fits a small breaker', () => {
    const { low, high } = scaleOf({ values: [4, 16], least: 1, most: 125, fromZero: true });
    expect(low).toBe(0);
    expect(high).toBeGreaterThan(16);
    expect(high).toBeLessThan(25);
  });

  it.each([
    [{ low: 200, high: 300 }, [200, 220, 240, 260, 280, 300]],
    [{ low: 0, high: 1.3 }, [0, 0.5, 1]],
    [{ low: 214.6, high: 300 }, [220, 240, 260, 280, 300]],
  ])('%j has ticks at %j', (scale, ticks) => {
    expect(ticksOf(scale)).toEqual(ticks);
  });
});

describe('a limit', () => {
  it.each([
    [275.04, 0.1, 275],
    [275.06, 0.1, 275.1],
    [10.006, 0.01, 10.01],
    [500, 0.1, 300],
    [0.2, 0.1, 0.5],
  ])('dragged to %d with step %d stays on a step within its bounds', (value, step, expected) => {
    expect(snapTo(value, step, 0.5, 300)).toBe(expected);
  });

  it.each([
    ['ArrowUp', false, 276],
    ['ArrowUp', true, 275.1],
    ['ArrowDown', false, 274],
    ['ArrowLeft', true, 274.9],
    ['PageUp', false, 285],
    ['PageDown', false, 265],
    ['Home', false, 230],
    ['End', false, 300],
    ['Enter', false, undefined],
  ])('moves on %s (fine: %s) to %s', (key, isFine, expected) => {
    expect(keyMove(key, isFine, { value: 275, step: 0.1, min: 230, max: 300 })).toBe(expected);
  });

  it('stays within its bounds when moved by keyboard', () => {
    const limit = { value: 299.9, step: 0.1, min: 230, max: 300 };
    expect(keyMove('PageUp', false, limit)).toBe(300);
  });
});

describe('limit labels', () => {
  it.each([
    [
      [100, 200],
      [100, 200],
    ],
    [
      [100, 110],
      [100, 140],
    ],
    [
      [110, 100],
      [140, 100],
    ],
    [
      [250, 248],
      [250, 210],
    ],
    [
      [5, 6],
      [20, 60],
    ],
  ])('wanted at %j are placed at %j', (wanted, places) => {
    expect(spreadLabels(wanted, 40, 20, 250)).toEqual(places);
  });
});
