/**
 * docs/promises.md T3: every role makes every call, and is allowed or refused by the permission
 * that the call declares, granted as documented in `docs/permissions.md`.
 */
import type { CallSpec } from '@busbar/contract/call';
import { CATALOGUE } from '@busbar/contract/catalogue';
import { ROLES } from '@busbar/domain/access/role';
import { describe, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';
import { isPermission } from './call-role.ts';
import { buildCatalogueFixture } from './catalogue-fixture.ts';
import { exampleRequest, send } from './requests.ts';
import { isWritten } from './role-table.ts';

const calls: readonly CallSpec[] = CATALOGUE;

describeWithDatabase('permissions of every call', (database) => {
  const world = fixture(() => buildCatalogueFixture(database));

  describe('calls without a token', () => {
    it.each(
      calls.filter((call) => call.who !== 'public').map((call) => [call.name, call] as const),
    )('%s answers 401 without a token', async (_name, call) => {
      const request = exampleRequest(call, world.own, world.own.users.operator.userId);
      for (const token of [undefined, 'wrong', `Bearer ${'A'.repeat(43)}`]) {
        const answer = await send(world.app, call, request, token);
        expect(answer.statusCode).toBe(401);
        expect(answer.json()[call.version === 'v1' ? 'errCode' : 'code']).toBe(401);
      }
    });
  });

  describe.each(ROLES)('the role %s', (role) => {
    it.each(
      calls.flatMap((call) =>
        isPermission(call.who) ? [[call.name, call, call.who] as const] : [],
      ),
    )(
      '%s is allowed or refused according to the documented table',
      async (_name, call, permission) => {
        const request = exampleRequest(call, world.own, world.own.users[role].userId);
        const answer = await send(world.app, call, request, await world.token(role));
        const allowed = isWritten(role, permission);
        expect(answer.statusCode === 403).toBe(!allowed);
        expect(answer.statusCode).not.toBe(401);
        if (!allowed) expect(answer.json().reason).toBe('forbidden');
      },
    );
  });

  it('refuses everything but password change and session calls before the initial password is changed', async () => {
    const user = world.own.users.operator;
    await world.database.db
      .updateTable('user_account')
      .set({ must_change_password: true })
      .where('customer_id', '=', world.own.customerId)
      .where('user_id', '=', user.userId)
      .execute();
    const token = await world.token('operator');
    for (const call of calls) {
      if (call.who === 'public' || call.beforePasswordChange === true) continue;
      if (isPermission(call.who) && !isWritten('operator', call.who)) continue;
      const answer = await send(
        world.app,
        call,
        exampleRequest(call, world.own, user.userId),
        token,
      );
      expect([call.name, answer.statusCode, answer.json().reason]).toEqual([
        call.name,
        403,
        'password-change-required',
      ]);
    }
    await world.database.db
      .updateTable('user_account')
      .set({ must_change_password: false })
      .where('customer_id', '=', world.own.customerId)
      .where('user_id', '=', user.userId)
      .execute();
  });

  it('refuses everything but setting up the required second factor', async () => {
    const user = world.own.users.admin;
    const require = (value: boolean) =>
      world.database.db
        .updateTable('customer')
        .set({ admins_need_factor: value })
        .where('customer_id', '=', world.own.customerId)
        .execute();
    await require(true);
    const open: string[] = [];
    for (const call of calls) {
      if (call.who === 'public' || (isPermission(call.who) && !isWritten('admin', call.who))) {
        continue;
      }
      const request = exampleRequest(call, world.own, user.userId);
      const answer = await send(world.app, call, request, await world.token('admin'));
      if (answer.json().reason !== 'second-factor-required-by-customer') open.push(call.name);
      else expect([call.name, answer.statusCode]).toEqual([call.name, 403]);
    }
    expect(open.toSorted()).toEqual([
      'v2.logout',
      'v2.my.account',
      'v2.my.second-factor.begin',
      'v2.my.second-factor.confirm',
      'v2.my.second-factor.recovery-codes',
      'v2.my.second-factor.remove',
      'v2.ping-token',
    ]);
    await require(false);
  });
});
