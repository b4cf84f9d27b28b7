/** The role to assign to a user: built-in or custom, within the permissions of the caller. */
import { isCustomerRole, overreachRefusal } from '@busbar/domain/access/own-role';
import { permissionsOf } from '@busbar/domain/access/permission';
import type { Role } from '@busbar/domain/access/role';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { parseId } from '../../shared/identifier.ts';
import { listOwnRoles } from '../roles/role-queries.ts';

export interface RoleChoice {
  readonly role: string;
  /** Id of a custom role, which replaces the built-in role. */
  readonly ownRoleId?: string | null | undefined;
}

export interface GivenRole {
  readonly role: Role;
  readonly ownRoleId: number | null;
  /** Name of the role as shown in the log. */
  readonly name: string;
}

export async function readGivenRole(
  trx: Executor,
  caller: Caller,
  { role, ownRoleId }: RoleChoice,
): Promise<Outcome<GivenRole>> {
  if (ownRoleId === undefined || ownRoleId === null) {
    if (!isCustomerRole(role)) return refused('invalid-request', 'role');
    const refusal = overreachRefusal(caller, permissionsOf({ role }));
    return refusal === undefined
      ? done({ role, ownRoleId: null, name: role })
      : refused(refusal, 'role');
  }
  const id = parseId(ownRoleId);
  const own = (await listOwnRoles(trx, caller.customerId)).find((one) => one.id === id);
  if (own === undefined) return refused('not-found', 'ownRoleId');
  const refusal = overreachRefusal(caller, own.permissions);
  return refusal === undefined
    ? done({ role: own.copiedFrom, ownRoleId: own.id, name: own.name })
    : refused(refusal, 'ownRoleId');
}
