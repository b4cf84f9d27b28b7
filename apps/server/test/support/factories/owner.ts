/** The customer, group, device and users to which the other objects of a tenant belong. */
import type { Role } from '@busbar/domain/access/role';

export interface TenantUser {
  readonly userId: number;
  readonly userName: string;
  readonly token: string;
}

export interface Owner {
  /** The label is part of every free text. */
  readonly label: string;
  readonly customerId: number;
  readonly groupId: number;
  readonly deviceId: number;
  readonly deviceCode: string;
  readonly users: Partial<Readonly<Record<Role, TenantUser>>>;
  readonly at: Date;
}

let counter = 700_000_000;
export const nextTenantId = () => ++counter;
