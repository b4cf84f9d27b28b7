/** The tree of groups: listing with contents, adding, renaming, and the users of each group. */
import { expect, it } from 'vitest';
import { listGroups } from '../../src/areas/fleet/groups/group-queries.ts';
import {
  addGroup,
  findGroups,
  findGroupUsers,
  renameGroup,
} from '../../src/areas/fleet/groups/group-service.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller, buildUser } from '../support/factories/customer.ts';
import { groupFixture } from './group-fixture.ts';

describeWithDatabase('groups', (database) => {
  const {
    ctx,
    customer,
    admin,
    stranger,
    north,
    south,
    hall,
    refusalOf,
    deviceIn,
    userIn,
    pathOf,
    logged,
  } = groupFixture(database);

  const add = (parent: number, name: string, who = admin) =>
    addGroup(ctx, who, { parent: String(parent), name });

  it('are listed with the contents of each group and of its subtree', async () => {
    await deviceIn(hall.groupId, 'Press');
    await deviceIn(north.groupId, 'Lights');
    await userIn(hall.groupId);
    const list = await findGroups(ctx, admin);
    expect(
      list.map(({ name, devices, allDevices, users, allUsers }) => [
        name,
        devices,
        allDevices,
        users,
        allUsers,
      ]),
    ).toEqual([
      [list[0]!.name, 0, 2, 1, 2],
      ['North', 1, 2, 0, 1],
      ['South', 0, 0, 0, 0],
      ['Hall', 1, 1, 1, 1],
    ]);
    const northern = await buildCaller(ctx, customer, { role: 'admin', groupId: north.groupId });
    expect((await findGroups(ctx, northern)).map(({ name }) => name)).toEqual(['North', 'Hall']);
  });

  it('have one root, because a caller in the root group sees the whole customer', async () => {
    const second = ctx.database.db
      .insertInto('user_group')
      .values({
        customer_id: admin.customerId,
        group_id: 987_654,
        parent_id: null,
        name: 'Second root',
        path: [987_654],
        created_at: new Date(),
      })
      .execute();
    // Citus passes on the name of the constraint only in the message, with the number of the shard.
    await expect(second).rejects.toMatchObject({
      code: '23505',
      message: expect.stringMatching(/"root_group_of_customer(?:_\d+)?"/),
    });
  });

  it('are added only below groups the caller can see', async () => {
    const added = await add(north.groupId, '  Yard ');
    expect(added.ok && (await pathOf(added.value.groupId))).toEqual([
      ...north.path,
      added.ok && added.value.groupId,
    ]);
    expect(await logged()).toEqual([
      {
        command: 'add group',
        group: { id: added.ok && added.value.groupId, name: 'Yard' },
        below: { id: north.groupId, name: 'North' },
      },
    ]);
    const northern = await buildCaller(ctx, customer, { role: 'admin', groupId: north.groupId });
    for (const parent of [customer.groupId, south.groupId]) {
      expect(refusalOf(await add(parent, 'Other', northern))).toBe('group-unknown');
    }
    expect(refusalOf(await add(north.groupId, 'Other', stranger))).toBe('group-unknown');
    expect(refusalOf(await add(north.groupId, 'yard'))).toBe('group-name-taken');
    expect(refusalOf(await add(north.groupId, '<i>Yard</i>'))).toBe('group-name-invalid');
    expect(refusalOf(await add(north.groupId, '\u0007 '))).toBe('group-name-invalid');
  });

  it('are limited to eight levels', async () => {
    let parent = hall.groupId;
    for (let level = 4; level <= 8; level += 1) {
      const added = await add(parent, `Level ${level}`);
      if (!added.ok) throw new Error(added.refusal);
      parent = added.value.groupId;
    }
    expect(refusalOf(await add(parent, 'Level 9'))).toBe('group-too-deep');
  });

  it('cannot share a name after two concurrent requests', async () => {
    const both = await Promise.all([add(north.groupId, 'Yard'), add(north.groupId, 'YARD')]);
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  });

  it('are renamed only by a caller who has seen the current name', async () => {
    const rename = (name: string, was: string, who = admin) =>
      renameGroup(ctx, who, String(hall.groupId), { name, was });
    expect(refusalOf(await rename('Hall 2', 'Hall', stranger))).toBe('not-found');
    expect((await rename('Hall 2', 'Hall')).ok).toBe(true);
    expect(refusalOf(await rename('Hall 3', 'Hall'))).toBe('group-changed');
    expect((await listGroups(ctx.database.db, admin)).map(({ name }) => name)).toContain('Hall 2');
    expect(await logged()).toEqual([
      { command: 'rename group', group: { id: hall.groupId, name: 'Hall 2' }, before: 'Hall' },
    ]);
  });

  it('list their users by name, including lower groups, without platform users', async () => {
    const { userId } = await userIn(hall.groupId);
    await buildUser(ctx, customer, { groupId: hall.groupId, role: 'platform' });
    await userIn(south.groupId);
    const found = await findGroupUsers(ctx, admin, String(north.groupId), {
      keyword: '',
      page: 1,
      pageSize: 10,
    });
    expect(found.ok && found.value.total).toBe(1);
    expect(found.ok && found.value.users).toMatchObject([{ userId, groupName: 'Hall' }]);
    const { userId: second } = await userIn(hall.groupId);
    const named = async (only: string, group = north) => {
      const one = await findGroupUsers(ctx, admin, String(group.groupId), {
        keyword: '',
        only,
        page: 1,
        pageSize: 10,
      });
      return one.ok && one.value.users.map((user) => user.userId);
    };
    expect(await named(String(second))).toEqual([second]);
    expect(await named(String(second), south)).toEqual([]);
    expect(await named('nobody')).toEqual([]);
    const none = await findGroupUsers(ctx, stranger, String(north.groupId), {
      keyword: '',
      page: 1,
      pageSize: 10,
    });
    expect(refusalOf(none)).toBe('not-found');
  });
});
