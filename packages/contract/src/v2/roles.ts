/**
 * Roles: the built-in ones and those the customer made for itself, each with what it may do
 * (docs/decisions.md 2). Reading them is open to every user of the customer; an own role is a copy
 * of another one, changed since.
 */
import { ROLE_NAME_LENGTH } from '@busbar/domain/access/own-role';
import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { IdText, Nullable, Text } from '../shapes.ts';

const PATH = '/api/v2/roles';

/** Twice as long as a name may be: what is too long is refused with a sentence. */
const Name = Text(2 * ROLE_NAME_LENGTH);
const Permissions = Type.Array(Text(64), { maxItems: 64 });

const RoleRow = Type.Object({
  /** Null: a built-in one. */
  id: Nullable(Type.Integer()),
  /** The built-in role it is, or was copied from: what clients that know no own roles are told. */
  role: Type.String(),
  /** Empty of a built-in one, which every language has a word for. */
  name: Type.String(),
  /** In the order of the permission table. */
  permissions: Type.Array(Type.String()),
  /** Users of the own group and below who hold it; null for who manages neither users nor roles. */
  users: Nullable(Type.Integer()),
  /** Somebody outside the own group and what is below holds it: it is not the caller's to change. */
  held_elsewhere: Type.Boolean(),
  /** Epoch ms; null of a built-in one. Given back with a change. */
  changed_at: Nullable(Type.Number()),
});

export const roles = defineCall({
  name: 'v2.roles',
  version: 'v2',
  method: 'GET',
  path: PATH,
  summary: 'Roles a user of the customer can have, with what each may do: built-in ones, then own',
  who: 'data.read',
  scope: 'own',
  effect: 'read',
  answer: { data: Type.Object({ list: Type.Array(RoleRow) }) },
  tenantIds: [],
  example: {},
});

export const addRole = defineCall({
  name: 'v2.roles.add',
  version: 'v2',
  method: 'POST',
  path: PATH,
  summary: 'Make an own role as a copy of another, with other permissions if they are given',
  who: 'role.manage',
  scope: 'customer',
  effect: 'write',
  body: Type.Object({
    name: Name,
    /** The name of a built-in role, or the id of an own one. */
    copy_of: IdText,
    permissions: Type.Optional(Permissions),
  }),
  answer: { data: Type.Object({ id: Type.Integer() }) },
  tenantIds: [{ at: 'body.copy_of', of: 'role', miss: 'not-found' }],
  example: { body: { name: '{fresh-name}', copy_of: 'viewer' } },
});

export const changeRole = defineCall({
  name: 'v2.roles.change',
  version: 'v2',
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
    /** As it was read: of two who change it at once the second is told. */
    changed_at: Type.Number(),
  }),
  answer: { data: Type.Object({ changed_at: Type.Number() }) },
  tenantIds: [{ at: 'params.id', of: 'role', miss: 'not-found' }],
  example: {
    params: { id: '{role}' },
    body: { name: '{fresh-name}', permissions: ['data.read'], changed_at: 0 },
  },
});

export const deleteRole = defineCall({
  name: 'v2.roles.delete',
  version: 'v2',
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
});
