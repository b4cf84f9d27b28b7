/**
 * The presence rule of `domain/device/presence.ts` as an SQL expression, for counting and filtering
 * without reading every row; a test compares it with the domain function. Uses the aliases
 * `device`, `state` (its `device_state`) and `link` (the `device_state` of a slave's gateway).
 */
import {
  MISSED_INTERVALS,
  OFFLINE_AFTER_MS,
  type Presence,
  SHORTEST_WINDOW_MS,
} from '@busbar/domain/device/presence';
import { type RawBuilder, sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';

/** True if the device is connected; a slave uses the connection of its gateway, if it is reachable. */
export const CONNECTED = sql<boolean>`coalesce(case when device.kind = 'slave'
  then link.connected and state.unreachable is not true else state.connected end, false)`;

/** Joins required by the expressions of this file. */
export const PRESENCE_JOINS = sql`
  left join device_state state
    on state.customer_id = device.customer_id and state.device_id = device.device_id
  left join device_state link
    on link.customer_id = device.customer_id and link.device_id = device.gateway_id`;

export function presenceAt(now: number): RawBuilder<Presence> {
  const window = sql`interval '1 second' * greatest(
    ${sql.lit(MISSED_INTERVALS)} * device.expected_interval_s, ${sql.lit(SHORTEST_WINDOW_MS / 1000)})`;
  const patience = sql`interval '1 second' * ${sql.lit(OFFLINE_AFTER_MS / 1000)}`;
  return sql<Presence>`case
    when not ${CONNECTED} then 'offline'
    when state.heard_at is null then 'late'
    when state.heard_at >= ${instant(now)} - ${window} then 'online'
    when state.heard_at > ${instant(now)} - ${patience} then 'late'
    else 'offline' end`;
}
