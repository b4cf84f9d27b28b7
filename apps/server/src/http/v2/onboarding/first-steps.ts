/** The first steps of a new organisation. */
import type { firstStepCalls } from '@busbar/contract/v2/onboarding/first-steps';
import {
  checkOrganisation,
  dismissFirstSteps,
  findFirstSteps,
} from '../../../areas/onboarding/first-steps/first-step-service.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';

export function firstStepHandlers(ctx: Context): HandlersOf<typeof firstStepCalls> {
  return {
    'v2.first-steps': async ({ caller }) => {
      const { dismissed, steps, settlementDay } = await findFirstSteps(ctx, caller);
      return { data: { dismissed, steps, settlement_day: settlementDay } };
    },
    'v2.first-steps.change': async ({ body, caller }) => {
      await dismissFirstSteps(ctx, caller, body.dismissed);
      return { msg: REFUSAL_MESSAGES.saved };
    },
    'v2.first-steps.organisation': async ({ caller }) => {
      await checkOrganisation(ctx, caller);
      return { msg: REFUSAL_MESSAGES.saved };
    },
  };
}
