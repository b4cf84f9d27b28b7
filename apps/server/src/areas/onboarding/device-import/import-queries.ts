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

/** Returns those of the codes whose devices have a secret; slaves have none. */
export async function codesWithSecret(
  db: Executor,
  { customerId }: Scope,
  codes: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`
    select device_code as code from device
    where customer_id = ${customerId} and deleted_at is null and secret_hash is not null
      and device_code = any(${[...codes]}::text[])`.execute(db);
  return new Set(rows.map(({ code }) => code));
}
