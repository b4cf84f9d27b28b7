/** All data about one device except readings: nameplate, connections, signal, notes. */
import { LONGEST_NOTE } from '@busbar/domain/device/note';
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { IdText, Nullable, When } from '../../shapes.ts';
import { DeviceRow } from './devices.ts';

export const INFORMATION_PATH = '/api/v2/device-information/:device_code';
export const OF_DEVICE = Type.Object({ device_code: IdText });
export const DEVICE_IN_PATH = {
  at: 'params.device_code',
  of: 'device',
  miss: 'not-found',
} as const;

const Note = Type.Object({
  id: Type.Integer(),
  text: Type.String(),
  user_name: Type.String(),
  at: Type.Number(),
  /** True if the caller may delete the note, as its author and administrators may. */
  deletable: Type.Boolean(),
});

export const deviceInformationCalls = defineCalls({
  'v2.device-information': {
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
        /** `YYYY-MM-DD`; null if unknown. */
        installed_on: Nullable(Type.String()),
        /** Time of registration. */
        registered_at: Type.Number(),
        /** Incremented by each change by a user; a change must send the revision that was read. */
        revision: Type.Integer(),
        /** WGS-84 degrees; null if the device has no position. */
        lng_t: Nullable(Type.Number()),
        lat_t: Nullable(Type.Number()),
        /** Report interval, s. */
        interval_s: Type.Integer(),
        /** Start of the current or last connection; null if the device never connected. */
        connected_at: Nullable(Type.Number()),
        /** Null for a slave, because its gateway connects for it. */
        credentials: Nullable(
          Type.Object({
            issued_at: Nullable(Type.Number()),
            /** Time until which the previous secret is accepted; null if it is not accepted. */
            old_until: Nullable(Type.Number()),
            /** Time of the last successful authentication and its secret: secret or old-secret. */
            used_at: Nullable(Type.Number()),
            used: Nullable(Type.String()),
          }),
        ),
        /** Number of the device's rejected messages; null if the caller may not read them. */
        rejected: Nullable(Type.Integer()),
        notes: Type.Integer(),
        photos: Type.Integer(),
      }),
    },
    tenantIds: [DEVICE_IN_PATH],
    example: { params: { device_code: '{device}' } },
  },
  'v2.device-information.connections': {
    method: 'GET',
    path: `${INFORMATION_PATH}/connections`,
    summary: 'When a device came and went, and why, newest first; of a slave its gateway',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    params: OF_DEVICE,
    query: Type.Object({
      /** Half-open span; defaults to everything that is stored. */
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
            /** `came` if the device connected, `went` if it disconnected. */
            event: Type.String(),
            /** A value of the domain's `connection-cause`. */
            cause: Type.String(),
          }),
        ),
        total: Type.Integer(),
      }),
    },
    tenantIds: [DEVICE_IN_PATH],
    example: { params: { device_code: '{device}' } },
  },
  'v2.device-information.signals': {
    method: 'GET',
    path: `${INFORMATION_PATH}/signals`,
    summary: 'Signal a device told on each connect, oldest first; of a slave its gateway',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    params: OF_DEVICE,
    query: Type.Object({
      /** Half-open span; defaults to the last 30 days. */
      start: Type.Optional(When),
      end: Type.Optional(When),
    }),
    answer: {
      data: Type.Object({
        start: Type.Number(),
        end: Type.Number(),
        /** True if there are more rows, so that the oldest of the span are omitted. */
        cut: Type.Boolean(),
        /** `csq` 0 to 31; 99 is unknown. */
        list: Type.Array(Type.Object({ ts: Type.Number(), csq: Type.Integer() })),
      }),
    },
    tenantIds: [DEVICE_IN_PATH],
    example: { params: { device_code: '{device}' } },
  },
  'v2.device-information.notes': {
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
  },
  'v2.device-information.notes.add': {
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
  },
  'v2.device-information.notes.delete': {
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
  },
});
