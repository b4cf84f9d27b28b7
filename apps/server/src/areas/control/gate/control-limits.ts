/**
 * Rate limits for operating breakers, so that a stolen session cannot black out a site. Operations
 * are counted from the commands in the database, so that restarts and additional processes do not
 * reset the count. Commands of a batch command that was confirmed by password do not count.
 */
import type { Refusal } from '@busbar/domain/refusal';
import { GROUP_SHARE_WINDOW_MS, groupShareLimit } from '@busbar/domain/switch/control-pace';
import { sql } from 'kysely';
import type { Actor } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { ControlTarget } from '../commands/control-target.ts';

/** Suffix of the source of a command given with the password: it resets the count. */
export const STEPPED_UP = '+password';
/** Suffix of the source of a command that belongs to a batch command given with the password. */
export const LISTED_WITH_PASSWORD = '+password of group order';

const WINDOW_MS = 60_000;
/** Factor by which the users of a group together may exceed the limit of a single user. */
const GROUP_FACTOR = 2;

/** Source of writes by the steps of a template, which has its own rate limit. */
export const TEMPLATE_WRITE = 'template write';

export interface OperationCounts {
  /** Ms since the device's last operation that was sent. */
  readonly sinceLastMs: number | undefined;
  /**
   * Operations and parameter writes by users in the last minute: of the user since the last
   * step-up, and of the group.
   */
  readonly ofUser: number;
  readonly ofGroup: number;
  /**
   * Breakers of the group that any user has switched in the last five minutes without the password,
   * not counting those of this request.
   */
  readonly movedInGroup: number;
}

/**
 * Serializes user commands for breakers of one group up to the end of the transaction, or two users
 * could both become the twentieth. Locked after the user and the devices (`lockForOrder`).
 */
export async function lockGroups(
  ctx: Context,
  trx: Executor,
  { customerId, userId }: Actor,
  deviceIds: readonly number[],
): Promise<void> {
  if (userId === null || !isGroupBounded(ctx)) return;
  await sql`
    select 1 from user_group g
    where g.customer_id = ${customerId} and g.group_id in (
      select d.group_id from device d
      where d.customer_id = ${customerId} and d.device_id in (${sql.join([...deviceIds])}))
    order by g.group_id for no key update`.execute(trx);
}

/**
 * Without a group share a group is limited by its users; two users at once can only exceed a low
 * limit.
 */
const isGroupBounded = ({ config }: Context): boolean =>
  config.controlGroupPercent < 100 || config.controlPerMinute <= 100;

/** `asked`: the devices commanded together with the target, including the target. */
export async function countOperations(
  ctx: Context,
  trx: Executor,
  actor: Actor,
  target: Pick<ControlTarget, 'deviceId' | 'groupId' | 'readAt'>,
  asked: readonly number[] = [target.deviceId],
): Promise<OperationCounts> {
  const { customerId, userId } = actor;
  const { deviceId, groupId, readAt } = target;
  const since = instant(readAt - WINDOW_MS);
  const windowMs = ctx.config.controlGroupPercent < 100 ? GROUP_SHARE_WINDOW_MS : WINDOW_MS;
  const { rows } = await sql<{
    last_at: number | null;
    of_user: number;
    of_group: number;
    moved: number;
  }>`
    with recent as materialized (
      select c.device_id, c.issued_by, c.created_at, c.kind, c.source like ${`%${STEPPED_UP}`} as stepped_up
      from command c
      where c.customer_id = ${customerId}
        and c.created_at > ${instant(readAt - windowMs)}
        and (c.kind in ('switch', 'slaves', 'write')
          or c.kind = 'frame' and c.args ->> 'effect' <> 'read')
        and c.issued_by is not null
        and c.source <> ${TEMPLATE_WRITE} and c.source not like ${`%${LISTED_WITH_PASSWORD}`}),
    password as materialized (
      select coalesce(max(created_at), '-infinity') as at from recent
      where issued_by = ${userId} and stepped_up),
    per_device as materialized (
      select device_id,
        count(*) filter (where created_at > ${since})::int as orders,
        bool_or(not stepped_up and kind <> 'write' and created_at > password.at) as moved
      from recent, password group by device_id),
    in_group as materialized (
      select p.device_id, p.orders, p.moved from per_device p
      join device d on d.customer_id = ${customerId} and d.device_id = p.device_id
      where d.group_id = ${groupId})
    select
      (select max(c.sent_at) from command c
        where c.customer_id = ${customerId} and c.device_id = ${deviceId}
          and (c.kind in ('switch', 'slaves')
            or c.kind = 'frame' and c.args ->> 'effect' in ('open', 'close'))
          and c.sent_at is not null) as last_at,
      (select count(*)::int from recent, password
        where issued_by = ${userId} and created_at > greatest(password.at, ${since})) as of_user,
      (select coalesce(sum(orders), 0)::int from in_group) as of_group,
      (select count(*)::int from in_group
        where moved and device_id <> all(${sql.val([...asked])}::integer[])) as moved
    `.execute(trx);
  const row = rows[0]!;
  return {
    sinceLastMs: row.last_at === null ? undefined : readAt - row.last_at,
    ofUser: row.of_user,
    ofGroup: row.of_group,
    movedInGroup: row.moved,
  };
}

export function isTooSoon(ctx: Context, { sinceLastMs }: OperationCounts): boolean {
  return sinceLastMs !== undefined && sinceLastMs < ctx.config.controlGapS * 1000;
}

/**
 * Returns the reason why the password must be given again; null if it is not required. `further`
 * commands of the same group are submitted together with this one.
 */
export async function overLimit(
  ctx: Context,
  executor: Executor,
  target: Pick<ControlTarget, 'customerId' | 'groupId'>,
  counts: OperationCounts,
  further: number,
): Promise<Refusal | null> {
  const { controlGroupPercent: percent } = ctx.config;
  if (isOverPace(ctx, counts, further)) return 'step-up-required';
  const moved = counts.movedInGroup + further + 1;
  // The group's devices are counted only if the size of the group can matter.
  if (moved <= groupShareLimit(0, percent)) return null;
  const size = await groupSize(executor, target);
  return moved > groupShareLimit(size, percent) ? 'group-share-exceeded' : null;
}

/**
 * True if this exceeds the limit per minute without the password, of a user or of the users of a
 * group.
 */
export function isOverPace(
  { config: { controlPerMinute: limit } }: Context,
  { ofUser, ofGroup }: OperationCounts,
  further = 0,
): boolean {
  return ofUser + further >= limit || ofGroup + further >= limit * GROUP_FACTOR;
}

async function groupSize(
  executor: Executor,
  { customerId, groupId }: Pick<ControlTarget, 'customerId' | 'groupId'>,
): Promise<number> {
  const { size } = await executor
    .selectFrom('device')
    .select((eb) => eb.fn.countAll<number>().as('size'))
    .where('customer_id', '=', customerId)
    .where('group_id', '=', groupId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(size);
}
