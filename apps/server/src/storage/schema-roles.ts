/** Custom roles of customers, migration 0027. */
import type { CustomerPermission } from '@busbar/domain/access/permission';
import type { Role } from '@busbar/domain/access/role';
import type { Generated } from 'kysely';
import type { Instant } from './column-types.ts';

interface CustomRoleTable {
  customer_id: number;
  custom_role_id: Generated<number>;
  name: string;
  copied_from: Exclude<Role, 'platform'>;
  permissions: CustomerPermission[];
  created_at: Instant;
  changed_at: Instant;
}

export interface RoleSchema {
  custom_role: CustomRoleTable;
}
