/** Servers that reject writes: replicas, and primaries whose sessions are read-only by default. */

/** SQLSTATE read_only_sql_transaction. */
const READ_ONLY = '25006';

interface Queryable {
  query(text: string): Promise<{ rows: readonly { transaction_read_only?: string }[] }>;
}

/** True for a replica too. */
export async function isReadOnly(client: Queryable): Promise<boolean> {
  const { rows } = await client.query('show transaction_read_only');
  return rows[0]?.transaction_read_only === 'on';
}

/** Throws the error that a write would cause. */
export async function rejectReadOnly(client: Queryable): Promise<void> {
  if (!(await isReadOnly(client))) return;
  throw Object.assign(new Error('the database server is read-only'), { code: READ_ONLY });
}

export function isReadOnlyError(error: unknown): error is Error {
  return (error as { code?: unknown } | null | undefined)?.code === READ_ONLY;
}
