/** Lists rejected messages of devices, for administrators (docs/decisions.md 23). */
import { type RawBuilder, sql } from 'kysely';
import { type Scope, seesWholeCustomer } from '../../../caller.ts';
import type { Context } from '../../../context.ts';

export interface RejectedQuery {
  readonly deviceCode: string | undefined;
  /** Selects one message, with its whole stored payload. */
  readonly id: number | undefined;
  readonly page: number;
  readonly pageSize: number;
}

export interface RejectedMessage {
  readonly id: number;
  readonly deviceCode: string;
  readonly deviceName: string | null;
  readonly topic: string;
  readonly reason: string;
  readonly detail: string;
  /** First bytes of the stored payload. */
  readonly payload: Buffer;
  readonly payloadBytes: number;
  readonly storedBytes: number;
  readonly receivedAt: number;
}

/**
 * Page size above which less of each message is shown, so that a response stays below 1 MB whatever
 * devices have sent.
 */
const LONG_PAGE = 100;
const SHOWN = { payloadBytes: 1_024, detailLength: 2_000 };
const SHOWN_ON_LONG_PAGE = { payloadBytes: 256, detailLength: 300 };
const SHOWN_ALONE = { payloadBytes: 256 * 1_024, detailLength: 2_000 };

/**
 * Rejected messages, newest first, of devices (even deleted) in the caller's group and below. The
 * messages of a gateway or DTU contain readings of its slaves: if one of them is outside the caller's
 * scope, they are listed without contents.
 */
export async function listRejected(
  ctx: Context,
  scope: Scope,
  query: RejectedQuery,
): Promise<{ readonly list: RejectedMessage[]; readonly total: number }> {
  const from = sql`
    from rejected_message r
    join device d on d.customer_id = r.customer_id and d.device_id = r.device_id
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id`;
  const where = sql`
    where r.customer_id = ${scope.customerId}
      and g.path @> array[${scope.groupId}::integer]
      and (${query.deviceCode ?? null}::text is null or r.device_code = ${query.deviceCode ?? null})
      and (${query.id ?? null}::bigint is null or r.rejected_message_id = ${query.id ?? null})`;
  const { db } = ctx.database;
  const counted = await sql<{ total: number }>`select count(*) as total ${from} ${where}`.execute(
    db,
  );
  const shown = shownOf(query);
  const { rows } = await sql<RejectedMessage>`
    select r.rejected_message_id as id, r.device_code as "deviceCode", d.name as "deviceName",
      r.topic, r.reason,
      case when hidden.is_hidden then '' else left(r.detail, ${shown.detailLength}::integer)
        end as detail,
      case when hidden.is_hidden then ''::bytea
        else substring(r.payload from 1 for ${shown.payloadBytes}::integer) end as payload,
      coalesce(r.payload_bytes, length(r.payload)) as "payloadBytes",
      case when hidden.is_hidden then 0 else length(r.payload) end as "storedBytes",
      r.received_at as "receivedAt"
    ${from}
    cross join lateral (${hasHiddenSlave(scope)}) hidden
    ${where}
    order by r.received_at desc, r.rejected_message_id desc
    limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`.execute(db);
  return { list: rows, total: counted.rows[0]?.total ?? 0 };
}

/** Slaves that were deleted count for the messages received before. */
function hasHiddenSlave(scope: Scope): RawBuilder<unknown> {
  if (seesWholeCustomer(scope)) return sql`select false as is_hidden`;
  const { customerId, groupId } = scope;
  return sql`select exists (
      select from device slave
      join user_group sg on sg.customer_id = slave.customer_id and sg.group_id = slave.group_id
      where slave.customer_id = ${customerId} and slave.gateway_id = d.device_id
        and (slave.deleted_at is null or slave.deleted_at > r.received_at)
        and not sg.path @> array[${groupId}::integer]) as is_hidden`;
}

function shownOf({ id, pageSize }: RejectedQuery): typeof SHOWN {
  if (id !== undefined) return SHOWN_ALONE;
  return pageSize > LONG_PAGE ? SHOWN_ON_LONG_PAGE : SHOWN;
}
