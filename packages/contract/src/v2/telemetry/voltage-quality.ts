/** Supply voltage of a device over a week, evaluated against EN 50160. */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { IdText, Nullable, Text } from '../../shapes.ts';

export const voltageQualityCalls = defineCalls({
  'v2.voltage-quality': {
    method: 'GET',
    path: '/api/v2/voltage-quality',
    summary:
      'The 10-minute means of the phase voltages over a week, counted against EN 50160 with what is known of them',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({
      device_code: IdText,
      /** First day, `YYYY-MM-DD` in the customer's time zone; default: last seven whole days. */
      start: Type.Optional(Text(10)),
      /** Nominal voltage between phase and neutral, V; defaults to that of the device, or 230. */
      nominal: Type.Optional(Type.Number({ minimum: 50, maximum: 1000 })),
    }),
    answer: {
      data: Type.Object({
        device_code: Type.String(),
        /** First day of the week, and the week in epoch ms, half-open: 168 hours. */
        first_day: Type.String(),
        start: Type.Number(),
        end: Type.Number(),
        nominal: Type.Number(),
        interval_s: Type.Integer(),
        /** The measured phases among A, B and C. */
        phases: Type.Array(
          Type.Object({
            phase: Type.String(),
            /** One of too-few, met, share-missed and bound-missed. */
            verdict: Type.Union([
              Type.Literal('too-few'),
              Type.Literal('met'),
              Type.Literal('share-missed'),
              Type.Literal('bound-missed'),
            ]),
            /** Intervals in the week, intervals with a mean, and interrupted ones (below 5 %). */
            intervals: Type.Integer(),
            known: Type.Integer(),
            interrupted: Type.Integer(),
            /** Uninterrupted intervals with a mean: within ±10 %, below, above, below −15 %. */
            within: Type.Integer(),
            below: Type.Integer(),
            above: Type.Integer(),
            far_below: Type.Integer(),
            /** Share of these intervals within ±10 %, 0 to 1. */
            share: Nullable(Type.Number()),
            lowest: Nullable(Type.Number()),
            highest: Nullable(Type.Number()),
          }),
        ),
        /** Number of readings in the whole week. */
        readings: Type.Integer(),
        /**
         * Means in V, oldest first, without the intervals that have no readings; a phase without a
         * mean is omitted.
         */
        means: Type.Array(
          Type.Object({
            ts: Type.Number(),
            readings: Type.Integer(),
            volPa: Type.Optional(Type.Number()),
            volPb: Type.Optional(Type.Number()),
            volPc: Type.Optional(Type.Number()),
          }),
        ),
      }),
    },
    tenantIds: [{ at: 'query.device_code', of: 'device', miss: 'not-found' }],
    example: { query: { device_code: '{device}', start: '2026-11-01', nominal: 230 } },
  },
});
