import { MomentRange } from '../fields/moment-range.tsx';
import type { ListSearch } from '../table/use-list-search.ts';

interface RangeSearch {
  from?: string;
  to?: string;
}

/** Filters a list by the search parameters `from` and `to`. */
export function RangeFilter({ list }: { list: ListSearch<RangeSearch> }) {
  const { from, to } = list.search;
  return (
    <MomentRange
      from={from}
      to={to}
      onChange={(start, end) => list.filter({ from: start, to: end })}
    />
  );
}
