import { describe, expect, it } from 'vitest';
import { contrast, DARK, isColour, textColourOn, WHITE } from './brand-colour.ts';

describe('brand colour', () => {
  it.each([
    ['#000000', WHITE, 21],
    ['#777777', WHITE, 4.48],
    ['#767676', WHITE, 4.54],
    ['#ff0000', WHITE, 4],
    ['#ffffff', '#ffffff', 1],
  ])('%s and %s have the contrast %d', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });

  it.each([
    ['#1668dc', WHITE],
    ['#000000', WHITE],
    ['#767676', WHITE],
    ['#ffffff', DARK],
    ['#ffd21f', DARK],
    ['#2e9e5b', DARK],
    ['#ff0000', undefined],
    ['#808080', undefined],
  ])('%s requires the text colour %s', (colour, textColour) => {
    expect(textColourOn(colour)).toBe(textColour);
  });

  it.each([
    ['#1668DC', true],
    ['#1668d', false],
    ['1668dc', false],
    ['#1668dg', false],
    ['red', false],
    ['#fff;background:url(x)', false],
  ])('validates %s as a colour: %s', (text, is) => {
    expect(isColour(text)).toBe(is);
  });
});
