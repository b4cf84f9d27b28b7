/** Returns each role's menu; users who manage roles arrange it; changes write an audit event. */
import {
  type ArrangedEntry,
  type ArrangedNode,
  arrangedMenu,
  arrangementRefusal,
  MENU_LANGUAGES,
  type MenuArrangement,
  type MenuNames,
  toArrangement,
  withoutHidden,
} from '@busbar/domain/access/menu/menu-arrangement';
import { isCustomerRole, overreachRefusal } from '@busbar/domain/access/own-role';
import { type PermissionHolder, permissionsOf } from '@busbar/domain/access/permission';
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { parseId } from '../../shared/identifier.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { plainText } from '../../shared/plain-text.ts';
import { lockRightsOf } from '../../shared/rights/caller-rights-queries.ts';
import { findMenu, findMenuOfUser, removeMenu, saveMenu } from './menu-queries.ts';
import { countHolders, listOwnRoles } from './role-queries.ts';

/** Returns the menu visible to this user. */
export async function serveMenu(ctx: Context, caller: Caller): Promise<ArrangedNode[]> {
  const arrangement = await findMenuOfUser(ctx.database.db, caller.customerId, caller.userId);
  return withoutHidden(arrangedMenu(caller, arrangement));
}

interface RoleOfMenu {
  /** Storage key of the menu: the name of a built-in role or the id of a custom role. */
  readonly key: string;
  readonly name: string;
  readonly holder: PermissionHolder;
}

async function findRole(
  db: Executor,
  customerId: number,
  role: string,
): Promise<RoleOfMenu | undefined> {
  if (isCustomerRole(role)) return { key: role, name: role, holder: { role } };
  const id = parseId(role);
  const own = (await listOwnRoles(db, customerId)).find((one) => one.id === id);
  if (own === undefined) return undefined;
  const { name, copiedFrom, permissions } = own;
  return { key: String(own.id), name, holder: { role: copiedFrom, permissions } };
}

export interface FoundMenu {
  readonly role: string;
  /** All entries permitted for the role, including hidden ones. */
  readonly nodes: readonly ArrangedNode[];
  /** Epoch ms; 0 for the default menu. */
  readonly changedAt: number;
}

export async function findArrangement(
  ctx: Context,
  caller: Caller,
  role: string,
): Promise<Outcome<FoundMenu>> {
  const { db } = ctx.database;
  const found = await findRole(db, caller.customerId, role);
  if (found === undefined) return refused('not-found');
  const { entries, changedAt } = await findMenu(db, caller.customerId, found.key);
  return done({ role: found.key, nodes: arrangedMenu(found.holder, entries), changedAt });
}

export interface MenuDraft {
  readonly entries: readonly { key: string; hidden: boolean; names: MenuNames }[];
  /** `changedAt` of the menu that was read, for conflict detection. */
  readonly changedAt: number;
}

export function arrangeMenu(
  ctx: Context,
  caller: Caller,
  role: string,
  draft: MenuDraft,
): Promise<Outcome<{ changedAt: number }>> {
  return changingMenu(ctx, caller, role, draft.changedAt, async (trx, found, before) => {
    const entries = draft.entries.map(cleaned);
    const refusal = arrangementRefusal(found.holder, entries);
    if (refusal !== undefined) return refusal;
    // Stored as displayed, so that a permitted entry missing from the request still gets its
    // position.
    const after = toArrangement(arrangedMenu(found.holder, entries));
    // Ensures that two changes within one millisecond get different values.
    const changedAt = Math.max(ctx.clock.now(), draft.changedAt + 1);
    await saveMenu(trx, caller.customerId, found.key, { entries: after, changedAt });
    await log(ctx, trx, caller, 'arrange menu', found, before, after);
    return done({ changedAt });
  });
}

export function resetMenu(
  ctx: Context,
  caller: Caller,
  role: string,
  changedAt: number,
): Promise<Outcome<undefined>> {
  return changingMenu(ctx, caller, role, changedAt, async (trx, found, before) => {
    if (changedAt === 0) return done(undefined);
    await removeMenu(trx, caller.customerId, found.key);
    const after = toArrangement(arrangedMenu(found.holder, []));
    await log(ctx, trx, caller, 'standard menu', found, before, after);
    return done(undefined);
  });
}

/** Runs `work` on the menu, serialized with all changes of the customer's permissions. */
function changingMenu<T>(
  ctx: Context,
  caller: Caller,
  role: string,
  readAt: number,
  work: (trx: Executor, found: RoleOfMenu, before: MenuArrangement) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return ctx.database.transaction(async (trx) => {
    const lost = await lockRightsOf(trx, caller, ctx.clock.now());
    if (lost !== undefined) return refused(lost);
    const found = await findRole(trx, caller.customerId, role);
    if (found === undefined) return refused('not-found');
    const refusal = overreachRefusal(caller, permissionsOf(found.holder));
    if (refusal !== undefined) return refused(refusal);
    const isElsewhere = (await countHolders(trx, caller)).some(
      ({ ownRoleId, role: held, outside }) =>
        outside > 0 && String(ownRoleId ?? held) === found.key,
    );
    if (isElsewhere) return refused('role-held-elsewhere');
    const before = await findMenu(trx, caller.customerId, found.key);
    if (before.changedAt !== readAt) return refused('menu-changed', 'changedAt');
    return work(trx, found, toArrangement(arrangedMenu(found.holder, before.entries)));
  });
}

/** Drops names without any visible character. */
function cleaned({ key, hidden, names }: MenuDraft['entries'][number]): ArrangedEntry {
  const plain = MENU_LANGUAGES.map((language) => [language, plainText(names[language])] as const);
  return { key, hidden, names: Object.fromEntries(plain.filter(([, name]) => name !== '')) };
}

const log = (
  ctx: Context,
  trx: Executor,
  caller: Caller,
  command: 'arrange menu' | 'standard menu',
  { key, name }: RoleOfMenu,
  before: MenuArrangement,
  after: MenuArrangement,
) =>
  writeLog(trx, caller, {
    at: ctx.clock.now(),
    module: LOG_MODULES.roles,
    command,
    detail: { role: { id: key, name }, before: inShort(before), after: inShort(after) },
  });

const inShort = (entries: MenuArrangement) => ({
  order: entries.map(({ key }) => key),
  hidden: entries.filter(({ hidden }) => hidden).map(({ key }) => key),
  names: Object.fromEntries(
    entries.filter(({ names }) => Object.keys(names).length > 0).map((one) => [one.key, one.names]),
  ),
});
