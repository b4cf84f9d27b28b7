/** The caller's group with the customer's map and currency (docs/specification/accounts.md 3.8). */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Nullable } from '../../shapes.ts';

export const GroupInfo = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  map_type: Type.String(),
  currency: Type.Object({
    id: Type.Integer(),
    english_name: Type.String(),
    chinese_name: Type.String(),
    symbol_unit: Type.String(),
    code: Type.String(),
    /** Decimals of a payable amount: 0 or 2. */
    decimals: Type.Integer(),
  }),
  zone: Type.String(),
  /** Keys of the map providers, if the installation has them; null if the built-in map is used. */
  map_key: Nullable(Type.String()),
  /** The tile server of the installation, for maps without a provider; null if there is none. */
  map_tiles: Nullable(Type.Object({ url: Type.String(), attribution: Type.String() })),
});

export const groupCalls = defineCalls({
  'v2.group': {
    method: 'GET',
    path: '/api/v2/group',
    summary: 'Own group, map provider, currency, zone',
    who: 'signed-in',
    scope: 'own',
    effect: 'read',
    answer: { data: GroupInfo },
    tenantIds: [],
    example: {},
  },
});
