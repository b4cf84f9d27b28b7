/** Times of scheduled reports in the tests, received mails, and the loss of permissions. */
import { CUSTOMER_PERMISSIONS } from '@busbar/domain/access/permission';
import { sql } from 'kysely';
import { findSchedule } from '../../src/areas/reports/schedules/schedule-queries.ts';
import { openMail } from '../messages/mail-parts.ts';
import type { MailServer } from '../messages/mail-server.ts';
import type { TestDatabase } from '../support/databases.ts';
import { readCsv } from './read-files.ts';
import type { Person } from './schedule-world.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** Noon of a Friday in the customer's time zone. */
export const NOON = Date.UTC(2026, 10, 20, 4, 0, 0);
export const FIRST = NOON + MINUTE;

export function mailEnv(mail: MailServer): Record<string, string> {
  return {
    SMTP_URL: mail.url,
    MAIL_FROM: 'Busbar <reports@busbar.example>',
    PUBLIC_URL: 'https://busbar.example/',
  };
}

/** Removes a test's rows, and resets the mail server. */
export async function clearSchedules(database: TestDatabase, mail: MailServer): Promise<void> {
  mail.mails.length = 0;
  mail.isBusy = false;
  mail.refused.clear();
  for (const table of ['outbox', 'report_delivery', 'report_schedule', 'report_task']) {
    await sql`delete from ${sql.table(table)}`.execute(database.db);
  }
}

/**
 * `here` is called for each action, because the database it returns exists only while the tests
 * run.
 */
export function scheduleActs(
  here: () => { readonly database: TestDatabase; readonly mail: MailServer },
) {
  const devicesIn = (bytes: Uint8Array) =>
    readCsv(bytes)
      .filter((row) => row.length > 10)
      .slice(1)
      .map((row) => row[1]);
  const got = () =>
    here()
      .mail.mails.map((one) => ({ to: one.to[0], ...openMail(one) }))
      .sort((a, b) => a.to!.localeCompare(b.to!));
  const change = (text: ReturnType<typeof sql>) => text.execute(here().database.db);
  const disable = ({ caller }: Person) =>
    change(sql`update user_account set disabled = true where user_id = ${caller.userId}`);
  const moveTo = ({ caller }: Person, groupId: number) =>
    change(sql`update user_account set group_id = ${groupId} where user_id = ${caller.userId}`);
  /** Assigns a custom role that has every permission except this one. */
  const takeRight = ({ caller }: Person, right: 'data.read' | 'report.make') =>
    change(sql`with own as (
        insert into custom_role (customer_id, name, copied_from, permissions, created_at, changed_at)
        values (${caller.customerId}, ${`no ${right}`}, 'admin',
          ${CUSTOMER_PERMISSIONS.filter((one) => one !== right)}::text[], now(), now())
        returning custom_role_id as id)
      update user_account set custom_role_id = own.id from own
      where user_id = ${caller.userId}`);
  const scheduleOf = async ({ caller }: Person, id: number) =>
    findSchedule(here().database.db, caller, id);

  return { change, devicesIn, disable, got, moveTo, scheduleOf, takeRight };
}
