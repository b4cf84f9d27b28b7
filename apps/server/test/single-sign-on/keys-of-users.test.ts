/** API keys of users who can sign in only through the provider: a key must not outlive their rights. */
import { beforeEach, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import type { HttpClient } from '../support/http-client.ts';
import { ssoFixture } from './sso-fixture.ts';

const KEYS = '/api/v2/api-keys';
const DAY = 86_400_000;

describeWithDatabase('an API key of a user of the provider', (database) => {
  const sso = ssoFixture(database);
  const table = (groupId = sso.customer.groupId) => ({
    groups: [
      { provider_group: 'heads', role: 'admin', group_id: String(groupId) },
      { provider_group: 'staff', role: 'viewer', group_id: String(groupId) },
    ],
  });
  beforeEach(async () => {
    await database.as('owner').db.updateTable('customer').set({ use_platform_api: true }).execute();
    expect((await sso.configure(sso.admin, sso.provider, table())).body.code).toBe(0);
  });
  const HEADS = ['heads'];
  let subjects = 0;

  async function addKey(who: HttpClient, days = 30) {
    const { body } = await who.post(KEYS, {
      ...{ name: 'A key', scopes: ['read:devices'] },
      expires_at: sso.clock.now() + days * DAY,
    });
    return body;
  }
  /** A user of the provider who has created a key. */
  async function userWithKey() {
    const sub = `key-${++subjects}`;
    const who = sso.browser();
    expect((await sso.signIn({ sub, groups: HEADS }, { who })).body.code).toBe(0);
    const { data } = await addKey(who);
    expect(await works(data.key)).toBe(true);
    return { sub, who, key: data.key as string };
  }
  async function works(key: string): Promise<boolean> {
    const program = sso.browser();
    program.token = key;
    return (await program.get('/api/v2/devices')).status === 200;
  }

  it('is revoked when no group gives a role any more', async () => {
    const { sub, key } = await userWithKey();
    const other = await userWithKey();
    expect((await sso.signIn({ sub, groups: [] })).body.reason).toBe('sso-no-group');
    expect([await works(key), await works(other.key)]).toEqual([false, true]);
    const [entry] = await database.db
      .selectFrom('operation_log')
      .where('command', '=', 'revoke api key')
      .select(['detail', 'user_name'])
      .execute();
    expect(entry).toMatchObject({ detail: { name: 'A key' } });
  });

  it('is revoked when the new role may not create keys, and kept when it may', async () => {
    const { sub, key } = await userWithKey();
    await sso.signIn({ sub, groups: HEADS });
    expect(await works(key)).toBe(true);
    await sso.signIn({ sub, groups: ['staff'] });
    expect(await works(key)).toBe(false);
  });

  it('is revoked when the user moves to a group below that of the key', async () => {
    const { sub, key } = await userWithKey();
    await sso.configure(sso.admin, sso.provider, table(sso.below.groupId));
    await sso.signIn({ sub, groups: HEADS });
    expect(await works(key)).toBe(false);
  });

  it.each([
    ['the provider is deleted', () => sso.remove(sso.admin.client)],
    ['the issuer is another one', () => sso.configure(sso.admin, sso.other, table())],
  ])('is revoked when %s, unlike that of a user with a password', async (_name, change) => {
    const { key } = await userWithKey();
    const linked = await sso.linkedUser(`key-linked-${++subjects}`, 'admin');
    const own = (await addKey(linked)).data.key;
    expect((await change()).body.code).toBe(0);
    expect([await works(key), await works(own)]).toEqual([false, true]);
  });

  it('is revoked when the user is disabled, unlike that of a user with a password', async () => {
    const { who, key } = await userWithKey();
    const linked = await sso.linkedUser(`key-linked-${++subjects}`, 'admin');
    const own = (await addKey(linked)).data.key;
    const created = (await who.post('/api/v2/ping-token')).body.data.user_info.user_id;
    for (const id of [created, linked.userId]) {
      expect((await sso.admin.client.post(`/api/v2/users/${id}/disable`)).body.code).toBe(0);
    }
    expect([await works(key), await works(own)]).toEqual([false, true]);
  });

  it('is kept if a linked user loses the groups, because the password still works', async () => {
    const sub = `key-linked-${++subjects}`;
    const linked = await sso.linkedUser(sub, 'admin');
    const own = (await addKey(linked)).data.key;
    expect((await sso.signIn({ sub, groups: [] })).body.reason).toBe('sso-no-group');
    expect(await works(own)).toBe(true);
  });

  it('is valid for at most 90 days', async () => {
    const { who } = await userWithKey();
    expect(await addKey(who, 91)).toMatchObject({
      reason: 'key-expiry-of-provider',
      field: 'expires_at',
    });
    expect((await addKey(who, 89)).code).toBe(0);
    expect(
      (await addKey(await sso.linkedUser(`key-linked-${++subjects}`, 'admin'), 700)).code,
    ).toBe(0);
  });
});
