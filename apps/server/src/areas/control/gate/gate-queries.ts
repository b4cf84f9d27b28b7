/** Operations counted by the command gate, and its entries in the operation log. */
import { PAUSE_ALARM } from '@busbar/domain/alarm/active-alarm';
import { GROUP_SHARE_WINDOW_MS, SELECTION_LIFE_MS } from '@busbar/domain/switch/control-pace';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import { sql } from 'kysely';
import type { Actor } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { isCounted, isOfCounted } from '../../shared/counted-device-queries.ts';
import { sessionMark } from '../../shared/operation-log/write-log.ts';
import type { ControlTarget } from '../commands/control-target-queries.ts';

/** Suffix of the source of a command that was confirmed by password: it resets the count. */
export const STEPPED_UP = '+password';
/** Suffix of the source of a command whose batch command was confirmed by password. */
export const LISTED_WITH_PASSWORD = '+password of group order';

/** Source of writes by template steps, which have their own rate limit. */
export const TEMPLATE_WRITE = 'template write';

const WINDOW_MS = 60_000;

export interface OperationCounts {
  /** Ms since the last sent operation of the device. */
  readonly sinceLastMs: number | undefined;
  /**
   * Operations and parameter writes by users in the last minute: those of the user since the last
   * step-up (`ofUser`), and those in the group (`ofGroup`).
   */
  readonly ofUser: number;
  readonly ofGroup: number;
  /**
   * Breakers of the group that any user has switched in the last five minutes without the password,
   * not counting those of this request.
   */
  readonly movedInGroup: number;
}

/** Locks the groups of the devices, in the order of their ids. */
export async function lockGroupsOf(
  trx: Executor,
  customerId: number,
  deviceIds: readonly number[],
): Promise<void> {
  await sql`
    select 1 from user_group g
    where g.customer_id = ${customerId} and g.group_id in (
      select d.group_id from device d
      where d.customer_id = ${customerId} and d.device_id in (${sql.join([...deviceIds])}))
    order by g.group_id for no key update`.execute(trx);
}

/** `commanded`: the devices of the request, including the target. */
export async function countOperations(
  ctx: Context,
  trx: Executor,
  actor: Actor,
  target: Pick<ControlTarget, 'deviceId' | 'groupId' | 'readAt'>,
  commanded: readonly number[] = [target.deviceId],
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
        and c.issued_by is not null and ${isOfCounted(sql`c.customer_id`, sql`c.device_id`)}
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
        where moved and device_id <> all(${sql.val([...commanded])}::integer[])) as moved
    `.execute(trx);
  const row = rows[0]!;
  return {
    sinceLastMs: row.last_at === null ? undefined : readAt - row.last_at,
    ofUser: row.of_user,
    ofGroup: row.of_group,
    movedInGroup: row.moved,
  };
}

export async function groupSize(
  executor: Executor,
  { customerId, groupId }: Pick<ControlTarget, 'customerId' | 'groupId'>,
): Promise<number> {
  const { size } = await executor
    .selectFrom('device')
    .select((eb) => eb.fn.countAll<number>().as('size'))
    .where('customer_id', '=', customerId)
    .where('group_id', '=', groupId)
    .where('deleted_at', 'is', null)
    .where(isCounted('device'))
    .executeTakeFirstOrThrow();
  return Number(size);
}

/**
 * Returns true while the breakers of the group are paused. During a burst of refusals the operation
 * log shows it; the alarms are queried only if it contains none.
 */
export async function isPaused(
  trx: Executor,
  { customerId, groupId, readAt }: Pick<ControlTarget, 'customerId' | 'groupId' | 'readAt'>,
): Promise<boolean> {
  const since = instant(readAt - GROUP_SHARE_WINDOW_MS);
  const { rows } = await sql`
    select 1
    where exists (select 1 from operation_log l
        where l.customer_id = ${customerId} and l.logged_at > ${since}
          and l.group_id = ${groupId} and l.device_id is not null
          and l.status = 'refused:group-share-exceeded')
      or exists (select 1 from device d
        join device_alarm_event e on e.customer_id = d.customer_id and e.device_id = d.device_id
          and e.occurred_at > ${since} and e.alarm_type = ${PAUSE_ALARM} and e.active
        where d.customer_id = ${customerId} and d.group_id = ${groupId})`.execute(trx);
  return rows.length > 0;
}

/** Status of the operation log entry of a selection. */
export const SELECTED = 'selected';

/** True if the command was selected under this id in the actor's session and the id is unused. */
export async function isSelectionOpen(
  trx: Executor,
  actor: Actor,
  { command, select }: { readonly command: SwitchCommand; readonly select: string },
  { customerId, deviceId, readAt }: ControlTarget,
): Promise<boolean> {
  const { rows } = await sql<{ selected: boolean }>`
    select exists (select 1 from operation_log l
        where l.customer_id = ${customerId} and l.device_id = ${deviceId}
          and l.logged_at > ${instant(readAt - SELECTION_LIFE_MS)}
          and l.logged_at <= ${instant(readAt)}
          and l.user_id = ${actor.userId} and l.command = ${command} and l.status = ${SELECTED}
          and l.detail ->> 'select' = ${select}
          and l.detail ->> 'session' is not distinct from ${sessionMark(actor) ?? null}::text)
      and not exists (select 1 from command c
        where c.customer_id = ${customerId} and c.command_id = ${select}::uuid)
      as selected`.execute(trx);
  return rows[0]!.selected;
}
