/**
 * v1 calls that operate a device (docs/specification/calls.md 4.2; they pass the same command gate
 * as v2 device/control).
 */
import { Type } from 'typebox';
import { defineCalls } from '../call.ts';
import { Id, Text } from '../shapes.ts';
import { SwitchCommandName } from '../v2/control/device-control.ts';

export const deviceControlV1Calls = defineCalls({
  'v1.device.summonVariable': {
    method: 'POST',
    path: '/device/summonVariable',
    summary: 'Ask a device for its readings now; they arrive over the real-time channel',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    body: Type.Object({
      userId: Type.Optional(Id),
      deviceId: Id,
      groupId: Type.Optional(Id),
      dataType: Type.Union([Type.Literal('variable'), Type.Literal('energy')]),
    }),
    answer: { data: Type.Object({ command_id: Type.String() }) },
    tenantIds: [
      { at: 'body.userId', of: 'user', miss: 'forbidden' },
      { at: 'body.deviceId', of: 'device', miss: 'not-found' },
      { at: 'body.groupId', of: 'group', miss: 'not-found' },
    ],
    example: { body: { userId: '{user}', deviceId: '{device}', dataType: 'variable' } },
  },
  'v1.device.swControl': {
    method: 'POST',
    path: '/device/swControl',
    summary: 'Open, close, lock or unlock a breaker (v1 form of device/control)',
    who: 'device.switch',
    scope: 'own',
    effect: 'control',
    body: Type.Object({
      devId: Id,
      groupId: Type.Optional(Id),
      userId: Type.Optional(Id),
      data: Type.Object({ switch: SwitchCommandName }),
      queue: Type.Optional(Type.Boolean()),
      reason: Type.Optional(Text(300)),
      until: Type.Optional(Type.Number({ minimum: 0, maximum: 9_999_999_999_999 })),
      password: Type.Optional(Text()),
    }),
    answer: { data: Type.Object({ command_id: Type.String(), state: Type.String() }) },
    tenantIds: [
      { at: 'body.devId', of: 'device', miss: 'not-found' },
      { at: 'body.groupId', of: 'group', miss: 'not-found' },
      { at: 'body.userId', of: 'user', miss: 'forbidden' },
    ],
    example: { body: { devId: '{device}', groupId: '{group}', data: { switch: 'open' } } },
  },
});
