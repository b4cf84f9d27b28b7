/** Copying a breaker's settings to another. */

import type { deviceDeployCalls } from '@busbar/contract/v2/onboarding/device-deploy';
import { planDeploy } from '../../../areas/onboarding/device-deploy/deploy-plan.ts';
import {
  applyDeploy,
  type PartResult,
} from '../../../areas/onboarding/device-deploy/deploy-service.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_ANSWERS } from '../../responses/errors.ts';

export function deviceDeployHandlers(ctx: Context): HandlersOf<typeof deviceDeployCalls> {
  return {
    'v2.device-deploy.preview': async ({ body, caller }) => {
      const plan = await planDeploy(ctx, caller, requestOf(body));
      if (!plan.ok) return plan;
      const { token, parts } = plan.value;
      return {
        data: {
          token,
          parts: parts.map(({ part, state, changes }) => ({ part, state, changes: [...changes] })),
        },
      };
    },
    'v2.device-deploy': async ({ body, caller }) => {
      const { parts, token } = body;
      const applied = await applyDeploy(ctx, caller, { ...requestOf(body), parts, token });
      return applied.ok ? { data: { parts: applied.value.map(present) } } : applied;
    },
  };
}

function requestOf(body: {
  device_code: string | number;
  from_device?: string | number;
  from_template?: string | number;
}) {
  return {
    device: body.device_code,
    fromDevice: body.from_device,
    fromTemplate: body.from_template,
  };
}

function present(one: PartResult) {
  const refusal = one.result === 'refused' ? one.refused.refusal : null;
  return {
    part: one.part,
    result: one.result,
    reason: refusal,
    msg: refusal === null ? null : REFUSAL_ANSWERS[refusal].text,
    run_id: one.result === 'started' ? one.runId : null,
  };
}
