/** The rows of the table of groups, checked like roles that are assigned to users by hand. */
import { overreachRefusal } from '@busbar/domain/access/own-role';
import { CUSTOMER_PERMISSIONS } from '@busbar/domain/access/permission';
import { done, type Outcome, type Refusal, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { lockGroupRow } from '../../fleet/groups/group-queries.ts';
import { type RoleChoice, readGivenRole } from '../users/assigned-role.ts';
import type { GroupRow } from './provider-queries.ts';

export interface GivenRow extends RoleChoice {
  readonly providerGroup: string;
  /** Id of a group of the customer. */
  readonly group: string;
}

export interface CheckedRows {
  readonly rows: readonly GroupRow[];
  /** Names for the log. */
  readonly shown: readonly Readonly<Record<string, string>>[];
}

export async function checkRows(
  trx: Executor,
  caller: Caller,
  given: readonly GivenRow[],
): Promise<Outcome<CheckedRows>> {
  const rows: GroupRow[] = [];
  const shown: Record<string, string>[] = [];
  for (const [index, row] of given.entries()) {
    const role = await readGivenRole(trx, caller, row);
    if (!role.ok) return refused(role.refusal, `groups.${index}.${role.field ?? 'role'}`);
    const group = await lockGroupRow(trx, caller, row.group);
    if (group === undefined) return refused('not-found', `groups.${index}.group`);
    const { providerGroup } = row;
    rows.push({
      providerGroup,
      role: role.value.role as GroupRow['role'],
      ownRoleId: role.value.ownRoleId,
      groupId: group.groupId,
    });
    shown.push({ providerGroup, role: role.value.name, group: group.name });
  }
  return done({ rows, shown });
}

/**
 * The settings decide who signs in as whom: a provider could confirm every user who links an
 * account with it. So they belong to callers who could assign every role.
 */
export const settingsRefusal = (caller: Caller): Refusal | undefined =>
  overreachRefusal(caller, CUSTOMER_PERMISSIONS) && 'sso-needs-all-permissions';
