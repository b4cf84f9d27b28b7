/** Several reads in one round trip: of one call, and of calls that arrive together. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type Executor, type Read, read } from '../../src/storage/database.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller, buildCustomer } from '../support/factories/customer.ts';
import { buildDevice } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { testContext } from '../support/test-context.ts';

/** More than the executions after which a statement is prepared. */
const OFTEN = 12;

const number = (text: string): Read<number> =>
  read(sql<{ n: number }>`select ${sql.raw(text)} as n`, ([row]) => row!.n);

/** Identifies the transaction that a read runs in. */
const transaction = (): Read<string> =>
  read(
    sql<{ at: string }>`select pg_backend_pid() || ' ' || transaction_timestamp() as at`,
    ([row]) => row!.at,
  );

describeWithDatabase('reads in one round trip', (database) => {
  const ctx = testContext(database);
  const platform = fixture(() => Promise.resolve(database.as('platform')));

  async function addCustomer() {
    const customer = await buildCustomer(ctx);
    const admin = await buildCaller(ctx, customer, { role: 'admin' });
    const { code } = await buildDevice(ctx, admin);
    return { ...database.as({ customerId: customer.customerId }), code };
  }
  /** Without a filter by customer: only row-level security separates the customers. */
  const codes = (): Read<string[]> =>
    read(sql<{ code: string }>`select device_code as code from device`, (rows) =>
      rows.map(({ code }) => code),
    );

  it('return their results in order, prepared and not', async () => {
    for (let n = 0; n < OFTEN; n += 1) {
      expect(await platform.readTogether(number('1'), number(`${n}`), number('1'))).toEqual([
        1,
        n,
        1,
      ]);
    }
  });

  it('run in one transaction', async () => {
    const [one, other] = await platform.readTogether(transaction(), transaction());
    expect(one).toBe(other);
  });

  it('throw the error of one, and the next ones succeed', async () => {
    for (let n = 0; n < OFTEN; n += 1) {
      const failing = platform.readTogether(number('1'), number('1 / 0'), number('2'));
      await expect(failing).rejects.toMatchObject({ code: '22012' });
      expect(await platform.readTogether(number('2'))).toEqual([2]);
    }
  });

  it('throw the error of a value that is too large, and the next ones succeed', async () => {
    const failing = platform.readTogether(number('9007199254740993::int8'), number('1'));
    await expect(failing).rejects.toThrow(RangeError);
    expect(await platform.readTogether(number('2'))).toEqual([2]);
  });

  it('of calls at the same time run in one transaction', async () => {
    const [[one], [other]] = await Promise.all([
      platform.readShared(transaction()),
      platform.readShared(transaction()),
    ]);
    expect(one).toBe(other);
  });

  it('of many calls at the same time return each call its own results', async () => {
    const calls = Array.from({ length: 95 }, (_, n) =>
      platform.readShared(number(`${n}`), number(`${n} + 1000`)),
    );
    expect(await Promise.all(calls)).toEqual(calls.map((_, n) => [n, n + 1000]));
  });

  it('of a call do not fail with those of another call', async () => {
    const results = await Promise.allSettled([
      platform.readShared(number('1')),
      platform.readShared(number('1 / 0')),
      platform.readShared(number('3')),
    ]);
    expect(results).toMatchObject([{ value: [1] }, { reason: { code: '22012' } }, { value: [3] }]);
  });

  it('return the rows of their own customer only, for customers at the same time', async () => {
    const [one, other] = [await addCustomer(), await addCustomer()];
    for (let n = 0; n < OFTEN; n += 1) {
      const both = [one, other, one].flatMap((customer) => [
        customer.readShared(codes()),
        customer.readTogether(codes()),
      ]);
      expect(await Promise.all(both)).toEqual(
        [one, one, other, other, one, one].map(({ code }) => [[code]]),
      );
    }
  });

  it('and statements of transactions use the same prepared statements', async () => {
    const { readTogether, transaction: inTransaction, code } = await addCustomer();
    const run = async (trx: Executor) => codes().resultOf((await codes().query.execute(trx)).rows);
    for (let n = 0; n < OFTEN; n += 1) {
      expect(await readTogether(codes(), codes())).toEqual([[code], [code]]);
      expect(await inTransaction(run)).toEqual([code]);
    }
  });
});
