/**
 * A call that changes permissions waits for a hash or a lock. It is refused if its caller has lost the
 * session, the role or the group by then.
 */
import { describe, expect, it } from 'vitest';
import { addGroup } from '../../src/areas/fleet/groups/group-service.ts';
import {
  addApiKey,
  changeKeyLimits,
  revokeApiKey,
} from '../../src/areas/identity/api-keys/api-key-service.ts';
import { arrangeMenu } from '../../src/areas/identity/roles/menu-service.ts';
import { addRole } from '../../src/areas/identity/roles/role-service.ts';
import { changeFactorRequirement } from '../../src/areas/identity/second-factor/factor-requirement.ts';
import { disableUser } from '../../src/areas/identity/users/end-access.ts';
import { inviteUser } from '../../src/areas/identity/users/invite-user.ts';
import { lockRights } from '../../src/areas/shared/rights/rights-administrator-queries.ts';
import type { Caller } from '../../src/caller.ts';
import type { Executor } from '../../src/storage/database.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller, buildUser } from '../support/factories/customer.ts';
import { assignCustomRole } from '../support/factories/role.ts';
import { userFixture } from './user-fixture.ts';

describeWithDatabase('an administrator whose rights change while a call waits', (database) => {
  const { ctx, customer, below, said, idOf } = userFixture(database);

  const inviteAdmin = (caller: Caller) =>
    inviteUser(ctx, caller, {
      name: `back.door${caller.userId}`,
      role: 'admin',
      group: String(customer.groupId),
      mail: '',
      sendMail: false,
      language: 'en',
    });

  /** The calls that the administrator has sent; the first refusal of a value must not hide the rest. */
  function calls(caller: Caller, other: { userId: number }) {
    const key = {
      name: 'k',
      scopes: ['read:devices'] as const,
      perMinute: undefined,
      perDay: null,
    };
    return {
      invite: inviteAdmin(caller),
      disable: disableUser(ctx, caller, idOf(other)),
      role: addRole(ctx, caller, { name: 'Mine', copyOf: 'admin', permissions: undefined }),
      menu: arrangeMenu(ctx, caller, 'viewer', { entries: [], changedAt: 0 }),
      group: addGroup(ctx, caller, { parent: String(customer.groupId), name: 'New hall' }),
      factor: changeFactorRequirement(ctx, caller, true),
      key: addApiKey(ctx, caller, { ...key, expiresAt: ctx.clock.now() + 1e9 }),
      limits: changeKeyLimits(ctx, caller, '1', { perMinute: 5, perDay: null }),
      revoke: revokeApiKey(ctx, caller, '1'),
    };
  }

  const update = (trx: Executor, { userId }: Caller, values: object) =>
    trx.updateTable('user_account').set(values).where('user_id', '=', userId).execute();

  describe.each<[string, (trx: Executor, caller: Caller) => Promise<unknown>]>([
    ['is disabled', (trx, caller) => update(trx, caller, { disabled: true })],
    ['gets another role', (trx, caller) => update(trx, caller, { role: 'operator' })],
    ['is moved', (trx, caller) => update(trx, caller, { group_id: below.groupId })],
    [
      'is signed out',
      (trx, { tokenHash }) =>
        trx.deleteFrom('session').where('token_hash', '=', tokenHash).execute(),
    ],
  ])('and %s', (_name, lose) => {
    it('changes no permission', async () => {
      const caller = await buildCaller(ctx, customer, { role: 'admin' });
      const other = await buildUser(ctx, customer);
      const waiting = await ctx.database.transaction(async (trx) => {
        await lockRights(trx, customer.customerId);
        const sent = calls(caller, other);
        await lose(trx, caller);
        return Object.entries(sent);
      });
      for (const [call, outcome] of waiting)
        expect([call, said(await outcome)]).toEqual([call, 'forbidden']);
    });
  });

  it('is refused too if the permissions of the custom role were changed', async () => {
    const caller = await buildCaller(ctx, customer, { role: 'admin' });
    await assignCustomRole(database, caller, ['data.read', 'user.manage']);
    const permissions = ['data.read', 'user.manage', 'role.manage'] as const;
    expect(said(await inviteAdmin({ ...caller, permissions }))).toBe('forbidden');
  });

  it('cannot add a user while the password of the user is hashed', async () => {
    const [first, second] = [
      await buildCaller(ctx, customer, { role: 'admin' }),
      await buildCaller(ctx, customer, { role: 'admin' }),
    ];
    const invited = inviteAdmin(second);
    expect(said(await disableUser(ctx, first, idOf(second)))).toBe('done');
    expect(said(await invited)).toBe('forbidden');
  });
});
