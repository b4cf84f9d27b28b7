/** Input of a report, and its columns and rows. */
import type { Context } from '../../../context.ts';
import type { Translate } from '../../shared/i18n/translator.ts';
import type { Column, Piece, Totals } from '../../shared/tables/table-writer.ts';
import type { ReportTask } from '../tasks/report-queries.ts';
import type { ReportDevice } from './report-device-queries.ts';

export interface ReportJob {
  readonly ctx: Context;
  readonly task: ReportTask;
  /** Translates into the language of the report. */
  readonly t: Translate;
  /** IANA. */
  readonly zone: string;
  readonly currency: string;
  /** The named devices, or all of the group and its subgroups, sorted by name. */
  readonly devices: readonly ReportDevice[];
  /** Reports the completed share, 0 to 1. */
  reportProgress(part: number): void;
}

export interface ReportTable {
  readonly columns: readonly Column[];
  /** Yields pieces that are small enough to hold in memory. */
  rows(job: ReportJob): AsyncGenerator<Piece>;
  /** Sums of the rows, complete when all of them have been read. */
  readonly totals?: Totals;
}
