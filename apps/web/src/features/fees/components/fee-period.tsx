/** Selects the days of pages of energy and fees: 3, 7, 30 or 90 days up to today, or a period. */
import { PeriodField } from '../../../components/fields/period-field.tsx';
import { DEFAULT_RANGE, type PeriodSearch } from '../fees-search.ts';
import { RangeButtons } from './range-buttons.tsx';

interface FeePeriodProps {
  readonly search: PeriodSearch;
  /** First and last day of the response, which is what the numbers of days mean today. */
  readonly shown: { readonly start: string; readonly end: string } | undefined;
  readonly onChange: (part: { [K in keyof Required<PeriodSearch>]: PeriodSearch[K] }) => void;
}

export function FeePeriod({ search, shown, onChange }: FeePeriodProps) {
  const { start, end, days = DEFAULT_RANGE } = search;
  const period = start !== undefined && end !== undefined ? { start, end } : undefined;
  return (
    <>
      <RangeButtons
        value={period === undefined ? days : undefined}
        onChange={(next) => onChange({ days: next, start: undefined, end: undefined })}
      />
      <PeriodField
        value={period ?? shown}
        onChange={(next) => onChange({ ...next, days: undefined })}
      />
    </>
  );
}
