import { describe, expect, it } from 'vitest';
import { isWeakPassword } from './password-rule.ts';

describe('password rule', () => {
  it.each([
    ['fewer than eight characters', 'Xq7!rtz'],
    ['eight times one character', 'aaaaaaaa'],
    ['a repeated pattern', 'xyxyxyxyxy'],
    ['a repeated pattern with a suffix', 'abcabcabc12'],
    ['consecutive digits', '12345678'],
    ['descending digits', '987654321'],
    ['a keyboard row', 'qwertyuiop'],
    ['consecutive letters', 'abcdefgh'],
    ['a common word', 'Password'],
    ['a common word followed by digits', 'password123'],
    ['a common word surrounded by symbols', '!!sunshine2026!'],
    ['a common mixed pattern', '1q2w3e4r'],
    ['a common mixed pattern followed by a symbol', '1qaz2wsx!'],
    ['the account name', 'grid.operator'],
    ['the account name followed by digits', 'Grid.Operator123'],
    ['consecutive full-width digits', '１２３４５６７８'],
  ])('refuses %s', (_name, password) => {
    expect(isWeakPassword(password, 'grid.operator')).toBe(true);
  });

  it.each([
    ['eight unrelated characters', 'vK3!pzWq'],
    ['a phrase of four words', 'copper rail hums twice'],
    ['Chinese characters', '铜排在嗡嗡地响着呢'],
    ['the account name with enough other characters', 'grid.operator-vK3!'],
    ['a long phrase that contains the account name', 'my grid.operator phrase is longer'],
    ['a common word inside a phrase', 'password of the cold store'],
  ])('accepts %s', (_name, password) => {
    expect(isWeakPassword(password, 'grid.operator')).toBe(false);
  });

  it('does not refuse every password that contains a one-letter account name', () => {
    expect(isWeakPassword('vK3!pzWqa', 'a')).toBe(false);
  });
});
