/**
 * docs/promises.md T8 over HTTP: in every state of an account, a wrong password receives the same
 * bytes after the same amount of hashing; the state is revealed only after the right password.
 * Response times depend on the machine (`npm run bench -- guessing` prints them), therefore the
 * tests count the hashes that determine them.
 */
import { afterEach, expect, it, vi } from 'vitest';
import { hashInThread, verifyInThread } from '../../src/areas/identity/passwords/hash-threads.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCustomer, buildUser, PASSWORD } from '../support/factories/customer.ts';
import { fixture } from '../support/fixture.ts';
import { SOAK_TIMEOUT_MS, size } from '../support/sizes.ts';
import { startServer, TEST_NOW } from '../support/start-server.ts';

// The mock only counts calls; the threads still compute the hashes.
vi.mock('../../src/areas/identity/passwords/hash-threads.ts', async (original) => {
  const threads =
    await original<typeof import('../../src/areas/identity/passwords/hash-threads.ts')>();
  return {
    ...threads,
    verifyInThread: vi.fn(threads.verifyInThread),
    hashInThread: vi.fn(threads.hashInThread),
  };
});
vi.setConfig({ testTimeout: SOAK_TIMEOUT_MS });

const EACH = size('guessedAccounts');
const STATES = ['nobody', 'living', 'pending', 'expired', 'rejected', 'disabled'] as const;
type State = (typeof STATES)[number];

describeWithDatabase('a guessed account name', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const customerAs = (values: object, state: 'active' | 'pending' = 'active') =>
    fixture(async () => {
      const { context } = server.parts;
      const customer = await buildCustomer(context, { state });
      if (Object.keys(values).length > 0) {
        await context.database.db
          .updateTable('customer')
          .set(values)
          .where('customer_id', '=', customer.customerId)
          .execute();
      }
      return customer;
    });
  const customers = {
    living: customerAs({}),
    pending: customerAs({}, 'pending'),
    expired: customerAs({ expires_at: new Date(TEST_NOW - 1) }),
    rejected: customerAs({ state: 'rejected' }),
  };
  let addresses = 0;
  afterEach(() => void vi.clearAllMocks());

  /** Returns the name of an account in this state that no attempt has used yet. */
  async function nameOf(state: State): Promise<string> {
    if (state === 'nobody') return `nobody.${++addresses}.at.all`;
    const { context } = server.parts;
    const of = customers[state === 'disabled' ? 'living' : state];
    const { userId, userName } = await buildUser(context, of);
    if (state === 'disabled') {
      await context.database.db
        .updateTable('user_account')
        .set({ disabled: true })
        .where('user_id', '=', userId)
        .execute();
    }
    return userName;
  }

  /**
   * Returns the full response without the parts that differ between any two requests. Each request
   * comes from its own address.
   */
  async function answerTo(url: string, payload: object): Promise<string> {
    addresses += 1;
    const { statusCode, headers, body } = await server.app.inject({
      method: 'POST',
      url,
      remoteAddress: `10.1.${Math.trunc(addresses / 250)}.${addresses % 250}`,
      payload,
    });
    const { request_id: _, ...answer } = JSON.parse(body);
    const { date: _date, ...others } = headers;
    return JSON.stringify([statusCode, answer, others]);
  }
  const signIn = (user_account: string, password: string) =>
    answerTo('/api/v2/login', { user_account, password });

  it(`receives the same response ${EACH} times in each account state, after one hash each`, async () => {
    const answers = new Map<string, Set<State>>();
    for (const state of STATES) {
      for (let i = 0; i < EACH; i++) {
        const name = await nameOf(state);
        vi.mocked(verifyInThread).mockClear();
        const answer = await signIn(name, `wrong guess ${i}`);
        expect([state, vi.mocked(verifyInThread).mock.calls.length]).toEqual([state, 1]);
        answers.set(answer, (answers.get(answer) ?? new Set()).add(state));
      }
    }
    expect([...answers.values()].map((states) => [...states])).toEqual([[...STATES]]);
    expect([...answers.keys()][0]).toContain('bad-credentials');
  });

  it.each([
    ['pending', 'account-pending'],
    ['expired', 'account-expired'],
    ['rejected', 'account-expired'],
    ['disabled', 'account-expired'],
  ] as const)('reveals a %s account only for the right password', async (state, said) => {
    const name = await nameOf(state);
    expect(await signIn(name, 'wrong guess')).not.toContain(said);
    vi.mocked(verifyInThread).mockClear();
    expect(await signIn(name, PASSWORD)).toContain(said);
    expect(verifyInThread).toHaveBeenCalledTimes(1);
  });

  it('is rejected as taken by a registration in every account state, after exactly one hash', async () => {
    const answers = new Set<string>();
    for (let i = 0; i < EACH / 4; i++) {
      for (const state of ['living', 'pending', 'expired', 'disabled'] as const) {
        vi.mocked(hashInThread).mockClear();
        const account = await nameOf(state);
        answers.add(
          await answerTo('/api/v2/register', {
            chinese_code: '星联',
            english_code: 'Star',
            platform_account: account,
            contact_user: 'Li',
          }),
        );
        expect([state, vi.mocked(hashInThread).mock.calls.length]).toEqual([state, 1]);
      }
    }
    expect(answers.size).toBe(1);
    expect([...answers][0]).toContain('account-taken');
  });
});
