/** Queries for the reports of serial lines, which the line monitor shows. */

import type { Executor } from '../../../storage/database.ts';
import type { LineDevice } from './serial-line-queries.ts';

/** Times are epoch ms. The report is stored as JSON, so a field that is added must be optional. */
export interface LineReport {
  readonly connectedAt: number;
  readonly lastReceivedAt: number;
  readonly sent: number;
  readonly answers: number;
  readonly refusals: number;
  readonly timeouts: number;
  /** Answers that could not be used. */
  readonly incomplete: number;
  /** Received bytes that are no answer, by reason (packages/domain/src/line/discards.ts). */
  readonly discarded: Readonly<Record<string, number>>;
  /** Stations that did not answer, and until when they are not polled. */
  readonly leftAlone: readonly { readonly station: string; readonly until: number }[];
  /** Stations that cannot be polled, with the reason. */
  readonly faults: readonly { readonly station: string; readonly reason: string }[];
  /** The oldest first. */
  readonly frames: readonly ReportedFrame[];
}

export interface ReportedFrame {
  readonly at: number;
  readonly direction: 'sent' | 'received';
  /** Passwords are asterisks; null if the bytes might be a part of a frame with a password. */
  readonly hex: string | null;
  /** Kind of request or answer, as keys of packages/device-protocol/src/frame/names. */
  readonly words: readonly string[];
  readonly result: string;
}

export interface StoredReport {
  readonly reportedAt: number;
  readonly report: LineReport;
}

export async function saveLineReport(
  executor: Executor,
  { customerId, deviceId }: LineDevice,
  report: LineReport,
  at: number,
): Promise<void> {
  const values = { reported_at: new Date(at), report: JSON.stringify(report) };
  await executor
    .insertInto('line_report')
    .values({ customer_id: customerId, device_id: deviceId, ...values })
    .onConflict((oc) => oc.columns(['customer_id', 'device_id']).doUpdateSet(values))
    .execute();
}

export async function findLineReport(
  executor: Executor,
  { customerId, deviceId }: LineDevice,
): Promise<StoredReport | undefined> {
  const row = await executor
    .selectFrom('line_report')
    .select(['reported_at as reportedAt', 'report'])
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  return row && { reportedAt: row.reportedAt, report: row.report as unknown as LineReport };
}
