/** What a user may keep who removes the link with the provider. */
import { beforeEach, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { PASSWORD } from '../support/factories/customer.ts';
import type { HttpClient } from '../support/http-client.ts';
import { OWN, ssoFixture } from './sso-fixture.ts';

describeWithDatabase('a user who removes the link', (database) => {
  const sso = ssoFixture(database);
  beforeEach(async () => {
    expect((await sso.configure(sso.admin, sso.provider)).body.code).toBe(0);
  });
  const unlink = async (who: HttpClient) =>
    (await who.post(`${OWN}/unlink`, { password: PASSWORD })).body;
  const status = async (who: HttpClient) => (await who.post('/api/v2/ping-token')).status;

  it('ends the sessions that the provider opened, and no other', async () => {
    const user = await sso.linkedUser('removed-1');
    const [second, other] = [sso.browser(), sso.browser()];
    await second.login(user.userName, PASSWORD);
    expect(
      (await sso.signIn({ sub: 'removed-1', groups: ['staff'] }, { who: other })).body.code,
    ).toBe(0);
    const colleague = sso.browser();
    await sso.linkedUser('removed-2');
    await sso.signIn({ sub: 'removed-2', groups: ['staff'] }, { who: colleague });
    expect(await unlink(user)).toMatchObject({ code: 0 });
    expect(await status(other)).toBe(401);
    expect(await status(user)).toBe(200);
    expect(await status(second)).toBe(200);
    expect(await status(colleague)).toBe(200);
  });

  it('ends the own session if the provider opened it', async () => {
    await sso.linkedUser('removed-3');
    const who = sso.browser();
    await sso.signIn({ sub: 'removed-3', groups: ['staff'] }, { who });
    expect(await unlink(who)).toMatchObject({ code: 0 });
    expect(await status(who)).toBe(401);
  });

  it('is refused while passwords are off, unless it manages rights', async () => {
    const user = await sso.linkedUser('removed-4');
    const admin = await sso.linkedUser('removed-5', 'admin');
    await sso.configure(sso.admin, sso.provider, { allows_passwords: false });
    expect(await unlink(user)).toMatchObject({ reason: 'sso-link-required' });
    expect((await user.get(OWN)).body.data.linked_at).not.toBeNull();
    const byPassword = (await sso.browser().login(user.userName, PASSWORD)).body;
    expect(byPassword).toMatchObject({ reason: 'password-sign-in-off' });
    expect(await unlink(admin)).toMatchObject({ code: 0 });
    await sso.configure(sso.admin, sso.provider);
    expect(await unlink(user)).toMatchObject({ code: 0 });
  });
});
