/**
 * Reads the settings that a provider publishes (OpenID Connect Discovery 1.0). The provider belongs
 * to a customer and may publish anything, so only the fields in use are returned, each of them
 * checked and short.
 */
import type { ServerMetadata } from 'openid-client';
import { type guardedFetch, isLocalUrl } from '../../shared/outbound/guarded-fetch.ts';

const WELL_KNOWN = '/.well-known/openid-configuration';
const ADDRESS_LENGTH = 500;
const MAX_LIST = 1000;

const SCOPES = ['profile', 'email', 'groups'];
const METHODS = ['client_secret_basic', 'client_secret_post'];
/** Signatures that only the provider can make (RFC 7518 3.1, RFC 8037, RFC 9864). */
export const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** Returns undefined if the settings are unusable. */
export async function readMetadata(
  send: ReturnType<typeof guardedFetch>,
  issuer: URL,
): Promise<ServerMetadata | undefined> {
  const url = new URL(issuer);
  url.pathname = `${url.pathname.replace(/\/$/, '')}${WELL_KNOWN}`;
  const response = await send(url, { headers: { accept: 'application/json' } });
  const isJson = /^application\/json\b/i.test(response.headers.get('content-type') ?? '');
  if (response.status !== 200 || !isJson) return undefined;
  return usedFields(parse(await response.text()));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The error quotes the text of the provider.
    return undefined;
  }
}

/** Thrown and caught in this file. */
class Unusable extends Error {}

function usedFields(published: unknown): ServerMetadata | undefined {
  if (typeof published !== 'object' || published === null) return undefined;
  const all = published as Readonly<Record<string, unknown>>;
  try {
    const used = {
      issuer: required(address(all['issuer'])),
      authorization_endpoint: forBrowsers(required(address(all['authorization_endpoint']))),
      token_endpoint: required(address(all['token_endpoint'])),
      jwks_uri: required(address(all['jwks_uri'])),
      userinfo_endpoint: address(all['userinfo_endpoint']),
      end_session_endpoint: forBrowsers(address(all['end_session_endpoint'])),
      scopes_supported: list(all['scopes_supported'], SCOPES),
      token_endpoint_auth_methods_supported: list(
        all['token_endpoint_auth_methods_supported'],
        METHODS,
      ),
      ...algorithms(all, 'id_token_signing_alg_values_supported'),
      ...algorithms(all, 'userinfo_signing_alg_values_supported'),
      authorization_response_iss_parameter_supported:
        all['authorization_response_iss_parameter_supported'] === true,
    };
    const present = Object.entries(used).filter(([, value]) => value !== undefined);
    return Object.fromEntries(present) as ServerMetadata;
  } catch (error) {
    if (error instanceof Unusable) return undefined;
    throw error;
  }
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Unusable();
  return value;
}

function address(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const isAddress =
    typeof value === 'string' && value.length <= ADDRESS_LENGTH && URL.canParse(value);
  if (!isAddress) throw new Unusable();
  return value;
}

/** The browser opens these addresses: anything but https could run a script or leak the request. */
function forBrowsers<T extends string | undefined>(value: T): T {
  if (value === undefined) return value;
  const url = new URL(value);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLocalUrl(url))) return value;
  throw new Unusable();
}

/** Returns the known values of the list in their order here, so the result is short. */
function list(value: unknown, known: readonly string[]): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.length > MAX_LIST) throw new Unusable();
  return known.filter((one) => value.includes(one));
}

const algorithms = (all: Readonly<Record<string, unknown>>, name: string) => ({
  [name]: list(all[name], ALGORITHMS),
});
