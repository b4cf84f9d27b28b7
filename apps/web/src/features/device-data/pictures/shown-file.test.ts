import { describe, expect, it } from 'vitest';
import { momentWithOffset, shownCsv, shownRows } from './shown-file.ts';

const at = (text: string) => Date.parse(text);
const columns = {
  times: [at('2026-11-20T13:04:00Z'), at('2026-11-20T13:05:00Z'), at('2026-11-20T13:06:00Z')],
  min: { a: [229.96, null, -3], b: [undefined, undefined, 5] },
  max: { a: [231.04, null, -3], b: [undefined, undefined, 5.25] },
  present: ['a', 'b'],
};
const texts = {
  time: 'Time',
  otherTime: undefined,
  low: (label: string) => `${label} lowest`,
  high: (label: string) => `${label} highest`,
};

describe('the export of a chart', () => {
  it('contains rows with values, newest first, with as many digits as on the screen', () => {
    const rows = shownRows(columns, [{ field: 'a' }, { field: 'b' }], 1);
    expect(rows.map(({ values }) => values)).toEqual([
      [
        ['-3.0', '-3.0'],
        ['5.0', '5.3'],
      ],
      [['230.0', '231.0'], undefined],
    ]);
  });

  it('omits hidden lines and rows with values only of these', () => {
    const rows = shownRows(columns, [{ field: 'b' }], 2);
    expect(rows.map(({ values }) => values)).toEqual([[['5.00', '5.25']]]);
  });

  it('contains no spreadsheet formula, whatever the device name is', () => {
    const lines = [
      { field: 'a', label: '=cmd|A1' },
      { field: 'b', label: 'North, "hall"' },
    ];
    const rows = shownRows(columns, lines, 1);
    const text = shownCsv(rows, lines, texts, 'Asia/Shanghai', 0);
    expect(text.split('\r\n')).toEqual([
      '\uFEFFTime,\'=cmd|A1 lowest,\'=cmd|A1 highest,"North, ""hall"" lowest","North, ""hall"" highest"',
      '2026-11-20 21:06:00 +08:00,-3.0,-3.0,5.0,5.3',
      '2026-11-20 21:04:00 +08:00,230.0,231.0,,',
      '',
    ]);
  });

  it('contains the actual times of the other period', () => {
    const lines = [{ field: 'b', label: 'B' }];
    const text = shownCsv(
      shownRows(columns, lines, 0),
      lines,
      { ...texts, otherTime: 'Earlier' },
      'UTC',
      86_400_000,
    );
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      '\uFEFFTime,Earlier,B lowest,B highest',
      '2026-11-20 13:06:00 +00:00,2026-11-19 13:06:00 +00:00,5,5',
    ]);
  });

  it.each([
    ['2026-07-01T00:00:00Z', 'America/St_Johns', '2026-06-30 21:30:00 -02:30'],
    ['2026-01-01T00:00:00Z', 'Asia/Kathmandu', '2026-01-01 05:45:00 +05:45'],
  ])('writes the time %s in the zone %s as %s', (instant, zone, text) => {
    expect(momentWithOffset(at(instant), zone)).toBe(text);
  });
});
