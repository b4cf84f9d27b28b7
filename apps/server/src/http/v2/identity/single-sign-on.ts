/** v2 calls for signing in through the provider of a customer, and for the own link with it. */
import type { singleSignOnCalls } from '@busbar/contract/v2/identity/single-sign-on';
import { type Outcome, refused } from '@busbar/domain/refusal';
import { ATTEMPT_S } from '../../../areas/identity/single-sign-on/attempt-queries.ts';
import {
  type Begun,
  beginSignIn,
  findByCode,
} from '../../../areas/identity/single-sign-on/begin-sign-in.ts';
import { SSO_COOKIE } from '../../../areas/identity/single-sign-on/browser-secret.ts';
import { finishSignIn } from '../../../areas/identity/single-sign-on/finish-sign-in.ts';
import {
  beginLink,
  readLink,
  unlinkIdentity,
} from '../../../areas/identity/single-sign-on/link-identity.ts';
import { logoutByProvider } from '../../../areas/identity/single-sign-on/logout/back-channel-logout.ts';
import type { Context } from '../../../context.ts';
import { clientFacts, presentChallenge, presentSession } from '../../access/session-answers.ts';
import type { HandlersOf, RequestFacts } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';

export function singleSignOnHandlers(ctx: Context): HandlersOf<typeof singleSignOnCalls> {
  return {
    'v2.sso.provider': async ({ params }) => {
      const provider = await findByCode(ctx, params.address);
      return provider === undefined
        ? refused('sso-not-configured')
        : { data: { name: provider.name } };
    },
    'v2.sso.begin': async ({ body, facts }) => {
      const wanted = { code: body.address, path: body.return_path };
      return presentBegun(await beginSignIn(ctx, wanted, beginFacts(facts)), facts);
    },
    'v2.sso.finish': async ({ body, caller, facts }) => {
      const answer = {
        customer: body.customer_id,
        query: body.query,
        ssoCookie: facts.cookie(SSO_COOKIE),
        signal: facts.signal,
      };
      const finished = await finishSignIn(ctx, answer, caller, clientFacts(facts));
      if (!finished.ok) return finished;
      const { returnPath: return_path } = finished.value;
      if (finished.value.kind === 'linked') return { data: { session: null, return_path } };
      const { result } = finished.value;
      if ('challenge' in result) {
        const { data, ...refusal } = presentChallenge(result);
        return { ...refusal, data: { ...data, return_path } };
      }
      if (!result.ok) return result;
      const { data, msg } = presentSession(result, facts);
      return { data: { session: data, return_path }, msg };
    },
    'v2.sso.logout': async ({ params, body, facts }) => {
      const { address, signal } = facts;
      const request = { customer: params.customer_id, token: body.logout_token, address, signal };
      const ended = await logoutByProvider(ctx, request);
      return ended.ok ? {} : ended;
    },
    'v2.my.single-sign-on': async ({ caller }) => {
      const { providerName, linkedAt, isCreated } = await readLink(ctx, caller);
      return {
        data: { provider_name: providerName, linked_at: linkedAt, is_created: isCreated },
      };
    },
    'v2.my.single-sign-on.link': async ({ body, caller, facts }) => {
      const factors = { password: body.password, code: body.code ?? '' };
      return presentBegun(await beginLink(ctx, caller, factors, beginFacts(facts)), facts);
    },
    'v2.my.single-sign-on.unlink': async ({ body, caller }) => {
      const factors = { password: body.password, code: body.code ?? '' };
      const unlinked = await unlinkIdentity(ctx, caller, factors);
      return unlinked.ok ? { msg: REFUSAL_MESSAGES.updated } : unlinked;
    },
  };
}

const beginFacts = (facts: RequestFacts) => ({
  address: facts.address,
  ssoCookie: facts.cookie(SSO_COOKIE),
  signal: facts.signal,
});

function presentBegun(begun: Outcome<Begun>, facts: RequestFacts) {
  if (!begun.ok) return begun;
  const { url, ssoCookie } = begun.value;
  facts.setCookie(SSO_COOKIE, ssoCookie, { httpOnly: true, sameSite: 'lax', maxAgeS: ATTEMPT_S });
  return { data: { url } };
}
