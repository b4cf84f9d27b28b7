import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsv, type Separator, type SheetRow } from './read-csv.ts';

function read(text: string, separator: Separator = ','): SheetRow[] | undefined {
  const rows: SheetRow[] = [];
  const isWhole = readCsv(text, separator, (row) => {
    rows.push(row);
    return true;
  });
  return isWhole ? rows : undefined;
}

const cells = (text: string) => read(text)?.map((row) => row.cells);

describe('CSV parser', () => {
  it.each([
    [
      'commas and CRLF',
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'LF without a line break at the end',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'CR only',
      'a,b\rc,d\r',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a byte order mark', '\ufeffa,b', [['a', 'b']]],
    ['doubled quotes', '"say ""so""",b', [['say "so"', 'b']]],
    [
      'a newline inside quotes',
      '"a\r\nb",c\nd,e',
      [
        ['a\r\nb', 'c'],
        ['d', 'e'],
      ],
    ],
    [
      'empty cells and a separator at the end',
      'a,,b,\n,',
      [
        ['a', '', 'b', ''],
        ['', ''],
      ],
    ],
    ['a quote inside an unquoted cell', 'a 2" pipe,b', [['a 2" pipe', 'b']]],
    ['characters after the closing quote', '"a"x,b', [['ax', 'b']]],
    ['an empty row', 'a\n\nb', [['a'], [''], ['b']]],
    ['empty text', '', []],
  ] as const)('reads %s', (_, text, expected) => {
    expect(cells(text)).toEqual(expected);
  });

  it.each([
    [
      ';',
      'a;b,c\n"d;e";f',
      [
        ['a', 'b,c'],
        ['d;e', 'f'],
      ],
    ],
    [
      '\t',
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
  ] as const)('reads cells separated by %j', (separator, text, expected) => {
    expect(read(text, separator)?.map((row) => row.cells)).toEqual(expected);
  });

  it('rejects text without a closing quote', () => {
    expect(read('a,b\n"c,d\ne,f')).toBeUndefined();
  });

  it('reports the first line of a row, including newlines inside quotes', () => {
    expect(read('a\n"b\nb\nb"\nc')?.map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  it('stops when the callback returns false', () => {
    let seen = 0;
    readCsv('a\nb\nc', ',', () => ++seen < 2);
    expect(seen).toBe(2);
  });

  it('parses all text that is written according to RFC 4180', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ';', ' ', '界') });
    // Rows have at least two cells, because a row of one empty cell is written as an empty line and
    // not read as a row.
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 });
    fc.assert(
      fc.property(table, (rows) => {
        const text = rows
          .map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(','))
          .join('\r\n');
        expect(cells(text)).toEqual(rows);
      }),
    );
  });
});
