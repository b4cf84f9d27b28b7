/** Lists, adds, changes and removes the lamp groups of a project. */

import type { PositionInput } from '@busbar/domain/device/position';
import {
  evaluateLampGroup,
  type LampGroupInput,
  type LampGroupSetting,
  validatePosition,
} from '@busbar/domain/project/lamp-group';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { type BusMessage, publishAll } from '../../../bus.ts';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { type FoundDevice, findDevice } from '../../fleet/devices/device-lookup-queries.ts';
import { positionOf } from '../../fleet/devices/device-summary.ts';
import { publishDeviceChange } from '../../fleet/groups/device-changed.ts';
import { plainText } from '../../shared/plain-text.ts';
import { endFindings } from '../lamp-checks/notify-findings.ts';
import {
  countLampGroups,
  findLampGroup,
  insertLampGroup,
  type LampGroup,
  listLampGroups,
  markLampGroupDeleted,
  type StoredPosition,
  updateLampGroup,
} from './lamp-group-queries.ts';
import { logProject } from './log-project.ts';
import { lockUsedDevices } from './project-device-queries.ts';
import { findProject, type Project } from './project-queries.ts';
import { spreadTimers } from './project-timer-spread.ts';

/** Maximum lamp groups per project. */
const MAX_GROUPS = 5_000;

export interface LampGroupRequest {
  /** Id or code. */
  readonly device?: string | number | null | undefined;
  readonly setting: LampGroupInput;
  /** Position of the group: missing fields are unchanged; null uses the position of the device. */
  readonly position: PositionInput | null;
}

export async function findLampGroups(
  ctx: Context,
  caller: Caller,
  query: {
    readonly project?: string | undefined;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<Outcome<{ groups: LampGroup[]; total: number }>> {
  const { db } = ctx.database;
  const project =
    query.project === undefined ? undefined : await findProject(db, caller, query.project);
  if (query.project !== undefined && project === undefined) return refused('not-found', 'project');
  const filter = { projectId: project?.id };
  const page = { limit: query.pageSize, offset: (query.page - 1) * query.pageSize };
  const [groups, total] = await Promise.all([
    listLampGroups(db, caller, filter, page),
    countLampGroups(db, caller, filter),
  ]);
  return done({ groups, total });
}

export async function readLampGroup(
  ctx: Context,
  caller: Caller,
  id: string | number,
): Promise<Outcome<LampGroup>> {
  const group = await findLampGroup(ctx.database.db, caller, id);
  return group === undefined ? refused('not-found') : done(group);
}

export async function addLampGroup(
  ctx: Context,
  caller: Caller,
  idOfProject: string | number | null | undefined,
  request: LampGroupRequest,
): Promise<Outcome<LampGroup>> {
  if (isMissing(idOfProject)) return refused('parameters-empty', 'project');
  const added = await ctx.database.transaction(async (trx): Promise<Outcome<number>> => {
    // The project is locked, so that the second of two concurrent additions sees the device of the
    // first.
    const project = await findProject(trx, caller, idOfProject, true);
    if (project === undefined) return refused('not-found', 'project');
    if (project.type !== 'lamp') return refused('not-lamp-project', 'project');
    const validated = await validate(trx, caller, project, request, undefined);
    if (!validated.ok) return validated;
    if ((await countLampGroups(trx, caller, { projectId: project.id })) >= MAX_GROUPS) {
      return refused('quota-exceeded');
    }
    const now = ctx.clock.now();
    const { device, setting, position } = validated.value;
    const group = { ...setting, ...position, deviceId: device.deviceId };
    const id = await insertLampGroup(trx, caller.customerId, project.id, group, now);
    await spreadTimers(ctx, trx, keyOf(caller, project.id), caller.userId);
    await logProject(trx, caller, now, 'add lamp group', { lampGroup: id, ...setting }, device);
    return done(id);
  });
  if (!added.ok) return added;
  const group = await readLampGroup(ctx, caller, added.value);
  if (group.ok) publishDevices(ctx, caller, [group.value]);
  return group;
}

export async function changeLampGroup(
  ctx: Context,
  caller: Caller,
  id: string,
  request: LampGroupRequest,
): Promise<Outcome<LampGroup>> {
  const messages: BusMessage[] = [];
  const devices: GroupDevice[] = [];
  const changed = await ctx.database.transaction(async (trx): Promise<Outcome<number>> => {
    const before = await findLampGroup(trx, caller, id, true);
    if (before === undefined) return refused('not-found');
    const project = await findProject(trx, caller, before.projectId, true);
    if (project === undefined) return refused('not-found');
    const validated = await validate(trx, caller, project, request, before);
    if (!validated.ok) return validated;
    const { device, setting, position } = validated.value;
    const now = ctx.clock.now();
    const forgetReference =
      device.deviceId !== before.deviceId ||
      setting.lampCount !== before.lampCount ||
      setting.lampPowerKw !== before.lampPowerKw ||
      setting.lampKind !== before.lampKind ||
      setting.phase !== before.phase;
    const group = { ...setting, ...position, deviceId: device.deviceId };
    await updateLampGroup(trx, before, group, { forgetReference, now });
    await spreadTimers(ctx, trx, keyOf(caller, project.id), caller.userId);
    const detail = { lampGroup: before.id, ...setting };
    await logProject(trx, caller, now, 'change lamp group', detail, device);
    if (device.deviceId !== before.deviceId) {
      messages.push(...(await endFindings(trx, before, now)));
    }
    devices.push(before, device);
    return done(before.id);
  });
  publishAll(ctx.bus, messages);
  publishDevices(ctx, caller, devices);
  return changed.ok ? readLampGroup(ctx, caller, changed.value) : changed;
}

export async function removeLampGroup(
  ctx: Context,
  caller: Caller,
  id: string,
): Promise<Outcome<undefined>> {
  const messages: BusMessage[] = [];
  const devices: GroupDevice[] = [];
  const removed = await ctx.database.transaction(async (trx): Promise<Outcome<undefined>> => {
    const group = await findLampGroup(trx, caller, id, true);
    if (group === undefined) return refused('not-found');
    await findProject(trx, caller, group.projectId, true);
    const now = ctx.clock.now();
    await markLampGroupDeleted(trx, group, now);
    await spreadTimers(ctx, trx, keyOf(caller, group.projectId), caller.userId);
    const device = { ...group, groupId: group.deviceGroupId };
    const detail = { lampGroup: group.id, name: group.name };
    await logProject(trx, caller, now, 'delete lamp group', detail, device);
    messages.push(...(await endFindings(trx, group, now)));
    devices.push(device);
    return done(undefined);
  });
  publishAll(ctx.bus, messages);
  publishDevices(ctx, caller, devices);
  return removed;
}

type GroupDevice = Pick<FoundDevice, 'deviceId' | 'deviceCode'>;

/** Makes pages read their lamp groups again: they show and switch the device of each group. */
function publishDevices(ctx: Context, caller: Caller, devices: readonly GroupDevice[]): void {
  const codes = new Map(devices.map(({ deviceId, deviceCode }) => [deviceId, deviceCode]));
  for (const [deviceId, deviceCode] of codes) {
    publishDeviceChange(ctx, caller.customerId, { deviceId, deviceCode }, false);
  }
}

const keyOf = ({ customerId }: Caller, projectId: number) => ({ customerId, projectId });

interface Validated {
  readonly device: Pick<FoundDevice, 'deviceId' | 'deviceCode' | 'groupId'>;
  readonly setting: LampGroupSetting;
  readonly position: StoredPosition;
}

async function validate(
  trx: Executor,
  caller: Caller,
  project: Project,
  request: LampGroupRequest,
  before: LampGroup | undefined,
): Promise<Outcome<Validated>> {
  const { name } = request.setting;
  const setting = evaluateLampGroup(
    { ...request.setting, name: name === undefined ? undefined : plainText(name) },
    before,
  );
  if (!setting.ok) return setting;
  const named = isMissing(request.device) ? before?.deviceId : request.device;
  if (named === undefined || named === null) return refused('parameters-empty', 'device');
  // The device must also be in the group of the project or below, because users who can see the
  // project can see its devices.
  const within = { customerId: caller.customerId, groupId: project.groupId };
  const device = await findDevice(trx, caller, named);
  if (device === undefined || (await findDevice(trx, within, named)) === undefined) {
    return refused('not-found', 'device');
  }
  if (device.simulated) return refused('device-simulated', 'device');
  const own = { lampGroupId: before?.id };
  const used = await lockUsedDevices(trx, caller, [device.deviceId], own);
  if (used.length > 0) return refused('device-has-lamps', 'device');
  if (request.position === null) return done({ device, setting: setting.value, position: NOWHERE });
  const given = validatePosition(
    request.position,
    before === undefined ? undefined : positionOf(before),
  );
  if (!given.ok) return given;
  const position = stored(given.value, request.position, before);
  return done({ device, setting: setting.value, position });
}

const NOWHERE: StoredPosition = {
  longitude: null,
  latitude: null,
  bdLongitude: null,
  bdLatitude: null,
};

function stored(
  position: { lng: number; lat: number; lngT: number; latT: number } | undefined,
  request: PositionInput,
  before: LampGroup | undefined,
): StoredPosition {
  if (position === undefined) {
    const { longitude, latitude, bdLongitude, bdLatitude } = before ?? NOWHERE;
    return { longitude, latitude, bdLongitude, bdLatitude };
  }
  const isGiven = request.lng !== undefined;
  return {
    longitude: position.lngT,
    latitude: position.latT,
    bdLongitude: isGiven ? position.lng : null,
    bdLatitude: isGiven ? position.lat : null,
  };
}

const isMissing = (value: string | number | null | undefined): value is null | undefined | '' =>
  value === undefined || value === null || value === '';
