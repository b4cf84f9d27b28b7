/** Roles on v2. */
import type { roleCalls } from '@busbar/contract/v2/identity/roles';
import { permissionsOf } from '@busbar/domain/access/permission';
import { ROLES } from '@busbar/domain/access/role';
import type { RoleHolders } from '../../../areas/identity/roles/role-queries.ts';
import {
  addRole,
  changeRole,
  deleteRole,
  type FoundRoles,
  findRoles,
} from '../../../areas/identity/roles/role-service.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

export function roleHandlers(ctx: Context): HandlersOf<typeof roleCalls> {
  return {
    'v2.roles': async ({ caller }) => ({
      data: { list: presentRoles(await findRoles(ctx, caller)) },
    }),
    'v2.roles.add': async ({ body, caller }) => {
      const added = await addRole(ctx, caller, {
        name: body.name,
        copyOf: body.copy_of,
        permissions: body.permissions,
      });
      return added.ok ? { data: { id: added.value.id }, msg: REFUSAL_MESSAGES.saved } : added;
    },
    'v2.roles.change': async ({ params, body, caller }) => {
      const changed = await changeRole(ctx, caller, params.id, {
        name: body.name,
        permissions: body.permissions,
        changedAt: body.changed_at,
      });
      if (!changed.ok) return onWire(changed);
      return { data: { changed_at: changed.value.changedAt }, msg: REFUSAL_MESSAGES.updated };
    },
    'v2.roles.delete': async ({ params, caller }) => {
      const deleted = await deleteRole(ctx, caller, params.id);
      return deleted.ok ? { msg: REFUSAL_MESSAGES.deleted } : deleted;
    },
  };
}

function presentRoles({ own, holders }: FoundRoles) {
  const builtIn = ROLES.filter((role) => role !== 'platform').map((role) => ({
    id: null,
    role,
    name: '',
    permissions: [...permissionsOf({ role })],
    ...held(holders, (one) => one.ownRoleId === null && one.role === role),
    changed_at: null,
  }));
  const ownOnes = own.map((role) => ({
    id: role.id,
    role: role.copiedFrom,
    name: role.name,
    permissions: [...role.permissions],
    ...held(holders, (one) => one.ownRoleId === role.id),
    changed_at: role.changedAt,
  }));
  return [...builtIn, ...ownOnes];
}

function held(holders: readonly RoleHolders[] | undefined, isOf: (one: RoleHolders) => boolean) {
  if (holders === undefined) return { users: null, held_elsewhere: false };
  const all = holders.filter(isOf);
  return {
    users: all.reduce((sum, { inside }) => sum + inside, 0),
    held_elsewhere: all.some(({ outside }) => outside > 0),
  };
}
