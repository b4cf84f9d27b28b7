/** v2 calls for the second factor required of administrators. */

import type { factorRequirementCalls } from '@busbar/contract/v2/identity/factor-requirement';
import {
  changeFactorRequirement,
  readFactorRequirement,
} from '../../../areas/identity/second-factor/factor-requirement.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';

export function factorRequirementHandlers(ctx: Context): HandlersOf<typeof factorRequirementCalls> {
  return {
    'v2.factor-requirement': async ({ caller }) => ({
      data: await readFactorRequirement(ctx, caller),
    }),
    'v2.factor-requirement.change': async ({ body, caller }) => {
      const changed = await changeFactorRequirement(ctx, caller, body.required);
      return changed.ok ? { msg: REFUSAL_MESSAGES.saved } : changed;
    },
  };
}
