/** Selects the days of the fee pages: 3, 7, 30 or 90 days up to today, or a period. */
import { PeriodField } from '../../../components/fields/period-field.tsx';
import type { SearchChange } from '../../../components/table/use-list-search.ts';
import { DEFAULT_RANGE, type FeesSearch } from '../fees-search.ts';
import { RangeButtons } from './range-buttons.tsx';

interface FeePeriodProps {
  readonly search: FeesSearch;
  /** First and last day of the response, which is what the numbers of days mean today. */
  readonly shown: { readonly start: string; readonly end: string } | undefined;
  readonly onChange: (part: SearchChange<FeesSearch>) => void;
}

export function FeePeriod({ search, shown, onChange }: FeePeriodProps) {
  const { start, end, days = DEFAULT_RANGE } = search;
  const period = start !== undefined && end !== undefined ? { start, end } : undefined;
  return (
    <>
      <RangeButtons
        value={period === undefined ? days : undefined}
        onChange={(next) =>
          onChange({ days: next, start: undefined, end: undefined, on: undefined })
        }
      />
      <PeriodField
        value={period ?? shown}
        onChange={(next) => onChange({ ...next, days: undefined, on: undefined })}
      />
    </>
  );
}
