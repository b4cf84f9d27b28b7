/** Queries for devices that go late or offline. */

import {
  MISSED_INTERVALS,
  OFFLINE_AFTER_MS,
  presence,
  SHORTEST_WINDOW_MS,
} from '@busbar/domain/device/presence';
import { camelCaseKeys } from '@busbar/domain/key-case';
import { sql } from 'kysely';
import type { BusMessage } from '../../../bus.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

const WINDOW = sql`interval '1 second' * greatest(
  ${sql.lit(MISSED_INTERVALS)} * d.expected_interval_s, ${sql.lit(SHORTEST_WINDOW_MS / 1000)})`;

const PATIENCE = sql`interval '1 second' * ${sql.lit(OFFLINE_AFTER_MS / 1000)}`;

/** Devices joined with their state and connection; a slave uses that of its gateway. */
const CONNECTED = sql`
  device_state s
  join device d on d.customer_id = s.customer_id and d.device_id = s.device_id
    and d.deleted_at is null
  left join device_state link
    on link.customer_id = d.customer_id and link.device_id = d.gateway_id`;

const IS_CONNECTED = sql`case when d.kind = 'slave'
  then link.connected and not s.unreachable else s.connected end`;

/**
 * Returns the presence events for [since, now): a window of the device protocol ("Online, late,
 * offline") is exceeded when the last message is older than the window.
 */
export async function findNewlyOffline(
  executor: Executor,
  since: number,
  now: number,
): Promise<BusMessage[]> {
  const crossed = (after: typeof WINDOW) => sql`(
    s.heard_at + ${after} >= ${instant(since)} and s.heard_at + ${after} < ${instant(now)})`;
  const { rows } = await sql<OfflineRow>`
    select d.customer_id, d.device_id, d.device_code, g.path as group_path,
      d.expected_interval_s, s.heard_at, s.signal_csq
    from ${CONNECTED}
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    where ${IS_CONNECTED} and (${crossed(WINDOW)} or ${crossed(PATIENCE)})`.execute(executor);
  return rows.map(({ expected_interval_s: expectedIntervalS, signal_csq: csq, ...row }) => ({
    name: 'presence.changed',
    event: {
      ...camelCaseKeys(row),
      presence: presence({ connected: true, heardAt: row.heard_at, expectedIntervalS, now }),
      csq,
      at: now,
    },
  }));
}

/**
 * Returns the time at which the next device exceeds a window unless it sends before, epoch ms; null
 * if none will. Valid until a connection or a device changes: a message can only make that time
 * later.
 */
export async function nextOffline(executor: Executor, now: number): Promise<number | null> {
  const nextEnd = (window: typeof WINDOW) => sql`
    min(s.heard_at + ${window}) filter (where s.heard_at + ${window} >= ${instant(now)})`;
  const { rows } = await sql<{ at: number | null }>`
    select least(${nextEnd(WINDOW)}, ${nextEnd(PATIENCE)}) as at from ${CONNECTED}
    where ${IS_CONNECTED}`.execute(executor);
  const at = rows[0]?.at ?? null;
  // A window counts as exceeded only if its end is before the time of the check.
  return at === null ? null : at + 1;
}

export interface OfflineRow {
  customer_id: number;
  device_id: number;
  device_code: string;
  group_path: number[];
  expected_interval_s: number;
  heard_at: number;
  signal_csq: number | null;
}
