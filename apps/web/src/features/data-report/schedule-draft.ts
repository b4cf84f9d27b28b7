/** A scheduled report in the form. The rules are the same as on the server. */
import { isClockTime } from '@busbar/domain/clock-time';
import { clockTimeOf } from '@busbar/domain/formats/typed-clock-time';
import {
  MAX_REPORT_DAYS,
  REPORT_FORMATS,
  REPORT_TYPES,
  type ReportFormat,
  type ReportType,
} from '@busbar/domain/report/report-kind';
import {
  isReportDay,
  LAST_DAY,
  type ReportRhythm,
  type ReportSpan,
} from '@busbar/domain/report/report-schedule';
import type { CallInput } from '../../lib/calls/call-types.ts';
import { ALL_DEVICES, isScopeOpen, type ReportScope } from './report-scope.ts';
import type { Recipient, Schedule } from './schedule.ts';

export const RHYTHMS: readonly ReportRhythm[] = ['day', 'week', 'month'];
export const SPANS: readonly ReportSpan[] = ['yesterday', 'last-week', 'last-month'];
export const MONTH_DAYS: readonly number[] = [
  ...Array.from({ length: 28 }, (_, i) => i + 1),
  LAST_DAY,
];
export const MAX_RECIPIENTS = 10;
const USUAL_TIME = '07:00';

const USUAL_SPAN: Readonly<Record<ReportRhythm, ReportSpan>> = {
  day: 'yesterday',
  week: 'last-week',
  month: 'last-month',
};
const LONGEST_DAYS: Readonly<Record<ReportSpan, number>> = {
  yesterday: 1,
  'last-week': 7,
  'last-month': 31,
};

export interface ScheduleDraft {
  readonly type: ReportType;
  readonly format: ReportFormat;
  readonly every: ReportRhythm;
  readonly day: number | null;
  /** `HH:mm`, or the invalid text as typed. */
  readonly at: string;
  readonly span: ReportSpan;
  readonly scope: ReportScope;
  /** User ids. */
  readonly recipients: readonly number[];
  /** False: only in the recipients' lists of reports. */
  readonly by_mail: boolean;
}

/** A new schedule is for its author, by mail if the platform and the author have it. */
export function newSchedule(
  people: readonly Recipient[],
  self: number,
  hasMail: boolean,
): ScheduleDraft {
  const own = people.find(({ id }) => id === self);
  return {
    type: 'energy',
    format: 'xlsx',
    ...rhythmOf('week'),
    at: USUAL_TIME,
    scope: ALL_DEVICES,
    recipients: own === undefined ? [] : [self],
    by_mail: hasMail && own?.mail === true,
  };
}

export function draftOf(schedule: Schedule): ScheduleDraft {
  const { type, format, every, day, at, span, group_id: group, device_codes: devices } = schedule;
  const known = <T extends string>(values: readonly T[], value: string) =>
    values.find((one) => one === value) ?? values[0]!;
  const named =
    devices === null ? ALL_DEVICES : { ...ALL_DEVICES, kind: 'devices' as const, devices };
  return {
    type: known(REPORT_TYPES, type),
    format: known(REPORT_FORMATS, format),
    every: known(RHYTHMS, every),
    day,
    at,
    span: known(SPANS, span),
    scope: devices === null && group !== null ? { ...ALL_DEVICES, kind: 'group', group } : named,
    recipients: schedule.recipients.map(({ id }) => id),
    by_mail: schedule.by_mail,
  };
}

/** Changes the frequency; resets the day to the first and the period to its default. */
export function rhythmOf(every: ReportRhythm): Pick<ScheduleDraft, 'every' | 'day' | 'span'> {
  return { every, day: every === 'day' ? null : 1, span: USUAL_SPAN[every] };
}

export function isWhole({ every, day, at, scope, recipients }: ScheduleDraft): boolean {
  return (
    isReportDay(every, day) &&
    isClockTime(clockTimeOf(at)) &&
    !isScopeOpen(scope) &&
    recipients.length > 0 &&
    recipients.length <= MAX_RECIPIENTS
  );
}

/** Returns true if the file will contain fewer days than the span. */
export function isCutShort({ type, span }: ScheduleDraft): boolean {
  return LONGEST_DAYS[span] > MAX_REPORT_DAYS[type];
}

export function bodyOf(draft: ScheduleDraft): CallInput<'v2.report-schedule.add'>['body'] {
  const { scope, recipients, at, ...rest } = draft;
  return {
    ...rest,
    at: clockTimeOf(at),
    group_id: scope.kind === 'group' ? (scope.group ?? null) : null,
    device_codes: scope.kind === 'devices' ? [...scope.devices] : null,
    recipients: [...recipients],
  };
}
