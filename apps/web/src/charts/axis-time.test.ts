import { describe, expect, it } from 'vitest';
import { axisTimeLabels } from './axis-time.ts';

const at = (text: string) => Date.parse(text) / 1000;

describe('axis times', () => {
  it('are those of the customer, with the date where a day begins', () => {
    const splits = [at('2026-11-19T15:00:00Z'), at('2026-11-19T16:00:00Z')];
    expect(axisTimeLabels(splits, 3600, 'Asia/Shanghai')).toEqual(['23:00\n11-19', '00:00\n11-20']);
  });

  it('say the day alone when a mark is a day', () => {
    expect(axisTimeLabels([at('2026-11-18T23:00:00Z')], 86_400, 'Europe/Paris')).toEqual(['11-19']);
  });

  it('say seconds when marks are closer than a minute', () => {
    const splits = [at('2026-11-20T10:00:00Z'), at('2026-11-20T10:00:15Z')];
    expect(axisTimeLabels(splits, 15, 'UTC')).toEqual(['10:00:00\n11-20', '10:00:15']);
  });
});
