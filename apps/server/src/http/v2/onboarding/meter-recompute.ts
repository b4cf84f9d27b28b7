/** v2 calls that decode stored readings of a meter again. */
import type { meterRecomputeCalls } from '@busbar/contract/v2/onboarding/meter-recompute';
import type { DayAmounts } from '../../../areas/energy/ledger/stored-day-queries.ts';
import {
  acceptRecompute,
  findStretches,
  previewRecompute,
  type RecomputePreview,
} from '../../../areas/onboarding/meter-recompute/meter-recompute-service.ts';
import { monthsOf } from '../../../areas/onboarding/reading-import/import-effect.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { kwh, money } from '../../present/present-energy.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

const WIRE_NAMES = { device: 'device_code' };
const MAX_STEPS = 100;

export function meterRecomputeHandlers(ctx: Context): HandlersOf<typeof meterRecomputeCalls> {
  return {
    'v2.meter-recompute': async ({ query, caller }) => {
      const found = await findStretches(ctx, caller, query.device_code);
      if (!found.ok) return onWire(found, WIRE_NAMES);
      const stretches = found.value.stretches.map(({ revision, first, last, readings }) => ({
        ...{ first, last, readings, present: revision === found.value.revision },
      }));
      return { data: { stretches } };
    },
    'v2.meter-recompute.preview': async ({ body, caller }) => {
      const preview = await previewRecompute(ctx, caller, body.device_code, body.from);
      return preview.ok ? { data: presentPreview(preview.value) } : onWire(preview, WIRE_NAMES);
    },
    'v2.meter-recompute.accept': async ({ body, caller }) => {
      const { device_code: device, from, mark, reason } = body;
      const accepted = await acceptRecompute(ctx, caller, { device, from, mark, reason });
      return accepted.ok
        ? { data: accepted.value, msg: REFUSAL_MESSAGES.saved }
        : onWire(accepted, WIRE_NAMES);
    },
  };
}

const presentAmounts = ({ energyWh, fee }: DayAmounts) => ({ ept: kwh(energyWh), fee: money(fee) });

function presentPreview({ readings, ...preview }: RecomputePreview) {
  const { recomputed, unchanged, unreadable, emptied, outOfBounds } = readings;
  return {
    mark: preview.isChanging ? preview.mark : null,
    first: preview.first,
    last: preview.last,
    ...{ recomputed, unchanged, unreadable, emptied, out_of_bounds: outOfBounds },
    first_register: readings.firstRegister ?? null,
    last_register: readings.lastRegister ?? null,
    counting: preview.counting.slice(0, MAX_STEPS),
    ignored: preview.ignored.slice(0, MAX_STEPS),
    months: monthsOf(preview.effect).map(({ month, before, after }) => ({
      ...{ month, before: presentAmounts(before), after: presentAmounts(after) },
    })),
    periods: [...preview.periods],
  };
}
