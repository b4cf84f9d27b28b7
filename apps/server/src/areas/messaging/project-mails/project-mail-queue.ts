/**
 * Queues project mails. Mails of one key (address, device, type, kind) are at least the usual
 * notification interval apart: the first is sent immediately, and all events of the following
 * interval become one mail at the end of the interval, which reports the last of them.
 */

import type { Executor } from '../../../storage/database.ts';
import { insertOutbox } from '../outbox/outbox-queries.ts';
import { INTERVAL_MS, type ProjectMail, readLast, replaceWaiting } from './project-mail-queries.ts';

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
