/**
 * How often breakers may be operated, so that a stolen session cannot black out a site: counted
 * from the commands themselves, in the database, so that restarts and further processes forget
 * nothing.
 */
import { sql } from 'kysely';
import type { Actor } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { instant } from '../../storage/column-types.ts';
import type { Executor } from '../../storage/database.ts';
import type { ControlTarget } from './control-target.ts';

/** Marks the source of a command given with the password: from there the count begins anew. */
export const STEPPED_UP = '+password';

const WINDOW_MS = 60_000;
/** One group's breakers may be moved by several users, but not by all of them at once. */
const GROUP_FACTOR = 2;

export interface OperationCounts {
  /** Ms since the device's last operation that went out. */
  readonly sinceLastMs: number | undefined;
  /** Operations ordered by people in the last minute, of the user since the last step-up, and of the group. */
  readonly ofUser: number;
  readonly ofGroup: number;
}

export async function countOperations(
  trx: Executor,
  actor: Actor,
  target: ControlTarget,
): Promise<OperationCounts> {
  const { customerId, userId } = actor;
  const { deviceId, groupId, readAt } = target;
  const since = instant(readAt - WINDOW_MS);
  const { rows } = await sql<{ last_at: number | null; of_user: number; of_group: number }>`
    with recent as materialized (
      select c.device_id, c.issued_by, c.created_at, c.source like ${`%${STEPPED_UP}`} as stepped_up
      from command c
      where c.customer_id = ${customerId} and c.created_at > ${since}
        and c.kind in ('switch', 'slaves') and c.issued_by is not null)
    select
      (select max(c.sent_at) from command c
        where c.customer_id = ${customerId} and c.device_id = ${deviceId}
          and c.kind in ('switch', 'slaves') and c.sent_at is not null) as last_at,
      (select count(*)::int from recent
        where issued_by = ${userId} and created_at > coalesce(
          (select max(created_at) from recent where issued_by = ${userId} and stepped_up),
          ${since})) as of_user,
      (select count(*)::int from recent
        join device d on d.customer_id = ${customerId} and d.device_id = recent.device_id
        where d.group_id = ${groupId}) as of_group`.execute(trx);
  const row = rows[0]!;
  return {
    sinceLastMs: row.last_at === null ? undefined : readAt - row.last_at,
    ofUser: row.of_user,
    ofGroup: row.of_group,
  };
}

export function isTooSoon(ctx: Context, { sinceLastMs }: OperationCounts): boolean {
  return sinceLastMs !== undefined && sinceLastMs < ctx.config.controlGapS * 1000;
}

/** True when the password must be given again; `further` are being ordered together with this one. */
export function isOverLimit(ctx: Context, counts: OperationCounts, further: number): boolean {
  const limit = ctx.config.controlPerMinute;
  return counts.ofUser + further >= limit || counts.ofGroup + further >= limit * GROUP_FACTOR;
}
