/**
 * A certified provider of OpenID Connect (the package oidc-provider) on loopback. Its login page is
 * replaced: the user who opens it is the one that the test has chosen. A test can change ID tokens
 * before they are sent, which are then signed with the key of the provider.
 */
import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { closeAfterFile } from '../support/close-after-file.ts';
import { memoryAdapter } from './oidc-storage.ts';
import { alterToken, type Claims } from './oidc-token.ts';

export interface Person {
  readonly sub: string;
  readonly groups?: unknown;
  readonly preferred_username?: string;
  readonly email?: string;
}

export interface OidcClient {
  readonly id: string;
  readonly secret: string;
  readonly redirectUri: string;
  readonly signedOutUri: string;
  /** Receives the logout tokens. */
  readonly logoutUri?: string;
  /** True if logout tokens name the session of the provider. */
  readonly hasSid?: boolean;
}

export interface OidcServer {
  readonly issuer: string;
  readonly port: number;
  /** The user of the next login page. */
  person: Person;
  /** Changes the claims of ID tokens. */
  alter: ((claims: Claims) => Claims) | undefined;
  /** False to sign changed tokens with a foreign key. */
  resign: boolean;
  /** Answers requests for the published settings with a redirect. */
  redirectTo: string | undefined;
  /** Changes the published settings. */
  publish: ((settings: Claims) => Claims) | undefined;
  /** Delays the answer to a code. */
  beforeToken: (() => Promise<void>) | undefined;
  /** Delays the keys, which are read after the token. */
  beforeKeys: (() => Promise<void>) | undefined;
  /** Paths of the requests so far. */
  readonly requests: string[];
  /** The key that signs tokens. */
  readonly key: KeyObject;
  /** Sends the client a logout token for an account, and for its session if the client names it. */
  logOut(clientId: string, sub: string, sid?: string): Promise<void>;
  register(client: OidcClient): Promise<void>;
  /** Refuses connections from now on. */
  stop(): Promise<void>;
}

/** A method that the types of the package omit. */
interface LogoutClient {
  backchannelLogout(sub: string, sid: string | undefined): Promise<void>;
}

export async function startOidcServer(): Promise<OidcServer> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { privateKey: foreignKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const state: { handle: (req: IncomingMessage, res: ServerResponse) => void } = {
    handle: (_req, res) => void res.writeHead(503).end(),
  };
  const server = createServer((req, res) => state.handle(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const people = new Map<string, Person>();
  const stop = closeAfterFile(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const storage = memoryAdapter();
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'test', use: 'sig', alg: 'RS256' };
  const provider = new Provider(issuer, {
    adapter: storage,
    jwks: { keys: [jwk] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    clients: [],
    scopes: ['openid', 'profile', 'email', 'groups'],
    claims: {
      openid: ['sub'],
      profile: ['preferred_username'],
      email: ['email'],
      groups: ['groups'],
    },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 3_600 },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    pkce: { required: () => true },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, sub) => {
      const { sub: _, ...claims } = people.get(sub) ?? { sub };
      return { accountId: sub, claims: () => Promise.resolve({ sub, ...claims }) };
    },
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const ids = { clientId: client.clientId, accountId: session.accountId };
      const grant = new ctx.oidc.provider.Grant(ids);
      grant.addOIDCScope('openid profile email groups');
      await grant.save();
      return grant;
    },
  });
  const oidc: OidcServer = {
    issuer,
    port,
    person: { sub: 'nobody' },
    alter: undefined,
    resign: true,
    redirectTo: undefined,
    publish: undefined,
    beforeToken: undefined,
    beforeKeys: undefined,
    requests: [],
    key: privateKey,
    async logOut(clientId, sub, sid) {
      const client = (await provider.Client.find(clientId)) as unknown as LogoutClient;
      await client.backchannelLogout(sub, sid);
    },
    async register({ id, secret, redirectUri, signedOutUri, logoutUri, hasSid = false }) {
      await storage('Client').upsert(id, {
        client_id: id,
        client_secret: secret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [signedOutUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_basic',
        ...(logoutUri === undefined
          ? {}
          : { backchannel_logout_uri: logoutUri, backchannel_logout_session_required: hasSid }),
      });
    },
    stop,
  };
  const callback = provider.callback();
  state.handle = (req, res) => {
    const path = (req.url ?? '').split('?', 1)[0] ?? '';
    oidc.requests.push(path);
    if (path.startsWith('/interaction/')) {
      people.set(oidc.person.sub, oidc.person);
      void provider.interactionFinished(req, res, { login: { accountId: oidc.person.sub } });
      return;
    }
    if (path === '/token')
      changeAnswer(res, (body) => altered(body, oidc, oidc.resign ? privateKey : foreignKey));
    if (path.endsWith('/openid-configuration')) {
      if (oidc.redirectTo !== undefined) {
        res.writeHead(302, { location: oidc.redirectTo }).end();
        return;
      }
      changeAnswer(res, (body) => oidc.publish?.(body) ?? body);
    }
    const before = { '/token': oidc.beforeToken, '/jwks': oidc.beforeKeys }[path];
    if (before !== undefined) {
      void before().then(() => callback(req, res));
      return;
    }
    void callback(req, res);
  };
  return oidc;
}

/** Replaces the JSON body that the provider writes. */
function changeAnswer(res: ServerResponse, change: (body: Claims) => Claims): void {
  const end = res.end.bind(res) as (text: string) => ServerResponse;
  res.end = ((text?: string | Buffer) => {
    if (text === undefined || res.statusCode !== 200) return end(String(text ?? ''));
    const changed = JSON.stringify(change(JSON.parse(String(text)) as Claims));
    res.setHeader('content-length', Buffer.byteLength(changed));
    return end(changed);
  }) as typeof res.end;
}

function altered(body: Claims, { alter }: OidcServer, key: KeyObject): Claims {
  const token = body['id_token'];
  if (alter === undefined || typeof token !== 'string') return body;
  return { ...body, id_token: alterToken(token, alter, key) };
}
