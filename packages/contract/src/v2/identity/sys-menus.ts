/** Side navigation, built by the server for the token (docs/specification/screens.md 3.3, 4.1). */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';

const MenuLeaf = Type.Object({
  id: Type.Integer(),
  parent_id: Type.Integer(),
  name: Type.String(),
  english: Type.String(),
  /** The customer's name for the entry, by language. */
  names: Type.Record(Type.String(), Type.String()),
  key: Type.String(),
  url: Type.String(),
  icon: Type.String(),
});

export const MenuItem = Type.Object({
  ...MenuLeaf.properties,
  children: Type.Array(Type.Object({ ...MenuLeaf.properties, children: Type.Array(MenuLeaf) })),
});

/**
 * Clients read `code`, `data` and `err` of both menu calls (docs/specification/calls.md 1), so each
 * call returns them in addition to its own envelope. A refusal has the envelope only.
 */
export const MenuAnswer = { data: Type.Array(MenuItem), err: Type.Optional(Type.Literal('')) };

export const sysMenuCalls = defineCalls({
  'v2.sys.menus': {
    method: 'GET',
    path: '/api/v2/sys/menus',
    summary: 'Menu of the signed-in user',
    who: 'signed-in',
    scope: 'own',
    effect: 'read',
    answer: MenuAnswer,
    tenantIds: [],
    example: {},
  },
});
