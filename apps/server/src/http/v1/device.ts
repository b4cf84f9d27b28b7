/**
 * v1 device calls (docs/specification/devices.md 2 and 3, docs/specification/calls.md 3.2;
 * docs/decisions.md 23, 25).
 */

import type { BodyOf } from '@busbar/contract/call';
import type { CallByName } from '@busbar/contract/catalogue';
import type { deviceCalls } from '@busbar/contract/v1/device';
import type { DeviceSort } from '@busbar/contract/v2/fleet/devices';
import { type Refused, refused } from '@busbar/domain/refusal';
import { addDevice, missingField } from '../../areas/fleet/devices/add-device.ts';
import { changeDevice, removeDevice } from '../../areas/fleet/devices/change-device.ts';
import { findDevices, scopeOfGroup } from '../../areas/fleet/devices/device-list-service.ts';
import { findDevice } from '../../areas/fleet/devices/device-lookup-queries.ts';
import { parseId } from '../../areas/shared/identifier.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import type { HandlersOf } from '../calls/handler.ts';
import { presentConnection } from '../present/present-connection.ts';
import { presentListItem } from '../present/present-device.ts';
import { rowsWriter, streamedSlices } from '../present/present-list.ts';
import { REFUSAL_MESSAGES } from '../responses/errors.ts';
import { onV1Wire } from '../responses/field-names.ts';

/** Default page size (docs/specification/platform.md 7.3). */
const DEFAULT_ROWS = 13;

const SORTS: ReadonlyMap<string, DeviceSort> = new Map([
  ['deviceName', 'device_name'],
  ['deviceSymbolCode', 'device_code'],
  ['deviceType', 'device_type'],
  ['csq', 'csq'],
  ['created', 'created'],
]);

const WIRE_NAMES = {
  name: 'deviceName',
  code: 'deviceSymbolCode',
  type: 'deviceType',
  group: 'groupId',
};

const writeRows = rowsWriter(presentListItem);

export function deviceHandlers(ctx: Context): HandlersOf<typeof deviceCalls> {
  return {
    'v1.device.findByConditions': async ({ body, caller }) => {
      const requested = {
        groupId: body.groupId,
        page: Number(body.currentPage ?? 1),
        pageSize: Number(body.rows ?? 0) || DEFAULT_ROWS,
        keyword: body.keyword,
        online: body.onLine === undefined ? undefined : body.onLine === 'online',
        typeName: body.deviceType,
        // This list has no mark for a simulated device.
        simulated: false as const,
        sort: SORTS.get(body.sort ?? ''),
        descending: body.order === 'desc',
      };
      const list = await findDevices(ctx, caller, requested, writeRows);
      if (!list.ok) return list;
      const { slices, total, page, pageSize } = list.value;
      const totalPage = Math.ceil(total / pageSize);
      return streamedSlices(
        '{"errCode":0,"msg":"","data":[',
        slices,
        `],"currentPage":${page},"totalPage":${totalPage},"totalCount":${total},"rows":${pageSize}}`,
      );
    },
    'v1.device.addOrUpdate': async ({ body, caller }) => {
      const outcome = await addOrUpdate(ctx, caller, body);
      return 'refusal' in outcome ? onV1Wire(outcome, WIRE_NAMES) : outcome;
    },
    'v1.device.delete': async ({ body, caller }) => {
      const scope = await scopeOfGroup(ctx, caller, body.groupId);
      if (!scope.ok) return scope;
      // The group is an additional condition: the device must be in it or in its subtree.
      const device = await findDevice(ctx.database.db, scope.value, body.id);
      if (device === undefined) return refused('not-found');
      const removed = await removeDevice(ctx, caller, device.deviceId);
      return removed.ok ? { msg: REFUSAL_MESSAGES.deleted } : removed;
    },
  };
}

type DeviceBody = BodyOf<CallByName<'v1.device.addOrUpdate'>>;

type Saved = {
  data: { id: number; device_secret?: string; connection?: ReturnType<typeof presentConnection> };
  msg: string;
};

/** Without an id, the call creates a device; with an id, it changes all fields except the code. */
async function addOrUpdate(
  ctx: Context,
  caller: Caller,
  body: DeviceBody,
): Promise<Saved | Refused> {
  const { id, userId } = body;
  if (isGiven(userId) && parseId(userId) !== caller.userId) return refused('forbidden', 'userId');
  const form = {
    name: body.deviceName,
    code: body.deviceSymbolCode,
    type: body.deviceType,
    rate: body.rate ?? '',
    group: body.groupId ?? '',
    address: body.address,
    protocol: isGiven(body.protocol) ? body.protocol : undefined,
  };
  if (isGiven(id)) {
    const missing = missingField(form);
    if (missing !== undefined) return refused('info-required', missing);
    const device = await findDevice(ctx.database.db, caller, id);
    if (device === undefined) return refused('not-found');
    if (device.deviceCode !== form.code) return refused('device-code-fixed', 'code');
    if (form.protocol !== undefined && form.protocol !== device.protocol) {
      return refused('device-protocol-fixed', 'protocol');
    }
    const changed = await changeDevice(ctx, caller, device.deviceId, form);
    return changed.ok
      ? { data: { id: changed.value.deviceId }, msg: REFUSAL_MESSAGES.updated }
      : changed;
  }
  const added = await addDevice(ctx, caller, form);
  if (!added.ok) return added;
  const { deviceId, secret } = added.value;
  return {
    data: {
      id: deviceId,
      ...(secret === undefined
        ? {}
        : { device_secret: secret, connection: presentConnection(ctx.config) }),
    },
    msg: REFUSAL_MESSAGES.saved,
  };
}

function isGiven(value: string | number | null | undefined): value is string | number {
  return value !== undefined && value !== null && value !== '';
}
