/** v2 calls for the import of old readings from a file. */
import type { readingImportCalls } from '@busbar/contract/v2/onboarding/reading-import';
import { gapsOf } from '@busbar/domain/reading-import/reading-gaps';
import type { RegisterAt } from '@busbar/domain/reading-import/reading-intervals';
import { MAX_READING_PROBLEMS } from '@busbar/domain/reading-import/reading-limits';
import type { DayAmounts } from '../../../areas/energy/ledger/stored-day-queries.ts';
import { monthsOf } from '../../../areas/onboarding/reading-import/import-effect.ts';
import type { ReadingImportInput } from '../../../areas/onboarding/reading-import/plan-import.ts';
import {
  acceptReadings,
  previewReadings,
  type ReadingPreview,
} from '../../../areas/onboarding/reading-import/reading-import-service.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { kwh, money } from '../../present/present-energy.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

const WIRE_NAMES = { device: 'device_code' };
const MAX_GAPS = 100;

export function readingImportHandlers(ctx: Context): HandlersOf<typeof readingImportCalls> {
  return {
    'v2.reading-import.preview': async ({ body, caller }) => {
      const preview = await previewReadings(ctx, caller, inputOf(body));
      return preview.ok ? { data: presentPreview(preview.value) } : onWire(preview, WIRE_NAMES);
    },
    'v2.reading-import.accept': async ({ body, caller }) => {
      const accepted = await acceptReadings(ctx, caller, inputOf(body), body.mark);
      return accepted.ok
        ? { data: accepted.value, msg: REFUSAL_MESSAGES.saved }
        : onWire(accepted, WIRE_NAMES);
    },
  };
}

interface Body {
  readonly device_code: string;
  readonly content: string;
  readonly decimal_sign?: 'point' | 'comma' | undefined;
  readonly date_order?: 'day-first' | 'month-first' | null | undefined;
  readonly time_marks?: 'start' | 'end' | undefined;
  readonly meter?: 'same' | 'other' | undefined;
  readonly leave_out?: boolean | undefined;
}

function inputOf(body: Body): ReadingImportInput {
  return {
    device: body.device_code,
    content: body.content,
    decimalSign: body.decimal_sign ?? 'point',
    dateOrder: body.date_order ?? undefined,
    timeMarks: body.time_marks ?? 'end',
    meter: body.meter ?? 'same',
    leavesOut: body.leave_out ?? false,
  };
}

const presentAmounts = ({ energyWh, fee }: DayAmounts) => ({ ept: kwh(energyWh), fee: money(fee) });

const presentReading = (reading: RegisterAt | undefined) =>
  reading === undefined ? null : { at: reading.at, register: reading.kwh };

function presentPreview({ file, plan, periods, effect, ...planned }: ReadingPreview) {
  const { registers } = plan;
  const gaps = gapsOf(registers.map(({ at }) => at));
  const problems = [...file.problems.listed, ...plan.problems.listed];
  return {
    mark: planned.isAcceptable ? planned.mark : null,
    format: file.format,
    value_column: file.valueColumn,
    rows: file.rows,
    readings: registers.length,
    stored: plan.stored,
    passed_over: [...file.passedOver],
    problem_count: planned.leftOut,
    stretch_problems: plan.problems.ofStretches,
    problems: problems.slice(0, MAX_READING_PROBLEMS).map(({ line, column, reason, value }) => ({
      row: line,
      column,
      reason,
      value,
    })),
    first: presentReading(registers[0]),
    last: presentReading(registers.at(-1)),
    gap_count: gaps.length,
    gaps: gaps.slice(0, MAX_GAPS),
    ignored: [...plan.ignoredAt],
    months: monthsOf(effect).map(({ month, before, after }) => ({
      month,
      before: presentAmounts(before),
      after: presentAmounts(after),
    })),
    periods: [...periods],
  };
}
