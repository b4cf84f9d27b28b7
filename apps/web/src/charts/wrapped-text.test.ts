import { describe, expect, it } from 'vitest';
import { wrappedText } from './wrapped-text.ts';

/** Each letter is one pixel wide. */
const rows = (text: string, most: number) => wrappedText(text, most, ({ length }) => length);

describe('wrapped text of a picture', () => {
  it.each([
    ['fit into one row', 'load of a day', 13, ['load of a day']],
    ['go on in the next row where a letter is too much', 'load of a day', 12, ['load of a', 'day']],
    ['are not cut where one alone is too long', 'a busbar b', 3, ['a', 'busbar', 'b']],
    ['may be none', '', 9, ['']],
  ])('%s', (_case, text, most, expected) => {
    expect(rows(text, most)).toEqual(expected);
  });
});
