/**
 * Administration of a large customer: the lists of 10,000 users and 1,110 groups over HTTP compared
 * to the database alone with the same SQL, and the duration of one permission check.
 *
 * `--database external|embedded` (both), `--calls 100` of each, at most `--seconds 8` for each.
 */
import { may, type PermissionHolder, ROLE_PERMISSIONS } from '@busbar/domain/access/permission';
import { listCountedGroups } from '../../../apps/server/src/areas/fleet/groups/group-tree-queries.ts';
import { listUsers as usersOfGroup } from '../../../apps/server/src/areas/fleet/groups/placed-queries.ts';
import {
  countHolders,
  listOwnRoles,
} from '../../../apps/server/src/areas/identity/roles/role-queries.ts';
import {
  listUsers,
  type UserFilter,
} from '../../../apps/server/src/areas/identity/users/user-queries.ts';
import type { Executor } from '../../../apps/server/src/storage/database.ts';
import { measureEngines, type QueryCall } from '../engine/measured-calls.ts';
import { median, printTable } from '../engine/print-table.ts';
import { type AdministrationWorld, createAdministrationWorld } from './administration-world.ts';

const GOAL_MS = 100;
const CHECK_GOAL_US = 20;
const PAGE = 13;

export async function benchAdministration(options: readonly string[]): Promise<void> {
  timeChecks();
  await measureEngines(options, 'Administration', async (database) => {
    const world = await createAdministrationWorld(database);
    return { token: world.tenant.users.admin.token, calls: administrationCalls(world) };
  });
}

function administrationCalls({ tenant, branchId, groups }: AdministrationWorld): QueryCall[] {
  const call = (
    name: string,
    path: string,
    rows: number,
    run: (db: Executor) => Promise<unknown>,
  ): QueryCall => ({ name, goalMs: GOAL_MS, method: 'GET', path: `/api/v2${path}`, rows, run });
  const users = (name: string, query: string, filter: Partial<UserFilter>, rows = PAGE) =>
    call(`users, ${name}`, `/users?ps=${rows}${query}`, rows, (db) =>
      listUsers(
        db,
        tenant,
        { keyword: '', ...filter },
        { limit: rows, offset: 0, sort: 'name', descending: false },
        Date.now(),
      ),
    );
  return [
    users('first page', '', {}),
    users('500 of them', '', {}, 500),
    users('part of a name', '&keyword=abc', { keyword: 'abc' }),
    users('of one role', '&role=viewer', { role: 'viewer' }),
    users('active', '&state=active', { state: 'active' }),
    users('locked', '&state=locked', { state: 'locked' }),
    users('of a branch', `&group_id=${branchId}`, { groupId: branchId }),
    call('tree of groups with counts', '/groups', groups, (db) => listCountedGroups(db, tenant)),
    call('roles with their holders', '/roles', ROLES_SHOWN, async (db) => {
      await listOwnRoles(db, tenant.customerId);
      await countHolders(db, tenant);
    }),
    call('users of a branch and below', `/groups/${branchId}/users`, PAGE, (db) =>
      usersOfGroup(db, { ...tenant, groupId: branchId }, { keyword: '', limit: PAGE, offset: 0 }),
    ),
  ];
}

/** Five built-in roles, one custom role that every test tenant has, and twenty more. */
const ROLES_SHOWN = 26;

const CHECKS = 1_000_000;
const ROUNDS = 5;

function timeChecks(): void {
  const holders: [string, PermissionHolder][] = [
    ['administrator, the last permission', { role: 'admin' }],
    ['operator, one it lacks', { role: 'operator' }],
    ["a customer's own role", { role: 'operator', permissions: ROLE_PERMISSIONS.engineer }],
  ];
  const rows = holders.map(([who, holder]) => {
    const us = Array.from({ length: ROUNDS }, () => {
      let granted = 0;
      const began = performance.now();
      for (let i = 0; i < CHECKS; i++) if (may(holder, 'audit.read')) granted += 1;
      const took = ((performance.now() - began) * 1_000) / CHECKS;
      if (granted !== 0 && granted !== CHECKS) throw new Error('a check changed its mind');
      return took;
    });
    return { who, 'goal us': CHECK_GOAL_US, 'us a check, p50 of 5': median(us).toFixed(3) };
  });
  printTable('Permission checks', rows);
}
