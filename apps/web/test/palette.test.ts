import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cssVariableOf, DARK, LIGHT, type Palette } from '../src/theme/palette.ts';

const tokens = readFileSync(
  join(import.meta.dirname, '../src/theme/tokens.css'),
  'utf8',
).replaceAll('"', "'");

/** Returns the CSS variables in the block of a selector, as a map. */
function variablesOf(selector: string): Map<string, string> {
  const start = tokens.indexOf(`${selector} {`);
  expect(start, selector).toBeGreaterThanOrEqual(0);
  const block = tokens.slice(start, tokens.indexOf('}', start));
  return new Map(
    [...block.matchAll(/(--[a-z-]+):\s*([^;]+);/g)].map((match) => [match[1]!, match[2]!]),
  );
}

describe.each([
  ['light', ':root', LIGHT],
  ['dark', ":root[data-theme='dark']", DARK],
] as const)('the %s palette', (_, selector, palette) => {
  it('is the same in the stylesheet', () => {
    const variables = variablesOf(selector);
    for (const name of Object.keys(palette) as (keyof Palette)[]) {
      expect(variables.get(cssVariableOf(name)), name).toBe(palette[name]);
    }
  });

  it('has readable text on every background it is used on (WCAG AA, 4.5:1)', () => {
    const grounds = [palette.page, palette.surface, palette.raised, palette.hover];
    for (const ink of [palette.text, palette.textSoft, palette.textFaint, palette.accentText]) {
      for (const ground of grounds) {
        expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
    for (const hue of ['green', 'red', 'amber', 'grey', 'purple'] as const) {
      expect(contrast(palette[hue], palette[`${hue}Soft`]), hue).toBeGreaterThanOrEqual(4.5);
      expect(contrast(palette[hue], palette.surface), hue).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast('#ffffff', palette.accent)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.accentText, palette.accentSoft)).toBeGreaterThanOrEqual(4.5);
  });
});

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
