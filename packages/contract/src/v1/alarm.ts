/**
 * Alarm calls of v1 (docs/specification/calls.md 9.2). The specification does not define the
 * response shapes: field names follow its other calls.
 */
import { Type } from 'typebox';
import { defineCalls } from '../call.ts';
import { Id, Nullable, Text, Whole } from '../shapes.ts';

const OF_GROUP = { at: 'body.groupId', of: 'group', miss: 'not-found' } as const;

const Counted = Type.Object({
  alarmCount: Type.Integer(),
  warningCount: Type.Integer(),
  mom: Nullable(Type.Number()),
  yoy: Nullable(Type.Number()),
});

export const alarmV1Calls = defineCalls({
  'v1.alarm.countAlarms': {
    method: 'POST',
    path: '/alarm/countAlarms',
    summary: 'How many alarms today, this month and this year had, and how many are not handled',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    body: Type.Object({ groupId: Type.Optional(Id) }),
    answer: {
      data: Type.Object({ day: Counted, month: Counted, year: Counted, unhandled: Type.Integer() }),
    },
    tenantIds: [OF_GROUP],
    example: { body: { groupId: '{group}' } },
  },
  'v1.alarm.findAlarms': {
    method: 'POST',
    path: '/alarm/findAlarms',
    summary: 'Alarms of a group and below, newest first',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    body: Type.Object({
      rows: Type.Optional(Whole),
      currentPage: Type.Optional(Whole),
      groupId: Type.Optional(Id),
      deviceId: Type.Optional(Type.Union([Id, Type.Literal(''), Type.Null()])),
      handled: Type.Optional(Type.Union([Type.Boolean(), Text(5), Type.Null()])),
    }),
    answer: {
      data: Type.Array(
        Type.Object({
          id: Type.Integer(),
          deviceName: Type.String(),
          deviceSymbolCode: Type.String(),
          alarmType: Type.String(),
          alarmTime: Type.String(),
          handled: Type.Boolean(),
          endTime: Nullable(Type.String()),
          count: Type.Integer(),
        }),
      ),
      currentPage: Type.Integer(),
      totalPage: Type.Integer(),
      totalCount: Type.Integer(),
      rows: Type.Integer(),
    },
    tenantIds: [OF_GROUP, { at: 'body.deviceId', of: 'device', miss: 'empty' }],
    example: { body: { rows: 10, currentPage: 1, groupId: '{group}', deviceId: '{device}' } },
  },
});
