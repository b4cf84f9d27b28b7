/** Settings of single sign-on of a customer (docs/single-sign-on.md). */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { IdText, Nullable, Text } from '../../shapes.ts';

const PATH = '/api/v2/single-sign-on-settings';

const rules = { who: 'user.manage', scope: 'customer' } as const;

const Texts = {
  /** Shown on the button, 1 to 40 characters. */
  name: Text(),
  /** URL of the provider, exactly as it calls itself. */
  issuer: Text(500),
  client_id: Text(),
};

const Switches = {
  /** Claim with the groups of a user; a path such as `realm_access.roles` is permitted. */
  group_claim: Text(),
  /** Creates a user at the first sign-in. */
  creates_users: Type.Boolean(),
  /** Users of the provider who also have a password may sign in with it. */
  allows_passwords: Type.Boolean(),
};

/** Entered again for another issuer or client ID; it is never returned. */
const ClientSecret = Type.Optional(Text(500));

const TEST = { issuer: 'https://login.example.org', client_id: 'busbar' } as const;

export const singleSignOnSettingsCalls = defineCalls({
  'v2.sso.settings': {
    ...rules,
    method: 'GET',
    path: PATH,
    summary: 'Settings of single sign-on, without the client secret',
    effect: 'read',
    answer: {
      data: Type.Object({
        ...Texts,
        ...Switches,
        /** 0 if the customer has no provider; must be sent back with a change. */
        revision: Type.Integer(),
        /** False also if the secret was sealed with another key. */
        has_secret: Type.Boolean(),
        /** The first row that matches a group of the user is applied. */
        groups: Type.Array(
          Type.Object({
            /** Name of the group at the provider. */
            provider_group: Type.String(),
            role: Type.String(),
            own_role_id: Nullable(Type.Integer()),
            group_id: Type.Integer(),
          }),
        ),
        /** Empty without a provider or a public address. */
        sign_in_address: Type.String(),
        /** To register at the provider, like `signed_out_address`. */
        callback_address: Type.String(),
        signed_out_address: Type.String(),
        /** For logout tokens of the provider, which are optional. */
        logout_address: Type.String(),
      }),
    },
    tenantIds: [],
    example: {},
  },
  'v2.sso.settings.change': {
    ...rules,
    method: 'PUT',
    path: PATH,
    summary:
      'Change single sign-on; no role above the own rights, and another issuer ends sessions',
    effect: 'write',
    body: Type.Object({
      ...Texts,
      ...Switches,
      client_secret: ClientSecret,
      groups: Type.Array(
        Type.Object({
          provider_group: Text(),
          /** A built-in role; ignored if `own_role_id` is set. */
          role: Text(20),
          own_role_id: Type.Optional(Nullable(IdText)),
          group_id: IdText,
        }),
        { maxItems: 200 },
      ),
      revision: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
    }),
    answer: {},
    tenantIds: [
      { at: 'body.groups.0.group_id', of: 'group', miss: 'not-found' },
      { at: 'body.groups.0.own_role_id', of: 'role', miss: 'not-found' },
    ],
    example: {
      body: {
        ...TEST,
        name: 'Example',
        client_secret: 'x',
        group_claim: 'groups',
        creates_users: true,
        allows_passwords: true,
        groups: [
          { provider_group: 'staff', role: 'viewer', own_role_id: null, group_id: '{group}' },
        ],
        revision: 0,
      },
    },
  },
  'v2.sso.settings.delete': {
    ...rules,
    method: 'DELETE',
    path: PATH,
    summary: 'Delete the provider; its sessions end, and its users can no longer sign in',
    effect: 'write',
    query: Type.Object({ revision: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }) }),
    answer: {},
    tenantIds: [],
    example: { query: { revision: 0 } },
  },
  'v2.sso.settings.test': {
    ...rules,
    method: 'POST',
    path: `${PATH}/test`,
    summary: 'Test settings before they are saved; the refusal names what is wrong',
    effect: 'write',
    body: Type.Object({
      issuer: Texts.issuer,
      client_id: Texts.client_id,
      client_secret: ClientSecret,
    }),
    answer: {
      data: Type.Object({
        /** True if the provider can end its own session at the sign-out. */
        ends_sessions: Type.Boolean(),
      }),
    },
    tenantIds: [],
    example: { body: TEST },
  },
});
