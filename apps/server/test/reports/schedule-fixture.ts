/**
 * Scheduled reports: a customer with devices and users who have mail addresses, the clock-driven
 * runs, the received mails, and the loss of permissions.
 */
import { CUSTOMER_PERMISSIONS } from '@busbar/domain/access/permission';
import { sql } from 'kysely';
import { afterEach, beforeEach } from 'vitest';
import { changeSettings } from '../../src/areas/messaging/notifications/settings-service.ts';
import {
  listRuns,
  type ScheduleRun,
} from '../../src/areas/messaging/report-deliveries/delivery-queries.ts';
import { startSenders } from '../../src/areas/messaging/start-senders.ts';
import { startReports } from '../../src/areas/reports/report-worker.ts';
import { runReportSchedules } from '../../src/areas/reports/schedules/run-schedules.ts';
import { findSchedule } from '../../src/areas/reports/schedules/schedule-queries.ts';
import {
  addSchedule,
  type ScheduleForm,
} from '../../src/areas/reports/schedules/schedule-service.ts';
import type { Caller } from '../../src/caller.ts';
import { openAlarm } from '../messages/alarm-rows.ts';
import { openMail } from '../messages/mail-parts.ts';
import { type MailServer, startMailServer } from '../messages/mail-server.ts';
import type { TestDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { buildCaller, buildCustomer, buildGroup } from '../support/factories/customer.ts';
import { buildDevice } from '../support/factories/device.ts';
import { assignCustomRole } from '../support/factories/role.ts';
import { fixture } from '../support/fixture.ts';
import { type TestContext, testContext } from '../support/test-context.ts';
import { readCsv } from './read-files.ts';

let people = 0;

export interface Person {
  readonly caller: Caller;
  readonly address: string;
}

export interface Site {
  readonly owner: Person;
  /** The groups `child` and `aside` are below the owner's group. */
  readonly child: { readonly groupId: number };
  readonly aside: { readonly groupId: number };
  /** One device is in the owner's group, one in the child's; each has an active alarm. */
  readonly devices: { readonly root: number; readonly child: number };
  person(groupId?: number, language?: 'en' | 'fr' | 'ar'): Promise<Person>;
}

const MINUTE = 60_000;
/** Noon of a Friday in the customer's time zone. */
export const NOON = Date.UTC(2026, 10, 20, 4, 0, 0);
export const FIRST = NOON + MINUTE;

export const mailEnv = (mail: MailServer) => ({
  SMTP_URL: mail.url,
  MAIL_FROM: 'Busbar <reports@busbar.example>',
  PUBLIC_URL: 'https://busbar.example/',
});

/** Registers the hooks that give each test a new customer and clock, and remove its rows. */
export function scheduleFixture(database: TestDatabase) {
  const mail = fixture(startMailServer);
  const ctx = fixture(async () => testContext(database, mailEnv(mail), NOON), beforeEach);
  const site = fixture(() => buildSite(ctx), beforeEach);
  afterEach(async () => {
    mail.mails.length = 0;
    mail.isBusy = false;
    mail.refused.clear();
    for (const table of ['outbox', 'report_delivery', 'report_schedule', 'report_task']) {
      await sql`delete from ${sql.table(table)}`.execute(database.db);
    }
  });

  const devicesIn = (bytes: Uint8Array) =>
    readCsv(bytes)
      .filter((row) => row.length > 10)
      .slice(1)
      .map((row) => row[1]);
  const got = () =>
    mail.mails
      .map((one) => ({ to: one.to[0], ...openMail(one) }))
      .sort((a, b) => a.to!.localeCompare(b.to!));
  const change = (text: ReturnType<typeof sql>) => text.execute(database.db);
  const disable = ({ caller }: Person) =>
    change(sql`update user_account set disabled = true where user_id = ${caller.userId}`);
  const moveTo = ({ caller }: Person, groupId: number) =>
    change(sql`update user_account set group_id = ${groupId} where user_id = ${caller.userId}`);
  /** Assigns a custom role that has every permission except this one. */
  const takeRight = ({ caller }: Person, right: 'data.read' | 'report.make') =>
    assignCustomRole(
      database,
      caller,
      CUSTOMER_PERMISSIONS.filter((one) => one !== right),
      'admin',
    );
  const scheduleOf = async ({ caller }: Person, id: number) =>
    findSchedule(database.db, caller, id);

  return { mail, ctx, site, change, devicesIn, disable, got, moveTo, scheduleOf, takeRight };
}

export async function buildSite(ctx: TestContext): Promise<Site> {
  const customer = await buildCustomer(ctx);
  const person: Site['person'] = async (groupId, language = 'en') => {
    people += 1;
    const address = `reader${people}@example.org`;
    const caller = await buildCaller(ctx, customer, {
      role: 'admin',
      ...(groupId === undefined ? {} : { groupId }),
    });
    const profile = { mailAddress: address, language };
    await changeSettings(ctx, caller, { profile, preferences: undefined });
    return { caller, address };
  };
  const owner = await person();
  const child = await buildGroup(ctx, customer, 'child');
  const aside = await buildGroup(ctx, customer, 'aside');
  const device = async (name: string, group: number) => {
    const { deviceId } = await buildDevice(ctx, owner.caller, { name, group });
    await openAlarm(ctx, { customerId: customer.customerId, deviceId });
    return deviceId;
  };
  const devices = {
    root: await device('Hall', customer.groupId),
    child: await device('Kiosk', child.groupId),
  };
  return { owner, child, aside, devices, person };
}

/**
 * Defaults to a report every day at one minute past noon of the customer's time zone, covering
 * yesterday.
 */
export function formFor(recipients: readonly Person[], over: ScheduleForm = {}): ScheduleForm {
  return {
    type: 'alarm',
    format: 'csv',
    every: 'day',
    at: '12:01',
    span: 'yesterday',
    recipients: recipients.map(({ caller }) => caller.userId),
    ...over,
  };
}

export async function schedule(
  ctx: TestContext,
  { caller }: Person,
  form: ScheduleForm,
): Promise<number> {
  const added = await addSchedule(ctx, caller, form);
  if (!added.ok) throw new Error(`${added.refusal} ${added.field ?? ''}`);
  return added.value.id;
}

/** Lets workers create the queued reports. */
export async function make(...all: TestContext[]): Promise<void> {
  const stops = await Promise.all(all.map((ctx) => startReports(ctx)));
  await eventually(() => count(all[0]!, 'report_task', 'waiting', 'running')).toBe(0);
  await Promise.all(stops.map((stop) => stop()));
}

/**
 * Delivers everything in the outbox; the clock advances only as much as the worker needs to poll.
 */
export async function deliver(...all: TestContext[]): Promise<void> {
  const stops = await Promise.all(all.map((ctx) => startSenders(ctx)));
  await eventually(() => {
    for (const ctx of all) ctx.clock.advance(250);
    return count(all[0]!, 'outbox', 'waiting', 'taken');
  }).toBe(0);
  await Promise.all(stops.map((stop) => stop()));
}

/** Runs everything from the due time to the mails. */
export async function runAll(ctx: TestContext): Promise<void> {
  await runReportSchedules(ctx);
  await make(ctx);
  await runReportSchedules(ctx);
  await deliver(ctx);
}

async function count(
  ctx: TestContext,
  table: 'report_task' | 'outbox',
  ...states: string[]
): Promise<number> {
  const { rows } = await sql<{ left: number }>`select count(*)::int4 as left
    from ${sql.table(table)} where state = any(${states}::text[])`.execute(ctx.database.db);
  return rows[0]!.left;
}

export async function runsOf(
  ctx: TestContext,
  { caller }: Person,
  id: number,
): Promise<Omit<ScheduleRun, 'scheduleId' | 'listed'>[]> {
  const runs = await listRuns(ctx.database.db, caller.customerId, [id], 10);
  return runs.map(({ dueAt, people, sent, open, missed, failure }) => {
    return { dueAt, people, sent, open, missed, failure };
  });
}
