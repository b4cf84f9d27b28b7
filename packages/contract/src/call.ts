/**
 * What one HTTP call is. The catalogue of these is the single source of routes, web client,
 * OpenAPI page and of the generated tests (roles, tenants, mass assignment, fuzzing), so a call
 * without an entry here cannot be served.
 */
import type { Permission } from '@busbar/domain/access/permission';
import type { Static, TObject, TProperties } from 'typebox';

/** Who may: anybody, anybody signed in, or whoever holds the permission. */
export type Who = 'public' | 'signed-in' | Permission;

/**
 * How far a call reaches inside a customer.
 * - `own`: the caller's group and the groups below it.
 * - `customer`: the customer as a whole. Only users of the root group may make it. Writes of settings
 *   that hold for every group have this scope, and reads that reveal data of other groups.
 * - `platform`: no group at all. Public calls, and calls of the platform administrator.
 */
export type CallScope = 'own' | 'customer' | 'platform';

/** What a field names, when it names a thing that belongs to a customer. */
export type TenantThing =
  | 'device'
  | 'group'
  | 'rate'
  | 'energy-override'
  | 'alarm'
  | 'alarm-window'
  | 'user'
  | 'session'
  | 'role'
  | 'command'
  | 'group-order'
  | 'protection-template'
  | 'template-run'
  | 'timer'
  | 'forwarding-dead'
  | 'api-key'
  | 'notification'
  | 'project'
  | 'lamp-group'
  | 'project-warning'
  | 'project-alarm'
  | 'project-notice'
  | 'project-visit'
  | 'project-timer'
  | 'console-favourite'
  | 'tower-project'
  | 'tower'
  | 'report'
  | 'report-schedule'
  | 'device-import'
  | 'device-note'
  | 'device-photo'
  | 'rejected-message'
  | 'log-entry'
  | 'customer';

/** Where a request carries the id of a customer's thing, as a dotted path from params, query or body. */
export interface TenantId {
  readonly at: string;
  readonly of: TenantThing;
  /** How a foreign or absent id shows: refused like an absent one, or simply matching nothing. */
  readonly miss: 'not-found' | 'empty' | 'forbidden';
}

export interface CallSpec {
  /** Unique name, version first: `v2.device.control`. */
  readonly name: string;
  readonly version: 'v1' | 'v2' | 'health';
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with `:name` parameters. */
  readonly path: string;
  readonly summary: string;
  readonly who: Who;
  readonly scope: CallScope;
  /** What it does to the world: tests of cross-site requests and of mass assignment read this. */
  readonly effect: 'read' | 'write' | 'control';
  /** Usable while the initial password has not been changed yet. */
  readonly beforePasswordChange?: true;
  /** Usable by who administers while the second factor the customer requires is not set up yet. */
  readonly beforeSecondFactor?: true;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TObject;
  /** Of a call that carries a file; absent: what every request may have. */
  readonly bodyLimitBytes?: number;
  /** Fields of the answer beside `code`/`errCode` and `msg`. */
  readonly answer: TProperties;
  /** Media types of a call that answers a file; absent: it answers JSON. */
  readonly file?: readonly string[];
  readonly tenantIds: readonly TenantId[];
  /** A request that works, with `{device}`, `{group}`, … where own ids go; tests are generated from it. */
  readonly example: {
    readonly params?: Readonly<Record<string, unknown>>;
    readonly query?: Readonly<Record<string, unknown>>;
    readonly body?: Readonly<Record<string, unknown>>;
  };
}

export type ParamsOf<C extends CallSpec> = C extends { params: infer S extends TObject }
  ? Static<S>
  : Record<string, never>;
export type QueryOf<C extends CallSpec> = C extends { query: infer S extends TObject }
  ? Static<S>
  : Record<string, never>;
export type BodyOf<C extends CallSpec> = C extends { body: infer S extends TObject }
  ? Static<S>
  : Record<string, never>;
export type AnswerOf<C extends CallSpec> = C extends { answer: infer F extends TProperties }
  ? Static<TObject<F>>
  : never;

/** Declares a call, keeping its literal types. */
export function defineCall<const C extends CallSpec>(spec: C): C {
  return spec;
}
