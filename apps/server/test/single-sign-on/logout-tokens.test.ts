/** Back-channel logout (OpenID Connect Back-Channel Logout 1.0) by a certified provider. */
import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { purgeOldLogouts } from '../../src/areas/identity/single-sign-on/logout/logout-queries.ts';
import { codeShown } from '../support/authenticator.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { PASSWORD } from '../support/factories/customer.ts';
import { fixture } from '../support/fixture.ts';
import type { HttpClient } from '../support/http-client.ts';
import { startLogoutRelay } from './logout-relay.ts';
import { type Claims, signToken } from './oidc-token.ts';
import { ssoFixture } from './sso-fixture.ts';

const FACTOR = '/api/v2/my/second-factor';
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

describeWithDatabase('a logout token', (database) => {
  const sso = ssoFixture(database);
  const relay = fixture(() => startLogoutRelay(sso.server));
  const clientId = () => `busbar-${sso.customer.customerId}`;
  let sids: string[] = [];

  async function register(hasSid: boolean) {
    await sso.configure(sso.admin, sso.provider);
    const settings = await sso.settingsOf(sso.admin.client);
    relay.path = new URL(settings.logout_address).pathname;
    await sso.provider.register({
      ...{ id: clientId(), secret: `secret-${sso.customer.customerId}` },
      redirectUri: settings.callback_address,
      signedOutUri: settings.signed_out_address,
      ...{ logoutUri: relay.address, hasSid },
    });
  }
  beforeEach(async () => {
    sids = [];
    // Reads the identifiers of the sessions that the provider names.
    sso.provider.alter = (claims) => {
      if (typeof claims['sid'] === 'string') sids.push(claims['sid']);
      return claims;
    };
    await register(true);
  });

  async function signedIn(sub: string): Promise<HttpClient> {
    const who = sso.browser();
    const { body } = await sso.signIn({ sub, groups: ['staff'] }, { who });
    expect(body).toMatchObject({ code: 0 });
    return who;
  }
  const status = async (who: HttpClient) => (await who.post('/api/v2/ping-token')).status;
  const signOuts = () =>
    database.db
      .selectFrom('operation_log')
      .where('customer_id', '=', sso.customer.customerId)
      .where('command', '=', 'sign out')
      .select(['detail', 'status'])
      .orderBy('operation_log_id', 'desc')
      .execute();

  it('ends the session that it names, and no other', async () => {
    const [first, second] = [await signedIn('bo'), await signedIn('bo')];
    const other = await signedIn('other');
    expect(new Set(sids).size).toBe(3);
    await sso.provider.logOut(clientId(), 'bo', sids[0]);
    expect([await status(first), await status(second), await status(other)]).toEqual([
      401, 200, 200,
    ]);
    expect((await signOuts())[0]).toMatchObject({
      status: 'done',
      detail: { way: 'provider', sessions: 1 },
    });
  });

  it('without a session ends all sessions of the account that the provider opened', async () => {
    await register(false);
    const user = await sso.linkedUser('ada');
    const [first, second] = [await signedIn('ada'), await signedIn('ada')];
    const other = await signedIn('cy');
    await sso.provider.logOut(clientId(), 'ada');
    expect([await status(first), await status(second)]).toEqual([401, 401]);
    expect([await status(user), await status(other)]).toEqual([200, 200]);
  });

  it('ends the push messages of the user', async () => {
    const who = await signedIn('pia');
    const { user_id, ...keys } = {
      user_id: (await who.post('/api/v2/ping-token')).body.data.user_info.user_id,
      ...{ endpoint: 'https://push.example/x', p256dh: 'x', auth: 'x' },
    };
    const owner = database.as('owner').db;
    const of = { customer_id: sso.customer.customerId, user_id, created_at: new Date() };
    await owner
      .insertInto('push_subscription')
      .values({ ...of, ...keys })
      .execute();
    await sso.provider.logOut(clientId(), 'pia', sids[0]);
    const left = await owner
      .selectFrom('push_subscription')
      .where('user_id', '=', user_id)
      .selectAll()
      .execute();
    expect(left).toEqual([]);
  });

  it('works once', async () => {
    const first = await signedIn('dot');
    await sso.provider.logOut(clientId(), 'dot', sids[0]);
    expect(await status(first)).toBe(401);
    const token = relay.tokens.at(-1)!;
    expect(await relay.send(token)).toBe(400);
  });

  it('is accepted for an account that has never signed in here', async () => {
    await sso.provider.logOut(clientId(), 'unknown', 'unknown');
  });

  const now = () => inSeconds(0);
  const valid = (): Claims => ({
    iss: sso.provider.issuer,
    aud: clientId(),
    iat: now(),
    jti: `token-${Math.random()}`,
    events: { [EVENT]: {} },
    sub: 'eve',
    sid: sids[0],
  });
  const header = { alg: 'RS256', kid: 'test', typ: 'logout+jwt' };

  it.each<[string, (claims: Claims) => Claims]>([
    ['another issuer', (claims) => ({ ...claims, iss: 'https://x.example' })],
    ['no issuer', ({ iss: _, ...claims }) => claims],
    ['another audience', (claims) => ({ ...claims, aud: 'x' })],
    ['an old time', (claims) => ({ ...claims, iat: inSeconds(-400) })],
    ['a time of the future', (claims) => ({ ...claims, iat: inSeconds(90) })],
    ['no time', ({ iat: _, ...claims }) => claims],
    ['an end that has passed', (claims) => ({ ...claims, exp: inSeconds(-60) })],
    ['no jti', ({ jti: _, ...claims }) => claims],
    ['a number as jti', (claims) => ({ ...claims, jti: 5 })],
    ['no events', ({ events: _, ...claims }) => claims],
    ['another event', (claims) => ({ ...claims, events: { other: {} } })],
    ['a text as event', (claims) => ({ ...claims, events: { [EVENT]: 'x' } })],
    ['a nonce', (claims) => ({ ...claims, nonce: 'x' })],
    ['a nonce without a value', (claims) => ({ ...claims, nonce: null })],
    ['neither sub nor sid', ({ sub: _, sid: __, ...claims }) => claims],
    ['an object as sub', (claims) => ({ ...claims, sub: { eve: true } })],
  ])('is refused with %s', async (_name, alter) => {
    const who = await signedIn('eve');
    const token = signToken(header, alter(valid()), sso.provider.key);
    expect(await relay.send(token)).toBe(400);
    expect(await status(who)).toBe(200);
  });

  it('is accepted in the form that the wrong ones above have', async () => {
    const who = await signedIn('eve');
    expect(await relay.send(signToken(header, valid(), sso.provider.key))).toBe(200);
    expect(await status(who)).toBe(401);
  });

  it('is refused with a foreign signature, without one, and with another type', async () => {
    const who = await signedIn('eve');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const signed = signToken(header, valid(), sso.provider.key);
    const [, claims] = signToken({ alg: 'none' }, valid(), privateKey).split('.');
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
    for (const token of [
      signToken(header, valid(), privateKey),
      none,
      signToken({ ...header, typ: 'at+jwt' }, valid(), sso.provider.key),
      `${signed}x`,
      'x',
      '',
    ]) {
      expect(await relay.send(token), token).toBe(400);
    }
    expect(await status(who)).toBe(200);
  });

  it('of one customer ends no session of another with the same provider', async () => {
    await sso.configure(sso.strangeAdmin, sso.provider, {}, sso.stranger.groupId);
    const who = sso.browser();
    const of = sso.strangeAdmin.client;
    await sso.signIn({ sub: 'eve', groups: ['staff'] }, { who, of });
    const token = signToken(header, valid(), sso.provider.key);
    const own = relay.path;
    relay.path = own.replace(/\d+$/, String(sso.stranger.customerId));
    expect(await relay.send(token)).toBe(400);
    relay.path = own;
    expect(await relay.send(token)).toBe(200);
    expect(await status(who)).toBe(200);
  });

  it('sends no request to the provider for a token of another issuer or client', async () => {
    const before = sso.provider.requests.length;
    for (const more of [{ iss: 'https://x.example' }, { aud: 'x' }]) {
      expect(await relay.send(signToken(header, { ...valid(), ...more }, sso.provider.key))).toBe(
        400,
      );
    }
    expect(sso.provider.requests).toHaveLength(before);
  });

  it('is refused from an address that has sent too many wrong ones', async () => {
    const address = '198.51.100.9';
    for (let i = 0; i < 60; i++) expect(await relay.send('x', address)).toBe(400);
    expect(await relay.send('x', address)).toBe(429);
    expect(await relay.send('x', '198.51.100.10')).toBe(400);
  });

  it('ends a sign-in that waits for a code', async () => {
    const token = (sub: string) =>
      signToken(header, { ...valid(), sub, sid: undefined }, sso.provider.key);
    const user = await sso.linkedUser('gil');
    const { key } = (await user.post(FACTOR, { password: PASSWORD })).body.data;
    await user.post(`${FACTOR}/confirm`, { code: codeShown(key, sso.clock.now()) });
    const who = sso.browser();
    const first = await sso.signIn({ sub: 'gil', groups: ['staff'] }, { who });
    expect(first.body).toMatchObject({ reason: 'second-factor-required' });
    expect(await relay.send(token('gil'))).toBe(200);
    const { challenge } = first.body.data;
    const { body } = await who.post('/api/v2/login/code', {
      challenge,
      code: codeShown(key, sso.clock.now(), 1),
    });
    expect(body).toMatchObject({ reason: 'sign-in-over' });
  });

  it.each([
    ['names the session', true],
    ['names the account only', false],
  ])('opens no session for a sign-in in progress if it %s', async (_name, hasSid) => {
    const sub = `late-${hasSid}`;
    let sent = 0;
    sso.provider.beforeKeys = async () => {
      sso.provider.beforeKeys = undefined;
      const logout = { ...valid(), sub, sid: hasSid ? sids[0] : undefined };
      sent = await relay.send(signToken(header, logout, sso.provider.key));
    };
    const { body } = await sso.signIn({ sub, groups: ['staff'] });
    expect([sent, body.reason]).toEqual([200, 'sso-over']);
    expect((await sso.signIn({ sub, groups: ['staff'] })).body).toMatchObject({ code: 0 });
  });

  it('is stored until it can no longer be accepted', async () => {
    const owner = database.as('owner').db;
    const stored = () => owner.selectFrom('provider_logout').selectAll().execute();
    await signedIn('eve');
    expect(await relay.send(signToken(header, valid(), sso.provider.key))).toBe(200);
    const before = await stored();
    sso.clock.advance(5 * 60_000);
    await purgeOldLogouts(sso.server.parts.context);
    expect(await stored()).toHaveLength(before.length);
    sso.clock.advance(10 * 60_000);
    await purgeOldLogouts(sso.server.parts.context);
    expect(await stored()).toEqual([]);
  });
});
