/** The signed-in user as returned by the server at sign-in. */
import type { Permission } from '@busbar/domain/access/permission';
import type { Role } from '@busbar/domain/access/role';

export interface SessionUser {
  group_name: string;
  group_id: number;
  /** False for users of a sub-group, who cannot make calls that act on the customer as a whole. */
  in_root_group: boolean;
  user_id: number;
  user_name: string;
  zone_id: number;
  /** IANA name of the customer's time zone; all displayed days and times use it. */
  zone: string;
  role_type: Role;
  role_name: string;
  /** Undefined for a built-in role. */
  own_role_name?: string;
  permissions: readonly Permission[];
  customer_name: string | null;
  /** Languages that the customer's users may select; defaults to all. */
  languages?: readonly string[];
}
