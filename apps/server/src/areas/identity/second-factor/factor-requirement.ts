/**
 * The customer's setting that requires a second factor from administrators. It applies from each
 * one's next request on (`http/authorise.ts`); sockets are closed within a second
 * (`realtime/websocket.ts`).
 */
import type { Permission } from '@busbar/domain/access/permission';
import type { Role } from '@busbar/domain/access/role';
import {
  isAdministering,
  maySetRequirement,
  requirementRefusal,
} from '@busbar/domain/access/second-factor-rule';
import { LOG_MODULES } from '@busbar/domain/audit/log-words';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { sql } from 'kysely';
import type { Caller, Scope } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { writeAuditEvent } from '../../shared/operation-log/write-log.ts';
import { lockRights } from '../../shared/rights/keepers.ts';
import { findSecondFactor } from './second-factor-queries.ts';

interface Administrators {
  readonly administrators: number;
  /** Administrators without a confirmed second factor. */
  readonly lacking: number;
}

export interface FactorRequirement extends Administrators {
  readonly required: boolean;
  /** True if the caller has a second factor. */
  readonly own: boolean;
  /** True if the caller may change the setting. */
  readonly changeable: boolean;
}

export async function isFactorRequired(db: Executor, customerId: number): Promise<boolean> {
  const { required } = await db
    .selectFrom('customer')
    .where('customer_id', '=', customerId)
    .select('admins_need_factor as required')
    .executeTakeFirstOrThrow();
  return required;
}

export async function readFactorRequirement(
  ctx: Context,
  caller: Caller,
): Promise<FactorRequirement> {
  const { db } = ctx.database;
  return {
    required: await isFactorRequired(db, caller.customerId),
    ...(await countAdministrators(db, caller)),
    own: await hasConfirmed(db, caller),
    changeable: maySetRequirement(caller, caller.isInRootGroup === true),
  };
}

export function changeFactorRequirement(
  ctx: Context,
  caller: Caller,
  required: boolean,
): Promise<Outcome<undefined>> {
  const { customerId } = caller;
  return ctx.database.transaction(async (trx): Promise<Outcome<undefined>> => {
    // The lock prevents a user from turning off a second factor while it becomes required.
    await lockRights(trx, customerId);
    const whyNot = requirementRefusal(caller, {
      inRoot: caller.isInRootGroup === true,
      hasFactor: await hasConfirmed(trx, caller),
    });
    if (whyNot !== undefined) return refused(whyNot);
    if ((await isFactorRequired(trx, customerId)) === required) return done(undefined);
    await trx
      .updateTable('customer')
      .set({ admins_need_factor: required })
      .where('customer_id', '=', customerId)
      .execute();
    await writeAuditEvent(trx, caller, {
      at: ctx.clock.now(),
      module: LOG_MODULES.users,
      command: required ? 'require second factor' : 'stop requiring second factor',
      detail: { ...(await countAdministrators(trx, caller)) },
    });
    return done(undefined);
  });
}

async function hasConfirmed(db: Executor, caller: Caller): Promise<boolean> {
  const factor = await findSecondFactor(db, caller);
  return factor !== undefined && factor.confirmedAt !== null;
}

async function countAdministrators(
  db: Executor,
  { customerId, groupId }: Scope,
): Promise<Administrators> {
  const { rows } = await sql<{
    role: Role;
    permissions: Permission[] | null;
    users: number;
    lacking: number;
  }>`
    select u.role, r.permissions, count(*) as users,
      count(*) filter (where f.confirmed_at is null) as lacking
    from user_account u
    join user_group g on g.customer_id = u.customer_id and g.group_id = u.group_id
    left join custom_role r
      on r.customer_id = u.customer_id and r.custom_role_id = u.custom_role_id
    left join second_factor f on f.customer_id = u.customer_id and f.user_id = u.user_id
    where u.customer_id = ${customerId} and not u.disabled
      and g.path @> array[${groupId}::integer]
    group by u.role, r.permissions`.execute(db);
  const those = rows.filter(isAdministering);
  return {
    administrators: those.reduce((sum, { users }) => sum + users, 0),
    lacking: those.reduce((sum, { lacking }) => sum + lacking, 0),
  };
}
