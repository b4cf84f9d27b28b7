/**
 * Reads many rows of numbers as one row of texts, one text per column: the driver takes 1.3 us to
 * read a row and create an object from it, and 0.2 us to read the same values from such texts.
 * Numbers remain as the database prints them, which is already JSON.
 */
import { CompiledQuery } from 'kysely';
import type { Executor } from '../../../storage/database.ts';

/** Readings of a span, newest first. */
export interface HistorySlice {
  /** Time of each reading, epoch ms. */
  readonly times: readonly number[];
  /** Values of each requested column, one per reading; an unknown value is empty. */
  readonly values: readonly (readonly string[])[];
}

/**
 * Evaluates `expressions` over the rows of `source`, in its order, and returns the texts of all
 * rows for each expression. The first expression must not be null in any row.
 */
export async function readTexts(
  executor: Executor,
  expressions: readonly string[],
  source: string,
  parameters: readonly unknown[],
): Promise<readonly (readonly string[])[]> {
  const texts = expressions.map(
    (expression, i) => `string_agg(coalesce((${expression})::text, ''), ',') as t${i}`,
  );
  const { rows } = await executor.executeQuery<Record<string, string | null>>(
    CompiledQuery.raw(`select ${texts.join(', ')} from (${source}) source`, [...parameters]),
  );
  // The text is null if there are no rows, and empty if a single row has an unknown value.
  return expressions.map((_, i) => rows[0]?.[`t${i}`]?.split(',') ?? []);
}
