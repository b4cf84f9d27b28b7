/**
 * Roles: built-in roles and custom roles of the customer, with their permissions (docs/decisions.md
 * 2). Every user of the customer may read them; a custom role begins as a copy of another one.
 */
import { ROLE_NAME_LENGTH } from '@busbar/domain/access/own-role';
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { IdText, Nullable, Text } from '../../shapes.ts';

const PATH = '/api/v2/roles';

/** Twice the maximum name length, so that an overlong name is refused with a specific message. */
const Name = Text(2 * ROLE_NAME_LENGTH);
const Permissions = Type.Array(Text(64), { maxItems: 64 });

const RoleRow = Type.Object({
  /** Null for a built-in role. */
  id: Nullable(Type.Integer()),
  /**
   * The built-in role itself, or the one that a custom role was copied from; clients without custom
   * roles receive this role.
   */
  role: Type.String(),
  /** Empty for a built-in role, which each client translates. */
  name: Type.String(),
  /** In the order of the permission table. */
  permissions: Type.Array(Type.String()),
  /**
   * Users of the caller's group and below who have the role; null if the caller manages neither
   * users nor roles.
   */
  users: Nullable(Type.Integer()),
  /**
   * True if a user outside the caller's group and the groups below has the role, so that the caller
   * may not change it.
   */
  held_elsewhere: Type.Boolean(),
  /** Epoch ms; null for a built-in role. Must be sent back with a change. */
  changed_at: Nullable(Type.Number()),
});

export const roleCalls = defineCalls({
  'v2.roles': {
    method: 'GET',
    path: PATH,
    summary:
      'Roles a user of the customer can have, with what each may do: built-in ones, then own',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    answer: { data: Type.Object({ list: Type.Array(RoleRow) }) },
    tenantIds: [],
    example: {},
  },
  'v2.roles.add': {
    method: 'POST',
    path: PATH,
    summary: 'Make an own role as a copy of another, with other permissions if they are given',
    who: 'role.manage',
    scope: 'customer',
    effect: 'write',
    body: Type.Object({
      name: Name,
      /** The name of a built-in role, or the id of a custom one. */
      copy_of: IdText,
      permissions: Type.Optional(Permissions),
    }),
    answer: { data: Type.Object({ id: Type.Integer() }) },
    tenantIds: [{ at: 'body.copy_of', of: 'role', miss: 'not-found' }],
    example: { body: { name: '{fresh-name}', copy_of: 'viewer' } },
  },
  'v2.roles.change': {
    method: 'PUT',
    path: `${PATH}/:id`,
    summary:
      'Change name and permissions of an own role; whoever holds it has them from the next call on',
    who: 'role.manage',
    scope: 'customer',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    body: Type.Object({
      name: Name,
      permissions: Permissions,
      /** The value read; the change is refused if another user has changed the role since. */
      changed_at: Type.Number(),
    }),
    answer: { data: Type.Object({ changed_at: Type.Number() }) },
    tenantIds: [{ at: 'params.id', of: 'role', miss: 'not-found' }],
    example: {
      params: { id: '{role}' },
      body: { name: '{fresh-name}', permissions: ['data.read'], changed_at: 0 },
    },
  },
  'v2.roles.delete': {
    method: 'DELETE',
    path: `${PATH}/:id`,
    summary: 'Delete an own role nobody holds',
    who: 'role.manage',
    scope: 'customer',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    answer: {},
    tenantIds: [{ at: 'params.id', of: 'role', miss: 'not-found' }],
    example: { params: { id: '{role}' } },
  },
});
