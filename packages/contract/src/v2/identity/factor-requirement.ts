/**
 * Setting that the customer requires a second factor of administrators (users who manage users or
 * roles). An administrator without a second factor receives 403
 * `second-factor-required-by-customer` from every call without `beforeSecondFactor`.
 */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';

const PATH = '/api/v2/second-factor-requirement';

export const factorRequirementCalls = defineCalls({
  'v2.factor-requirement': {
    method: 'GET',
    path: PATH,
    summary: 'Is a second factor required of administrators, and how many of them have none?',
    who: 'user.manage',
    scope: 'own',
    effect: 'read',
    answer: {
      data: Type.Object({
        required: Type.Boolean(),
        /**
         * Number of enabled administrators in the caller's group and below, to whom the requirement
         * applies or would apply.
         */
        administrators: Type.Integer(),
        /** Number of these administrators without a second factor. */
        lacking: Type.Integer(),
        /** True if the caller has a second factor. */
        own: Type.Boolean(),
        /**
         * True if the caller may change the setting, which requires a manager of users and roles in
         * the root group.
         */
        changeable: Type.Boolean(),
      }),
    },
    tenantIds: [],
    example: {},
  },
  'v2.factor-requirement.change': {
    method: 'PUT',
    path: PATH,
    summary:
      'Require a second factor of administrators, or no longer; of effect at their next call',
    who: 'user.manage',
    scope: 'customer',
    effect: 'write',
    body: Type.Object({ required: Type.Boolean() }),
    answer: {},
    tenantIds: [],
    example: { body: { required: true } },
  },
});
