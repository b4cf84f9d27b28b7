/** Creates custom roles as copies, changes and deletes them; each action writes an audit event. */
import {
  isCustomerRole,
  isRightsAdministrator,
  MAX_OWN_ROLES,
  overreachRefusal,
  readPermissions,
  roleDifference,
  roleNameRefusal,
} from '@busbar/domain/access/own-role';
import { type CustomerPermission, may, ROLE_PERMISSIONS } from '@busbar/domain/access/permission';
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { parseId } from '../../shared/identifier.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { plainText } from '../../shared/plain-text.ts';
import { lockRightsOf } from '../../shared/rights/caller-rights-queries.ts';
import { hasRightsAdministrator } from '../../shared/rights/rights-administrator-queries.ts';
import { removeMenu } from './menu-queries.ts';
import {
  countHolders,
  insertRole,
  listOwnRoles,
  type NewRole,
  type OwnRole,
  type RoleHolders,
  removeRole,
  updateRole,
} from './role-queries.ts';

export interface FoundRoles {
  readonly own: readonly OwnRole[];
  /** Undefined if the caller manages neither users nor roles. */
  readonly holders: readonly RoleHolders[] | undefined;
}

export async function findRoles(ctx: Context, caller: Caller): Promise<FoundRoles> {
  const { db } = ctx.database;
  const isManager = may(caller, 'user.manage') || may(caller, 'role.manage');
  return {
    own: await listOwnRoles(db, caller.customerId),
    holders: isManager ? await countHolders(db, caller) : undefined,
  };
}

/** Thrown to roll back the transaction if no user would be left who can grant permissions. */
class NoRightsAdministrator extends Error {}

/** Runs `work` serialized with all changes of permissions of the customer. */
async function changingRoles<T>(
  ctx: Context,
  caller: Caller,
  work: (trx: Executor, own: readonly OwnRole[]) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  try {
    return await ctx.database.transaction(async (trx) => {
      const lost = await lockRightsOf(trx, caller, ctx.clock.now());
      if (lost !== undefined) return refused(lost);
      return work(trx, await listOwnRoles(trx, caller.customerId));
    });
  } catch (error) {
    if (error instanceof NoRightsAdministrator) return refused('role-last-keeper');
    throw error;
  }
}

const otherNames = (own: readonly OwnRole[], id?: number) =>
  own.filter((role) => role.id !== id).map(({ name }) => name);

const byId = (own: readonly OwnRole[], id: string) =>
  own.find((role) => role.id === (parseId(id) ?? -1));

export interface RoleDraft {
  readonly name: string;
  /** Name of a built-in role, or id of a custom role. */
  readonly copyOf: string;
  /** Defaults to the permissions of the copied role. */
  readonly permissions: readonly string[] | undefined;
}

export function addRole(
  ctx: Context,
  caller: Caller,
  draft: RoleDraft,
): Promise<Outcome<{ id: number }>> {
  return changingRoles(ctx, caller, async (trx, own) => {
    const copied = rolesCopied(own, draft.copyOf);
    if (copied === undefined) return refused('not-found');
    if (own.length >= MAX_OWN_ROLES) return refused('roles-too-many');
    const name = plainText(draft.name);
    const nameRefusal = roleNameRefusal(name, otherNames(own));
    if (nameRefusal !== undefined) return refused(nameRefusal, 'name');
    const permissions = readPermissions(draft.permissions ?? copied.permissions);
    if (permissions === undefined) return refused('invalid-request', 'permissions');
    const refusal = overreachRefusal(caller, permissions);
    if (refusal !== undefined) return refused(refusal, 'permissions');
    const { copiedFrom } = copied;
    const id = await insertRole(
      trx,
      caller.customerId,
      { name, copiedFrom, permissions },
      ctx.clock.now(),
    );
    await log(ctx, trx, caller, 'add role', {
      role: { id, name },
      copied_from: copied.name,
      permissions,
    });
    return done({ id });
  });
}

function rolesCopied(own: readonly OwnRole[], of: string): NewRole | undefined {
  if (!isCustomerRole(of)) return byId(own, of);
  const permissions = readPermissions(ROLE_PERMISSIONS[of]) ?? [];
  return { name: of, copiedFrom: of, permissions };
}

export interface RoleChange {
  readonly name: string;
  readonly permissions: readonly string[];
  /** `changedAt` of the role that was read, for conflict detection. */
  readonly changedAt: number;
}

export function changeRole(
  ctx: Context,
  caller: Caller,
  id: string,
  change: RoleChange,
): Promise<Outcome<{ changedAt: number }>> {
  return changingRoles(ctx, caller, async (trx, own) => {
    const before = byId(own, id);
    if (before === undefined) return refused('not-found');
    if (before.changedAt !== change.changedAt) return refused('role-changed', 'changedAt');
    const name = plainText(change.name);
    const nameRefusal = roleNameRefusal(name, otherNames(own, before.id));
    if (nameRefusal !== undefined) return refused(nameRefusal, 'name');
    const permissions = readPermissions(change.permissions);
    if (permissions === undefined) return refused('invalid-request', 'permissions');
    const refusal = overreachRefusal(caller, before.permissions, permissions);
    if (refusal !== undefined) return refused(refusal, 'permissions');
    const held = await holdersOf(trx, caller, before.id);
    if (held.outside > 0) return refused('role-held-elsewhere');
    const { gained, lost } = roleDifference(before.permissions, permissions);
    if (name === before.name && gained.length + lost.length === 0) {
      return done({ changedAt: before.changedAt });
    }
    // Ensures that two changes within one millisecond get different values.
    const changedAt = Math.max(ctx.clock.now(), before.changedAt + 1);
    await updateRole(trx, caller.customerId, { id: before.id, name, permissions, changedAt });
    await refuseWithoutRightsAdministrator(trx, caller.customerId, before.permissions, permissions);
    await log(ctx, trx, caller, 'change role', {
      role: { id: before.id, name },
      before: { name: before.name, permissions: before.permissions },
      after: { name, permissions },
      gained,
      lost,
      users: held.inside,
    });
    return done({ changedAt });
  });
}

async function refuseWithoutRightsAdministrator(
  trx: Executor,
  customerId: number,
  before: readonly CustomerPermission[],
  after: readonly CustomerPermission[],
): Promise<void> {
  const losesKeepers =
    isRightsAdministrator({ permissions: before }) &&
    !isRightsAdministrator({ permissions: after });
  if (losesKeepers && !(await hasRightsAdministrator(trx, customerId)))
    throw new NoRightsAdministrator();
}

export function deleteRole(ctx: Context, caller: Caller, id: string): Promise<Outcome<undefined>> {
  return changingRoles(ctx, caller, async (trx, own) => {
    const role = byId(own, id);
    if (role === undefined) return refused('not-found');
    const { inside, outside } = await holdersOf(trx, caller, role.id);
    if (inside + outside > 0) return refused('role-in-use');
    const refusal = overreachRefusal(caller, role.permissions);
    if (refusal !== undefined) return refused(refusal);
    await removeRole(trx, caller.customerId, role.id);
    await removeMenu(trx, caller.customerId, String(role.id));
    await log(ctx, trx, caller, 'delete role', {
      role: { id: role.id, name: role.name },
      permissions: role.permissions,
    });
    return done(undefined);
  });
}

/** Accounts with one custom role may differ in their built-in role, so the counts are summed. */
async function holdersOf(trx: Executor, caller: Caller, id: number) {
  const all = (await countHolders(trx, caller)).filter(({ ownRoleId }) => ownRoleId === id);
  return {
    inside: all.reduce((sum, one) => sum + one.inside, 0),
    outside: all.reduce((sum, one) => sum + one.outside, 0),
  };
}

const log = (
  ctx: Context,
  trx: Executor,
  caller: Caller,
  command: 'add role' | 'change role' | 'delete role',
  detail: Readonly<Record<string, unknown>>,
) => writeLog(trx, caller, { at: ctx.clock.now(), module: LOG_MODULES.roles, command, detail });
