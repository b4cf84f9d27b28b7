/**
 * Signing in with a second factor: RFC 6238, recovery codes, and the limits on guessing
 * (docs/promises.md T6).
 */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { loginWithCode } from '../../src/areas/identity/login/login-code-service.ts';
import { changePassword } from '../../src/areas/identity/passwords/password-service.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  newRecoveryCodes,
  readFactorState,
  removeOwnSecondFactor,
} from '../../src/areas/identity/second-factor/second-factor-service.ts';
import { authenticate } from '../../src/areas/identity/sessions/authenticate.ts';
import { prepareInstallation } from '../../src/areas/platform/installation/prepare-installation.ts';
import type { Caller } from '../../src/caller.ts';
import { codeShown } from '../support/authenticator.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller, buildCustomer, PASSWORD } from '../support/factories/customer.ts';
import { fixture } from '../support/fixture.ts';
import { freshAddress, signIn } from '../support/sign-in.ts';
import { testContext } from '../support/test-context.ts';

const SPAN = 30_000;
describeWithDatabase('a second factor', (database) => {
  const ctx = testContext(database);
  beforeAll(async () => {
    await prepareInstallation(ctx);
  });
  const customer = fixture(() => buildCustomer(ctx));
  const { attempt, signedIn, verdict } = signIn(() => ctx);

  /** Returns the code that an authenticator shows `spans` time steps from now. */
  const codeFor = (key: string, spans = 0): string => codeShown(key, ctx.clock.now(), spans);

  async function begun(caller: Caller): Promise<string> {
    const outcome = await beginSecondFactor(ctx, caller, PASSWORD);
    if (!outcome.ok) throw new Error(outcome.refusal);
    return outcome.value.key;
  }

  async function guarded(): Promise<{ caller: Caller; key: string; recovery: string[] }> {
    const caller = await buildCaller(ctx, customer);
    const key = await begun(caller);
    const outcome = await confirmSecondFactor(ctx, caller, codeFor(key));
    if (!outcome.ok) throw new Error(outcome.refusal);
    ctx.clock.advance(2 * SPAN);
    return { caller, key, recovery: outcome.value };
  }

  async function challenged(caller: Caller, over: object = {}): Promise<string> {
    const outcome = await attempt(caller, over);
    if (!('challenge' in outcome)) throw new Error(JSON.stringify(outcome));
    return outcome.challenge;
  }

  const finish = (challenge: string, code: string, over: object = {}) =>
    loginWithCode(ctx, {
      challenge,
      code,
      address: freshAddress(),
      client: 'test',
      fromBrowser: false,
      knownBrowserCookie: undefined,
      sessionCookie: undefined,
      ...over,
    });

  async function told(caller: Caller, code: string): Promise<string> {
    const outcome = await finish(await challenged(caller), code);
    return outcome.ok ? 'in' : outcome.refusal;
  }

  const signIns = async ({ customerId, userId }: Caller) =>
    (
      await sql<{ status: string; way: string; address: string }>`
        select status, detail->>'way' as way, client_address as address from operation_log
        where customer_id = ${customerId} and user_id = ${userId} and module = 'Sign-in'
        order by operation_log_id`.execute(ctx.database.db)
    ).rows;

  it('has no effect until it is confirmed with a valid code', async () => {
    const caller = await buildCaller(ctx, customer);
    const key = await begun(caller);
    expect(await verdict(caller)).toBe('in');
    expect(await confirmSecondFactor(ctx, caller, '000000')).toMatchObject({
      refusal: 'code-wrong',
    });
    expect(await readFactorState(ctx, caller)).toEqual({ since: null, recoveryCodesLeft: 0 });
    expect(await confirmSecondFactor(ctx, caller, codeFor(key))).toMatchObject({ ok: true });
    expect(await verdict(caller)).toBe('second-factor-required');
  });

  it('requires the password for setup, and also a code for removal and for new recovery codes', async () => {
    const { caller, key, recovery } = await guarded();
    expect(await beginSecondFactor(ctx, caller, 'wrong')).toMatchObject({
      refusal: 'old-password-wrong',
    });
    expect(await beginSecondFactor(ctx, caller, PASSWORD)).toMatchObject({
      refusal: 'second-factor-on',
    });
    for (const step of [newRecoveryCodes, removeOwnSecondFactor]) {
      const wrongPassword = { password: 'wrong', code: codeFor(key) };
      expect(await step(ctx, caller, wrongPassword)).toMatchObject({
        refusal: 'old-password-wrong',
      });
      expect(await step(ctx, caller, { password: PASSWORD, code: '000000' })).toMatchObject({
        refusal: 'code-wrong',
        field: 'code',
      });
    }
    expect(await readFactorState(ctx, caller)).toMatchObject({ recoveryCodesLeft: 10 });
    const renewed = await newRecoveryCodes(ctx, caller, { password: PASSWORD, code: recovery[0]! });
    if (!renewed.ok) throw new Error(renewed.refusal);
    const used = { password: PASSWORD, code: recovery[1]! };
    expect(await removeOwnSecondFactor(ctx, caller, used)).toMatchObject({ refusal: 'code-wrong' });
    const right = { password: PASSWORD, code: codeFor(key) };
    expect(await removeOwnSecondFactor(ctx, caller, right)).toMatchObject({ ok: true });
    expect(await verdict(caller)).toBe('in');
    expect(await newRecoveryCodes(ctx, caller, right)).toMatchObject({
      refusal: 'second-factor-off',
    });
  });

  it('limits attempts to remove it with a stolen session and the password', async () => {
    const { caller, key } = await guarded();
    const step = (code: string) => removeOwnSecondFactor(ctx, caller, { password: PASSWORD, code });
    for (let i = 0; i < 20; i += 1) {
      expect(await step('000000')).toMatchObject({ refusal: 'code-wrong' });
      ctx.clock.advance(15 * 60_000);
    }
    expect(await step(codeFor(key))).toMatchObject({ refusal: 'too-many-attempts' });
    // The owner can still sign in.
    expect(await told(caller, codeFor(key))).toBe('in');
  });

  it('accepts a sign-in with the password and a code, from a browser with its cookies', async () => {
    const { caller, key } = await guarded();
    const challenge = await challenged(caller, { fromBrowser: true });
    const outcome = await finish(challenge, codeFor(key), { fromBrowser: true });
    if (!outcome.ok) throw new Error(outcome.refusal);
    const { token, cookies, mustChangePassword } = outcome.value;
    expect(mustChangePassword).toBe(false);
    expect(await authenticate(ctx, token, undefined, '192.0.2.1')).toBeUndefined();
    expect(await authenticate(ctx, token, cookies?.session, '192.0.2.1')).toMatchObject({
      userId: caller.userId,
    });
  });

  describe('a code', () => {
    it.each([
      ['of the previous time step', -1, 'in'],
      ['of the next time step', 1, 'in'],
      ['of two time steps before', -2, 'code-wrong'],
      ['of two time steps ahead', 2, 'code-wrong'],
    ])('%s is answered with: %s', async (_name, spans, expected) => {
      const { caller, key } = await guarded();
      ctx.clock.advance(2 * SPAN);
      expect(await told(caller, codeFor(key, spans))).toBe(expected);
    });

    it('is accepted once, even for simultaneous attempts', async () => {
      const { caller, key } = await guarded();
      const challenges = await Promise.all([1, 2, 3].map(() => challenged(caller)));
      const code = codeFor(key);
      const told = await Promise.all(challenges.map((challenge) => finish(challenge, code)));
      expect(told.filter(({ ok }) => ok)).toHaveLength(1);
      // A code older than the last accepted one is no longer valid either.
      expect(await finish(challenges[0]!, codeFor(key, -1))).toMatchObject({ ok: false });
    });

    it('allows 20 wrong attempts in 30 days, with a growing delay from the fifth on', async () => {
      const { caller, key } = await guarded();
      const challenge = await challenged(caller);
      const answers: string[] = [];
      for (let i = 0; i < 6; i += 1) {
        const outcome = await finish(challenge, '000000');
        answers.push(outcome.ok ? 'in' : outcome.refusal);
      }
      expect(answers).toEqual([...Array(5).fill('code-wrong'), 'too-many-attempts']);
      for (let i = 5; i < 20; i += 1) {
        ctx.clock.advance(15 * 60_000);
        expect(await told(caller, '000000')).toBe('code-wrong');
      }
      ctx.clock.advance(15 * 60_000);
      expect(await told(caller, codeFor(key))).toBe('too-many-attempts');
    });
  });

  describe('an attacker who knows only the password', () => {
    const outbox = async ({ customerId, userId }: Caller) =>
      (
        await sql<{ payload: { to: string; subject: string; text: string } }>`
          select payload from outbox where customer_id = ${customerId} and user_id = ${userId}
          order by outbox_id`.execute(ctx.database.db)
      ).rows.map(({ payload }) => payload);

    /** Signs the owner in from a browser, and returns its known-browser cookie. */
    async function browserOf(caller: Caller, key: string): Promise<object> {
      const browser = { fromBrowser: true };
      const challenge = await challenged(caller, browser);
      const outcome = await finish(challenge, codeFor(key), browser);
      if (!outcome.ok) throw new Error(outcome.refusal);
      ctx.clock.advance(2 * SPAN);
      return { ...browser, knownBrowserCookie: outcome.value.cookies?.knownBrowser };
    }

    async function spendAllCodes(caller: Caller): Promise<void> {
      for (let i = 0; i < 20; i += 1) {
        expect(await told(caller, '000000')).toBe('code-wrong');
        ctx.clock.advance(15 * 60_000);
      }
      expect(await told(caller, '000000')).toBe('too-many-attempts');
    }

    it('cannot lock the owner out of a known browser or of recovery codes', async () => {
      const { caller, key, recovery } = await guarded();
      const browser = await browserOf(caller, key);
      await spendAllCodes(caller);
      expect(await told(caller, codeFor(key))).toBe('too-many-attempts');
      const known = await finish(await challenged(caller, browser), codeFor(key), browser);
      expect(known).toMatchObject({ ok: true });
      expect(await told(caller, recovery[0]!)).toBe('in');
    });

    it('has only 20 attempts from a known browser too', async () => {
      const { caller, key } = await guarded();
      const browser = await browserOf(caller, key);
      for (let i = 0; i < 20; i += 1) {
        const wrong = await finish(await challenged(caller, browser), '000000', browser);
        expect(wrong).toMatchObject({ refusal: 'code-wrong' });
        ctx.clock.advance(15 * 60_000);
      }
      const last = await finish(await challenged(caller, browser), codeFor(key), browser);
      expect(last).toMatchObject({ refusal: 'too-many-attempts' });
    });

    it('has only 20 recovery code attempts an hour from one address, and the owner’s code stays valid', async () => {
      const { caller, recovery } = await guarded();
      const from = { address: '198.51.100.77' };
      const [code = ''] = recovery;
      const wrong = `${code.slice(0, -1)}${code.endsWith('2') ? '3' : '2'}`;
      const answers: string[] = [];
      for (let i = 0; i < 21; i += 1) {
        const outcome = await finish(await challenged(caller), wrong, from);
        answers.push(outcome.ok ? 'in' : outcome.refusal);
      }
      expect(answers.filter((answer) => answer === 'code-wrong')).toHaveLength(20);
      expect(answers.at(-1)).toBe('too-many-attempts');
      expect(await told(caller, code)).toBe('in');
    });

    it('is reported to the owner by mail, once a day, in the owner’s language', async () => {
      const { caller } = await guarded();
      await ctx.database.db
        .insertInto('notification_profile')
        .values({
          customer_id: caller.customerId,
          user_id: caller.userId,
          mail_address: 'owner@example.org',
          language: 'fr',
        })
        .execute();
      const challenge = await challenged(caller);
      for (let i = 0; i < 3; i += 1) {
        await finish(challenge, '000000', { address: '198.51.100.78' });
      }
      const mails = await outbox(caller);
      expect(mails).toHaveLength(1);
      expect(mails[0]).toMatchObject({
        to: 'owner@example.org',
        subject: expect.stringContaining('mot de passe'),
      });
      expect(mails[0]?.text).toContain('198.51.100.78');
      expect(mails[0]?.text).toContain(caller.userName);
      expect(mails[0]?.text).not.toMatch(/[{}]/);
    });
  });

  describe('a recovery code', () => {
    it('is accepted only once, however it is spelled', async () => {
      const { caller, recovery } = await guarded();
      expect(recovery).toHaveLength(10);
      expect(new Set(recovery).size).toBe(10);
      const [code = ''] = recovery;
      expect(await told(caller, code.toUpperCase().replaceAll('-', ' '))).toBe('in');
      expect(await told(caller, code)).toBe('code-wrong');
      expect(await readFactorState(ctx, caller)).toMatchObject({ recoveryCodesLeft: 9 });
    });

    it('is rejected if it belongs to another user or was replaced', async () => {
      const { caller, recovery } = await guarded();
      const other = await guarded();
      expect(await told(caller, other.recovery[0]!)).toBe('code-wrong');
      const entered = { password: PASSWORD, code: recovery[0]! };
      const fresh = await newRecoveryCodes(ctx, caller, entered);
      if (!fresh.ok) throw new Error(fresh.refusal);
      expect(await told(caller, recovery[1]!)).toBe('code-wrong');
      expect(await told(caller, fresh.value[0]!)).toBe('in');
    });

    it('is stored as a hash, and the key does not appear in the log', async () => {
      const { caller, key, recovery } = await guarded();
      const { rows } = await sql<{ text: string }>`
        select t::text as text from recovery_code t where user_id = ${caller.userId}
        union all select t::text from operation_log t where user_id = ${caller.userId}`.execute(
        ctx.database.db,
      );
      const text = rows.map((row) => row.text).join('\n');
      expect(rows.length).toBeGreaterThan(10);
      for (const code of recovery) {
        expect(text).not.toContain(code);
        expect(text).not.toContain(code.replaceAll('-', ''));
      }
      expect(text).not.toContain(key);
    });
  });

  describe('a sign-in challenge', () => {
    it('expires after five minutes', async () => {
      const { caller, key } = await guarded();
      const challenge = await challenged(caller);
      ctx.clock.advance(5 * 60_000);
      expect(await finish(challenge, codeFor(key))).toMatchObject({ refusal: 'sign-in-over' });
    });

    it('creates only one session', async () => {
      const { caller, key, recovery } = await guarded();
      const challenge = await challenged(caller);
      expect(await finish(challenge, codeFor(key))).toMatchObject({ ok: true });
      expect(await finish(challenge, recovery[0]!)).toMatchObject({ refusal: 'sign-in-over' });
    });

    it('issued to a browser cannot create a session for a program', async () => {
      const { caller, key } = await guarded();
      const challenge = await challenged(caller, { fromBrowser: true });
      expect(await finish(challenge, codeFor(key))).toMatchObject({ refusal: 'sign-in-over' });
    });

    it('ends when the user’s password changes or the account is disabled', async () => {
      const { caller, key } = await guarded();
      const challenge = await challenged(caller);
      const change = { oldPassword: PASSWORD, newPassword: 'Another-horse-7' };
      expect(await changePassword(ctx, caller, change)).toMatchObject({ ok: true });
      expect(await finish(challenge, codeFor(key))).toMatchObject({ refusal: 'sign-in-over' });
      const other = await guarded();
      const second = await challenged(other.caller);
      await sql`update user_account set disabled = true where user_id = ${other.caller.userId}`.execute(
        ctx.database.db,
      );
      expect(await finish(second, codeFor(other.key))).toMatchObject({ refusal: 'sign-in-over' });
    });

    it('is not accepted as a token', async () => {
      const { caller } = await guarded();
      const challenge = await challenged(caller);
      expect(await authenticate(ctx, challenge, undefined, '192.0.2.1')).toBeUndefined();
    });
  });

  it('writes an audit event for every successful and failed sign-in', async () => {
    const { caller, key, recovery } = await guarded();
    await verdict(caller, { password: 'wrong', address: '192.0.2.9' });
    await told(caller, '000000');
    await told(caller, codeFor(key));
    await told(caller, recovery[0]!);
    expect(await signIns(caller)).toEqual([
      { status: 'refused:bad-credentials', way: 'password', address: '192.0.2.9' },
      { status: 'refused:code-wrong', way: 'code', address: expect.any(String) },
      { status: 'done', way: 'code', address: expect.any(String) },
      { status: 'done', way: 'recovery-code', address: expect.any(String) },
    ]);
    const plain = await buildCaller(ctx, customer);
    await signedIn({ ...plain });
    expect(await signIns(plain)).toMatchObject([{ status: 'done', way: 'password' }]);
  });

  it('writes no audit event for an unknown name', async () => {
    const count = async () =>
      (await sql<{ n: number }>`select count(*) as n from operation_log`.execute(ctx.database.db))
        .rows[0]?.n;
    const before = await count();
    expect(await verdict('nobody-of-this-name')).toBe('bad-credentials');
    expect(await count()).toBe(before);
  });
});
