/**
 * Customers as the platform's administrators manage them (`/regmanage`): registrations, their
 * acceptance or refusal with the activation password, expiry and limits. The responses contain no
 * data that a customer owns.
 */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Id, IdText, Nullable, Text } from '../../shapes.ts';

const PATH = '/api/v2/registrations';
const State = Type.Union([
  Type.Literal('pending'),
  Type.Literal('active'),
  Type.Literal('rejected'),
  Type.Literal('expired'),
]);
const MapType = Type.Union([Type.Literal('baidu'), Type.Literal('google')]);
/** Epoch ms; null if the customer never expires. */
const Expiry = Nullable(Type.Number({ minimum: 0, maximum: 9_999_999_999_999 }));
const Limit = Nullable(Type.Integer({ minimum: 1, maximum: 10_000_000 }));

export const registrationsCalls = defineCalls({
  'v2.registrations': {
    method: 'GET',
    path: PATH,
    summary: 'Registered customers by state, newest first',
    who: 'customer.manage',
    scope: 'platform',
    effect: 'read',
    query: Type.Object({
      state: Type.Optional(State),
      /** Substring of a name, an account, a contact or a mail address. */
      keyword: Type.Optional(Text(100)),
      pn: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      ps: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    }),
    answer: {
      data: Type.Object({
        list: Type.Array(
          Type.Object({
            id: Type.Integer(),
            chinese_code: Type.String(),
            english_code: Type.String(),
            user_account: Type.String(),
            contact_user: Type.String(),
            phone: Type.String(),
            email: Type.String(),
            address: Type.String(),
            state: State,
            /** Instants in epoch ms. */
            created_at: Type.Number(),
            activated_at: Nullable(Type.Number()),
            expires_at: Nullable(Type.Number()),
            rejected_reason: Type.String(),
            zone_id: Type.Integer(),
            currency_id: Type.Integer(),
            map_type: MapType,
            /** Null for the default of the installation. */
            most_devices: Nullable(Type.Integer()),
            /** Null for no limit. */
            most_users: Nullable(Type.Integer()),
            /**
             * Limit of the messages of its devices in a local day; messages over the limit are
             * stored too; null for no limit.
             */
            most_messages: Nullable(Type.Integer()),
            /** Messages stored in the customer's current local day. */
            messages_today: Type.Integer(),
            /** The subset of zh, en, ar, fr, ru, es that its users may choose. */
            languages: Type.Array(Type.String()),
            /** Version of the customer, which must be sent back with a change. */
            version: Type.Integer(),
          }),
        ),
        total: Type.Integer(),
      }),
    },
    tenantIds: [],
    example: {},
  },
  'v2.registrations.activate': {
    method: 'POST',
    path: `${PATH}/:id/activate`,
    summary:
      'Let a customer in with the activation password: one that waits, was turned away or ran out',
    who: 'customer.manage',
    scope: 'platform',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    body: Type.Object({ input_pass: Text(), expires_at: Type.Optional(Expiry) }),
    answer: {},
    tenantIds: [{ at: 'params.id', of: 'customer', miss: 'forbidden' }],
    example: { params: { id: '{customer}' }, body: { input_pass: 'x' } },
  },
  'v2.registrations.reject': {
    method: 'POST',
    path: `${PATH}/:id/reject`,
    summary: 'Turn a waiting customer away with the activation password and a reason',
    who: 'customer.manage',
    scope: 'platform',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    body: Type.Object({ input_pass: Text(), reason: Text(500) }),
    answer: {},
    tenantIds: [{ at: 'params.id', of: 'customer', miss: 'forbidden' }],
    example: { params: { id: '{customer}' }, body: { input_pass: 'x', reason: 'x' } },
  },
  'v2.registrations.change': {
    method: 'PUT',
    path: `${PATH}/:id`,
    summary: 'Set expiry, zone, currency, map and limits of a customer',
    who: 'customer.manage',
    scope: 'platform',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    body: Type.Object({
      version: Type.Integer(),
      expires_at: Expiry,
      /** Cannot be changed if the customer has devices. */
      zone_id: Id,
      currency_id: Id,
      map_type: MapType,
      most_devices: Limit,
      most_users: Limit,
      /** Absent fields are unchanged. */
      most_messages: Type.Optional(Limit),
      languages: Type.Optional(Type.Array(Text(5), { maxItems: 20 })),
    }),
    answer: {},
    tenantIds: [{ at: 'params.id', of: 'customer', miss: 'forbidden' }],
    example: {
      params: { id: '{customer}' },
      body: {
        version: 1,
        expires_at: null,
        zone_id: 1,
        currency_id: 1,
        map_type: 'google',
        most_devices: 500,
        most_users: null,
      },
    },
  },
});
