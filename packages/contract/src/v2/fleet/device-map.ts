/** Positions of devices (docs/specification/devices.md 4; docs/decisions.md 16). */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { IdText, Nullable } from '../../shapes.ts';

export const DeviceMapRow = Type.Object({
  id: Type.Integer(),
  device_name: Type.String(),
  device_code: Type.String(),
  lng: Nullable(Type.Number()),
  lat: Nullable(Type.Number()),
  lng_t: Nullable(Type.Number()),
  lat_t: Nullable(Type.Number()),
  rated_cur: Nullable(Type.Number()),
  online: Type.Boolean(),
  presence: Type.String(),
  status: Type.String(),
  csq: Nullable(Type.Integer()),
  /** Number of open alarms, and the type of the most serious one. */
  alarm_count: Type.Integer(),
  alarm_type: Nullable(Type.String()),
  /** Of the newest reading; null if it was measured before the last switching. */
  load_kw: Nullable(Type.Number()),
  load_percent: Nullable(Type.Number()),
  load_at: Nullable(Type.Number()),
});

const position = {
  device_code: Type.Optional(Type.String()),
  lng: Type.Optional(Nullable(Type.Number())),
  lat: Type.Optional(Nullable(Type.Number())),
  lng_t: Type.Optional(Nullable(Type.Number())),
  lat_t: Type.Optional(Nullable(Type.Number())),
};

export const deviceMapCalls = defineCalls({
  'v2.device-map': {
    method: 'GET',
    path: '/api/v2/device-map',
    summary: 'Devices on the map; with a device code, its position',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({ device_code: Type.Optional(IdText) }),
    answer: { data: Type.Object({ device_map_list: Type.Array(DeviceMapRow), ...position }) },
    tenantIds: [{ at: 'query.device_code', of: 'device', miss: 'not-found' }],
    example: { query: { device_code: '{device}' } },
  },
  'v2.device-map.one': {
    method: 'GET',
    path: '/api/v2/device-map/:id',
    summary: 'Position of one device',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    params: Type.Object({ id: IdText }),
    answer: { data: DeviceMapRow },
    tenantIds: [{ at: 'params.id', of: 'device', miss: 'not-found' }],
    example: { params: { id: '{device}' } },
  },
  'v2.device-map.update': {
    method: 'PUT',
    path: '/api/v2/device-map/:id',
    summary: 'Set the position; one pair is enough, the other is derived',
    who: 'device.write',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    body: Type.Object({
      lng: Type.Optional(Type.Union([Type.Number(), Type.String({ maxLength: 32 }), Type.Null()])),
      lat: Type.Optional(Type.Union([Type.Number(), Type.String({ maxLength: 32 }), Type.Null()])),
      lng_t: Type.Optional(
        Type.Union([Type.Number(), Type.String({ maxLength: 32 }), Type.Null()]),
      ),
      lat_t: Type.Optional(
        Type.Union([Type.Number(), Type.String({ maxLength: 32 }), Type.Null()]),
      ),
    }),
    answer: { data: DeviceMapRow },
    tenantIds: [{ at: 'params.id', of: 'device', miss: 'not-found' }],
    example: { params: { id: '{device}' }, body: { lng_t: 121.47, lat_t: 31.23 } },
  },
});
