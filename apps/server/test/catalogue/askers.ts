/**
 * The callers of the generated matrices: a user of each built-in role, and a program with an API
 * key.
 */
import { createHash, randomBytes } from 'node:crypto';
import { API_SCOPE_CALLS } from '@busbar/contract/api-scopes';
import type { CallSpec } from '@busbar/contract/call';
import { API_SCOPES } from '@busbar/domain/access/api-scope';
import { ROLES, type Role } from '@busbar/domain/access/role';
import type { Database } from '../../src/storage/database.ts';
import type { Tenant } from '../support/factories/tenant.ts';
import { size } from '../support/sizes.ts';
import { isPermission } from './call-role.ts';
import type { CatalogueFixture } from './catalogue-fixture.ts';
import { isWritten } from './role-table.ts';

export type Asker = Role | 'key';
const ASKERS: readonly Asker[] = [...ROLES, 'key'];

const KEY_CALLS: ReadonlySet<string> = new Set(Object.values(API_SCOPE_CALLS).flat());
const HOUR_MS = 3_600_000;

/**
 * Returns true if, by the documented tables, this caller passes the permission check, so that its
 * ids are evaluated.
 */
export function isLetIn(call: CallSpec, asker: Asker): boolean {
  if (call.who === 'public') return true;
  if (asker === 'key') return KEY_CALLS.has(call.name);
  return !isPermission(call.who) || isWritten(asker, call.who);
}

/**
 * Returns `askersPerField` callers: all of them, or the administrator and, in rotation, one other
 * caller with access and one without. Over the whole catalogue each caller is used many times.
 */
export function askersOf(call: CallSpec, turn: number): readonly Asker[] {
  if (size('askersPerField') >= ASKERS.length) return ASKERS;
  const others = ASKERS.filter((asker) => asker !== 'admin');
  const inTurn = (list: readonly Asker[]) => list.slice(turn % (list.length || 1)).slice(0, 1);
  return [
    'admin',
    ...inTurn(others.filter((asker) => isLetIn(call, asker))),
    ...inTurn(others.filter((asker) => !isLetIn(call, asker))),
  ];
}

export async function tokenOf(world: CatalogueFixture, asker: Asker): Promise<string> {
  if (asker !== 'key') return world.token(asker);
  return buildApiKey(world.database, world.own, world.server.clock.now());
}

/** More than there are calls, so that a key can make each of them within a minute. */
export const KEY_PER_MINUTE = 3_000;

/** Creates an API key with every scope, valid for the whole customer. */
export async function buildApiKey(
  database: Database,
  tenant: Tenant,
  now: number,
  values: object = {},
): Promise<string> {
  const key = `bsk_${randomBytes(32).toString('base64url')}`;
  await database.db
    .updateTable('customer')
    .set({ use_platform_api: true })
    .where('customer_id', '=', tenant.customerId)
    .execute();
  await database.db
    .insertInto('api_key')
    .values({
      key_hash: createHash('sha256').update(key).digest(),
      api_key_id: randomBytes(4).readUInt32BE() >>> 1,
      customer_id: tenant.customerId,
      group_id: tenant.groupId,
      name: 'all scopes',
      prefix: 'bsk_abcdef',
      scopes: [...API_SCOPES],
      created_by: tenant.users.admin.userId,
      created_at: new Date(now),
      expires_at: new Date(now + HOUR_MS),
      per_minute: KEY_PER_MINUTE,
      ...values,
    })
    .execute();
  return key;
}
