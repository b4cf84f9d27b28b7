/** Signing out of a session that a provider opened. */
import { beforeAll, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { PUBLIC_URL, ssoFixture } from './sso-fixture.ts';

describeWithDatabase('signing out', (database) => {
  const sso = ssoFixture(database);
  beforeAll(async () => {
    await sso.configure(sso.admin, sso.provider);
  });
  const ANNA = { sub: 'anna', groups: ['staff'], preferred_username: 'user.anna' };

  it('ends the session here and leads to the page of the provider that ends its own', async () => {
    const who = sso.browser();
    await sso.signIn(ANNA, { who });
    const { body } = await who.post('/api/v2/logout');
    const url = new URL(body.data.provider_url);
    expect(url.origin).toBe(sso.provider.issuer);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${PUBLIC_URL}/login`);
    expect(url.searchParams.get('client_id')).toBe(`busbar-${sso.customer.customerId}`);
    const [, payload = ''] = (url.searchParams.get('id_token_hint') ?? '').split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ sub: 'anna' });
    expect((await who.post('/api/v2/ping-token')).status).toBe(401);
    // The provider checks the hint and that the address is registered before it asks the user.
    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('logout')]);
  });

  it('stores the ID token sealed', async () => {
    await sso.signIn(ANNA);
    const tokens = await database.db
      .selectFrom('session')
      .where('id_token', 'is not', null)
      .select('id_token')
      .execute();
    expect(tokens.length).toBeGreaterThan(0);
    for (const { id_token } of tokens) expect(id_token).toMatch(/^sealed:1:/);
  });

  it('leads nowhere after a sign-in with a password', async () => {
    const { body } = await sso.admin.client.post('/api/v2/logout');
    expect(body).toMatchObject({ code: 0, data: { provider_url: null } });
  });
});
