/**
 * The switch command, its progress and the operation log on v2 (docs/specification/calls.md 4.1;
 * docs/decisions.md 8, 23).
 */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Id, IdText, Nullable, Text } from '../../shapes.ts';
import { LogDetailParts } from '../../v1/sys-log.ts';

export const SwitchCommandName = Type.Union([
  Type.Literal('open'),
  Type.Literal('close'),
  Type.Literal('lock'),
  Type.Literal('unlock'),
]);

export const CommandData = Type.Object({
  id: Type.String(),
  device_code: Type.String(),
  device_name: Type.String(),
  op: Type.String(),
  switch: Nullable(Type.String()),
  state: Type.String(),
  reason: Nullable(Type.String()),
  msg: Nullable(Type.String()),
  created_at: Type.Number(),
  expires_at: Type.Number(),
  /** Timestamp of each state that the command has passed through, in milliseconds. */
  times: Type.Record(Type.String(), Type.Number()),
});

export const deviceControlV2Calls = defineCalls({
  'v2.device.control': {
    method: 'POST',
    path: '/api/v2/device/control',
    summary: 'Open, close, lock or unlock a breaker',
    who: 'device.switch',
    scope: 'own',
    effect: 'control',
    body: Type.Object({
      device_code: Id,
      data: Type.Object({ switch: SwitchCommandName }),
      /** Queues the command for an offline device until it expires (docs/decisions.md 8). */
      queue: Type.Optional(Type.Boolean()),
      /** Reason and end of a lock. */
      reason: Type.Optional(Text(300)),
      until: Type.Optional(Type.Number({ minimum: 0, maximum: 9_999_999_999_999 })),
      /** Required if the operations exceed the limit per minute. */
      password: Type.Optional(Text()),
      /**
       * For two-step control: true validates the command and returns a number (`command_id`, state
       * `selected`) that is valid for 10 s; sending this number executes the command. If absent,
       * the command is validated and executed in one request.
       */
      select: Type.Optional(Type.Union([Type.Literal(true), IdText])),
    }),
    answer: {
      data: Type.Object({
        command_id: Type.String(),
        state: Type.String(),
        /** Time of the command in ms; absent for a selection. */
        created_at: Type.Optional(Type.Number()),
        /** For a selection: its expiry in ms, and the current position of the switch. */
        expires_at: Type.Optional(Type.Number()),
        status: Type.Optional(Nullable(Type.String())),
      }),
    },
    tenantIds: [{ at: 'body.device_code', of: 'device', miss: 'not-found' }],
    example: { body: { device_code: '{device}', data: { switch: 'open' } } },
  },
  'v2.device.command': {
    method: 'GET',
    path: '/api/v2/device/command/:id',
    summary: 'Where a command stands',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    params: Type.Object({ id: IdText }),
    answer: { data: CommandData },
    tenantIds: [{ at: 'params.id', of: 'command', miss: 'not-found' }],
    example: { params: { id: '{command}' } },
  },
  'v2.device.command.cancel': {
    method: 'DELETE',
    path: '/api/v2/device/command/:id',
    summary:
      'Cancel a command that has not been sent yet, or set aside one whose outcome is unknown after its time',
    who: 'device.switch',
    scope: 'own',
    effect: 'control',
    params: Type.Object({ id: IdText }),
    answer: { data: CommandData },
    tenantIds: [{ at: 'params.id', of: 'command', miss: 'not-found' }],
    example: { params: { id: '{command}' } },
  },
  'v2.log.control-list': {
    method: 'GET',
    path: '/api/v2/log/control-list',
    summary: 'Operation log of control commands, newest first',
    who: 'log.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({
      pn: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      ps: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      device_code: Type.Optional(IdText),
      /** Entries of the project itself and of the devices in its lamp groups. */
      project_id: Type.Optional(IdText),
      user_id: Type.Optional(IdText),
      start: Type.Optional(Text(40)),
      end: Type.Optional(Text(40)),
      command: Type.Optional(Text(100)),
      /** Defaults to Remote control; `all` selects every module. */
      module: Type.Optional(Text(100)),
      status: Type.Optional(Text(40)),
      /** Selects one entry by its id. */
      id: Type.Optional(IdText),
    }),
    answer: {
      data: Type.Object({
        list: Type.Array(
          Type.Object({
            id: Type.Number(),
            device_code: Type.String(),
            device_name: Type.String(),
            proc_mode: Type.String(),
            log_time: Type.String(),
            ts: Type.Number(),
            op_command: Type.String(),
            status: Type.String(),
            user_name: Type.String(),
            client_address: Type.String(),
            command_id: Nullable(Type.String()),
            detail: Type.String(),
            detail_parts: LogDetailParts,
          }),
        ),
        total: Type.Integer(),
      }),
    },
    tenantIds: [
      { at: 'query.device_code', of: 'device', miss: 'empty' },
      { at: 'query.user_id', of: 'user', miss: 'empty' },
      { at: 'query.project_id', of: 'project', miss: 'not-found' },
      { at: 'query.id', of: 'log-entry', miss: 'empty' },
    ],
    example: { query: { device_code: '{device}', project_id: '{project}' } },
  },
});
