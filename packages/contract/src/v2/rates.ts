/** Tariffs as the specification lists them (part 2, sections 3 and 7; decisions 13). */
import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { CUSTOMER_ROLES } from '../shapes.ts';

/** Prices in the customer's currency per kWh, four decimals. */
export const RateRow = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  rate_1: Type.Number(),
  rate_2: Type.Number(),
  rate_3: Type.Number(),
  rate_4: Type.Number(),
  is_default: Type.String(),
});

export const rates = defineCall({
  name: 'v2.rates',
  version: 'v2',
  method: 'GET',
  path: '/api/v2/rates',
  summary: 'Rates of the customer',
  who: CUSTOMER_ROLES,
  effect: 'read',
  answer: { data: Type.Array(RateRow) },
  tenantIds: [],
  example: {},
});
