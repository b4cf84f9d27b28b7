/** The caller's account: open sessions, sign-ins, second factor. For every user in any role. */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { IdText, Nullable, Text } from '../../shapes.ts';

/** Instants in epoch ms. */
export const SessionRow = Type.Object({
  /** Identifies the session; grants no access. */
  id: Type.String(),
  created_at: Type.Number(),
  /** Updated at most once a minute. */
  last_used_at: Type.Number(),
  expires_at: Type.Number(),
  address: Type.String(),
  /** Name that the client reported. */
  client: Type.String(),
  /** True for the session of this request. */
  current: Type.Boolean(),
});

export const SignInRow = Type.Object({
  at: Type.Number(),
  /** Empty on success; otherwise the reason for the refusal. */
  refusal: Type.String(),
  /** One of password, code, recovery-code and provider: the last proof of the user. */
  way: Type.String(),
  address: Type.String(),
  client: Type.String(),
});

const RecoveryCodes = Type.Object({
  /** Recovery codes, shown only in this response; each replaces one code of the authenticator. */
  recovery_codes: Type.Array(Type.String()),
});

/** Body of a sensitive change: the password, entered again. */
const PasswordBody = Type.Object({ password: Text() });
const WRONG_PASSWORD = { body: { password: 'x' } } as const;

/** Body of a call that removes protection: the password, and an authenticator or recovery code. */
const BothFactorsBody = Type.Object({ password: Text(), code: Text(40) });
const WRONG_FACTORS = { body: { password: 'x', code: '000000' } } as const;

export const myAccountCalls = defineCalls({
  'v2.my.account': {
    method: 'GET',
    path: '/api/v2/my/account',
    summary: 'Own sessions, the latest sign-ins, good and failed, and how the second factor stands',
    who: 'signed-in',
    scope: 'own',
    effect: 'read',
    beforeSecondFactor: true,
    answer: {
      data: Type.Object({
        sessions: Type.Array(SessionRow),
        sign_ins: Type.Array(SignInRow),
        second_factor: Type.Object({
          /** Null if the second factor is disabled. */
          since: Nullable(Type.Number()),
          recovery_codes_left: Type.Integer(),
        }),
      }),
    },
    tenantIds: [],
    example: {},
  },
  'v2.my.sessions.end': {
    method: 'DELETE',
    path: '/api/v2/my/sessions/:session',
    summary: 'End one of the own sessions, with its sockets and unsent commands, at once',
    who: 'signed-in',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ session: IdText }),
    answer: {},
    tenantIds: [{ at: 'params.session', of: 'session', miss: 'not-found' }],
    example: { params: { session: '{session}' } },
  },
  'v2.my.sessions.end-others': {
    method: 'POST',
    path: '/api/v2/my/sessions/end-others',
    summary: 'End every own session but this one',
    who: 'signed-in',
    scope: 'own',
    effect: 'write',
    answer: { data: Type.Object({ ended: Type.Integer() }) },
    tenantIds: [],
    example: {},
  },
  'v2.my.second-factor.begin': {
    method: 'POST',
    path: '/api/v2/my/second-factor',
    summary: 'A new key for an authenticator (RFC 6238); of no effect before its first right code',
    who: 'signed-in',
    scope: 'own',
    effect: 'write',
    beforeSecondFactor: true,
    body: PasswordBody,
    answer: {
      data: Type.Object({
        /** Base32. */
        key: Type.String(),
        otpauth_uri: Type.String(),
      }),
    },
    tenantIds: [],
    example: WRONG_PASSWORD,
  },
  'v2.my.second-factor.confirm': {
    method: 'POST',
    path: '/api/v2/my/second-factor/confirm',
    summary: 'Turn the second factor on with a first code; answers ten recovery codes',
    who: 'signed-in',
    scope: 'own',
    effect: 'write',
    beforeSecondFactor: true,
    body: Type.Object({ code: Text(40) }),
    answer: { data: RecoveryCodes },
    tenantIds: [],
    example: { body: { code: '000000' } },
  },
  'v2.my.second-factor.remove': {
    method: 'POST',
    path: '/api/v2/my/second-factor/remove',
    summary: 'Turn the second factor off',
    who: 'signed-in',
    scope: 'own',
    effect: 'write',
    beforeSecondFactor: true,
    body: BothFactorsBody,
    answer: {},
    tenantIds: [],
    example: WRONG_FACTORS,
  },
  'v2.my.second-factor.recovery-codes': {
    method: 'POST',
    path: '/api/v2/my/second-factor/recovery-codes',
    summary: 'Ten new recovery codes; the old ones are over',
    who: 'signed-in',
    scope: 'own',
    effect: 'write',
    beforeSecondFactor: true,
    body: BothFactorsBody,
    answer: { data: RecoveryCodes },
    tenantIds: [],
    example: WRONG_FACTORS,
  },
});
