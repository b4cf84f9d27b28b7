/** Who is signed in, as the server tells it at sign-in. */
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
  /** IANA name of the customer's time zone; all days and times on screen are of this zone. */
  zone: string;
  role_type: Role;
  role_name: string;
  /** Absent if the role is a built-in one. */
  own_role_name?: string;
  permissions: readonly Permission[];
  customer_name: string | null;
  /** Those the customer's users may choose; absent: all. */
  languages?: readonly string[];
}
