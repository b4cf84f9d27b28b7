/** Lists, adds, changes and deletes scheduled reports. */
import { isClockTime } from '@busbar/domain/clock-time';
import { done, type Outcome, type Refused, refused } from '@busbar/domain/refusal';
import { isReportFormat, isReportType } from '@busbar/domain/report/report-kind';
import {
  isReportDay,
  nextReport,
  type ReportRhythm,
  type ReportSpan,
} from '@busbar/domain/report/report-schedule';
import type { Caller, Scope } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { scopeOfGroup } from '../../fleet/devices/device-list-service.ts';
import { findDevice } from '../../fleet/devices/device-lookup-queries.ts';
import { parseId } from '../../shared/identifier.ts';
import {
  devicesInGroup,
  groupOfSchedule,
  isInGroup,
  listPeople,
  sharedGroup,
} from './schedule-people-queries.ts';
import {
  countSchedules,
  deleteSchedule,
  findSchedule,
  insertSchedule,
  lockZone,
  type ReportSchedule,
  type ScheduleSetting,
  updateSchedule,
} from './schedule-queries.ts';

export const MAX_SCHEDULES = 50;
const MAX_RECIPIENTS = 10;
const MAX_NAMED = 500;

type Id = string | number;

/** Fields of the form; omitted fields remain unchanged. */
export interface ScheduleForm {
  readonly type?: string | undefined;
  readonly format?: string | undefined;
  readonly every?: ReportRhythm | undefined;
  readonly day?: number | null | undefined;
  readonly at?: string | undefined;
  readonly span?: ReportSpan | undefined;
  /** null: the owner's own group. */
  readonly group?: Id | null | undefined;
  /** Codes or ids; null: all devices of the group. */
  readonly devices?: readonly Id[] | null | undefined;
  readonly recipients?: readonly Id[] | undefined;
  /** If omitted, a new schedule is mailed if the platform can send mail. */
  readonly byMail?: boolean | undefined;
  readonly enabled?: boolean | undefined;
}

const USUAL: Omit<ScheduleSetting, 'byMail'> = {
  type: 'energy',
  format: 'xlsx',
  every: 'day',
  day: null,
  at: '07:00',
  span: 'yesterday',
  groupId: null,
  deviceIds: null,
  recipients: [],
  enabled: true,
};

export async function addSchedule(
  ctx: Context,
  caller: Caller,
  form: ScheduleForm,
): Promise<Outcome<{ readonly id: number }>> {
  const canMail = ctx.config.smtpUrl !== undefined;
  if (form.byMail === true && !canMail) return refused('mail-not-available', 'byMail');
  const setting = await settingOf(ctx, caller, { ...USUAL, byMail: canMail }, form);
  if (!setting.ok) return setting;
  const now = ctx.clock.now();
  return ctx.database.transaction(async (trx): Promise<Outcome<{ readonly id: number }>> => {
    if ((await countSchedules(trx, caller.customerId)) >= MAX_SCHEDULES) {
      return refused('report-schedules-too-many');
    }
    const next = nextOf(setting.value, now, await lockZone(trx, caller.customerId));
    return done({ id: await insertSchedule(trx, caller, setting.value, next, now) });
  });
}

/** Only the owner may change a schedule: it runs with their permissions. Disabling always works. */
export async function changeSchedule(
  ctx: Context,
  caller: Caller,
  idText: string,
  form: ScheduleForm,
): Promise<Outcome<undefined>> {
  const now = ctx.clock.now();
  const { db } = ctx.database;
  const before = await findSeen(db, caller, idText);
  if (before === undefined) return refused('not-found');
  if (before.userId !== caller.userId) return refused('forbidden');
  // Without a mail server, a schedule that is already mailed can still be changed.
  if (form.byMail === true && !before.byMail && ctx.config.smtpUrl === undefined) {
    return refused('mail-not-available', 'byMail');
  }
  const isTurnedOff =
    form.enabled === false &&
    Object.entries(form).every(([key, value]) => key === 'enabled' || value === undefined);
  const setting = isTurnedOff
    ? done({ ...before, enabled: false })
    : await settingOf(ctx, caller, before, form);
  if (!setting.ok) return setting;
  const isSameTime =
    before.enabled &&
    setting.value.enabled &&
    (['every', 'day', 'at'] as const).every((key) => before[key] === setting.value[key]);
  // If the time settings are the same, a due time that has not been processed yet is retained.
  const next = isSameTime ? undefined : nextOf(setting.value, now, caller.zone);
  await updateSchedule(db, before, setting.value, next, now);
  return done(undefined);
}

/** Permitted for the owner, or for an administrator above the owner. */
export async function removeSchedule(
  ctx: Context,
  caller: Caller,
  idText: string,
): Promise<Outcome<undefined>> {
  return ctx.database.transaction(async (trx): Promise<Outcome<undefined>> => {
    const found = await findSeen(trx, caller, idText);
    if (found === undefined) return refused('not-found');
    await deleteSchedule(trx, found);
    return done(undefined);
  });
}

async function findSeen(
  trx: Executor,
  caller: Caller,
  idText: string,
): Promise<ReportSchedule | undefined> {
  const id = parseId(idText);
  return id === undefined ? undefined : findSchedule(trx, caller, id);
}

function nextOf(setting: ScheduleSetting, now: number, zone: string): number | null {
  return setting.enabled ? (nextReport(setting, now, zone) ?? null) : null;
}

async function settingOf(
  ctx: Context,
  caller: Caller,
  before: ScheduleSetting,
  form: ScheduleForm,
): Promise<Outcome<ScheduleSetting>> {
  const { type = before.type, format = before.format } = form;
  const { every = before.every, at = before.at, span = before.span } = form;
  const day = form.day === undefined ? before.day : form.day;
  if (!isReportType(type)) return refused('report-type-unknown', 'type');
  if (!isReportFormat(format)) return refused('report-format-unknown', 'format');
  if (!isReportDay(every, day)) return refused('report-day-invalid', 'day');
  if (!isClockTime(at)) return refused('clock-time-invalid', 'at');
  const groupId = await groupGiven(ctx, caller, form.group, before.groupId);
  if (!groupId.ok) return groupId;
  const scope = { ...caller, groupId: groupId.value ?? caller.groupId };
  const deviceIds = await devicesGiven(ctx, scope, form.devices, before.deviceIds);
  if (!deviceIds.ok) return deviceIds;
  const { byMail = before.byMail, enabled = before.enabled } = form;
  const requested = { groupId: groupId.value, deviceIds: deviceIds.value, byMail };
  const recipients = await recipientsGiven(
    ctx,
    caller,
    requested,
    form.recipients,
    before.recipients,
  );
  if (!recipients.ok) return recipients;
  return done({
    type,
    format,
    every,
    day,
    at,
    span,
    ...requested,
    recipients: recipients.value,
    enabled,
  });
}

async function groupGiven(
  ctx: Context,
  caller: Caller,
  given: Id | null | undefined,
  before: number | null,
): Promise<Outcome<number | null>> {
  const group = given === undefined ? before : given;
  if (group === null) return done(null);
  const scope = await scopeOfGroup(ctx, caller, group);
  return scope.ok ? done(scope.value.groupId) : scope;
}

async function devicesGiven(
  ctx: Context,
  scope: Scope,
  given: readonly Id[] | null | undefined,
  before: readonly number[] | null,
): Promise<Outcome<readonly number[] | null>> {
  if (given === undefined) return done(before);
  if (given === null || given.length === 0) return done(null);
  if (given.length > MAX_NAMED) return refused('report-devices-too-many', 'devices');
  const ids = new Set<number>();
  for (const name of given) {
    const device = await findDevice(ctx.database.db, scope, name);
    if (device === undefined) return refused('not-found', 'devices');
    if (device.simulated) return refused('device-simulated', 'devices');
    ids.add(device.deviceId);
  }
  return done([...ids].sort((a, b) => a - b));
}

/**
 * Validates the recipients: users who can see everything the report covers, from the caller's group
 * and its subgroups, or existing recipients of the schedule; by mail, users with a mail address,
 * otherwise users who may open reports.
 */
async function recipientsGiven(
  ctx: Context,
  caller: Caller,
  requested: Pick<ScheduleSetting, 'groupId' | 'deviceIds' | 'byMail'>,
  given: readonly Id[] | undefined,
  before: readonly number[],
): Promise<Outcome<readonly number[]>> {
  const wrong = (refusal: Refused['refusal']) => refused(refusal, 'recipients');
  const { db } = ctx.database;
  const { customerId } = caller;
  const ids = new Set<number>();
  for (const one of given ?? before) {
    const id = parseId(one);
    if (id === undefined) return wrong('not-found');
    ids.add(id);
  }
  if (ids.size === 0 || ids.size > MAX_RECIPIENTS) return wrong('report-recipients-invalid');
  const people = (await listPeople(db, customerId, [...ids])).filter(
    (person) => isInGroup(caller, person) || before.includes(person.id),
  );
  if (people.length < ids.size) return wrong('not-found');
  const owner = (await listPeople(db, customerId, [caller.userId]))[0];
  if (owner === undefined) return wrong('not-found');
  const group = await groupOfSchedule(db, customerId, owner, requested.groupId);
  if (group === undefined) return refused('group-unknown', 'groupId');
  const seen = await devicesInGroup(db, customerId, group.groupId, requested.deviceIds);
  if (requested.deviceIds !== null && seen.length === 0) return refused('not-found', 'devices');
  for (const person of people) {
    const shared = sharedGroup(group, person);
    const isBlind =
      shared === undefined ||
      !person.mayRead ||
      (shared !== group.groupId &&
        (requested.deviceIds === null ||
          (await devicesInGroup(db, customerId, shared, requested.deviceIds)).length <
            seen.length));
    if (isBlind) return wrong('report-recipient-blind');
    if (!requested.byMail && !person.mayReport) return wrong('report-recipient-no-permission');
    if (requested.byMail && person.mailAddress === '') return wrong('report-recipient-no-mail');
  }
  return done([...ids]);
}
