/** API keys for programs to read customer data. A key is shown once; only its hash is stored. */
import { KEY_PER_DAY_BOUND, KEY_PER_MINUTE_BOUND } from '@busbar/domain/access/key-limit';
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { IdText, Nullable, Text, When } from '../../shapes.ts';

const Scope = Type.Union([
  Type.Literal('read:devices'),
  Type.Literal('read:readings'),
  Type.Literal('read:alarms'),
]);

const PerMinute = Type.Integer({ minimum: 1, maximum: KEY_PER_MINUTE_BOUND });
const PerDay = Nullable(Type.Integer({ minimum: 1, maximum: KEY_PER_DAY_BOUND }));

/** Instants in epoch ms. */
const KeyRow = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** First characters of the key. */
  prefix: Type.String(),
  scopes: Type.Array(Type.String()),
  created_by: Type.String(),
  created_at: Type.Number(),
  expires_at: Type.Number(),
  /** Null if the key was never used; updated at most once a minute. */
  last_used_at: Nullable(Type.Number()),
  last_used_address: Type.String(),
  revoked_at: Nullable(Type.Number()),
  /** Maximum number of requests a minute and, unless null, per day in the customer's time zone. */
  per_minute: Type.Integer(),
  per_day: Nullable(Type.Integer()),
  /** Requests accepted in the last minute and today, and requests refused by the limit today. */
  used_last_minute: Type.Integer(),
  used_today: Type.Integer(),
  refused_today: Type.Integer(),
  /** One of active, expired, revoked, and off (the customer's API is turned off). */
  state: Type.String(),
});

export const apiKeyCalls = defineCalls({
  'v2.api-keys': {
    method: 'GET',
    path: '/api/v2/api-keys',
    summary: 'API keys of the customer, revoked and expired ones too',
    who: 'key.manage',
    scope: 'own',
    effect: 'read',
    answer: {
      data: Type.Object({
        list: Type.Array(KeyRow),
        use_platform_api_flag: Type.Boolean(),
        /** Default number of requests a minute for a new key, and the maximum that can be set. */
        usual_per_minute: Type.Integer(),
        most_per_minute: Type.Integer(),
      }),
    },
    tenantIds: [],
    example: {},
  },
  'v2.api-keys.add': {
    method: 'POST',
    path: '/api/v2/api-keys',
    summary: 'Make an API key for some scopes until an instant, at most two years ahead',
    who: 'key.manage',
    scope: 'own',
    effect: 'write',
    body: Type.Object({
      name: Text(100),
      scopes: Type.Array(Scope, { minItems: 1, maxItems: 3 }),
      expires_at: When,
      per_minute: Type.Optional(PerMinute),
      per_day: Type.Optional(PerDay),
    }),
    answer: {
      data: Type.Object({
        id: Type.Integer(),
        /** The key, which is never returned again. */
        key: Type.String(),
        prefix: Type.String(),
        expires_at: Type.Number(),
      }),
    },
    tenantIds: [],
    example: {
      body: { name: 'Reports', scopes: ['read:readings'], expires_at: '2027-06-30 00:00:00' },
    },
  },
  'v2.api-keys.change': {
    method: 'PUT',
    path: '/api/v2/api-keys/:id',
    summary: 'Change how many requests an API key may make; from the next request on',
    who: 'key.manage',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    body: Type.Object({ per_minute: PerMinute, per_day: PerDay }),
    answer: {},
    tenantIds: [{ at: 'params.id', of: 'api-key', miss: 'not-found' }],
    example: { params: { id: '{api-key}' }, body: { per_minute: 120, per_day: 50_000 } },
  },
  'v2.api-keys.revoke': {
    method: 'DELETE',
    path: '/api/v2/api-keys/:id',
    summary: 'Revoke an API key: it opens nothing from now on',
    who: 'key.manage',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    answer: {},
    tenantIds: [{ at: 'params.id', of: 'api-key', miss: 'not-found' }],
    example: { params: { id: '{api-key}' } },
  },
});
