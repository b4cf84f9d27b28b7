/**
 * `/estimate/config/addOrUpdate`, listed in docs/specification/calls.md 5.3 without a shape: the
 * accounting settings of the device itself (settlement day, daily freeze, bands), the other half of
 * the parameter set of the reclosing switch.
 */
import { DEVICE_ACCOUNTING } from '@busbar/domain/protection/enable-switch';
import { Type } from 'typebox';
import { defineCalls } from '../call.ts';
import { protectionBody } from '../protection-record.ts';
import { Id, Text } from '../shapes.ts';

export const estimateCalls = defineCalls({
  'v1.estimate.config.addOrUpdate': {
    method: 'POST',
    path: '/estimate/config/addOrUpdate',
    summary: 'Write settlement day, daily freeze and bands of a device; read back as ENABLESWITCH',
    who: 'protection.write',
    scope: 'own',
    effect: 'control',
    body: Type.Object({
      devId: Id,
      groupId: Type.Optional(Id),
      userId: Type.Optional(Id),
      data: protectionBody(DEVICE_ACCOUNTING),
      password: Type.Optional(Text()),
    }),
    answer: { data: Type.Object({ command_id: Type.String() }) },
    tenantIds: [
      { at: 'body.devId', of: 'device', miss: 'not-found' },
      { at: 'body.groupId', of: 'group', miss: 'not-found' },
      { at: 'body.userId', of: 'user', miss: 'forbidden' },
    ],
    example: {
      body: { devId: '{device}', groupId: '{group}', data: { accountDay: '1', dayFreeze: '1' } },
    },
  },
});
