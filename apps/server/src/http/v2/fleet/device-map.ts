/** Positions of devices (docs/specification/devices.md 4; docs/decisions.md 16). */

import type { deviceMapCalls } from '@busbar/contract/v2/fleet/device-map';
import { moveDevice } from '../../../areas/fleet/devices/change-device.ts';
import { findDeviceSummary } from '../../../areas/fleet/devices/device-detail-service.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { JoinedReads } from '../../calls/joined-reads.ts';
import { mapRows } from '../../present/map-rows.ts';
import { presentMapRow } from '../../present/present-device.ts';
import { streamedSlices } from '../../present/present-list.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

export function deviceMapHandlers(ctx: Context): HandlersOf<typeof deviceMapCalls> {
  const writeRows = mapRows(ctx);
  const reads = new JoinedReads();
  return {
    'v2.device-map': async ({ query, caller }) => {
      if (query.device_code !== undefined) {
        const device = await findDeviceSummary(ctx, caller, query.device_code);
        if (!device.ok) return device;
        const row = presentMapRow(device.value);
        const { device_code, lng, lat, lng_t, lat_t } = row;
        return { data: { device_map_list: [row], device_code, lng, lat, lng_t, lat_t } };
      }
      return streamedSlices(
        '{"code":0,"msg":"","data":{"device_map_list":[',
        await reads.read(caller, [], writeRows),
        ']}}',
      );
    },
    'v2.device-map.one': async ({ params, caller }) => {
      const device = await findDeviceSummary(ctx, caller, params.id);
      return device.ok ? { data: presentMapRow(device.value) } : device;
    },
    'v2.device-map.update': async ({ params, body, caller }) => {
      const moved = await moveDevice(ctx, caller, params.id, {
        lng: degrees(body.lng),
        lat: degrees(body.lat),
        lngT: degrees(body.lng_t),
        latT: degrees(body.lat_t),
      });
      if (!moved.ok) return onWire(moved);
      const device = await findDeviceSummary(ctx, caller, moved.value.deviceId);
      return device.ok
        ? { data: presentMapRow(device.value), msg: REFUSAL_MESSAGES.coordinatesUpdated }
        : device;
    },
  };
}

/** Coordinates are sent as decimal numbers, by older clients as text; empty means absent. */
function degrees(value: number | string | null | undefined): number | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'number') return value;
  return value.trim() === '' ? undefined : Number(value);
}
