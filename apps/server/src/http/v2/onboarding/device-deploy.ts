/** v2 calls for copying a breaker's settings to another breaker. */

import type { BodyOf } from '@busbar/contract/call';
import type { deviceDeployCalls } from '@busbar/contract/v2/onboarding/device-deploy';
import { camelCaseKeys } from '@busbar/domain/key-case';
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
    'v2.device-deploy': async ({ body: { parts, token, ...body }, caller }) => {
      const applied = await applyDeploy(ctx, caller, { ...requestOf(body), parts, token });
      return applied.ok ? { data: { parts: applied.value.map(present) } } : applied;
    },
  };
}

type Body = BodyOf<(typeof deviceDeployCalls)['v2.device-deploy.preview']>;

const requestOf = ({ device_code: device, ...from }: Body) => ({ device, ...camelCaseKeys(from) });

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
