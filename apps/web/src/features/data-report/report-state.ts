/** State of a report, from the server's enum values. */
import { REPORT_FAILURES, type ReportFailure } from '@busbar/domain/report/report-kind';
import type { Answer } from '../../lib/calls/call-types.ts';

export type Report = Answer<'v2.reports'>['data']['list'][number];

const REPORT_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled', 'expired'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/** An unknown state is treated as failed, so that the report can only be generated again. */
export function stateOf({ state }: Report): ReportState {
  return REPORT_STATES.find((known) => known === state) ?? 'failed';
}

export function isUnderWay(report: Report): boolean {
  const state = stateOf(report);
  return state === 'waiting' || state === 'running';
}

export function failureOf({ failure }: Report): ReportFailure {
  return REPORT_FAILURES.find((known) => known === failure) ?? 'failed';
}
