import { describe, expect, it } from 'vitest';
import { DARK, LIGHT } from '../../theme/palette.ts';
import { heatDigits, heatShare, inkOn, mixedColor } from './heat-geometry.ts';

/** WCAG 2.2 relative luminance and contrast ratio, implemented independently of the source. */
function contrast(a: string, b: string): number {
  const luminance = (color: string) =>
    [1, 3, 5]
      .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
      .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i]!, 0);
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high! + 0.05) / (low! + 0.05);
}

describe('the background of a cell', () => {
  it.each([
    ['lowest', 2, 6],
    ['middle', 4, 53],
    ['highest', 6, 100],
  ])('has the expected share of the strong colour for the %s value', (_case, value, share) => {
    expect(heatShare(value, 2, 6)).toBeCloseTo(share, 9);
  });

  it('is the same for all cells when all values are equal', () => {
    expect(heatShare(3, 3, 3)).toBe(6);
  });

  it('is a mix of both colours', () => {
    expect(mixedColor('#ff0000', '#0000ff', 100)).toBe('#ff0000');
    expect(mixedColor('#ff0000', '#0000ff', 0)).toBe('#0000ff');
    expect(mixedColor('#ffffff', '#000000', 50)).toBe('#808080');
    expect(mixedColor('#0a0000', '#000000', 100)).toBe('#0a0000');
  });
});

describe('the text of a cell', () => {
  it.each([
    ['light', LIGHT],
    ['dark', DARK],
  ])('is readable on every background of the %s theme', (_case, { accentText, surface }) => {
    for (let share = 0; share <= 100; share += 1) {
      const ground = mixedColor(accentText, surface, share);
      expect(contrast(ground, inkOn(ground))).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each([
    [0, 99.99, 2],
    [0, 100, 1],
    [-250, 20, 1],
    [0, 1000, 0],
  ] as const)('for values from %d to %d has %d decimals', (lowest, highest, digits) => {
    expect(heatDigits(lowest, highest)).toBe(digits);
  });
});
