/** Lists, adds, changes and removes the recipients of a project's notifications. */

import type { LogCommand } from '@busbar/domain/audit/log-terms';
import { NOTIFICATION_LANGUAGES } from '@busbar/domain/notification/channel';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { isMailAddress } from '../../messaging/notifications/mail-address.ts';
import { parseId } from '../../shared/identifier.ts';
import { plainText } from '../../shared/plain-text.ts';
import { logProject } from './log-project.ts';
import {
  deleteNotice,
  insertNotice,
  listNotices,
  type NoticeSetting,
  type ProjectNotice,
  updateNotice,
} from './project-notice-queries.ts';
import { findProject } from './project-queries.ts';

const MAX_NOTICES = 50;

export interface NoticeInput {
  readonly mailAddress?: string | null | undefined;
  readonly mail?: boolean | undefined;
  readonly app?: boolean | undefined;
  readonly language?: string | undefined;
}

export async function findNotices(
  ctx: Context,
  caller: Caller,
  idOfProject: string | undefined,
): Promise<Outcome<ProjectNotice[]>> {
  const { db } = ctx.database;
  if (idOfProject === undefined) return done(await listNotices(db, caller, 'all'));
  const project = await findProject(db, caller, idOfProject);
  if (project === undefined) return refused('not-found', 'project');
  return done(await listNotices(db, caller, { projectId: project.id }));
}

export async function addNotice(
  ctx: Context,
  caller: Caller,
  idOfProject: string | number | null | undefined,
  input: NoticeInput,
): Promise<Outcome<ProjectNotice>> {
  if (idOfProject === undefined || idOfProject === null || idOfProject === '') {
    return refused('parameters-empty', 'project');
  }
  return ctx.database.transaction(async (trx): Promise<Outcome<ProjectNotice>> => {
    const project = await findProject(trx, caller, idOfProject, true);
    if (project === undefined) return refused('not-found', 'project');
    const others = await listNotices(trx, caller, { projectId: project.id });
    const notice = validate(input, undefined, others);
    if (!notice.ok) return notice;
    if (others.length >= MAX_NOTICES) return refused('quota-exceeded');
    const now = ctx.clock.now();
    const { customerId } = caller;
    const id = await insertNotice(trx, customerId, project.id, notice.value, now);
    const row = { ...notice.value, id, projectId: project.id };
    await log(trx, caller, now, 'add project notification', row);
    return done(row);
  });
}

export async function changeNotice(
  ctx: Context,
  caller: Caller,
  id: string,
  input: NoticeInput,
): Promise<Outcome<ProjectNotice>> {
  return ctx.database.transaction(async (trx): Promise<Outcome<ProjectNotice>> => {
    const before = await lockNotice(trx, caller, id);
    if (before === undefined) return refused('not-found');
    const all = await listNotices(trx, caller, { projectId: before.projectId });
    const others = all.filter((other) => other.id !== before.id);
    const notice = validate(input, before, others);
    if (!notice.ok) return notice;
    await updateNotice(trx, caller.customerId, before.id, notice.value);
    const row = { ...before, ...notice.value };
    await log(trx, caller, ctx.clock.now(), 'change project notification', row);
    return done(row);
  });
}

export async function removeNotice(
  ctx: Context,
  caller: Caller,
  id: string,
): Promise<Outcome<undefined>> {
  return ctx.database.transaction(async (trx) => {
    const notice = await lockNotice(trx, caller, id);
    if (notice === undefined) return refused('not-found');
    await deleteNotice(trx, caller.customerId, notice.id);
    await log(trx, caller, ctx.clock.now(), 'delete project notification', notice);
    return done(undefined);
  });
}

/** Locks the project of the setting, which serializes changes to its notification settings. */
async function lockNotice(
  trx: Executor,
  caller: Caller,
  idGiven: string,
): Promise<ProjectNotice | undefined> {
  const id = parseId(idGiven);
  if (id === undefined) return undefined;
  const [notice] = await listNotices(trx, caller, { id });
  if (notice !== undefined) await findProject(trx, caller, notice.projectId, true);
  return notice;
}

function validate(
  input: NoticeInput,
  before: NoticeSetting | undefined,
  others: readonly NoticeSetting[],
): Outcome<NoticeSetting> {
  const mailAddress =
    input.mailAddress === undefined ? (before?.mailAddress ?? '') : plainText(input.mailAddress);
  const mail = input.mail ?? before?.mail ?? false;
  const app = input.app ?? before?.app ?? false;
  if (mailAddress === '' && (mail || !app)) return refused('parameters-empty', 'mailAddress');
  if (mailAddress !== '' && !isMailAddress(mailAddress)) {
    return refused('mail-address-invalid', 'mailAddress');
  }
  if (app && others.some((other) => other.app)) return refused('app-notice-once', 'app');
  const code = input.language ?? before?.language ?? 'en';
  const language = NOTIFICATION_LANGUAGES.find((one) => one === code);
  if (language === undefined) return refused('language-unknown', 'language');
  return done({ mailAddress, mail, app, language });
}

function log(
  trx: Executor,
  caller: Caller,
  at: number,
  command: LogCommand,
  { id, projectId, mailAddress, mail, app }: ProjectNotice,
): Promise<void> {
  const detail = { project: projectId, notice: id, mailAddress, mail, app };
  return logProject(trx, caller, at, command, detail);
}
