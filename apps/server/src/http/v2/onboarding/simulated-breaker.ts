/** The simulated breaker of a customer. */
import type { simulatedBreakerCalls } from '@busbar/contract/v2/onboarding/simulated-breaker';
import {
  addSimulatedBreaker,
  removeSimulatedBreaker,
} from '../../../areas/onboarding/simulated-breaker/simulated-breaker-service.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';

export function simulatedBreakerHandlers(ctx: Context): HandlersOf<typeof simulatedBreakerCalls> {
  return {
    'v2.simulated-breaker.add': async ({ body, caller }) => {
      const added = await addSimulatedBreaker(ctx, caller, body.language);
      if (!added.ok) return added;
      return { data: { device_code: added.value.deviceCode }, msg: REFUSAL_MESSAGES.saved };
    },
    'v2.simulated-breaker.remove': async ({ caller }) => {
      const removed = await removeSimulatedBreaker(ctx, caller);
      return removed.ok ? { msg: REFUSAL_MESSAGES.deleted } : removed;
    },
  };
}
