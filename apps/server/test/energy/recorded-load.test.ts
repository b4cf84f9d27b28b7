/**
 * The minute values of a real household, counted by registers of 0.01 kWh, compared with its power
 * integrated by day and band without any register: equal within 0.05 %, and nothing lost in
 * between.
 */
import { describe, expect, it } from 'vitest';
import { runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import { ensurePartitions } from '../../src/storage/partitions.ts';
import { recordedLoad } from '../replay/recorded-load.ts';
import { sharedDatabase } from '../support/databases.ts';
import { testContext } from '../support/test-context.ts';
import { ledgerTenant, ratedDevice, type SentReading, sendRegisters } from './ledger-fixture.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** The winter of 2006 is shifted to that of 2025 by whole days; Paris is an hour ahead in both. */
const LATER = Date.UTC(2025, 11, 16) - Date.UTC(2006, 11, 16);
const BANDS = ['sharp', 'peak', 'offPeak', 'valley'] as const;
/**
 * The band of each hour, written by hand from the default hours: 0 sharp, 1 peak, 2 off-peak, 3
 * valley.
 */
const BAND_OF_HOUR = [3, 3, 3, 3, 3, 3, 3, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 1, 1, 0, 0, 1, 2, 3];

const minutes = recordedLoad()?.map(({ at, activeKw }) => ({ at: at + LATER, kwh: activeKw / 60 }));

/** Paris is one hour ahead all winter. */
const local = (at: number) => new Date(at + 60 * MINUTE);
const cents = (kwh: number) => Math.floor(kwh * 100 + 1e-7) / 100;

describe('the recorded load', () => {
  it.skipIf(minutes === undefined)(
    'has the same energy by day and band in its registers as in its power',
    async () => {
      const database = await sharedDatabase();
      const from = minutes![0]!.at;
      const to = minutes!.at(-1)!.at;
      await ensurePartitions(database, from, to + DAY);
      const ctx = testContext(database, {}, to + DAY);
      const tenant = await ledgerTenant(database, 'Europe/Paris', 'recorded');
      // One device reports only its total, the other also its bands.
      const [plain, banded] = [
        await ratedDevice(database, tenant),
        await ratedDevice(database, tenant),
      ];
      const truth = new Map<string, number[]>();
      const counted = [0, 0, 0, 0];
      let total = 999_990;
      const zero = { at: from, registers: { activeTotal: cents(total) } };
      const sent: SentReading[] = [
        { ...zero, deviceId: plain },
        { ...zero, deviceId: banded, registers: { ...zero.registers, ...bandRegisters() } },
      ];
      function bandRegisters() {
        const [sharp = 0, peak = 0, offPeak = 0, valley = 0] = counted.map(cents);
        return {
          activeTotalSharp: sharp,
          activeTotalPeak: peak,
          activeTotalOffPeak: offPeak,
          activeTotalValley: valley,
        };
      }
      for (const { at, kwh } of minutes!) {
        const band = BAND_OF_HOUR[local(at).getUTCHours()]!;
        const day = local(at).toISOString().slice(0, 10);
        const ofDay = truth.get(day) ?? [0, 0, 0, 0];
        truth.set(day, ofDay.with(band, ofDay[band]! + kwh));
        counted[band] = counted[band]! + kwh;
        total += kwh;
        const activeTotal = cents(total) % 1_000_000;
        const end = at + MINUTE;
        sent.push(
          { deviceId: plain, at: end, registers: { activeTotal } },
          { deviceId: banded, at: end, registers: { activeTotal, ...bandRegisters() } },
        );
      }
      for (let i = 0; i < sent.length; i += 2000) {
        await sendRegisters(ctx, tenant, sent.slice(i, i + 2000));
        if (i % 10_000 === 0) await runEnergy(ctx);
      }
      await runEnergy(ctx);

      const all = [...truth.values()].flat().reduce((sum, kwh) => sum + kwh, 0);
      expect(all).toBeCloseTo(1063.8435, 3);
      for (const deviceId of [plain, banded]) {
        const rows = await database.db
          .selectFrom('energy_day')
          .where('device_id', '=', deviceId)
          .where('channel', '=', 'activeTotal')
          .orderBy('day')
          .selectAll()
          .execute();
        expect(rows.map(({ day }) => day)).toEqual([...truth.keys()]);
        let sum = 0;
        for (const row of rows) {
          const bands = [row.sharp_wh, row.peak_wh, row.off_peak_wh, row.valley_wh];
          const expected = truth.get(row.day)!;
          const ofDay = expected.reduce((kwh, band) => kwh + band, 0);
          // The register is read in hundredths of a kWh at both ends of a day.
          expect(Math.abs(row.energy_wh / 1000 - ofDay), row.day).toBeLessThan(
            Math.max(ofDay * 0.0005, 0.0101),
          );
          for (const [i, name] of BANDS.entries()) {
            expect(Math.abs(bands[i]! / 1000 - expected[i]!), `${row.day} ${name}`).toBeLessThan(
              Math.max(expected[i]! * 0.0005, 0.0401),
            );
          }
          expect(bands.reduce((wh, band) => wh + band, 0)).toBe(row.energy_wh);
          sum += row.energy_wh;
        }
        expect(sum / 1000).toBeCloseTo(cents(all), 1);
        expect(sum / 10).toBe(Math.floor(all * 100 + 1e-7));
      }
    },
    180_000,
  );
});
