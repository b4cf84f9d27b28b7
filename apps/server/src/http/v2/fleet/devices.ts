/** Devices on v2 (docs/specification/devices.md 2; docs/decisions.md 18, 23, 25). */
import type { devicesCalls } from '@busbar/contract/v2/fleet/devices';
import { MEASUREMENT_WIRE_NAMES, REGISTER_WIRE_NAMES } from '@busbar/domain/device/wire-names';
import { type Outcome, refused } from '@busbar/domain/refusal';
import { presentActiveAlarms } from '../../../areas/alarms/present-alarm.ts';
import { changeDevice } from '../../../areas/fleet/devices/change-device.ts';
import {
  type DeviceDetail,
  findDeviceDetail,
  findDeviceSummary,
  findSlaveDetails,
} from '../../../areas/fleet/devices/device-detail-service.ts';
import {
  countPresence,
  findDevices,
  MAX_ROWS,
} from '../../../areas/fleet/devices/device-list-service.ts';
import { findDevice } from '../../../areas/fleet/devices/device-lookup-queries.ts';
import { presentLock } from '../../../areas/fleet/devices/present-lock.ts';
import { renewSecret } from '../../../areas/onboarding/device-secret/renew-secret.ts';
import { listDeviceTypes } from '../../../areas/shared/reference/reference-queries.ts';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { JoinedReads } from '../../calls/joined-reads.ts';
import { presentConnection } from '../../present/present-connection.ts';
import { presentRow } from '../../present/present-device.ts';
import { rowsWriter, streamedSlices } from '../../present/present-list.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';
import { instantGiven } from '../../validation/log-query.ts';

const WIRE_NAMES = {
  name: 'device_name',
  type: 'device_type',
  group: 'group_id',
  ratedVoltageV: 'rated_vol',
  ratedCurrentA: 'rated_cur',
};

const writeRows = rowsWriter(presentRow);

export function devicesHandlers(ctx: Context): HandlersOf<typeof devicesCalls> {
  const reads = new JoinedReads();
  return {
    'v2.devices': async ({ query, caller }) => {
      const requested = {
        groupId: query.group_id,
        page: query.pn ?? 1,
        pageSize: query.ps ?? MAX_ROWS,
        keyword: query.keyword,
        online: query.online,
        typeName: query.device_type,
        position: query.position,
        sort: query.sort,
        descending: query.order === 'desc',
      };
      const list = await findDevices(ctx, caller, requested, writeRows);
      if (!list.ok) return onWire(list, WIRE_NAMES);
      const { slices, total } = list.value;
      return streamedSlices('{"code":0,"msg":"","data":{"list":[', slices, `],"total":${total}}}`);
    },
    'v2.device': async ({ query, caller }) => {
      const id = await nameOf(ctx, caller, query.device_code, query.id);
      if (!id.ok) return id;
      const detail = await findDeviceDetail(ctx, caller, id.value);
      if (!detail.ok) return detail;
      const data = presentDetail(detail.value);
      if (query.slaves !== true) return { data };
      const slaves = await findSlaveDetails(ctx, caller, detail.value.device.deviceId);
      return { data: { ...data, slaves: slaves.map(presentDetail) } };
    },
    'v2.device.update': async ({ body, caller }) => {
      const id = await nameOf(ctx, caller, body.device_code, body.id);
      if (!id.ok) return id;
      const changed = await changeDevice(ctx, caller, id.value, {
        name: body.device_name,
        type: body.device_type,
        rate: body.rate,
        group: body.group_id,
        address: body.address,
        installedOn: body.installed_on,
        ratedVoltageV: body.rated_vol,
        ratedCurrentA: body.rated_cur,
        revision: body.revision,
      });
      if (!changed.ok) return onWire(changed, WIRE_NAMES);
      const device = await findDeviceSummary(ctx, caller, changed.value.deviceId);
      return device.ok ? { data: presentRow(device.value), msg: REFUSAL_MESSAGES.updated } : device;
    },
    'v2.device.secret': async ({ params, body, caller }) => {
      const oldUntil = instantGiven(body.old_until, caller.zone);
      if (oldUntil === 'invalid') return refused('old-secret-until-invalid', 'old_until');
      const { password } = body;
      const renewed = await renewSecret(ctx, caller, params.device_code, { password, oldUntil });
      if (!renewed.ok) return onWire(renewed, WIRE_NAMES);
      const { deviceCode, secret, protocol, oldUntil: until } = renewed.value;
      const connection = presentConnection(ctx.config);
      const device = { device_code: deviceCode, device_secret: secret, protocol };
      return { data: { ...device, old_until: until, connection } };
    },
    'v2.device-type': async () => {
      const types = await listDeviceTypes(ctx.database.db);
      return {
        data: { device_type_list: types.map(({ id, name, kind }) => ({ id, name, kind })) },
      };
    },
    'v2.statistics-online': async ({ caller }) => {
      const counts = await reads.read(caller, [], (viewer) => countPresence(ctx, viewer));
      return counts.ok ? { data: counts.value } : counts;
    },
  };
}

/** A request may identify a device by code, id or both; both must refer to the same device. */
async function nameOf(
  ctx: Context,
  caller: Caller,
  code: string | number | undefined,
  id: string | number | undefined,
): Promise<Outcome<string | number>> {
  const name = code ?? id;
  if (name === undefined) return refused('info-required', 'device_code');
  if (code === undefined || id === undefined) return { ok: true, value: name };
  const { db } = ctx.database;
  const [byCode, byId] = [await findDevice(db, caller, code), await findDevice(db, caller, id)];
  const same = byCode !== undefined && byCode.deviceId === byId?.deviceId;
  return same ? { ok: true, value: byCode.deviceId } : refused('not-found');
}

function presentDetail(detail: DeviceDetail) {
  const { device, measurement, registers, lock, lastCommand, alarms, allowed } = detail;
  return {
    ...presentRow(device),
    protocol: device.protocol,
    ins_p_history: measurement?.measurement.activePower ?? null,
    variable: measurement
      ? { ts: measurement.ts, values: renamed(measurement.measurement, MEASUREMENT_WIRE_NAMES) }
      : null,
    energy: registers
      ? { ts: registers.ts, values: renamed(registers.registers, REGISTER_WIRE_NAMES) }
      : null,
    lock: presentLock(lock),
    command: lastCommand
      ? {
          id: lastCommand.commandId,
          switch: lastCommand.switchCommand,
          state: lastCommand.state,
          reason: lastCommand.reason,
          times: lastCommand.times,
        }
      : null,
    alarms: presentActiveAlarms(alarms),
    allowed,
  };
}

/** Returns the values under their wire names; unknown values are omitted. */
function renamed<Field extends string>(
  values: Partial<Record<Field, number>>,
  names: Readonly<Record<Field, string>>,
): Record<string, number> {
  return Object.fromEntries(
    (Object.entries(values) as [Field, number][]).map(([field, value]) => [names[field], value]),
  );
}
