/** Registration and activation (docs/specification/accounts.md 3 and 4; docs/decisions.md 3). */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Id, Nullable, Text } from '../../shapes.ts';

export const registrationCalls = defineCalls({
  'v2.register': {
    method: 'POST',
    path: '/api/v2/register',
    summary: 'Register a new customer; an administrator must activate it',
    who: 'public',
    scope: 'platform',
    effect: 'write',
    body: Type.Object({
      chinese_code: Text(),
      english_code: Text(),
      platform_account: Text(64),
      contact_user: Text(),
      phone: Type.Optional(Text(64)),
      email: Type.Optional(Text()),
      address: Type.Optional(Text(500)),
      use_https_flag: Type.Optional(Type.Boolean()),
      use_platform_api_flag: Type.Optional(Type.Boolean()),
      device_data_receive_url: Type.Optional(Text(2000)),
      zone_id: Type.Optional(Id),
      map_type: Type.Optional(Type.Union([Type.Literal('baidu'), Type.Literal('google')])),
      currency_id: Type.Optional(Id),
    }),
    answer: {
      data: Type.Object({ customer_id: Type.Integer(), initial_password: Type.String() }),
    },
    tenantIds: [],
    example: {
      body: {
        chinese_code: 'x',
        english_code: 'x',
        platform_account: '{fresh-account}',
        contact_user: 'x',
      },
    },
  },
  'v2.register.name': {
    method: 'POST',
    path: '/api/v2/register/name',
    summary: 'Is this sign-in name free? Counts as one registration of the address',
    who: 'public',
    scope: 'platform',
    effect: 'write',
    body: Type.Object({ platform_account: Text(64) }),
    answer: { data: Type.Object({ is_free: Type.Boolean() }) },
    tenantIds: [],
    example: { body: { platform_account: '{fresh-account}' } },
  },
  'v2.audit': {
    method: 'POST',
    path: '/api/v2/audit',
    summary: 'Activate a pending customer with the administrator activation password',
    who: 'public',
    scope: 'platform',
    effect: 'write',
    body: Type.Object({
      audit_flag: Type.Boolean(),
      customer_id: Id,
      input_pass: Text(),
    }),
    answer: {},
    tenantIds: [],
    example: { body: { audit_flag: true, customer_id: '{pending-customer}', input_pass: 'x' } },
  },
  'v2.customers': {
    method: 'GET',
    path: '/api/v2/customers',
    summary:
      'Pending customers: all for a platform administrator, the own one inside the registration flow, else null',
    who: 'public',
    scope: 'platform',
    effect: 'read',
    answer: {
      data: Nullable(
        Type.Array(
          Type.Object({
            id: Type.Integer(),
            chinese_code: Type.String(),
            user_account: Type.String(),
          }),
        ),
      ),
    },
    tenantIds: [],
    example: {},
  },
});
