/** v2 calls for lamp groups of projects. */

import type { BodyOf } from '@busbar/contract/call';
import type { projectLampCalls } from '@busbar/contract/v2/sites/project-lamps';
import { wgs84ToBd09 } from '@busbar/domain/device/position';
import { camelCaseKeys, pickSnakeCase } from '@busbar/domain/key-case';
import { type Figure, isOneLampHidden, numberOf } from '@busbar/domain/project/lamp-group';
import { roundFigure } from '@busbar/domain/round-figure';
import type {
  LampGroup,
  StoredPosition,
} from '../../../areas/sites/projects/lamp-group-queries.ts';
import {
  addLampGroup,
  changeLampGroup,
  findLampGroups,
  type LampGroupRequest,
  readLampGroup,
  removeLampGroup,
} from '../../../areas/sites/projects/lamp-group-service.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

const WIRE_NAMES = {
  project: 'project_id',
  device: 'device_code',
  lampPowerKw: 'lamp_power',
  onOffsetMin: 'on_offset',
  offOffsetMin: 'off_offset',
};
const DEFAULT_ROWS = 1_000;

export function projectLampHandlers(ctx: Context): HandlersOf<typeof projectLampCalls> {
  return {
    'v2.device-lamps': async ({ query, caller }) => {
      const found = await findLampGroups(ctx, caller, {
        project: query.project_id,
        page: query.pn ?? 1,
        pageSize: query.ps ?? DEFAULT_ROWS,
      });
      if (!found.ok) return onWire(found, WIRE_NAMES);
      const { groups, total } = found.value;
      return { data: { list: groups.map(presentLampGroup), total } };
    },
    'v2.device-lamp': async ({ params, caller }) => {
      const found = await readLampGroup(ctx, caller, params.id);
      return found.ok ? { data: presentLampGroup(found.value) } : found;
    },
    'v2.device-lamp.add': async ({ body: { project_id, ...body }, caller }) => {
      const added = await addLampGroup(ctx, caller, project_id, requestOf(body));
      return added.ok
        ? { data: presentLampGroup(added.value), msg: REFUSAL_MESSAGES.saved }
        : onWire(added, WIRE_NAMES);
    },
    'v2.device-lamp.change': async ({ params, body, caller }) => {
      const changed = await changeLampGroup(ctx, caller, params.id, requestOf(body));
      return changed.ok
        ? { data: presentLampGroup(changed.value), msg: REFUSAL_MESSAGES.updated }
        : onWire(changed, WIRE_NAMES);
    },
    'v2.device-lamp.delete': async ({ params, caller }) => {
      const removed = await removeLampGroup(ctx, caller, params.id);
      return removed.ok ? { msg: REFUSAL_MESSAGES.deleted } : removed;
    },
  };
}

type LampBody = BodyOf<(typeof projectLampCalls)['v2.device-lamp.change']>;

function requestOf(body: LampBody): LampGroupRequest {
  const { device_code: device, lng, lat, lng_t, lat_t, ...rest } = body;
  const {
    lamp_power: lampPowerKw,
    on_offset: onOffsetMin,
    off_offset: offOffsetMin,
    ...fields
  } = rest;
  return {
    device,
    setting: { ...camelCaseKeys(fields), lampPowerKw, onOffsetMin, offOffsetMin },
    position: positionOf(body),
  };
}

/** Returns null, which removes the group's own position, if all given values are empty. */
function positionOf({ lng, lat, lng_t, lat_t }: LampBody): LampGroupRequest['position'] {
  const given = [lng, lat, lng_t, lat_t].filter((value) => value !== undefined);
  if (given.length > 0 && given.every((value) => degrees(value) === undefined)) return null;
  return { lng: degrees(lng), lat: degrees(lat), lngT: degrees(lng_t), latT: degrees(lat_t) };
}

/** An empty value is undefined; a value that is not a number is refused with its field name. */
function degrees(value: Figure | undefined): number | undefined {
  return value === undefined || value === null || value === '' ? undefined : numberOf(value);
}

function presentLampGroup(group: LampGroup) {
  const isOfDevice = group.longitude === null;
  return {
    lamp_power: group.lampPowerKw,
    on_offset: group.onOffsetMin,
    off_offset: group.offOffsetMin,
    dimmed: [...group.dimmed],
    position_of_device: isOfDevice,
    one_lamp_hidden: isOneLampHidden(group.lampCount, group.errorRange),
    installed_power: roundFigure(group.lampCount * group.lampPowerKw),
    ...presentPosition(isOfDevice ? group.device : group),
    ...pickSnakeCase(group, 'id', 'projectId', 'name', 'deviceId', 'deviceCode', 'deviceName'),
    ...pickSnakeCase(group, 'lampCount', 'lampKind', 'errorRange', 'inUse', 'phase'),
    ...pickSnakeCase(group, 'burnRule', 'onTime', 'offTime'),
  };
}

export function presentPosition({ longitude, latitude, bdLongitude, bdLatitude }: StoredPosition) {
  if (longitude === null || latitude === null) {
    return { lng: null, lat: null, lng_t: null, lat_t: null };
  }
  const [lng, lat] =
    bdLongitude === null || bdLatitude === null
      ? wgs84ToBd09([longitude, latitude])
      : [bdLongitude, bdLatitude];
  return { lng, lat, lng_t: longitude, lat_t: latitude };
}
