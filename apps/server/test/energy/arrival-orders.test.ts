/**
 * docs/promises.md R5 for energy: in whatever order and however often readings arrive, and whenever
 * the ledger runs, its tables end up equal, byte for byte, to each other and to a rebuild from the
 * registers.
 */
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { expect, it } from 'vitest';
import { finishEnergyDays, runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import { markDevice } from '../../src/areas/shared/table-writers/energy-flag-queries.ts';
import { ensurePartitions } from '../../src/storage/partitions.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { SOAK_TIMEOUT_MS, seed, size } from '../support/sizes.ts';
import { testContext } from '../support/test-context.ts';
import {
  firstDifference,
  groupDays,
  ledgerOf,
  ledgerTenant,
  type RegisterReading,
  ratedDevice,
  type SentReading,
  sendRegisters,
} from './ledger-fixture.ts';

const ORDERS = size('arrivalOrders');
const HOUR = 3_600_000;
/** Thirty days around the end of summer time in Paris. */
const BEGIN = Date.UTC(2026, 9, 5);
const DAYS = 30;
const NOW = BEGIN + 40 * 24 * HOUR;

/**
 * A reading about every three hours, with resets, a replaced meter, glitches, a silent week and
 * missing band registers.
 */
function registersOf(kind: number): RegisterReading[] {
  const random = seededRandom(kind + 100);
  const readings: RegisterReading[] = [];
  let total = kind === 1 ? 999_990 : 5000;
  const bands = [10, 20, 30, 40];
  for (let hour = 0; hour < DAYS * 24; hour += 3) {
    const used = Math.floor(random() * 800) / 100;
    const band = Math.floor(random() * 4);
    total = (total + used) % 1_000_000;
    bands[band] = bands[band]! + used;
    if (kind === 0 && hour === 200) total = 0;
    if (kind === 2 && hour === 300) total = 123_456.78;
    if (kind === 1 && hour > 350 && hour < 500) continue;
    const glitch = random() < 0.02 ? 77_777.77 : 0;
    const at = BEGIN + hour * HOUR + Math.floor(random() * HOUR);
    const shown = Math.round((total + glitch) * 100) / 100;
    const [sharp = 0, peak = 0, offPeak = 0, valley = 0] = bands.map(
      (kwh) => Math.round(kwh * 100) / 100,
    );
    readings.push({
      at,
      registers:
        kind === 0
          ? { activeTotal: shown }
          : kind === 1
            ? {
                activeTotal: shown,
                ...(hour % 24 === 21 ? {} : { activeTotalSharp: sharp, activeTotalPeak: peak }),
                activeTotalOffPeak: offPeak,
                ...(hour % 30 < 6 ? {} : { activeTotalValley: valley }),
              }
            : { activeImport: shown, activeExport: peak, reactiveTotal: sharp },
    });
  }
  return readings;
}

describeWithDatabase('energy from readings in any order', (database) => {
  it(
    `ends in the same rows in ${ORDERS} orders, and after a rebuild`,
    async () => {
      await ensurePartitions(database, BEGIN, NOW);
      const ctx = testContext(database, {}, NOW);
      const tenant = await ledgerTenant(database, 'Europe/Paris', 'ledger');
      const random = seededRandom(seed('arrivalOrders', 55));
      const histories = [0, 1, 2].map(registersOf);
      const devices: number[][] = [];
      const queues: SentReading[][] = [];
      for (let order = 0; order < ORDERS; order += 1) {
        const ids: number[] = [];
        for (const history of histories) {
          const deviceId = await ratedDevice(database, tenant);
          ids.push(deviceId);
          // In the first arrival order readings arrive by time, in some orders in blocks as devices
          // send their buffers, in the others at random.
          const block = order % 3 === 1 ? 1 + Math.floor(random() * 60) : 1;
          const blocks = new Map<number, number>();
          const place = (i: number): number => {
            if (order === 0) return i;
            const known = blocks.get(Math.floor(i / block)) ?? random();
            blocks.set(Math.floor(i / block), known);
            return known + i * 1e-9;
          };
          const sent = history
            .map((reading, i) => ({ ...reading, deviceId, place: place(i) }))
            .flatMap((one) => (random() < 0.1 ? [one, { ...one, place: random() }] : [one]))
            .sort((a, b) => a.place - b.place);
          queues.push(sent);
        }
        devices.push(ids);
      }
      const rounds = 8;
      for (let round = 0; round < rounds; round += 1) {
        const batch = queues.flatMap((queue) => {
          const share = Math.ceil(queue.length / (rounds - round));
          return queue.splice(
            0,
            round === rounds - 1 ? queue.length : Math.ceil(share * (0.5 + random())),
          );
        });
        for (let from = 0; from < batch.length; from += 1000) {
          await sendRegisters(ctx, tenant, batch.slice(from, from + 1000));
        }
        await runEnergy(ctx);
      }
      await database.db
        .updateTable('device_state')
        .set({ heard_at: new Date(NOW) })
        .where('customer_id', '=', tenant.customerId)
        .execute();
      await settled();
      const ends = await Promise.all(
        devices.map((ids) => Promise.all(ids.map((id) => ledgerOf(database, id)))),
      );
      const groups = await groupDays(database, tenant);
      const [first] = ends;
      expect(first?.[0]).toContain('"final": true');
      for (const end of ends) {
        for (const [kind, text] of end.entries()) {
          expect(firstDifference(text, first?.[kind] ?? '')).toBeUndefined();
        }
      }

      for (const deviceId of devices.flat()) {
        await database.transaction((trx) => markDevice(trx, tenant.customerId, deviceId));
      }
      await settled();
      for (const [order, ids] of devices.entries()) {
        for (const [kind, id] of ids.entries()) {
          const anew = await ledgerOf(database, id);
          expect(firstDifference(anew, ends[order]?.[kind] ?? '')).toBeUndefined();
        }
      }
      expect(firstDifference(await groupDays(database, tenant), groups)).toBeUndefined();

      async function settled(): Promise<void> {
        const rest = async () => {
          const { count } = await database.db
            .selectFrom('energy_work')
            .select((eb) => eb.fn.countAll<number>().as('count'))
            .executeTakeFirstOrThrow();
          return Number(count);
        };
        do await runEnergy(ctx);
        while ((await rest()) > 0);
        await finishEnergyDays(ctx);
        await runEnergy(ctx);
      }
    },
    SOAK_TIMEOUT_MS,
  );
});
