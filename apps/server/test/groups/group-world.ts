/** A customer with a small tree of groups, created for each test, and helpers to change it. */
import { beforeAll, beforeEach } from 'vitest';
import { listGroups } from '../../src/areas/fleet/groups/group-queries.ts';
import { moveInTree } from '../../src/areas/fleet/groups/move-service.ts';
import type { TreeMove } from '../../src/areas/fleet/groups/plan-move.ts';
import { previewMove } from '../../src/areas/fleet/groups/preview-move.ts';
import type { CreatedCustomer } from '../../src/areas/identity/registration/create-customer.ts';
import type { BusEvents } from '../../src/bus.ts';
import type { Caller } from '../../src/caller.ts';
import type { OpenDatabase } from '../support/databases.ts';
import {
  buildCaller,
  buildCustomer,
  buildGroup,
  buildUser,
} from '../support/factories/customer.ts';
import { buildDevice } from '../support/factories/device.ts';
import { type TestContext, testContext } from '../support/test-context.ts';

export type Group = Awaited<ReturnType<typeof buildGroup>>;

export interface GroupWorld {
  readonly ctx: TestContext;
  readonly customer: CreatedCustomer;
  readonly admin: Caller;
  /** Administrator of another customer. */
  readonly stranger: Caller;
  /** Below the root: north with hall below it, and south. */
  readonly north: Group;
  readonly south: Group;
  readonly hall: Group;
  /** Every `groups.changed` event of this test. */
  readonly changes: readonly BusEvents['groups.changed'][];
}

/** Registers the hooks; `use` receives the world of each test before it runs. */
export function eachGroupWorld(open: OpenDatabase, use: (world: GroupWorld) => void) {
  let ctx: TestContext;
  const changes: BusEvents['groups.changed'][] = [];
  let customer: CreatedCustomer;
  let admin: Caller;
  let stranger: Caller;
  let south: Group;

  beforeAll(async () => {
    ctx = testContext(await open());
    ctx.bus.subscribe('groups.changed', (event) => changes.push(event));
    stranger = await buildCaller(ctx, await buildCustomer(ctx), { role: 'admin' });
  });
  beforeEach(async () => {
    customer = await buildCustomer(ctx);
    admin = await buildCaller(ctx, customer, { role: 'admin' });
    const north = await buildGroup(ctx, customer, 'North');
    south = await buildGroup(ctx, customer, 'South');
    const hall = await buildGroup(ctx, customer, 'Hall', north);
    changes.length = 0;
    use({ ctx, customer, admin, stranger, north, south, hall, changes });
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

  return { refusalOf, deviceIn, userIn, toSouth, preview, move, shownViews, pathOf, logged };
}
