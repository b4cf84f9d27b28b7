/** An administrator ends a user's access: sessions, account, old password, second factor. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { endOwnSessions } from '../../src/areas/identity/login/own-access.ts';
import { listSessions } from '../../src/areas/identity/login/own-access-queries.ts';
import { authenticate } from '../../src/areas/identity/sessions/authenticate.ts';
import {
  disableUser,
  enableUser,
  endUserSession,
  removeUserFactor,
  signUserOut,
} from '../../src/areas/identity/users/end-access.ts';
import { resetPassword } from '../../src/areas/identity/users/invite-user.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { type BuiltUser, buildUser, PASSWORD } from '../support/factories/customer.ts';
import { ADDRESS, userFixture } from './user-fixture.ts';

describeWithDatabase('ending the access of a user', (database) => {
  const { ctx, customer, admin, attempt, signedIn, verdict, said, idOf, find, change, deeds } =
    userFixture(database);

  describe('a user’s sessions (T10)', () => {
    it.each([
      ['when the user is disabled', (user: BuiltUser) => disableUser(ctx, admin, idOf(user))],
      ['when the role changes', (user: BuiltUser) => change(user, { role: 'viewer' })],
      [
        'when an administrator signs the user out',
        (user: BuiltUser) => signUserOut(ctx, admin, idOf(user)),
      ],
      [
        'when an administrator sets a new initial password',
        (user: BuiltUser) =>
          resetPassword(ctx, admin, idOf(user), { sendMail: false, language: 'en' }),
      ],
    ])('all end immediately %s', async (_name, step) => {
      const user = await buildUser(ctx, customer, { role: 'operator' });
      const neighbour = await signedIn(await buildUser(ctx, customer));
      const tokens: string[] = [];
      for (let i = 0; i < 5; i += 1) tokens.push((await signedIn(user)).token);
      const hashes = (await find(idOf(user))).sessions.map(({ tokenHash }) =>
        tokenHash.toString('hex'),
      );
      const before = ctx.published('session.ended').length;
      expect(said(await step(user))).toBe('done');
      for (const token of tokens) {
        expect(await authenticate(ctx, token, undefined, ADDRESS)).toBeUndefined();
      }
      const told = ctx.published('session.ended').slice(before);
      expect(told.flatMap(({ tokenHashes }) => tokenHashes).toSorted()).toEqual(hashes.toSorted());
      expect(await authenticate(ctx, neighbour.token, undefined, ADDRESS)).toBeDefined();
    });

    it('can be ended one by one, for a user or for the caller', async () => {
      const user = await buildUser(ctx, customer);
      const first = await signedIn(user);
      ctx.clock.advance(60_000);
      const second = await signedIn(user);
      const { sessions } = await find(idOf(user));
      const older = sessions.at(-1)!;
      expect(said(await endUserSession(ctx, admin, idOf(user), older.mark))).toBe('done');
      expect(await authenticate(ctx, first.token, undefined, ADDRESS)).toBeUndefined();
      const caller = (await authenticate(ctx, second.token, undefined, ADDRESS))!;
      const third = await signedIn(user);
      const others = ({ tokenHash }: { tokenHash: Buffer }) => !tokenHash.equals(caller.tokenHash);
      expect(await endOwnSessions(ctx, caller, others)).toBe(1);
      expect(await authenticate(ctx, third.token, undefined, ADDRESS)).toBeUndefined();
      expect(await listSessions(ctx.database.db, caller, ctx.clock.now())).toHaveLength(1);
      // The `mark` of another user's session matches none of this user's sessions.
      const foreign = await signedIn(await buildUser(ctx, customer));
      const mark = (await authenticate(ctx, foreign.token, undefined, ADDRESS))!.tokenHash
        .toString('hex')
        .slice(0, 24);
      expect(await endOwnSessions(ctx, caller, (session) => session.mark === mark)).toBe(0);
      expect(said(await endUserSession(ctx, admin, idOf(user), mark))).toBe('not-found');
    });
  });

  it('lets a re-enabled user sign in, and reveals the disabled state only for the right password', async () => {
    const user = await buildUser(ctx, customer);
    await disableUser(ctx, admin, idOf(user));
    expect(await verdict(user)).toBe('account-expired');
    expect(await verdict(user, { password: 'wrong guess' })).toBe('bad-credentials');
    await enableUser(ctx, admin, idOf(user));
    expect(await verdict(user)).toBe('in');
    expect((await deeds()).map(({ command }) => command)).toEqual(['disable user', 'enable user']);
    // Enabling an enabled user writes no audit event.
    await enableUser(ctx, admin, idOf(user));
    expect(await deeds()).toHaveLength(2);
  });

  it('replaces the old password with a new initial password', async () => {
    const user = await buildUser(ctx, customer);
    for (let i = 0; i < 5; i += 1) await attempt(user, { password: 'wrong guess' });
    const reset = await resetPassword(ctx, admin, idOf(user), { sendMail: false, language: 'en' });
    if (!reset.ok) throw new Error(reset.refusal);
    expect(await verdict(user)).toBe('bad-credentials');
    const password = reset.value.initialPassword;
    expect((await signedIn(user, { password })).mustChangePassword).toBe(true);
    expect(JSON.stringify(await deeds())).not.toContain(password);
  });

  it('removes a second factor only with a reason, and records the reason in the audit log', async () => {
    const user = await buildUser(ctx, customer);
    const remove = (reason: string) => removeUserFactor(ctx, admin, idOf(user), reason);
    expect(said(await remove('lost'))).toBe('second-factor-off');
    await sql`insert into second_factor (customer_id, user_id, secret, begun_at, confirmed_at)
      values (${customer.customerId}, ${user.userId}, ${Buffer.alloc(20)}, now(), now())`.execute(
      ctx.database.db,
    );
    expect((await find(idOf(user))).user.secondFactor).toBe(true);
    expect(await verdict(user)).toBe('second-factor-required');
    expect(said(await remove(' '))).toBe('info-required');
    expect(said(await remove('Lost telephone'))).toBe('done');
    expect(await verdict(user, { password: PASSWORD })).toBe('in');
    expect(await deeds()).toMatchObject([
      { command: 'remove second factor', detail: { reason: 'Lost telephone' } },
    ]);
  });
});
