/** Devices of an accepted import. */
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { sql } from 'kysely';
import type { Caller, Scope } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { importMark, PREVIEW_MS } from './preview-files.ts';

/** Returns the number of devices the import created, or undefined if it was not accepted. */
export async function acceptedDevices(
  ctx: Context,
  db: Executor,
  { customerId, userId }: Caller,
  importId: string,
): Promise<number | undefined> {
  // One hour to accept the preview and one hour to download the secrets.
  const since = instant(ctx.clock.now() - 2 * PREVIEW_MS);
  const { rows } = await sql<{ devices: number }>`
    select (detail ->> 'devices')::integer as devices from operation_log
    where customer_id = ${customerId} and user_id = ${userId} and logged_at >= ${since}
      and module = ${LOG_MODULES.deviceInformation} and command = 'import'
      and detail ->> 'import' = ${importMark(importId)}
    limit 1`.execute(db);
  return rows[0]?.devices;
}

/** Returns the hashes of the secrets of those devices that the scope contains; slaves have none. */
export async function secretHashes(
  db: Executor,
  { customerId, groupId }: Scope,
  codes: readonly string[],
): Promise<Map<string, Buffer>> {
  const { rows } = await sql<{ code: string; hash: Buffer }>`
    select d.device_code as code, d.secret_hash as hash from device d
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    where d.customer_id = ${customerId} and d.deleted_at is null and d.secret_hash is not null
      and g.path @> array[${groupId}::integer]
      and d.device_code = any(${[...codes]}::text[])`.execute(db);
  return new Map(rows.map(({ code, hash }) => [code, hash]));
}
