/** v1 operation log search (docs/specification/control.md 6; docs/decisions.md 18). */
import { Type } from 'typebox';
import { defineCalls } from '../call.ts';
import { Id, Text, Whole } from '../shapes.ts';

/**
 * Keys of the elements of a row's detail: the template, command and number of devices; the switch
 * position before and after; the reason the command ended, and the device's message; the entered
 * reason; the tower that issued the command, for which of its users, why, and its bus voltage in V;
 * the related command.
 */
export const LOG_DETAIL_KEYS = [
  'template',
  'order',
  'devices',
  'before',
  'after',
  'outcome',
  'said',
  'reason',
  'tower',
  'cause',
  'bus',
  'of',
] as const;
export type LogDetailKey = (typeof LOG_DETAIL_KEYS)[number];

/** Elements of a row's detail, for screens in another language. */
export const LogDetailParts = Type.Array(
  Type.Object({ word: Type.Unsafe<LogDetailKey>(Type.String()), value: Type.String() }),
);

export const sysLogV1Calls = defineCalls({
  'v1.sys.log.findByConditions': {
    method: 'POST',
    path: '/sys/log/findByConditions',
    summary: 'Operation log search, newest first',
    who: 'log.read',
    scope: 'own',
    effect: 'read',
    body: Type.Object({
      logId: Type.Optional(Type.Union([Id, Type.Null()])),
      userId: Type.Optional(Type.Union([Id, Type.Null()])),
      deviceId: Type.Optional(Type.Union([Id, Type.Literal(''), Type.Null()])),
      logTimeStart: Type.Optional(Type.Union([Type.Number(), Text(40), Type.Null()])),
      logTimeEnd: Type.Optional(Type.Union([Type.Number(), Text(40), Type.Null()])),
      opCommand: Type.Optional(Type.Union([Text(100), Type.Null()])),
      procMode: Type.Optional(Type.Union([Text(100), Type.Null()])),
      status: Type.Optional(Type.Union([Text(40), Type.Null()])),
      currentPage: Type.Optional(Whole),
      rows: Type.Optional(Whole),
    }),
    answer: {
      status: Type.Integer(),
      totalCount: Type.Integer(),
      currentPage: Type.Integer(),
      data: Type.Array(
        Type.Object({
          id: Type.Number(),
          deviceId: Type.String(),
          deviceName: Type.String(),
          procMode: Type.String(),
          logTime: Type.String(),
          ts: Type.Number(),
          opCommand: Type.String(),
          status: Type.String(),
          userName: Type.String(),
          clientAddress: Type.String(),
          commandId: Type.String(),
          detail: Type.String(),
          detailParts: LogDetailParts,
        }),
      ),
    },
    tenantIds: [
      { at: 'body.deviceId', of: 'device', miss: 'empty' },
      { at: 'body.userId', of: 'user', miss: 'empty' },
      { at: 'body.logId', of: 'log-entry', miss: 'empty' },
    ],
    example: { body: { currentPage: 1, rows: 13 } },
  },
});
