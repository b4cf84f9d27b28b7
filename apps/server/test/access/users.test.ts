/** Users managed by their administrators: which users are listed, and who may change whom. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { addApiKey } from '../../src/areas/identity/api-keys/api-key-service.ts';
import { authenticate } from '../../src/areas/identity/sessions/authenticate.ts';
import { logout } from '../../src/areas/identity/sessions/session-service.ts';
import { changeUser } from '../../src/areas/identity/users/change-user.ts';
import {
  disableUser,
  enableUser,
  endUserSession,
  removeUserFactor,
  signUserOut,
  unlockUser,
} from '../../src/areas/identity/users/end-access.ts';
import { resetPassword } from '../../src/areas/identity/users/invite-user.ts';
import type { UserQuery } from '../../src/areas/identity/users/user-view.ts';
import type { Caller } from '../../src/caller.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller, buildUser } from '../support/factories/customer.ts';
import { ADDRESS, userFixture } from './user-fixture.ts';

describeWithDatabase('user management', (database) => {
  const {
    ctx,
    customer,
    admin,
    stranger,
    below,
    attempt,
    signedIn,
    verdict,
    said,
    idOf,
    ownRole,
    helpdesk,
    find,
    list,
    change,
    deeds,
  } = userFixture(database);

  describe('the user list', () => {
    it('lists the users of the caller’s group and below, and applies filters', async () => {
      const deep = await buildUser(ctx, customer, { groupId: below.groupId, role: 'engineer' });
      const closed = await buildUser(ctx, customer, { role: 'viewer' });
      await disableUser(ctx, admin, idOf(closed));
      const ids = async (query: Partial<UserQuery>, who = admin) =>
        (await list(query, who)).users.map(({ userId }) => userId).toSorted();
      expect(await ids({})).toEqual([admin.userId, deep.userId, closed.userId].toSorted());
      expect(await ids({}, { ...admin, groupId: below.groupId })).toEqual([deep.userId]);
      expect(await ids({ group: String(below.groupId) })).toEqual([deep.userId]);
      expect(await ids({ role: 'engineer' })).toEqual([deep.userId]);
      expect(await ids({ state: 'disabled' })).toEqual([closed.userId]);
      expect(await ids({ state: 'active' })).toEqual([admin.userId, deep.userId].toSorted());
      expect(await ids({ keyword: deep.userName.toUpperCase() })).toEqual([deep.userId]);
      expect(await ids({ keyword: '%' })).toEqual([]);
      expect(await ids({}, stranger)).toEqual([stranger.userId]);
    });

    it('shows which users are locked until an administrator unlocks them', async () => {
      const user = await buildUser(ctx, customer);
      for (let i = 0; i < 5; i += 1) await attempt(user, { password: 'wrong guess' });
      expect(await verdict(user)).toBe('too-many-attempts');
      expect((await list({ state: 'locked' })).users).toMatchObject([{ userId: user.userId }]);
      expect(said(await unlockUser(ctx, admin, idOf(user)))).toBe('done');
      expect((await list({ state: 'locked' })).users).toEqual([]);
      expect(await verdict(user)).toBe('in');
    });

    it('shows the sessions and sign-ins of a user without any hash', async () => {
      const user = await buildUser(ctx, customer);
      await attempt(user, { password: 'wrong guess', address: ADDRESS });
      // Signing out is an entry of the log too.
      await logout(ctx, { ...admin, userId: user.userId });
      await signedIn(user, { client: 'Panel 7' });
      const { sessions, signIns } = await find(idOf(user));
      expect(sessions).toMatchObject([{ client: 'Panel 7', createdAt: ctx.clock.now() }]);
      expect(signIns).toMatchObject([
        { refusal: '', way: 'password', client: 'Panel 7' },
        { refusal: 'bad-credentials', address: ADDRESS },
      ]);
    });
  });

  describe('every action', () => {
    const steps = {
      disable: (who: Caller, id: string) => disableUser(ctx, who, id),
      enable: (who: Caller, id: string) => enableUser(ctx, who, id),
      unlock: (who: Caller, id: string) => unlockUser(ctx, who, id),
      'sign out': (who: Caller, id: string) => signUserOut(ctx, who, id),
      'reset the password': (who: Caller, id: string) =>
        resetPassword(ctx, who, id, { sendMail: false, language: 'en' }),
      'remove the second factor': (who: Caller, id: string) =>
        removeUserFactor(ctx, who, id, 'lost'),
      'end a session': (who: Caller, id: string) => endUserSession(ctx, who, id, 'x'),
      change: (who: Caller, id: string) =>
        changeUser(ctx, who, id, {
          role: 'viewer',
          group: String(customer.groupId),
          mail: '',
          version: 'x',
        }),
    };

    it.each(Object.entries(steps))(
      '%s: answers not found alike for unknown users and users of other customers or higher groups',
      async (_name, step) => {
        const user = await buildUser(ctx, customer);
        const lower = await buildCaller(ctx, customer, { role: 'admin', groupId: below.groupId });
        expect(said(await step(stranger, idOf(user)))).toBe('not-found');
        expect(said(await step(lower, idOf(user)))).toBe('not-found');
        for (const id of ['1234567', 'x', '-1'])
          expect(said(await step(admin, id))).toBe('not-found');
      },
    );

    it.each(Object.entries(steps))(
      '%s: is refused on the caller’s own account',
      async (_name, step) => {
        expect(said(await step(admin, idOf(admin)))).toBe('own-account-fixed');
      },
    );

    it.each(Object.entries(steps))(
      '%s: is refused on a user with more permissions than the caller',
      async (_name, step) => {
        const helper = await helpdesk();
        const operator = await buildUser(ctx, customer, { role: 'operator' });
        expect(said(await step(helper, idOf(operator)))).toBe('user-above-own');
        expect(said(await step(helper, idOf(admin)))).toBe('user-above-own');
      },
    );
  });

  describe('a change', () => {
    it('keeps the sessions when the group changes, and logs group and mail address before and after', async () => {
      const user = await buildUser(ctx, customer, { role: 'viewer' });
      const { token } = await signedIn(user);
      expect(said(await change(user, { group: String(below.groupId) }))).toBe('done');
      expect(await authenticate(ctx, token, undefined, ADDRESS)).toMatchObject({
        groupId: below.groupId,
      });
      expect(said(await change(user, { mail: 'new@example.org' }))).toBe('done');
      expect((await deeds()).map(({ detail }) => [detail.before, detail.after])).toMatchObject([
        [{ role: 'viewer' }, { role: 'viewer', group: 'Below' }],
        [{ mail: '' }, { mail: 'new@example.org' }],
      ]);
    });

    it('is refused if the user was changed concurrently', async () => {
      const user = await buildUser(ctx, customer, { role: 'viewer' });
      const { version } = (await find(idOf(user))).user;
      expect(said(await change(user, { mail: 'one@example.org' }))).toBe('done');
      expect(said(await change(user, { mail: 'two@example.org', version }))).toBe('user-changed');
      expect((await find(idOf(user))).user.mail).toBe('one@example.org');
    });

    it.each([
      ['role', async () => ({ role: 'admin' }), 'role-exceeds-giver'],
      [
        'custom role',
        async () => ({ ownRoleId: String(await ownRole('data.read', 'audit.read')) }),
        'role-exceeds-giver',
      ],
      ['group', async () => ({ group: String(stranger.groupId) }), 'not-found'],
    ])('to a %s the caller may not grant is refused', async (_name, over, refusal) => {
      const user = await buildUser(ctx, customer, { role: 'viewer' });
      expect(said(await change(user, await over(), await helpdesk()))).toBe(refusal);
    });
  });

  it('shows how many API keys of a user outlive the access of the user', async () => {
    const other = await buildCaller(ctx, customer, { role: 'admin' });
    const key = {
      name: 'k',
      scopes: ['read:devices'] as const,
      perMinute: undefined,
      perDay: null,
    };
    const expiresAt = ctx.clock.now() + 1e9;
    expect(said(await addApiKey(ctx, other, { ...key, expiresAt }))).toBe('done');
    expect([(await find(idOf(other))).apiKeys, (await find(idOf(admin))).apiKeys]).toEqual([1, 0]);
  });

  describe('the last user who can grant permissions', () => {
    /** Creates a second administrator in the root group. */
    const deputy = async () => ({
      ...(await buildCaller(ctx, customer, { role: 'admin' })),
      groupId: customer.groupId,
    });

    it.each([
      ['disabled', (who: Caller) => disableUser(ctx, who, idOf(admin))],
      ['assigned another role', (who: Caller) => change(admin, { role: 'engineer' }, who)],
      [
        'moved to a lower group',
        (who: Caller) => change(admin, { group: String(below.groupId) }, who),
      ],
    ])('cannot be %s', async (_name, step) => {
      const other = await deputy();
      // The other administrator can no longer grant permissions, although the caller object still
      // has the old group.
      await sql`update user_account set group_id = ${below.groupId}
        where user_id = ${other.userId}`.execute(ctx.database.db);
      expect(said(await step(other))).toBe('forbidden');
      expect((await find(idOf(admin))).user).toMatchObject({
        role: 'admin',
        disabled: false,
        groupId: customer.groupId,
      });
      expect(await deeds()).toEqual([]);
      expect(said(await step(await deputy()))).toBe('done');
    });

    it('remains when two users disable each other at the same time', async () => {
      const other = await deputy();
      const told = await Promise.all([
        disableUser(ctx, admin, idOf(other)),
        disableUser(ctx, other, idOf(admin)),
      ]);
      expect(told.map(said).toSorted()).toEqual(['done', 'forbidden']);
    });
  });
});
