/**
 * Forwarding: readings, states and alarms of the customer, posted to the customer's receiver as
 * signed batches (docs/specification/accounts.md 3.4: device data receive URL, use-https flag).
 * Instants are epoch ms. The response body of the receiver is never shown, only its status.
 */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { IdText, Nullable, Text } from '../../shapes.ts';

const Status = Type.Object({
  device_data_receive_url: Type.String(),
  /** True allows only https; false also allows http, if the platform permits it. */
  use_https_flag: Type.Boolean(),
  /** True if API keys of the customer are accepted. */
  use_platform_api_flag: Type.Boolean(),
  enabled: Type.Boolean(),
  /** One of off, idle, sending, retrying, and suspended (no success for seven days). */
  state: Type.String(),
  /** First characters of the secret, to identify it among earlier ones; null without a secret. */
  secret_prefix: Nullable(Type.String()),
  secret_changed_at: Nullable(Type.Number()),
  /** Stored records that are not yet in a batch. */
  waiting_records: Type.Integer(),
  waiting_since: Nullable(Type.Number()),
  /** The batch in progress; the next batch follows when this one is delivered or dead. */
  open_batch: Nullable(
    Type.Object({
      batch_id: Type.String(),
      records: Type.Integer(),
      attempts: Type.Integer(),
      next_attempt_at: Type.Number(),
      last_error: Nullable(Type.String()),
    }),
  ),
  dead_batches: Type.Integer(),
  last_success_at: Nullable(Type.Number()),
  last_failure_at: Nullable(Type.Number()),
  last_error: Nullable(Type.String()),
});

const paging = {
  pn: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  ps: Type.Optional(Type.Integer({ minimum: 1, maximum: 400 })),
};

export const forwardingCalls = defineCalls({
  'v2.forwarding': {
    method: 'GET',
    path: '/api/v2/forwarding',
    summary: 'Where the data of the customer is forwarded to, and how that goes',
    who: 'forwarding.manage',
    scope: 'customer',
    effect: 'read',
    answer: { data: Status },
    tenantIds: [],
    example: {},
  },
  'v2.forwarding.change': {
    method: 'PUT',
    path: '/api/v2/forwarding',
    summary: 'Set the receive URL and flags, turn forwarding on or off, make a new secret',
    who: 'forwarding.manage',
    scope: 'customer',
    effect: 'write',
    body: Type.Object({
      device_data_receive_url: Type.Optional(Text(500)),
      use_https_flag: Type.Optional(Type.Boolean()),
      use_platform_api_flag: Type.Optional(Type.Boolean()),
      enabled: Type.Optional(Type.Boolean()),
      /** True creates a new secret; the old one becomes invalid immediately. */
      rotate_secret: Type.Optional(Type.Boolean()),
    }),
    answer: {
      data: Type.Object({
        status: Status,
        /** Secret, returned only when forwarding is first turned on, and after a rotation. */
        secret: Nullable(Type.String()),
      }),
    },
    tenantIds: [],
    example: {
      body: { device_data_receive_url: 'https://receiver.example/busbar', use_https_flag: true },
    },
  },
  'v2.forwarding.test': {
    method: 'POST',
    path: '/api/v2/forwarding/test',
    summary: 'Post one signed batch without records to the receive URL and tell how it went',
    who: 'forwarding.manage',
    scope: 'customer',
    effect: 'write',
    body: Type.Object({}),
    answer: {
      data: Type.Object({
        ok: Type.Boolean(),
        /** HTTP status of the receiver; null if there was no response. */
        status: Nullable(Type.Integer()),
        /** An error as in `forwarding-deliveries`; null on success. */
        error: Nullable(Type.String()),
        took_ms: Type.Integer(),
      }),
    },
    tenantIds: [],
    example: { body: {} },
  },
  'v2.forwarding-deliveries': {
    method: 'GET',
    path: '/api/v2/forwarding-deliveries',
    summary: 'The last 1,000 attempts to deliver a batch, newest first',
    who: 'forwarding.manage',
    scope: 'customer',
    effect: 'read',
    query: Type.Object(paging),
    answer: {
      data: Type.Object({
        list: Type.Array(
          Type.Object({
            id: Type.Integer(),
            batch_id: Type.String(),
            at: Type.Number(),
            attempt: Type.Integer(),
            records: Type.Integer(),
            bytes: Type.Integer(),
            status: Nullable(Type.Integer()),
            /**
             * Null if the batch was delivered; otherwise status, redirected, timeout, not-reached,
             * refused-connection, certificate, name-unknown, address-not-public, or a refusal of
             * the URL.
             */
            error: Nullable(Type.String()),
            took_ms: Type.Integer(),
          }),
        ),
        total: Type.Integer(),
      }),
    },
    tenantIds: [],
    example: { query: {} },
  },
  'v2.forwarding-dead': {
    method: 'GET',
    path: '/api/v2/forwarding-dead',
    summary: 'Batches that could not be delivered within a day, oldest first',
    who: 'forwarding.manage',
    scope: 'customer',
    effect: 'read',
    query: Type.Object(paging),
    answer: {
      data: Type.Object({
        list: Type.Array(
          Type.Object({
            id: Type.Integer(),
            batch_id: Type.String(),
            records: Type.Integer(),
            bytes: Type.Integer(),
            made_at: Type.Number(),
            died_at: Nullable(Type.Number()),
            attempts: Type.Integer(),
            last_error: Nullable(Type.String()),
            /** True if the batch is queued for another delivery. */
            replaying: Type.Boolean(),
          }),
        ),
        total: Type.Integer(),
      }),
    },
    tenantIds: [],
    example: { query: {} },
  },
  'v2.forwarding-dead.replay': {
    method: 'POST',
    path: '/api/v2/forwarding-dead/:id/replay',
    summary: 'Send a dead batch again, with its own id, before anything newer',
    who: 'forwarding.manage',
    scope: 'customer',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    body: Type.Object({}),
    answer: {},
    tenantIds: [{ at: 'params.id', of: 'forwarding-dead', miss: 'not-found' }],
    example: { params: { id: '{forwarding-dead}' }, body: {} },
  },
});
