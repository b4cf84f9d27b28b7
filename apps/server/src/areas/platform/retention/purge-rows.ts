/**
 * Purges rows that exceed the retention of their kind, a few at a time. Called every ten minutes;
 * continues at the last position and pauses for some hours after a full round.
 */

import type { Context } from '../../../context.ts';
import { runLimit } from '../../../run-limit.ts';
import { yieldToEventLoop } from '../../../yield-to-event-loop.ts';
import { KINDS, type Kind } from './kind-queries.ts';
import { listCustomers, purgeSome } from './purge-queries.ts';
import { ROWS_AT_ONCE } from './rows-at-once.ts';

const DAY_MS = 86_400_000;

const RUN_MS = 3_000;

const ROUND_MS = 6 * 3_600_000;

/** Position of the round (kind and customer), and the start of the next round. */
interface Place {
  kind: number;
  customer: number;
  notBefore: number;
}

const placeOf = new WeakMap<Context['database'], Place>();

export async function purgeOldRows(ctx: Context, stop?: AbortSignal): Promise<void> {
  const { database, clock, config, log } = ctx;
  const now = clock.now();
  const place = placeOf.get(database) ?? { kind: 0, customer: 0, notBefore: 0 };
  placeOf.set(database, place);
  if (now < place.notBefore) return;
  const rows = await listCustomers(database.db);
  const isOver = runLimit(clock, RUN_MS, stop);
  for (; place.kind < KINDS.length; place.kind += 1, place.customer = 0) {
    const kind = KINDS[place.kind]!;
    const before = now - config.retention[kind.keep] * DAY_MS;
    for (const { id } of rows) {
      if (id < place.customer) continue;
      place.customer = id;
      const purged = await purge(ctx, kind, id, before, isOver);
      if (purged > 0) log.info({ table: kind.table, customer: id, purged }, 'old rows purged');
      if (isOver()) return;
    }
  }
  placeOf.set(database, { kind: 0, customer: 0, notBefore: now + ROUND_MS });
}

async function purge(
  { database }: Context,
  { statement, onNodes }: Kind,
  customerId: number,
  before: number,
  isOver: () => boolean,
): Promise<number> {
  let purged = 0;
  for (;;) {
    const count =
      onNodes !== undefined && database.isDistributed
        ? await onNodes(database, customerId, before)
        : await purgeSome(database.db, statement, customerId, before);
    purged += count;
    await yieldToEventLoop();
    if (count < ROWS_AT_ONCE || isOver()) return purged;
  }
}
