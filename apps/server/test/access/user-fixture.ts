/**
 * A customer with an administrator and a group below, created for each test, and helpers for its
 * users.
 */
import { sql } from 'kysely';
import { beforeAll, beforeEach } from 'vitest';
import { changeUser, type UserChange } from '../../src/areas/identity/users/change-user.ts';
import {
  findUserInFull,
  findUsers,
  type UserQuery,
} from '../../src/areas/identity/users/user-view.ts';
import { prepareInstallation } from '../../src/areas/platform/installation/prepare-installation.ts';
import type { Caller } from '../../src/caller.ts';
import type { TestDatabase } from '../support/databases.ts';
import { buildCaller, buildCustomer, buildGroup } from '../support/factories/customer.ts';
import { assignCustomRole, buildCustomRole } from '../support/factories/role.ts';
import { fixture } from '../support/fixture.ts';
import { signIn } from '../support/sign-in.ts';
import { testContext } from '../support/test-context.ts';

export const ADDRESS = '198.51.100.7';

/** Registers the hooks that create the customer and its users before each test. */
export function userFixture(database: TestDatabase) {
  const ctx = testContext(database);
  beforeAll(async () => {
    await prepareInstallation(ctx);
  });
  /** An administrator of another customer. */
  const stranger = fixture(async () =>
    buildCaller(ctx, await buildCustomer(ctx), { role: 'admin' }),
  );
  const customer = fixture(() => buildCustomer(ctx), beforeEach);
  const admin = fixture(() => buildCaller(ctx, customer, { role: 'admin' }), beforeEach);
  const below = fixture(() => buildGroup(ctx, customer, 'Below'), beforeEach);

  const said = (outcome: object) => ('refusal' in outcome ? outcome.refusal : 'done');
  const idOf = ({ userId }: { userId: number }) => String(userId);

  const ownRole = (...permissions: string[]) =>
    buildCustomRole(database, customer.customerId, permissions);

  /**
   * A user with a custom role that reads and manages users and has no other administrative
   * permission.
   */
  async function helpdesk(groupId = customer.groupId): Promise<Caller> {
    const permissions = ['data.read', 'report.make', 'log.read', 'user.manage'] as const;
    const caller = await buildCaller(ctx, customer, { role: 'viewer', groupId });
    await assignCustomRole(database, caller, permissions);
    return { ...caller, permissions };
  }

  async function find(id: string, who = admin) {
    const found = await findUserInFull(ctx, who, id);
    if (!found.ok) throw new Error(found.refusal);
    return found.value;
  }

  async function list(query: Partial<UserQuery> = {}, who = admin) {
    const page = { limit: 50, offset: 0, sort: 'name', descending: false } as const;
    const found = await findUsers(ctx, who, { keyword: '', ...query }, page);
    if (!found.ok) throw new Error(found.refusal);
    return found.value;
  }

  async function change(user: { userId: number }, over: Partial<UserChange>, who = admin) {
    const { user: row } = await find(idOf(user));
    return changeUser(ctx, who, idOf(user), {
      role: row.role,
      group: String(row.groupId),
      mail: row.mail,
      version: row.version,
      ...over,
    });
  }

  const deeds = async () =>
    (
      await sql<{ command: string; detail: Record<string, unknown> }>`
        select command, detail from operation_log
        where customer_id = ${customer.customerId} and module = 'Users'
        order by operation_log_id`.execute(ctx.database.db)
    ).rows;

  return {
    ctx,
    customer,
    admin,
    stranger,
    below,
    ...signIn(() => ctx),
    said,
    idOf,
    ownRole,
    helpdesk,
    find,
    list,
    change,
    deeds,
  };
}
