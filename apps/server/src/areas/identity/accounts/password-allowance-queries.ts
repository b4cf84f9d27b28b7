/** Checks if a customer with a provider permits the password of an account. */

import type { Permission } from '@busbar/domain/access/permission';
import type { Role } from '@busbar/domain/access/role';
import { maySignInByPassword } from '@busbar/domain/access/single-sign-on/own-password';
import type { Refusal } from '@busbar/domain/refusal';
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { permissionsOfUser } from '../../shared/rights/permission-queries.ts';
import type { Account } from './account-queries.ts';

interface State {
  readonly role: Role;
  readonly permissions: readonly Permission[] | null;
  readonly hasPassword: boolean;
  readonly inRoot: boolean;
  readonly isLinked: boolean;
  readonly allowsPasswords: boolean;
}

/** Called after the password was verified; returns the reason if it may not be used. */
export async function passwordRefusal(
  db: Executor,
  { customerId, userId }: Pick<Account, 'customerId' | 'userId'>,
): Promise<Refusal | undefined> {
  const { rows } = await sql<State>`
    select u.role, ${permissionsOfUser()} as permissions, u.has_password as "hasPassword",
      g.parent_id is null as "inRoot", i.user_id is not null as "isLinked",
      coalesce(p.allows_passwords, true) as "allowsPasswords"
    from user_account u
    join user_group g on g.customer_id = u.customer_id and g.group_id = u.group_id
    left join identity_provider p on p.customer_id = u.customer_id
    left join external_identity i on i.customer_id = u.customer_id and i.user_id = u.user_id
      and i.issuer = p.issuer
    where u.customer_id = ${customerId} and u.user_id = ${userId}`.execute(db);
  const [state] = rows;
  return state === undefined || maySignInByPassword(state, state)
    ? undefined
    : 'password-sign-in-off';
}
