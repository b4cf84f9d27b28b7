/** A further user of a tenant, for calls that would end the caller. */
import { createHash } from 'node:crypto';
import type { Database } from '../../../src/storage/database.ts';
import { openSession } from './session.ts';
import type { Tenant } from './tenant.ts';
import { insertUser } from './tenant-users.ts';

export interface Colleague {
  readonly userId: number;
  readonly version: string;
  readonly token: string;
}

const colleagues = new Map<number, Colleague>();
const NOBODY: Colleague = { userId: 0, version: '', token: '' };

/** Returns a user that does not exist if the tenant has no colleague. */
export const colleagueOf = ({ groupId }: Pick<Tenant, 'groupId'>): Colleague =>
  colleagues.get(groupId) ?? NOBODY;

/** The identifier that calls use for the session of a token. */
export const sessionMarkOf = (token: string): string =>
  createHash('sha256').update(token).digest('hex').slice(0, 24);

export async function buildColleague(
  database: Database,
  { customerId, groupId, users }: Tenant,
  now: number,
): Promise<void> {
  const userId = users.viewer.userId + 1_000_000;
  const userName = `${users.viewer.userName}-colleague`;
  await insertUser(database, {
    customerId,
    groupId,
    userId,
    userName,
    role: 'viewer',
    at: new Date(now),
  });
  const version = createHash('md5').update(`viewer|0|${groupId}|`).digest('hex');
  const token = await openSession(database, customerId, userId, now);
  colleagues.set(groupId, { userId, version, token });
}
