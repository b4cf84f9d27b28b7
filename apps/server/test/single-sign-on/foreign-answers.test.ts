/** Answers of a provider that must not sign anyone in: another's, used before, or changed. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { providerBrowser } from './provider-browser.ts';
import { ssoFixture } from './sso-fixture.ts';

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const ANNA = { sub: 'anna', groups: ['staff'], preferred_username: 'user.anna' };

describeWithDatabase('an answer of a provider', (database) => {
  const sso = ssoFixture(database);
  beforeAll(async () => {
    // Such a provider does not promise to send `iss`, so an answer without it is examined further.
    const withoutIss = ({
      authorization_response_iss_parameter_supported: _,
      ...settings
    }: Record<string, unknown>) => settings;
    sso.provider.publish = withoutIss;
    sso.other.publish = withoutIss;
    await sso.configure(sso.admin, sso.provider);
    await sso.configure(sso.strangeAdmin, sso.other, {}, sso.stranger.groupId);
  });
  beforeEach(() => {
    sso.provider.alter = undefined;
    sso.provider.person = ANNA;
    sso.other.person = ANNA;
  });

  /** Signs in at the provider and returns what it sends back, before it is used. */
  async function answered(who = sso.browser(), of = sso.admin.client): Promise<URL> {
    const { body } = await sso.begin(who, of);
    return providerBrowser().open(body.data.url);
  }
  const reason = async (answer: ReturnType<typeof sso.finish>) => (await answer).body.reason;

  it('works once', async () => {
    const who = sso.browser();
    const answer = await answered(who);
    expect((await sso.finish(who, answer)).body.code).toBe(0);
    expect(await reason(sso.finish(who, answer))).toBe('sso-over');
  });

  it('works once if it is sent twice at the same time', async () => {
    const who = sso.browser();
    const answer = await answered(who);
    const all = await Promise.all([sso.finish(who, answer), sso.finish(who, answer)]);
    expect(all.map(({ body }) => body.reason ?? 'in').toSorted()).toEqual(['in', 'sso-over']);
  });

  it('is refused in a browser that did not begin, whose own sign-in goes on', async () => {
    const [victim, attacker] = [sso.browser(), sso.browser()];
    const own = await answered(victim);
    const answer = await answered(attacker);
    expect(await reason(sso.finish(victim, answer))).toBe('sso-over');
    expect(await reason(sso.finish(sso.browser(), own))).toBe('sso-over');
    expect((await sso.finish(victim, own)).body.code).toBe(0);
  });

  it('is refused if the code belongs to another sign-in', async () => {
    const [victim, attacker] = [sso.browser(), sso.browser()];
    const own = await answered(victim);
    const answer = await answered(attacker);
    own.searchParams.set('code', answer.searchParams.get('code')!);
    expect(await reason(sso.finish(victim, own))).toBe('sso-over');
  });

  it('is refused at the callback of another customer, with and without iss', async () => {
    for (const hasIss of [true, false]) {
      const who = sso.browser();
      const answer = await answered(who);
      if (!hasIss) answer.searchParams.delete('iss');
      answer.pathname = `/sso-callback/${sso.stranger.customerId}`;
      expect(await reason(sso.finish(who, answer))).toBe('sso-over');
    }
  });

  it('is refused if the provider of another customer sends it for a sign-in here', async () => {
    const who = sso.browser();
    const own = await answered(who);
    const state = own.searchParams.get('state')!;
    const foreign = await answered(sso.browser(), sso.strangeAdmin.client);
    foreign.pathname = own.pathname;
    foreign.searchParams.set('state', state);
    expect(await reason(sso.finish(who, foreign))).toBe('sso-issuer-wrong');
    // Each state is used once, so the second answer has one of its own.
    const again = await answered(who);
    foreign.searchParams.set('state', again.searchParams.get('state')!);
    foreign.searchParams.delete('iss');
    expect(await reason(sso.finish(who, foreign))).toBe('sso-over');
  });

  it('is refused after ten minutes', async () => {
    const who = sso.browser();
    const answer = await answered(who);
    sso.clock.advance(10 * 60_000);
    expect(await reason(sso.finish(who, answer))).toBe('sso-over');
    sso.clock.stepTo(Date.now());
  });

  it('is refused if the settings were changed in the meantime', async () => {
    const who = sso.browser();
    const answer = await answered(who);
    await sso.configure(sso.admin, sso.provider);
    expect(await reason(sso.finish(who, answer))).toBe('sso-over');
  });

  it('is refused if the user cancels at the provider', async () => {
    const who = sso.browser();
    const answer = await answered(who);
    answer.searchParams.delete('code');
    answer.searchParams.set('error', 'access_denied');
    expect(await reason(sso.finish(who, answer))).toBe('sso-denied');
  });

  it.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>, string]>([
    ['a wrong nonce', (claims) => ({ ...claims, nonce: 'other' }), 'sso-answer-invalid'],
    ['no nonce', ({ nonce: _, ...claims }) => claims, 'sso-answer-invalid'],
    ['no sub', ({ sub: _, ...claims }) => claims, 'sso-answer-invalid'],
    ['an empty sub', (claims) => ({ ...claims, sub: '' }), 'sso-answer-invalid'],
    ['another issuer', (claims) => ({ ...claims, iss: 'https://x.example' }), 'sso-issuer-wrong'],
    ['another audience', (claims) => ({ ...claims, aud: 'x' }), 'sso-answer-invalid'],
    ['another authorized party', (claims) => ({ ...claims, azp: 'x' }), 'sso-answer-invalid'],
    ['no text as authorized party', (claims) => ({ ...claims, azp: 5 }), 'sso-answer-invalid'],
    ['a token of the future', (claims) => ({ ...claims, iat: inSeconds(90) }), 'sso-clock-wrong'],
    ['an expired token', (claims) => ({ ...claims, exp: 1_000_000_000 }), 'sso-clock-wrong'],
  ])('is refused with %s in the ID token', async (_name, alter, expected) => {
    sso.provider.alter = alter;
    const { body } = await sso.signIn(ANNA);
    expect(body).toMatchObject({ reason: expected });
    expect(JSON.stringify(body)).not.toContain('127.0.0.1');
  });

  it('signs in if the ID token names this client, and the clock of the provider is 20 s ahead', async () => {
    sso.provider.alter = (claims) => ({ ...claims, azp: claims['aud'], iat: inSeconds(20) });
    expect((await sso.signIn(ANNA)).body).toMatchObject({ code: 0 });
  });

  it('is refused if the ID token is signed with another key', async () => {
    sso.provider.alter = (claims) => claims;
    expect((await sso.signIn(ANNA)).body.code).toBe(0);
    const who = sso.browser();
    const { body } = await sso.begin(who, sso.admin.client);
    const answer = await providerBrowser().open(body.data.url);
    sso.provider.resign = false;
    const refused = await sso.finish(who, answer);
    sso.provider.resign = true;
    expect(refused.body).toMatchObject({ reason: 'sso-answer-invalid' });
  });

  it('is refused without the cookie, and with a cookie of another form', async () => {
    const who = sso.browser();
    const answer = await answered(who);
    const cookies = [...who.cookies];
    who.cookies.clear();
    expect(await reason(sso.finish(who, answer))).toBe('sso-over');
    who.cookies.set('busbar_sso', 'x');
    expect(await reason(sso.finish(who, answer))).toBe('sso-over');
    for (const [name, value] of cookies) who.cookies.set(name, value);
    expect((await sso.finish(who, answer)).body.code).toBe(0);
  });

  it('sets a cookie that scripts and other sites cannot use', async () => {
    const { setCookies } = await sso.begin(sso.browser(), sso.admin.client);
    expect(setCookies.join()).toMatch(/busbar_sso=[^;]{43};.*HttpOnly;.*SameSite=Lax/i);
  });
});
