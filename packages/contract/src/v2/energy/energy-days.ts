/**
 * Energy and fees of each device and day, for the fee screens
 * (docs/specification/energy-and-fees.md 2; docs/decisions.md 13, 14).
 */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Fee, IdText, Nullable, Text } from '../../shapes.ts';
import { BandEnergy } from './energy.ts';

/** fee_1 sharp, fee_2 peak, fee_3 off-peak, fee_4 valley; their sum is fee. */
const BandFees = {
  fee: Fee,
  fee_1: Fee,
  fee_2: Fee,
  fee_3: Fee,
  fee_4: Fee,
};

export const energyDaysCalls = defineCalls({
  'v2.energy-days': {
    method: 'GET',
    path: '/api/v2/energy-days',
    summary:
      'Energy and fee of each device and day in tariff bands, newest first, with the sums of all of them',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({
      /** First and last day, `YYYY-MM-DD`, both inclusive. */
      start: Type.Optional(Text(20)),
      end: Type.Optional(Text(20)),
      /** Alternative to start and end: number of days up to today, 1 to 92; defaults to 7. */
      days: Type.Optional(Type.Integer()),
      device_code: Type.Optional(IdText),
      group_id: Type.Optional(IdText),
      pn: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      ps: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
      sort: Type.Optional(
        Type.Union([
          Type.Literal('date'),
          Type.Literal('device_name'),
          Type.Literal('ept'),
          Type.Literal('fee'),
        ]),
      ),
      order: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
      /** Also answers the sums of each day. */
      by_day: Type.Optional(Type.Boolean()),
    }),
    answer: {
      data: Type.Object({
        /** First and last day of the result, both inclusive. */
        start: Type.String(),
        end: Type.String(),
        list: Type.Array(
          Type.Object({
            date: Type.String(),
            device_name: Type.String(),
            device_code: Type.String(),
            ...BandEnergy,
            ...BandFees,
            provisional: Type.Boolean(),
            estimated: Type.Boolean(),
            /** The tariff and its version in force on the day. */
            rate_name: Nullable(Type.String()),
            rate_version: Nullable(Type.Integer()),
          }),
        ),
        total: Type.Integer(),
        /** Sums over all rows of the filter, not only the page. */
        sums: Type.Object({ ...BandEnergy, ...BandFees }),
        /** With `by_day`: the sums of each day with energy, newest first. */
        days: Type.Optional(
          Type.Array(
            Type.Object({
              date: Type.String(),
              ...BandEnergy,
              ...BandFees,
              provisional: Type.Boolean(),
              estimated: Type.Boolean(),
            }),
          ),
        ),
      }),
    },
    tenantIds: [
      { at: 'query.device_code', of: 'device', miss: 'not-found' },
      { at: 'query.group_id', of: 'group', miss: 'not-found' },
    ],
    example: {
      query: { days: 7, device_code: '{device}', group_id: '{group}', pn: 1, ps: 13, by_day: true },
    },
  },
});
