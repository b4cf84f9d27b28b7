import { describe, expect, it } from 'vitest';
import { wrappedText } from './wrapped-text.ts';

/** Each letter is one pixel wide. */
const rows = (text: string, most: number) => wrappedText(text, most, ({ length }) => length);

describe('wrapped text in an exported picture', () => {
  it.each([
    ['fits into one line', 'load of a day', 13, ['load of a day']],
    [
      'continues on the next line at one character too many',
      'load of a day',
      12,
      ['load of a', 'day'],
    ],
    ['does not split a word that is too long', 'a busbar b', 3, ['a', 'busbar', 'b']],
    ['may be empty', '', 9, ['']],
  ])('%s', (_case, text, most, expected) => {
    expect(rows(text, most)).toEqual(expected);
  });
});
