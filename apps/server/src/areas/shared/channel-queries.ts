/** Number of the channel of a device that has several (docs/adr/0083). */
import { CHANNEL_PROTOCOLS, FIRST_CHANNEL } from '@busbar/domain/device/protocol/device-channels';
import { type RawBuilder, sql } from 'kysely';
import { flat } from '../../storage/flat-sql.ts';

/**
 * Null for a device with one channel. A further channel counts for all users: the user of a group that
 * has only the first one must know as well that it is not the whole device.
 */
export const channelOf = (
  device: 'd' | 'device',
  hasFurther: RawBuilder<unknown> = furtherOf(device),
) => {
  const column = (name: string) => sql.ref(`${device}.${name}`);
  return flat(sql<number | null>`
    case when ${column('protocol')} in (${sql.join(CHANNEL_PROTOCOLS.map((one) => sql.lit(one)))})
      then case
        when ${column('kind')} = 'slave' then ${column('slave_address')}
        when ${column('kind')} in ('main', 'meter') and ${hasFurther}
          then ${sql.lit(FIRST_CHANNEL)}
      end
    end`);
};

const furtherOf = (device: 'd' | 'device') => sql`exists (
  select 1 from device further
  where further.customer_id = ${sql.ref(`${device}.customer_id`)}
    and further.gateway_id = ${sql.ref(`${device}.device_id`)} and further.deleted_at is null)`;
