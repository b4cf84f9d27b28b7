/**
 * Users invited by their administrators: their permissions, and the first password, shown or sent
 * as a link.
 */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { acceptInvitation } from '../../src/areas/identity/users/accept-invitation.ts';
import { disableUser } from '../../src/areas/identity/users/end-access.ts';
import { sendInvitation } from '../../src/areas/identity/users/invitation-mail.ts';
import {
  inviteUser,
  type NewUser,
  resetPassword,
} from '../../src/areas/identity/users/invite-user.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { type BuiltUser, buildCustomer, buildUser } from '../support/factories/customer.ts';
import { ADDRESS, userFixture } from './user-fixture.ts';

describeWithDatabase('invited users', (database) => {
  const {
    ctx,
    customer,
    admin,
    stranger,
    signedIn,
    said,
    idOf,
    ownRole,
    helpdesk,
    find,
    list,
    change,
    deeds,
  } = userFixture(database);

  const invite = (over: Partial<NewUser> = {}, who = admin) =>
    inviteUser(ctx, who, {
      name: `new.${ctx.random.bytes(4).toString('hex')}`,
      role: 'viewer',
      group: String(customer.groupId),
      mail: '',
      sendMail: false,
      language: 'en',
      ...over,
    });

  describe('an invitation', () => {
    it('creates an account whose initial password is shown once and must be changed first', async () => {
      const made = await invite({ name: 'Li.Wei@Hall', role: 'operator', mail: 'li@example.org' });
      if (!made.ok) throw new Error(made.refusal);
      const { userId, initialPassword, mailed } = made.value;
      expect(initialPassword).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){2}$/);
      expect(mailed).toBe(false);
      expect((await find(String(userId))).user).toMatchObject({
        userName: 'Li.Wei@Hall',
        role: 'operator',
        mail: 'li@example.org',
        state: 'invited',
        lastSignInAt: null,
        changeable: true,
      });
      const { mustChangePassword } = await signedIn(
        { customerId: customer.customerId, userId, userName: 'li.wei@hall' },
        { password: initialPassword },
      );
      expect(mustChangePassword).toBe(true);
      expect((await find(String(userId))).user).toMatchObject({
        state: 'active',
        lastSignInAt: ctx.clock.now(),
      });
      const [deed] = await deeds();
      expect(deed).toMatchObject({
        command: 'add user',
        detail: { after: { role: 'operator', mail: 'li@example.org' } },
      });
      expect(JSON.stringify(deed)).not.toContain(initialPassword);
      await sql`delete from account_name where user_id = ${userId}`.execute(ctx.database.db);
    });

    it.each([
      ['a name with a space', { name: 'li wei' }, 'user-name-invalid'],
      ['a name with markup', { name: '<b>li</b>' }, 'user-name-invalid'],
      ['a reserved name', { name: 'ADMIN' }, 'user-name-invalid'],
      ['an invalid mail address', { mail: 'a@b, c@d' }, 'mail-address-invalid'],
      ['a link without a mail address', { sendMail: true }, 'info-required'],
      [
        'a link when no mail can be sent',
        { sendMail: true, mail: 'a@b.org' },
        'mail-not-available',
      ],
      ['the platform role', { role: 'platform' }, 'invalid-request'],
      ['an unknown role', { role: 'root' }, 'invalid-request'],
      ['an unknown custom role', { ownRoleId: '1234567' }, 'not-found'],
      ['an unknown group', { group: '1234567' }, 'not-found'],
    ])('is refused with %s', async (_name, over, refusal) => {
      expect(said(await invite(over))).toBe(refusal);
      expect((await list()).total).toBe(1);
    });

    it('rejects a name that any customer already uses', async () => {
      const taken = await buildUser(ctx, await buildCustomer(ctx));
      expect(said(await invite({ name: taken.userName.toUpperCase() }))).toBe('account-taken');
    });

    it('accepts a custom role, and rejects a group or a role of another customer', async () => {
      const role = await ownRole('data.read', 'key.manage');
      const made = await invite({ ownRoleId: String(role) });
      if (!made.ok) throw new Error(made.refusal);
      expect((await find(String(made.value.userId))).user).toMatchObject({
        ownRoleId: role,
        permissions: ['data.read', 'key.manage'],
      });
      const theirs = { group: String(stranger.groupId) };
      expect(said(await invite({ ownRoleId: String(role), ...theirs }, stranger))).toBe(
        'not-found',
      );
      expect(said(await invite(theirs))).toBe('not-found');
    });

    it('grants no more permissions than the inviting user has', async () => {
      const helper = await helpdesk();
      expect(said(await invite({ role: 'operator' }, helper))).toBe('role-exceeds-giver');
      expect(said(await invite({ role: 'admin' }, helper))).toBe('role-exceeds-giver');
      const keys = await ownRole('data.read', 'key.manage');
      expect(said(await invite({ ownRoleId: String(keys) }, helper))).toBe('role-exceeds-giver');
      expect(said(await invite({ role: 'viewer' }, helper))).toBe('done');
    });
  });

  describe('an invitation link by mail', () => {
    let made = 0;
    async function linked(): Promise<{ user: BuiltUser; token: string }> {
      const user = await buildUser(ctx, customer, { mustChangePassword: true });
      const { rows } = await sql<{ hash: string }>`update user_account
        set reset_mail = 'a@example.org' where user_id = ${user.userId}
        returning password_hash as hash`.execute(ctx.database.db);
      const bytes = Buffer.alloc(32, ++made);
      const fixed = { ...ctx, random: { bytes: () => Buffer.from(bytes) } };
      // Without a mail server the link is still stored, and the result does not report it as sent.
      const publicUrl = 'https://example.org';
      const invited = { ...user, passwordHash: rows[0]!.hash };
      const config = { ...ctx.config, publicUrl };
      expect(await sendInvitation({ ...fixed, config }, invited, 'a@example.org', 'zh')).toBe(
        false,
      );
      const token = bytes.toString('base64url');
      expect(said(await accept(token, 'password1'))).toBe('password-too-weak');
      return { user, token };
    }
    const NEW = 'copper rail hums twice';
    const accept = (token: string, password = NEW) =>
      acceptInvitation(ctx, { token, password, address: ADDRESS });

    it('lets the user choose the first password, once', async () => {
      const { user, token } = await linked();
      expect(await accept(token)).toEqual({ ok: true, value: { userName: user.userName } });
      expect((await signedIn(user, { password: NEW })).mustChangePassword).toBe(false);
      expect(said(await accept(token))).toBe('invitation-over');
    });

    it('expires when the mail address is corrected, which may have been that of a stranger', async () => {
      const { user, token } = await linked();
      expect(said(await change(user, { mail: 'right@example.org' }))).toBe('done');
      expect(said(await accept(token))).toBe('invitation-over');
    });

    it('expires after 72 hours, on a password reset, and when the account is disabled', async () => {
      const late = await linked();
      ctx.clock.advance(72 * 3_600_000);
      expect(said(await accept(late.token))).toBe('invitation-over');
      const reset = await linked();
      expect(
        said(
          await resetPassword(ctx, admin, idOf(reset.user), { sendMail: false, language: 'en' }),
        ),
      ).toBe('done');
      expect(said(await accept(reset.token))).toBe('invitation-over');
      const closed = await linked();
      await disableUser(ctx, admin, idOf(closed.user));
      expect(said(await accept(closed.token))).toBe('invitation-over');
      expect(said(await accept('b'.repeat(43)))).toBe('invitation-over');
    });
  });
});
