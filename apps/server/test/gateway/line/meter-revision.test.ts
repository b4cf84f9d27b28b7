/** Changed settings of a meter on a line: the step of its registers is no energy. */
import { expect, it } from 'vitest';
import { runEnergy } from '../../../src/areas/energy/ledger/run-energy.ts';
import {
  deleteLineMeter,
  saveLineMeter,
} from '../../../src/areas/fleet/serial-lines/serial-line-queries.ts';
import { writeReadings } from '../../../src/areas/telemetry/ingest/write-readings.ts';
import { ensurePartitions } from '../../../src/storage/partitions.ts';
import { ledgerTenant, ratedDevice } from '../../energy/ledger-fixture.ts';
import { describeWithDatabase, type TestDatabase } from '../../support/databases.ts';
import { readingRow } from '../../support/devices/reading-row.ts';
import { callerOf } from '../../support/factories/tenant-users.ts';
import { testContext } from '../../support/test-context.ts';

const MINUTE = 60_000;
/** 2026-10-20 09:00 in Shanghai. */
const START = Date.UTC(2026, 9, 20, 1);
const NOW = START + 24 * 60 * MINUTE;
const DIRECT = { station: '1', profileId: 'acrel-dtsd1352', ratios: {}, intervalS: 60 };
const ratios = { ct: { primary: 200, secondary: 5 } };

async function meter(database: TestDatabase, label: string) {
  await ensurePartitions(database, START, NOW);
  const ctx = testContext(database, {}, NOW);
  const tenant = await ledgerTenant(database, 'Asia/Shanghai', label);
  const { customerId } = tenant;
  const { userId } = callerOf(tenant);
  const ref = { customerId, deviceId: await ratedDevice(database, tenant) };
  const where = { customer_id: customerId, device_id: ref.deviceId };
  const rowOf = () =>
    database.db
      .selectFrom('line_meter')
      .selectAll()
      .where((eb) => eb.and(where))
      .executeTakeFirst();
  return {
    save: (form: typeof DIRECT & { ratios: Partial<typeof ratios> }) =>
      saveLineMeter(database.db, ref, form, { userId, reason: 'New transformers' }),
    remove: () => deleteLineMeter(database.db, ref),
    revision: async () => (await rowOf())!.revision,
    /** Stores a register that was decoded by the settings of this revision. */
    async send(minute: number, kwh: number, meterRevision: number | undefined) {
      const at = START + minute * MINUTE;
      const row = { ...readingRow(ref, { at, registers: { activeTotal: kwh } }), meterRevision };
      await ctx.database.transaction((trx) => writeReadings(trx, [row], ctx.clock.now()));
    },
    async kwh() {
      await runEnergy(ctx);
      const days = await database.db
        .selectFrom('energy_day')
        .select('energy_wh as wh')
        .where((eb) => eb.and(where))
        .where('channel', '=', 'activeTotal')
        .execute();
      return days.reduce((sum, { wh }) => sum + wh, 0) / 1000;
    },
    corrections: () =>
      database.db
        .selectFrom('energy_override')
        .select(['register_ts as at', 'decision', 'reason', 'decided_by as by'])
        .where((eb) => eb.and(where))
        .execute(),
    userId,
  };
}

describeWithDatabase('a meter on a line', (database) => {
  it('counts no energy for the step that a new ratio makes', async () => {
    const { save, send, kwh, corrections, revision, userId } = await meter(database, 'ratio');
    await save(DIRECT);
    const first = await revision();
    await send(0, 1, first);
    await send(60, 1.5, first);
    await save({ ...DIRECT, ratios });
    expect(await revision()).toBe(first + 1);
    // 58.5 kWh within a day are possible for 63 A.
    await send(1_200, 60, first + 1);
    await send(1_260, 62, first + 1);
    expect(await kwh()).toBe(2.5);
    expect(await corrections()).toEqual([
      { at: START + 1_200 * MINUTE, decision: 'ignore', reason: 'New transformers', by: userId },
    ]);
  });

  it('is not corrected for its first registers, a reconnection or another interval', async () => {
    const { save, send, kwh, corrections, revision } = await meter(database, 'interval');
    await save(DIRECT);
    const first = await revision();
    await send(0, 1, first);
    await save({ ...DIRECT, intervalS: 300 });
    await send(60, 2, first);
    expect(await revision()).toBe(first);
    expect(await corrections()).toEqual([]);
    expect(await kwh()).toBe(1);
  });

  it('restarts counting on a device that had other registers before', async () => {
    const { save, remove, send, kwh, revision } = await meter(database, 'before');
    await send(0, 5, undefined);
    await save(DIRECT);
    await send(600, 40, await revision());
    await remove();
    await save(DIRECT);
    await send(1_200, 90, await revision());
    await send(1_201, 90.25, await revision());
    expect(await kwh()).toBe(0.25);
  });

  it('restarts counting at readings that were on their way when the settings changed', async () => {
    const { save, send, kwh, revision } = await meter(database, 'order');
    await save(DIRECT);
    const first = await revision();
    await send(0, 1, first);
    await save({ ...DIRECT, station: '2' });
    await save({ ...DIRECT, station: '3' });
    await send(300, 20, first + 1);
    await send(600, 45, first + 2);
    await send(660, 46, first + 2);
    expect(await kwh()).toBe(1);
  });
});
