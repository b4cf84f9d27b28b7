/**
 * Time zones and currencies (docs/specification/accounts.md 3.7). They are public because the
 * registration form needs them. The platform's administrators add and change currencies
 * (docs/specification/calls.md 2.1), for all customers.
 */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Id, Text } from '../../shapes.ts';

export const ZoneRow = Type.Object({
  id: Type.Integer(),
  english: Type.String(),
  chinese: Type.String(),
  iana: Type.String(),
});

const CurrencyRow = Type.Object({
  id: Type.Integer(),
  english_name: Type.String(),
  chinese_name: Type.String(),
  symbol_unit: Type.String(),
});

const CurrencyForm = { english_name: Text(60), chinese_name: Text(60), symbol_unit: Text(8) };

export const referenceCalls = defineCalls({
  'v2.zones': {
    method: 'GET',
    path: '/api/v2/zones',
    summary: 'Time zones, Asia/Shanghai first',
    who: 'public',
    scope: 'platform',
    effect: 'read',
    answer: { data: Type.Array(ZoneRow) },
    tenantIds: [],
    example: {},
  },
  'v2.currencies': {
    method: 'GET',
    path: '/api/v2/currencies',
    summary: 'Currencies with their symbols',
    who: 'public',
    scope: 'platform',
    effect: 'read',
    answer: { data: Type.Array(CurrencyRow) },
    tenantIds: [],
    example: {},
  },
  'v2.currency.add': {
    method: 'POST',
    path: '/api/v2/currency',
    summary: 'Add a currency to those offered',
    who: 'reference.write',
    scope: 'platform',
    effect: 'write',
    body: Type.Object(CurrencyForm),
    answer: { data: CurrencyRow },
    tenantIds: [],
    example: {
      body: { english_name: 'Kenyan shilling', chinese_name: '肯尼亚先令', symbol_unit: 'KSh' },
    },
  },
  'v2.currency.change': {
    method: 'PUT',
    path: '/api/v2/currency',
    summary: 'Change the names and the symbol of a currency',
    who: 'reference.write',
    scope: 'platform',
    effect: 'write',
    body: Type.Object({ id: Id, ...CurrencyForm }),
    answer: { data: CurrencyRow },
    tenantIds: [],
    example: {
      body: { id: 1, english_name: 'RMB', chinese_name: '人民币', symbol_unit: '¥' },
    },
  },
});
