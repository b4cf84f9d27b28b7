import { describe, expect, it } from 'vitest';
import type { EnergyFeeEntry } from './api/use-dashboard.ts';
import { comparedTexts } from './compared.ts';
import { allowedChoice, slotNames, slotSeries } from './months-chart.ts';

const entry = (more: Partial<EnergyFeeEntry>): EnergyFeeEntry => ({
  date: '2026-11',
  ept: 0,
  fee: 0,
  mom_ept: null,
  mom_fee: null,
  yoy_ept: null,
  yoy_fee: null,
  ept_max: null,
  ept_min: null,
  ept_avg: null,
  provisional: false,
  estimated: false,
  compared_until: null,
  ...more,
});

describe('the chart of three months or three days', () => {
  it('has 31 days or 24 hours', () => {
    expect(slotNames('month').at(0)).toBe('1');
    expect(slotNames('month').at(-1)).toBe('31');
    expect(slotNames('day').at(0)).toBe('00:00');
    expect(slotNames('day').at(-1)).toBe('23:00');
  });

  it('assigns each day to its slot and leaves unknown days empty', () => {
    const list = [
      { date: '2026-11-02', ept: 12.5, fee: 6.25 },
      { date: '2026-11-21', ept: 0, fee: 0 },
    ];
    const [energy] = slotSeries([entry({ list })], {
      period: 'month',
      value: 'energy',
      shape: 'bar',
    });
    expect(energy?.values).toHaveLength(31);
    expect(energy?.values[0]).toBeNull();
    expect(energy?.values[1]).toBe(12.5);
    expect(energy?.values[20]).toBe(0);
    const [fee] = slotSeries([entry({ list })], { period: 'month', value: 'fee', shape: 'bar' });
    expect(fee?.values[1]).toBe(6.25);
  });

  it('leaves future hours empty', () => {
    const list = Array.from({ length: 24 }, (_, hour) => ({
      date: `2026-11-21 ${String(hour).padStart(2, '0')}:00`,
      ept: hour < 10 ? 1 : null,
      fee: null,
    }));
    const [hours] = slotSeries([entry({ date: '2026-11-21', list })], {
      period: 'day',
      value: 'energy',
      shape: 'line',
    });
    expect(hours?.values.slice(8, 12)).toEqual([1, 1, null, null]);
  });

  it('shows only energy in the day view', () => {
    expect(allowedChoice({ period: 'day', value: 'fee', shape: 'bar' }).value).toBe('energy');
    expect(allowedChoice({ period: 'month', value: 'fee', shape: 'bar' }).value).toBe('fee');
  });
});

describe('the description of a comparison', () => {
  it.each([
    ['2026-11-21 15:15:00', 'yesterday', 'until-time', '15:15'],
    ['2026-11-21 15:15:00', 'last-month', 'until-day', '11-21 15:15'],
    [null, 'last-year', 'whole', ''],
  ] as const)('until %s with %s has the key %s and the time %s', (until, against, key, time) => {
    expect(comparedTexts(until, against)).toEqual({ key, until: time });
  });
});
