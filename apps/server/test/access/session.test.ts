/**
 * Sessions from sign-in to their end, tickets, password change. docs/decisions.md 4 and 5;
 * docs/promises.md T9, T10.
 */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  changePassword,
  confirmPassword,
} from '../../src/areas/identity/passwords/password-service.ts';
import {
  authenticate,
  authenticateCookie,
  authenticateTicket,
} from '../../src/areas/identity/sessions/authenticate.ts';
import {
  endExpiredSessions,
  issueTicket,
  logout,
} from '../../src/areas/identity/sessions/session-service.ts';
import { prepareInstallation } from '../../src/areas/platform/installation/prepare-installation.ts';
import { describeWithDatabase } from '../support/databases.ts';
import {
  type BuiltUser,
  buildCustomer,
  buildUser,
  PASSWORD,
} from '../support/factories/customer.ts';
import { fixture } from '../support/fixture.ts';
import { signIn } from '../support/sign-in.ts';
import { testContext } from '../support/test-context.ts';

const MINUTE = 60_000;
const ADDRESS = '198.51.100.7';

describeWithDatabase('sessions', (database) => {
  const ctx = testContext(database);
  beforeAll(async () => {
    await prepareInstallation(ctx);
  });
  const customer = fixture(() => buildCustomer(ctx));
  const { attempt, signedIn, verdict } = signIn(() => ctx);

  const set = (account: BuiltUser, values: { disabled?: boolean }) =>
    ctx.database.db
      .updateTable('user_account')
      .set(values)
      .where('customer_id', '=', account.customerId)
      .where('user_id', '=', account.userId)
      .execute();

  describe('a session', () => {
    it('requires the token and the cookie if it is from a browser (T9)', async () => {
      const account = await buildUser(ctx, customer);
      const { token, cookies } = await signedIn(account, { fromBrowser: true });
      const other = await signedIn(account, { fromBrowser: true });
      const cookie = cookies?.session;
      expect(await authenticate(ctx, token, cookie, ADDRESS)).toBeDefined();
      for (const wrong of [undefined, '', 'x', other.cookies?.session, `${cookie}x`]) {
        expect(await authenticate(ctx, token, wrong, ADDRESS)).toBeUndefined();
      }
      expect(await authenticate(ctx, other.token, cookie, ADDRESS)).toBeUndefined();
    });

    it('authenticates a WebSocket handshake by the browser cookie alone, never by a cookie forged from a token session', async () => {
      const account = await buildUser(ctx, customer);
      const browser = await signedIn(account, { fromBrowser: true });
      const caller = await authenticateCookie(ctx, browser.cookies?.session, ADDRESS);
      expect(caller?.userId).toBe(account.userId);
      const program = await signedIn(account);
      const hash = (await authenticate(ctx, program.token, undefined, ADDRESS))?.tokenHash;
      const forged = `${hash?.toString('base64url')}.${program.token}`;
      expect(await authenticateCookie(ctx, forged, ADDRESS)).toBeUndefined();
      expect(await authenticateCookie(ctx, undefined, ADDRESS)).toBeUndefined();
    });

    it('is not opened by a token with one changed character', async () => {
      const account = await buildUser(ctx, customer);
      const { token } = await signedIn(account);
      for (let place = 0; place < token.length; place += 1) {
        const letter = token[place] === 'x' ? 'y' : 'x';
        const forged = token.slice(0, place) + letter + token.slice(place + 1);
        expect(await authenticate(ctx, forged, undefined, ADDRESS)).toBeUndefined();
      }
    });

    it('ends after 30 minutes without use and after 12 hours in any case', async () => {
      const account = await buildUser(ctx, customer);
      const idle = await signedIn(account);
      const busy = await signedIn(account);
      ctx.clock.advance(29 * MINUTE);
      expect(await authenticate(ctx, busy.token, undefined, ADDRESS)).toBeDefined();
      ctx.clock.advance(MINUTE);
      expect(await authenticate(ctx, idle.token, undefined, ADDRESS)).toBeUndefined();
      for (let i = 0; i < 27; i += 1) {
        expect(await authenticate(ctx, busy.token, undefined, ADDRESS)).toBeDefined();
        ctx.clock.advance(25 * MINUTE);
      }
      expect(await authenticate(ctx, busy.token, undefined, ADDRESS)).toBeDefined();
      ctx.clock.advance(15 * MINUTE);
      expect(await authenticate(ctx, busy.token, undefined, ADDRESS)).toBeUndefined();
    });

    it('updates its last use at most once a minute', async () => {
      const account = await buildUser(ctx, customer);
      const { token } = await signedIn(account);
      const lastUsed = async () => {
        const { rows } = await sql<{ at: number }>`select last_used_at as at from session
          where customer_id = ${account.customerId} and user_id = ${account.userId}`.execute(
          ctx.database.db,
        );
        return rows[0]?.at;
      };
      const begun = ctx.clock.now();
      ctx.clock.advance(59_000);
      await authenticate(ctx, token, undefined, ADDRESS);
      expect(await lastUsed()).toBe(begun);
      ctx.clock.advance(1_000);
      await authenticate(ctx, token, undefined, ADDRESS);
      expect(await lastUsed()).toBe(begun + MINUTE);
    });

    it('is deleted when it expires, and its end is published', async () => {
      const account = await buildUser(ctx, customer);
      const { token } = await signedIn(account);
      const hash = (await authenticate(ctx, token, undefined, ADDRESS))?.tokenHash.toString('hex');
      await endExpiredSessions(ctx);
      expect(await authenticate(ctx, token, undefined, ADDRESS)).toBeDefined();
      ctx.clock.advance(30 * MINUTE);
      await endExpiredSessions(ctx);
      expect(ctx.published('session.ended').flatMap((event) => event.tokenHashes)).toContain(hash);
    });

    it.each(['disabled account', 'expired customer'])(
      'ends immediately with a %s',
      async (what) => {
        const own = await buildCustomer(ctx);
        const account = await buildUser(ctx, own);
        const { token } = await signedIn(account);
        if (what === 'disabled account') await set(account, { disabled: true });
        else {
          await ctx.database.db
            .updateTable('customer')
            .set({ expires_at: new Date(ctx.clock.now()) })
            .where('customer_id', '=', own.customerId)
            .execute();
        }
        expect(await authenticate(ctx, token, undefined, ADDRESS)).toBeUndefined();
      },
    );

    it('is replaced when the same browser signs in again', async () => {
      const account = await buildUser(ctx, customer);
      const first = await signedIn(account, { fromBrowser: true });
      const sessionCookie = first.cookies?.session;
      const second = await signedIn(account, { fromBrowser: true, sessionCookie });
      expect(await authenticate(ctx, first.token, sessionCookie, ADDRESS)).toBeUndefined();
      expect(await authenticate(ctx, second.token, second.cookies?.session, ADDRESS)).toBeDefined();
    });

    it('issues a ticket that opens one handshake within 30 seconds', async () => {
      const account = await buildUser(ctx, customer);
      const { token, cookies } = await signedIn(account, { fromBrowser: true });
      const caller = (await authenticate(ctx, token, cookies?.session, ADDRESS))!;
      const ticket = await issueTicket(ctx, caller);
      expect((await authenticateTicket(ctx, ticket, ADDRESS))?.userId).toBe(account.userId);
      expect(await authenticateTicket(ctx, ticket, ADDRESS)).toBeUndefined();
      const late = await issueTicket(ctx, caller);
      ctx.clock.advance(30_000);
      expect(await authenticateTicket(ctx, late, ADDRESS)).toBeUndefined();
      const orphan = await issueTicket(ctx, caller);
      await logout(ctx, caller);
      expect(await authenticateTicket(ctx, orphan, ADDRESS)).toBeUndefined();
    });

    it('ends together with all sessions of the user at sign-out, and with no others (T10)', async () => {
      const account = await buildUser(ctx, customer);
      const neighbour = await signedIn(await buildUser(ctx, customer));
      const tokens: string[] = [];
      for (let i = 0; i < 5; i += 1) tokens.push((await signedIn(account)).token);
      const callers = await Promise.all(
        tokens.map((token) => authenticate(ctx, token, undefined, ADDRESS)),
      );
      const before = ctx.published('session.ended').length;
      await logout(ctx, callers[0]!);
      for (const token of tokens) {
        expect(await authenticate(ctx, token, undefined, ADDRESS)).toBeUndefined();
      }
      const told = ctx.published('session.ended').slice(before);
      expect(told.flatMap((event) => event.tokenHashes).toSorted()).toEqual(
        callers.map((caller) => caller?.tokenHash.toString('hex')).toSorted(),
      );
      expect(await authenticate(ctx, neighbour.token, undefined, ADDRESS)).toBeDefined();
    });
  });

  describe('a password change', () => {
    const NEW = 'copper rail hums twice';

    async function caller(account: BuiltUser) {
      const { token } = await signedIn(account);
      return (await authenticate(ctx, token, undefined, ADDRESS))!;
    }

    it('ends every session, removes known browsers and accepts the new password', async () => {
      const account = await buildUser(ctx, customer, { mustChangePassword: true });
      const browser = await signedIn(account, { fromBrowser: true });
      const who = await caller(account);
      const before = ctx.published('session.ended').length;
      const change = { userId: account.userId, oldPassword: PASSWORD, newPassword: NEW };
      expect(await changePassword(ctx, who, change)).toEqual({ ok: true, value: true });
      expect(ctx.published('session.ended').length).toBe(before + 1);
      expect(
        await authenticate(ctx, browser.token, browser.cookies?.session, ADDRESS),
      ).toBeUndefined();
      expect(await verdict(account)).toBe('bad-credentials');
      const fresh = await signedIn(account, { password: NEW });
      expect(fresh.mustChangePassword).toBe(false);
      for (let i = 0; i < 5; i += 1) await attempt(account, { password: 'wrong guess' });
      const knownBrowserCookie = browser.cookies?.knownBrowser;
      expect(await verdict(account, { password: NEW, knownBrowserCookie })).toBe(
        'too-many-attempts',
      );
    });

    it.each([
      ['of another user', { userId: 5 }, 'forbidden'],
      ['without the old password', { oldPassword: '' }, 'info-required'],
      ['without a new password', { newPassword: '' }, 'info-required'],
      ['with a wrong old password', { oldPassword: 'wrong guess' }, 'old-password-wrong'],
      ['to the same password', { newPassword: PASSWORD }, 'password-unchanged'],
      ['to a weak password', { newPassword: 'password1' }, 'password-too-weak'],
    ] as const)('is refused and changes nothing if it is %s', async (_name, over, refusal) => {
      const account = await buildUser(ctx, customer);
      const who = await caller(account);
      const change = { oldPassword: PASSWORD, newPassword: NEW, ...over };
      const outcome = await changePassword(ctx, who, change);
      expect(outcome.ok ? 'changed' : outcome.refusal).toBe(refusal);
      expect(await verdict(account)).toBe('in');
    });

    it('does not let a stolen session guess the old password', async () => {
      const account = await buildUser(ctx, customer);
      const who = await caller(account);
      const guess = async (password: string) => {
        const outcome = await confirmPassword(ctx, who, password);
        return outcome.ok ? 'right' : outcome.refusal;
      };
      for (let i = 0; i < 5; i += 1) expect(await guess('wrong')).toBe('old-password-wrong');
      expect(await guess(PASSWORD)).toBe('too-many-attempts');
      ctx.clock.advance(1000);
      expect(await guess(PASSWORD)).toBe('right');
    });

    it('also ends sessions that were opened during the change', async () => {
      const account = await buildUser(ctx, customer);
      for (let round = 0; round < 5; round += 1) {
        const oldPassword = round % 2 === 0 ? PASSWORD : NEW;
        const newPassword = round % 2 === 0 ? NEW : PASSWORD;
        const { token } = await signedIn(account, { password: oldPassword });
        const who = (await authenticate(ctx, token, undefined, ADDRESS))!;
        const [changed, ...logins] = await Promise.all([
          changePassword(ctx, who, { oldPassword, newPassword }),
          ...Array.from({ length: 6 }, () => attempt(account, { password: oldPassword })),
        ]);
        expect(changed.ok).toBe(true);
        for (const outcome of logins) {
          if (!outcome.ok) continue;
          const { token: opened } = outcome.value;
          expect(await authenticate(ctx, opened, undefined, ADDRESS)).toBeUndefined();
        }
      }
    });
  });
});
