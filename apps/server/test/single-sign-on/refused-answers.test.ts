/** What a stranger can cause with answers and sign-in addresses that are refused. */
import { beforeEach, expect, it, vi } from 'vitest';
import { secretsOf } from '../../src/areas/shared/installation/sealed-secrets.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildClient } from '../support/factories/client.ts';
import { httpClient } from '../support/http-client.ts';
import { providerBrowser } from './provider-browser.ts';
import { ssoFixture } from './sso-fixture.ts';

describeWithDatabase('a refused answer', (database) => {
  const sso = ssoFixture(database);
  beforeEach(async () => {
    sso.provider.alter = undefined;
    expect((await sso.configure(sso.admin, sso.provider)).body.code).toBe(0);
    await database.as('owner').db.deleteFrom('throttle').execute();
  });
  const entries = async (of = sso.customer.customerId) =>
    database.db
      .selectFrom('operation_log')
      .where('customer_id', '=', of)
      .where('command', '=', 'sign in')
      .where('status', 'like', 'refused:%')
      .select(['status', 'detail', 'user_name', 'user_id', 'client_address'])
      .orderBy('operation_log_id', 'desc')
      .execute();
  const answered = async (who = sso.browser()) => {
    sso.provider.person = { sub: 'anna', groups: ['staff'] };
    const { body } = await sso.begin(who, sso.admin.client);
    return providerBrowser().open(body.data.url);
  };

  it('with a wrong state is in the audit trail of the customer, without tokens', async () => {
    const answer = await answered();
    const code = answer.searchParams.get('code')!;
    expect((await sso.finish(sso.browser(), answer)).body.reason).toBe('sso-over');
    const [entry] = await entries();
    expect(entry).toMatchObject({
      status: 'refused:sso-over',
      user_id: null,
      client_address: '127.0.0.1',
      detail: { way: 'provider' },
    });
    expect(JSON.stringify(entry)).not.toContain(code);
    expect(JSON.stringify(entry)).not.toContain(answer.searchParams.get('state'));
  });

  it.each([
    ['a wrong nonce', { nonce: 'other' }, 'sso-answer-invalid'],
    ['another issuer', { iss: 'https://x.example' }, 'sso-issuer-wrong'],
  ])('with %s is in the audit trail', async (_name, claims, refusal) => {
    sso.provider.alter = (before) => ({ ...before, ...claims });
    const before = (await entries()).length;
    expect((await sso.signIn({ sub: 'anna', groups: ['staff'] })).body.reason).toBe(refusal);
    const all = await entries();
    expect(all).toHaveLength(before + 1);
    expect(all[0]).toMatchObject({ status: `refused:${refusal}` });
  });

  it('of a user who links an account names the user', async () => {
    const user = await buildClient(sso.server, sso.customer, { role: 'operator', browser: true });
    sso.provider.alter = (claims) => ({ ...claims, nonce: 'x' });
    expect((await sso.link(user, 'x')).body.reason).toBe('sso-answer-invalid');
    expect((await entries())[0]).toMatchObject({
      status: 'refused:sso-answer-invalid',
      user_id: user.userId,
      user_name: user.userName,
    });
  });

  it('is recorded twenty times for an address, and a hundred times for a customer', async () => {
    const before = (await entries()).length;
    const attempt = (address: string) =>
      httpClient(sso.server.app, { browser: true, address }).post('/api/v2/single-sign-on/finish', {
        customer_id: String(sso.customer.customerId),
        query: 'state=x&code=x',
      });
    for (let i = 0; i < 25; i++)
      expect((await attempt('198.51.100.1')).body.reason).toBe('sso-over');
    expect(await entries()).toHaveLength(before + 20);
    for (let i = 0; i < 120; i++) await attempt(`198.51.100.${2 + (i % 10)}`);
    expect(await entries()).toHaveLength(before + 100);
  });

  it('for a customer without a provider is not recorded, and adds few counters', async () => {
    const { customerId } = sso.stranger;
    const attempt = (id: number) =>
      sso.browser().post('/api/v2/single-sign-on/finish', {
        customer_id: String(id),
        query: 'state=x&code=x',
      });
    expect((await attempt(customerId)).body.reason).toBe('sso-over');
    expect(await entries(customerId)).toEqual([]);
    for (let id = 1; id <= 40; id++) await attempt(1_000_000 + id);
    const counters = await database
      .as('owner')
      .db.selectFrom('throttle')
      .where('bucket', 'like', 'sso:refused:%')
      .select('bucket')
      .execute();
    expect(counters.length).toBeLessThanOrEqual(21);
  });

  it('to a wrong sign-in address opens no client secret', async () => {
    const open = vi.spyOn(secretsOf(sso.server.parts.context.config), 'open');
    const code = (await sso.settingsOf(sso.admin.client)).sign_in_address.split('/').at(-1);
    open.mockClear();
    const wrong = `${code.slice(0, -1)}${code.endsWith('a') ? 'b' : 'a'}`;
    const named = (address: string) => sso.browser().get(`/api/v2/single-sign-on/${address}`);
    expect((await named(wrong)).body.reason).toBe('sso-not-configured');
    const begun = await sso.browser().post('/api/v2/single-sign-on/begin', { address: wrong });
    expect(begun.body.reason).toBe('sso-not-configured');
    expect(open).not.toHaveBeenCalled();
    await sso.begin(sso.browser(), sso.admin.client);
    expect(open).toHaveBeenCalled();
    open.mockRestore();
  });
});
