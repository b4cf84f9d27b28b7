/** Energy overrides on v2: decisions of an administrator about steps of registers. */
import type { energyOverrideCalls } from '@busbar/contract/v2/energy/energy-overrides';
import { parseInstant } from '@busbar/domain/calendar';
import { snakeCaseKeys } from '@busbar/domain/key-case';
import type { ChangedDay } from '../../../areas/energy/explanation/override-effect.ts';
import type { KnownOverride } from '../../../areas/energy/explanation/override-queries.ts';
import {
  addOverride,
  findOverrides,
  totalOf,
  tryOverride,
  withdrawOverride,
} from '../../../areas/energy/explanation/override-service.ts';
import type { DayAmounts } from '../../../areas/energy/ledger/stored-day-queries.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { kwh, money } from '../../present/present-energy.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

const WIRE_NAMES = { device: 'device_code', at: 'register_ts' };

export function energyOverrideHandlers(ctx: Context): HandlersOf<typeof energyOverrideCalls> {
  return {
    'v2.energy-overrides': async ({ query, caller }) => {
      const found = await findOverrides(ctx, caller, query.device_code);
      return found.ok
        ? { data: { list: found.value.map(presentOverride) } }
        : onWire(found, WIRE_NAMES);
    },
    'v2.energy-overrides.add': async ({ body, caller }) => {
      const input = {
        device: body.device_code,
        at: parseInstant(body.register_ts, caller.zone),
        channel: body.channel ?? null,
        decision: body.decision,
        energyKwh: body.energy,
        reason: body.reason,
      };
      if (body.preview === true) {
        const tried = await tryOverride(ctx, caller, input);
        return tried.ok
          ? { data: { id: null, effect: presentEffect(tried.value) } }
          : onWire(tried, WIRE_NAMES);
      }
      const added = await addOverride(ctx, caller, input);
      if (!added.ok) return onWire(added, WIRE_NAMES);
      const { id, effect } = added.value;
      return { data: { id, effect: presentEffect(effect) }, msg: REFUSAL_MESSAGES.saved };
    },
    'v2.energy-overrides.withdraw': async ({ params, query, caller }) => {
      const withdrawn = await withdrawOverride(ctx, caller, params.id, query.reason);
      return withdrawn.ok
        ? { data: { effect: presentEffect(withdrawn.value) }, msg: REFUSAL_MESSAGES.updated }
        : withdrawn;
    },
  };
}

const presentAmounts = ({ energyWh, fee }: DayAmounts) => ({ ept: kwh(energyWh), fee: money(fee) });

function presentEffect(days: readonly ChangedDay[]) {
  return {
    days: days.map(({ day, before, after }) => ({
      date: day,
      before: presentAmounts(before),
      after: presentAmounts(after),
    })),
    before: presentAmounts(totalOf(days, 'before')),
    after: presentAmounts(totalOf(days, 'after')),
  };
}

const presentOverride = ({ deviceId, at, energyWh, ...override }: KnownOverride) => ({
  ...snakeCaseKeys(override),
  register_ts: at,
  energy: energyWh === null ? null : kwh(energyWh),
  decided_by: override.decidedBy ?? '',
  withdrawn_by: override.withdrawnBy ?? '',
  withdrawal_reason: override.withdrawalReason ?? '',
});
