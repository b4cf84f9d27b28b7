/**
 * The identity of a caller. Every query function takes the scope first, so that a query
 * without a tenant cannot be written by accident (docs/decisions.md 1: users see their own group
 * and its subtree).
 */
import type { ApiScope } from '@busbar/domain/access/api-scope';
import type { KeyLimits } from '@busbar/domain/access/key-limit';
import type { Permission } from '@busbar/domain/access/permission';
import type { Role } from '@busbar/domain/access/role';

/** The customer, and the group whose subtree is visible. */
export interface Scope {
  readonly customerId: number;
  readonly groupId: number;
  /** The root group of the customer, which has only one, if it is the caller's own. */
  readonly rootGroupId?: number | undefined;
}

/** The view of a caller: a read that depends on nothing else returns the same to all of its users. */
export interface Viewer extends Scope {
  /** IANA zone of the customer, used for days, months and formatted times. */
  readonly zone: string;
}

/** True if every group of the customer is visible. */
export const seesWholeCustomer = ({ groupId, rootGroupId }: Scope): boolean =>
  groupId === rootGroupId;

/**
 * The originator of an action: a user in a session, or the platform itself (a timer), which has
 * neither user nor session.
 */
export interface Actor extends Scope {
  readonly userId: number | null;
  readonly userName: string;
  /** Absent for the platform itself. */
  readonly role?: Role;
  /** Permissions of a custom role, replacing the built-in role's; null for a built-in role. */
  readonly permissions?: readonly Permission[] | null;
  /** Hash of the session's token: identifies the session but cannot be used to open it. */
  readonly tokenHash: Buffer | null;
  /** Address of the client, for the log. */
  readonly address: string;
}

/** The API key of a request, and its rate limit. */
export interface KeyPace extends KeyLimits {
  readonly customerId: number;
  readonly id: number;
  /** IANA zone of the customer, which defines the days of the daily limit. */
  readonly zone: string;
}

export interface Caller extends Actor, Viewer {
  readonly userId: number;
  readonly role: Role;
  /** True if the caller's group is the root group of the customer. Defaults to false. */
  readonly isInRootGroup?: boolean;
  readonly mustChangePassword: boolean;
  /** True if the customer requires a second factor and this user has none. Defaults to false. */
  readonly owesSecondFactor?: boolean;
  readonly tokenHash: Buffer;
  /** All scopes of an API key; absent for a user in a session. */
  readonly scopes?: readonly ApiScope[];
  /** Rate limit of an API key. */
  readonly pace?: KeyPace;
}
