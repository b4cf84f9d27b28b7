/**
 * Energy that no breaker can carry raises one alarm when the ledger processes it, and none for old
 * data.
 */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { updateTimedAlarms } from '../../src/areas/alarms/offline-alarms.ts';
import { runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import { markDevice } from '../../src/areas/shared/table-writers/energy-flag-queries.ts';
import { ensurePartitions } from '../../src/storage/partitions.ts';
import { ledgerTenant, ratedDevice, sendRegisters } from '../energy/ledger-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';
import { testContext } from '../support/test-context.ts';

const MINUTE = 60_000;
const BEGIN = Date.UTC(2026, 10, 20, 4);

describeWithDatabase('energy beyond the capacity of a breaker', (database) => {
  let deviceId: number;
  beforeAll(() => ensurePartitions(database, BEGIN - 24 * 60 * MINUTE, BEGIN));
  const tenant = fixture(() => ledgerTenant(database, 'Asia/Shanghai', 'impossible'));
  const ctx = fixture(async () => testContext(database, {}, BEGIN), beforeEach);
  beforeEach(async () => {
    deviceId = await ratedDevice(database, tenant);
  });

  type Reading = readonly [minute: number, kwh: number];

  async function sendTogether(...readings: readonly Reading[]) {
    const rows = readings.map(([minute, kwh]) => ({
      deviceId,
      at: BEGIN + minute * MINUTE,
      registers: { activeTotal: kwh, activeImport: kwh },
    }));
    await sendRegisters(ctx, tenant, rows);
    await runEnergy(ctx);
  }

  /** Records each reading at its time, in minutes since `BEGIN`, and then runs the ledger. */
  async function send(...readings: readonly Reading[]) {
    for (const reading of readings) {
      ctx.clock.stepTo(Math.max(ctx.clock.now(), BEGIN + reading[0] * MINUTE));
      await sendTogether(reading);
    }
  }

  async function alarms() {
    const rows = await database.db
      .selectFrom('alarm')
      .selectAll()
      .where('device_id', '=', deviceId)
      .orderBy('alarm_id')
      .execute();
    return rows.map((row) => ({
      type: row.alarm_type,
      source: row.source,
      opened: (row.opened_at - BEGIN) / MINUTE,
      ended: row.ended_at === null ? null : (row.ended_at - BEGIN) / MINUTE,
      reason: row.end_reason,
      count: row.count,
      value: row.last_value,
      limit: row.limit_value,
    }));
  }

  const news = () =>
    database.db
      .selectFrom('alarm_news as n')
      .innerJoin('alarm as a', (join) =>
        join.onRef('a.customer_id', '=', 'n.customer_id').onRef('a.alarm_id', '=', 'n.alarm_id'),
      )
      .select('n.what')
      .where('a.customer_id', '=', tenant.customerId)
      .where('a.device_id', '=', deviceId)
      .orderBy('n.news_id')
      .execute();

  it('raises an alarm at the reading that shows it, with the counted and the possible energy', async () => {
    const told: string[] = [];
    ctx.bus.subscribe('alarm.changed', ({ alarm, change }) => told.push(`${alarm.type} ${change}`));
    await send([0, 100], [1, 100.2], [2, 600.2]);
    expect(await alarms()).toEqual([
      {
        type: 'impossibleEnergy',
        source: 'platform',
        opened: 2,
        ended: null,
        reason: null,
        count: 1,
        value: 500,
        // The possible energy in kWh: 230 V x 63 A x 3 x 1.2 for one minute, plus the last digit.
        limit: 0.879,
      },
    ]);
    expect(told).toEqual(['impossibleEnergy opened']);
    expect(await news()).toEqual([{ what: 'opened' }]);
  });

  it('raises one alarm however many readings follow, and none without an impossible step', async () => {
    await send([0, 100], [1, 100.2], [2, 600.2], [3, 600.4], [4, 600.6], [5, 600.8]);
    expect(await alarms()).toMatchObject([{ opened: 2, count: 1 }]);
    deviceId = await ratedDevice(database, tenant);
    // The meter reports Wh instead of kWh for a while.
    await send([0, 100], [1, 100_200], [2, 100_300], [3, 100_400], [4, 100.5], [5, 100.6]);
    expect(await alarms()).toMatchObject([{ opened: 1, count: 1 }]);
    deviceId = await ratedDevice(database, tenant);
    await send([6, 100], [7, 100.2], [8, 100.1], [9, 0.35], [10, 0.4]);
    expect(await alarms()).toEqual([]);
  });

  it('counts another impossible step while the alarm is open', async () => {
    await send([0, 100], [1, 600], [2, 600.1], [3, 1200], [4, 1200.1]);
    expect(await alarms()).toMatchObject([{ opened: 1, count: 2, value: 599.9 }]);
    expect(await news()).toEqual([{ what: 'opened' }]);
  });

  it('raises an alarm that ends by itself after ten minutes', async () => {
    await send([0, 100], [1, 600], [2, 600.1]);
    ctx.clock.stepTo(BEGIN + 11 * MINUTE - 1);
    await updateTimedAlarms(ctx);
    expect(await alarms()).toMatchObject([{ ended: null }]);
    ctx.clock.stepTo(BEGIN + 11 * MINUTE);
    await updateTimedAlarms(ctx);
    expect(await alarms()).toMatchObject([{ ended: 11, reason: 'passed', count: 1 }]);
    expect(await news()).toEqual([{ what: 'opened' }, { what: 'ended' }]);
  });

  it('raises the same alarm if its days are recomputed, after a late reading or from the first one', async () => {
    await send([0, 100], [1, 100.2], [2, 600.2], [3, 600.4]);
    await send([1.5, 100.3]);
    await database.transaction((trx) => markDevice(trx, tenant.customerId, deviceId));
    await runEnergy(ctx);
    ctx.clock.stepTo(BEGIN + 13 * MINUTE);
    await updateTimedAlarms(ctx);
    await database.transaction((trx) => markDevice(trx, tenant.customerId, deviceId));
    await runEnergy(ctx);
    expect(await alarms()).toMatchObject([{ opened: 2, ended: 12, count: 1 }]);
    expect(await news()).toEqual([{ what: 'opened' }, { what: 'ended' }]);
  });

  it('raises no alarm if the energy is more than ten minutes old', async () => {
    ctx.clock.stepTo(BEGIN + 30 * MINUTE);
    await sendTogether([0, 100], [1, 600], [2, 600.1], [19, 600.2]);
    expect(await alarms()).toEqual([]);
    await sendTogether([19.5, 1200], [19.8, 1200.1], [20, 1800], [21, 1800.1], [30, 1800.2]);
    expect(await alarms()).toMatchObject([{ opened: 20, count: 1 }]);
  });
});
