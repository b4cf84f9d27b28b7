/** Claims and tokens that cannot be stored, and what sign-ins that are not completed cost. */
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { PASSWORD } from '../support/factories/customer.ts';
import { OWN, ssoFixture } from './sso-fixture.ts';

describeWithDatabase('an answer of the provider', (database) => {
  const sso = ssoFixture(database);
  beforeEach(async () => {
    sso.provider.alter = undefined;
    expect((await sso.configure(sso.admin, sso.provider)).body.code).toBe(0);
  });
  const owner = () => database.as('owner').db;
  function signIn(claims: Record<string, unknown>, who = sso.browser()) {
    sso.provider.alter = (given) => ({ ...given, groups: ['staff'], ...claims });
    return sso.signIn({ sub: 'claims', groups: ['staff'] }, { who });
  }

  it('with an ID token above 8 KiB is accepted and not stored', async () => {
    const stored = owner().selectFrom('session').where('provider_issuer', 'is not', null);
    const tokens = () => stored.select('id_token').execute();
    const who = sso.browser();
    expect((await signIn({ sub: 'large', more: 'x'.repeat(9_000) }, who)).body.code).toBe(0);
    expect(await tokens()).toEqual([{ id_token: null }]);
    const { data } = (await who.post('/api/v2/logout')).body;
    const end = new URL(data.provider_url);
    expect(end.searchParams.get('client_id')).toBe(`busbar-${sso.customer.customerId}`);
    expect(end.searchParams.has('id_token_hint')).toBe(false);
    expect((await signIn({ sub: 'large', more: 'x'.repeat(1_000) })).body.code).toBe(0);
    expect(await tokens()).toEqual([{ id_token: expect.stringMatching(/^sealed:/) }]);
  });

  it.each([
    ['NUL', 'a\u0000b', ['staff']],
    ['NUL and no group', 'c\u0000', []],
    ['half of a surrogate pair', 'a\ud800', ['staff']],
    ['half of a surrogate pair and no group', '\udc00b', []],
  ])('with %s in the subject is refused', async (_name, sub, groups) => {
    const { status, body } = await signIn({ sub, groups });
    expect([status, body.reason]).toEqual([200, 'sso-answer-invalid']);
  });

  it.each([
    ['NUL', 'abc\u0000def'],
    ['half of a surrogate pair', 'abc\ud800def'],
  ])('with %s in a name or a group is accepted without them', async (name, text) => {
    const claims = { preferred_username: text, email: `anna-${name.length}@example.org` };
    const groups = [text, 'staff'];
    const { body } = await signIn({ ...claims, sub: `name ${name}`, groups });
    expect(body.data.session.user_info.user_name).toBe(claims.email);
  });

  it('returns its place in the limit only after a sign-in', async () => {
    const places = async () =>
      (
        await sql<{ n: number }>`select coalesce(sum(failures), 0)::integer as n from throttle
          where bucket like 'sso:address:%'`.execute(owner())
      ).rows[0]!.n;
    await owner().deleteFrom('throttle').execute();
    for (let i = 0; i < 3; i++) await sso.begin(sso.browser(), sso.admin.client);
    expect(await places()).toBe(3);
    const user = await sso.linkedUser('places');
    await user.post(`${OWN}/unlink`, { password: PASSWORD });
    expect(await places()).toBe(3);
    expect((await signIn({ sub: 'none', groups: [] })).body).toMatchObject({
      reason: 'sso-no-group',
    });
    expect(await places()).toBe(4);
    expect((await signIn({ sub: 'some' })).body.code).toBe(0);
    expect(await places()).toBe(4);
  });
});
