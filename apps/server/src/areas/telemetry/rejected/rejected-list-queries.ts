/** Lists rejected messages of devices, for administrators (docs/decisions.md 23). */
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
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

/** Rejected messages, newest first, of devices (even deleted) in the caller's group and below. */
export async function listRejected(
  ctx: Context,
  scope: Scope,
  query: RejectedQuery,
): Promise<{ readonly list: RejectedMessage[]; readonly total: number }> {
  const which = sql`
    from rejected_message r
    join device d on d.customer_id = r.customer_id and d.device_id = r.device_id
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    where r.customer_id = ${scope.customerId}
      and g.path @> array[${scope.groupId}::integer]
      and (${query.deviceCode ?? null}::text is null or r.device_code = ${query.deviceCode ?? null})
      and (${query.id ?? null}::bigint is null or r.rejected_message_id = ${query.id ?? null})`;
  const { db } = ctx.database;
  const counted = await sql<{ total: number }>`select count(*) as total ${which}`.execute(db);
  const shown = shownOf(query);
  const { rows } = await sql<RejectedMessage>`
    select r.rejected_message_id as id, r.device_code as "deviceCode", d.name as "deviceName",
      r.topic, r.reason, left(r.detail, ${shown.detailLength}::integer) as detail,
      substring(r.payload from 1 for ${shown.payloadBytes}::integer) as payload,
      coalesce(r.payload_bytes, length(r.payload)) as "payloadBytes",
      length(r.payload) as "storedBytes", r.received_at as "receivedAt"
    ${which}
    order by r.received_at desc, r.rejected_message_id desc
    limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`.execute(db);
  return { list: rows, total: counted.rows[0]?.total ?? 0 };
}

function shownOf({ id, pageSize }: RejectedQuery): typeof SHOWN {
  if (id !== undefined) return SHOWN_ALONE;
  return pageSize > LONG_PAGE ? SHOWN_ON_LONG_PAGE : SHOWN;
}
