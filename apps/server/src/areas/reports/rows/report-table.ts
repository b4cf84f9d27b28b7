/** What a report is made of: its columns, and its rows as they are read. */
import type { Context } from '../../../context.ts';
import type { Column, Piece } from '../../shared/tables/table-writer.ts';
import type { ReportTask } from '../tasks/report-repository.ts';
import type { ReportTexts } from '../tasks/report-texts.ts';
import type { ReportDevice } from './report-devices.ts';

export interface ReportJob {
  readonly ctx: Context;
  readonly task: ReportTask;
  readonly texts: ReportTexts;
  /** IANA. */
  readonly zone: string;
  readonly currency: string;
  /** Those named, or all of the group and below, by name. */
  readonly devices: readonly ReportDevice[];
  /** How much is done, 0 to 1. */
  tell(part: number): void;
}

export interface ReportTable {
  readonly columns: readonly Column[];
  /** In pieces, each small enough to hold. */
  rows(job: ReportJob): AsyncGenerator<Piece>;
}
