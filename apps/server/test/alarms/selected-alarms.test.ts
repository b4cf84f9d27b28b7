/** Alarms that are selected in a list and acknowledged with one call. */
import { beforeEach, expect, it } from 'vitest';
import { handleAlarms } from '../../src/areas/alarms/handle-alarms.ts';
import { recordAlarms } from '../../src/areas/alarms/record-alarms.ts';
import type { Caller } from '../../src/caller.ts';
import { describeWithDatabase } from '../support/databases.ts';
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
    const alarmIn = async (group: number) => {
      const { deviceId } = await buildDevice(ctx, owner, { group });
      const at = ctx.clock.now();
      const event = word({ customerId: customer.customerId, deviceId, at });
      await ctx.database.transaction((trx) => recordAlarms(trx, [event], at));
      const { alarm_id } = await ctx.database.db
        .selectFrom('alarm')
        .select('alarm_id')
        .where('device_id', '=', deviceId)
        .executeTakeFirstOrThrow();
      return String(alarm_id);
    };
    seen = await alarmIn(groupId);
    hidden = await alarmIn(customer.groupId);
  });

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
