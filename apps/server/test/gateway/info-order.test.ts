/** Devices that connect while a user saves something that uses several of them. */
import { expect, it } from 'vitest';
import { lockUsedDevices } from '../../src/areas/sites/projects/project-device-queries.ts';
import { findLinks } from '../../src/areas/telemetry/ingest/link-queries.ts';
import type { Work } from '../../src/areas/telemetry/ingest/work.ts';
import { writeBatch } from '../../src/areas/telemetry/ingest/write-batch.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually, lockWaits } from '../support/eventually.ts';
import { buildCaller, buildCustomer } from '../support/factories/customer.ts';
import { buildDevice } from '../support/factories/device.ts';
import { testContext } from '../support/test-context.ts';

/** A report without any value. */
const UNCHANGED = {
  ...{ deviceTime: undefined, deviceType: undefined, band: undefined, csq: undefined },
  ...{ hardwareVersion: undefined, softwareVersion: undefined, ratedVoltageV: undefined },
  slaves: undefined,
};

describeWithDatabase('what devices report about themselves', (database) => {
  const ctx = testContext(database);

  async function workOf(code: string): Promise<Work> {
    const { device } = (await findLinks(ctx.database.db, [code])).get(code)!;
    const none = { readings: [], alarms: [], clockTransitions: [], ruleTransitions: [] };
    return {
      ...none,
      ...{
        states: [],
        contacts: [],
        slavesHeard: [],
        slavesReached: [],
        reply: undefined,
        rejected: undefined,
      },
      message: {
        device,
        payload: new Uint8Array(),
        topic: 'info',
        receivedAt: ctx.clock.now(),
        settled: () => undefined,
      },
      pending: { parts: 1 },
      info: { ...UNCHANGED, ratedCurrentA: 125 },
    };
  }

  it('is stored without a deadlock while a tower with the same devices is saved', async () => {
    const customer = await buildCustomer(ctx);
    const caller = await buildCaller(ctx, customer, { role: 'admin' });
    const built = [await buildDevice(ctx, caller), await buildDevice(ctx, caller)];
    const [first, last] = built.toSorted((a, b) => a.deviceId - b.deviceId);
    const batch = [await workOf(last!.code), await workOf(first!.code)];
    let writing: ReturnType<typeof writeBatch> | undefined;
    await ctx.database.transaction(async (trx) => {
      await lockUsedDevices(trx, caller, [first!.deviceId], {});
      writing = writeBatch(ctx, batch);
      writing.catch(() => undefined);
      await eventually(() => lockWaits(ctx.database.db)).toBe(1);
      await lockUsedDevices(trx, caller, [last!.deviceId], {});
    });
    await writing;
    const rows = await ctx.database.db
      .selectFrom('device')
      .where('customer_id', '=', caller.customerId)
      .select('rated_current_a')
      .execute();
    expect(rows).toEqual([{ rated_current_a: 125 }, { rated_current_a: 125 }]);
  });
});
