/** Zones and currencies (part 1, section 3). Public: the registration form needs them. */
import { Type } from 'typebox';
import { defineCall } from '../call.ts';

export const ZoneRow = Type.Object({
  id: Type.Integer(),
  english: Type.String(),
  chinese: Type.String(),
  iana: Type.String(),
});

export const zones = defineCall({
  name: 'v2.zones',
  version: 'v2',
  method: 'GET',
  path: '/api/v2/zones',
  summary: 'Time zones, Asia/Shanghai first',
  who: 'public',
  effect: 'read',
  answer: { data: Type.Array(ZoneRow) },
  tenantIds: [],
  example: {},
});

export const currencies = defineCall({
  name: 'v2.currencies',
  version: 'v2',
  method: 'GET',
  path: '/api/v2/currencies',
  summary: 'Currencies with their symbols',
  who: 'public',
  effect: 'read',
  answer: {
    data: Type.Array(
      Type.Object({
        id: Type.Integer(),
        english_name: Type.String(),
        chinese_name: Type.String(),
        symbol_unit: Type.String(),
      }),
    ),
  },
  tenantIds: [],
  example: {},
});
