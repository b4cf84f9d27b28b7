/**
 * Whether the customer requires a second factor of those who administer (manage users or roles). Who
 * administers and has none is answered 403 `second-factor-required-by-customer` by every call that
 * does not say `beforeSecondFactor`.
 */
import { Type } from 'typebox';
import { defineCall } from '../call.ts';

const PATH = '/api/v2/second-factor-requirement';

export const factorRequirement = defineCall({
  name: 'v2.factor-requirement',
  version: 'v2',
  method: 'GET',
  path: PATH,
  summary: 'Is a second factor required of administrators, and how many of them have none?',
  who: 'user.manage',
  scope: 'own',
  effect: 'read',
  answer: {
    data: Type.Object({
      required: Type.Boolean(),
      /** Of the own group and below, without disabled ones: of how many it is, or would be, required. */
      administrators: Type.Integer(),
      /** Those of them without a second factor. */
      lacking: Type.Integer(),
      /** The one who asks has a second factor. */
      own: Type.Boolean(),
      /** The one who asks may decide it: manages users and roles in the topmost group. */
      changeable: Type.Boolean(),
    }),
  },
  tenantIds: [],
  example: {},
});

export const changeFactorRequirement = defineCall({
  name: 'v2.factor-requirement.change',
  version: 'v2',
  method: 'PUT',
  path: PATH,
  summary: 'Require a second factor of administrators, or no longer; of effect at their next call',
  who: 'user.manage',
  scope: 'customer',
  effect: 'write',
  body: Type.Object({ required: Type.Boolean() }),
  answer: {},
  tenantIds: [],
  example: { body: { required: true } },
});
