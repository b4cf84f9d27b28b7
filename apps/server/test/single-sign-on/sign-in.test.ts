/** Users who sign in through the provider of their customer, which gives them role and group. */
import { beforeEach, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { PASSWORD } from '../support/factories/customer.ts';
import { providerBrowser } from './provider-browser.ts';
import { ssoFixture } from './sso-fixture.ts';

describeWithDatabase('a sign-in through a provider', (database) => {
  const sso = ssoFixture(database);
  beforeEach(async () => {
    expect((await sso.configure(sso.admin, sso.provider)).body).toMatchObject({ code: 0 });
  });

  const person = (sub: string, ...groups: string[]) => ({
    sub,
    groups,
    preferred_username: `user.${sub}`,
  });
  const userOf = async (name: string) => {
    const { body } = await sso.admin.client.get(`/api/v2/users?keyword=${name}`);
    return body.data.list[0];
  };
  const entries = (command: string) =>
    database.db
      .selectFrom('operation_log')
      .where('customer_id', '=', sso.customer.customerId)
      .where('command', '=', command)
      .select(['status', 'detail', 'user_name'])
      .orderBy('operation_log_id', 'desc')
      .execute();

  it('creates a user with the role of the group, without a password', async () => {
    const who = sso.browser();
    const { body } = await sso.signIn(person('anna', 'cleaners', 'staff'), { who });
    expect(body).toMatchObject({
      code: 0,
      data: {
        return_path: '/',
        session: {
          reset_pwd: false,
          second_factor_due: false,
          user_info: { user_name: 'user.anna', role_type: 'viewer' },
        },
      },
    });
    expect((await who.post('/api/v2/ping-token')).body.code).toBe(0);
    expect((await entries('add user'))[0]).toMatchObject({
      user_name: 'user.anna',
      detail: { after: { role: 'viewer' }, provider: sso.provider.issuer },
    });
    expect((await entries('sign in'))[0]).toMatchObject({ detail: { way: 'provider' } });
    const stored = await database.db
      .selectFrom('user_account')
      .where('user_name', '=', 'user.anna')
      .select(['has_password', 'customer_id'])
      .execute();
    expect(stored).toEqual([{ has_password: false, customer_id: sso.customer.customerId }]);
  });

  it('finds the same user again, whatever the name at the provider is by now', async () => {
    const first = await sso.signIn(person('bert', 'staff'));
    const second = await sso.signIn({ ...person('bert', 'staff'), preferred_username: 'other' });
    const idOf = (answer: typeof first) => answer.body.data.session.user_info.user_id;
    expect(idOf(second)).toBe(idOf(first));
  });

  it('never adopts a user with the same name or mail address', async () => {
    const { userName } = sso.admin;
    const { body } = await sso.signIn({
      sub: 'thief',
      groups: ['staff'],
      preferred_username: userName,
      email: userName,
    });
    expect(body.data.session.user_info.user_name).not.toBe(userName);
    expect(body.data.session.user_info.user_name.startsWith(userName)).toBe(true);
    expect(body.data.session.user_info.role_type).toBe('viewer');
  });

  it('gives role and group of the first row that matches, at each sign-in', async () => {
    const who = sso.browser();
    await sso.signIn(person('carl', 'staff'), { who });
    const { token } = who;
    const again = await sso.signIn(person('carl', 'staff', 'operators'));
    expect(again.body.data.session.user_info.role_type).toBe('operator');
    who.token = token;
    expect((await who.post('/api/v2/ping-token')).status).toBe(401);
    const groups = [
      { provider_group: 'staff', role: 'operator', group_id: String(sso.below.groupId) },
    ];
    await sso.configure(sso.admin, sso.provider, { groups });
    const moved = await sso.signIn(person('carl', 'staff'));
    expect(moved.body.data.session.user_info).toMatchObject({
      group_id: sso.below.groupId,
      in_root_group: false,
    });
    expect((await entries('change user'))[0]).toMatchObject({
      detail: { after: { role: 'operator', group: 'Below' } },
    });
  });

  it('shows a user nothing outside the group of the table', async () => {
    const groups = [
      { provider_group: 'site', role: 'operator', group_id: String(sso.below.groupId) },
    ];
    await sso.configure(sso.admin, sso.provider, { groups });
    const who = sso.browser();
    await sso.signIn(person('dora', 'site'), { who });
    const { body } = await who.post('/api/v2/ping-token');
    expect(body.data.user_info.group_id).toBe(sso.below.groupId);
    expect((await who.get('/api/v2/users')).status).toBe(403);
    expect((await who.get('/api/v2/single-sign-on-settings')).status).toBe(403);
  });

  it.each([
    ['no group', []],
    ['other groups only', ['Staff', 'staff ']],
    ['a group that is no text', [{ name: 'staff' }]],
  ])('is refused with %s, and creates no user', async (_name, groups) => {
    const { body } = await sso.signIn({
      sub: 'emil',
      groups,
      preferred_username: 'user.emil',
    });
    expect(body).toMatchObject({ reason: 'sso-no-group' });
    expect(await userOf('user.emil')).toBeUndefined();
    expect((await entries('sign in'))[0]).toMatchObject({
      status: 'refused:sso-no-group',
      detail: { way: 'provider', subject: 'emil' },
    });
  });

  it('ends the sessions of a user who has lost all groups', async () => {
    const who = sso.browser();
    await sso.signIn(person('fay', 'staff'), { who });
    expect((await who.post('/api/v2/ping-token')).status).toBe(200);
    expect((await sso.signIn(person('fay'))).body).toMatchObject({ reason: 'sso-no-group' });
    expect((await who.post('/api/v2/ping-token')).status).toBe(401);
  });

  it('is refused without a user if the customer creates users itself', async () => {
    await sso.configure(sso.admin, sso.provider, { creates_users: false });
    expect((await sso.signIn(person('gus', 'staff'))).body).toMatchObject({
      reason: 'sso-no-account',
    });
  });

  it('is refused for a disabled user', async () => {
    await sso.signIn(person('hal', 'staff'));
    const { id } = await userOf('user.hal');
    await sso.admin.client.post(`/api/v2/users/${id}/disable`);
    expect((await sso.signIn(person('hal', 'staff'))).body).toMatchObject({
      reason: 'account-expired',
    });
  });

  it('is refused, and creates no user, after the customer has expired', async () => {
    const set = (expires_at: Date | null) =>
      database.db
        .updateTable('customer')
        .set({ expires_at })
        .where('customer_id', '=', sso.customer.customerId)
        .execute();
    const who = sso.browser();
    const { body } = await sso.begin(who, sso.admin.client);
    sso.provider.person = person('ida', 'staff');
    await set(new Date(sso.clock.now() - 1000));
    const answer = await sso.finish(who, await providerBrowser().open(body.data.url));
    await set(null);
    expect(answer.body).toMatchObject({ reason: 'account-expired' });
    expect(await userOf('user.ida')).toBeUndefined();
  });

  it('is refused for a user of a former issuer, who gets another user at the new one', async () => {
    const first = await sso.signIn(person('jan', 'staff'));
    await sso.configure(sso.admin, sso.other);
    const second = await sso.signIn(person('jan', 'staff'), { at: sso.other });
    const nameOf = (answer: typeof first) => answer.body.data.session.user_info.user_name;
    expect(nameOf(first)).toBe('user.jan');
    expect(nameOf(second)).toMatch(/^user\.jan\.[0-9a-f]{6}$/);
  });

  it('leaves a user without a password no way to get one', async () => {
    const who = sso.browser();
    await sso.signIn(person('kim', 'staff'), { who });
    const { id } = await userOf('user.kim');
    const reset = await sso.admin.client.post(`/api/v2/users/${id}/reset-password`, {});
    expect(reset.body).toMatchObject({ reason: 'no-own-password' });
    const change = { oldPwd: PASSWORD, newPwd: 'another horse 8' };
    const changed = await who.post('/api/v1/sys/user/modifyPwd', change);
    expect(changed.body.errCode).not.toBe(0);
    const login = await sso.browser().login('user.kim', PASSWORD);
    expect(login.body).toMatchObject({ reason: 'bad-credentials' });
  });

  it('opens a page of this application only', async () => {
    for (const [wanted, opened] of [
      ['/devices?page=2', '/devices?page=2'],
      ['//evil.example', '/'],
      ['https://evil.example', '/'],
    ] as const) {
      const who = sso.browser();
      sso.provider.person = person('lea', 'staff');
      const { body } = await sso.begin(who, sso.admin.client, wanted);
      const { body: answer } = await sso.finish(who, await providerBrowser().open(body.data.url));
      expect(answer.data.return_path).toBe(opened);
    }
  });

  it('owes no second factor of Busbar, which needs a password', async () => {
    const { customerId, groupId } = sso.customer;
    const require = (admins_need_factor: boolean) =>
      database.db
        .updateTable('customer')
        .set({ admins_need_factor })
        .where('customer_id', '=', customerId)
        .execute();
    const groups = [{ provider_group: 'heads', role: 'admin', group_id: String(groupId) }];
    await sso.configure(sso.admin, sso.provider, { groups });
    const who = sso.browser();
    await sso.signIn(person('nora', 'heads'), { who });
    await require(true);
    const statuses = [await who.get('/api/v2/users'), await sso.admin.client.get('/api/v2/users')];
    await require(false);
    expect(statuses.map(({ status }) => status)).toEqual([200, 403]);
  });

  it('keeps one rights administrator with a password', async () => {
    const groups = [
      { provider_group: 'admins', role: 'admin', group_id: String(sso.customer.groupId) },
    ];
    await sso.configure(sso.admin, sso.provider, { groups });
    const who = sso.browser();
    await sso.signIn(person('max', 'admins'), { who });
    const { id } = await userOf(sso.admin.userName);
    const disabled = await who.post(`/api/v2/users/${id}/disable`);
    expect(disabled.body).toMatchObject({ reason: 'role-last-keeper' });
  });
});
