/**
 * Readings for a report, each as one text composed by the database: parsing and formatting a
 * million rows of 27 numbers costs more than everything else combined.
 */
import { CompiledQuery } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { epochMs } from '../../../storage/epoch-seconds.ts';
import type { MeasurementColumn } from '../../../storage/reading-columns.ts';
import { rowsOf, spanParameters } from '../../telemetry/readings/history-row-queries.ts';
import type { HistorySpan } from '../../telemetry/readings/history-span.ts';

interface Lines {
  /** Epoch ms, newest first. */
  readonly times: readonly number[];
  /** Comma-separated values of each reading, empty if a value is unknown. */
  readonly numbers: readonly string[];
}

const NO_NUMBER = /-?(?:NaN|Infinity)/g;

/** Reads the newest `limit` readings of [from, to). */
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
