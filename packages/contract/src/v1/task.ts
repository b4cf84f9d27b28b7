/**
 * v1 calls for weekly timers of devices and slaves (docs/specification/control.md 5). The
 * specification leaves the shapes open; docs/adr/0008 gives the reasons for the choice.
 */
import { Type } from 'typebox';
import { defineCalls } from '../call.ts';
import { Id, Nullable, Text, Whole } from '../shapes.ts';
import { SwitchCommandName } from '../v2/control/device-control.ts';

const Task = Type.Object({
  id: Type.Integer(),
  devId: Type.Integer(),
  devCode: Type.String(),
  deviceName: Type.String(),
  /** Number of the channel if the device has several (Shelly, Tasmota). */
  channel: Nullable(Type.Integer()),
  /** Bit mask, 1 = Monday, 64 = Sunday. */
  days: Type.Integer(),
  /** `HH:mm` in the customer's time zone; for a sun timer, the most recent calculated time. */
  time: Type.String(),
  /** sunrise or sunset, set by a project; null for a timer by the clock. */
  sun: Nullable(Type.String()),
  /** Minutes after sunrise or sunset. */
  offset: Type.Integer(),
  /** The project that set the timer; only the project can change it. */
  projectId: Nullable(Type.Integer()),
  projectName: Nullable(Type.String()),
  op: SwitchCommandName,
  enable: Type.Boolean(),
  /** The executor of the timer: `device` or `server`. */
  runBy: Type.String(),
  /** Timer state on the device: same, waiting, refused, different; null if the server runs it. */
  held: Nullable(Type.String()),
  heldReason: Nullable(Type.String()),
  heldTs: Nullable(Type.Number()),
  nextRunTs: Nullable(Type.Number()),
  nextRunTime: Nullable(Type.String()),
  lastRunTs: Nullable(Type.Number()),
  lastRunTime: Nullable(Type.String()),
  /**
   * Result of the last run: a state of its command, or refused, missed, done (the device reported
   * the run) or device (the device did not report it).
   */
  lastResult: Nullable(Type.String()),
  lastReason: Nullable(Type.String()),
  lastCommandId: Nullable(Type.String()),
});

export const taskCalls = defineCalls({
  'v1.task.find': {
    method: 'POST',
    path: '/task/find',
    summary:
      'Timers of a device (of a gateway: of its slaves too) or of all, with next run and last result',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    body: Type.Object({
      devId: Type.Optional(Type.Union([Id, Type.Literal(''), Type.Null()])),
      groupId: Type.Optional(Id),
      userId: Type.Optional(Id),
      rows: Type.Optional(Whole),
      currentPage: Type.Optional(Whole),
    }),
    answer: {
      data: Type.Array(Task),
      currentPage: Type.Integer(),
      totalPage: Type.Integer(),
      totalCount: Type.Integer(),
      rows: Type.Integer(),
    },
    tenantIds: [
      { at: 'body.devId', of: 'device', miss: 'not-found' },
      { at: 'body.groupId', of: 'group', miss: 'not-found' },
      { at: 'body.userId', of: 'user', miss: 'forbidden' },
    ],
    example: { body: { devId: '{device}', groupId: '{group}', rows: 13, currentPage: 1 } },
  },
  'v1.task.addOrUpdate': {
    method: 'POST',
    path: '/task/addOrUpdate',
    summary: 'Set a weekly timer: open, close, lock or unlock at HH:mm on the days of the mask',
    who: 'timer.write',
    scope: 'own',
    effect: 'control',
    body: Type.Object({
      id: Type.Optional(Type.Union([Id, Type.Literal(''), Type.Null()])),
      devId: Id,
      groupId: Type.Optional(Id),
      userId: Type.Optional(Id),
      /** Bit mask, 1 = Monday. */
      days: Type.Number(),
      time: Text(20),
      op: SwitchCommandName,
      enable: Type.Optional(Type.Boolean()),
    }),
    answer: { data: Type.Object({ id: Type.Integer() }) },
    tenantIds: [
      { at: 'body.id', of: 'timer', miss: 'not-found' },
      { at: 'body.devId', of: 'device', miss: 'not-found' },
      { at: 'body.groupId', of: 'group', miss: 'not-found' },
      { at: 'body.userId', of: 'user', miss: 'forbidden' },
    ],
    example: {
      body: {
        id: '{timer}',
        devId: '{device}',
        groupId: '{group}',
        days: 31,
        time: '06:45',
        op: 'open',
        enable: true,
      },
    },
  },
  'v1.task.del': {
    method: 'POST',
    path: '/task/del',
    summary: 'Take a timer away',
    who: 'timer.write',
    scope: 'own',
    effect: 'control',
    body: Type.Object({
      id: Id,
      groupId: Type.Optional(Id),
      userId: Type.Optional(Id),
    }),
    answer: {},
    tenantIds: [
      { at: 'body.id', of: 'timer', miss: 'not-found' },
      { at: 'body.groupId', of: 'group', miss: 'not-found' },
      { at: 'body.userId', of: 'user', miss: 'forbidden' },
    ],
    example: { body: { id: '{timer}', groupId: '{group}' } },
  },
});
