import { describe, expect, it } from 'vitest';
import { isWeakPassword } from './password-rule.ts';

describe('password rule', () => {
  it.each([
    ['shorter than eight', 'Xq7!rtz'],
    ['eight of one character', 'aaaaaaaa'],
    ['a pattern over and over', 'xyxyxyxyxy'],
    ['a pattern with a tail', 'abcabcabc12'],
    ['digits in a row', '12345678'],
    ['digits backwards', '987654321'],
    ['a row of the keyboard', 'qwertyuiop'],
    ['letters in a row', 'abcdefgh'],
    ['a common word', 'Password'],
    ['a common word with digits behind', 'password123'],
    ['a common word with signs around', '!!sunshine2026!'],
    ['a common mix', '1q2w3e4r'],
    ['a common mix with a sign behind', '1qaz2wsx!'],
    ['the account', 'grid.operator'],
    ['the account with digits', 'Grid.Operator123'],
    ['full-width digits that mean the same', '１２３４５６７８'],
  ])('refuses %s', (_name, password) => {
    expect(isWeakPassword(password, 'grid.operator')).toBe(true);
  });

  it.each([
    ['eight unrelated characters', 'vK3!pzWq'],
    ['a phrase of four words', 'copper rail hums twice'],
    ['Chinese characters', '铜排在嗡嗡地响着呢'],
    ['one that holds the account and enough beside', 'grid.operator-vK3!'],
    ['a long one that holds the account', 'my grid.operator phrase is longer'],
    ['a common word inside a phrase', 'password of the cold store'],
  ])('takes %s', (_name, password) => {
    expect(isWeakPassword(password, 'grid.operator')).toBe(false);
  });

  it('does not refuse every password that contains a one-letter account name', () => {
    expect(isWeakPassword('vK3!pzWqa', 'a')).toBe(false);
  });
});
