/** Users of the provider in the list of users, and what an administrator can do for them. */
import { beforeEach, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { buildClient } from '../support/factories/client.ts';
import { PASSWORD } from '../support/factories/customer.ts';
import { ssoFixture } from './sso-fixture.ts';

describeWithDatabase('a user of the provider', (database) => {
  const sso = ssoFixture(database);
  beforeEach(async () => {
    expect((await sso.configure(sso.admin, sso.provider)).body.code).toBe(0);
  });
  async function signInOf(id: number) {
    const { body } = await sso.admin.client.get(`/api/v2/users/${id}`);
    const list = (await sso.admin.client.get(`/api/v2/users?keyword=${body.data.user.name}`)).body;
    expect(list.data.list[0].sign_in).toBe(body.data.user.sign_in);
    return body.data.user.sign_in;
  }
  const unlink = async (id: number, by = sso.admin.client) =>
    (await by.post(`/api/v2/users/${id}/unlink-provider`)).body;

  it('is marked in the list and in the detail', async () => {
    const created = await sso.signIn({
      sub: 'ann',
      groups: ['staff'],
      preferred_username: 'ann.user',
    });
    const linked = await sso.linkedUser('ben');
    const plain = await buildClient(sso.server, sso.customer, { role: 'operator' });
    const { user_id } = created.body.data.session.user_info;
    expect(await signInOf(user_id)).toBe('provider');
    expect(await signInOf(linked.userId)).toBe('both');
    expect(await signInOf(plain.userId)).toBe('password');
    await sso.configure(sso.admin, sso.other);
    expect([await signInOf(user_id), await signInOf(linked.userId)]).toEqual([
      'provider',
      'password',
    ]);
  });

  it('loses the link when an administrator removes it, and the sessions of the provider', async () => {
    const user = await sso.linkedUser('cora');
    const who = sso.browser();
    await sso.signIn({ sub: 'cora', groups: ['staff'] }, { who });
    expect(await unlink(user.userId)).toMatchObject({ code: 0 });
    expect(await signInOf(user.userId)).toBe('password');
    expect((await who.post('/api/v2/ping-token')).status).toBe(401);
    expect((await user.post('/api/v2/ping-token')).status).toBe(200);
    expect((await sso.browser().login(user.userName, PASSWORD)).body.code).toBe(0);
    const [entry] = await database.db
      .selectFrom('operation_log')
      .where('command', '=', 'unlink provider account')
      .select(['detail', 'user_name'])
      .execute();
    expect(entry).toMatchObject({
      user_name: sso.admin.userName,
      detail: { user: { id: user.userId }, provider: sso.provider.issuer, sessions: 1 },
    });
  });

  it('keeps the link while passwords are off, or if the provider created the user', async () => {
    const user = await sso.linkedUser('dan');
    const created = await sso.signIn({ sub: 'eli', groups: ['staff'] });
    await sso.configure(sso.admin, sso.provider, { allows_passwords: false });
    expect(await unlink(user.userId)).toMatchObject({ reason: 'sso-link-required' });
    const { user_id } = created.body.data.session.user_info;
    expect(await unlink(user_id)).toMatchObject({ reason: 'sso-created-stays' });
    const plain = await buildClient(sso.server, sso.customer, { role: 'operator' });
    expect(await unlink(plain.userId)).toMatchObject({ reason: 'sso-not-linked' });
  });

  it('is no user of another customer', async () => {
    const user = await sso.linkedUser('fin');
    expect((await unlink(user.userId, sso.strangeAdmin.client)).reason).toBe('not-found');
    expect(await signInOf(user.userId)).toBe('both');
  });
});
