/**
 * Queues project mails. Mails of one key (address, device, type, kind) are at least the usual
 * notification interval apart: the first is sent immediately, and all events within the interval
 * after it become one mail at its end, which contains the last of them.
 */
import { sql } from 'kysely';
import { instant, jsonb } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { MailPayload } from '../notifications/mail-sender.ts';
import { DEFAULT_WISHES } from '../notifications/settings-queries.ts';
import { insertOutbox } from '../outbox/outbox-queries.ts';

const INTERVAL_MS = DEFAULT_WISHES.intervalMin * 60_000;

export interface ProjectMail {
  readonly customerId: number;
  /** Prefix of the deduplication key. */
  readonly line: string;
  readonly dedupeKey: string;
  readonly payload: MailPayload;
}

interface LastMail {
  readonly customerId: number;
  readonly line: string;
  /** When the newest mail of the key will be or was sent. */
  readonly dueAt: number;
  /** Id of a mail that is still waiting. */
  readonly waiting: number | null;
}

/** Mails must be in order, because the last one per key is sent. */
export async function queueProjectMails(
  trx: Executor,
  mails: readonly ProjectMail[],
  now: number,
): Promise<void> {
  if (mails.length === 0) return;
  const keyOf = ({ customerId, line }: Pick<ProjectMail, 'customerId' | 'line'>) =>
    `${customerId} ${line}`;
  const lasts = new Map((await readLast(trx, mails, now)).map((last) => [keyOf(last), last]));
  const fresh = new Map<string, { readonly mail: ProjectMail; readonly dueAt: number }>();
  for (const mail of mails) {
    const key = keyOf(mail);
    const last = lasts.get(key);
    const waiting = last?.waiting ?? null;
    if (waiting !== null && (await replaceWaiting(trx, mail, waiting))) continue;
    // The first mail of a batch is sent immediately, the last one after the interval.
    const before = fresh.get(`${key} first`)?.dueAt ?? last?.dueAt;
    if (before === undefined) fresh.set(`${key} first`, { mail, dueAt: now });
    else fresh.set(`${key} later`, { mail, dueAt: Math.max(now, before + INTERVAL_MS) });
  }
  await insertOutbox(
    trx,
    [...fresh.values()].map(({ mail: { line: _, ...mail }, dueAt }) => ({
      ...mail,
      channel: 'mail' as const,
      userId: null,
      receiver: 'smtp',
      dueAt,
      now,
    })),
  );
}

async function readLast(
  trx: Executor,
  mails: readonly ProjectMail[],
  now: number,
): Promise<LastMail[]> {
  const { rows } = await sql<LastMail>`
    select distinct on (customer_id, line) customer_id as "customerId", line, due_at as "dueAt",
      case when state = 'waiting' and due_at > ${instant(now)} and attempts = 0
        then outbox_id end as waiting
    from (
      select o.*, regexp_replace(dedupe_key, ':[^:]*:[^:]*$', '') as line from outbox o
      where customer_id = any(${[...new Set(mails.map(({ customerId }) => customerId))]}::int4[])
        and channel = 'mail' and dedupe_key like 'project:%'
        and greatest(created_at, due_at) > ${instant(now - INTERVAL_MS)}) as recent
    where line = any(${[...new Set(mails.map(({ line }) => line))]}::text[])
    order by customer_id, line, due_at desc`.execute(trx);
  return rows;
}

/** Returns false if the mail was claimed for sending in the meantime. */
async function replaceWaiting(
  trx: Executor,
  { customerId, payload }: ProjectMail,
  outboxId: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('outbox')
    .set({ payload: jsonb(payload) })
    .where('customer_id', '=', customerId)
    .where('outbox_id', '=', outboxId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
