/** Users with a password who link their account with one at the provider themselves. */
import { beforeEach, expect, it } from 'vitest';
import { codeShown } from '../support/authenticator.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildClient } from '../support/factories/client.ts';
import { PASSWORD } from '../support/factories/customer.ts';
import type { HttpClient } from '../support/http-client.ts';
import { TEST_PLATFORM_PASSWORD } from '../support/start-server.ts';
import { providerBrowser } from './provider-browser.ts';
import { ssoFixture } from './sso-fixture.ts';

const OWN = '/api/v2/my/single-sign-on';

describeWithDatabase('a user who links an account at the provider', (database) => {
  const sso = ssoFixture(database);
  beforeEach(async () => {
    await sso.configure(sso.admin, sso.provider);
  });
  let subjects = 0;
  const freshSubject = () => `linked-${++subjects}`;
  const userWith = (role: 'operator' | 'admin') =>
    buildClient(sso.server, sso.customer, { role, browser: true });

  /** Signs in at the provider with the session of the user and returns the answer. */
  async function link(who: HttpClient, sub: string, password = PASSWORD) {
    sso.provider.person = { sub, groups: ['staff'] };
    const { body } = await who.post(`${OWN}/link`, { password });
    return body.code === 0
      ? sso.finish(who, await providerBrowser().open(body.data.url))
      : { body };
  }
  const signIn = (sub: string, groups = ['staff']) => sso.signIn({ sub, groups });

  it('signs in with both, and keeps name, role and group', async () => {
    const user = await userWith('operator');
    const sub = freshSubject();
    expect((await link(user, sub)).body).toMatchObject({
      code: 0,
      data: { session: null, return_path: '/account' },
    });
    expect((await user.get(OWN)).body.data).toMatchObject({
      provider_name: 'Example',
      is_created: false,
    });
    expect((await signIn(sub)).body.data.session.user_info).toMatchObject({
      user_id: user.userId,
      role_type: 'operator',
    });
    expect((await sso.browser().login(user.userName, PASSWORD)).body.code).toBe(0);
  });

  it('enters the password first', async () => {
    const user = await userWith('operator');
    expect((await link(user, freshSubject(), 'wrong')).body).toMatchObject({
      reason: 'old-password-wrong',
    });
  });

  it('finishes in the session that began', async () => {
    const [user, colleague] = [await userWith('operator'), await userWith('operator')];
    sso.provider.person = { sub: freshSubject(), groups: ['staff'] };
    const { body } = await user.post(`${OWN}/link`, { password: PASSWORD });
    const answer = await providerBrowser().open(body.data.url);
    user.token = colleague.token;
    for (const [name, value] of colleague.cookies) user.cookies.set(name, value);
    expect((await sso.finish(user, answer)).body).toMatchObject({ reason: 'sso-over' });
    expect((await colleague.get(OWN)).body.data.linked_at).toBeNull();
  });

  it('cannot take an account that another user has, or a second one', async () => {
    const [user, colleague] = [await userWith('operator'), await userWith('operator')];
    const sub = freshSubject();
    await link(user, sub);
    expect((await link(colleague, sub)).body).toMatchObject({ reason: 'sso-identity-taken' });
    expect((await link(user, freshSubject())).body).toMatchObject({ reason: 'sso-already-linked' });
  });

  it('is refused through the provider without a group, and loses the sessions', async () => {
    const user = await userWith('operator');
    const sub = freshSubject();
    await link(user, sub);
    expect((await signIn(sub, [])).body).toMatchObject({ reason: 'sso-no-group' });
    expect((await user.post('/api/v2/ping-token')).status).toBe(401);
  });

  it('cannot use the password if the customer turns passwords off, unless it manages rights', async () => {
    const [user, admin] = [await userWith('operator'), await userWith('admin')];
    const unlinked = await userWith('operator');
    await link(user, freshSubject());
    await link(admin, freshSubject());
    await sso.configure(sso.admin, sso.provider, { allows_passwords: false });
    const attempt = async ({ userName }: { userName: string }, password = PASSWORD) =>
      (await sso.browser().login(userName, password)).body;
    expect(await attempt(user)).toMatchObject({ reason: 'password-sign-in-off' });
    expect(await attempt(user, 'wrong')).toMatchObject({ reason: 'bad-credentials' });
    expect(await attempt(admin)).toMatchObject({ code: 0 });
    expect(await attempt(unlinked)).toMatchObject({ code: 0 });
  });

  it('enters a code of the second factor, to link the account and after the provider', async () => {
    const user = await userWith('operator');
    const sub = freshSubject();
    const begun = await user.post('/api/v2/my/second-factor', { password: PASSWORD });
    const codeIn = (spans: number) => codeShown(begun.body.data.key, sso.clock.now(), spans);
    await user.post('/api/v2/my/second-factor/confirm', { code: codeIn(-1) });
    expect((await link(user, sub)).body).toMatchObject({ reason: 'info-required', field: 'code' });
    sso.provider.person = { sub, groups: ['staff'] };
    const factors = { password: PASSWORD, code: codeIn(0) };
    const { body } = await user.post(`${OWN}/link`, factors);
    await sso.finish(user, await providerBrowser().open(body.data.url));
    const who = sso.browser();
    const first = await sso.signIn({ sub, groups: ['staff'] }, { who });
    expect(first.body).toMatchObject({ reason: 'second-factor-required' });
    const { challenge } = first.body.data;
    const answer = await who.post('/api/v2/login/code', { challenge, code: codeIn(1) });
    expect(answer.body).toMatchObject({ code: 0, data: { user_info: { user_id: user.userId } } });
    who.token = answer.body.data.token;
    expect((await who.post('/api/v2/logout')).body.data.provider_url).toContain(
      sso.provider.issuer,
    );
  });

  it('removes the link with the password', async () => {
    const user = await userWith('operator');
    const sub = freshSubject();
    await link(user, sub);
    expect((await user.post(`${OWN}/unlink`, { password: 'wrong' })).body).toMatchObject({
      reason: 'old-password-wrong',
    });
    expect((await user.post(`${OWN}/unlink`, { password: PASSWORD })).body.code).toBe(0);
    const again = await signIn(sub);
    expect(again.body.data.session.user_info.user_id).not.toBe(user.userId);
  });

  it('is never a user that the provider created', async () => {
    const who = sso.browser();
    await sso.signIn({ sub: freshSubject(), groups: ['staff'] }, { who });
    expect((await who.get(OWN)).body.data.is_created).toBe(true);
    const unlinked = await who.post(`${OWN}/unlink`, { password: PASSWORD });
    expect(unlinked.body).toMatchObject({ reason: 'sso-created-stays' });
  });

  it('is never an administrator of the platform', async () => {
    const platform = sso.browser();
    await platform.login('platform', TEST_PLATFORM_PASSWORD);
    expect(platform.token).toBeDefined();
    const begun = await platform.post(`${OWN}/link`, { password: TEST_PLATFORM_PASSWORD });
    expect(begun.body).toMatchObject({ reason: 'sso-not-configured' });
  });
});
