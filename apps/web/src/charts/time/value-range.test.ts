import { describe, expect, it } from 'vitest';
import { valueRange } from './value-range.ts';

describe('the value range of a chart', () => {
  it.each<[string, number, number, readonly number[], readonly [number, number]]>([
    ['without limit lines', 240, 250, [], [239.4, 250.6]],
    ['stretched to a limit above', 240, 250, [253], [239.4, 254.632]],
    ['stretched to a limit below', 240, 250, [230], [230, 250.6]],
    ['with room for the label of a limit within it', 240, 250, [250], [239.4, 251.344]],
    ['not flattened by a distant limit', 1, 2, [63], [0.94, 2.06]],
  ])('is %s', (_name, low, high, levels, expected) => {
    const [bottom, top] = valueRange(low, high, 1, levels);
    expect(bottom).toBeCloseTo(expected[0]);
    expect(top).toBeCloseTo(expected[1]);
  });

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
