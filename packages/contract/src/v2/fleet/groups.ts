/** Group tree: read, add, rename, delete (docs/decisions.md 1 and 21); moves: `group-moves.ts`. */
import { GROUP_NAME_LENGTH } from '@busbar/domain/access/group-tree';
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { IdText, Nullable, Text } from '../../shapes.ts';

const PATH = '/api/v2/groups';

/** Twice the maximum length, so that a name that is too long is refused with a specific message. */
const Name = Text(2 * GROUP_NAME_LENGTH);

export const groupTreeCalls = defineCalls({
  'v2.groups': {
    method: 'GET',
    path: PATH,
    summary: 'The own group and all below it, with how many devices and users are in each',
    who: 'group.manage',
    scope: 'own',
    effect: 'read',
    answer: {
      data: Type.Object({
        /** Parents before children, siblings sorted by name. */
        list: Type.Array(
          Type.Object({
            id: Type.Integer(),
            /** Null for the topmost group that the caller can see. */
            parent_id: Nullable(Type.Integer()),
            name: Type.String(),
            /** Level in the tree; 1 is the customer's root group. */
            level: Type.Integer(),
            devices: Type.Integer(),
            users: Type.Integer(),
            /** Number including all groups below. */
            all_devices: Type.Integer(),
            all_users: Type.Integer(),
          }),
        ),
      }),
    },
    tenantIds: [],
    example: {},
  },
  'v2.groups.add': {
    method: 'POST',
    path: PATH,
    summary: 'A new group below another',
    who: 'group.manage',
    scope: 'own',
    effect: 'write',
    body: Type.Object({ parent_id: IdText, name: Name }),
    answer: { data: Type.Object({ id: Type.Integer() }) },
    tenantIds: [{ at: 'body.parent_id', of: 'group', miss: 'not-found' }],
    example: { body: { parent_id: '{group}', name: '{fresh-name}' } },
  },
  'v2.groups.rename': {
    method: 'PUT',
    path: `${PATH}/:id`,
    summary: 'Another name for a group',
    who: 'group.manage',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    body: Type.Object({
      name: Name,
      /** The name as read; the rename is refused if another user has renamed the group since. */
      was: Name,
    }),
    answer: {},
    tenantIds: [{ at: 'params.id', of: 'group', miss: 'not-found' }],
    example: { params: { id: '{group}' }, body: { name: '{fresh-name}', was: 'Hall 2' } },
  },
  'v2.groups.contents': {
    method: 'GET',
    path: `${PATH}/:id/contents`,
    summary: 'What keeps a group from being deleted, and what would go with it',
    who: 'group.manage',
    scope: 'own',
    effect: 'read',
    params: Type.Object({ id: IdText }),
    answer: {
      data: Type.Object({
        groups: Type.Integer(),
        devices: Type.Integer(),
        users: Type.Integer(),
        projects: Type.Integer(),
        keys: Type.Integer(),
        /** Enabled scheduled reports of the group. */
        schedules: Type.Integer(),
        /** Alarm rules set for the group; they are deleted with it. */
        rules: Type.Integer(),
        /** Maintenance windows of the group that are not over; they end with it. */
        windows: Type.Integer(),
      }),
    },
    tenantIds: [{ at: 'params.id', of: 'group', miss: 'not-found' }],
    example: { params: { id: '{group}' } },
  },
  'v2.groups.delete': {
    method: 'DELETE',
    path: `${PATH}/:id`,
    summary: 'Delete a group nothing is in; its history stays',
    who: 'group.manage',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    answer: {},
    tenantIds: [{ at: 'params.id', of: 'group', miss: 'not-found' }],
    example: { params: { id: '{group}' } },
  },
  'v2.groups.users': {
    method: 'GET',
    path: `${PATH}/:id/users`,
    summary: 'Users of a group and below, by name',
    who: 'group.manage',
    scope: 'own',
    effect: 'read',
    params: Type.Object({ id: IdText }),
    query: Type.Object({
      pn: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      ps: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
      keyword: Type.Optional(Text(100)),
      /** Restricts the result to this user. */
      user_id: Type.Optional(IdText),
    }),
    answer: {
      data: Type.Object({
        list: Type.Array(
          Type.Object({
            id: Type.Integer(),
            name: Type.String(),
            role: Type.String(),
            disabled: Type.Boolean(),
            group_id: Type.Integer(),
            group_name: Type.String(),
          }),
        ),
        total: Type.Integer(),
      }),
    },
    tenantIds: [
      { at: 'params.id', of: 'group', miss: 'not-found' },
      { at: 'query.user_id', of: 'user', miss: 'empty' },
    ],
    example: { params: { id: '{group}' }, query: { user_id: '{user}' } },
  },
});
