/** Slots of a gateway (MT88C): the slave in each and the status the gateway reports for it. */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Id, IdText, Nullable, Text } from '../../shapes.ts';

const PATH = '/api/v2/gateway-slots';

const Slot = Type.Object({
  /** 1 to 20. */
  slot: Type.Integer(),
  /**
   * `free`, `registered` (the table was never read), `answered`, `unreached` (registered but not in
   * the table), `discovered` (in the table but not registered) or `hidden` (in a group outside the
   * caller's scope).
   */
  standing: Type.String(),
  /** Address on the gateway's serial line; null for a free slot. */
  ad: Nullable(Type.Integer()),
  enabled: Type.Boolean(),
  /** Last reported status code (docs/specification/control.md 2.4); null if it was not reported. */
  st: Nullable(Type.Integer()),
  /** The registered slave; null if none is registered. */
  device: Nullable(
    Type.Object({
      id: Type.Integer(),
      device_code: Type.String(),
      device_name: Type.String(),
      group_id: Type.Integer(),
      group_name: Type.String(),
      rate_id: Type.Integer(),
      address: Type.String(),
      presence: Type.String(),
      /** Time at which the slave was last seen, in ms; null if never. */
      heard_at: Nullable(Type.Number()),
    }),
  ),
});

export const gatewaySlotCalls = defineCalls({
  'v2.gateway-slots': {
    method: 'GET',
    path: PATH,
    summary: 'The twenty slots of a gateway: slaves registered and slaves found on its line',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({ device_code: IdText }),
    answer: {
      data: Type.Object({
        device_code: Type.String(),
        device_name: Type.String(),
        presence: Type.String(),
        group_id: Type.Integer(),
        rate_id: Type.Integer(),
        /** Time at which the gateway last reported its table, in ms; null if never. */
        read_at: Nullable(Type.Number()),
        /** The last change that was sent. */
        last_change: Nullable(
          Type.Object({
            command_id: Type.String(),
            state: Type.String(),
            reason: Nullable(Type.String()),
            msg: Nullable(Type.String()),
            ts: Type.Number(),
          }),
        ),
        slots: Type.Array(Slot),
      }),
    },
    tenantIds: [{ at: 'query.device_code', of: 'device', miss: 'not-found' }],
    example: { query: { device_code: '{device}' } },
  },
  'v2.gateway-slots.change': {
    method: 'POST',
    path: PATH,
    summary: 'Move, enable and disable slaves of a gateway; each slot has its own result',
    who: 'device.write',
    scope: 'own',
    effect: 'control',
    body: Type.Object({
      device_code: Id,
      /** `s1` to `s20`, each `{ad, en}`: assigns slave address `ad` to the slot, `en` 1 or 0. */
      slots: Type.Record(Type.String(), Type.Unknown()),
      password: Type.Optional(Text()),
    }),
    answer: {
      data: Type.Object({
        /** The single command that contains all accepted slots. */
        command_id: Nullable(Type.String()),
        slots: Type.Array(
          Type.Object({
            slot: Type.String(),
            ad: Type.Integer(),
            en: Type.Integer(),
            /** Reason why the change was not sent; null if it was sent. */
            reason: Nullable(Type.String()),
            msg: Nullable(Type.String()),
          }),
        ),
      }),
    },
    tenantIds: [{ at: 'body.device_code', of: 'device', miss: 'not-found' }],
    example: { body: { device_code: '{device}', slots: { s1: { ad: 1, en: 1 } } } },
  },
});
