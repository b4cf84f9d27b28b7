/**
 * Who asks. Every repository function takes the scope first, so that a query without a tenant
 * cannot be written by accident (decisions 1: a user sees the own group and what is below).
 */
import type { Role } from '@busbar/domain/access/role';

/** The customer and the group below which things may be seen. */
export interface Scope {
  readonly customerId: number;
  readonly groupId: number;
}

export interface Caller extends Scope {
  readonly userId: number;
  readonly userName: string;
  readonly role: Role;
  /** IANA zone of the customer; days, months and written times are in it. */
  readonly zone: string;
  readonly mustChangePassword: boolean;
  /** Hash of the session's token: names the session without being able to open it. */
  readonly tokenHash: Buffer;
  /** Address of the client, for the log. */
  readonly address: string;
}
