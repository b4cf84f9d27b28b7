/** v1 calls for tariffs (docs/specification/calls.md 8.2); a rate's fields mean the same in v2. */
import { Type } from 'typebox';
import { defineCalls } from '../call.ts';
import { Id, Text } from '../shapes.ts';
import { RATE_EXAMPLE, RateForm, RateRow } from '../v2/energy/rates.ts';

export const rateV1Calls = defineCalls({
  'v1.device.rate.findAll': {
    method: 'POST',
    path: '/device/rate/findAll',
    summary: 'Rates that concern the own group: the default one, those it uses, and unused ones',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    body: Type.Object({ groupId: Type.Optional(Id) }),
    answer: { data: Type.Array(RateRow) },
    tenantIds: [{ at: 'body.groupId', of: 'group', miss: 'not-found' }],
    example: { body: { groupId: '{group}' } },
  },
  'v1.device.rate.addOrUpdate': {
    method: 'POST',
    path: '/device/rate/addOrUpdate',
    summary:
      'Add a rate, or change the one of that id from a day on: unless given today, or for first prices the first day without any',
    who: 'tariff.write',
    scope: 'own',
    effect: 'write',
    body: Type.Object({
      ...RateForm,
      id: Type.Optional(Type.Union([Id, Type.Literal(''), Type.Null()])),
      startDay: Type.Optional(Text(20)),
      groupId: Type.Optional(Id),
      userId: Type.Optional(Id),
    }),
    answer: { data: Type.Object({ id: Type.Integer() }) },
    tenantIds: [
      { at: 'body.id', of: 'rate', miss: 'not-found' },
      { at: 'body.groupId', of: 'group', miss: 'not-found' },
      { at: 'body.userId', of: 'user', miss: 'forbidden' },
    ],
    example: {
      body: { ...RATE_EXAMPLE, id: '{rate}', startDay: '2099-01-01', groupId: '{group}' },
    },
  },
  'v1.device.rate.delete': {
    method: 'POST',
    path: '/device/rate/delete',
    summary: 'Delete a rate that no device has; the fees it made stay',
    who: 'tariff.write',
    scope: 'own',
    effect: 'write',
    body: Type.Object({ id: Id, groupId: Type.Optional(Id), userId: Type.Optional(Id) }),
    answer: {},
    tenantIds: [
      { at: 'body.id', of: 'rate', miss: 'not-found' },
      { at: 'body.groupId', of: 'group', miss: 'not-found' },
      { at: 'body.userId', of: 'user', miss: 'forbidden' },
    ],
    example: { body: { id: '{rate}', groupId: '{group}' } },
  },
});
