/** Users kept by their administrators: who may touch whom, what ends with each step, what is told. */
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/caller.ts';
import { authenticate } from '../../src/modules/access/authenticate.ts';
import { endOwnSessions, listSessions } from '../../src/modules/access/own-access.ts';
import { prepareInstallation } from '../../src/modules/installation/prepare-installation.ts';
import type { CreatedCustomer } from '../../src/modules/registration/create-customer.ts';
import { acceptInvitation } from '../../src/modules/users/accept-invitation.ts';
import { changeUser, type UserChange } from '../../src/modules/users/change-user.ts';
import {
  disableUser,
  enableUser,
  endUserSession,
  removeUserFactor,
  signUserOut,
  unlockUser,
} from '../../src/modules/users/end-access.ts';
import { sendInvitation } from '../../src/modules/users/invitation-mail.ts';
import { inviteUser, type NewUser, resetPassword } from '../../src/modules/users/invite-user.ts';
import { findUserInFull, findUsers, type UserQuery } from '../../src/modules/users/user-view.ts';
import {
  type MadeAccount,
  makeAccount,
  makeCaller,
  makeCustomer,
  makeGroup,
  PASSWORD,
} from '../support/accounts.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { signIn } from '../support/sign-in.ts';
import { type TestContext, testContext } from '../support/test-context.ts';

const ADDRESS = '198.51.100.7';

describeOnEachDatabase('users', (open) => {
  let ctx: TestContext;
  let customer: CreatedCustomer;
  let admin: Caller;
  let stranger: Caller;
  let below: { groupId: number; path: number[] };
  beforeAll(async () => {
    ctx = testContext(await open());
    await prepareInstallation(ctx);
    stranger = await makeCaller(ctx, await makeCustomer(ctx), { role: 'admin' });
  });
  beforeEach(async () => {
    customer = await makeCustomer(ctx);
    admin = await makeCaller(ctx, customer, { role: 'admin' });
    below = await makeGroup(ctx, customer, 'Below');
  });
  const { attempt, signedIn, verdict } = signIn(() => ctx);
  const said = (outcome: object) => ('refusal' in outcome ? outcome.refusal : 'done');
  const idOf = ({ userId }: { userId: number }) => String(userId);

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

  async function ownRole(...permissions: string[]): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      insert into custom_role (customer_id, name, copied_from, permissions, created_at, changed_at)
      values (${customer.customerId}, ${`R${permissions.join()}`}, 'viewer', ${permissions}::text[], now(), now())
      returning custom_role_id as id`.execute(ctx.database.db);
    return rows[0]!.id;
  }

  /** A user with an own role that reads and manages users, and no more. */
  async function helpdesk(groupId = customer.groupId): Promise<Caller> {
    const permissions = ['data.read', 'report.make', 'log.read', 'user.manage'] as const;
    const caller = await makeCaller(ctx, customer, { role: 'viewer', groupId });
    return { ...caller, permissions };
  }

  async function find(id: string, who = admin) {
    const found = await findUserInFull(ctx, who, id);
    if (!found.ok) throw new Error(found.refusal);
    return found.value;
  }

  async function list(query: Partial<UserQuery> = {}, who = admin) {
    const page = { limit: 50, offset: 0, sort: 'name', descending: false } as const;
    const found = await findUsers(ctx, who, { keyword: '', ...query }, page);
    if (!found.ok) throw new Error(found.refusal);
    return found.value;
  }

  async function change(user: { userId: number }, over: Partial<UserChange>, who = admin) {
    const { user: row } = await find(idOf(user));
    return changeUser(ctx, who, idOf(user), {
      role: row.role,
      group: String(row.groupId),
      mail: row.mail,
      version: row.version,
      ...over,
    });
  }

  const deeds = async () =>
    (
      await sql<{ command: string; detail: Record<string, unknown> }>`
        select command, detail from operation_log
        where customer_id = ${customer.customerId} and module = 'Users'
        order by operation_log_id`.execute(ctx.database.db)
    ).rows;

  describe('an invitation', () => {
    it('makes an account whose password is told once and changed first', async () => {
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
      ['the name kept out', { name: 'ADMIN' }, 'user-name-invalid'],
      ['a mail address that is none', { mail: 'a@b, c@d' }, 'mail-address-invalid'],
      ['a link without an address', { sendMail: true }, 'info-required'],
      [
        'a link where no mail can be sent',
        { sendMail: true, mail: 'a@b.org' },
        'mail-not-available',
      ],
      ['the platform’s role', { role: 'platform' }, 'invalid-request'],
      ['a role there is not', { role: 'root' }, 'invalid-request'],
      ['an own role there is not', { ownRoleId: '1234567' }, 'not-found'],
      ['a group there is not', { group: '1234567' }, 'not-found'],
    ])('of %s is refused', async (_name, over, refusal) => {
      expect(said(await invite(over))).toBe(refusal);
      expect((await list()).total).toBe(1);
    });

    it('takes no name twice over all customers', async () => {
      const taken = await makeAccount(ctx, await makeCustomer(ctx));
      expect(said(await invite({ name: taken.userName.toUpperCase() }))).toBe('account-taken');
    });

    it('gives an own role, and none to a group or by a role of another customer', async () => {
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

    it('gives nobody more than the giver has', async () => {
      const helper = await helpdesk();
      expect(said(await invite({ role: 'operator' }, helper))).toBe('role-exceeds-giver');
      expect(said(await invite({ role: 'admin' }, helper))).toBe('role-exceeds-giver');
      const keys = await ownRole('data.read', 'key.manage');
      expect(said(await invite({ ownRoleId: String(keys) }, helper))).toBe('role-exceeds-giver');
      expect(said(await invite({ role: 'viewer' }, helper))).toBe('done');
    });
  });

  describe('a link by mail', () => {
    let made = 0;
    async function linked(): Promise<{ user: MadeAccount; token: string }> {
      const user = await makeAccount(ctx, customer, { mustChangePassword: true });
      const { rows } = await sql<{ hash: string }>`select password_hash as hash
        from user_account where user_id = ${user.userId}`.execute(ctx.database.db);
      const bytes = Buffer.alloc(32, ++made);
      const fixed = { ...ctx, random: { bytes: () => Buffer.from(bytes) } };
      // No mail server: the link is kept all the same, and nobody is told it was sent.
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

    it('is over after 72 hours, with a new password and with the account', async () => {
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

  describe('the list', () => {
    it('shows the own group and below, by filter', async () => {
      const deep = await makeAccount(ctx, customer, { groupId: below.groupId, role: 'engineer' });
      const closed = await makeAccount(ctx, customer, { role: 'viewer' });
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

    it('tells who is locked, until somebody unlocks', async () => {
      const user = await makeAccount(ctx, customer);
      for (let i = 0; i < 5; i += 1) await attempt(user, { password: 'wrong guess' });
      expect(await verdict(user)).toBe('too-many-attempts');
      expect((await list({ state: 'locked' })).users).toMatchObject([{ userId: user.userId }]);
      expect(said(await unlockUser(ctx, admin, idOf(user)))).toBe('done');
      expect((await list({ state: 'locked' })).users).toEqual([]);
      expect(await verdict(user)).toBe('in');
    });

    it('shows sessions and sign-ins of a user, and no hash of anything', async () => {
      const user = await makeAccount(ctx, customer);
      await attempt(user, { password: 'wrong guess', address: ADDRESS });
      await signedIn(user, { client: 'Panel 7' });
      const { sessions, signIns } = await find(idOf(user));
      expect(sessions).toMatchObject([{ client: 'Panel 7', createdAt: ctx.clock.now() }]);
      expect(signIns).toMatchObject([
        { refusal: '', way: 'password', client: 'Panel 7' },
        { refusal: 'bad-credentials', address: ADDRESS },
      ]);
    });
  });

  describe('every step', () => {
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

    it.each(Object.entries(steps))('%s: foreign, above and absent are one', async (_name, step) => {
      const user = await makeAccount(ctx, customer);
      expect(said(await step(stranger, idOf(user)))).toBe('not-found');
      expect(said(await step({ ...admin, groupId: below.groupId }, idOf(user)))).toBe('not-found');
      for (const id of ['1234567', 'x', '-1'])
        expect(said(await step(admin, id))).toBe('not-found');
    });

    it.each(Object.entries(steps))('%s: nobody does it to himself', async (_name, step) => {
      expect(said(await step(admin, idOf(admin)))).toBe('own-account-fixed');
    });

    it.each(Object.entries(steps))('%s: nobody does it to who may more', async (_name, step) => {
      const helper = await helpdesk();
      const operator = await makeAccount(ctx, customer, { role: 'operator' });
      expect(said(await step(helper, idOf(operator)))).toBe('user-above-own');
      expect(said(await step(helper, idOf(admin)))).toBe('user-above-own');
    });
  });

  describe('ends every session at once (T10)', () => {
    it.each([
      ['disable', (user: MadeAccount) => disableUser(ctx, admin, idOf(user))],
      ['another role', (user: MadeAccount) => change(user, { role: 'viewer' })],
      ['sign-out by an administrator', (user: MadeAccount) => signUserOut(ctx, admin, idOf(user))],
      [
        'new initial password',
        (user: MadeAccount) =>
          resetPassword(ctx, admin, idOf(user), { sendMail: false, language: 'en' }),
      ],
    ])('%s', async (_name, step) => {
      const user = await makeAccount(ctx, customer, { role: 'operator' });
      const neighbour = await signedIn(await makeAccount(ctx, customer));
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

    it('and one session alone, of a user or one’s own', async () => {
      const user = await makeAccount(ctx, customer);
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
      // A mark of somebody else's session names nothing here.
      const foreign = await signedIn(await makeAccount(ctx, customer));
      const mark = (await authenticate(ctx, foreign.token, undefined, ADDRESS))!.tokenHash
        .toString('hex')
        .slice(0, 24);
      expect(await endOwnSessions(ctx, caller, (session) => session.mark === mark)).toBe(0);
      expect(said(await endUserSession(ctx, admin, idOf(user), mark))).toBe('not-found');
    });
  });

  it('lets a disabled user in again, and says nothing of it without the password', async () => {
    const user = await makeAccount(ctx, customer);
    await disableUser(ctx, admin, idOf(user));
    expect(await verdict(user)).toBe('account-expired');
    expect(await verdict(user, { password: 'wrong guess' })).toBe('bad-credentials');
    await enableUser(ctx, admin, idOf(user));
    expect(await verdict(user)).toBe('in');
    expect((await deeds()).map(({ command }) => command)).toEqual(['disable user', 'enable user']);
    // What is so already leaves no line.
    await enableUser(ctx, admin, idOf(user));
    expect(await deeds()).toHaveLength(2);
  });

  it('takes the old password away with a new initial one', async () => {
    const user = await makeAccount(ctx, customer);
    for (let i = 0; i < 5; i += 1) await attempt(user, { password: 'wrong guess' });
    const reset = await resetPassword(ctx, admin, idOf(user), { sendMail: false, language: 'en' });
    if (!reset.ok) throw new Error(reset.refusal);
    expect(await verdict(user)).toBe('bad-credentials');
    const password = reset.value.initialPassword;
    expect((await signedIn(user, { password })).mustChangePassword).toBe(true);
    expect(JSON.stringify(await deeds())).not.toContain(password);
  });

  describe('a change', () => {
    it('of group keeps the sessions, of mail everything, and is written with before and after', async () => {
      const user = await makeAccount(ctx, customer, { role: 'viewer' });
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

    it('of a user somebody else changed meanwhile is refused', async () => {
      const user = await makeAccount(ctx, customer, { role: 'viewer' });
      const { version } = (await find(idOf(user))).user;
      expect(said(await change(user, { mail: 'one@example.org' }))).toBe('done');
      expect(said(await change(user, { mail: 'two@example.org', version }))).toBe('user-changed');
      expect((await find(idOf(user))).user.mail).toBe('one@example.org');
    });

    it.each([
      ['role', async () => ({ role: 'admin' }), 'role-exceeds-giver'],
      [
        'own role',
        async () => ({ ownRoleId: String(await ownRole('data.read', 'audit.read')) }),
        'role-exceeds-giver',
      ],
      ['group', async () => ({ group: String(stranger.groupId) }), 'not-found'],
    ])('to a %s that is not the giver’s is refused', async (_name, over, refusal) => {
      const user = await makeAccount(ctx, customer, { role: 'viewer' });
      expect(said(await change(user, await over(), await helpdesk()))).toBe(refusal);
    });
  });

  describe('the last who can give rights', () => {
    /** Somebody below the top with all rights. */
    const deputy = async () => ({
      ...(await makeCaller(ctx, customer, { role: 'admin' })),
      groupId: customer.groupId,
    });

    it.each([
      ['disabled', (who: Caller) => disableUser(ctx, who, idOf(admin))],
      ['given another role', (who: Caller) => change(admin, { role: 'engineer' }, who)],
      ['moved below', (who: Caller) => change(admin, { group: String(below.groupId) }, who)],
    ])('is not %s', async (_name, step) => {
      const other = await deputy();
      // The other one is no keeper any more, though its call is still under way.
      await sql`update user_account set group_id = ${below.groupId}
        where user_id = ${other.userId}`.execute(ctx.database.db);
      expect(said(await step(other))).toBe('role-last-keeper');
      expect((await find(idOf(admin))).user).toMatchObject({
        role: 'admin',
        disabled: false,
        groupId: customer.groupId,
      });
      expect(await deeds()).toEqual([]);
      await deputy();
      expect(said(await step(other))).toBe('done');
    });

    it('stays when two disable each other at once', async () => {
      const other = await deputy();
      const told = await Promise.all([
        disableUser(ctx, admin, idOf(other)),
        disableUser(ctx, other, idOf(admin)),
      ]);
      expect(told.map(said).toSorted()).toEqual(['done', 'role-last-keeper']);
    });
  });

  it('takes a second factor off with a reason, which is written down', async () => {
    const user = await makeAccount(ctx, customer);
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
