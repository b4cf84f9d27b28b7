/** Statements that lock rows of many customers. */
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../database.ts';
import { isOnNodes } from './nodes-dialect.ts';

/** Restricts a table, named by its alias, to the customers of the statement. */
export type Within = (alias: string) => RawBuilder<boolean>;

export const ALL_CUSTOMERS: Within = () => sql<boolean>`true`;

/**
 * Runs a statement over all customers, or on Citus, which locks rows of one customer only, once for
 * each customer that `due` returns, in its order, until `enough` rows were returned. A `limit` of the
 * statement then applies to each customer. Every table of the statement is restricted by `within`.
 */
export async function overCustomers<Row>(
  trx: Executor,
  due: RawBuilder<{ customerId: number }>,
  statement: (within: Within) => RawBuilder<Row>,
  enough = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  if (!isOnNodes(trx)) return (await statement(ALL_CUSTOMERS).execute(trx)).rows;
  const rows: Row[] = [];
  const customers = await due.execute(trx);
  for (const customerId of new Set(customers.rows.map((row) => row.customerId))) {
    if (rows.length >= enough) break;
    const within: Within = (alias) =>
      sql<boolean>`${sql.ref(`${alias}.customer_id`)} = ${customerId}::int4`;
    const ofCustomer = await statement(within).execute(trx);
    rows.push(...ofCustomer.rows);
  }
  return rows;
}

/** The customers of given rows, as `due` of `overCustomers`. */
export function customersOf(
  rows: readonly { readonly customerId: number }[],
): RawBuilder<{ customerId: number }> {
  const ids = new Set(rows.map(({ customerId }) => customerId));
  // Sorted, so that two processes lock the rows of their customers in the same order.
  return sql`select unnest(${[...ids].sort((a, b) => a - b)}::int4[]) as "customerId"`;
}
