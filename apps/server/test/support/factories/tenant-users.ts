/** The users of a tenant, one of each role, with a session. */
import { createHash } from 'node:crypto';
import type { Role } from '@busbar/domain/access/role';
import type { Caller } from '../../../src/caller.ts';
import type { Database } from '../../../src/storage/database.ts';
import { nextTenantId, type Owner, type TenantUser } from './owner.ts';
import { openSession } from './session.ts';

interface NewUser {
  readonly customerId: number;
  readonly groupId: number;
  readonly userId: number;
  readonly userName: string;
  readonly role: Role;
  readonly at: Date;
  readonly passwordHash?: string;
}

export async function insertUser(
  { db }: Database,
  { customerId, groupId, userId, userName, role, at, passwordHash = 'none' }: NewUser,
): Promise<void> {
  await db
    .insertInto('user_account')
    .values({
      customer_id: customerId,
      user_id: userId,
      group_id: groupId,
      user_name: userName,
      password_hash: passwordHash,
      role,
      created_at: at,
      password_changed_at: at,
    })
    .execute();
  await db
    .insertInto('account_name')
    .values({ account_key: userName.toLowerCase(), customer_id: customerId, user_id: userId })
    .execute();
}

export async function buildTenantUsers(
  database: Database,
  { label, customerId, groupId, at }: Omit<Owner, 'users'>,
  roles: readonly Role[],
  passwordHash: string,
): Promise<Record<Role, TenantUser>> {
  const users: Partial<Record<Role, TenantUser>> = {};
  for (const role of roles) {
    const userId = nextTenantId();
    const userName = `${label}-${role}`;
    await insertUser(database, { customerId, groupId, userId, userName, role, at, passwordHash });
    users[role] = {
      userId,
      userName,
      token: await openSession(database, customerId, userId, at.getTime()),
    };
  }
  return users as Record<Role, TenantUser>;
}

/** Returns the caller of a request in the session of the user with this role. */
export function callerOf(
  { customerId, groupId, users }: Pick<Owner, 'customerId' | 'groupId' | 'users'>,
  role: Role = 'admin',
  zone = 'Asia/Shanghai',
): Caller {
  const { userId, userName, token } = users[role]!;
  return {
    customerId,
    groupId,
    userId,
    userName,
    role,
    zone,
    mustChangePassword: false,
    tokenHash: createHash('sha256').update(token).digest(),
    address: '127.0.0.1',
  };
}
