/**
 * Readings for a report, each as one text the database has put together: to take a million rows of
 * 27 numbers apart and put them together again costs more than everything else about them.
 */
import { CompiledQuery } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { epochMs } from '../../../storage/epoch-seconds.ts';
import type { MeasurementColumn } from '../../../storage/reading-columns.ts';
import { rowsOf, spanParameters } from '../../telemetry/readings/history-rows.ts';
import type { HistorySpan } from '../../telemetry/readings/history-span.ts';

interface Lines {
  /** Epoch ms, newest first. */
  readonly times: readonly number[];
  /** Of each reading its values with commas between, nothing where one is not known. */
  readonly numbers: readonly string[];
}

const NO_NUMBER = /-?(?:NaN|Infinity)/g;

/** The newest `limit` of [from, to). */
export async function readLines(
  executor: Executor,
  span: HistorySpan,
  columns: readonly MeasurementColumn[],
  limit: number,
): Promise<Lines> {
  const { rows } = await executor.executeQuery<{ lines: string | null }>(
    CompiledQuery.raw(
      `select string_agg(concat(date_part('epoch', ts), ',', ${columns.join(", ',', ")}), E'\\n') as lines
      from (select * from ${rowsOf(span, columns)} order by ts desc limit $5) newest`,
      [...spanParameters(span), limit],
    ),
  );
  const text = rows[0]?.lines ?? '';
  if (text === '') return { times: [], numbers: [] };
  const lines = (/[NI]/.test(text) ? text.replace(NO_NUMBER, '') : text).split('\n');
  const times: number[] = [];
  const numbers: string[] = [];
  for (const line of lines) {
    const comma = line.indexOf(',');
    times.push(epochMs(Number(line.slice(0, comma))));
    numbers.push(line.slice(comma + 1));
  }
  return { times, numbers };
}
