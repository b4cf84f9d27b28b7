/** Switches a project's lamp groups by one batch command; every device passes the command gate. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import {
  type BatchCommandRequest,
  startBatchCommand,
} from '../../control/batch/batch-command-service.ts';
import { parseId } from '../../shared/identifier.ts';
import { listLampGroups } from '../projects/lamp-group-queries.ts';
import { findProject } from '../projects/project-queries.ts';
import {
  countProjectCommands,
  listProjectCommands,
  type ProjectCommand,
} from './project-command-queries.ts';

export interface ProjectCommandRequest extends Omit<BatchCommandRequest, 'devices' | 'projectId'> {
  readonly project: string | number;
  /** Lamp groups to switch; defaults to every group in use. */
  readonly lampGroups: readonly (string | number)[] | undefined;
  /** Codes of their devices as the user has confirmed them, in the order of the groups. */
  readonly deviceCodes?: readonly string[] | undefined;
}

export async function controlProject(
  ctx: Context,
  caller: Caller,
  { project: named, lampGroups, deviceCodes, ...command }: ProjectCommandRequest,
): Promise<Outcome<{ readonly batchCommandId: string; readonly groups: number }>> {
  const { db } = ctx.database;
  const project = await findProject(db, caller, named);
  if (project === undefined) return refused('not-found', 'project');
  const all = await listLampGroups(db, caller, { projectId: project.id });
  const wanted = lampGroups?.map((id) => all.find((group) => group.id === parseId(id)));
  const missing = wanted?.indexOf(undefined) ?? -1;
  if (missing >= 0) return refused('not-found', `lamp_group_ids.${missing}`);
  const groups = wanted?.filter((group) => group !== undefined) ?? all.filter(({ inUse }) => inUse);
  if (groups.length === 0) return refused('no-lamp-group');
  const confirmed = deviceCodes ?? groups.map(({ deviceCode }) => deviceCode);
  const isAsConfirmed =
    confirmed.length === groups.length &&
    groups.every(({ deviceCode }, at) => deviceCode === confirmed[at]);
  if (!isAsConfirmed) return refused('lamp-group-device-changed');
  const started = await startBatchCommand(ctx, caller, {
    ...command,
    devices: groups.map(({ deviceId }) => deviceId),
    projectId: project.id,
  });
  if (!started.ok) return started;
  return done({ ...started.value, groups: groups.length });
}

export async function findProjectCommands(
  ctx: Context,
  caller: Caller,
  query: { readonly project: string; readonly page: number; readonly pageSize: number },
): Promise<Outcome<{ commands: ProjectCommand[]; total: number }>> {
  const { db } = ctx.database;
  const project = await findProject(db, caller, query.project);
  if (project === undefined) return refused('not-found', 'project');
  const page = { limit: query.pageSize, offset: (query.page - 1) * query.pageSize };
  const [commands, total] = await Promise.all([
    listProjectCommands(db, caller, project.id, page),
    countProjectCommands(db, caller, project.id),
  ]);
  return done({ commands, total });
}
