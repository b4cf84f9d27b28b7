/** Providers that are down, misconfigured or hostile: each has one sentence, and nothing leaks. */
import { beforeEach, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { SETTINGS, ssoFixture } from './sso-fixture.ts';

const ANNA = { sub: 'anna', groups: ['staff'], preferred_username: 'user.anna' };

describeWithDatabase('a provider', (database) => {
  const sso = ssoFixture(database);
  beforeEach(async () => {
    sso.provider.publish = undefined;
    expect((await sso.configure(sso.admin, sso.provider)).body.code).toBe(0);
  });
  const test = async (over: Record<string, unknown> = {}) => {
    const { issuer, client_id } = await sso.settingsOf(sso.admin.client);
    const { body } = await sso.admin.client.post(`${SETTINGS}/test`, {
      ...{ issuer, client_id },
      ...over,
    });
    return body;
  };

  it('passes the test with the stored secret, which is sent to no other issuer', async () => {
    expect(await test()).toMatchObject({ code: 0, data: { ends_sessions: true } });
    const before = sso.other.requests.length;
    expect(await test({ issuer: sso.other.issuer })).toMatchObject({
      reason: 'sso-secret-required',
      field: 'client_secret',
    });
    expect(await test({ client_id: 'x' })).toMatchObject({ reason: 'sso-secret-required' });
    expect(sso.other.requests).toHaveLength(before);
  });

  it('is reported if the client secret is wrong, in the test and at a sign-in', async () => {
    expect(await test({ client_secret: 'wrong' })).toMatchObject({
      reason: 'sso-client-refused',
      field: 'client_secret',
    });
    await sso.configure(sso.admin, sso.provider, { client_secret: 'wrong' });
    expect((await sso.signIn(ANNA)).body).toMatchObject({ reason: 'sso-client-refused' });
  });

  it('is reported if it names another issuer', async () => {
    sso.provider.publish = (settings) => ({ ...settings, issuer: sso.other.issuer });
    expect(await test()).toMatchObject({ reason: 'sso-issuer-wrong', field: 'issuer' });
  });

  it.each<[string, (settings: Record<string, unknown>) => Record<string, unknown>]>([
    ['no token endpoint', ({ token_endpoint: _, ...settings }) => settings],
    [
      'a script as login page',
      (all) => ({ ...all, authorization_endpoint: 'javascript:alert(1)' }),
    ],
    [
      'a login page without https',
      (all) => ({ ...all, authorization_endpoint: 'http://login.example/' }),
    ],
    ['a script as sign-out page', (all) => ({ ...all, end_session_endpoint: 'javascript:x' })],
  ])('is reported if it publishes %s', async (_name, publish) => {
    sso.provider.publish = publish;
    expect(await test()).toMatchObject({ reason: 'sso-provider-invalid' });
  });

  it.each([
    ['another machine of the network', 'http://10.0.0.1/token'],
    ['the metadata service', 'http://169.254.169.254/latest'],
    ['a port that is not allowed', 'http://127.0.0.1:1/token'],
    ['no network address', 'file:///etc/passwd'],
  ])('cannot lead requests to %s', async (_name, endpoint) => {
    sso.provider.publish = (settings) => ({ ...settings, token_endpoint: endpoint });
    const answer = await test();
    expect(answer.reason).toMatch(/^sso-provider-(?:unreachable|invalid)$/);
    expect(JSON.stringify(answer)).not.toContain('10.0.0.1');
  });

  it('cannot lead requests elsewhere by a redirect', async () => {
    sso.provider.redirectTo = `${sso.other.issuer}/.well-known/openid-configuration`;
    const before = sso.other.requests.length;
    expect(await test()).toMatchObject({ reason: 'sso-provider-invalid' });
    sso.provider.redirectTo = undefined;
    expect(sso.other.requests).toHaveLength(before);
  });

  it('is read to a limit', async () => {
    sso.provider.publish = (settings) => ({ ...settings, more: 'x'.repeat(2_000_000) });
    expect(await test()).toMatchObject({ reason: 'sso-provider-invalid' });
  });

  it.each([
    ['http to another host', 'http://login.example.org', 'address-not-secure'],
    ['an internal address', 'https://10.0.0.1', 'address-not-public'],
    ['the metadata service', 'https://169.254.169.254', 'address-not-public'],
    ['an unusual port', 'https://login.example.org:22', 'address-port'],
    ['no address', 'login.example.org', 'address-invalid'],
  ])('cannot have %s as issuer', async (_name, issuer, reason) => {
    const saved = await sso.configure(sso.admin, sso.provider, { issuer });
    expect(saved.body).toMatchObject({ reason, field: 'issuer' });
    expect(await test({ issuer, client_secret: 'x' })).toMatchObject({ reason });
  });

  it('is tested a limited number of times', async () => {
    let answer = await test();
    for (let i = 0; i < 31 && answer.code === 0; i++) answer = await test();
    expect(answer).toMatchObject({ reason: 'too-many-attempts' });
    sso.clock.advance(11 * 60_000);
  });

  it('stops the sign-in with one sentence if the clocks differ', async () => {
    const begun = sso.clock.now();
    sso.clock.stepTo(begun + 2 * 3_600_000);
    const client = await sso.freshAdmin();
    const { body } = await sso.signIn(ANNA, { of: client });
    sso.clock.stepTo(begun);
    expect(body).toMatchObject({ reason: 'sso-clock-wrong' });
  });

  it('stops the sign-in with one sentence if it is down', async () => {
    await sso.configure(sso.admin, sso.other);
    await sso.other.stop();
    const { body } = await sso.begin(sso.browser(), sso.admin.client);
    expect(body).toMatchObject({ reason: 'sso-provider-unreachable' });
    expect(JSON.stringify(body)).not.toMatch(/ECONN|127\.0\.0\.1/);
    await sso.configure(sso.admin, sso.provider);
  });

  it('is not revealed by a wrong sign-in address', async () => {
    const { sign_in_address } = await sso.settingsOf(sso.admin.client);
    const right = new URL(sign_in_address).pathname.split('/').at(-1)!;
    const wrong = [
      `${right.slice(0, -1)}${right.endsWith('a') ? 'b' : 'a'}`,
      `${sso.stranger.customerId}-${right.split('-')[1]}`,
      '1-abcdefghijkmnpqrstuv',
      'x',
    ];
    const answers = [];
    for (const address of wrong) {
      const read = await sso.browser().get(`/api/v2/single-sign-on/${address}`);
      const begun = await sso.browser().post('/api/v2/single-sign-on/begin', { address });
      for (const { body } of [read, begun])
        answers.push(JSON.stringify({ ...body, request_id: 0 }));
    }
    expect(new Set(answers).size).toBe(1);
    const read = await sso.browser().get(`/api/v2/single-sign-on/${right}`);
    expect(read.body).toMatchObject({ code: 0, data: { name: 'Example' } });
  });

  it('limits sign-ins that were begun and not completed, for each address', async () => {
    let last = await sso.begin(sso.browser(), sso.admin.client);
    for (let i = 0; i < 100 && last.body.code === 0; i++) {
      last = await sso.begin(sso.browser(), sso.admin.client);
    }
    expect(last.body).toMatchObject({ reason: 'too-many-attempts' });
  });
});
