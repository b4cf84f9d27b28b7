/**
 * Users of the caller's group and below (docs/decisions.md 1 to 4): invite, change, disable and
 * enable. No response contains a hash; an initial password is returned once. The caller may not
 * change an account with more permissions than the caller's own.
 */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { IdText, Nullable, Text } from '../../shapes.ts';
import { SessionRow, SignInRow } from './my-account.ts';

const PATH = '/api/v2/users';
const params = Type.Object({ id: IdText });
const USER = [{ at: 'params.id', of: 'user', miss: 'not-found' }] as const;
const COLLEAGUE = { params: { id: '{colleague}' } } as const;

/** Instants in epoch ms. */
const UserRow = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** The built-in role that clients without custom roles receive. */
  role: Type.String(),
  /** Id of the custom role; null for a built-in role. */
  own_role_id: Nullable(Type.Integer()),
  own_role_name: Type.String(),
  group_id: Type.Integer(),
  group_name: Type.String(),
  /** Address of invitations and links for passwords; empty if no administrator set one. */
  mail: Type.String(),
  /** Disabled, locked (too many wrong passwords or codes), invited (never signed in) or active. */
  state: Type.String(),
  created_at: Type.Number(),
  /** Null if the user never signed in, or not since sign-ins are recorded. */
  last_sign_in_at: Nullable(Type.Number()),
  /** `password`, `provider` (the provider created the user), or `both` (the user linked an account). */
  sign_in: Type.String(),
  second_factor: Type.Boolean(),
  sessions: Type.Integer(),
  /** False for the caller's own account, and for an account with more permissions. */
  changeable: Type.Boolean(),
  /** Version of the account, which must be sent back with a change. */
  version: Type.String(),
});

const InitialPassword = Type.Object({
  id: Type.Integer(),
  /** Password that is returned only once and must be changed at the first sign-in. */
  initial_password: Type.String(),
  /** True if a link was sent by mail. */
  mailed: Type.Boolean(),
});

const step = (name: string, summary: string) =>
  ({
    method: 'POST',
    path: `${PATH}/:id/${name}`,
    summary,
    who: 'user.manage',
    scope: 'own',
    effect: 'write',
    params,
    answer: {},
    tenantIds: USER,
    example: COLLEAGUE,
  }) as const;

export const userCalls = defineCalls({
  'v2.message-use': {
    method: 'GET',
    path: '/api/v2/message-use',
    summary: 'Messages of the own devices today, and how many a day the platform expects',
    who: 'user.manage',
    scope: 'customer',
    effect: 'read',
    answer: {
      data: Type.Object({
        /** Message count of the current local day, including those over the limit (also stored). */
        messages: Type.Integer(),
        /** Null for no limit. */
        most: Nullable(Type.Integer()),
        /** Reached threshold in percent of the limit: 80, 100, or 0 if less. */
        mark: Type.Integer(),
      }),
    },
    tenantIds: [],
    example: {},
  },
  'v2.users': {
    method: 'GET',
    path: PATH,
    summary: 'Users of the own group and below, by filter, order and page',
    who: 'user.manage',
    scope: 'own',
    effect: 'read',
    query: Type.Object({
      pn: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      ps: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
      /** Substring of the name or mail address. */
      keyword: Type.Optional(Text(100)),
      /** A built-in role, or the id of a custom one. */
      role: Type.Optional(IdText),
      state: Type.Optional(Text(20)),
      group_id: Type.Optional(IdText),
      sort: Type.Optional(
        Type.Union([
          Type.Literal('name'),
          Type.Literal('role'),
          Type.Literal('group'),
          Type.Literal('last_sign_in'),
          Type.Literal('created'),
        ]),
      ),
      order: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
    }),
    answer: { data: Type.Object({ list: Type.Array(UserRow), total: Type.Integer() }) },
    tenantIds: [{ at: 'query.group_id', of: 'group', miss: 'not-found' }],
    example: { query: { pn: 1, ps: 13, group_id: '{group}' } },
  },
  'v2.user': {
    method: 'GET',
    path: `${PATH}/:id`,
    summary: 'One user, with open sessions and the latest sign-ins, good and failed',
    who: 'user.manage',
    scope: 'own',
    effect: 'read',
    params,
    answer: {
      data: Type.Object({
        user: UserRow,
        sessions: Type.Array(SessionRow),
        sign_ins: Type.Array(SignInRow),
        /** Number of active API keys that the user has created. */
        api_keys: Type.Integer(),
      }),
    },
    tenantIds: USER,
    example: COLLEAGUE,
  },
  'v2.users.add': {
    method: 'POST',
    path: PATH,
    summary: 'Invite a user: the initial password is told once, or a link is sent by mail',
    who: 'user.manage',
    scope: 'own',
    effect: 'write',
    body: Type.Object({
      name: Text(100),
      /** A built-in role; ignored if `own_role_id` is set. */
      role: Text(20),
      own_role_id: Type.Optional(Nullable(IdText)),
      group_id: IdText,
      mail: Type.Optional(Text(260)),
      /** Sends a link, valid for 72 h, with which the user chooses the first password. */
      send_mail: Type.Optional(Type.Boolean()),
      /** Language of the mail; defaults to English. */
      language: Type.Optional(Text(5)),
    }),
    answer: { data: InitialPassword },
    tenantIds: [
      { at: 'body.group_id', of: 'group', miss: 'not-found' },
      { at: 'body.own_role_id', of: 'role', miss: 'not-found' },
    ],
    example: {
      body: { name: '{fresh-user}', role: 'viewer', own_role_id: null, group_id: '{group}' },
    },
  },
  'v2.users.change': {
    method: 'PUT',
    path: `${PATH}/:id`,
    summary: 'Change role, group and mail address; another role ends the sessions of the user',
    who: 'user.manage',
    scope: 'own',
    effect: 'write',
    params,
    body: Type.Object({
      role: Text(20),
      own_role_id: Type.Optional(Nullable(IdText)),
      group_id: IdText,
      mail: Text(260),
      /** The value as read; the change is refused if another user has changed the account since. */
      version: Text(64),
    }),
    answer: {},
    tenantIds: [
      ...USER,
      { at: 'body.group_id', of: 'group', miss: 'not-found' },
      { at: 'body.own_role_id', of: 'role', miss: 'not-found' },
    ],
    example: {
      ...COLLEAGUE,
      body: {
        role: 'viewer',
        own_role_id: null,
        group_id: '{group}',
        mail: '',
        version: '{colleague-version}',
      },
    },
  },
  'v2.users.disable': step(
    'disable',
    'Keep a user out: sessions, sockets and unsent commands end at once',
  ),
  'v2.users.enable': step('enable', 'Let a disabled user in again'),
  'v2.users.unlock': step('unlock', 'Forget the wrong passwords and codes tried at a user'),
  'v2.users.sign-out': step('sign-out', 'End every session of a user at once'),
  'v2.users.reset-password': {
    ...step('reset-password', 'A new initial password; the sessions end'),
    body: Type.Object({
      send_mail: Type.Optional(Type.Boolean()),
      language: Type.Optional(Text(5)),
    }),
    answer: { data: InitialPassword },
  },
  'v2.users.remove-second-factor': {
    ...step(
      'remove-second-factor',
      'Take the second factor off a user who lost it; the reason goes to the log',
    ),
    body: Type.Object({ reason: Text(200) }),
    example: { ...COLLEAGUE, body: { reason: 'Lost telephone' } },
  },
  'v2.users.unlink-provider': step(
    'unlink-provider',
    'Remove the link of a user with the provider; the sessions that it opened end',
  ),
  'v2.users.sessions.end': {
    method: 'DELETE',
    path: `${PATH}/:id/sessions/:session`,
    summary: 'End one session of a user',
    who: 'user.manage',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText, session: IdText }),
    answer: {},
    tenantIds: [...USER, { at: 'params.session', of: 'session', miss: 'not-found' }],
    example: { params: { id: '{colleague}', session: '{colleague-session}' } },
  },
  'v2.invitation.accept': {
    method: 'POST',
    path: '/api/v2/invitation',
    summary: 'Choose the first password with the link of an invitation',
    who: 'public',
    scope: 'platform',
    effect: 'write',
    body: Type.Object({ token: Text(100), password: Text() }),
    answer: { data: Type.Object({ user_name: Type.String() }) },
    tenantIds: [],
    example: { body: { token: 'x', password: 'a-Fresh-horse-9' } },
  },
});
