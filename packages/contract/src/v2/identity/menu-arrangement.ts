/**
 * The menu of each role as arranged by the customer. Hiding an entry revokes no permission: users
 * with the permission can still open its page by URL.
 */
import { MENU_NAME_LENGTH } from '@busbar/domain/access/menu/menu-arrangement';
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { IdText, Text } from '../../shapes.ts';

const PATH = '/api/v2/menu-arrangement/:role';
/** The name of a built-in role, or the id of a custom one. */
const Params = Type.Object({ role: IdText });
const OF_ROLE = [{ at: 'params.role', of: 'role', miss: 'not-found' }] as const;

/** Twice the max name length, so that a too long name is refused with a specific message. */
const Name = Type.Optional(Text(2 * MENU_NAME_LENGTH));
const Names = Type.Object({ zh: Name, en: Name, ar: Name, fr: Name, ru: Name, es: Name });

/** Epoch ms, as read; 0: standard menu. A change after another user's change is refused. */
const ChangedAt = Type.Number({ minimum: 0 });

export const menuArrangementCalls = defineCalls({
  'v2.menu-arrangement': {
    method: 'GET',
    path: PATH,
    summary: 'All entries a role may have, as they are arranged for it, hidden ones marked',
    who: 'role.manage',
    scope: 'own',
    effect: 'read',
    params: Params,
    answer: {
      data: Type.Object({
        role: Type.String(),
        changed_at: ChangedAt,
        /** In display order: each group, then its entries. */
        entries: Type.Array(
          Type.Object({ key: Type.String(), hidden: Type.Boolean(), names: Names }),
        ),
      }),
    },
    tenantIds: OF_ROLE,
    example: { params: { role: '{role}' } },
  },
  'v2.menu-arrangement.change': {
    method: 'PUT',
    path: PATH,
    summary:
      'Arrange the menu of a role: order, hidden entries, names; nobody gains or loses a right',
    who: 'role.manage',
    scope: 'customer',
    effect: 'write',
    params: Params,
    body: Type.Object({
      entries: Type.Array(Type.Object({ key: Text(64), hidden: Type.Boolean(), names: Names }), {
        maxItems: 200,
      }),
      changed_at: ChangedAt,
    }),
    answer: { data: Type.Object({ changed_at: ChangedAt }) },
    tenantIds: OF_ROLE,
    example: {
      params: { role: '{role}' },
      body: {
        entries: [{ key: 'home', hidden: false, names: { en: 'Overview' } }],
        changed_at: 0,
      },
    },
  },
  'v2.menu-arrangement.reset': {
    method: 'DELETE',
    path: PATH,
    summary: 'Give a role the standard menu back',
    who: 'role.manage',
    scope: 'customer',
    effect: 'write',
    params: Params,
    query: Type.Object({ changed_at: Type.String({ pattern: '^[0-9]{1,13}$' }) }),
    answer: {},
    tenantIds: OF_ROLE,
    example: { params: { role: '{role}' }, query: { changed_at: '0' } },
  },
});
