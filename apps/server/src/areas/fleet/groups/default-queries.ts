/** Queries for `group_default`: the settings that new devices inherit from groups. */
import type { GroupDefaults, SetDefaults } from '@busbar/domain/access/group-defaults';
import { pickSnakeCase, snakeCaseKeys } from '@busbar/domain/key-case';
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

export interface StoredDefaults extends SetDefaults {
  readonly version: number;
}

/**
 * Returns the rows of all active groups of the customer: there are few, and those above the
 * caller's group apply too.
 */
export async function listDefaults(db: Executor, customerId: number): Promise<StoredDefaults[]> {
  return db
    .selectFrom('group_default')
    .where('customer_id', '=', customerId)
    .select([
      'group_id as groupId',
      'rate_id as rateId',
      'expected_interval_s as expectedIntervalS',
      'template_id as templateId',
      'version',
    ])
    .execute();
}

/** Writes the defaults based on `version` (0: none); returns false if another user changed them. */
export async function writeDefaults(
  trx: Executor,
  at: { readonly customerId: number; readonly groupId: number; readonly version: number },
  defaults: GroupDefaults,
  by: { readonly userId: number; readonly now: number },
): Promise<boolean> {
  const row = {
    ...snakeCaseKeys(defaults),
    changed_by: by.userId,
    changed_at: instant(by.now),
  };
  const key = pickSnakeCase(at, 'customerId', 'groupId');
  const written =
    at.version === 0
      ? await trx
          .insertInto('group_default')
          .values({ ...key, ...row })
          .onConflict((oc) => oc.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await trx
          .updateTable('group_default')
          .set((eb) => ({ ...row, version: eb('version', '+', 1) }))
          .where('customer_id', '=', at.customerId)
          .where('group_id', '=', at.groupId)
          .where('version', '=', at.version)
          .returning('version')
          .executeTakeFirst();
  return written !== undefined;
}

/** Returns true if the tariff or the template is a default of any group. */
export async function isDefault(
  trx: Executor,
  customerId: number,
  what: { readonly rateId: number } | { readonly templateId: string },
): Promise<boolean> {
  const { rows } = await sql`select 1 from group_default where customer_id = ${customerId} and ${
    'rateId' in what ? sql`rate_id = ${what.rateId}` : sql`template_id = ${what.templateId}::uuid`
  } limit 1`.execute(trx);
  return rows.length > 0;
}
