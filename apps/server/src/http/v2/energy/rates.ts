/**
 * Tariffs and their versions on v2 (docs/specification/energy-and-fees.md 3 and 4;
 * docs/decisions.md 13 and 14).
 */

import type { rateCalls } from '@busbar/contract/v2/energy/rates';
import { pickSnakeCase } from '@busbar/domain/key-case';
import { addRate, changeRate, withdrawVersion } from '../../../areas/energy/tariffs/save-rate.ts';
import {
  assignRate,
  previewAssignment,
  type RateAssignment,
} from '../../../areas/fleet/rates/assign-rate.ts';
import { findRate, findRates } from '../../../areas/fleet/rates/rate-service.ts';
import { removeRate } from '../../../areas/fleet/rates/remove-rate.ts';
import { parseId } from '../../../areas/shared/identifier.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import {
  presentRate,
  presentWholeRate,
  RATE_FIELDS,
  readRateBody,
} from '../../present/present-rate.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

const CHOICE_FIELDS = { codes: 'device_codes', groups: 'group_ids', rate: 'id' };

export function rateHandlers(ctx: Context): HandlersOf<typeof rateCalls> {
  return {
    'v2.rates': async ({ caller }) => {
      const rates = await findRates(ctx, caller);
      return rates.ok ? { data: rates.value.map(presentRate) } : rates;
    },
    'v2.rate': async ({ params, caller }) => {
      const rate = await findRate(ctx, caller, params.id);
      return rate.ok ? { data: presentWholeRate(rate.value) } : rate;
    },
    'v2.rate.add': async ({ body, caller }) => {
      const added = await addRate(ctx, caller, readRateBody(body));
      return added.ok
        ? { msg: REFUSAL_MESSAGES.saved, data: presentWholeRate(added.value) }
        : onWire(added, RATE_FIELDS);
    },
    'v2.rate.change': async ({ params, body, caller }) => {
      const input = { ...readRateBody(body), startDay: body.start_day };
      const changed = await changeRate(ctx, caller, params.id, input);
      return changed.ok
        ? { msg: REFUSAL_MESSAGES.updated, data: presentWholeRate(changed.value) }
        : onWire(changed, RATE_FIELDS);
    },
    'v2.rate.delete': async ({ params, caller }) => {
      const removed = await removeRate(ctx, caller, params.id);
      return removed.ok ? { msg: REFUSAL_MESSAGES.deleted } : removed;
    },
    'v2.rate.devices.preview': async ({ params, body, caller }) => {
      const chosen = { codes: body.device_codes, groups: body.group_ids };
      const previewed = await previewAssignment(ctx, caller, params.id, chosen);
      return previewed.ok
        ? { data: presentAssignment(previewed.value) }
        : onWire(previewed, CHOICE_FIELDS);
    },
    'v2.rate.devices': async ({ params, body, caller }) => {
      const { device_codes: codes, group_ids: groups, token } = body;
      const assigned = await assignRate(ctx, caller, params.id, { codes, groups, token });
      return assigned.ok
        ? { msg: REFUSAL_MESSAGES.updated, data: assigned.value }
        : onWire(assigned, CHOICE_FIELDS);
    },
    'v2.rate.version.withdraw': async ({ params, caller }) => {
      const version = parseId(params.version) ?? 0;
      const withdrawn = await withdrawVersion(ctx, caller, params.id, version);
      return withdrawn.ok
        ? { msg: REFUSAL_MESSAGES.deleted, data: presentWholeRate(withdrawn.value) }
        : withdrawn;
    },
  };
}

function presentAssignment({ changing, ...plan }: RateAssignment) {
  const from = new Map<number, { id: number; name: string; devices: number }>();
  for (const { rateId, rateName } of changing) {
    const known = from.get(rateId);
    if (known === undefined) from.set(rateId, { id: rateId, name: rateName, devices: 1 });
    else known.devices += 1;
  }
  return {
    ...pickSnakeCase(plan, 'startDay', 'unchanged', 'token'),
    changing: changing.length,
    from: [...from.values()].toSorted(
      (one, other) => other.devices - one.devices || one.id - other.id,
    ),
  };
}
