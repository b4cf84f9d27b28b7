/** The second factor required of administrators. */

import {
  changeFactorRequirement,
  readFactorRequirement,
} from '../../../areas/identity/second-factor/factor-requirement.ts';
import type { Context } from '../../../context.ts';
import type { Handlers } from '../../calls/handler.ts';
import { SAID } from '../../responses/errors.ts';

export function factorRequirementHandlers(
  ctx: Context,
): Pick<Handlers, 'v2.factor-requirement' | 'v2.factor-requirement.change'> {
  return {
    'v2.factor-requirement': async ({ caller }) => ({
      data: await readFactorRequirement(ctx, caller),
    }),
    'v2.factor-requirement.change': async ({ body, caller }) => {
      const changed = await changeFactorRequirement(ctx, caller, body.required);
      return changed.ok ? { msg: SAID.saved } : changed;
    },
  };
}
