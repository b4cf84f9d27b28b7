/** Queries for the provider of a customer and its table of groups. */
import type { CustomerRole } from '@busbar/domain/access/own-role';
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { identityProviderOf } from '../../shared/installation/sealed-columns.ts';
import type { Secrets } from '../../shared/installation/sealed-secrets.ts';

export interface GroupRow {
  readonly providerGroup: string;
  readonly role: CustomerRole;
  readonly ownRoleId: number | null;
  readonly groupId: number;
}

export interface Provider {
  readonly customerId: number;
  readonly signInKey: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined if it was sealed with another key: it must be entered again. */
  readonly clientSecret: string | undefined;
  readonly groupClaim: string;
  readonly createsUsers: boolean;
  readonly allowsPasswords: boolean;
  readonly revision: number;
}

/** A provider whose client secret has not been opened. */
export type SealedProvider = Omit<Provider, 'clientSecret'> & { readonly sealed: string };

export async function findSealedProvider(
  db: Executor,
  customerId: number,
): Promise<SealedProvider | undefined> {
  return db
    .selectFrom('identity_provider')
    .where('customer_id', '=', customerId)
    .select([
      'customer_id as customerId',
      'sign_in_key as signInKey',
      'name',
      'issuer',
      'client_id as clientId',
      'client_secret as sealed',
      'group_claim as groupClaim',
      'creates_users as createsUsers',
      'allows_passwords as allowsPasswords',
      'revision',
    ])
    .executeTakeFirst();
}

export function openSealed(secrets: Secrets, { sealed, ...provider }: SealedProvider): Provider {
  const { customerId } = provider;
  return { ...provider, clientSecret: secrets.open(identityProviderOf(customerId), sealed) };
}

export async function findProvider(
  db: Executor,
  secrets: Secrets,
  customerId: number,
): Promise<Provider | undefined> {
  const sealed = await findSealedProvider(db, customerId);
  return sealed && openSealed(secrets, sealed);
}

/** Returns the table in its order. */
export async function listGroupRows(db: Executor, customerId: number): Promise<GroupRow[]> {
  return db
    .selectFrom('identity_provider_group')
    .where('customer_id', '=', customerId)
    .select([
      'provider_group as providerGroup',
      'role',
      'custom_role_id as ownRoleId',
      'group_id as groupId',
    ])
    .orderBy('position')
    .execute();
}

export type StoredProvider = Omit<Provider, 'revision' | 'clientSecret'> & {
  readonly clientSecret: string;
};

/** Returns the new revision. */
export async function writeProvider(
  trx: Executor,
  secrets: Secrets,
  provider: StoredProvider,
  { firstRevision, now }: { readonly firstRevision: number; readonly now: number },
): Promise<number> {
  const { customerId } = provider;
  const values = {
    sign_in_key: provider.signInKey,
    name: provider.name,
    issuer: provider.issuer,
    client_id: provider.clientId,
    client_secret: secrets.seal(identityProviderOf(customerId), provider.clientSecret),
    group_claim: provider.groupClaim,
    creates_users: provider.createsUsers,
    allows_passwords: provider.allowsPasswords,
    changed_at: instant(now),
  };
  const { revision } = await trx
    .insertInto('identity_provider')
    .values({ customer_id: customerId, revision: firstRevision, ...values })
    .onConflict((conflict) =>
      conflict
        .column('customer_id')
        .doUpdateSet({ ...values, revision: sql<number>`identity_provider.revision + 1` }),
    )
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
}

export async function writeGroupRows(
  trx: Executor,
  customerId: number,
  rows: readonly GroupRow[],
): Promise<void> {
  await deleteGroupRows(trx, customerId);
  if (rows.length === 0) return;
  await trx
    .insertInto('identity_provider_group')
    .values(
      rows.map((row, position) => ({
        customer_id: customerId,
        position,
        provider_group: row.providerGroup,
        role: row.role,
        custom_role_id: row.ownRoleId,
        group_id: row.groupId,
      })),
    )
    .execute();
}

async function deleteGroupRows(trx: Executor, customerId: number): Promise<void> {
  await trx.deleteFrom('identity_provider_group').where('customer_id', '=', customerId).execute();
}

export async function deleteProvider(trx: Executor, customerId: number): Promise<void> {
  await deleteGroupRows(trx, customerId);
  await trx.deleteFrom('sso_attempt').where('customer_id', '=', customerId).execute();
  await trx.deleteFrom('identity_provider').where('customer_id', '=', customerId).execute();
}
