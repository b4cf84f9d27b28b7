/** Reads what a provider publishes about itself, and prepares requests to it. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import * as openid from 'openid-client';
import type { Context } from '../../../context.ts';
import { guardedFetch, readServerUrl } from '../../shared/outbound/guarded-fetch.ts';
import type { Resolve } from '../../shared/outbound/guarded-request.ts';
import { lookUpName } from '../../shared/outbound/name-lookups.ts';
import { refusalOf } from './provider-errors.ts';
import type { Provider } from './provider-queries.ts';
import { readMetadata } from './read-metadata.ts';
import { RememberedMetadata } from './remembered-metadata.ts';

const remembered = new RememberedMetadata();

type Connected = Pick<Provider, 'customerId' | 'issuer' | 'clientId'> & {
  readonly clientSecret: string;
};

export interface Published {
  readonly metadata: openid.ServerMetadata;
  /** For the requests of one call, whose total time is limited. */
  readonly send: ReturnType<typeof guardedFetch>;
}

/** The returned configuration is for the requests of one call, whose total time is limited. */
export async function openProvider(
  ctx: Context,
  provider: Connected,
  signal: AbortSignal,
  options: { readonly isFresh?: boolean } = {},
): Promise<Outcome<openid.Configuration>> {
  const published = await readPublished(ctx, provider, signal, options);
  if (!published.ok) return published;
  const { metadata, send } = published.value;
  return done(configure(ctx, provider, metadata, send));
}

/** Reads the published settings, which are remembered for ten minutes unless `isFresh` is true. */
export async function readPublished(
  ctx: Context,
  provider: Pick<Provider, 'customerId' | 'issuer'>,
  signal: AbortSignal,
  { isFresh = false } = {},
): Promise<Outcome<Published>> {
  const issuer = readServerUrl(provider.issuer, ctx.config.outbound);
  if (!issuer.ok) return refused(issuer.refusal, 'issuer');
  const resolve: Resolve = (name, until) => lookUpName(provider.customerId, name, until);
  const send = guardedFetch({ rules: ctx.config.outbound, resolve, signal });
  try {
    const known = isFresh ? undefined : remembered.find(ctx, provider);
    const metadata = known ?? (await readMetadata(send, issuer.value));
    if (metadata === undefined) return refused('sso-provider-invalid', 'issuer');
    if (new URL(metadata.issuer).href !== issuer.value.href) {
      return refused('sso-issuer-wrong', 'issuer');
    }
    if (known === undefined) remembered.store(ctx, provider, metadata);
    return done({ metadata, send });
  } catch (error) {
    const refusal = refusalOf(error);
    return refused(refusal === 'sso-answer-invalid' ? 'sso-provider-invalid' : refusal, 'issuer');
  }
}

function configure(
  { clock }: Context,
  { clientId, clientSecret }: Connected,
  metadata: openid.ServerMetadata,
  send: ReturnType<typeof guardedFetch>,
): openid.Configuration {
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const isBasic = methods.includes('client_secret_basic');
  const client: Partial<openid.ClientMetadata> = {
    // The library reads the clock of the machine; ours may follow that of the database.
    [openid.clockSkew]: Math.round((clock.now() - Date.now()) / 1000),
  };
  const config = new openid.Configuration(
    metadata,
    clientId,
    client,
    isBasic ? openid.ClientSecretBasic(clientSecret) : openid.ClientSecretPost(clientSecret),
  );
  // By default the library trusts TLS and does not verify the signature of an ID token.
  openid.enableNonRepudiationChecks(config);
  config[openid.customFetch] = send as openid.CustomFetch;
  // The library refuses plain http; the guard permits it to this machine only.
  if (new URL(metadata.issuer).protocol === 'http:') openid.allowInsecureRequests(config);
  return config;
}
