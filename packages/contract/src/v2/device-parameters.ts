/**
 * Last known parameters of a device's protections, beyond the calls of docs/specification/calls.md.
 */
import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { IdText, Nullable } from '../shapes.ts';

const LastCommand = Type.Object({
  command_id: Type.String(),
  state: Type.String(),
  reason: Nullable(Type.String()),
  msg: Nullable(Type.String()),
  /** When it came to that state, in ms. */
  ts: Type.Number(),
});

export const deviceParameters = defineCall({
  name: 'v2.device.parameters',
  version: 'v2',
  method: 'GET',
  path: '/api/v2/device/parameters',
  summary: 'Last known parameters of a device, their age, and where the last read and write stand',
  who: 'data.read',
  scope: 'own',
  effect: 'read',
  query: Type.Object({ device_code: IdText }),
  answer: {
    data: Type.Object({
      device_code: Type.String(),
      device_name: Type.String(),
      presence: Type.String(),
      /** Of the nameplate, where the device has told it: bounds follow it. */
      rated_vol: Nullable(Type.Number()),
      rated_cur: Nullable(Type.Number()),
      sets: Type.Array(
        Type.Object({
          set: Type.String(),
          msg_type: Type.String(),
          /** Under wire names, as text; null while the device has never told them. */
          values: Nullable(Type.Record(Type.String(), Type.Unknown())),
          /** When the device told them, in ms. */
          ts: Nullable(Type.Number()),
          /** By wire name, whether they are as last written from here; null when never read since. */
          verified: Nullable(Type.Record(Type.String(), Type.Boolean())),
          last_read: Nullable(LastCommand),
          last_write: Nullable(LastCommand),
        }),
      ),
    }),
  },
  tenantIds: [{ at: 'query.device_code', of: 'device', miss: 'not-found' }],
  example: { query: { device_code: '{device}' } },
});
