/** Tariffs on v1 (contract `v1/rate.ts`). */

import type { rateV1Calls } from '@busbar/contract/v1/rate';
import { addRate, changeRate } from '../../areas/energy/tariffs/save-rate.ts';
import { findRates } from '../../areas/fleet/rates/rate-service.ts';
import { removeRate } from '../../areas/fleet/rates/remove-rate.ts';
import type { Context } from '../../context.ts';
import { foreignClaim } from '../access/claims.ts';
import type { HandlersOf } from '../calls/handler.ts';
import { presentRate, RATE_FIELDS, readRateBody } from '../present/present-rate.ts';
import { REFUSAL_MESSAGES } from '../responses/errors.ts';
import { onV1Wire } from '../responses/field-names.ts';

export function rateV1Handlers(ctx: Context): HandlersOf<typeof rateV1Calls> {
  return {
    'v1.device.rate.findAll': async ({ body, caller }) => {
      const rates = await findRates(ctx, caller, body.groupId);
      return rates.ok ? { data: rates.value.map(presentRate) } : rates;
    },
    'v1.device.rate.addOrUpdate': async ({ body, caller }) => {
      const foreign = await foreignClaim(ctx, caller, body);
      if (foreign !== undefined) return foreign;
      const input = { ...readRateBody(body), startDay: body.startDay };
      const isNew = body.id === undefined || body.id === null || body.id === '';
      const saved = isNew
        ? await addRate(ctx, caller, input)
        : await changeRate(ctx, caller, body.id ?? '', input);
      if (!saved.ok) return onV1Wire(saved, RATE_FIELDS);
      return {
        msg: isNew ? REFUSAL_MESSAGES.saved : REFUSAL_MESSAGES.updated,
        data: { id: saved.value.id },
      };
    },
    'v1.device.rate.delete': async ({ body, caller }) => {
      const foreign = await foreignClaim(ctx, caller, body);
      if (foreign !== undefined) return foreign;
      const removed = await removeRate(ctx, caller, body.id);
      return removed.ok ? { msg: REFUSAL_MESSAGES.deleted } : removed;
    },
  };
}
