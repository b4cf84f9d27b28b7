/**
 * A step that is confirmed only by the next reading: each part of its energy is booked in its own
 * interval.
 */
import { describe, expect, it } from 'vitest';
import { confirmedReadings, type Fault, history } from '../../test/register-histories.ts';
import { localHour } from '../calendar.ts';
import { seededRandom } from '../demand/seeded-noise.ts';
import { type EnergyRegisterField, REGISTER_ORDER } from '../device/measurement.ts';
import { localDateOf } from '../local-date.ts';
import { bandOfHour, TARIFF_BANDS } from '../tariff/band.ts';
import { withAmendments } from './earlier-days.ts';
import { DIGIT_WH } from './energy-limit.ts';
import { createDeviceFold, type DeviceReading, type FoldSettings } from './fold-device.ts';
import type { FoldedDay } from './folded-day.ts';

const ZONE = 'Europe/Paris';
const MINUTE = 60_000;
/** 2026-01-01 00:00 in Paris. */
const DAY = Date.UTC(2025, 11, 31, 23);
const bandAt = (at: number) => bandOfHour(localHour(at - 1, ZONE));

function settings(over: Partial<FoldSettings> = {}): FoldSettings {
  return { zone: ZONE, limitW: 10_000, expectedIntervalS: 900, overrides: [], bandAt, ...over };
}

function fold(readings: readonly DeviceReading[], over: Partial<FoldSettings> = {}): FoldedDay[] {
  const device = createDeviceFold(settings(over));
  const closed = device.fold(readings);
  const open = device.openDay();
  return withAmendments(open === null ? closed : [...closed, open], device.amendedDays()).days;
}

type Registers = Partial<Record<EnergyRegisterField, number>>;

function readingsOf(rows: readonly (readonly [minute: number, wh: number | Registers])[]) {
  return rows.map(([minute, registerWh]): DeviceReading => {
    const registers: Registers =
      typeof registerWh === 'number' ? { activeTotal: registerWh } : registerWh;
    return {
      at: DAY + minute * MINUTE,
      registers: REGISTER_ORDER.map((field) => registers[field] ?? null),
    };
  });
}

/** Day, bands, and the quarter hours with energy. */
function summary(days: readonly FoldedDay[]) {
  return days.map(({ day, channels, slotWh, estimatedSlots }) => ({
    day: day.slice(-2),
    bands: channels.activeTotal?.bandsWh,
    slots: Object.fromEntries([...slotWh.entries()].filter(([, wh]) => wh > 0)),
    estimated: estimatedSlots,
  }));
}

/**
 * Register values 15 and 0 minutes before a boundary of days or bands and after it, with the energy
 * expected on each side.
 */
const STEPS = {
  reset: { before: [5_000_000], at: 420, after: 1_550, parts: [420, 1_130], estimated: [43] },
  swap: { before: [5_000_000], at: 1_200_000, after: 1_201_000, parts: [0, 1_000] },
  jump: { before: [5_000_000], at: 6_000_000, after: 6_001_000, parts: [0, 1_000] },
  'return after zeros': {
    before: [5_000_000, 0, 0],
    at: 5_002_000,
    after: 5_003_000,
    parts: [2_000, 1_000],
    // The zeros were counted as a reset, which gives a lower bound.
    estimated: [41],
  },
  'unit slip': { before: [123_450], at: 123_950_000, after: 124_550, parts: [500, 600] },
  'roll-over': { before: [999_999_500], at: 700, after: 900, parts: [1_200, 200] },
  // The energy of the interval before the boundary is unknown.
  glitch: { before: [5_000_000], at: 9_000_000, after: 5_002_000, parts: [0, 2_000] },
} as const;

/** Readings every quarter hour; the second to last is at the boundary. */
function around(edge: number, { before, at, after }: (typeof STEPS)[keyof typeof STEPS]) {
  const readings = [...before, at, after];
  return readingsOf(readings.map((wh, i) => [edge + 15 * (i + 2 - readings.length), wh] as const));
}

const nonZero = (slots: Record<number, number>) =>
  Object.fromEntries(Object.entries(slots).filter(([, wh]) => wh > 0));

describe.each(Object.entries(STEPS))('late confirmation of a %s', (_, step) => {
  const [earlier, later] = step.parts;

  it('at the end of the peak is booked in both bands', () => {
    expect(summary(fold(around(11 * 60, step)))).toEqual([
      {
        day: '01',
        bands: [0, earlier, later, 0],
        slots: nonZero({ 43: earlier, 44: later }),
        estimated: 'estimated' in step ? step.estimated : [],
      },
    ]);
  });

  it('at midnight is booked on both days, even by a fold that resumes between the readings', () => {
    const readings = around(1440, step);
    const days = fold(readings);
    expect(days.map(({ channels }) => channels.activeTotal?.energyWh)).toEqual([earlier, later]);
    const before = createDeviceFold(settings());
    const first = before.fold(readings.slice(0, -1));
    const [state, open] = [before.state(), before.openDay()];
    const after = createDeviceFold(settings(), JSON.parse(JSON.stringify(state)), open);
    const closed = [...first, ...after.fold(readings.slice(-1)), after.openDay()!];
    const continued = withAmendments(closed, after.amendedDays());
    expect(summary(continued.days)).toEqual(summary(days));
  });

  it('is booked on both days for a device that sends one register a day', () => {
    const readings = [...step.before, step.at, step.after];
    const days = fold(readingsOf(readings.map((wh, i) => [1440 * (i + 1), wh] as const)), {
      expectedIntervalS: 86_400,
    });
    const energies = days.map(({ channels }) => channels.activeTotal?.energyWh);
    expect(energies.slice(-2)).toEqual([earlier, later]);
  });
});

describe('reset over midnight', () => {
  it('is booked by band if the band registers fall too', () => {
    const row = (total: number, sharp: number, valley: number): Registers => ({
      activeTotal: total,
      activeTotalSharp: sharp,
      activeTotalValley: valley,
    });
    const days = fold(
      readingsOf([
        [1425, row(5_000_000, 2_000_000, 3_000_000)],
        [1440, row(420, 120, 300)],
        [1455, row(1_550, 120, 1_430)],
      ]),
    );
    expect(days.map(({ channels }) => channels.activeTotal?.bandsWh)).toEqual([
      [120, 0, 0, 300],
      [0, 0, 0, 1_130],
    ]);
  });

  it('is booked as billed energy if only the import is reported', () => {
    const days = fold(
      readingsOf([
        [1425, { activeImport: 5_000_000 }],
        [1440, { activeImport: 420 }],
        [1455, { activeImport: 1_550 }],
      ]),
    );
    for (const channel of ['activeTotal', 'activeImport'] as const) {
      expect(days.map(({ channels }) => channels[channel]?.energyWh)).toEqual([420, 1_130]);
    }
  });

  it('is booked at the confirming reading if that is more than two months later', () => {
    const energies = (days: number) =>
      fold(
        readingsOf([
          [1425, 5_000_000],
          [1440, 420],
          [1440 * (days + 1), 1_550],
        ]),
      ).map(({ channels }) => channels.activeTotal?.energyWh);
    expect(energies(62)).toEqual([420, 1_130]);
    expect(energies(63)).toEqual([0, 1_550]);
  });
});

describe('random histories of a register', () => {
  const CLEAR: readonly Fault[] = [
    'away',
    'reset',
    'swap',
    'peak',
    'hole',
    'thousandfold',
    'stuck',
  ];

  it('book the used energy by day, band and quarter hour', () => {
    const random = seededRandom(78);
    let compared = 0;
    for (let run = 0; run < 600; run += 1) {
      const generated = history(random, CLEAR, 0.25);
      const known = confirmedReadings(generated);
      if (generated.digitWh > DIGIT_WH || known.length === 0) continue;
      // The reading after the last compared one confirms it; its own energy counts too, unless it
      // needs confirmation itself.
      const last = generated.readings[known.length]!;
      const lastWh = last.fault === 'reset' ? 0 : (last.ownWh ?? 0);
      const days = fold(
        generated.readings
          .slice(0, known.length + 1)
          .map(({ at, wh }) => ({ at, registers: [wh] })),
        { limitW: generated.limitW },
      );
      const expected = new Map<string, number[]>();
      for (const { at, ownWh = 0 } of [...known, { at: last.at, ownWh: lastWh }]) {
        const bands = expected.get(localDateOf(at - 1, ZONE)) ?? [0, 0, 0, 0];
        bands[TARIFF_BANDS.indexOf(bandAt(at))]! += ownWh;
        expected.set(localDateOf(at - 1, ZONE), bands);
      }
      const actual = new Map(
        days.map(({ day, channels }) => [day, [...(channels.activeTotal?.bandsWh ?? [])]]),
      );
      expect(actual).toEqual(expected);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(300);
  });
});
