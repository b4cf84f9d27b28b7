/**
 * Tests the settings of a provider before they are saved: reads its published settings, and sends a
 * code that it never issued. A provider that knows the client refuses the code and not the client.
 */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import * as openid from 'openid-client';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { secretsOf } from '../../shared/installation/sealed-secrets.ts';
import { ssoTestOfCustomer } from '../guessing/throttle-buckets.ts';
import { charge } from '../passwords/guess.ts';
import { storedSecret } from './change-provider.ts';
import { settingsRefusal } from './group-rows.ts';
import { openProvider } from './open-provider.ts';
import { refusalOf } from './provider-errors.ts';
import { findProvider } from './provider-queries.ts';
import { callbackUrl } from './sso-addresses.ts';

export interface TestedSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Empty to test with the stored secret. */
  readonly clientSecret: string;
}

export interface TestedProvider {
  readonly endsSessions: boolean;
}

export async function testProvider(
  ctx: Context,
  caller: Caller,
  given: TestedSettings,
  signal: AbortSignal,
): Promise<Outcome<TestedProvider>> {
  const { customerId } = caller;
  const overreach = settingsRefusal(caller);
  if (overreach !== undefined) return refused(overreach);
  const callback = callbackUrl(ctx.config, customerId);
  if (callback === undefined) return refused('sso-needs-public-url');
  const tested = { issuer: given.issuer.trim(), clientId: given.clientId.trim() };
  if (tested.clientId === '') return refused('sso-client-id-invalid', 'clientId');
  const stored = await findProvider(ctx.database.db, secretsOf(ctx.config), customerId);
  const clientSecret = given.clientSecret.trim() || storedSecret(tested, stored);
  if (clientSecret === undefined) return refused('sso-secret-required', 'clientSecret');
  if (!(await charge(ctx, [ssoTestOfCustomer(customerId)]))) return refused('too-many-attempts');
  const connected = { customerId, ...tested, clientSecret };
  const opened = await openProvider(ctx, connected, signal, { isFresh: true });
  if (!opened.ok) return opened;
  const refusal = await clientRefusal(opened.value, callback);
  if (refusal !== undefined) return refused(refusal, 'clientSecret');
  const { end_session_endpoint: end } = opened.value.serverMetadata();
  return done({ endsSessions: end !== undefined });
}

async function clientRefusal(config: openid.Configuration, callback: URL) {
  try {
    await openid.genericGrantRequest(config, 'authorization_code', {
      code: 'busbar-test',
      redirect_uri: callback.href,
      code_verifier: openid.randomPKCECodeVerifier(),
    });
    return 'sso-answer-invalid' as const;
  } catch (error) {
    const refusal = refusalOf(error);
    return refusal === 'sso-over' ? undefined : refusal;
  }
}
