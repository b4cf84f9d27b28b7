/** Settings of single sign-on: who may change them, and what is stored and recorded. */
import { beforeEach, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCustomRole } from '../support/factories/role.ts';
import { SETTINGS, ssoFixture } from './sso-fixture.ts';

describeWithDatabase('settings of single sign-on', (database) => {
  const sso = ssoFixture(database);
  beforeEach(async () => {
    expect((await sso.configure(sso.admin, sso.provider)).body.code).toBe(0);
  });
  const row = (over: Record<string, unknown> = {}) => ({
    ...{ provider_group: 'staff', role: 'viewer', group_id: String(sso.customer.groupId) },
    ...over,
  });

  it('are returned without the client secret, which is stored sealed', async () => {
    const answer = await sso.admin.client.get(SETTINGS);
    expect(answer.body.data).toMatchObject({
      name: 'Example',
      issuer: sso.provider.issuer,
      has_secret: true,
      callback_address: `http://busbar-test/sso-callback/${sso.customer.customerId}`,
      signed_out_address: 'http://busbar-test/login',
      groups: [{ provider_group: 'operators' }, { provider_group: 'staff' }],
    });
    const secret = `secret-${sso.customer.customerId}`;
    expect(JSON.stringify(answer.body)).not.toContain(secret);
    const stored = await database.db.selectFrom('identity_provider').selectAll().execute();
    expect(stored[0]!.client_secret).toMatch(/^sealed:1:/);
    const entries = await database.db
      .selectFrom('operation_log')
      .where('command', '=', 'change single sign-on')
      .select('detail')
      .execute();
    expect(entries.length).toBeGreaterThan(0);
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  it('keep the secret if none is entered, and require it for another issuer or client', async () => {
    const kept = await sso.configure(sso.admin, sso.provider, { client_secret: '' });
    expect(kept.body.code).toBe(0);
    expect((await sso.signIn({ sub: 'anna', groups: ['staff'] })).body.code).toBe(0);
    for (const over of [{ issuer: sso.other.issuer }, { client_id: 'other' }]) {
      const changed = await sso.configure(sso.admin, sso.provider, { ...over, client_secret: '' });
      expect(changed.body).toMatchObject({
        reason: 'sso-secret-required',
        field: 'client_secret',
      });
    }
  });

  it('are changed by one of two administrators who have read the same revision', async () => {
    const { revision } = await sso.settingsOf(sso.admin.client);
    const all = await Promise.all([
      sso.configure(sso.admin, sso.provider, { revision, name: 'First' }),
      sso.configure(sso.admin, sso.provider, { revision, name: 'Second' }),
    ]);
    const reasons = all.map(({ body }) => body.reason ?? 'saved');
    expect(reasons.toSorted()).toEqual(['saved', 'sso-changed']);
    const saved = all[0].body.code === 0 ? 'First' : 'Second';
    expect((await sso.settingsOf(sso.admin.client)).name).toBe(saved);
    const removed = await sso.admin.client.delete(`${SETTINGS}?revision=${revision}`);
    expect(removed.body).toMatchObject({ reason: 'sso-changed' });
  });

  it('never give the role of the platform', async () => {
    const groups = [row({ role: 'platform' })];
    const { body } = await sso.configure(sso.admin, sso.provider, { groups });
    expect(body).toMatchObject({ reason: 'invalid-request', field: 'groups.0.role' });
  });

  it('name no group or role of another customer', async () => {
    const foreign = [row({ group_id: String(sso.stranger.groupId) })];
    expect((await sso.configure(sso.admin, sso.provider, { groups: foreign })).body).toMatchObject({
      reason: 'not-found',
      field: 'groups.0.group_id',
    });
    const role = await buildCustomRole(database, sso.stranger.customerId, ['data.read']);
    const groups = [row({ own_role_id: String(role) })];
    expect((await sso.configure(sso.admin, sso.provider, { groups })).body).toMatchObject({
      reason: 'not-found',
      field: 'groups.0.own_role_id',
    });
  });

  it('give a custom role, and nothing after it was deleted', async () => {
    const role = await buildCustomRole(database, sso.customer.customerId, ['data.read']);
    const groups = [
      row({ own_role_id: String(role) }),
      row({ provider_group: 'more', role: 'operator' }),
    ];
    await sso.configure(sso.admin, sso.provider, { groups });
    const { body } = await sso.signIn({ sub: 'bert', groups: ['staff', 'more'] });
    expect(body.data.session.user_info.permissions).toEqual(['data.read']);
    await database
      .as('owner')
      .db.deleteFrom('custom_role')
      .where('custom_role_id', '=', Number(role))
      .execute();
    const again = await sso.signIn({ sub: 'carl', groups: ['staff', 'more'] });
    expect(again.body).toMatchObject({ reason: 'sso-no-group' });
  });

  it.each([
    ['viewer', 403],
    ['operator', 403],
    ['engineer', 403],
  ] as const)('are hidden from the role %s', async (role, status) => {
    const client = await buildClient(sso.server, sso.customer, { role, browser: true });
    expect((await client.get(SETTINGS)).status).toBe(status);
  });

  it('are hidden from administrators of a subgroup', async () => {
    const { groupId } = sso.below;
    const client = await buildClient(sso.server, sso.customer, {
      ...{ role: 'admin', groupId, browser: true },
    } as const);
    expect((await client.get(SETTINGS)).body).toMatchObject({ reason: 'root-group-required' });
  });

  it('end the sessions of the provider if the provider is deleted', async () => {
    const who = sso.browser();
    await sso.signIn({ sub: 'dora', groups: ['staff'] }, { who });
    const { revision } = await sso.settingsOf(sso.admin.client);
    const removed = await sso.admin.client.delete(`${SETTINGS}?revision=${revision}`);
    expect(removed.body.code).toBe(0);
    expect((await who.post('/api/v2/ping-token')).status).toBe(401);
    expect(await sso.settingsOf(sso.admin.client)).toMatchObject({ revision: 0, groups: [] });
    expect((await sso.admin.client.post('/api/v2/ping-token')).status).toBe(200);
  });

  it.each([
    [{ name: '' }, 'sso-name-invalid', 'name'],
    [{ client_id: 'a b' }, 'sso-client-id-invalid', 'client_id'],
    [{ group_claim: '' }, 'sso-claim-invalid', 'group_claim'],
    [
      { groups: [{ provider_group: '', role: 'viewer', group_id: '1' }] },
      'sso-group-invalid',
      'groups.0.provider_group',
    ],
  ])('are refused with %j', async (over, reason, field) => {
    const { body } = await sso.configure(sso.admin, sso.provider, over);
    expect(body).toMatchObject({ reason, field });
  });
});
