/** Rows of `project_notice`: the recipients of a project's notifications. */
import type { NotificationLanguage } from '@busbar/domain/notification/channel';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

export interface NoticeSetting {
  readonly mailAddress: string;
  readonly mail: boolean;
  /** True to add notifications to the message list of every user who can see the project. */
  readonly app: boolean;
  readonly language: NotificationLanguage;
}

export interface ProjectNotice extends NoticeSetting {
  readonly id: number;
  readonly projectId: number;
}

/**
 * Returns the notification settings of a project, the one with this id, or those of all visible
 * projects, oldest first.
 */
export async function listNotices(
  db: Executor,
  scope: Scope,
  by: { readonly projectId: number } | { readonly id: number } | 'all',
): Promise<ProjectNotice[]> {
  const which =
    by === 'all'
      ? sql`true`
      : 'id' in by
        ? sql`n.project_notice_id = ${by.id}`
        : sql`n.project_id = ${by.projectId}`;
  const { rows } = await sql<ProjectNotice>`
    select n.project_notice_id as id, n.project_id as "projectId",
      n.mail_address as "mailAddress", n.mail_notification as mail, n.app_notification as app,
      n.language
    from project_notice n
    join project p on p.customer_id = n.customer_id and p.project_id = n.project_id
      and p.deleted_at is null
    join user_group g on g.customer_id = p.customer_id and g.group_id = p.group_id
    where n.customer_id = ${scope.customerId} and ${which}
      and g.path @> array[${scope.groupId}::integer]
    order by n.project_notice_id`.execute(db);
  return rows;
}

const columnsOf = ({ mailAddress, mail, app, language }: NoticeSetting) => ({
  mail_address: mailAddress,
  mail_notification: mail,
  app_notification: app,
  language,
});

/** Returns the id of the new setting. */
export async function insertNotice(
  trx: Executor,
  customerId: number,
  projectId: number,
  notice: NoticeSetting,
  now: number,
): Promise<number> {
  const { id } = await trx
    .insertInto('project_notice')
    .values({
      customer_id: customerId,
      project_id: projectId,
      ...columnsOf(notice),
      created_at: instant(now),
    })
    .returning('project_notice_id as id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateNotice(
  trx: Executor,
  customerId: number,
  id: number,
  notice: NoticeSetting,
): Promise<void> {
  await trx
    .updateTable('project_notice')
    .set(columnsOf(notice))
    .where('customer_id', '=', customerId)
    .where('project_notice_id', '=', id)
    .execute();
}

export async function deleteNotice(trx: Executor, customerId: number, id: number): Promise<void> {
  await trx
    .deleteFrom('project_notice')
    .where('customer_id', '=', customerId)
    .where('project_notice_id', '=', id)
    .execute();
}
