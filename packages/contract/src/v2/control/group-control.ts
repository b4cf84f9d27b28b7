/**
 * Batch commands to many devices, in addition to the calls of docs/specification/calls.md: each
 * device passes the command gate on its own.
 */
import { BATCH_DEVICES } from '@busbar/domain/switch/control-pace';
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Id, IdText, Nullable, Text } from '../../shapes.ts';
import { SwitchCommandName } from './device-control.ts';

const PATH = '/api/v2/device/control/batch';

export const GroupControlData = Type.Object({
  batch_id: Type.String(),
  switch: Type.String(),
  user_id: Type.Integer(),
  user_name: Type.String(),
  reason: Nullable(Type.String()),
  until: Nullable(Type.Number()),
  created_at: Type.Number(),
  /** Deadline in ms: devices that have not been commanded by then are skipped. */
  ends_at: Type.Number(),
  /** Null while a device is still waiting. */
  ended_at: Nullable(Type.Number()),
  devices: Type.Array(
    Type.Object({
      device_code: Type.String(),
      device_name: Type.String(),
      /** Number of the channel if the device has several (Shelly, Tasmota). */
      channel: Nullable(Type.Integer()),
      /**
       * `waiting`, `refused`, or the state of the device's command; `expired` and `cancelled` are
       * also possible without a command.
       */
      state: Type.String(),
      command_id: Nullable(Type.String()),
      /** Reason for the refusal or failure. */
      reason: Nullable(Type.String()),
      /** The message of a refusal, the device's message, or the holder of the lock. */
      msg: Nullable(Type.String()),
    }),
  ),
});

export const groupControlCalls = defineCalls({
  'v2.device.control.batch': {
    method: 'POST',
    path: PATH,
    summary: 'Open, close, lock or unlock many breakers, closings one after the other',
    who: 'device.switch',
    scope: 'own',
    effect: 'control',
    body: Type.Object({
      device_codes: Type.Array(Id, { minItems: 1, maxItems: BATCH_DEVICES }),
      data: Type.Object({ switch: SwitchCommandName }),
      /** Reason and end of a lock. */
      reason: Type.Optional(Text(300)),
      until: Type.Optional(Type.Number({ minimum: 0, maximum: 9_999_999_999_999 })),
      /** Required if the list exceeds the rate limit; covers all listed devices. */
      password: Type.Optional(Text()),
    }),
    answer: { data: Type.Object({ batch_id: Type.String() }) },
    tenantIds: [{ at: 'body.device_codes.0', of: 'device', miss: 'not-found' }],
    example: { body: { device_codes: ['{device}'], data: { switch: 'open' } } },
  },
  'v2.device.control.batch.progress': {
    method: 'GET',
    path: `${PATH}/:id`,
    summary: 'Where each device of a group order stands',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    params: Type.Object({ id: IdText }),
    answer: { data: GroupControlData },
    tenantIds: [{ at: 'params.id', of: 'group-order', miss: 'not-found' }],
    example: { params: { id: '{group-order}' } },
  },
  'v2.device.control.batch.retry': {
    method: 'POST',
    path: `${PATH}/:id/retry`,
    summary: 'Give a group order once more to the devices that refused it or did not get it',
    who: 'device.switch',
    scope: 'own',
    effect: 'control',
    params: Type.Object({ id: IdText }),
    body: Type.Object({ password: Type.Optional(Text()) }),
    answer: { data: GroupControlData },
    tenantIds: [{ at: 'params.id', of: 'group-order', miss: 'not-found' }],
    example: { params: { id: '{group-order}' }, body: {} },
  },
  'v2.device.control.batch.cancel': {
    method: 'DELETE',
    path: `${PATH}/:id`,
    summary: 'Cancel what has not been sent of a group order',
    who: 'device.switch',
    scope: 'own',
    effect: 'control',
    params: Type.Object({ id: IdText }),
    answer: { data: GroupControlData },
    tenantIds: [{ at: 'params.id', of: 'group-order', miss: 'not-found' }],
    example: { params: { id: '{group-order}' } },
  },
});
