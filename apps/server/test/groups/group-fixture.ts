/** A customer with a small tree of groups, created for each test, and helpers to change it. */
import { beforeEach } from 'vitest';
import { listGroups } from '../../src/areas/fleet/groups/group-queries.ts';
import { moveInTree } from '../../src/areas/fleet/groups/move-service.ts';
import type { TreeMove } from '../../src/areas/fleet/groups/plan-move.ts';
import { previewMove } from '../../src/areas/fleet/groups/preview-move.ts';
import type { BusEvents } from '../../src/bus.ts';
import type { TestDatabase } from '../support/databases.ts';
import {
  buildCaller,
  buildCustomer,
  buildGroup,
  buildUser,
} from '../support/factories/customer.ts';
import { buildDevice } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { testContext } from '../support/test-context.ts';

/** Registers the hooks that create the customer and its groups before each test. */
export function groupFixture(database: TestDatabase) {
  const ctx = testContext(database);
  /** Every `groups.changed` event published in this test. */
  const changes: BusEvents['groups.changed'][] = [];
  ctx.bus.subscribe('groups.changed', (event) => changes.push(event));
  /** An administrator of another customer. */
  const stranger = fixture(async () =>
    buildCaller(ctx, await buildCustomer(ctx), { role: 'admin' }),
  );
  const customer = fixture(() => buildCustomer(ctx), beforeEach);
  const admin = fixture(() => buildCaller(ctx, customer, { role: 'admin' }), beforeEach);
  /** The tree below the root: north with hall below it, and south. */
  const north = fixture(() => buildGroup(ctx, customer, 'North'), beforeEach);
  const south = fixture(() => buildGroup(ctx, customer, 'South'), beforeEach);
  const hall = fixture(() => buildGroup(ctx, customer, 'Hall', north), beforeEach);
  beforeEach(() => {
    changes.length = 0;
  });

  const refusalOf = (outcome: { ok: boolean }) =>
    'refusal' in outcome ? outcome.refusal : undefined;
  const deviceIn = (groupId: number, name: string) =>
    buildDevice(ctx, admin, { group: groupId, name });
  const userIn = (groupId: number) => buildUser(ctx, customer, { groupId, role: 'viewer' });
  const toSouth = (...devices: string[]): TreeMove => ({
    what: 'devices',
    to: String(south.groupId),
    devices,
  });

  async function preview(move: TreeMove, who = admin) {
    const previewed = await previewMove(ctx, who, move);
    if (!previewed.ok) throw new Error(previewed.refusal);
    return previewed.value;
  }

  async function move(what: TreeMove, who = admin) {
    const previewed = await previewMove(ctx, who, what);
    return previewed.ok ? moveInTree(ctx, who, what, previewed.value.token) : previewed;
  }

  async function shownViews(what: TreeMove, who = admin) {
    const { views } = await preview(what, who);
    return Object.fromEntries(
      views.map(({ before, after, users, lost, gained }) => [
        before === after ? before : `${before} to ${after}`,
        {
          users: users.map(({ userId }) => userId),
          lost: lost.devices.map(({ name }) => name),
          gained: gained.devices.map(({ name }) => name),
        },
      ]),
    );
  }

  async function pathOf(groupId: number) {
    const groups = await listGroups(ctx.database.db, admin);
    return groups.find((group) => group.groupId === groupId)?.path;
  }

  const logged = async () => {
    const lines = await ctx.database.db
      .selectFrom('operation_log')
      .select(['module', 'command', 'detail'])
      .where('customer_id', '=', customer.customerId)
      .where('module', '=', 'Groups')
      .orderBy('operation_log_id')
      .execute();
    return lines.map(({ command, detail }) => {
      const { session: _, ...rest } = detail as Record<string, unknown>;
      return { command, ...rest };
    });
  };

  return {
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
  };
}
