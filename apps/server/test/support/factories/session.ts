/** A session as the login writes it. */
import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../../../src/storage/database.ts';

/** Returns the token of a new session (docs/decisions.md 4: only the hash is stored). */
export async function openSession(
  database: Database,
  customerId: number,
  userId: number,
  now: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await database.db
    .insertInto('session')
    .values({
      token_hash: createHash('sha256').update(token).digest(),
      cookie_hash: null,
      customer_id: customerId,
      user_id: userId,
      created_at: new Date(now),
      last_used_at: new Date(now),
      expires_at: new Date(now + 12 * 3_600_000),
      address: '127.0.0.1',
      client: 'test',
    })
    .execute();
  return token;
}
