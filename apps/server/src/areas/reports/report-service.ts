/** Requests, joins, reads, cancels, downloads reports, each available only to its own user. */

import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { parseInstant } from '@busbar/domain/calendar';
import { addDays, parseLocalDate, startOfLocalDate } from '@busbar/domain/local-date';
import {
  isNotificationLanguage,
  type NotificationLanguage,
} from '@busbar/domain/notification/channel';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import {
  isReportFormat,
  isReportType,
  type ReportFormat,
  type ReportType,
} from '@busbar/domain/report/report-kind';
import { type ReportRange, reportRange } from '@busbar/domain/report/report-range';
import type { Caller, Scope } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { scopeOfGroup } from '../fleet/devices/device-list-service.ts';
import { findDevice } from '../fleet/devices/device-lookup-queries.ts';
import { readProfile } from '../messaging/notifications/settings-queries.ts';
import { parseId } from '../shared/identifier.ts';
import { writeAccess } from '../shared/operation-log/write-log.ts';
import { removeReportFile } from '../shared/tables/report-files.ts';
import { reportFileName } from './report-file-name.ts';
import { readReportWorld } from './rows/report-device-queries.ts';
import {
  cancelReportTask,
  countOpenReports,
  findReadableReport,
  findReport,
  findSameReport,
  insertReport,
  listReports,
  lockReportsOfUser,
  type ReportTask,
} from './tasks/report-queries.ts';

/** Maximum number of waiting and running reports per user. */
const MAX_OPEN = 2;
const MAX_NAMED = 500;
const MAX_LISTED = 50;
/** A repeated request returns a finished report within this time; later it creates a new one. */
const JOINED_FOR_MS = 60_000;

interface ReportQuestion {
  readonly type: string | undefined;
  readonly format: string | undefined;
  readonly start: string | number | undefined;
  readonly end: string | number | undefined;
  /** Comma-separated codes or ids. */
  readonly devices: string | undefined;
  readonly group: string | undefined;
  readonly language: string | undefined;
}

interface Resolved {
  readonly type: ReportType;
  readonly format: ReportFormat;
  readonly language: NotificationLanguage;
  readonly requested: { readonly from: number; readonly to: number };
  readonly range: ReportRange;
  readonly groupId: number;
  readonly deviceIds: readonly number[] | null;
}

/** Starts a report, or joins the existing one for the same request. */
export async function requestReport(
  ctx: Context,
  caller: Caller,
  question: ReportQuestion,
): Promise<Outcome<ReportTask>> {
  const resolved = await resolve(ctx, caller, question);
  if (!resolved.ok) return resolved;
  const { type, format, language, requested, range, groupId, deviceIds } = resolved.value;
  const { from, to } = range;
  const key = JSON.stringify([type, format, language, from, to, requested, groupId, deviceIds]);
  const now = ctx.clock.now();
  const { customerId, userId } = caller;
  return ctx.database.transaction(async (trx): Promise<Outcome<ReportTask>> => {
    await lockReportsOfUser(trx, caller);
    const same = await findSameReport(trx, caller, key, now - JOINED_FOR_MS);
    if (same !== undefined) return done(same);
    if ((await countOpenReports(trx, caller)) >= MAX_OPEN) return refused('report-too-many');
    const id = await insertReport(trx, {
      customerId,
      userId,
      groupId,
      deviceIds,
      type,
      format,
      language,
      from,
      to,
      requestedFrom: requested.from,
      requestedTo: requested.to,
      question: key,
      now,
    });
    await writeAccess(trx, caller, {
      at: now,
      module: LOG_MODULES.reports,
      command: 'make report',
      detail: { report: id, type, format, from, to, group: groupId, devices: deviceIds },
    });
    return done((await findReport(trx, caller, id))!);
  });
}

async function resolve(
  ctx: Context,
  caller: Caller,
  question: ReportQuestion,
): Promise<Outcome<Resolved>> {
  const { type = '', format = 'csv', language: requestedLanguage } = question;
  if (!isReportType(type)) return refused('report-type-unknown', 'type');
  if (!isReportFormat(format)) return refused('report-format-unknown', 'format');
  const language = requestedLanguage ?? (await readProfile(ctx.database.db, caller)).language;
  if (!isNotificationLanguage(language)) return refused('language-unknown', 'language');
  const from = beginOf(question.start, caller.zone, 0);
  if (from === undefined) return refused('range-invalid', 'start');
  const to = beginOf(question.end, caller.zone, 1);
  if (to === undefined) return refused('range-invalid', 'end');
  const requested = { from, to };
  const range = reportRange(type, requested, ctx.clock.now(), caller.zone);
  if (range === undefined) return refused('range-invalid', 'end');
  const scope = await scopeOfGroup(ctx, caller, question.group);
  if (!scope.ok) return scope;
  const devices = await namedDevices(ctx, scope.value, question.devices ?? '');
  if (!devices.ok) return devices;
  const { groupId } = scope.value;
  return done({ type, format, language, requested, range, groupId, deviceIds: devices.value });
}

/** Returns the start of the local day `daysOn` days after a day; an instant is unchanged. */
function beginOf(
  given: string | number | undefined,
  zone: string,
  daysOn: number,
): number | undefined {
  if (given === undefined) return undefined;
  const day = parseLocalDate(String(given));
  return day === undefined
    ? parseInstant(given, zone)
    : startOfLocalDate(addDays(day, daysOn), zone);
}

/** Returns null if no device is named, which means all devices. */
async function namedDevices(
  ctx: Context,
  scope: Scope,
  text: string,
): Promise<Outcome<readonly number[] | null>> {
  const names = [...new Set(text.split(',').map((name) => name.trim()))].filter(Boolean);
  if (names.length === 0) return done(null);
  if (names.length > MAX_NAMED) return refused('report-devices-too-many', 'device_codes');
  const ids = new Set<number>();
  for (const name of names) {
    const device = await findDevice(ctx.database.db, scope, name);
    if (device === undefined) return refused('not-found', 'device_codes');
    if (device.simulated) return refused('device-simulated', 'device_codes');
    ids.add(device.deviceId);
  }
  return done([...ids].sort((a, b) => a - b));
}

/** Returns the caller's own task with this id, if its group is still in the caller's group. */
export async function findOwnReport(
  ctx: Context,
  caller: Caller,
  idText: string,
): Promise<Outcome<ReportTask>> {
  const id = parseId(idText);
  const task = id === undefined ? undefined : await findReadableReport(ctx.database.db, caller, id);
  return task === undefined ? refused('not-found', 'task_id') : done(task);
}

/** Returns the name under which the file is saved. */
export async function findReportFileName(
  ctx: Context,
  { zone }: Caller,
  task: ReportTask,
): Promise<string> {
  const world = await readReportWorld(ctx.database.db, task);
  return reportFileName(task, { zone, organisation: world?.organisation ?? '' });
}

export async function findOwnReports(ctx: Context, caller: Caller): Promise<ReportTask[]> {
  return listReports(ctx.database.db, caller, MAX_LISTED);
}

/** Stops a running report; deletes the file of a finished one. */
export async function cancelReport(
  ctx: Context,
  caller: Caller,
  idText: string,
): Promise<Outcome<ReportTask>> {
  const found = await findOwnReport(ctx, caller, idText);
  if (!found.ok) return refused('not-found');
  const { db } = ctx.database;
  const task = found.value;
  if (!(await cancelReportTask(db, caller, task.id, ctx.clock.now()))) {
    return refused('report-ended');
  }
  await removeReportFile(ctx, task);
  return done((await findReport(db, caller, task.id))!);
}
