import { describe, expect, it } from 'vitest';
import { valueRange } from './value-range.ts';

describe('the value range of a chart', () => {
  it.each([
    ['spans at least ten volts for a steady voltage', 230, 230.4, 10, [225.2, 235.2]],
    ['starts at zero for small currents', 0.2, 0.4, 1, [0, 1]],
    ['may be negative for exported power', -3, 2, 1, [-3.3, 2.3]],
    ['has a default without measurements', null, null, 10, [0, 10]],
  ] as const)('%s', (_name, low, high, least, expected) => {
    const [bottom, top] = valueRange(low, high, least);
    expect(bottom).toBeCloseTo(expected[0]);
    expect(top).toBeCloseTo(expected[1]);
  });
});
