/**
 * docs/promises.md R9: every zone offered at registration, around each of its changes from 2024 to
 * 2030.
 */
import { readFileSync } from 'node:fs';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { offsetMs } from '../calendar.ts';
import { hourSlots } from '../consumption/day-slots.ts';
import { REGISTER_ORDER } from '../device/measurement.ts';
import { addDays, addMonths, firstOfMonth, localDateOf, startOfLocalDate } from '../local-date.ts';
import { bookingDayOf, localDayNamed, slotCount, slotOf } from './day-slots.ts';
import { createDeviceFold, type DeviceReading } from './fold-device.ts';
import type { FoldedDay } from './folded-day.ts';

const FROM = Date.UTC(2024, 0, 1);
const TO = Date.UTC(2031, 0, 1);
const STEP = 300_000;
const STEP_WH = 7;

/** Read as text, because the domain package does not depend on storage. */
const zones = [
  ...readFileSync(
    new URL('../../../../apps/server/src/storage/seed/seed-zones.ts', import.meta.url),
    'utf8',
  ).matchAll(/\[\s*\d+,\s*'([^']+)'/g),
].map(([, zone]) => zone!);

function changesOf(zone: string): number[] {
  const changes: number[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds(FROM).toZonedDateTimeISO(zone);
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    if (next === null || next.epochMilliseconds >= TO) return changes;
    changes.push(next.epochMilliseconds);
    at = next;
  }
}

/** One zone for each set of clock rules, because zones with the same rules give the same result. */
function zonesByRules(): Map<string, readonly number[]> {
  const byRules = new Map<string, [string, readonly number[]]>();
  for (const zone of zones) {
    const changes = changesOf(zone);
    const rules = JSON.stringify([FROM, ...changes].map((at) => [at, offsetMs(at, zone)]));
    if (!byRules.has(rules)) byRules.set(rules, [zone, changes]);
  }
  return new Map(byRules.values());
}
const rules = zonesByRules();

/** Five-minute registers of a constant load, for some hours on each side of the change. */
function daysAround(zone: string, change: number): FoldedDay[] {
  const fold = createDeviceFold({
    zone,
    limitW: 10_000,
    expectedIntervalS: 300,
    overrides: [],
    bandAt: () => 'peak',
  });
  const begin = startOfLocalDate(addDays(localDateOf(change, zone), -1), zone);
  const end = startOfLocalDate(addDays(localDateOf(change, zone), 2), zone);
  const readings: DeviceReading[] = [];
  for (let at = begin; at <= end; at += STEP) {
    const wh = ((at - begin) / STEP) * STEP_WH;
    readings.push({ at, registers: REGISTER_ORDER.map((_, i) => (i === 0 ? wh : null)) });
  }
  const closed = fold.fold(readings);
  return [...closed, fold.openDay()!];
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('clock changes in the energy fold', { timeout: 120_000 }, () => {
  it('are tested in every time zone', () => {
    expect(zones).toHaveLength(419);
    expect(new Set(zones).size).toBe(419);
  });

  it('lose no energy and count none twice, in any zone', () => {
    let changes = 0;
    for (const [zone, changesOfZone] of rules) {
      for (const change of changesOfZone) {
        changes += 1;
        // The first reading counts nothing and closes the previous day.
        const days = daysAround(zone, change).slice(1);
        const names = days.map(({ day }) => day);
        expect(new Set(names).size, zone).toBe(names.length);
        for (const day of days) {
          const span = localDayNamed(day.day, zone);
          const energy = day.channels.activeTotal?.energyWh ?? 0;
          expect(energy, `${zone} ${day.day}`).toBe(((span.end - span.start) / STEP) * STEP_WH);
          expect(sum(day.slotWh)).toBe(energy);
          const hours = hourSlots(day.day, zone, day.slotWh, span.end);
          expect(sum(hours.map(({ energyWh }) => energyWh))).toBe(energy);
        }
      }
    }
    expect(changes).toBeGreaterThan(300);
  });

  it('assign each instant to one slot of one day', () => {
    for (const [zone, changesOfZone] of rules) {
      for (const change of changesOfZone.slice(0, 2)) {
        const first = bookingDayOf(change - 30 * 3_600_000, zone);
        let expected = { day: first, slot: 0 };
        for (let at = first.start + 1; at < first.start + 80 * 3_600_000; at += 900_000) {
          const day = bookingDayOf(at, zone);
          const slot = slotOf(day, at);
          expect({ day: day.day, slot }, `${zone} ${at}`).toEqual({
            day: expected.day.day,
            slot: expected.slot,
          });
          expect(bookingDayOf(at + 899_999, zone).day === day.day).toBe(true);
          const isLast = slot === slotCount(day) - 1;
          expected = isLast
            ? { day: localDayNamed(addDays(day.day, 1), zone), slot: 0 }
            : { day, slot: slot + 1 };
        }
      }
    }
  });

  it('assign each day to its own month', () => {
    for (const zone of [
      'Europe/Paris',
      'America/Santiago',
      'Australia/Lord_Howe',
      'Asia/Shanghai',
    ]) {
      for (let month = '2024-01-01'; month < '2031-01-01'; month = addMonths(month, 1)) {
        const end = startOfLocalDate(addMonths(month, 1), zone);
        let ms = 0;
        for (let day = month; day < addMonths(month, 1); day = addDays(day, 1)) {
          expect(firstOfMonth(day)).toBe(month);
          const span = localDayNamed(day, zone);
          ms += span.end - span.start;
        }
        expect(ms).toBe(end - startOfLocalDate(month, zone));
      }
    }
  });
});
