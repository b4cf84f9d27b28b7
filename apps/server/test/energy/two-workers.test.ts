/**
 * Several processes share one ledger: the first one locks it, the others skip it, and the result is
 * the same as with a single process.
 */
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { sql, type Transaction } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import { ensurePartitions } from '../../src/storage/partitions.ts';
import type { Schema } from '../../src/storage/schema/schema.ts';
import { describeWithDatabase, openTestDatabase, type TestDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';
import { type TestContext, testContext } from '../support/test-context.ts';
import {
  firstDifference,
  ledgerOf,
  ledgerTenant,
  ratedDevice,
  type SentReading,
  sendRegisters,
} from './ledger-fixture.ts';

const HOUR = 3_600_000;
const BEGIN = Date.UTC(2026, 9, 5);
const NOW = BEGIN + 30 * 24 * HOUR;
const PAIRS = 15;
const READINGS = 120;

describeWithDatabase('two processes on one ledger', (database) => {
  const one = fixture(async () => testContext(database, {}, NOW));
  const other = fixture(async () =>
    testContext(await openTestDatabase(database.databaseUrl), {}, NOW),
  );
  beforeAll(() => ensurePartitions(database, BEGIN, NOW));

  it('skip the work while one of them is processing', async () => {
    const tenant = await ledgerTenant(database, 'Asia/Shanghai', 'held');
    const deviceId = await ratedDevice(database, tenant);
    const at = (hour: number) => ({
      deviceId,
      at: BEGIN + hour * HOUR,
      registers: { activeTotal: 100 + hour },
    });
    await sendRegisters(one, tenant, [at(0), at(30)]);
    // These dirty flags are claimed and not processed, as when a process ended in between; every
    // process sees them.
    await sql`with marks as (delete from energy_dirty returning *)
      insert into energy_work (customer_id, device_id, from_ts)
      select customer_id, device_id, from_ts from marks`.execute(database.db);
    const folded = async () => (await ledgerOf(database, deviceId)).includes('"energy_wh": 30000');
    await one.database.transaction(async (trx) => {
      await runEnergy(within(one, trx));
      await other.database.transaction(async (beside) => {
        // A process that does not skip the work waits for the rows that the other has locked.
        await sql`set local lock_timeout = '5s'`.execute(beside);
        await runEnergy(within(other, beside));
      });
      expect(await folded()).toBe(false);
    });
    expect(await folded()).toBe(true);
  });

  it('process concurrently, with readings in any order, and store what one process would store', async () => {
    const random = seededRandom(21);
    const worlds = [
      await ledgerTenant(database, 'Europe/Paris', 'both'),
      await ledgerTenant(database, 'Europe/Paris', 'alone'),
    ] as const;
    const pairs = await inTurn(PAIRS, async () => [
      await ratedDevice(database, worlds[0]),
      await ratedDevice(database, worlds[1]),
    ]);
    const queue = pairs.flatMap(([deviceId = 0], pair) =>
      Array.from({ length: READINGS }, (_, i) => ({
        pair,
        deviceId,
        at: BEGIN + i * 5 * HOUR + Math.floor(random() * HOUR),
        registers: { activeTotal: Math.round((1000 + i * 7 + random() * 3) * 100) / 100 },
        place: random(),
      })),
    );
    queue.sort((a, b) => a.place - b.place);
    const batches = Array.from({ length: 20 }, (_, i) =>
      queue.filter((_, place) => place % 20 === i),
    );
    for (const batch of batches) {
      const sent = sendRegisters(one, worlds[0], batch);
      await Promise.all([sent, runEnergy(one), runEnergy(other), runEnergy(one), runEnergy(other)]);
    }
    const rest = async () => {
      const { rows } = await sql<{ n: number }>`select (select count(*) from energy_dirty)::int
        + (select count(*) from energy_work)::int as n`.execute(database.db);
      return rows[0]!.n;
    };
    while ((await rest()) > 0) await Promise.all([runEnergy(one), runEnergy(other)]);
    const twins: SentReading[] = queue.map(({ pair, at, registers }) => ({
      deviceId: pairs[pair]![1]!,
      at,
      registers,
    }));
    await sendRegisters(one, worlds[1], twins);
    while ((await rest()) > 0) await runEnergy(one);
    for (const [both = 0, alone = 0] of pairs) {
      const difference = firstDifference(
        ofAnyTariff(await ledgerOf(database, both)),
        ofAnyTariff(await ledgerOf(database, alone)),
      );
      expect(difference).toBeUndefined();
    }
    await runEnergy(one);
    expect(await groupSums(worlds[0].customerId)).toEqual(await groupSums(worlds[1].customerId));
  }, 120_000);

  async function groupSums(customerId: number) {
    const { rows } = await sql`
      select day, devices, energy_wh, fee_sharp, fee_peak, fee_off_peak, fee_valley, slot_wh
      from energy_group_day where customer_id = ${customerId} order by day`.execute(database.db);
    expect(rows.length).toBeGreaterThan(20);
    return rows;
  }
});

/** Returns the context of a process that works within this transaction. */
function within(ctx: TestContext, trx: Transaction<Schema>): TestContext {
  const transaction = ((work) => work(trx)) as TestDatabase['transaction'];
  return { ...ctx, database: { ...ctx.database, transaction } };
}

/** Removes the tariff ids, because each customer has its own tariff with the same prices. */
const ofAnyTariff = (text: string) => text.replaceAll(/"rate_id": \d+/g, '"rate_id": 0');

async function inTurn<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let i = 0; i < count; i += 1) made.push(await make());
  return made;
}
