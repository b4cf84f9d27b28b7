import { describe, expect, it } from 'vitest';
import { axisTimeLabels } from './axis-time.ts';

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
