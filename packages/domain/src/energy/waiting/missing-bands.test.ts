/**
 * Readings without some of the registers of a channel, such as blocks that a meter did not answer:
 * the band registers still decide the bands (docs/decisions.md 13).
 */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../demand/seeded-noise.ts';
import { TARIFF_BANDS } from '../../tariff/band.ts';
import { withAmendments } from '../earlier-days.ts';
import { createDeviceFold, type DeviceReading, type FoldSettings } from '../fold-device.ts';
import type { FoldedDay } from '../folded-day.ts';

const HOUR = 3_600_000;
/** 2026-11-10 00:00 in Shanghai. */
const DAY = Date.UTC(2026, 10, 9, 16);

const settings: FoldSettings = {
  zone: 'Asia/Shanghai',
  limitW: 52_164,
  expectedIntervalS: 900,
  overrides: [],
  bandAt: (at) => TARIFF_BANDS[Math.floor((at - 1) / HOUR) % 4]!,
};

/** Total and four bands, kWh. */
type Row = readonly [hour: number, kwh: readonly (number | null)[]];

const readingsOf = (rows: readonly Row[]): DeviceReading[] =>
  rows.map(([hour, kwh]) => ({
    at: Math.round(DAY + hour * HOUR),
    registers: kwh.map((one) => (one === null ? null : Math.round(one * 1000))),
  }));

/** All days of a fold that resumes from its stored state before each of the given readings. */
function fold(
  readings: readonly DeviceReading[],
  resumedAt: ReadonlySet<number> = new Set(),
  over: Partial<FoldSettings> = {},
) {
  let device = createDeviceFold({ ...settings, ...over });
  let days: FoldedDay[] = [];
  for (const [i, reading] of readings.entries()) {
    if (resumedAt.has(i)) {
      days = withAmendments(days, device.amendedDays()).days;
      const text = JSON.stringify([device.state(), device.openDay()]);
      device = createDeviceFold({ ...settings, ...over }, ...(JSON.parse(text) as [never, never]));
    }
    days.push(...device.fold([reading]));
  }
  return withAmendments([...days, device.openDay()!], device.amendedDays()).days;
}

function bandsOf(days: readonly FoldedDay[]): number[] {
  const bands = [0, 0, 0, 0];
  for (const { channels } of days) {
    for (const [i, wh] of (channels.activeTotal?.bandsWh ?? []).entries()) bands[i]! += wh;
  }
  return bands;
}

const energies = (days: readonly FoldedDay[]) =>
  days.map(({ channels }) => channels.activeTotal?.energyWh ?? 0);

describe('the first reading after an outage', () => {
  it.each([
    ['no band register', [140]],
    ['one band register missing', [140, 25, 25, 25, null]],
    ['no total', [null, 25, 25, 25, 65]],
  ])('with %s leaves the energy in the band that the meter counted', (_, kwh) => {
    const days = fold(
      readingsOf([
        [1, [100, 25, 25, 25, 25]],
        [49, kwh],
        [49.25, [140, 25, 25, 25, 65]],
        [49.5, [141, 25, 25, 25, 66]],
      ]),
      new Set([1, 2, 3]),
    );
    expect(bandsOf(days)).toEqual([0, 0, 0, 41_000]);
  });
});

describe('energy that waits for its bands', () => {
  const rows = readingsOf([
    [22, [100, 50, 50, 0, 0]],
    [23, [110]],
    [24, [120]],
    [25, [130]],
    [26, [140, 50, 90, 0, 0]],
    [27, [150, 50, 100, 0, 0]],
  ]);

  it('is booked on the day and in the quarter hour of its own reading', () => {
    const days = fold(rows);
    expect(energies(days)).toEqual([20_000, 30_000]);
    expect([91, 95].map((slot) => days[0]!.slotWh[slot])).toEqual([10_000, 10_000]);
    expect(bandsOf(days)).toEqual([0, 50_000, 0, 0]);
  });

  it('is counted by a release that does not know it, with the next complete reading', () => {
    const device = createDeviceFold(settings);
    device.fold(rows.slice(0, 3));
    const state = device.state()!;
    expect(state.c[0]).toHaveProperty('w');
    const c = state.c.map((channel) => channel && { r: channel.r });
    const later = createDeviceFold(settings, { ...state, c });
    later.fold(rows.slice(4));
    expect(later.openDay()!.channels.activeTotal?.bandsWh).toEqual([0, 50_000, 0, 0]);
  });

  it('waits for at most 25 hours, and then has the bands of the hours of its readings', () => {
    const days = (hours: number) =>
      fold(
        readingsOf([
          [0.5, [100, 25, 25, 25, 25]],
          ...Array.from({ length: hours }, (_, i): Row => [i + 1.5, [102 + 2 * i]]),
        ]),
      );
    expect(bandsOf(days(26))).toEqual([0, 0, 0, 0]);
    const counted = days(28);
    expect(energies(counted)).toEqual([46_000, 10_000]);
    expect(counted[0]!.slotWh.filter((wh) => wh > 0)).toHaveLength(23);
    expect(bandsOf(counted)).toEqual([14_000, 14_000, 14_000, 14_000]);
  });

  it.each([
    ['a reset', [], [40_000, 1_430]],
    [
      'an override',
      [{ at: DAY + 25 * HOUR, channel: null, decision: 'ignore', energyWh: 0 }],
      [40_000, 120],
    ],
  ] as const)('is counted before %s', (_, overrides, expected) => {
    const days = fold(
      readingsOf([
        [22, [100, 25, 25, 25, 25]],
        [23, [130]],
        [24, [140]],
        [25, [1.31, 1.21, 0.1, 0, 0]],
        [26, [1.43, 1.21, 0.22, 0, 0]],
      ]),
      new Set([3, 4]),
      { overrides },
    );
    expect(energies(days)).toEqual(expected);
  });

  it('is counted at once up to 1 kWh, and balanced by the next steps', () => {
    const days = (count: number) =>
      fold(
        readingsOf([
          [0.25, [100, 25, 25, 25, 25]],
          [0.5, [101]],
          [0.75, [101.5, 25, 25, 25, 26.5]],
          [1, [102.5, 25, 25, 25, 27.5]],
          [1.25, [103.5, 26, 25, 25, 27.5]],
        ]).slice(0, count),
      );
    expect(energies(days(2))).toEqual([1_000]);
    expect(bandsOf(days(5))).toEqual([1_000, 0, 0, 2_500]);
  });
});

it('totals are exact and bands within 1 kWh with any missing registers and batches', () => {
  const random = seededRandom(31);
  for (let run = 0; run < 60; run += 1) {
    const kwh = [100, 25, 25, 25, 25];
    const missing = random() * 0.8;
    let hour = 0;
    const rows: Row[] = [[0, [...kwh]]];
    for (let i = 0; i < 60; i += 1) {
      const hours = i % 12 === 6 && random() < 0.5 ? 60 * random() : 0.25;
      hour += Math.round(hours * 3600) / 3600;
      const used = Math.round(random() * hours * 8000) / 1000;
      kwh[0]! += used;
      kwh[1 + Math.floor(random() * 4)]! += used;
      const isComplete = i === 59 || i % 12 === 0;
      rows.push([hour, kwh.map((one) => (isComplete || random() > missing ? one : null))]);
    }
    const readings = readingsOf(rows);
    const days = fold(readings);
    const last = readings.at(-1)!.registers;
    const used = last.map((wh, i) => wh! - readings[0]!.registers[i]!);
    expect(energies(days).reduce((sum, wh) => sum + wh, 0)).toBe(used[0]);
    for (const [i, wh] of bandsOf(days).entries()) {
      expect(Math.abs(wh - used[i + 1]!)).toBeLessThanOrEqual(1000);
    }
    const batches = new Set([...readings.keys()].filter((i) => i > 0 && random() < 0.3));
    const known = (all: FoldedDay[]) => all.map(({ slotBandsWh: _, ...day }) => day);
    expect(known(fold(readings, batches))).toEqual(known(days));
  }
});
