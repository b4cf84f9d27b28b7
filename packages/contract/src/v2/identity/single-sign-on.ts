/**
 * Signing in through the provider of a customer with OpenID Connect, and the link of the own account
 * with it (docs/single-sign-on.md). The browser opens the URL of `v2.sso.begin`; the provider leads
 * it to `/sso-callback/CUSTOMER_ID`, whose query goes to `v2.sso.finish`.
 */
import { type Static, Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { IdText, Nullable, Text } from '../../shapes.ts';
import { CodeNeeded, LoginData } from './session.ts';

const Address = Type.Object({
  /** URL at the provider, to open in the browser that sent this request. */
  url: Type.String(),
});

const FactorsBody = Type.Object({
  password: Text(),
  /** Required if the user has a second factor. */
  code: Type.Optional(Text(40)),
});

/** A code is required; `return_path` is that of `FinishData`. */
const SsoCodeNeeded = Type.Object({ ...CodeNeeded.properties, return_path: Type.String() });

const FinishData = Type.Object({
  /** Null if the own account was linked. */
  session: Nullable(LoginData),
  return_path: Type.String(),
});

/** A successful response is always `FinishData`; `SsoCodeNeeded` occurs only with that refusal. */
const FinishAnswer = Type.Unsafe<Static<typeof FinishData>>(
  Type.Union([FinishData, SsoCodeNeeded]),
);

const own = {
  who: 'signed-in',
  scope: 'own',
  tenantIds: [],
} as const;

export const singleSignOnCalls = defineCalls({
  'v2.sso.provider': {
    method: 'GET',
    path: '/api/v2/single-sign-on/:address',
    summary: 'Name of the provider with this sign-in address, for the button',
    who: 'public',
    scope: 'platform',
    effect: 'read',
    params: Type.Object({
      /** The last part of the sign-in address, which the administrators of a customer hand out. */
      address: Text(64),
    }),
    answer: { data: Type.Object({ name: Type.String() }) },
    tenantIds: [],
    example: { params: { address: '1-abcdefghijkmnpqrstuv' } },
  },
  'v2.sso.begin': {
    method: 'POST',
    path: '/api/v2/single-sign-on/begin',
    summary:
      'Begin a sign-in at the provider; the answer counts in the same browser for 10 minutes',
    who: 'public',
    scope: 'platform',
    effect: 'write',
    body: Type.Object({
      address: Text(64),
      /** Path of this application to open afterwards; defaults to the start page. */
      return_path: Type.Optional(Text(500)),
    }),
    answer: { data: Address },
    tenantIds: [],
    example: { body: { address: '1-abcdefghijkmnpqrstuv' } },
  },
  'v2.sso.finish': {
    method: 'POST',
    path: '/api/v2/single-sign-on/finish',
    summary: 'Finish a sign-in, or the link of the own account, with the answer of the provider',
    who: 'public',
    scope: 'platform',
    effect: 'write',
    body: Type.Object({
      /** From the path of the callback address. */
      customer_id: IdText,
      /** Query of the callback address, unchanged. */
      query: Text(8_000),
    }),
    answer: { data: FinishAnswer },
    tenantIds: [],
    example: { body: { customer_id: '1', query: 'code=x&state=x' } },
  },
  'v2.sso.logout': {
    method: 'POST',
    path: '/api/v2/single-sign-on/logout/:customer_id',
    summary: 'Back-channel logout: the provider ends the sessions that its logout token names',
    who: 'public',
    scope: 'platform',
    effect: 'write',
    params: Type.Object({ customer_id: IdText }),
    body: Type.Object({ logout_token: Text(16_000) }),
    acceptsForm: true,
    answer: {},
    tenantIds: [],
    example: { params: { customer_id: '1' }, body: { logout_token: 'x' } },
  },
  'v2.my.single-sign-on': {
    ...own,
    method: 'GET',
    path: '/api/v2/my/single-sign-on',
    summary: 'Provider of the own customer, and whether the own account is linked with it',
    effect: 'read',
    answer: {
      data: Type.Object({
        /** Empty if the customer has no provider. */
        provider_name: Type.String(),
        /** Epoch ms; null if the account is not linked. */
        linked_at: Nullable(Type.Number()),
        /** True if the provider created the account, which then has no password. */
        is_created: Type.Boolean(),
      }),
    },
    example: {},
  },
  'v2.my.single-sign-on.link': {
    ...own,
    method: 'POST',
    path: '/api/v2/my/single-sign-on/link',
    summary: 'Begin to link the own account with an account at the provider',
    effect: 'write',
    body: FactorsBody,
    answer: { data: Address },
    example: { body: { password: 'x' } },
  },
  'v2.my.single-sign-on.unlink': {
    ...own,
    method: 'POST',
    path: '/api/v2/my/single-sign-on/unlink',
    summary: 'Remove the link of the own account with the provider',
    effect: 'write',
    body: FactorsBody,
    answer: {},
    example: { body: { password: 'x' } },
  },
});
