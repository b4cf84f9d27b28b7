/** Signs a user out here and, if the provider opened the session, leads the browser there too. */
import * as openid from 'openid-client';
import type { Caller } from '../../../../caller.ts';
import type { Context } from '../../../../context.ts';
import { idTokenOf } from '../../../shared/installation/sealed-columns.ts';
import { secretsOf } from '../../../shared/installation/sealed-secrets.ts';
import { logout } from '../../sessions/session-service.ts';
import { openProvider } from '../open-provider.ts';
import { findProvider } from '../provider-queries.ts';
import { findProviderSession, type ProviderSession } from '../provider-session-queries.ts';
import { signedOutUrl } from '../sso-addresses.ts';

/** Returns the page of the provider that ends its session, if there is one to open. */
export async function signOut(
  ctx: Context,
  caller: Caller,
  signal: AbortSignal,
): Promise<string | undefined> {
  const opened = await findProviderSession(ctx.database.db, caller.tokenHash);
  // The sessions end first: signing out here never depends on the provider.
  await logout(ctx, caller);
  return opened === undefined ? undefined : providerPage(ctx, caller, opened, signal);
}

async function providerPage(
  ctx: Context,
  { customerId, userId }: Caller,
  { issuer, idToken }: ProviderSession,
  signal: AbortSignal,
): Promise<string | undefined> {
  const secrets = secretsOf(ctx.config);
  const back = signedOutUrl(ctx.config);
  const provider = await findProvider(ctx.database.db, secrets, customerId);
  if (back === undefined || provider?.clientSecret === undefined) return undefined;
  if (provider.issuer !== issuer) return undefined;
  const { clientSecret } = provider;
  const opened = await openProvider(ctx, { ...provider, clientSecret }, signal);
  if (!opened.ok || opened.value.serverMetadata().end_session_endpoint === undefined) {
    return undefined;
  }
  const hint = idToken === null ? undefined : secrets.open(idTokenOf(customerId, userId), idToken);
  return openid.buildEndSessionUrl(opened.value, {
    post_logout_redirect_uri: back.href,
    ...(hint === undefined ? {} : { id_token_hint: hint }),
  }).href;
}
