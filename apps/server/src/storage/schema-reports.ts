/** The tables of migrations 0020 and 0026, in the form of `schema.ts`. */
import type { ReportFormat, ReportType } from '@busbar/domain/report/report-kind';
import type { ReportRhythm, ReportSpan } from '@busbar/domain/report/report-schedule';
import type { Generated } from 'kysely';
import type { Instant, NullableInstant } from './column-types.ts';

/** expired: the report was done, and its file has been deleted. */
export type ReportState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled' | 'expired';

interface ReportTaskTable {
  customer_id: number;
  report_task_id: Generated<number>;
  user_id: number;
  group_id: number;
  device_ids: number[] | null;
  type: ReportType;
  format: ReportFormat;
  language: string;
  from_at: Instant;
  to_at: Instant;
  asked_from_at: Instant;
  asked_to_at: Instant;
  question: string;
  state: ReportState;
  progress: Generated<number>;
  attempts: Generated<number>;
  taken_by: string | null;
  taken_until: NullableInstant;
  row_count: Generated<number>;
  file_bytes: number | null;
  failure: string | null;
  created_at: Instant;
  ended_at: NullableInstant;
  keep_until: NullableInstant;
}

interface ReportScheduleTable {
  customer_id: number;
  report_schedule_id: Generated<number>;
  user_id: number;
  group_id: number | null;
  device_ids: number[] | null;
  type: ReportType;
  format: ReportFormat;
  rhythm: ReportRhythm;
  on_day: number | null;
  clock_time: string;
  span: ReportSpan;
  recipients: number[];
  enabled: boolean;
  paused: string | null;
  next_at: NullableInstant;
  created_at: Instant;
  changed_at: Instant;
}

/** mailing: the email is in the outbox. */
export type ReportDeliveryState = 'making' | 'mailing' | 'sent' | 'failed' | 'missed';

interface ReportDeliveryTable {
  customer_id: number;
  report_schedule_id: number;
  due_at: Instant;
  user_id: number;
  report_task_id: number | null;
  state: ReportDeliveryState;
  failure: string | null;
  settled_at: NullableInstant;
}

export interface ReportSchema {
  report_task: ReportTaskTable;
  report_schedule: ReportScheduleTable;
  report_delivery: ReportDeliveryTable;
}
