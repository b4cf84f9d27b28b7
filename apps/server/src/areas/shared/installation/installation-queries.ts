/** Settings of the installation, one row per name. Passwords are stored only as hashes. */
import { sql } from 'kysely';
import { LOCKS } from '../../../storage/advisory-locks.ts';
import type { Executor } from '../../../storage/database.ts';

export const SETTINGS = [
  /** argon2id hash of the administrator activation password. */
  'activation_password_hash',
  /** argon2id hash of the PLATFORM_ADMIN_PASSWORD that was applied last. */
  'given_platform_password_hash',
  /** Signs the cookies of known browsers; 32 bytes, base64url. */
  'known_browser_key',
  /** Customer and user of the platform administrator created at the first start. */
  'platform_customer_id',
  'platform_user_id',
  /** Key pair for push services, JSON. */
  'vapid_keys',
  /** Signs the links to report files; 32 bytes, base64url. */
  'report_link_key',
  /** Identifies the key that encrypts the secrets in the database. */
  'secrets_key_id',
  /** The last replacement of that key, JSON (`rotation-record.ts`). */
  'secrets_rotation',
  /** Max number of devices per customer; if absent, the built-in limit applies. */
  'devices_per_customer',
  /** Oldest program that works with the tables; written by `storage/migrating`. */
  'oldest_program',
] as const;

export type Setting = (typeof SETTINGS)[number];

export async function readSetting(db: Executor, name: Setting): Promise<string | undefined> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
}

export async function writeSetting(trx: Executor, name: Setting, value: string): Promise<void> {
  await trx
    .insertInto('installation')
    .values({ name, value })
    .onConflict((oc) => oc.column('name').doUpdateSet({ value }))
    .execute();
}

export async function readKnownBrowserKey(db: Executor): Promise<Buffer> {
  const key = await readSetting(db, 'known_browser_key');
  if (key === undefined)
    throw new Error('The installation was not prepared: no known_browser_key.');
  return Buffer.from(key, 'base64url');
}

/** Serializes processes that start on one database simultaneously and would both initialize it. */
export async function lockFirstStart(trx: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.firstStart}::bigint)`.execute(trx);
}
