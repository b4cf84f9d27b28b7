/** Lists the alarms and warnings of projects and marks them as handled, like any other alarm. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { handleAlarm } from '../../alarms/alarm-service.ts';
import { findDevice } from '../../fleet/devices/device-lookup-queries.ts';
import { parseId } from '../../shared/identifier.ts';
import { findProject } from '../projects/project-queries.ts';
import {
  countProjectAlarms,
  listProjectAlarms,
  type ProjectAlarm,
  type ProjectAlarmFilter,
} from './project-alarm-queries.ts';

type Kind = ProjectAlarmFilter['kind'];

export interface ProjectAlarmQuery
  extends Pick<ProjectAlarmFilter, 'kind' | 'handled' | 'open' | 'from' | 'to'> {
  readonly project?: string | undefined;
  /** Id or code. */
  readonly device?: string | undefined;
  /** Starts at 1. */
  readonly page: number;
  readonly pageSize: number;
}

export interface ProjectAlarmList {
  readonly alarms: readonly ProjectAlarm[];
  readonly total: number;
}

export async function findProjectAlarms(
  ctx: Context,
  caller: Caller,
  { project: projectGiven, device: deviceGiven, page, pageSize, ...filters }: ProjectAlarmQuery,
): Promise<Outcome<ProjectAlarmList>> {
  const { db } = ctx.database;
  const project =
    projectGiven === undefined ? undefined : await findProject(db, caller, projectGiven);
  if (projectGiven !== undefined && project === undefined) return refused('not-found', 'project');
  const device = deviceGiven === undefined ? undefined : await findDevice(db, caller, deviceGiven);
  if (deviceGiven !== undefined && device === undefined) return done({ alarms: [], total: 0 });
  const filter = { ...filters, projectId: project?.id, deviceId: device?.deviceId };
  const [alarms, total] = await Promise.all([
    listProjectAlarms(db, caller, filter, { limit: pageSize, offset: (page - 1) * pageSize }),
    countProjectAlarms(db, caller, filter),
  ]);
  return done({ alarms, total });
}

/**
 * Marks an alarm as handled; refuses with `not-found` for an alarm of the other kind or of a device
 * outside all projects.
 */
export async function handleProjectAlarm(
  ctx: Context,
  caller: Caller,
  kind: Kind,
  idGiven: string,
  note: string | undefined,
): Promise<Outcome<ProjectAlarm>> {
  const { db } = ctx.database;
  const id = parseId(idGiven);
  const read = async () =>
    (await listProjectAlarms(db, caller, { kind, id }, { limit: 1, offset: 0 }))[0];
  if (id === undefined || (await read()) === undefined) return refused('not-found');
  const handled = await handleAlarm(ctx, caller, idGiven, note);
  if (!handled.ok) return handled;
  const alarm = await read();
  return alarm === undefined ? refused('not-found') : done(alarm);
}
