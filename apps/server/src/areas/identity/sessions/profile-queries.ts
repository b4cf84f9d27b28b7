/**
 * The signed-in user, as required by the web client's frame and the login response
 * (docs/specification/accounts.md 1.4).
 */
import type { Permission } from '@busbar/domain/access/permission';
import type { Role } from '@busbar/domain/access/role';
import type { NotificationLanguage } from '@busbar/domain/notification/channel';
import type { Executor } from '../../../storage/database.ts';
import { factorRequired, hasFactor, inRootGroup } from './factor-condition-queries.ts';

export interface UserProfile {
  readonly userId: number;
  readonly userName: string;
  readonly role: Role;
  readonly permissions: readonly Permission[] | null;
  /** Name of the custom role; null for a built-in role. */
  readonly ownRoleName: string | null;
  readonly groupId: number;
  readonly groupName: string;
  readonly isInRootGroup: boolean;
  readonly hasDismissedFirstSteps: boolean;
  readonly zoneId: number;
  readonly zone: string;
  readonly customerName: string;
  /** Languages the customer's users may choose. */
  readonly languages: readonly NotificationLanguage[];
  /** True if the customer requires a second factor from administrators. */
  readonly factorRequired: boolean;
  readonly hasFactor: boolean;
}

export async function findProfile(
  db: Executor,
  customerId: number,
  userId: number,
): Promise<UserProfile | undefined> {
  return db
    .selectFrom('user_account')
    .innerJoin('user_group', (join) =>
      join
        .onRef('user_group.customer_id', '=', 'user_account.customer_id')
        .onRef('user_group.group_id', '=', 'user_account.group_id'),
    )
    .innerJoin('customer', 'customer.customer_id', 'user_account.customer_id')
    .innerJoin('zone', 'zone.zone_id', 'customer.zone_id')
    .leftJoin('custom_role', (join) =>
      join
        .onRef('custom_role.customer_id', '=', 'user_account.customer_id')
        .onRef('custom_role.custom_role_id', '=', 'user_account.custom_role_id'),
    )
    .where('user_account.customer_id', '=', customerId)
    .where('user_account.user_id', '=', userId)
    .select([
      'user_account.user_id as userId',
      'user_account.user_name as userName',
      'user_account.role',
      'custom_role.permissions',
      'custom_role.name as ownRoleName',
      'user_group.group_id as groupId',
      'user_group.name as groupName',
      inRootGroup.as('isInRootGroup'),
      'user_account.first_steps_dismissed as hasDismissedFirstSteps',
      'zone.zone_id as zoneId',
      'zone.iana_name as zone',
      'customer.english_code as customerName',
      'customer.languages',
      factorRequired.as('factorRequired'),
      hasFactor.as('hasFactor'),
    ])
    .executeTakeFirst();
}
