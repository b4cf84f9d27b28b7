/** Derivation of a device's energy and fee (docs/decisions.md 10, 13 and 14). */
import { ENERGY_CHANNELS, type EnergyChannel } from '@busbar/domain/energy/energy-channel';
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Fee, IdText, Nullable, Text } from '../../shapes.ts';
import { BandEnergy } from './energy.ts';

export const EnergyChannelName = Type.Unsafe<EnergyChannel>(
  Type.Union(ENERGY_CHANNELS.map((name) => Type.Literal(name))),
);

export const energyExplanationCalls = defineCalls({
  /** Instants in epoch ms, energies in kWh. */
  'v2.energy-explanation': {
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
       * First and last day, `YYYY-MM-DD`, both inclusive, at most 31; defaults to the last seven.
       * Instants select the days they touch.
       */
      start: Type.Optional(Text(20)),
      end: Type.Optional(Text(20)),
      /** Defaults to activeTotal, the billed channel. */
      channel: Type.Optional(EnergyChannelName),
    }),
    answer: {
      data: Type.Object({
        device_name: Type.String(),
        device_code: Type.String(),
        channel: Type.String(),
        start: Type.String(),
        end: Type.String(),
        /** Maximum power of the device, W, and its report interval, s. */
        limit_w: Type.Number(),
        expected_interval_s: Type.Integer(),
        /** True if there are new readings or decisions that the other screens do not show yet. */
        pending: Type.Boolean(),
        readings: Type.Integer(),
        /**
         * The steps that need an explanation, at most the first 2,000; normal readings of a day are
         * merged into one step.
         */
        steps: Type.Array(
          Type.Object({
            date: Type.String(),
            plain: Type.Boolean(),
            readings: Type.Integer(),
            from: Type.Number(),
            at: Type.Number(),
            ...BandEnergy,
            /** One of lower-bound and long-step. */
            estimated: Nullable(Type.String()),
            /** Time since which the device was offline. */
            silent_since: Nullable(Type.Number()),
            /** Time of the later reading that confirmed this register value. */
            confirmed_at: Nullable(Type.Number()),
            registers: Type.Array(
              Type.Object({
                /** One of total, sharp, peak, offPeak and valley. */
                register: Type.String(),
                /** One of first, normal, jitter, rollover, reset, swap and impossible. */
                kind: Type.String(),
                reason: Type.String(),
                from: Type.Number(),
                /** The last accepted value, and the value reported. */
                base: Type.Number(),
                value: Type.Number(),
                delta: Type.Number(),
                counted: Type.Number(),
                /** Change of the register that is not counted. */
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
            /** Null for every channel. */
            channel: Nullable(Type.String()),
            /** One of count, ignore and set. */
            decision: Type.String(),
            energy: Nullable(Type.Number()),
            reason: Type.String(),
            decided_by: Type.String(),
            decided_at: Type.Number(),
          }),
        ),
        /** Days whose sums equal those of `energy-days` and `energy-fee`. */
        days: Type.Array(
          Type.Object({
            date: Type.String(),
            ...BandEnergy,
            estimated: Type.Boolean(),
            /** Null if the channel is not billed. */
            fee: Nullable(Type.Number()),
            /**
             * The day's share of each bill line, as a running rounded difference: the rounded line
             * including the day, minus the rounded line before it.
             */
            lines: Type.Array(
              Type.Object({
                /** 1 sharp, 2 peak, 3 off-peak, 4 valley. */
                band: Type.Integer(),
                rate_name: Type.String(),
                rate_version: Type.Integer(),
                /** Start of the tariff version; null if it has no start date. */
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
  },
});
