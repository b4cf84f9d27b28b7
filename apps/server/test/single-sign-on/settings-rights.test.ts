/** Which callers may change the settings of single sign-on, and what they could gain by it. */
import { CUSTOMER_PERMISSIONS } from '@busbar/domain/access/permission';
import { beforeEach, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { buildClient } from '../support/factories/client.ts';
import { PASSWORD } from '../support/factories/customer.ts';
import { assignCustomRole } from '../support/factories/role.ts';
import { OWN, SETTINGS, ssoFixture } from './sso-fixture.ts';

describeWithDatabase('settings of single sign-on', (database) => {
  const sso = ssoFixture(database);
  beforeEach(async () => {
    expect((await sso.configure(sso.admin, sso.provider)).body.code).toBe(0);
  });

  async function withPermissions(permissions: readonly string[]) {
    const client = await buildClient(sso.server, sso.customer, { role: 'viewer', browser: true });
    await assignCustomRole(database, client, permissions);
    return { client, customerId: client.customerId };
  }
  const allBut = (missing: string) => CUSTOMER_PERMISSIONS.filter((one) => one !== missing);

  it.each([
    ['user.manage only', ['data.read', 'report.make', 'log.read', 'user.manage']],
    ['everything but managing roles', allBut('role.manage')],
    ['everything but reading the audit trail', allBut('audit.read')],
  ])('are not changed, tested or deleted with %s', async (_name, permissions) => {
    const who = await withPermissions(permissions);
    const before = await sso.settingsOf(sso.admin.client);
    const refusal = { reason: 'sso-needs-all-permissions' };
    const over = [{}, { groups: [] }, { allows_passwords: false }, { issuer: sso.other.issuer }];
    for (const one of over) {
      expect((await sso.configure(who, sso.provider, one)).body).toMatchObject(refusal);
    }
    expect((await sso.remove(who.client)).body).toMatchObject(refusal);
    const tested = await who.client.post(`${SETTINGS}/test`, {
      ...{ issuer: sso.provider.issuer, client_id: 'x', client_secret: 'x' },
    });
    expect(tested.body).toMatchObject(refusal);
    expect(await sso.settingsOf(sso.admin.client)).toEqual(before);
  });

  it('are changed with a custom role that has all permissions of an administrator', async () => {
    const who = await withPermissions(CUSTOMER_PERMISSIONS);
    expect((await sso.configure(who, sso.provider)).body.code).toBe(0);
  });

  it('are not created by a user who may manage users only', async () => {
    await sso.remove(sso.admin.client);
    const who = await withPermissions(['data.read', 'report.make', 'log.read', 'user.manage']);
    const created = await sso.configure(who, sso.other, { groups: [] });
    expect(created.body).toMatchObject({ reason: 'sso-needs-all-permissions' });
  });

  it('give no account to the same subject of another issuer', async () => {
    const user = await sso.linkedUser('settings-anna');
    expect((await sso.configure(sso.admin, sso.other)).body.code).toBe(0);
    expect((await user.get(OWN)).body.data.linked_at).toBeNull();
    const person = { sub: 'settings-anna', groups: ['staff'] };
    const stranger = await sso.signIn(person, { at: sso.other });
    expect(stranger.body.data.session.user_info.user_id).not.toBe(user.userId);
    const wrong = await user.post(`${OWN}/link`, { password: 'wrong' });
    expect(wrong.body).toMatchObject({ reason: 'old-password-wrong' });
    expect((await sso.link(user, 'settings-bert', sso.other)).body.code).toBe(0);
    expect((await sso.browser().login(user.userName, PASSWORD)).body.code).toBe(0);
  });
});
