/**
 * Moving groups and users in the tree: what moves with them, who may do it, and the published
 * events.
 */
import type { CustomerPermission } from '@busbar/domain/access/permission';
import { expect, it } from 'vitest';
import { lockGroupRow } from '../../src/areas/fleet/groups/group-queries.ts';
import { moveInTree } from '../../src/areas/fleet/groups/move-service.ts';
import { writeDeviceGroup } from '../../src/areas/fleet/groups/placed-queries.ts';
import type { TreeMove } from '../../src/areas/fleet/groups/plan-move.ts';
import { previewMove } from '../../src/areas/fleet/groups/preview-move.ts';
import { keepFormerPlaces } from '../../src/areas/shared/table-writers/former-place-queries.ts';
import type { Caller } from '../../src/caller.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually, lockWaits } from '../support/eventually.ts';
import { buildCaller, buildGroup, buildUser } from '../support/factories/customer.ts';
import { assignCustomRole } from '../support/factories/role.ts';
import { groupFixture } from './group-fixture.ts';

describeWithDatabase('moving groups and users', (database) => {
  const {
    ctx,
    customer,
    admin,
    stranger,
    north,
    south,
    hall,
    changes,
    refusalOf,
    deviceIn,
    userIn,
    toSouth,
    preview,
    move,
    shownViews,
    pathOf,
    logged,
  } = groupFixture(database);

  it('succeeds once if two users confirm at the same time', async () => {
    const below = (to: number): TreeMove => ({
      what: 'group',
      group: String(hall.groupId),
      to: String(to),
    });
    const one = await preview(below(south.groupId));
    const two = await preview(below(customer.groupId));
    const both = await Promise.all([
      moveInTree(ctx, admin, below(south.groupId), one.token),
      moveInTree(ctx, admin, below(customer.groupId), two.token),
    ]);
    expect(both.map(refusalOf).toSorted()).toEqual(['group-changed', undefined]);
  });

  it('waits for a device that is being moved within the group, and both succeed', async () => {
    const { deviceId } = await deviceIn(north.groupId, 'Lights');
    const what: TreeMove = {
      what: 'group',
      group: String(north.groupId),
      to: String(south.groupId),
    };
    const { token } = await preview(what);
    let moving: ReturnType<typeof moveInTree> | undefined;
    await ctx.database.transaction(async (trx) => {
      // The edit of a device takes its locks in this order.
      await lockGroupRow(trx, admin, hall.groupId);
      moving = moveInTree(ctx, admin, what, token);
      moving.catch(() => undefined);
      await eventually(() => lockWaits(ctx.database.db)).toBe(1);
      const moved = { deviceIds: [deviceId] };
      await keepFormerPlaces(trx, customer.customerId, moved, '2026-11-20');
      await writeDeviceGroup(trx, customer.customerId, [deviceId], hall.groupId);
    });
    expect((await moving)?.ok).toBe(true);
    expect(await pathOf(hall.groupId)).toEqual([...south.path, north.groupId, hall.groupId]);
  });

  it('includes the subtree of a group', async () => {
    const press = await deviceIn(hall.groupId, 'Press');
    const inNorth = await userIn(north.groupId);
    const inSouth = await userIn(south.groupId);
    const inHall = await userIn(hall.groupId);
    const yard = await buildGroup(ctx, customer, 'Yard', hall);
    const what: TreeMove = {
      what: 'group',
      group: String(hall.groupId),
      to: String(south.groupId),
    };
    expect(await shownViews(what)).toEqual({
      North: { users: [inNorth.userId], lost: ['Press'], gained: [] },
      South: { users: [inSouth.userId], lost: [], gained: ['Press'] },
    });
    expect(inHall.userId).toBeGreaterThan(0);
    expect((await move(what)).ok).toBe(true);
    expect(await pathOf(hall.groupId)).toEqual([...south.path, hall.groupId]);
    expect(await pathOf(yard.groupId)).toEqual([...south.path, hall.groupId, yard.groupId]);
    expect(await pathOf(north.groupId)).toEqual(north.path);
    expect(changes).toEqual([
      {
        customerId: customer.customerId,
        move: { from: hall.path, to: [...south.path, hall.groupId] },
        groupIds: [north.groupId, south.groupId],
      },
    ]);
    expect(await logged()).toEqual([
      {
        command: 'move group',
        group: { id: hall.groupId, name: 'Hall' },
        from: { id: north.groupId, name: 'North' },
        to: { id: south.groupId, name: 'South' },
      },
    ]);
    expect(press.deviceId).toBeGreaterThan(0);
  });

  it('is refused for a group below itself, and for the caller’s own group', async () => {
    const to = (group: number, parent: number, who = admin) =>
      move({ what: 'group', group: String(group), to: String(parent) }, who);
    expect(refusalOf(await to(north.groupId, hall.groupId))).toBe('group-cycle');
    expect(refusalOf(await to(north.groupId, north.groupId))).toBe('group-cycle');
    expect(refusalOf(await to(customer.groupId, north.groupId))).toBe('own-group-fixed');
    const northern = await buildCaller(ctx, customer, { role: 'admin', groupId: north.groupId });
    expect(refusalOf(await to(north.groupId, hall.groupId, northern))).toBe('own-group-fixed');
    expect(refusalOf(await to(hall.groupId, south.groupId, northern))).toBe('group-unknown');
    expect(refusalOf(await to(hall.groupId, south.groupId, stranger))).toBe('not-found');
  });

  it('previews which devices a moved user loses and gains', async () => {
    await deviceIn(north.groupId, 'Lights');
    await deviceIn(hall.groupId, 'Press');
    await deviceIn(south.groupId, 'Pump');
    const { userId } = await userIn(north.groupId);
    const to = (group: number): TreeMove => ({ what: 'users', to: String(group), users: [userId] });
    expect(await shownViews(to(south.groupId))).toEqual({
      'North to South': { users: [userId], lost: ['Lights', 'Press'], gained: ['Pump'] },
    });
    expect(await shownViews(to(hall.groupId))).toMatchObject({
      'North to Hall': { lost: ['Lights'], gained: [] },
    });
    expect((await move(to(south.groupId))).ok).toBe(true);
    expect(await logged()).toEqual([
      {
        command: 'move users',
        users: [{ id: userId, name: `user.${userId}`, from: { id: north.groupId, name: 'North' } }],
        to: { id: south.groupId, name: 'South' },
      },
    ]);
  });

  it('retains the last administrator in the root group, and is refused for users the caller cannot see', async () => {
    const toNorth = (users: number[], who = admin) =>
      move({ what: 'users', to: String(north.groupId), users }, who);
    expect(refusalOf(await toNorth([admin.userId]))).toBe('last-root-administrator');
    // A copy of the administrator's role without the permission to grant permissions does not count
    // as an administrator.
    const helper = await buildCaller(ctx, customer, { role: 'admin' });
    await assignCustomRole(database, helper, ['data.read'], 'admin');
    expect(refusalOf(await toNorth([admin.userId]))).toBe('last-root-administrator');
    expect((await toNorth([helper.userId])).ok).toBe(true);
    const second = await buildCaller(ctx, customer, { role: 'admin' });
    expect(refusalOf(await toNorth([admin.userId, second.userId]))).toBe('last-root-administrator');
    expect((await toNorth([second.userId])).ok).toBe(true);
    expect(refusalOf(await toNorth([admin.userId]))).toBe('last-root-administrator');
    const northern = { ...second, groupId: north.groupId };
    expect(refusalOf(await toNorth([admin.userId], northern))).toBe('not-found');
    expect(refusalOf(await toNorth([stranger.userId]))).toBe('not-found');
    const platform = await buildUser(ctx, customer, { role: 'platform' });
    expect(refusalOf(await toNorth([platform.userId]))).toBe('not-found');
  });

  it('moves users only by the rules for changing them, in preview and move', async () => {
    const { userId } = await userIn(north.groupId);
    const withRights = async (...permissions: CustomerPermission[]): Promise<Caller> => {
      const caller = await buildCaller(ctx, customer, { role: 'viewer' });
      await assignCustomRole(database, caller, permissions);
      return { ...caller, permissions };
    };
    const refusalFor = async (who: Caller, moved: number, to: number) => {
      const what: TreeMove = { what: 'users', to: String(to), users: [moved] };
      return [
        refusalOf(await previewMove(ctx, who, what)),
        refusalOf(await moveInTree(ctx, who, what, 'x')),
      ];
    };
    const onlyGroups = await withRights('data.read', 'group.manage');
    expect(await refusalFor(onlyGroups, userId, customer.groupId)).toEqual([
      'forbidden',
      'forbidden',
    ]);
    const manager = await withRights(
      'data.read',
      'report.make',
      'log.read',
      'group.manage',
      'user.manage',
    );
    await buildCaller(ctx, customer, { role: 'admin' });
    expect(await refusalFor(manager, admin.userId, hall.groupId)).toEqual([
      'user-above-own',
      'user-above-own',
    ]);
    expect(await refusalFor(manager, manager.userId, north.groupId)).toEqual([
      'own-account-fixed',
      'own-account-fixed',
    ]);
    const custom = await userIn(north.groupId);
    await assignCustomRole(database, { ...customer, ...custom }, ['data.read', 'device.switch']);
    expect(await refusalFor(manager, custom.userId, hall.groupId)).toEqual([
      'user-above-own',
      'user-above-own',
    ]);
    const up: TreeMove = { what: 'users', to: String(customer.groupId), users: [userId] };
    expect((await move(up, manager)).ok).toBe(true);
    expect(
      (await move(toSouth((await deviceIn(north.groupId, 'Lights')).code), onlyGroups)).ok,
    ).toBe(true);
  });
});
