/** Linked users who have a second factor. */
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { codeShown } from '../support/authenticator.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { PASSWORD } from '../support/factories/customer.ts';
import { providerBrowser } from './provider-browser.ts';
import { ssoFixture } from './sso-fixture.ts';

const FACTOR = '/api/v2/my/second-factor';

describeWithDatabase('a linked user with a second factor', (database) => {
  const sso = ssoFixture(database);
  beforeEach(async () => {
    sso.clock.stepTo(Math.max(sso.clock.now(), Date.now()));
    expect((await sso.configure(sso.admin, sso.provider)).body.code).toBe(0);
  });
  let subjects = 0;

  /** Signs a new user in at the provider. */
  async function reachCode() {
    const sub = `factor-${++subjects}`;
    const user = await sso.linkedUser(sub);
    const { key } = (await user.post(FACTOR, { password: PASSWORD })).body.data;
    const confirmed = await user.post(`${FACTOR}/confirm`, {
      code: codeShown(key, sso.clock.now()),
    });
    expect(confirmed.body.code).toBe(0);
    const who = sso.browser();
    const first = await sso.signIn({ sub, groups: ['staff'] }, { who });
    return { who, user, key, first };
  }
  async function enterCode({ who, key, first }: Awaited<ReturnType<typeof reachCode>>) {
    const { challenge } = first.body.data;
    const code = codeShown(key, sso.clock.now(), 1);
    const answer = await who.post('/api/v2/login/code', { challenge, code });
    who.token = answer.body.data?.token;
    return answer;
  }
  async function charged(): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select coalesce(sum(failures), 0)::integer as n from throttle
      where bucket like 'sso:address:%'`.execute(database.as('owner').db);
    return rows[0]!.n;
  }

  it('enters a code after the provider', async () => {
    const before = await charged();
    const reached = await reachCode();
    expect(reached.first.status).toBe(200);
    expect(reached.first.body).toMatchObject({
      code: 42_001,
      reason: 'second-factor-required',
      data: { challenge: expect.any(String), expires_in: 300 },
    });
    expect(reached.who.token).toBeUndefined();
    expect(await charged()).toBe(before + 1);
    const { body } = await enterCode(reached);
    expect(body.data.user_info.user_id).toBe(reached.user.userId);
    expect(await charged()).toBe(before);
  });

  it('is told the page to open, which is one of this application', async () => {
    const { user } = await reachCode();
    expect(user.userId).toBeGreaterThan(0);
    const sub = `factor-${subjects}`;
    for (const [wanted, opened] of [
      ['/devices?page=2', '/devices?page=2'],
      ['//evil.example', '/'],
    ]) {
      const who = sso.browser();
      sso.provider.person = { sub, groups: ['staff'] };
      const { body } = await sso.begin(who, sso.admin.client, wanted);
      const answer = await sso.finish(who, await providerBrowser().open(body.data.url));
      expect(answer.body.data).toMatchObject({
        challenge: expect.any(String),
        return_path: opened,
      });
    }
  });

  it.each([
    ['is deleted', () => sso.remove(sso.admin.client)],
    ['is replaced', () => sso.configure(sso.admin, sso.other)],
    ['has other settings', () => sso.configure(sso.admin, sso.provider, { groups: [] })],
  ])('cannot enter the code after the provider %s', async (_name, change) => {
    const reached = await reachCode();
    expect((await change()).body.code).toBe(0);
    const { body } = await enterCode(reached);
    expect(['sign-in-over', 'sso-over']).toContain(body.reason);
    expect(reached.who.token).toBeUndefined();
  });

  it('cannot enter the code after the link was removed', async () => {
    const reached = await reachCode();
    // Counts as used: a code is accepted once.
    const code = codeShown(reached.key, sso.clock.now(), 1);
    const removed = await reached.user.post('/api/v2/my/single-sign-on/unlink', {
      ...{ password: PASSWORD, code },
    });
    expect(removed.body.code).toBe(0);
    sso.clock.advance(60_000);
    expect((await enterCode(reached)).body).toMatchObject({ reason: 'sign-in-over' });
  });

  it('cannot enter the code after the groups at the provider were lost', async () => {
    const reached = await reachCode();
    const sub = `factor-${subjects}`;
    const later = await sso.signIn({ sub, groups: [] }, { who: sso.browser() });
    expect(later.body.reason).toBe('sso-no-group');
    expect((await enterCode(reached)).body).toMatchObject({ reason: 'sign-in-over' });
  });

  it('cannot enter the code after the password if passwords were turned off', async () => {
    const { user, key } = await reachCode();
    const who = sso.browser();
    const first = await who.login(user.userName, PASSWORD);
    expect(first.body.reason).toBe('second-factor-required');
    await sso.configure(sso.admin, sso.provider, { allows_passwords: false });
    const { body } = await enterCode({ who, user, key, first });
    expect(body).toMatchObject({ reason: 'sign-in-over' });
  });
});
