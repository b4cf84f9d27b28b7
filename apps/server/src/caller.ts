/**
 * Who asks. Every repository function takes the scope first, so that a query without a tenant
 * cannot be written by accident (docs/decisions.md 1: a user sees the own group and what is below).
 */
import type { ApiScope } from '@busbar/domain/access/api-scope';
import type { KeyLimits } from '@busbar/domain/access/key-limit';
import type { Permission } from '@busbar/domain/access/permission';
import type { Role } from '@busbar/domain/access/role';

/** The customer and the group below which things may be seen. */
export interface Scope {
  readonly customerId: number;
  readonly groupId: number;
}

/** Who acts: a user in a session, or the platform itself by a timer, which has neither. */
export interface Actor extends Scope {
  readonly userId: number | null;
  readonly userName: string;
  /** Absent: the platform itself. */
  readonly role?: Role;
  /** Of a customer's own role, which takes the place of the built-in role's; null: of the built-in one. */
  readonly permissions?: readonly Permission[] | null;
  /** Hash of the session's token: names the session without being able to open it. */
  readonly tokenHash: Buffer | null;
  /** Address of the client, for the log. */
  readonly address: string;
}

/** The key a program came with, and how often it may ask. */
export interface KeyPace extends KeyLimits {
  readonly customerId: number;
  readonly id: number;
  /** IANA zone of the customer, whose days count. */
  readonly zone: string;
}

export interface Caller extends Actor {
  readonly userId: number;
  readonly role: Role;
  /** The caller's group is the root group of the customer. Absent: false. */
  readonly isInRootGroup?: boolean;
  /** IANA zone of the customer; days, months and written times are in it. */
  readonly zone: string;
  readonly mustChangePassword: boolean;
  /** The customer requires a second factor of this person, who has none. Absent: nothing is owed. */
  readonly owesSecondFactor?: boolean;
  readonly tokenHash: Buffer;
  /** Of an API key: all it may do. Absent: a person in a session. */
  readonly scopes?: readonly ApiScope[];
  /** Of an API key: how often it may ask. */
  readonly pace?: KeyPace;
}
