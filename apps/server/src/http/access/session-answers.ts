/** Response to sign-in and session query: the same on both versions (docs/decisions.md 4). */
import type { CodeNeeded, LoginData } from '@busbar/contract/v2/identity/session';
import { permissionsOf } from '@busbar/domain/access/permission';
import type { Role } from '@busbar/domain/access/role';
import { owesSecondFactor } from '@busbar/domain/access/second-factor-rule';
import { pickSnakeCase } from '@busbar/domain/key-case';
import type { Outcome, Refused } from '@busbar/domain/refusal';
import type { Static } from 'typebox';
import type { CodeRequired } from '../../areas/identity/login/after-first-proof.ts';
import {
  KNOWN_BROWSER_COOKIE,
  KNOWN_BROWSER_MAX_AGE_S,
} from '../../areas/identity/login/known-browser.ts';
import { loginWithCode } from '../../areas/identity/login/login-code-service.ts';
import { login } from '../../areas/identity/login/login-service.ts';
import type { ClientFacts, LoginResult } from '../../areas/identity/login/open-session.ts';
import type { UserProfile } from '../../areas/identity/sessions/profile-queries.ts';
import { SESSION_COOKIE } from '../../areas/shared/secrets/session-secret.ts';
import type { Context } from '../../context.ts';
import type { RefusedWithParts, RequestFacts } from '../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../responses/errors.ts';
import { onWire } from '../responses/field-names.ts';

type LoginAnswer = { data: Static<typeof LoginData>; msg: string };

const ROLE_NAMES: Readonly<Record<Role, string>> = {
  platform: 'Platform administrator',
  admin: 'Administrator',
  engineer: 'Engineer',
  operator: 'Operator',
  viewer: 'Viewer',
  auditor: 'Auditor',
};

export function presentUser(profile: UserProfile): LoginAnswer['data']['user_info'] {
  return {
    in_root_group: profile.isInRootGroup,
    first_steps: !profile.hasDismissedFirstSteps,
    role_type: profile.role,
    role_name: profile.ownRoleName ?? ROLE_NAMES[profile.role],
    permissions: permissionsOf(profile),
    customer_name: profile.role === 'platform' ? null : profile.customerName,
    languages: [...profile.languages],
    ...(profile.ownRoleName === null ? {} : { own_role_name: profile.ownRoleName }),
    ...pickSnakeCase(profile, 'groupName', 'groupId', 'userId', 'userName', 'zoneId', 'zone'),
  };
}

export interface LoginInput {
  readonly user_account: string;
  readonly password: string;
  readonly login_type?: 'user' | 'admin';
}

export async function answerLogin(
  ctx: Context,
  body: LoginInput,
  facts: RequestFacts,
): Promise<LoginAnswer | Refused | RefusedWithParts> {
  const outcome = await login(ctx, {
    account: body.user_account,
    password: body.password,
    mode: body.login_type ?? 'user',
    ...clientFacts(facts),
  });
  if ('challenge' in outcome) return presentChallenge(outcome);
  if (!outcome.ok) return onWire(outcome, { account: 'user_account' });
  return presentSession(outcome, facts);
}

export function presentChallenge(
  outcome: CodeRequired,
): RefusedWithParts & { readonly data: Static<typeof CodeNeeded> } {
  const data: Static<typeof CodeNeeded> = {
    challenge: outcome.challenge,
    expires_in: outcome.expiresIn,
  };
  return { ...onWire(outcome, {}), data };
}

export async function answerLoginCode(
  ctx: Context,
  body: { readonly challenge: string; readonly code: string },
  facts: RequestFacts,
): Promise<LoginAnswer | Refused> {
  const outcome = await loginWithCode(ctx, { ...body, ...clientFacts(facts) });
  return outcome.ok ? presentSession(outcome, facts) : outcome;
}

export const clientFacts = (facts: RequestFacts): ClientFacts => ({
  address: facts.address,
  client: facts.client,
  fromBrowser: facts.fromBrowser,
  knownBrowserCookie: facts.cookie(KNOWN_BROWSER_COOKIE),
  sessionCookie: facts.cookie(SESSION_COOKIE),
});

export function presentSession(
  outcome: Extract<Outcome<LoginResult>, { ok: true }>,
  facts: RequestFacts,
): LoginAnswer {
  const { token, cookies, mustChangePassword, profile } = outcome.value;
  if (cookies !== undefined) {
    facts.setCookie(SESSION_COOKIE, cookies.session, { httpOnly: true });
    facts.setCookie(KNOWN_BROWSER_COOKIE, cookies.knownBrowser, {
      httpOnly: true,
      maxAgeS: KNOWN_BROWSER_MAX_AGE_S,
    });
  }
  const data = {
    token,
    reset_pwd: mustChangePassword,
    second_factor_due: owesSecondFactor(profile, profile),
    user_info: presentUser(profile),
  };
  return { data, msg: REFUSAL_MESSAGES.loggedIn };
}
