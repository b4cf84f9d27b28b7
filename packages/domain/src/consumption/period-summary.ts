/**
 * Energy and money of one day or month, for cards and charts: its sums, its days or hours with
 * their extremes, and the comparison with the previous period and with the previous year
 * (docs/specification/energy-and-fees.md 1.1 and 1.2; docs/decisions.md 11, 12).
 */
import { addDays, type LocalDate, localDateOf } from '../local-date.ts';
import { type Amount, addAmounts } from '../tariff/amount.ts';
import { hourSlots } from './day-slots.ts';
import {
  amountOver,
  comparedUntil,
  cutDay,
  type DaySpan,
  type ElapsedPart,
  elapsedPart,
  fractionOf,
} from './elapsed-part.ts';

export type PeriodType = 'day' | 'month';

export interface ConsumptionDay {
  readonly energyWh: number;
  /** In minor units. */
  readonly fee: Amount;
  readonly estimated: boolean;
  readonly final: boolean;
}

/** Quarter hours, in Wh and in thousandths of the currency. */
export interface ConsumptionQuarters {
  readonly wh: readonly number[];
  readonly fee: readonly number[];
}

/** Data of every day and quarter that the summaries need. Quarters are not retained permanently. */
export interface ConsumptionBook {
  readonly zone: string;
  readonly now: number;
  readonly days: ReadonlyMap<LocalDate, ConsumptionDay>;
  readonly quarters: ReadonlyMap<LocalDate, ConsumptionQuarters>;
  /** Total of a period without energy: 0, or null if the customer has no prices. */
  readonly emptyTotal: Amount;
  /** First day with data; undefined if there is none. */
  readonly firstDay: LocalDate | undefined;
}

export interface PeriodPart {
  readonly day: LocalDate;
  /** The clock hour of a day; null for the day of a month. */
  readonly hour: number | null;
  /** Null for an hour in the future. */
  readonly energyWh: number | null;
  /** In minor units; null for an hour, and for energy without a price. */
  readonly fee: Amount;
}

export interface PeriodSummary {
  readonly span: DaySpan;
  readonly energyWh: number;
  readonly fee: Amount;
  /** Maximum of the elapsed parts; null if none has elapsed. */
  readonly mostWh: number | null;
  readonly leastWh: number | null;
  readonly meanWh: number | null;
  readonly provisional: boolean;
  readonly estimated: boolean;
  /** Changes are fractions; null if one of the amounts is unknown or the earlier one is zero. */
  readonly energyChange: number | null;
  readonly feeChange: number | null;
  readonly energyChangeOfYear: number | null;
  readonly feeChangeOfYear: number | null;
  /** Epoch ms; null if whole periods are compared. */
  readonly comparedUntil: number | null;
  readonly parts: readonly PeriodPart[];
}

/** `before` and `yearBefore` are the periods of the comparison. */
export function summarisePeriod(
  book: ConsumptionBook,
  type: PeriodType,
  span: DaySpan,
  before: DaySpan,
  yearBefore: DaySpan,
): PeriodSummary {
  const { days, zone, now } = book;
  const today = localDateOf(now, zone);
  const { parts, elapsed } = type === 'day' ? hoursOf(book, span.from) : daysOf(book, span, today);
  let energyWh = 0;
  let fee: Amount = book.emptyTotal;
  let estimated = false;
  let provisional = span.to > today;
  for (let day = span.from; day < span.to; day = addDays(day, 1)) {
    const known = days.get(day);
    if (known === undefined) continue;
    energyWh += known.energyWh;
    fee = addAmounts(fee, known.fee);
    estimated ||= known.estimated;
    provisional ||= !known.final;
  }
  const part = elapsedPart(span, now, zone);
  const [energyChange, feeChange] = changes(book, span, before, part);
  const [energyChangeOfYear, feeChangeOfYear] = changes(book, span, yearBefore, part);
  return {
    span,
    energyWh,
    fee,
    mostWh: elapsed.length === 0 ? null : Math.max(...elapsed),
    leastWh: elapsed.length === 0 ? null : Math.min(...elapsed),
    meanWh: elapsed.length === 0 ? null : elapsed.reduce((a, b) => a + b) / elapsed.length,
    provisional,
    estimated,
    energyChange,
    feeChange,
    energyChangeOfYear,
    feeChangeOfYear,
    comparedUntil: part === undefined ? null : comparedUntil(span, part, zone),
    parts,
  };
}

interface Parts {
  readonly parts: readonly PeriodPart[];
  /** Energy of the elapsed parts, Wh. */
  readonly elapsed: readonly number[];
}

/** Lists the days from the first one with data: energy before that is unknown, not zero. */
function daysOf(
  { days, firstDay, emptyTotal }: ConsumptionBook,
  span: DaySpan,
  today: LocalDate,
): Parts {
  const parts: PeriodPart[] = [];
  const elapsed: number[] = [];
  if (firstDay === undefined) return { parts, elapsed };
  const from = firstDay > span.from ? firstDay : span.from;
  for (let day = from; day < span.to && day <= today; day = addDays(day, 1)) {
    const { energyWh = 0, fee = emptyTotal } = days.get(day) ?? {};
    parts.push({ day, hour: null, energyWh, fee });
    if (day < today) elapsed.push(energyWh);
  }
  return { parts, elapsed };
}

/** Returns no hours without stored quarters, because empty hours would not add up to the day. */
function hoursOf(book: ConsumptionBook, day: LocalDate): Parts {
  const { quarters, zone, now, firstDay } = book;
  if (!hasQuarters(book, day)) return { parts: [], elapsed: [] };
  const known = firstDay !== undefined && firstDay <= day ? quarters.get(day) : undefined;
  const slots = hourSlots(day, zone, known?.wh ?? [], now);
  return {
    parts: slots.map(({ hour, energyWh, hasBegun }) => ({
      day,
      hour,
      energyWh: hasBegun ? energyWh : null,
      fee: null,
    })),
    elapsed:
      known === undefined
        ? []
        : slots.filter(({ hasElapsed }) => hasElapsed).map(({ energyWh }) => energyWh),
  };
}

/** True if the energy of the day is available by quarters, or if there is none. */
function hasQuarters({ days, quarters }: ConsumptionBook, day: LocalDate): boolean {
  return (days.get(day)?.energyWh ?? 0) === 0 || (quarters.get(day)?.wh.length ?? 0) > 0;
}

/**
 * Changes of energy and of fee. If the quarters of the cut day are no longer stored, both periods
 * are cut at the beginning of that day.
 */
function changes(
  book: ConsumptionBook,
  span: DaySpan,
  other: DaySpan,
  elapsed: ElapsedPart | undefined,
): [number | null, number | null] {
  const { days, quarters, firstDay } = book;
  if (firstDay === undefined || other.from < firstDay) return [null, null];
  const cut = cutDay(other, elapsed);
  const isStored = cut === undefined || hasQuarters(book, cut);
  const part = isStored || elapsed === undefined ? elapsed : { ...elapsed, quarters: 0 };
  const energyOf = (of: DaySpan) =>
    amountOver(
      of,
      part,
      (day) => days.get(day)?.energyWh,
      (day) => quarters.get(day)?.wh,
    );
  // In thousandths, like the quarters: ten to a minor unit.
  const feeOf = (of: DaySpan) =>
    amountOver(
      of,
      part,
      (day) => {
        const known = days.get(day);
        return known === undefined ? undefined : (known.fee ?? 0) * 10;
      },
      (day) => quarters.get(day)?.fee,
    );
  const feeChange = [span, other].some((of) => hasUnknownFee(book, of, part))
    ? null
    : fractionOf(feeOf(span), feeOf(other));
  return [fractionOf(energyOf(span), energyOf(other)), feeChange];
}

/**
 * True if a day of the part has no known fee, or if the cut day has no fee by quarters because its
 * prices were set after its quarters had been deleted.
 */
function hasUnknownFee(
  { days, quarters }: ConsumptionBook,
  span: DaySpan,
  part: ElapsedPart | undefined,
): boolean {
  const end = cutDay(span, part);
  for (let day = span.from; day < span.to; day = addDays(day, 1)) {
    const fee = days.get(day)?.fee;
    if (fee === null) return true;
    if (day === end) return (fee ?? 0) > 0 && isAllZero(quarters.get(day)?.fee);
  }
  return false;
}

function isAllZero(fees: readonly number[] | undefined): boolean {
  return fees !== undefined && fees.length > 0 && fees.every((fee) => fee === 0);
}
