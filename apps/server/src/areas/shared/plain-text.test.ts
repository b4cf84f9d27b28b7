import { describe, expect, it } from 'vitest';
import { likeAnywhere, plainText } from './plain-text.ts';

describe('plainText', () => {
  it.each([
    ['trims spaces', '  Pump station ', 'Pump station'],
    ['replaces NUL and line breaks with spaces', 'a\u0000b\r\nc', 'a b c'],
    ['replaces direction overrides with spaces', 'abc\u202edcb', 'abc dcb'],
    ['replaces lone surrogates', 'a\ud800b', 'a\ufffdb'],
    ['keeps characters outside the basic plane', '\u{1F4A1} lamp', '\u{1F4A1} lamp'],
    ['keeps Arabic with direction marks', 'م\u200fصباح', 'م\u200fصباح'],
    ['normalizes composed letters', 'e\u0301', '\u00e9'],
    ['returns an empty string for undefined', undefined, ''],
    ['returns an empty string if nothing is visible', '\u0000 \u202e', ''],
  ])('%s', (_name, text, plain) => {
    expect(plainText(text)).toBe(plain);
  });
});

describe('likeAnywhere', () => {
  it('escapes the wildcards of LIKE', () => {
    expect(likeAnywhere('100%_\\')).toBe('%100\\%\\_\\\\%');
  });
});
