/** Settings and states of outgoing lines. */
import type { Database } from '../../../../src/storage/database.ts';

/** The loopback address may be connected to. */
export const ALLOWED = { OUTBOUND_PRIVATE: '127.0.0.0/8' };

export async function troubleOf(database: Database, deviceId: number): Promise<string | null> {
  const { trouble } = await database.db
    .selectFrom('outgoing_line')
    .select('trouble')
    .where('device_id', '=', deviceId)
    .executeTakeFirstOrThrow();
  return trouble;
}
