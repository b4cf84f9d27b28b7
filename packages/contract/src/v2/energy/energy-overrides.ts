/**
 * Decisions of administrators about steps of registers (docs/decisions.md 10); they can be
 * withdrawn but are never deleted.
 */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Fee, IdText, Nullable, Text, When } from '../../shapes.ts';
import { EnergyChannelName } from './energy-explanation.ts';

const Decision = Type.Union([Type.Literal('count'), Type.Literal('ignore'), Type.Literal('set')]);

/** Instants in epoch ms, energies in kWh. */
const OverrideRow = Type.Object({
  id: Type.Integer(),
  /** Time of the reading that ends the step. */
  register_ts: Type.Number(),
  /** Null for every channel. */
  channel: Nullable(Type.String()),
  /** count: the change of the register; ignore: no energy; set: the value in `energy`. */
  decision: Type.String(),
  energy: Nullable(Type.Number()),
  reason: Type.String(),
  decided_by: Type.String(),
  decided_at: Type.Number(),
  withdrawn_by: Type.String(),
  /** Null if the decision is in force. */
  withdrawn_at: Nullable(Type.Number()),
  withdrawal_reason: Type.String(),
});

/** Amounts of the billed channel. */
const Amounts = Type.Object({ ept: Type.Number(), fee: Fee });

/** Days whose energy or fee changes, with the values before and after. */
const Effect = Type.Object({
  days: Type.Array(Type.Object({ date: Type.String(), before: Amounts, after: Amounts })),
  before: Amounts,
  after: Amounts,
});

export const energyOverrideCalls = defineCalls({
  'v2.energy-overrides': {
    method: 'GET',
    path: '/api/v2/energy-overrides',
    summary: 'Decisions about steps of the registers of a device, those withdrawn too',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({ device_code: IdText }),
    answer: { data: Type.Object({ list: Type.Array(OverrideRow) }) },
    tenantIds: [{ at: 'query.device_code', of: 'device', miss: 'not-found' }],
    example: { query: { device_code: '{device}' } },
  },
  'v2.energy-overrides.add': {
    method: 'POST',
    path: '/api/v2/energy-overrides',
    summary:
      'Decide what the step of a register that ends at a reading counts; a preview changes nothing',
    who: 'energy.correct',
    scope: 'own',
    effect: 'write',
    body: Type.Object({
      device_code: IdText,
      register_ts: When,
      channel: Type.Optional(Nullable(EnergyChannelName)),
      decision: Decision,
      /** In kWh; required only for `set`. */
      energy: Type.Optional(Nullable(Type.Number())),
      /** Optional for a preview. */
      reason: Type.Optional(Text(500)),
      preview: Type.Optional(Type.Boolean()),
    }),
    answer: { data: Type.Object({ id: Nullable(Type.Integer()), effect: Effect }) },
    tenantIds: [{ at: 'body.device_code', of: 'device', miss: 'not-found' }],
    example: {
      body: {
        device_code: '{device}',
        register_ts: '2026-11-01 12:00:00',
        channel: 'activeTotal',
        decision: 'set',
        energy: 1.5,
        reason: 'Meter exchanged',
      },
    },
  },
  'v2.energy-overrides.withdraw': {
    method: 'DELETE',
    path: '/api/v2/energy-overrides/:id',
    summary: 'Withdraw a decision about a step: the step counts what the platform makes of it',
    who: 'energy.correct',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    query: Type.Object({ reason: Type.Optional(Text(500)) }),
    answer: { data: Type.Object({ effect: Effect }) },
    tenantIds: [{ at: 'params.id', of: 'energy-override', miss: 'not-found' }],
    example: { params: { id: '{energy-override}' }, query: { reason: 'Exchanged a day later' } },
  },
});
