/** Why a device's energy and fee are what they are (docs/decisions.md 10, 13 and 14). */
import { ENERGY_CHANNELS, type EnergyChannel } from '@busbar/domain/energy/energy-channel';
import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { Fee, IdText, Nullable, Text } from '../shapes.ts';
import { BandEnergy } from './energy.ts';

export const EnergyChannelName = Type.Unsafe<EnergyChannel>(
  Type.Union(ENERGY_CHANNELS.map((name) => Type.Literal(name))),
);

/** Instants in epoch ms, energies in kWh. */
export const energyExplanation = defineCall({
  name: 'v2.energy-explanation',
  version: 'v2',
  method: 'GET',
  path: '/api/v2/energy-explanation',
  summary:
    'Why the energy and fee of a device are what they are: readings, steps, decisions, tariff versions, arithmetic',
  who: 'data.read',
  scope: 'own',
  effect: 'read',
  query: Type.Object({
    device_code: IdText,
    /**
     * First and last day, `YYYY-MM-DD`, both inclusive, 31 at most; absent: the last seven. Of
     * instants the days they touch.
     */
    start: Type.Optional(Text(20)),
    end: Type.Optional(Text(20)),
    /** Absent: activeTotal, the billed one. */
    channel: Type.Optional(EnergyChannelName),
  }),
  answer: {
    data: Type.Object({
      device_name: Type.String(),
      device_code: Type.String(),
      channel: Type.String(),
      start: Type.String(),
      end: Type.String(),
      /** The most the device may use, W, and how often it reports, s. */
      limit_w: Type.Number(),
      expected_interval_s: Type.Integer(),
      /** Readings or decisions came that the other screens do not show yet. */
      pending: Type.Boolean(),
      readings: Type.Integer(),
      /** What is not plain by itself, plain readings of a day as one; the first 2,000. */
      steps: Type.Array(
        Type.Object({
          date: Type.String(),
          plain: Type.Boolean(),
          readings: Type.Integer(),
          from: Type.Number(),
          at: Type.Number(),
          ...BandEnergy,
          /** lower-bound or long-step. */
          estimated: Nullable(Type.String()),
          /** The device was not heard since then. */
          silent_since: Nullable(Type.Number()),
          /** The later reading that confirmed what the register showed here. */
          confirmed_at: Nullable(Type.Number()),
          registers: Type.Array(
            Type.Object({
              /** total, sharp, peak, offPeak or valley. */
              register: Type.String(),
              /** first, normal, jitter, rollover, reset, swap or impossible. */
              kind: Type.String(),
              reason: Type.String(),
              from: Type.Number(),
              /** What it showed when it was last accepted, and what it shows. */
              base: Type.Number(),
              value: Type.Number(),
              delta: Type.Number(),
              counted: Type.Number(),
              /** Moved by, and not counted. */
              apart: Type.Number(),
            }),
          ),
        }),
      ),
      step_count: Type.Integer(),
      overrides: Type.Array(
        Type.Object({
          id: Type.Integer(),
          register_ts: Type.Number(),
          /** Null: every channel. */
          channel: Nullable(Type.String()),
          /** count, ignore or set. */
          decision: Type.String(),
          energy: Nullable(Type.Number()),
          reason: Type.String(),
          decided_by: Type.String(),
          decided_at: Type.Number(),
        }),
      ),
      /** Their sums are those of `energy-days` and `energy-fee`. */
      days: Type.Array(
        Type.Object({
          date: Type.String(),
          ...BandEnergy,
          estimated: Type.Boolean(),
          /** Null where the channel is not billed. */
          fee: Nullable(Type.Number()),
          /**
           * The day's part of each bill line, rounded as it runs: what the line comes to with the
           * day, less what it came to before.
           */
          lines: Type.Array(
            Type.Object({
              /** 1 sharp, 2 peak, 3 off-peak, 4 valley. */
              band: Type.Integer(),
              rate_name: Type.String(),
              rate_version: Type.Integer(),
              /** Of the version; null: since ever. */
              rate_start_day: Nullable(Type.String()),
              price: Nullable(Type.Number()),
              ept_before: Type.Number(),
              amount_before: Fee,
              ept: Type.Number(),
              amount_with: Fee,
              fee: Fee,
            }),
          ),
        }),
      ),
      sums: Type.Object({ ...BandEnergy, fee: Nullable(Type.Number()) }),
    }),
  },
  tenantIds: [{ at: 'query.device_code', of: 'device', miss: 'not-found' }],
  example: { query: { device_code: '{device}', channel: 'activeTotal' } },
});
