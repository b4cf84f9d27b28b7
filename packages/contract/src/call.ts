/**
 * Definition of one HTTP call. The catalogue of calls is the single source of the routes, the web
 * client, the OpenAPI page and the generated tests (roles, tenants, mass assignment, fuzzing), so a
 * call without an entry here cannot be served.
 */
import type { Permission } from '@busbar/domain/access/permission';
import type { Static, TObject, TProperties } from 'typebox';

/** Required permission: none (public), a session, or the named permission. */
export type Who = 'public' | 'signed-in' | Permission;

/**
 * Range of the data that a call can reach within a customer.
 *
 * - `own`: the caller's group and the groups below it.
 * - `customer`: the customer as a whole. Only users of the root group may make such a call. Writes
 *   of settings that apply to every group have this scope, and so do reads that reveal data of
 *   other groups.
 * - `platform`: no group at all. Public calls, and calls of the platform administrator.
 */
export type CallScope = 'own' | 'customer' | 'platform';

/** Kind of resource that a field identifies, if the resource belongs to a customer. */
export type TenantThing =
  | 'device'
  | 'group'
  | 'rate'
  | 'energy-override'
  | 'issued-bill'
  | 'alarm'
  | 'alarm-window'
  | 'user'
  | 'session'
  | 'role'
  | 'command'
  | 'group-order'
  | 'protection-template'
  | 'template-run'
  | 'meter-profile'
  | 'line-test'
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

/** Dotted path of the id of a customer's resource in the request: params, query or body. */
export interface TenantId {
  readonly at: string;
  readonly of: TenantThing;
  /** Result for an id that is missing or another customer's; the two are indistinguishable. */
  readonly miss: 'not-found' | 'empty' | 'forbidden';
}

/** A call in a file of the contract, where its name is the key. */
export interface CallDefinition {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with `:name` parameters. */
  readonly path: string;
  readonly summary: string;
  readonly who: Who;
  readonly scope: CallScope;
  /** Effect on the system; the tests of cross-site requests and of mass assignment depend on it. */
  readonly effect: 'read' | 'write' | 'control';
  /** True if the call is allowed before the initial password has been changed. */
  readonly beforePasswordChange?: true;
  /**
   * True if the call is allowed to administrators who have not yet set up the second factor that
   * the customer requires.
   */
  readonly beforeSecondFactor?: true;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TObject;
  /** True if the body may also be form-encoded, as OAuth requires of some calls. */
  readonly acceptsForm?: true;
  /** Body limit of a call that uploads a file; defaults to the limit of all requests. */
  readonly bodyLimitBytes?: number;
  /** Fields of the response in addition to `code`/`errCode` and `msg`. */
  readonly answer: TProperties;
  /** Media types of a call that returns a file; if absent, the response is JSON. */
  readonly file?: readonly string[];
  readonly tenantIds: readonly TenantId[];
  /** A valid request, with `{device}`, `{group}`, … in place of ids; the generated tests use it. */
  readonly example: {
    readonly params?: Readonly<Record<string, unknown>>;
    readonly query?: Readonly<Record<string, unknown>>;
    readonly body?: Readonly<Record<string, unknown>>;
  };
}

export interface CallSpec extends CallDefinition {
  /** Unique name, version first: `v2.device.control`. */
  readonly name: string;
  readonly version: 'v1' | 'v2' | 'health';
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

type Named<Calls> = {
  readonly [N in keyof Calls & string]: Calls[N] & Pick<CallSpec, 'version'> & { readonly name: N };
};

/** Declares calls by name and preserves their literal types. */
export function defineCalls<const Calls extends Readonly<Record<string, CallDefinition>>>(
  calls: Calls,
): Named<Calls> {
  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      { name, version: name.slice(0, name.indexOf('.')), ...call },
    ]),
  ) as Named<Calls>;
}
