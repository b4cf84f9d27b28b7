/** Days of devices whose energy is estimated, for corrections (docs/decisions.md 10). */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { IdText, Nullable, Text } from '../../shapes.ts';

export const energyEstimateCalls = defineCalls({
  /** Instants in epoch ms, energies in kWh. */
  'v2.energy-estimates': {
    method: 'GET',
    path: '/api/v2/energy-estimates',
    summary:
      'Days of devices whose energy is estimated and has no correction, newest first; on request those with a correction too',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({
      /** First and last day, `YYYY-MM-DD`, both inclusive, at most 31; defaults to the last 31. */
      start: Type.Optional(Text(20)),
      end: Type.Optional(Text(20)),
      group_id: Type.Optional(IdText),
      /** gap: no reading around the beginning of the day; register: any other estimate. */
      kind: Type.Optional(Type.Union([Type.Literal('gap'), Type.Literal('register')])),
      /** Also lists days with a correction in force. */
      corrected: Type.Optional(Type.Boolean()),
      pn: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      /** Pages have at most 200 rows. */
      ps: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    }),
    answer: {
      data: Type.Object({
        /** First and last day of the request, both inclusive. */
        start: Type.String(),
        end: Type.String(),
        list: Type.Array(
          Type.Object({
            date: Type.String(),
            device_name: Type.String(),
            device_code: Type.String(),
            /** Reasons without regard to corrections: reset, swap, impossible, gap and long. */
            kinds: Type.Array(Type.String()),
            /** Energy of the estimated steps without a correction, and energy of the day. */
            ept_estimated: Type.Number(),
            ept: Type.Number(),
            /** True if the settlement period of the day is closed. */
            closed: Type.Boolean(),
            /** The newest correction in force for a reading of the day. */
            correction: Nullable(
              Type.Object({
                /** One of count, ignore and set. */
                decision: Type.String(),
                energy: Nullable(Type.Number()),
                reason: Type.String(),
                decided_by: Type.String(),
                decided_at: Type.Number(),
              }),
            ),
          }),
        ),
        total: Type.Integer(),
      }),
    },
    tenantIds: [{ at: 'query.group_id', of: 'group', miss: 'not-found' }],
    example: { query: { group_id: '{group}', corrected: true, pn: 1, ps: 13 } },
  },
});
