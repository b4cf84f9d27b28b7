import { describe, expect, it } from 'vitest';
import { axisTimeLabels, zonedDate } from './axis-time.ts';

const at = (text: string) => Date.parse(text) / 1000;

describe('axis time labels', () => {
  it("use the customer's time zone and show the date at the start of a day", () => {
    const splits = [at('2026-11-19T15:00:00Z'), at('2026-11-19T16:00:00Z')];
    expect(axisTimeLabels(splits, 3600, 'Asia/Shanghai')).toEqual(['23:00\n11-19', '00:00\n11-20']);
  });

  it('show only the date when ticks are a day apart', () => {
    expect(axisTimeLabels([at('2026-11-18T23:00:00Z')], 86_400, 'Europe/Paris')).toEqual(['11-19']);
  });

  it('show seconds when ticks are closer than a minute', () => {
    const splits = [at('2026-11-20T10:00:00Z'), at('2026-11-20T10:00:15Z')];
    expect(axisTimeLabels(splits, 15, 'UTC')).toEqual(['10:00:00\n11-20', '10:00:15']);
  });
});

describe('date in a zone', () => {
  it.each([
    ['Asia/Shanghai', '2026-11-19T16:30:15.250Z', [2026, 10, 20, 0, 30, 15, 250]],
    ['Europe/Paris', '2026-03-29T00:59:59.000Z', [2026, 2, 29, 1, 59, 59, 0]],
    ['America/New_York', '2026-11-01T06:30:00.000Z', [2026, 10, 1, 1, 30, 0, 0]],
    ['Asia/Kathmandu', '2026-12-31T18:15:00.000Z', [2027, 0, 1, 0, 0, 0, 0]],
  ])('has the wall clock of %s at %s', (zone, at, [year, month, day, ...clock]) => {
    const date = zonedDate(Date.parse(at), zone);
    expect([date.getFullYear(), date.getMonth(), date.getDate()]).toEqual([year, month, day]);
    const shown = [date.getHours(), date.getMinutes(), date.getSeconds(), date.getMilliseconds()];
    expect(shown).toEqual(clock);
  });
});
