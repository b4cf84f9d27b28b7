/** Queries for menus arranged by customers, one row per role. */
import type { MenuArrangement } from '@busbar/domain/access/menu/menu-arrangement';
import { sql } from 'kysely';
import { instant, jsonb } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

export interface StoredMenu {
  readonly entries: MenuArrangement;
  /** Epoch ms; 0 for the default menu. */
  readonly changedAt: number;
}

export async function findMenu(
  db: Executor,
  customerId: number,
  role: string,
): Promise<StoredMenu> {
  const row = await db
    .selectFrom('menu_arrangement')
    .where('customer_id', '=', customerId)
    .where('role', '=', role)
    .select(['entries', 'changed_at as changedAt'])
    .executeTakeFirst();
  return row ?? { entries: [], changedAt: 0 };
}

/** Returns the menu of the user's current role. */
export async function findMenuOfUser(
  db: Executor,
  customerId: number,
  userId: number,
): Promise<MenuArrangement> {
  const { rows } = await sql<{ entries: MenuArrangement }>`
    select m.entries from user_account u
    join menu_arrangement m on m.customer_id = u.customer_id
      and m.role = coalesce(u.custom_role_id::text, u.role)
    where u.customer_id = ${customerId} and u.user_id = ${userId}`.execute(db);
  return rows[0]?.entries ?? [];
}

export async function saveMenu(
  trx: Executor,
  customerId: number,
  role: string,
  { entries, changedAt }: StoredMenu,
): Promise<void> {
  const row = { entries: jsonb(entries), changed_at: instant(changedAt) };
  await trx
    .insertInto('menu_arrangement')
    .values({ customer_id: customerId, role, ...row })
    .onConflict((at) => at.columns(['customer_id', 'role']).doUpdateSet(row))
    .execute();
}

export async function removeMenu(trx: Executor, customerId: number, role: string): Promise<void> {
  await trx
    .deleteFrom('menu_arrangement')
    .where('customer_id', '=', customerId)
    .where('role', '=', role)
    .execute();
}
