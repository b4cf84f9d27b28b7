/** Reads what a provider publishes about itself, and prepares requests to it. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import * as openid from 'openid-client';
import type { Context } from '../../../context.ts';
import { guardedFetch, isLocalUrl, readServerUrl } from '../../shared/outbound/guarded-fetch.ts';
import { systemResolve } from '../../shared/outbound/guarded-request.ts';
import { limitedResolve } from '../../shared/outbound/limited-resolve.ts';
import { refusalOf } from './provider-errors.ts';
import type { Provider } from './provider-queries.ts';

const REMEMBERED_MS = 10 * 60_000;
const MOST_REMEMBERED = 500;

/** Public documents, so customers with the same issuer share them. */
const remembered = new Map<string, { metadata: openid.ServerMetadata; until: number }>();

const resolve = limitedResolve(systemResolve, 2);

type Connected = Pick<Provider, 'issuer' | 'clientId'> & { readonly clientSecret: string };

/** The returned configuration is for the requests of one call, whose total time is limited. */
export async function openProvider(
  ctx: Context,
  provider: Connected,
  signal: AbortSignal,
  { isFresh = false } = {},
): Promise<Outcome<openid.Configuration>> {
  const issuer = readServerUrl(provider.issuer, ctx.config.outbound);
  if (!issuer.ok) return refused(issuer.refusal, 'issuer');
  const { rules, execute } = requestRules(ctx, issuer.value, signal);
  try {
    const known = isFresh ? undefined : recall(ctx, provider.issuer);
    const metadata = known ?? (await discover(provider, issuer.value, { rules, execute }));
    if (!isUsable(metadata)) return refused('sso-provider-invalid', 'issuer');
    if (new URL(metadata.issuer).href !== issuer.value.href) {
      // The library permits other issuers to some hosts, for which any tenant would be accepted.
      return refused('sso-issuer-wrong', 'issuer');
    }
    if (known === undefined) remember(ctx, provider.issuer, metadata);
    return done(configure(ctx, provider, metadata, { rules, execute }));
  } catch (error) {
    const refusal = refusalOf(error);
    return refused(refusal === 'sso-answer-invalid' ? 'sso-provider-invalid' : refusal, 'issuer');
  }
}

interface Requests {
  readonly rules: openid.CustomFetch;
  readonly execute: ((config: openid.Configuration) => void)[];
}

function requestRules({ config }: Context, issuer: URL, signal: AbortSignal): Requests {
  const rules = guardedFetch({ rules: config.outbound, resolve, signal });
  const isPlain = issuer.protocol === 'http:';
  return {
    rules: rules as openid.CustomFetch,
    // The library refuses plain http; the guard permits it to this machine only.
    execute: isPlain ? [openid.allowInsecureRequests] : [],
  };
}

async function discover(
  { clientId }: Connected,
  issuer: URL,
  { rules, execute }: Requests,
): Promise<openid.ServerMetadata> {
  const options = { [openid.customFetch]: rules, execute };
  const config = await openid.discovery(issuer, clientId, undefined, openid.None(), options);
  return config.serverMetadata();
}

/** The browser opens these addresses: anything but https could run a script or leak the request. */
function isUsable(metadata: openid.ServerMetadata): boolean {
  const { authorization_endpoint: authorize, token_endpoint: token, jwks_uri: keys } = metadata;
  const { end_session_endpoint: end } = metadata;
  if (authorize === undefined || token === undefined || keys === undefined) return false;
  return [authorize, ...(end === undefined ? [] : [end])].every(isForBrowsers);
}

function isForBrowsers(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocalUrl(url));
}

function configure(
  { clock }: Context,
  { clientId, clientSecret }: Connected,
  metadata: openid.ServerMetadata,
  { rules, execute }: Requests,
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
  config[openid.customFetch] = rules;
  for (const extension of execute) extension(config);
  return config;
}

function recall({ clock }: Context, issuer: string): openid.ServerMetadata | undefined {
  const entry = remembered.get(issuer);
  return entry !== undefined && entry.until > clock.monotonic() ? entry.metadata : undefined;
}

function remember({ clock }: Context, issuer: string, metadata: openid.ServerMetadata): void {
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(issuer, { metadata, until: clock.monotonic() + REMEMBERED_MS });
}
