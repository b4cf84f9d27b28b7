/**
 * Determines when a tower must be evaluated next: at its scheduled time, and when one of its
 * devices reports.
 */
import { sql } from 'kysely';
import type { DeviceRef } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import { msUntil } from '../../shared/database-time-queries.ts';

/** Tower devices and the breakers of their users, from the last run of the job. */
const devicesOf = new WeakMap<Context['database'], ReadonlySet<number>>();

/** Returns the milliseconds until the next tower is due, or null if there is none. */
export async function readTowerWakes(ctx: Context): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null; devices: number[] }>`
    with present as (
      select t.* from tower t
      join customer u on u.customer_id = t.customer_id and u.state = 'active'
      join project p on p.customer_id = t.customer_id and p.project_id = t.project_id
        and p.deleted_at is null
      join device d on d.customer_id = t.customer_id and d.device_id = t.device_id
        and d.deleted_at is null
      where t.deleted_at is null)
    select ${msUntil(ctx, sql`(select min(next_look_at) from present)`)} as ms,
      array(select device_id from present union select w.device_id from present t
        join tower_user w on w.customer_id = t.customer_id and w.tower_id = t.tower_id) as devices
  `.execute(ctx.database.db);
  const { ms, devices } = rows[0]!;
  devicesOf.set(ctx.database, new Set(devices));
  return ms;
}

export function wakeTowers({ bus, database }: Context, wake: () => void): () => void {
  const wakeIfOfTower = ({ deviceId }: DeviceRef) => {
    if (devicesOf.get(database)?.has(deviceId)) wake();
  };
  const names = [
    'reading.stored',
    'switch.reported',
    'presence.changed',
    'command.changed',
  ] as const;
  const ends = names.map((name) => bus.subscribe(name, wakeIfOfTower));
  return () => {
    for (const end of ends) end();
  };
}
