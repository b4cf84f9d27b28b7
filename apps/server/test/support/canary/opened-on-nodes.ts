/**
 * Statements without their filters on Citus, which cannot plan some of them. Such a statement runs
 * about the other customer, so that the policies on that customer's node are tested too, and then
 * with its own filters.
 */

export interface NodesResult {
  readonly command: string;
  readonly rowCount: number | null;
  readonly rows: readonly unknown[];
}

interface PlanError {
  readonly code?: string;
  readonly message: string;
}

type Callback = (error: PlanError | null, result?: NodesResult) => void;
type Run = (...given: unknown[]) => unknown;

/** A statement with its callback, or a cursor, which has none. */
export interface OpenedStatement {
  /** The driver's `query`, bound to its client, which is in a transaction. */
  readonly run: Run;
  readonly statement: { text: string; readonly values?: unknown };
  readonly callback: Callback | undefined;
  readonly withoutFilter: string;
  readonly ofForeign: string;
  /** Receives the result about the other customer; undefined if it failed. */
  onRefused(result: NodesResult | undefined): void;
}

/**
 * Citus refuses to plan a statement with SQLSTATE `feature_not_supported`, and in two places with
 * the one of internal errors, which it has by default.
 */
const isRefusal = ({ code, message }: PlanError): boolean =>
  code === '0A000' ||
  (code === 'XX000' &&
    (message.startsWith('Distributed queries with outer joins and pseudoconstant quals') ||
      message === 'the query contains a join that requires repartitioning'));

/**
 * The coordinator of Citus 13.2 ends with a segmentation fault when it plans an outer join of a
 * limited subquery over all shards.
 */
const CRASHES = /\blimit \d+\) \w+\s+left join\b/;

export async function runOpened(given: OpenedStatement): Promise<void> {
  const { run, statement, callback, withoutFilter, ofForeign, onRefused } = given;
  const send = (query: unknown) =>
    new Promise<Parameters<Callback>>((resolve) =>
      run(query, (...outcome: Parameters<Callback>) => resolve(outcome)),
    );
  const { values } = statement;
  // The name belongs to the statement with its filters.
  const sendText = (text: string) => send({ ...statement, text, values, name: undefined });
  await send('savepoint opened');
  let outcome: Parameters<Callback> | undefined;
  if (!CRASHES.test(withoutFilter)) {
    outcome = await (callback === undefined
      ? send({ text: `explain ${withoutFilter}`, values })
      : sendText(withoutFilter));
  }
  if (outcome === undefined || (outcome[0] && isRefusal(outcome[0]))) {
    await send('rollback to savepoint opened');
    const [, result] = await (callback === undefined
      ? send({ text: ofForeign, values })
      : sendText(ofForeign));
    await send('rollback to savepoint opened; release savepoint opened');
    onRefused(result);
    run(statement, callback);
    return;
  }
  if (!outcome[0]) await send('release savepoint opened');
  if (callback !== undefined) {
    callback(...outcome);
    return;
  }
  statement.text = withoutFilter;
  run(statement);
}
