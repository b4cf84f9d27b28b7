/** The first steps of a new organisation (docs/specification/screens.md 3.6). */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';

const PATH = '/api/v2/first-steps';

export const firstStepCalls = defineCalls({
  'v2.first-steps': {
    method: 'GET',
    path: PATH,
    summary: 'First steps of the organisation that the caller may do, and which of them are done',
    who: 'user.manage',
    scope: 'customer',
    effect: 'read',
    answer: {
      data: Type.Object({
        /** True if the caller has dismissed the list. */
        dismissed: Type.Boolean(),
        /** In the order in which they are offered. */
        steps: Type.Array(
          Type.Object({
            /** One of organisation, tariff, groups, device, users and notification. */
            key: Type.String(),
            done: Type.Boolean(),
          }),
        ),
        /** Day of the month, 1 to 28. */
        settlement_day: Type.Integer(),
      }),
    },
    tenantIds: [],
    example: {},
  },
  'v2.first-steps.change': {
    method: 'PUT',
    path: PATH,
    summary: 'Dismiss the list of first steps for the caller, or show it again',
    who: 'user.manage',
    scope: 'customer',
    effect: 'write',
    body: Type.Object({ dismissed: Type.Boolean() }),
    answer: {},
    tenantIds: [],
    example: { body: { dismissed: true } },
  },
  'v2.first-steps.organisation': {
    method: 'POST',
    path: `${PATH}/organisation`,
    summary: 'Confirm time zone, currency and settlement day of the organisation as they are',
    who: 'settlement.write',
    scope: 'customer',
    effect: 'write',
    answer: {},
    tenantIds: [],
    example: {},
  },
});
