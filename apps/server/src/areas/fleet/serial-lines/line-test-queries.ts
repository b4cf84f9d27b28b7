/** Queries for the tests of profiles on serial lines. */
import { sql } from 'kysely';
import { instant, jsonb } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { LineDevice, MeterSettings } from './serial-line-queries.ts';

/** What is read, as JSON in `line_test.request`. */
export interface TestRequest {
  readonly file: unknown;
  readonly station: string;
  readonly ratios: MeterSettings['ratios'];
}

/** The result for one quantity, as JSON in `line_test.result`. */
export interface TestedQuantity {
  readonly quantity: string;
  /** Registers in four hexadecimal digits, or bytes of DL/T 645 in two; empty if none were received. */
  readonly words: readonly string[];
  readonly outcome:
    | 'value'
    | 'not-available'
    | 'out-of-bounds'
    | 'refused'
    | 'no-answer'
    | 'incomplete'
    | 'not-sent';
  readonly value: number | null;
  readonly unit: string;
  /** Exception code of Modbus, or error byte of DL/T 645; null for other outcomes. */
  readonly exception: number | null;
}

export interface StoredTest {
  readonly requestedAt: number;
  readonly claimedAt: number | null;
  readonly result: readonly TestedQuantity[] | null;
}

interface TestKey extends LineDevice {
  readonly testId: string;
}

/** A test without a result counts as ended after this time. */
const MAX_TEST_MS = 40_000;

/** Replaces the last test of the line. Returns false while that is in progress. */
export async function insertLineTest(
  trx: Executor,
  { customerId, deviceId, testId }: TestKey,
  request: TestRequest,
  now: number,
): Promise<boolean> {
  const values = {
    test_id: testId,
    requested_at: instant(now),
    request: jsonb(request),
    ...{ claimed_at: null, result: null },
  };
  const rows = await trx
    .insertInto('line_test')
    .values({ customer_id: customerId, device_id: deviceId, ...values })
    .onConflict((oc) =>
      oc
        .columns(['customer_id', 'device_id'])
        .doUpdateSet(values)
        .where(
          sql<boolean>`line_test.result is not null
            or line_test.requested_at < ${instant(now - MAX_TEST_MS)}`,
        ),
    )
    .returning('test_id')
    .execute();
  return rows.length > 0;
}

/** Returns undefined if another process has claimed the test, or a newer one has replaced it. */
export async function claimLineTest(
  executor: Executor,
  { customerId, deviceId, testId }: TestKey,
  now: number,
): Promise<TestRequest | undefined> {
  const row = await executor
    .updateTable('line_test')
    .set({ claimed_at: instant(now) })
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .where('test_id', '=', testId)
    .where('claimed_at', 'is', null)
    .returning('request')
    .executeTakeFirst();
  return row?.request as TestRequest | undefined;
}

export async function saveTestResult(
  executor: Executor,
  { customerId, deviceId, testId }: TestKey,
  result: readonly TestedQuantity[],
): Promise<void> {
  await executor
    .updateTable('line_test')
    .set({ result: jsonb(result) })
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .where('test_id', '=', testId)
    .execute();
}

export async function findLineTest(
  executor: Executor,
  { customerId, deviceId, testId }: TestKey,
): Promise<StoredTest | undefined> {
  const row = await executor
    .selectFrom('line_test')
    .select(['requested_at as requestedAt', 'claimed_at as claimedAt', 'result'])
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .where('test_id', '=', testId)
    .executeTakeFirst();
  return row && { ...row, result: row.result as unknown as StoredTest['result'] };
}
