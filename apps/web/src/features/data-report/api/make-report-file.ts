/** Requests a report, waits until its file is ready, and downloads it. */

import type { ReportFailure } from '@busbar/domain/report/report-kind';
import { call } from '../../../lib/calls/api-client.ts';
import type { CallInput } from '../../../lib/calls/call-types.ts';
import { failureOf, isUnderWay, type Report, stateOf } from '../report-state.ts';
import { saveReport } from './fetch-report.ts';

const POLL_MS = 500;

/** Resolves to the reason of a report that was not created; it remains in the list of reports. */
export async function makeReportFile(
  query: NonNullable<CallInput<'v2.report'>['query']>,
): Promise<ReportFailure | 'saved'> {
  let report: Report = (await call('v2.report', { query })).data;
  while (isUnderWay(report)) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    report = (await call('v2.report', { query: { task_id: String(report.task_id) } })).data;
  }
  const isSaved = stateOf(report) === 'done' && (await saveReport(report));
  return isSaved ? 'saved' : failureOf(report);
}
