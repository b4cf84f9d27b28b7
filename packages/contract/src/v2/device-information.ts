/** Everything about one device that is not a reading: nameplate, connections, signal, notes. */
import { LONGEST_NOTE } from '@busbar/domain/device/note';
import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { IdText, Nullable, When } from '../shapes.ts';
import { DeviceRow } from './devices.ts';

export const INFORMATION_PATH = '/api/v2/device-information/:device_code';
export const OF_DEVICE = Type.Object({ device_code: IdText });
export const DEVICE_IN_PATH = {
  at: 'params.device_code',
  of: 'device',
  miss: 'not-found',
} as const;

export const deviceInformation = defineCall({
  name: 'v2.device-information',
  version: 'v2',
  method: 'GET',
  path: INFORMATION_PATH,
  summary: 'Nameplate, versions, place, connection and credentials of a device',
  who: 'data.read',
  scope: 'own',
  effect: 'read',
  params: OF_DEVICE,
  answer: {
    data: Type.Object({
      ...DeviceRow.properties,
      /** `YYYY-MM-DD`; null: not known. */
      installed_on: Nullable(Type.String()),
      /** When it was registered. */
      registered_at: Type.Number(),
      /** Grows with each change by a person; who changes the device sends the one that was read. */
      revision: Type.Integer(),
      /** WGS-84 degrees; null: it has no place. */
      lng_t: Nullable(Type.Number()),
      lat_t: Nullable(Type.Number()),
      /** How often it speaks, s. */
      interval_s: Type.Integer(),
      /** When the connection it has was made, or the last one; null: never. */
      connected_at: Nullable(Type.Number()),
      /** Null of a slave: its gateway speaks for it. */
      credentials: Nullable(
        Type.Object({
          issued_at: Nullable(Type.Number()),
          /** Until when the secret before the present one opens; null: it does not. */
          old_until: Nullable(Type.Number()),
          /** When it was let in the last time, and by which secret: secret or old-secret. */
          used_at: Nullable(Type.Number()),
          used: Nullable(Type.String()),
        }),
      ),
      /** Messages of it that could not be believed; null for who may not read them. */
      rejected: Nullable(Type.Integer()),
      notes: Type.Integer(),
      photos: Type.Integer(),
    }),
  },
  tenantIds: [DEVICE_IN_PATH],
  example: { params: { device_code: '{device}' } },
});

export const deviceConnections = defineCall({
  name: 'v2.device-information.connections',
  version: 'v2',
  method: 'GET',
  path: `${INFORMATION_PATH}/connections`,
  summary: 'When a device came and went, and why, newest first; of a slave its gateway',
  who: 'data.read',
  scope: 'own',
  effect: 'read',
  params: OF_DEVICE,
  query: Type.Object({
    /** Half open; absent: all that is kept. */
    start: Type.Optional(When),
    end: Type.Optional(When),
    pn: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    ps: Type.Optional(Type.Integer({ minimum: 1, maximum: 400 })),
  }),
  answer: {
    data: Type.Object({
      list: Type.Array(
        Type.Object({
          at: Type.Number(),
          /** came or went. */
          event: Type.String(),
          /** A word of the list in the domain (`connection-cause`). */
          cause: Type.String(),
        }),
      ),
      total: Type.Integer(),
    }),
  },
  tenantIds: [DEVICE_IN_PATH],
  example: { params: { device_code: '{device}' } },
});

export const deviceSignals = defineCall({
  name: 'v2.device-information.signals',
  version: 'v2',
  method: 'GET',
  path: `${INFORMATION_PATH}/signals`,
  summary: 'Signal a device told on each connect, oldest first; of a slave its gateway',
  who: 'data.read',
  scope: 'own',
  effect: 'read',
  params: OF_DEVICE,
  query: Type.Object({
    /** Half open; absent: the last 30 days. */
    start: Type.Optional(When),
    end: Type.Optional(When),
  }),
  answer: {
    data: Type.Object({
      start: Type.Number(),
      end: Type.Number(),
      /** There are more than these: the oldest of the span are left out. */
      cut: Type.Boolean(),
      /** `csq` 0 to 31; 99 is not known. */
      list: Type.Array(Type.Object({ ts: Type.Number(), csq: Type.Integer() })),
    }),
  },
  tenantIds: [DEVICE_IN_PATH],
  example: { params: { device_code: '{device}' } },
});

const Note = Type.Object({
  id: Type.Integer(),
  text: Type.String(),
  user_name: Type.String(),
  at: Type.Number(),
  /** Whether the caller may take it away: the author and administrators. */
  deletable: Type.Boolean(),
});

export const deviceNotes = defineCall({
  name: 'v2.device-information.notes',
  version: 'v2',
  method: 'GET',
  path: `${INFORMATION_PATH}/notes`,
  summary: 'What people noted about a device, newest first',
  who: 'data.read',
  scope: 'own',
  effect: 'read',
  params: OF_DEVICE,
  answer: { data: Type.Object({ list: Type.Array(Note) }) },
  tenantIds: [DEVICE_IN_PATH],
  example: { params: { device_code: '{device}' } },
});

export const addDeviceNote = defineCall({
  name: 'v2.device-information.notes.add',
  version: 'v2',
  method: 'POST',
  path: `${INFORMATION_PATH}/notes`,
  summary: 'Note something about a device; it stays as it is written',
  who: 'device.write',
  scope: 'own',
  effect: 'write',
  params: OF_DEVICE,
  body: Type.Object({ text: Type.String({ maxLength: LONGEST_NOTE }) }),
  answer: { data: Note },
  tenantIds: [DEVICE_IN_PATH],
  example: { params: { device_code: '{device}' }, body: { text: 'Terminals tightened' } },
});

export const deleteDeviceNote = defineCall({
  name: 'v2.device-information.notes.delete',
  version: 'v2',
  method: 'DELETE',
  path: `${INFORMATION_PATH}/notes/:id`,
  summary: 'Take an own note away; administrators take any',
  who: 'device.write',
  scope: 'own',
  effect: 'write',
  params: Type.Object({ device_code: IdText, id: IdText }),
  answer: {},
  tenantIds: [DEVICE_IN_PATH, { at: 'params.id', of: 'device-note', miss: 'not-found' }],
  example: { params: { device_code: '{device}', id: '{device-note}' } },
});
