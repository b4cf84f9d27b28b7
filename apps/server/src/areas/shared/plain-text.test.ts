import { describe, expect, it } from 'vitest';
import { likeAnywhere, plainText } from './plain-text.ts';

describe('plainText', () => {
  it.each([
    ['trims', '  Pump station ', 'Pump station'],
    ['takes NUL and line ends out', 'a\u0000b\r\nc', 'a b c'],
    ['takes direction overrides out', 'abc\u202edcb', 'abc dcb'],
    ['replaces half characters', 'a\ud800b', 'a\ufffdb'],
    ['keeps whole characters beyond the first plane', '\u{1F4A1} lamp', '\u{1F4A1} lamp'],
    ['keeps Arabic with its joiners', 'م\u200fصباح', 'م\u200fصباح'],
    ['writes a composed letter one way', 'e\u0301', '\u00e9'],
    ['is empty for nothing', undefined, ''],
    ['is empty for what cannot be seen', '\u0000 \u202e', ''],
  ])('%s', (_name, text, plain) => {
    expect(plainText(text)).toBe(plain);
  });
});

describe('likeAnywhere', () => {
  it('escapes the wildcards of LIKE', () => {
    expect(likeAnywhere('100%_\\')).toBe('%100\\%\\_\\\\%');
  });
});
