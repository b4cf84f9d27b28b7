/**
 * The moment in which a user sets up a second factor: sessions and sign-ins with the password alone
 * end, and only the key whose code was checked is confirmed.
 */
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import {
  beginSecondFactor,
  confirmSecondFactor,
} from '../../src/areas/identity/second-factor/second-factor-service.ts';
import { authenticate } from '../../src/areas/identity/sessions/authenticate.ts';
import { prepareInstallation } from '../../src/areas/platform/installation/prepare-installation.ts';
import type { Caller } from '../../src/caller.ts';
import type { Executor } from '../../src/storage/database.ts';
import { codeShown } from '../support/authenticator.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { buildCaller, buildCustomer, PASSWORD } from '../support/factories/customer.ts';
import { fixture } from '../support/fixture.ts';
import { signIn } from '../support/sign-in.ts';
import { testContext } from '../support/test-context.ts';

const ADDRESS = '198.51.100.7';

describeWithDatabase('a new second factor', (database) => {
  const ctx = testContext(database);
  beforeAll(async () => {
    await prepareInstallation(ctx);
  });
  const customer = fixture(() => buildCustomer(ctx));
  const { signedIn, verdict } = signIn(() => ctx);

  async function begun(caller: Caller): Promise<string> {
    const outcome = await beginSecondFactor(ctx, caller, PASSWORD);
    if (!outcome.ok) throw new Error(outcome.refusal);
    return outcome.value.key;
  }
  const confirm = (caller: Caller, key: string) =>
    confirmSecondFactor(ctx, caller, codeShown(key, ctx.clock.now()));
  const opened = (token: string) => authenticate(ctx, token, undefined, ADDRESS);

  /** Runs `work` while another transaction holds the account of the user. */
  async function whileHeld<T>(
    { userId }: Caller,
    start: () => Promise<T>,
    work: (trx: Executor) => Promise<unknown>,
  ): Promise<T> {
    const waiting = await ctx.database.transaction(async (trx) => {
      await sql`select 1 from user_account where user_id = ${userId} for update`.execute(trx);
      const outcome = start();
      await eventually(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db);
        return rows.length;
      }).toBe(1);
      await work(trx);
      return [outcome] as const;
    });
    return waiting[0];
  }

  it('ends the other sessions of the user, which were opened with the password alone', async () => {
    const admin = await buildCaller(ctx, customer, { role: 'admin' });
    const { token: own } = await signedIn(admin);
    const { token: other } = await signedIn(admin);
    const neighbour = await signedIn(await buildCaller(ctx, customer));
    const caller = (await opened(own))!;
    const hash = (await opened(other))!.tokenHash.toString('hex');
    expect(await confirm(caller, await begun(caller))).toMatchObject({ ok: true });
    expect(await opened(other)).toBeUndefined();
    expect(ctx.published('session.ended').flatMap(({ tokenHashes }) => tokenHashes)).toContain(
      hash,
    );
    expect(await opened(own)).toBeDefined();
    expect(await opened(neighbour.token)).toBeDefined();
  });

  it('is required of a sign-in whose password was checked before', async () => {
    const caller = await buildCaller(ctx, customer);
    const signed = await whileHeld(
      caller,
      () => verdict(caller),
      (trx) =>
        sql`insert into second_factor (customer_id, user_id, secret, begun_at, confirmed_at)
        values (${caller.customerId}, ${caller.userId}, ${Buffer.alloc(20)}, now(), now())`.execute(
          trx,
        ),
    );
    expect(signed).toBe('sign-in-over');
    expect(await verdict(caller)).toBe('second-factor-required');
  });

  it('is not confirmed with a code of a key that another page has replaced', async () => {
    const caller = await buildCaller(ctx, customer);
    const first = await begun(caller);
    let second = '';
    const confirmed = await whileHeld(
      caller,
      () => confirm(caller, first),
      async () => {
        second = await begun(caller);
      },
    );
    expect(confirmed).toMatchObject({ refusal: 'code-wrong', field: 'code' });
    expect(await verdict(caller)).toBe('in');
    expect(await confirm(caller, second)).toMatchObject({ ok: true });
  });
});
