/** Alarms that are selected in a list and acknowledged with one call. */
import { beforeEach, expect, it } from 'vitest';
import { handleAlarms } from '../../src/areas/alarms/handle-alarms.ts';
import { recordAlarms } from '../../src/areas/alarms/record-alarms.ts';
import { addToSums } from '../../src/areas/shared/table-writers/alarm-sum-queries.ts';
import type { Caller } from '../../src/caller.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually, lockWaits } from '../support/eventually.ts';
import { buildCaller, buildCustomer, buildGroup } from '../support/factories/customer.ts';
import { buildDevice } from '../support/factories/device.ts';
import { testContext } from '../support/test-context.ts';
import { word } from './alarm-words.ts';

describeWithDatabase('the selected alarms', (database) => {
  const ctx = testContext(database);
  /** The first sees the whole customer, the second only one of its groups. */
  let owner: Caller;
  let inGroup: Caller;
  /** Of a device in the group, and of one that is not. */
  let seen: string;
  let hidden: string;

  beforeEach(async () => {
    const customer = await buildCustomer(ctx);
    owner = await buildCaller(ctx, customer, { role: 'admin' });
    const { groupId } = await buildGroup(ctx, customer, 'Hall');
    inGroup = await buildCaller(ctx, customer, { groupId });
    seen = (await alarmIn(groupId)).id;
    hidden = (await alarmIn(customer.groupId)).id;
  });

  async function alarmIn(groupId: number) {
    const { customerId } = owner;
    const { deviceId } = await buildDevice(ctx, owner, { group: groupId });
    const at = ctx.clock.now();
    const event = word({ customerId, deviceId, at });
    await ctx.database.transaction((trx) => recordAlarms(trx, [event], at));
    const { alarm_id, day } = await ctx.database.db
      .selectFrom('alarm')
      .select(['alarm_id', 'day'])
      .where('device_id', '=', deviceId)
      .executeTakeFirstOrThrow();
    const { type, kind } = event.event;
    const counted = {
      customerId,
      groupId,
      deviceId,
      deviceSimulated: false,
      day,
      type,
      kind,
      alarms: 1,
      handled: 0,
    };
    return { id: String(alarm_id), counted };
  }

  const handledIds = async () => {
    const rows = await ctx.database.db
      .selectFrom('alarm')
      .select('alarm_id')
      .where('customer_id', '=', owner.customerId)
      .where('handled_at', 'is not', null)
      .execute();
    return rows.map((row) => String(row.alarm_id));
  };
  const handle = (caller: Caller, ids: string[], handled = true) =>
    handleAlarms(ctx, caller, { ids, handled });

  it('are all refused, like unknown ones, if one is of a group that the caller cannot see', async () => {
    const refusal = await handle(inGroup, [seen, hidden]);
    expect(refusal).toEqual(await handle(inGroup, [seen, '999999']));
    expect(refusal).toMatchObject({ refusal: 'not-found' });
    expect(await handledIds()).toEqual([]);
    expect(await handle(inGroup, [seen])).toEqual({ ok: true, value: [Number(seen)] });
  });

  it('are counted without a deadlock while alarms of other groups arrive', async () => {
    // Sums are locked in the order of their key as text. The alarm of the last sum is changed first.
    const [first, last] = [owner.groupId, inGroup.groupId].map(String).toSorted();
    const older = await alarmIn(Number(last));
    const newer = await alarmIn(Number(first));
    let handling: ReturnType<typeof handleAlarms> | undefined;
    await ctx.database.transaction(async (trx) => {
      await addToSums(trx, [newer.counted]);
      handling = handle(owner, [older.id, newer.id]);
      handling.catch(() => undefined);
      await eventually(() => lockWaits(ctx.database.db)).toBe(1);
      await addToSums(trx, [older.counted]);
    });
    expect(await handling).toMatchObject({ ok: true });
  });

  it('are reported without those that another user has acknowledged, whose name remains', async () => {
    await handle(inGroup, [seen]);
    expect(await handle(owner, [seen, hidden])).toEqual({ ok: true, value: [Number(hidden)] });
    const { handled_by } = await ctx.database.db
      .selectFrom('alarm')
      .select('handled_by')
      .where('customer_id', '=', owner.customerId)
      .where('alarm_id', '=', Number(seen))
      .executeTakeFirstOrThrow();
    expect(handled_by).toBe(inGroup.userId);
  });
});
