/** Position of breakers (`domain/switch/breaker-position.ts`) as SQL expressions. */
import { DEVICE_KINDS } from '@busbar/domain/device/device-type';
import {
  actionsOfPosition,
  BREAKER_POSITIONS,
  type BreakerPosition,
} from '@busbar/domain/switch/breaker-position';
import { COMMANDS_OF_KIND } from '@busbar/domain/switch/interlock';
import { type RawBuilder, sql } from 'kysely';

const listOf = (texts: readonly string[]) => sql.join(texts.map((text) => sql.lit(text)));

const BREAKER_KINDS = DEVICE_KINDS.filter((kind) => COMMANDS_OF_KIND[kind].length > 0);

/** True for a device with a contact of its own. */
export const isBreaker = sql<boolean>`device.kind in (${listOf(BREAKER_KINDS)})`;

export function isInPosition(position: BreakerPosition): RawBuilder<boolean> {
  return sql<boolean>`(${isBreaker}
    and state.switch_action in (${listOf(actionsOfPosition(position))}))`;
}

/** Null if the breaker has never reported its switch. */
export const POSITION = sql<BreakerPosition | null>`case ${sql.join(
  BREAKER_POSITIONS.map(
    (position) => sql`when state.switch_action in (${listOf(actionsOfPosition(position))})
      then ${sql.lit(position)}`,
  ),
  sql` `,
)} end`;
