import { describe, expect, it } from 'vitest';
import { FAULTS, history } from '../../test/register-histories.ts';
import { localHour } from '../calendar.ts';
import { seededRandom } from '../demand/seeded-noise.ts';
import { type EnergyRegisterField, REGISTER_ORDER } from '../device/measurement.ts';
import { bandOfHour } from '../tariff/band.ts';
import { withAmendments } from './earlier-days.ts';
import {
  createDeviceFold,
  type DeviceReading,
  type FoldSettings,
  type StepOverride,
} from './fold-device.ts';
import type { FoldedDay } from './folded-day.ts';

const ZONE = 'Europe/Paris';
const MINUTE = 60_000;
/** 2026-01-01 00:00 in Paris. */
const DAY = Date.UTC(2025, 11, 31, 23);

function settings(over: Partial<FoldSettings> = {}): FoldSettings {
  return {
    zone: ZONE,
    limitW: 52_164,
    expectedIntervalS: 60,
    overrides: [],
    bandAt: (at) => bandOfHour(localHour(at - 1, ZONE)),
    ...over,
  };
}

function reading(
  minute: number,
  registers: Partial<Record<EnergyRegisterField, number>>,
): DeviceReading {
  return {
    at: DAY + minute * MINUTE,
    registers: REGISTER_ORDER.map((field) => registers[field] ?? null),
  };
}

/** All days, including the open day. */
function fold(readings: readonly DeviceReading[], over: Partial<FoldSettings> = {}): FoldedDay[] {
  const device = createDeviceFold(settings(over));
  const closed = device.fold(readings);
  const open = device.openDay();
  return withAmendments(open === null ? closed : [...closed, open], device.amendedDays()).days;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const billed = (days: readonly FoldedDay[]) => days.map((day) => day.channels.activeTotal);

describe('booking of energy', () => {
  it('closes the previous slot at a reading exactly at midnight or at the end of a quarter', () => {
    const [first, second] = fold([
      reading(0, { activeTotal: 0 }),
      reading(1, { activeTotal: 100 }),
      reading(1425, { activeTotal: 200 }),
      reading(1440, { activeTotal: 500 }),
      reading(1441, { activeTotal: 600 }),
    ]).slice(1);
    expect([first?.day, second?.day]).toEqual(['2026-01-01', '2026-01-02']);
    expect(first?.channels.activeTotal?.energyWh).toBe(500);
    expect([first?.slotWh[0], first?.slotWh[94], first?.slotWh[95]]).toEqual([100, 100, 300]);
    expect(second?.slotWh[0]).toBe(100);
  });

  it('assigns the energy of a span without readings to its end, marked as estimated', () => {
    const days = fold([
      reading(10, { activeTotal: 0 }),
      reading(70, { activeTotal: 100 }),
      reading(1500, { activeTotal: 900 }),
      reading(1501, { activeTotal: 900 }),
    ]);
    expect(billed(days)).toMatchObject([
      { energyWh: 100, estimated: false },
      { energyWh: 800, estimated: true },
    ]);
    expect(days.map(({ estimatedSlots }) => estimatedSlots)).toEqual([[4], [3]]);
  });

  it('does not mark the energy of a device with an hourly interval as estimated', () => {
    const rows = [0, 60, 120].map((minute) => reading(minute, { activeTotal: minute * 10 }));
    expect(fold(rows).flatMap(({ estimatedSlots }) => estimatedSlots)).toEqual([3, 7]);
    expect(
      fold(rows, { expectedIntervalS: 3600 }).flatMap(({ estimatedSlots }) => estimatedSlots),
    ).toEqual([]);
  });

  it('marks the energy of a reset as a lower bound', () => {
    const [, day] = fold([
      reading(0, { activeTotal: 5_000_000 }),
      reading(2, { activeTotal: 400 }),
      reading(4, { activeTotal: 700 }),
    ]);
    expect(day?.channels.activeTotal).toMatchObject({ energyWh: 700, estimated: true });
  });
});

describe('billed energy', () => {
  it('is the import until a device reports its first total, and the total from then on', () => {
    const days = fold([
      reading(1, { activeImport: 1000 }),
      reading(2, { activeImport: 1100 }),
      reading(3, { activeImport: 1200, activeTotal: 50 }),
      reading(4, { activeImport: 1300, activeTotal: 170 }),
    ]);
    expect(days[0]?.channels.activeImport?.energyWh).toBe(300);
    expect(days[0]?.channels.activeTotal?.energyWh).toBe(320);
  });

  it('is the sum of the bands if a device reports no total at all', () => {
    const [day] = fold([
      reading(1, { activeTotalPeak: 1000, activeTotalValley: 10 }),
      reading(2, { activeTotalPeak: 1100, activeTotalValley: 20 }),
    ]);
    expect(day?.channels.activeTotal).toMatchObject({ energyWh: 110, bandsWh: [0, 100, 0, 10] });
  });
});

describe('energy bands', () => {
  it('are determined by the hour at the end of a step if no band register is reported', () => {
    const [day] = fold([
      reading(400, { activeTotal: 0 }),
      reading(420, { activeTotal: 100 }), // 07:00 closes the valley
      reading(421, { activeTotal: 300 }),
      reading(19 * 60 + 1, { activeTotal: 600 }),
    ]);
    expect(day?.channels.activeTotal?.bandsWh).toEqual([300, 0, 200, 100]);
  });

  it('are determined by the band registers, whatever the hour', () => {
    const [day] = fold([
      reading(400, { activeTotal: 0, activeTotalSharp: 0, activeTotalPeak: 0 }),
      reading(410, { activeTotal: 100, activeTotalSharp: 100, activeTotalPeak: 0 }),
      reading(420, { activeTotal: 300, activeTotalSharp: 150, activeTotalPeak: 150 }),
    ]);
    expect(day?.channels.activeTotal?.bandsWh).toEqual([150, 150, 0, 0]);
  });

  it('correct the rounding of a band register in the next steps', () => {
    const days = fold([
      reading(400, { activeTotal: 0, activeTotalSharp: 0, activeTotalPeak: 0 }),
      reading(410, { activeTotal: 10, activeTotalSharp: 0, activeTotalPeak: 0 }),
      reading(430, { activeTotal: 10, activeTotalSharp: 10, activeTotalPeak: 10 }),
      reading(440, { activeTotal: 20, activeTotalSharp: 10, activeTotalPeak: 10 }),
      reading(450, { activeTotal: 30, activeTotalSharp: 10, activeTotalPeak: 20 }),
    ]);
    // The first 10 Wh were booked to the valley, by the hour, before the band registers counted
    // them. The next 20 Wh are shared between the bands whose registers have counted 10 and 20 Wh.
    expect(days[0]?.channels.activeTotal?.bandsWh).toEqual([8, 12, 0, 10]);
  });

  it('are returned per slot, and add up to the slot', () => {
    const [day] = fold([
      reading(400, { activeTotal: 0 }),
      reading(419, { activeTotal: 100 }),
      reading(421, { activeTotal: 300 }),
    ]);
    expect(day?.slotBandsWh[27]).toEqual([0, 0, 0, 100]);
    expect(day?.slotBandsWh[28]).toEqual([0, 0, 200, 0]);
  });
});

describe('administrator override', () => {
  const rows = [
    reading(1, { activeTotal: 1000, activeExport: 7 }),
    reading(2, { activeTotal: 9_000_000, activeExport: 9 }),
    reading(3, { activeTotal: 9_000_100, activeExport: 19 }),
  ];
  const at = DAY + 2 * MINUTE;
  const energies = (...overrides: StepOverride[]) => {
    const [day] = fold(rows, { overrides });
    return [day?.channels.activeTotal?.energyWh, day?.channels.activeExport?.energyWh];
  };

  it('applies to one channel or to the whole device', () => {
    expect(energies()).toEqual([100, 12]);
    expect(energies({ at, channel: 'activeTotal', decision: 'count', energyWh: 0 })).toEqual([
      8_999_100, 12,
    ]);
    expect(energies({ at, channel: null, decision: 'ignore', energyWh: 0 })).toEqual([100, 10]);
    expect(
      energies(
        { at, channel: null, decision: 'ignore', energyWh: 0 },
        { at, channel: 'activeTotal', decision: 'set', energyWh: 50 },
      ),
    ).toEqual([150, 10]);
  });

  it('applies to the import if that is billed', () => {
    const [day] = fold(
      [reading(1, { activeImport: 1000 }), reading(2, { activeImport: 9_000_000 })],
      { overrides: [{ at, channel: 'activeTotal', decision: 'set', energyWh: 50 }] },
    );
    expect(day?.channels.activeTotal?.energyWh).toBe(50);
  });
});

/** A device with a different fault in every register, some of which are missing at times. */
function* faultyDevice(random: () => number): Generator<DeviceReading> {
  const of = Array.from({ length: 11 }, () => history(random, FAULTS, 0.1).readings);
  let at = DAY;
  for (let i = 0; i < 30; i += 1) {
    at += Math.floor(random() * (random() < 0.1 ? 2 * 86_400_000 : 3_600_000)) + 1000;
    yield {
      at,
      registers: REGISTER_ORDER.map((_, register) => {
        const step = of[register % 11]?.[Math.min(i, 7 + (i % 3))];
        return step === undefined || random() < 0.1 || register > 15 ? null : step.wh;
      }),
    };
  }
}

const withoutSlotBands = (days: readonly FoldedDay[]) =>
  JSON.stringify(days.map(({ slotBandsWh: _, ...day }) => day));

describe('resumed fold', { timeout: 120_000 }, () => {
  it('equals a fold of all readings, wherever it resumes, with the state as JSON', () => {
    const random = seededRandom(11);
    for (let run = 0; run < 150; run += 1) {
      const readings = [...faultyDevice(random)];
      const whole = createDeviceFold(settings());
      const expected = withAmendments(whole.fold(readings), whole.amendedDays()).days;
      let parts: FoldedDay[] = [];
      let state = null;
      let open: FoldedDay | null = null;
      for (let from = 0; from < readings.length; ) {
        const to = from + 1 + Math.floor(random() * 6);
        const part = createDeviceFold(settings(), state, open);
        const days = [...parts, ...part.fold(readings.slice(from, to))];
        const amended = withAmendments(days, part.amendedDays(random() < 0.5));
        expect(amended.others).toEqual([]);
        parts = amended.days;
        state = JSON.parse(JSON.stringify(part.state()));
        open = JSON.parse(JSON.stringify(part.openDay()));
        from = to;
      }
      expect(withoutSlotBands(parts)).toBe(withoutSlotBands(expected));
      expect(JSON.stringify(state)).toBe(JSON.stringify(whole.state()));
      expect(JSON.stringify({ ...open, slotBandsWh: 0 })).toBe(
        JSON.stringify({ ...whole.openDay(), slotBandsWh: 0 }),
      );
    }
  });

  it('can resume from the end of any day', () => {
    const random = seededRandom(12);
    for (let run = 0; run < 50; run += 1) {
      const readings = [...faultyDevice(random)];
      const whole = createDeviceFold(settings());
      const days = withAmendments(whole.fold(readings), whole.amendedDays()).days;
      for (const { state, day } of days) {
        const later = createDeviceFold(settings(), JSON.parse(JSON.stringify(state)));
        const rest = later.fold(readings.filter(({ at }) => at > state.at));
        const before = days.filter((one) => one.day <= day);
        const amended = withAmendments([...before, ...rest], later.amendedDays(true));
        expect(amended.others).toEqual([]);
        expect(withoutSlotBands(amended.days)).toBe(withoutSlotBands(days));
        expect(later.state()).toEqual(whole.state());
      }
    }
  });

  it('has equal totals of bands and slots, and no negative energy', () => {
    const random = seededRandom(13);
    for (let run = 0; run < 150; run += 1) {
      for (const day of fold([...faultyDevice(random)])) {
        for (const { energyWh, bandsWh } of Object.values(day.channels)) {
          expect(sum(bandsWh)).toBe(energyWh);
          expect(Math.min(...bandsWh)).toBeGreaterThanOrEqual(0);
        }
        expect(sum(day.slotWh)).toBe(day.channels.activeTotal?.energyWh ?? 0);
        expect(sum(Object.values(day.slotBandsWh).flat())).toBe(sum(day.slotWh));
      }
    }
  });
});
