/** Deleting a group: only an empty one, and its history is retained. */
import { beforeEach, expect, it } from 'vitest';
import { removeDevice } from '../../src/areas/fleet/devices/change-device.ts';
import { deleteGroup, findGroupContents } from '../../src/areas/fleet/groups/delete-group.ts';
import { findGroup } from '../../src/areas/fleet/groups/group-queries.ts';
import { addGroup, findGroups, renameGroup } from '../../src/areas/fleet/groups/group-service.ts';
import { moveInTree } from '../../src/areas/fleet/groups/move-service.ts';
import { previewMove } from '../../src/areas/fleet/groups/preview-move.ts';
import { revokeApiKey } from '../../src/areas/identity/api-keys/api-key-service.ts';
import { searchLog } from '../../src/areas/shared/operation-log/log-search-queries.ts';
import { describeWithDatabase } from '../support/databases.ts';
import {
  buildCaller,
  buildCustomer,
  buildGroup,
  buildUser,
} from '../support/factories/customer.ts';
import { buildDevice } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { testContext } from '../support/test-context.ts';

describeWithDatabase('deleting a group', (database) => {
  const ctx = testContext(database);
  const customer = fixture(() => buildCustomer(ctx), beforeEach);
  const admin = fixture(() => buildCaller(ctx, customer, { role: 'admin' }), beforeEach);
  const hall = fixture(() => buildGroup(ctx, customer, 'Hall'), beforeEach);

  const refusalOf = (outcome: { ok: boolean }) =>
    'refusal' in outcome ? outcome.refusal : undefined;
  const remove = (who = admin, groupId = hall.groupId) => deleteGroup(ctx, who, String(groupId));
  const of = () => ({ customer_id: customer.customerId, group_id: hall.groupId });
  const contents = async () => {
    const found = await findGroupContents(ctx, admin, String(hall.groupId));
    if (!found.ok) throw new Error(found.refusal);
    return found.value;
  };

  it('removes an empty group, frees its name, and accepts nothing into it afterwards', async () => {
    expect((await remove()).ok).toBe(true);
    expect((await findGroups(ctx, admin)).map(({ groupId }) => groupId)).toEqual([
      customer.groupId,
    ]);
    expect(await findGroup(ctx.database.db, admin, hall.groupId)).toBeUndefined();
    expect(refusalOf(await remove())).toBe('not-found');
    const name = { name: 'Yard', was: 'Hall' };
    expect(refusalOf(await renameGroup(ctx, admin, String(hall.groupId), name))).toBe('not-found');
    const below = { parent: String(hall.groupId), name: 'Row' };
    expect(refusalOf(await addGroup(ctx, admin, below))).toBe('group-unknown');
    await expect(buildDevice(ctx, admin, { group: hall.groupId })).rejects.toThrow('group-unknown');
    const again = await addGroup(ctx, admin, { parent: String(customer.groupId), name: 'Hall' });
    expect(again.ok).toBe(true);
    const log = await ctx.database.db
      .selectFrom('operation_log')
      .select(['command', 'detail'])
      .where('customer_id', '=', customer.customerId)
      .where('command', '=', 'delete group')
      .execute();
    expect(log).toMatchObject([{ detail: { group: { id: hall.groupId, name: 'Hall' } } }]);
  });

  it('is refused for the caller’s own group, the root group and groups of another customer', async () => {
    expect(refusalOf(await remove(admin, customer.groupId))).toBe('own-group-fixed');
    const inHall = await buildCaller(ctx, customer, { role: 'admin', groupId: hall.groupId });
    expect(refusalOf(await remove(inHall))).toBe('own-group-fixed');
    const stranger = await buildCaller(ctx, await buildCustomer(ctx), { role: 'admin' });
    expect(refusalOf(await remove(stranger))).toBe('not-found');
    expect(await findGroup(ctx.database.db, admin, hall.groupId)).toBeDefined();
  });

  it('is refused while the group contains groups, devices or users', async () => {
    const row = await buildGroup(ctx, customer, 'Row', hall);
    expect(refusalOf(await remove())).toBe('group-not-empty');
    expect((await remove(admin, row.groupId)).ok).toBe(true);

    const press = await buildDevice(ctx, admin, { group: hall.groupId, name: 'Press' });
    expect(await contents()).toMatchObject({ groups: 0, devices: 1, users: 0 });
    expect(refusalOf(await remove())).toBe('group-not-empty');
    const move = { what: 'devices', to: String(customer.groupId) } as const;
    const out = { ...move, devices: [press.code] };
    const previewed = await previewMove(ctx, admin, out);
    if (!previewed.ok) throw new Error(previewed.refusal);
    expect((await moveInTree(ctx, admin, out, previewed.value.token)).ok).toBe(true);

    const { userId } = await buildUser(ctx, customer, { groupId: hall.groupId });
    expect(refusalOf(await remove())).toBe('group-not-empty');
    await ctx.database.db
      .updateTable('user_account')
      .set({ group_id: customer.groupId })
      .where('customer_id', '=', customer.customerId)
      .where('user_id', '=', userId)
      .execute();
    expect((await remove()).ok).toBe(true);
  });

  it('is refused while there are projects, enabled scheduled reports or active keys', async () => {
    const { db } = ctx.database;
    const now = new Date(ctx.clock.now());
    const made = { created_at: now };
    const project = await db
      .insertInto('project')
      .values({
        ...of(),
        ...made,
        name: 'Yard lamps',
        type: 'lamp',
        created_by: admin.userId,
        created_by_name: '',
      })
      .returning('project_id')
      .executeTakeFirstOrThrow();
    expect(refusalOf(await remove())).toBe('group-not-empty');
    await db
      .updateTable('project')
      .set({ deleted_at: now })
      .where('customer_id', '=', customer.customerId)
      .where('project_id', '=', project.project_id)
      .execute();

    await db
      .insertInto('report_schedule')
      .values({
        ...of(),
        ...made,
        user_id: admin.userId,
        type: 'energy',
        format: 'csv',
        rhythm: 'day',
        clock_time: '07:00',
        span: 'yesterday',
        recipients: [admin.userId],
        enabled: true,
        changed_at: now,
      })
      .execute();
    expect(refusalOf(await remove())).toBe('group-not-empty');
    await db
      .updateTable('report_schedule')
      .set({ enabled: false })
      .where('customer_id', '=', customer.customerId)
      .execute();

    await db
      .insertInto('api_key')
      .values({
        ...of(),
        ...made,
        key_hash: Buffer.from(String(hall.groupId)),
        api_key_id: hall.groupId,
        name: 'Meter room',
        prefix: 'bsk_',
        scopes: ['read:devices'],
        created_by: admin.userId,
        expires_at: new Date(ctx.clock.now() + 86_400_000),
      })
      .execute();
    expect(refusalOf(await remove())).toBe('group-has-keys');
    expect((await revokeApiKey(ctx, admin, String(hall.groupId))).ok).toBe(true);
    expect(await contents()).toMatchObject({ projects: 0, schedules: 0, keys: 0 });
    expect((await remove()).ok).toBe(true);
  });

  it('deletes the group’s alarm rules and ends its maintenance windows, not those of other groups', async () => {
    const { db } = ctx.database;
    const at = (hours: number) => new Date(ctx.clock.now() + hours * 3_600_000);
    const rule = {
      alarm_type: 'offline',
      in_use: true,
      limit_value: 1,
      clear_value: 1,
      delay_s: 0,
      hold_s: 0,
      changed_by: admin.userId,
      changed_at: at(0),
    };
    const window = {
      reason: 'Works',
      created_by: admin.userId,
      created_by_name: 'a',
      created_at: at(0),
    };
    const elsewhere = { ...of(), group_id: customer.groupId };
    await db
      .insertInto('alarm_rule')
      .values([
        { ...of(), ...rule },
        { ...elsewhere, ...rule },
      ])
      .execute();
    await db
      .insertInto('alarm_window')
      .values([
        { ...of(), ...window, starts_at: at(-3), ends_at: at(-2) },
        { ...of(), ...window, starts_at: at(-1), ends_at: at(2) },
        { ...elsewhere, ...window, starts_at: at(-1), ends_at: at(3) },
      ])
      .execute();
    expect(await contents()).toMatchObject({ rules: 1, windows: 1 });
    expect((await remove()).ok).toBe(true);
    const rules = await db
      .selectFrom('alarm_rule')
      .select('group_id')
      .where('customer_id', '=', customer.customerId)
      .execute();
    expect(rules).toEqual([{ group_id: customer.groupId }]);
    const windows = await db
      .selectFrom('alarm_window')
      .select('cancelled_at')
      .where('customer_id', '=', customer.customerId)
      .orderBy('ends_at')
      .execute();
    expect(windows.map(({ cancelled_at }) => cancelled_at !== null)).toEqual([false, true, false]);
  });

  it('succeeds only if no device enters the group at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const group = await buildGroup(ctx, customer, `Round ${round}`);
      const [deleted, added] = await Promise.all([
        remove(admin, group.groupId),
        buildDevice(ctx, admin, { group: group.groupId, name: 'Press' }).then(
          () => true,
          () => false,
        ),
      ]);
      expect(deleted.ok).toBe(!added);
    }
  });

  it('leaves the history of the group visible to higher groups', async () => {
    const press = await buildDevice(ctx, admin, { group: hall.groupId, name: 'Press' });
    expect((await removeDevice(ctx, admin, press.code)).ok).toBe(true);
    const lines = async () =>
      (await searchLog(ctx, admin, { device: press.code, page: 1, pageSize: 1 })).total;
    const before = await lines();
    expect(before).toBeGreaterThan(1);
    expect((await remove()).ok).toBe(true);
    expect(await lines()).toBe(before);
  });
});
