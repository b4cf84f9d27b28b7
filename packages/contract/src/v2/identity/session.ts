/** Session calls (docs/specification/accounts.md 1 and 2; docs/decisions.md 2 to 5 and 23). */
import type { Permission } from '@busbar/domain/access/permission';
import type { Role } from '@busbar/domain/access/role';
import { type Static, Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Nullable, Text } from '../../shapes.ts';
import { GroupInfo } from '../fleet/group.ts';

export const LoginBody = Type.Object({
  user_account: Text(),
  password: Text(),
  login_type: Type.Optional(Type.Union([Type.Literal('user'), Type.Literal('admin')])),
  // Fixed credentials of the old front end: accepted and ignored (docs/decisions.md 4).
  client_id: Type.Optional(Text()),
  client_secret: Type.Optional(Text()),
});

export const LoginData = Type.Object({
  token: Type.String(),
  reset_pwd: Type.Boolean(),
  /** True if the customer requires a second factor and the user has none: only setup is allowed. */
  second_factor_due: Type.Boolean(),
  user_info: Type.Object({
    group_name: Type.String(),
    group_id: Type.Integer(),
    /** False for users of a sub-group, who cannot make calls in the whole customer's scope. */
    in_root_group: Type.Boolean(),
    /** True until the user dismisses the first steps. */
    first_steps: Type.Boolean(),
    user_id: Type.Integer(),
    user_name: Type.String(),
    zone_id: Type.Integer(),
    /** IANA name of the customer's time zone; all displayed days and times use it. */
    zone: Type.String(),
    role_type: Type.Unsafe<Role>(Type.String()),
    role_name: Type.String(),
    /** Absent if the role is a built-in one. */
    own_role_name: Type.Optional(Type.String()),
    permissions: Type.Unsafe<readonly Permission[]>(Type.Array(Type.String())),
    customer_name: Nullable(Type.String()),
    /** The subset of zh, en, ar, fr, ru, es that the customer's users may choose. */
    languages: Type.Optional(Type.Unsafe<readonly string[]>(Type.Array(Type.String()))),
  }),
});

/**
 * Returned with the code 42001 (`second-factor-required`): the password was correct, and a code of
 * the second factor must be sent with this challenge.
 */
export const CodeNeeded = Type.Object({
  challenge: Type.String(),
  /** In seconds. */
  expires_in: Type.Integer(),
});

/** A successful response is always `LoginData`; `CodeNeeded` occurs only with that refusal. */
export const LoginAnswer = Type.Unsafe<Static<typeof LoginData>>(
  Type.Union([LoginData, CodeNeeded]),
);

export const sessionCalls = defineCalls({
  'v2.ping-token': {
    method: 'POST',
    path: '/api/v2/ping-token',
    summary: 'Is the token still good? Answers who is signed in, and the own group',
    who: 'signed-in',
    scope: 'own',
    effect: 'read',
    beforePasswordChange: true,
    beforeSecondFactor: true,
    answer: {
      data: Type.Object({
        reset_pwd: Type.Boolean(),
        second_factor_due: Type.Boolean(),
        user_info: LoginData.properties.user_info,
        /** Response of `v2.group`: the shell needs it on load; pages do not request it again. */
        group: GroupInfo,
      }),
    },
    tenantIds: [],
    example: {},
  },
  'v2.login': {
    method: 'POST',
    path: '/api/v2/login',
    summary: 'Sign in as user or administrator',
    who: 'public',
    scope: 'platform',
    effect: 'write',
    body: LoginBody,
    answer: { data: LoginAnswer },
    tenantIds: [],
    example: { body: { user_account: '{account}', password: '{password}' } },
  },
  'v2.login.code': {
    method: 'POST',
    path: '/api/v2/login/code',
    summary: 'Finish a sign-in with a code of the second factor, or a recovery code',
    who: 'public',
    scope: 'platform',
    effect: 'write',
    body: Type.Object({ challenge: Text(100), code: Text(40) }),
    answer: { data: LoginData },
    tenantIds: [],
    example: { body: { challenge: 'x', code: '123456' } },
  },
  'v2.logout': {
    method: 'POST',
    path: '/api/v2/logout',
    summary: 'End every session of the account, with its sockets and unsent commands, at once',
    who: 'signed-in',
    scope: 'own',
    effect: 'write',
    beforePasswordChange: true,
    beforeSecondFactor: true,
    answer: {
      data: Type.Object({
        /** Page of the provider that ends its session too; null if there is none to open. */
        provider_url: Nullable(Type.String()),
      }),
    },
    tenantIds: [],
    example: {},
  },
  'v2.websocket-ticket': {
    method: 'POST',
    path: '/api/v2/websocket-ticket',
    summary: 'A ticket of 30 s, good for one WebSocket handshake',
    who: 'signed-in',
    scope: 'own',
    effect: 'write',
    answer: { data: Type.Object({ ticket: Type.String(), expires_in: Type.Integer() }) },
    tenantIds: [],
    example: {},
  },
});
