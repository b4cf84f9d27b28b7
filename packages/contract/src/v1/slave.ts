/** v1 calls for the slaves of a gateway (docs/specification/control.md 4). */
import { Type } from 'typebox';
import { defineCalls } from '../call.ts';
import { Id, Nullable, Text } from '../shapes.ts';

/** Result of one slot: a command, or the reason and message of its refusal. */
const SlotResult = Type.Object({
  slot: Type.String(),
  ad: Type.Integer(),
  op: Type.Integer(),
  command_id: Nullable(Type.String()),
  state: Nullable(Type.String()),
  reason: Nullable(Type.String()),
  msg: Nullable(Type.String()),
});

export const slaveCalls = defineCalls({
  'v1.device.summonSlaveControl': {
    method: 'POST',
    path: '/device/summonSlaveControl',
    summary: 'Ask a gateway how its slaves stand; the table arrives as SLAVESTATUS',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    body: Type.Object({
      dataType: Type.Optional(Type.Literal('read')),
      devId: Id,
      groupId: Type.Optional(Id),
      userId: Type.Optional(Id),
    }),
    answer: { data: Type.Object({ command_id: Type.String() }) },
    tenantIds: [
      { at: 'body.devId', of: 'device', miss: 'not-found' },
      { at: 'body.groupId', of: 'group', miss: 'not-found' },
      { at: 'body.userId', of: 'user', miss: 'forbidden' },
    ],
    example: { body: { dataType: 'read', devId: '{device}', groupId: '{group}' } },
  },
  'v1.device.swSlaveControl': {
    method: 'POST',
    path: '/device/swSlaveControl',
    summary: 'Open and close several slaves of a gateway at once; each slot has its own result',
    who: 'device.switch',
    scope: 'own',
    effect: 'control',
    body: Type.Object({
      devId: Id,
      groupId: Type.Optional(Id),
      userId: Type.Optional(Id),
      /** `s1` to `s20`, each `{ad, op}`; `slave-slots.ts` checks them and names an invalid slot. */
      data: Type.Record(Type.String(), Type.Unknown()),
      queue: Type.Optional(Type.Boolean()),
      reason: Type.Optional(Text(300)),
      password: Type.Optional(Text()),
    }),
    answer: { data: Type.Array(SlotResult) },
    tenantIds: [
      { at: 'body.devId', of: 'device', miss: 'not-found' },
      { at: 'body.groupId', of: 'group', miss: 'not-found' },
      { at: 'body.userId', of: 'user', miss: 'forbidden' },
    ],
    example: { body: { devId: '{device}', groupId: '{group}', data: { s1: { ad: 1, op: 2 } } } },
  },
});
