/** Batch command to all or some project lamp groups; each passes the command gate separately. */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Id, IdText, Nullable, Text } from '../../shapes.ts';
import { SwitchCommandName } from '../control/device-control.ts';

export const projectControlCalls = defineCalls({
  'v2.project-control': {
    method: 'POST',
    path: '/api/v2/project-control',
    summary:
      'Open, close, lock or unlock the lamp groups of a project, closings one after the other; follow it by batch_id',
    who: 'device.switch',
    scope: 'own',
    effect: 'control',
    body: Type.Object({
      project_id: Id,
      /** Defaults to every group in use. */
      lamp_group_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 2_000 })),
      /**
       * Codes of the devices of these groups, in the same order, as the user has confirmed them: the
       * command is refused if a group has another device now.
       */
      device_codes: Type.Optional(Type.Array(Text(64), { minItems: 1, maxItems: 2_000 })),
      data: Type.Object({ switch: SwitchCommandName }),
      /** Reason and end of a lock. */
      reason: Type.Optional(Text(300)),
      until: Type.Optional(Type.Number({ minimum: 0, maximum: 9_999_999_999_999 })),
      password: Type.Optional(Text()),
    }),
    answer: { data: Type.Object({ batch_id: Type.String(), groups: Type.Integer() }) },
    tenantIds: [
      { at: 'body.project_id', of: 'project', miss: 'not-found' },
      { at: 'body.lamp_group_ids.0', of: 'lamp-group', miss: 'not-found' },
    ],
    example: {
      body: {
        project_id: '{project}',
        lamp_group_ids: ['{lamp-group}'],
        data: { switch: 'open' },
      },
    },
  },
  'v2.project-control.list': {
    method: 'GET',
    path: '/api/v2/project-control',
    summary: 'Orders given to a project, newest first, with the result of each lamp group',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({
      project_id: IdText,
      pn: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      /** Defaults to 10. */
      ps: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    answer: {
      data: Type.Object({
        list: Type.Array(
          Type.Object({
            batch_id: Type.String(),
            switch: Type.String(),
            user_name: Type.String(),
            reason: Nullable(Type.String()),
            created_at: Type.Number(),
            /** Null while a group is still waiting. */
            ended_at: Nullable(Type.Number()),
            groups: Type.Array(
              Type.Object({
                /** Null if the device is no longer in a lamp group of the project. */
                lamp_group_id: Nullable(Type.Integer()),
                lamp_group_name: Nullable(Type.String()),
                device_code: Type.String(),
                device_name: Type.String(),
                /** `waiting`, `refused`, or the state of the group's command. */
                state: Type.String(),
                reason: Nullable(Type.String()),
              }),
            ),
          }),
        ),
        total: Type.Integer(),
      }),
    },
    tenantIds: [{ at: 'query.project_id', of: 'project', miss: 'not-found' }],
    example: { query: { project_id: '{project}' } },
  },
});
