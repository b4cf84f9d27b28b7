/** Explanation of energy and fee on v2. */
import type { energyExplanationCalls } from '@busbar/contract/v2/energy/energy-explanation';
import { addBands, type BandsWh, NO_BANDS } from '@busbar/domain/energy/split-bands';
import { pickSnakeCase } from '@busbar/domain/key-case';
import { addDays } from '@busbar/domain/local-date';
import { sumAmounts } from '@busbar/domain/tariff/amount';
import { TARIFF_BANDS } from '@busbar/domain/tariff/band';
import { amountAdded, amountOfLine } from '@busbar/domain/tariff/fee';
import { priceOf } from '@busbar/domain/tariff/price';
import type {
  ExplainedStep,
  RegisterNote,
} from '../../../areas/energy/explanation/explained-step.ts';
import {
  type ExplainedDay,
  type Explanation,
  explainEnergy,
} from '../../../areas/energy/explanation/explanation-service.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { kwh, money, presentBands } from '../../present/present-energy.ts';
import { onWire } from '../../responses/field-names.ts';

const MAX_STEPS = 2000;

export function energyExplanationHandlers(ctx: Context): HandlersOf<typeof energyExplanationCalls> {
  return {
    'v2.energy-explanation': async ({ query, caller }) => {
      const { device_code: device, start, end, channel } = query;
      const found = await explainEnergy(ctx, caller, { device, start, end, channel });
      return found.ok
        ? { data: presentExplanation(found.value) }
        : onWire(found, { device: 'device_code' });
    },
  };
}

function presentExplanation(explanation: Explanation) {
  const { span, steps, overrides } = explanation;
  const days = explanation.days.map((day) => presentDay(day, explanation));
  return {
    start: span.from,
    end: addDays(span.to, -1),
    pending: explanation.isPending,
    readings: steps.reduce((sum, { readings }) => sum + readings, 0),
    steps: steps.slice(0, MAX_STEPS).map(presentStep),
    step_count: steps.length,
    overrides: overrides.map((override) => ({
      register_ts: override.at,
      energy: override.energyWh === null ? null : kwh(override.energyWh),
      decided_by: override.decidedBy ?? '',
      ...pickSnakeCase(override, 'id', 'channel', 'decision', 'reason', 'decidedAt'),
    })),
    days: days.map(({ answer }) => answer),
    sums: {
      ...presentBands({
        ...explanation.days.reduce(addDay, { energyWh: 0, bandsWh: NO_BANDS }),
      }),
      fee:
        explanation.channel === 'activeTotal'
          ? money(sumAmounts(days.map(({ amount }) => amount)))
          : null,
    },
    ...pickSnakeCase(explanation, 'deviceName', 'deviceCode', 'channel'),
    ...pickSnakeCase(explanation, 'limitW', 'expectedIntervalS'),
  };
}

interface Sum {
  readonly energyWh: number;
  readonly bandsWh: BandsWh;
}

const addDay = (sum: Sum, day: ExplainedDay): Sum => ({
  energyWh: sum.energyWh + day.energyWh,
  bandsWh: addBands(sum.bandsWh, day.bandsWh),
});

function presentStep(step: ExplainedStep) {
  return {
    date: step.day,
    plain: step.isPlain,
    registers: step.registers.map(presentNote),
    ...presentBands(step),
    ...pickSnakeCase(step, 'readings', 'from', 'at', 'estimated', 'silentSince', 'confirmedAt'),
  };
}

function presentNote(note: RegisterNote) {
  return {
    register: note.register,
    kind: note.kind,
    reason: note.reason,
    from: note.from,
    base: kwh(note.baseWh),
    value: kwh(note.wh),
    delta: kwh(note.deltaWh),
    counted: kwh(note.countedWh),
    apart: kwh(note.apartWh),
  };
}

/** Includes the amounts that the day adds to its bill lines, in minor units. */
function presentDay(day: ExplainedDay, { rateNames, decimals }: Explanation) {
  const lines = TARIFF_BANDS.flatMap((band, i) => {
    if (day.lines === undefined) return [];
    const { rateId, version, wh, whBefore } = day.lines;
    const [before, added] = [whBefore[i] ?? 0, wh[i] ?? 0];
    const price = version.prices?.[band] ?? null;
    const charged = price === null ? null : priceOf(price);
    const amountBefore = amountOfLine(before, charged, decimals);
    const amountWith = amountOfLine(before + added, charged, decimals);
    const amount = amountAdded(before, added, charged, decimals);
    return {
      amount,
      line: {
        band: i + 1,
        rate_name: rateNames.get(rateId) ?? '',
        rate_version: version.version,
        rate_start_day: version.startDay,
        price: price === null ? null : Number(price),
        ept_before: kwh(before),
        amount_before: money(amountBefore),
        ept: kwh(added),
        amount_with: money(amountWith),
        fee: money(amount),
      },
    };
  });
  const amount = sumAmounts(lines.map((line) => line.amount));
  const answer = {
    date: day.day,
    ...presentBands(day),
    estimated: day.estimated,
    fee: day.lines === undefined ? null : money(amount),
    lines: lines.map(({ line }) => line),
  };
  return { answer, amount };
}
